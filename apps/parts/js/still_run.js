// One learner in a lesson of which every answer was prepared (apps/parts/lesson_export.py): what lesson_run.py does with
// a server.
const ASK = "ask", WRONG = "wrong", DONE = "done"
const WHOLE = /^[+-]?\d{1,9}$/

export class StillRun {
  /**
   * `table` lays pictures: `lay(look, quiet)`, `cross(look)`, `select(can, chosen, refused)`; the first and the last tell
   * whether there are steps to go through. Its `draw(content)` shows the words.
   */
  constructor(data, table) {
    Object.assign(this, {data, table})
    this.restart()
  }

  restart() {
    this.reached = 0
    this.clean = []
    this.enter()
  }

  // What the learner does

  do(what, given) {
    if (what === "answer") this.answer(given)
    else if (what === "tap") return this.tap(given)
    else if (what === "again") this.again()
    else if (what === "hint" && this.open) this.hints = Math.min(this.hints + 1, this.task.hints.length)
    else if (what === "solve" && this.open) this.solve()
    else if (what === "go_on" && this.phase === DONE) this.goOn()
    else if (what === "back" && this.number > 0) this.lookBack(this.number - 1)
    else if (what === "restart") this.restart()
    this.show()
  }

  answer(given) {
    const asked = this.task.question
    if (this.phase !== ASK || !asked) return
    const text = read(this.task.content.ask.kind, given)
    if (this.tried.includes(text)) return
    const number = this.task.content.ask.kind === "number" && WHOLE.test(text)
    const found = asked.right[text] ?? asked.wrong[text] ?? (number ? Object.values(asked.wrong)[0] : null)
    this.notice = found ? "" : asked.unread
    if (!found) return
    this.told = found.told
    if (text in asked.right) {
      this.right = Object.keys(asked.right)
      this.done(found.look)
    } else {
      this.tries += 1
      this.tried.push(text)
      if (this.task.content.ask.kind === "cell") this.table.cross(found.look)
    }
  }

  tap(tap) {
    if (this.phase === WRONG) {
      this.again()
      if (!this.node.can.includes(tap)) return this.show()
    }
    if (this.phase === ASK && this.stage) {
      this.told = null
      this.notice = ""
      const {go, make, say} = this.node
      if (tap in make) this.make(make[tap])
      else if (tap in say) this.say(...say[tap])
      else if (tap in go) this.at(go[tap])
    } else if (this.phase === ASK && this.task.content.ask?.kind === "cell") this.answer(tap)
    this.show()
  }

  again() {
    if (this.phase !== WRONG) return
    this.phase = ASK
    this.told = null
    this.begin()
  }

  solve() {
    const {told, look} = this.task.solution
    this.told = told
    this.right = Object.keys(this.task.question?.right ?? {}).slice(0, 1)
    this.clean.push(false)
    this.tries = -1  // counted already
    this.done(look)
  }

  goOn() {
    if (this.past !== null && this.past + 1 < this.reached) return this.lookBack(this.past + 1)
    const {past, solved, tries, hints} = this
    if (past === null || solved) this.reached += 1
    this.enter()
    if (past !== null && !solved) Object.assign(this, {tries, hints})  // reading is no way to begin anew
  }

  /** An activity before, to read it again; what is asked there is answered already. */
  lookBack(number) {
    if (this.past === null) this.solved = this.phase === DONE
    Object.assign(this, {past: number, phase: DONE, notice: "", tried: [], stage: null})
    const {content, look, solution, question} = this.task
    this.told = solution?.told ?? content.told
    this.right = Object.keys(question?.right ?? {}).slice(0, 1)
    this.lay(solution?.look ?? look)
    this.select([], [])
  }

  // Inside

  get number() { return this.past ?? this.reached }
  get task() { return this.data.tasks[this.number] }
  get node() { return this.stage.nodes[this.here] }
  get open() { return this.task.graded && this.phase !== DONE }

  enter() {
    Object.assign(this, {told: null, notice: "", tried: [], right: [], tries: 0, hints: 0, stage: null, past: null})
    if (!this.task) return this.show()
    this.phase = this.task.graded ? ASK : DONE
    this.told = this.task.content.told
    this.begin(true)
    this.show()
  }

  /** Lay the position of the activity; what happened before it is played only the first time. */
  begin(first = false) {
    this.stage = this.task.stage ?? null
    this.lay(this.task.look, !first)
    if (this.stage) this.at(0)
    else this.select([], [])
  }

  at(node) {
    this.here = node
    this.select(this.node.can, this.node.chosen)
  }

  /** A tap that leads nowhere: why, and the picture of the refused move. */
  say(notice, node, look) {
    this.notice = notice
    this.here = node
    this.select(this.node.can, this.node.chosen, look)
  }

  make(text) {
    const {phase, told, look, then} = this.stage.outcomes[text]
    this.told = told
    if (phase === DONE) return this.done(look)
    if (then) {
      this.stage = then
      this.lay(look)
      return this.at(0)
    }
    this.tries += 1
    this.phase = phase
    if (phase === ASK) return this.at(0)  // a puzzle: another move can be tried
    this.lay(look)
    this.select([], [])
  }

  done(look) {
    if (this.tries >= 0) this.clean.push(!this.tries && !this.hints)
    this.phase = DONE
    this.notice = ""
    this.lay(look)
    this.select([], [])
  }

  lay(look, quiet = false) { this.steps = this.table.lay(look, quiet) }
  select(can, chosen, refused = null) { this.steps = this.table.select(can, chosen, refused) }

  show() {
    this.table.draw(this.task ? this.content() : this.end())
  }

  content() {
    const {content, hints} = this.task
    const open = this.open
    return {
      ...content, phase: this.phase, told: this.told, notice: this.notice, ask: this.asked(content.ask),
      hints: open ? hints.slice(0, this.hints) : [],
      more_hints: open && this.hints < hints.length,
      can_solve: open && (this.tries > 0 || hints.length > 0),
      steps: this.steps,
    }
  }

  asked(ask) {
    if (!ask) return null
    if (this.task.stage) return this.phase === ASK ? {...ask, prompt: this.stage.prompt, buttons: this.node.buttons} : null
    const done = this.phase === DONE
    const state = (value) => this.right.includes(value) && done ? "right" : this.tried.includes(value) ? "wrong" : ""
    return {...ask, prompt: done ? "" : ask.prompt, options: ask.options.map(([value, label]) => [value, label, state(value)]), open: !done}
  }

  end() {
    const {title, tasks, stars, words} = this.data
    const right = this.clean.filter(Boolean).length
    const total = this.clean.length
    return {
      view: "end", title, number: tasks.length, count: tasks.length, stars: stars[right], lesson: null, next: null,
      share: total ? words.at_once.replace("{right}", right).replace("{total}", total) : "",
    }
  }
}

/** An answer as it is compared. */
function read(kind, given) {
  const text = String(given).trim()
  if (kind === "cell") return text.toLowerCase()
  return kind === "number" && WHOLE.test(text) ? String(Number(text)) : text
}
