// A question as a pupil answers it: on the board, by a choice, or by a number.
import {numberForm, optionButtons} from "./asking.js";
import {filled} from "./dom.js";
import {h, redraw} from "./elements.js";
import {spread} from "./spread.js";
import {DONE, nextTaps, tapped} from "./taps.js";

/**
 * `on.answer(value)`: an answer; `on.board(options)`: what may be tapped and what is chosen has changed.
 * `draw(now)` with now = {ask, given, sending, closed, reveal, earlier, notice}.
 */
export function questionPanel(words, on) {
  const root = h("section.panel.do", {tabindex: "-1", "aria-live": "polite"})
  let now = {}
  let chosen = []
  let notice = ""
  let drawn = null  // id of the question that was drawn last

  const open = () => now.ask && !now.closed && !now.reveal
  const name = (value) => label(now.ask, value)

  function tap(id) {
    if (!open()) return
    notice = ""
    if (now.ask.kind === "cell") return cell(id) ? on.answer(id) : none()
    if (now.ask.kind !== "move") return
    const made = tapped(now.ask.ways, chosen, id)
    if (!made) return none()
    chosen = made.chosen
    if (made.move !== undefined) on.answer(made.move)
    else refresh()
  }

  const cell = (id) => now.ask.taps.includes(id)

  function none() {
    notice = words.not_there
    refresh()
  }

  function board() {
    const {ask, given} = now
    if (!open()) return on.board({can: [], tappable: false, chosen: marks()})
    const moves = ask.kind === "move"
    on.board({tappable: moves || ask.kind === "cell", can: moves ? nextTaps(ask.ways, chosen) : [],
              chosen: chosen.length ? chosen : given === undefined ? [] : marks()})
  }

  /** The answer as it stands on the board. */
  function marks() {
    const {ask, given} = now
    if (!ask || given === undefined) return []
    if (ask.kind === "cell") return [given]
    return ask.kind === "move" ? ask.ways.find(([, value]) => value === given)?.[0] ?? [] : []
  }

  function status() {
    const {given, sending, closed, reveal, ask} = now
    if (reveal) return verdict()
    if (closed) return [h("p", null, given === undefined ? words.closed_without : words.closed), given !== undefined && mine()]
    if (given === undefined) return []
    return [mine(), h("p.muted", null, sending ? words.sending : words.sent)]
  }

  const mine = () => h("p", null, h("strong", null, filled(words.your_answer, {answer: name(now.given)})))

  function verdict() {
    const {given, reveal} = now
    const judged = reveal.answers.length > 0
    const mark = reveal.spread.find(([value]) => value === given)
    const right = judged && given !== undefined ? mark?.[3] ?? reveal.answers.includes(given) : null
    const said = given === undefined ? words.no_answer : right === null ? filled(words.your_answer, {answer: name(given)}) : right ? words.right : words.wrong
    const old = reveal.before ?? []
    const gone = old.filter(([value, , count]) => count && !reveal.spread.some(([one]) => one === value)).map(([, text, count, good]) => [text, 0, good, count])
    const rows = [...reveal.spread.map(([value, text, count, good]) => [text, count, good, old.find(([one]) => one === value)?.[2] ?? 0]), ...gone]
    return [
      h("div.notice", {class: {true: "good", false: "bad"}[right] ?? ""},
        h("p", null, right !== null && h("span.sign", {"aria-hidden": "true"}, right ? "✓ " : "✗ "), said),
        judged && !right && h("p", null, filled(words.right_answer, {answer: reveal.text}))),
      rows.length > 0 && h("div", null, h("h3", null, words.everybody),
        spread(rows, {before: Boolean(reveal.before), words, mine: given === undefined ? null : name(given)})),
    ]
  }

  function buttons() {
    const {ask} = now
    if (!open() || ask.kind !== "move") return null
    const can = nextTaps(ask.ways, chosen)
    const all = can.filter((tap) => tap === DONE || ask.labels[tap])
    return all.length > 0 && h("div.row", null, all.map((tap) =>
      h("button", {type: "button", "data-key": `tap ${tap}`, onclick: () => id(tap)}, tap === DONE ? words.done : ask.labels[tap])))
  }
  const id = (one) => tap(one)

  function refresh() {
    const {ask, given, earlier} = now
    const isOpen = open()
    const prompt = isOpen && (ask.kind === "move" && chosen.length ? words.ask_then : words[`ask_${ask.kind}`])
    redraw(root,
      ask.before && h("p.muted", null, words.again, earlier !== undefined && ` · ${filled(words.earlier, {answer: name(earlier)})}`),
      h("h2.ask", {tabindex: "-1"}, ask.text),
      prompt && h("p.muted.prompt", null, prompt),
      ask.kind === "choice" && !now.reveal && optionButtons(ask.choices.map(([value, text]) => [value, text, value === given ? "mine" : ""]),
        {label: prompt, open: isOpen, answer: on.answer}),
      ask.kind === "number" && isOpen && numberForm(words, (value) => {
        if (/^[+-]?\d{1,9}$/.test(value.trim())) return on.answer(String(Number(value)))
        notice = words.ask_number
        refresh()
      }, given ?? ""),
      buttons(),
      (notice || now.notice) && h("p.notice", {role: "status"}, notice || now.notice),
      ...status())
    board()
  }

  function draw(fresh) {
    const news = fresh.ask?.id !== drawn
    if (news || fresh.given !== now.given) {
      chosen = []
      notice = ""
    }
    now = fresh
    drawn = fresh.ask?.id ?? null
    root.hidden = !now.ask
    if (!now.ask) return
    refresh()
    if (news) root.querySelector(".ask").focus({preventScroll: true})
  }

  return {root, draw, tap}
}

/** An answer in words. */
export function label(ask, value) {
  const options = ask.kind === "choice" ? ask.choices : ask.kind === "move" ? ask.ways.map(([, move, words]) => [move, words]) : []
  return options.find(([one]) => one === value)?.[1] ?? value
}
