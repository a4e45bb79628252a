import {numberForm, optionButtons} from "./asking.js";
import {channelOf} from "./channel.js";
import {h, redraw} from "./elements.js";
import {stepKeys} from "./step_keys.js";

const NARROW = 760  // pixels; below it there is one column, as in the style sheet

/** One activity: what is said, the board, and what is to be done. */
export function taskView(model, words, act) {
  const head = h("div.row.head")
  const text = h("div.text", {tabindex: "-1"})
  const remark = h("p.notice.remark", {role: "status", "aria-live": "polite", hidden: true})
  const todo = h("div.todo", {tabindex: "-1"})
  const told = h("div.told", {role: "status", "aria-live": "polite"})
  const foot = h("div.row.foot", {tabindex: "-1"})
  const doing = h("section.panel.do", null, todo, told, foot)
  const place = (name) => h(`div.place.${name}`)
  const places = {board: place("board"), steps: place("steps"), card: place("card")}
  const element = h("div.task", null, head,
    h("div.desk", null, h("section.panel.say", null, text, remark), places.board, doing, places.steps, places.card))

  let channel = null
  let stop = null
  let last = ""  // activity and phase that were drawn last
  let c = {}

  const fill = (name) => {
    const child = model.get_child(name)
    if (!child) return
    places[name].replaceChildren(child)
    // What came later counts as new in the browser until it sends something, and would be sent back whole.
    model.send_msg({shown: name})
  }
  for (const name of Object.keys(places)) {
    model.on(name, () => fill(name))
    fill(name)
  }

  function listen() {
    if (channel?.id === c.channel) return
    stop?.()
    channel = channelOf(c.channel)
    stop = channel.subscribe(follow)
    stepKeys(element, channel)
  }

  /** The remark of the step on show, and what the main button does now. */
  function follow(why) {
    const passed = Object.keys(c.remarks ?? {}).map(Number).filter((step) => step <= channel.cursor)
    const step = passed.length ? Math.max(...passed) : null
    const said = step === null ? "" : c.remarks[step]
    if (remark.textContent !== said) remark.textContent = said
    remark.hidden = !said
    if (why === "step" && step === channel.cursor && channel.playing) channel.pause()  // time to read it
    drawFoot()
  }

  function drawTodo() {
    const {ask, notice} = c
    redraw(todo,
      ask?.prompt && h("p.muted.prompt", null, ask.prompt),
      ask?.kind === "choice" && optionButtons(ask.options, {label: ask.prompt, open: ask.open, about: ask.about, answer: (value) => act.do("answer", value)}),
      ask?.kind === "number" && ask.open && numberForm(words, (value) => act.do("answer", value)),
      ask?.buttons?.length > 0 && h("div.row", null, ask.buttons.map(([tap, label]) =>
        h("button.main", {type: "button", "data-key": `tap ${tap}`, onclick: () => act.do("tap", tap)}, label))),
      notice && h("p.notice", {role: "status"}, notice))
    todo.hidden = !todo.hasChildNodes()
  }

  function drawTold() {
    const {told: said, hints} = c
    told.className = `told ${said ? "some" : ""}`
    told.replaceChildren(...[
      ...hints.map((one, n) => h("p.hint", null, h("strong", null, `${words.hint} ${n + 1}: `), one)),
      said && h("div.notice", {class: {true: "good", false: "bad", null: ""}[said.good]},
        h("p", null, h("span.sign", {"aria-hidden": "true"}, {true: "✓ ", false: "✗ ", null: ""}[said.good]), said.text),
        said.rules.map(([title, rule]) => h("p.rule", null, h("strong", null, `${title}: `), rule))),
    ].filter(Boolean))
    told.hidden = !told.hasChildNodes()
    // Only what one waits for stays in sight: it takes room from the board.
    doing.classList.toggle("answered", c.phase !== "ask" || said?.good === false)
    doing.classList.toggle("again", c.phase === "ask")  // the choices are still needed
  }

  function drawFoot() {
    const button = (key, label, action, main) => h(
      "button", {class: main ? "main" : "", type: "button", "data-key": key, onclick: action}, label)
    const steps = c.kind === "show" && channel && channel.cursor < channel.count
    redraw(foot,
      c.phase === "wrong" && button("main", words.again, () => act.do("again"), true),
      c.phase === "done" && steps && button("main", words.step, () => channel.go(channel.cursor + 1), true),
      c.phase === "done" && button(steps ? "next" : "main", words.next, () => act.do("go_on"), !steps),
      c.more_hints && button("hint", words.hint, () => act.do("hint")),
      c.can_solve && button("solve", c.count ? words.solve : words.skip, () => act.do("solve")))
    foot.hidden = !foot.hasChildNodes()
  }

  function drawHead() {
    const {title, lesson, number, count, level, score} = c
    const where = count ? words.step_of.replace("{number}", number + 1).replace("{count}", count) : level
    redraw(head,
      lesson && h("button.plain.back", {type: "button", "data-key": "list", "aria-label": words.all, title: words.all,
                                        onclick: () => act.go(null)}, "←"),
      h("h1.grow", null, count && lesson && h("span.muted", null, `${lesson} · `), title),
      score && h("span.muted.where", null, score),
      count && number > 0 && h("button.plain.before", {type: "button", "data-key": "before", "aria-label": words.before,
                                                       title: words.before, onclick: () => act.do("back")}, "‹"),
      h("span.muted.where", null, where),
      count && number > 0 && h("button.plain", {type: "button", "data-key": "restart", "aria-label": words.restart,
                                                title: words.restart, onclick: () => act.do("restart")}, "↺"),
      count && h("div.bar", {role: "progressbar", "aria-label": words.progress, "aria-valuemin": "0",
                             "aria-valuemax": String(count), "aria-valuenow": String(number), "aria-valuetext": where},
        h("span", {style: `width: ${100 * number / count}%`})))
  }

  function draw(content) {
    c = content
    listen()
    drawHead()
    text.replaceChildren(...c.text.split(/\n+/).map((one) => h("p", null, one)))
    drawTodo()
    drawTold()
    follow("draw")
    places.steps.hidden = places.card.hidden = !c.steps
    const now = `${c.lesson} ${c.number} ${c.phase}`
    if (now === last) return
    last = now
    attend()
  }

  /** What is new gets the focus, so that keys and screen readers go on from there. */
  function attend() {
    const main = foot.querySelector('[data-key="main"]')
    ;(main ?? text).focus({preventScroll: true})
    if (c.phase === "ask" || !c.told) {
      const {top, width} = head.getBoundingClientRect()
      // On a phone the board needs the room of the page's own head.
      if (top < 0 || top > innerHeight / 2 || width < NARROW) head.scrollIntoView({block: "start"})
    }
  }

  return {element, draw, shown: () => { last = ""; attend() }, leave: () => stop?.()}
}
