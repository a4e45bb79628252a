// The race itself: who has what, the die, and one's own sheet.
import {h, redraw, seatSign} from "./elements.js";
import {filled} from "./dom.js";
import {numberSheet} from "./number_sheet.js";

const ROLLING = 400  // ms that the die rolls at least; the table takes care of it too

const WRONG = ["live.number", "live.crossed"]

export function race(content, act) {
  const {words, signs, art} = content
  const icon = (name, label) => {
    const el = h("span.icon", label ? {role: "img", "aria-label": label} : {"aria-hidden": "true"})
    el.innerHTML = `<svg class="md-scene" viewBox="-50 -50 100 100">${art[name]}</svg>`
    return el
  }
  const people = h("ul.lanes")
  const says = h("p.says", {role: "status", "aria-live": "polite"})
  const rolled = h("p.rolled.muted")
  const label = h("span")
  const die = h("button.main.big.die", {type: "button", name: "roll", onclick: roll}, icon("die-blank"), label)
  const face = h("div.face", {"aria-hidden": "true"})
  const note = h("div.notice.told", {role: "status", "aria-live": "polite"})
  const result = h("div.result", {tabindex: "-1"})
  const sheet = numberSheet(content.page, words, {
    mark: (number) => act.send({mark: number}),
    press: (number) => act.send({press: number}),
    rest: () => {},
  })
  const leave = h("button.plain", {type: "button", name: "leave", onclick: () => act.send({leave: true})}, words.leave)
  const root = h("div.race", {tabindex: "-1"}, h("div.top", null, people, h("div.deck", null, h("div.saying", null, face, h("div.grow", null, says, rolled), note), die), result), sheet.root, leave)
  let now = null
  let mine = 0  // since when the die is here
  let waiting = 0
  let silence = 0

  function roll() {
    if (!now || now.roller !== now.you || waiting) return
    // A press while the die still rolls counts as soon as it may.
    waiting = setTimeout(() => { waiting = 0; act.send({roll: true}) }, Math.max(0, mine + ROLLING + 20 - performance.now()))
  }

  const key = (event) => {
    const typing = event.composedPath().some((el) => ["INPUT", "SELECT", "TEXTAREA"].includes(el.tagName))
    if (event.key.toLowerCase() !== "r" || typing || event.ctrlKey || event.metaKey || event.altKey || !root.isConnected || !root.offsetParent) return
    event.preventDefault()
    roll()
  }
  document.addEventListener("keydown", key)

  function tell(text, {mark, why} = {}) {
    clearTimeout(silence)
    note.textContent = text
    note.hidden = !text
    if (mark != null && WRONG.includes(why)) sheet.flash(mark)
    if (text) silence = setTimeout(() => { note.hidden = true }, 4000)
  }
  tell("")

  function lane(one, seat, table) {
    const done = one.goal - one.left
    const holds = table.holder === seat
    const rolls = table.roller === seat
    return h("li", {class: [`seat-${one.colour}`, holds && "holds", !one.here && "away", seat === table.you && "mine"].filter(Boolean).join(" "), "data-seat": seat},
      seatSign(one.colour, signs),
      h("span.name", null, one.name, seat === table.you && h("span.muted", null, ` (${words.you})`), !one.here && h("span.muted", null, ` (${words.away})`)),
      h("span.things", null, holds && icon("pencil", words.has_pencil), rolls && icon("die-blank", words.has_die)),
      h("span.count", {title: filled(words.to_go, {count: one.left})}, `${done} / ${one.goal}`),
      h("span.bar", {role: "presentation"}, h("span", {style: `width:${100 * done / one.goal}%`})))
  }

  const name = (seat) => now.players[seat]?.name ?? ""

  function sentence({you, holder, roller, players}) {
    if (you != null && holder === you) return filled(words.you_hold, {number: players[you].next})
    if (you != null && roller === you) return words.you_roll
    if (roller == null) return words.nobody_rolls
    if (you != null) return filled(words.you_wait, {name: name(roller), number: players[you].next})
    return holder == null ? words.middle : filled(words.holds, {name: name(holder)})
  }

  function last({rolled: one}) {
    if (!one) return ""
    if (one.face === "blank") return filled(words.rolled_blank, {name: name(one.seat)})
    return filled(one.from == null ? words.rolled_middle : words.rolled_taken, {name: name(one.seat), other: one.from == null ? "" : name(one.from)})
  }

  function show(table) {
    const before = now
    now = table
    const over = table.phase === "over"
    const you = table.you != null ? table.players[table.you] : null
    const holds = !over && you && table.holder === table.you
    const rolls = !over && you && table.roller === table.you
    root.classList.toggle("holding", Boolean(holds))
    root.classList.toggle("over", over)
    people.replaceChildren(...table.players.map((one, n) => one.goal ? lane(one, n, table) : ""))
    const fresh = table.rolled && (table.rolled.n !== before?.rolled?.n || before?.phase !== table.phase)
    if (rolls && before?.roller !== table.you) tell("")
    if (rolls && (fresh || before?.roller !== table.you)) mine = performance.now()
    const said = over ? "" : sentence(table)
    if (says.textContent !== said) says.textContent = said
    rolled.textContent = over ? "" : last(table)
    die.hidden = over || !you
    die.setAttribute("aria-disabled", String(!rolls))
    label.textContent = words.roll
    if (fresh) {
      face.replaceChildren(icon(table.rolled.face === "pencil" ? "die-pencil" : "die-blank"))
      face.classList.remove("thrown")
      void face.offsetWidth
      face.classList.add("thrown")
    }
    face.hidden = over || !table.rolled
    leave.hidden = over
    sheet.root.hidden = !you || !table.sheet || sheet.id() !== `${table.sheet.pattern} ${table.sheet.seed}`
    if (you && you.goal) sheet.show({live: Boolean(holds), signs: you.symbol, press: table.press, next: you.next, down: you.down})
    if (holds && before && before.holder !== table.you) {
      tell("")
      if (root.getRootNode().activeElement === die) sheet.focus()
    }
    if (over && before?.phase !== "over") finish(table)
    // On a phone the sheet fills the window only when the page's head is out of the way.
    if (table.phase === "race" && before?.phase !== "race") {
      requestAnimationFrame(() => root.getBoundingClientRect().bottom > innerHeight && root.scrollIntoView({block: "start"}))
    }
    if (!over) result.replaceChildren()
  }

  /** One's sheet has come. */
  function paper(made) {
    sheet.layout(made)
    if (now) show(now)
  }

  function finish(table) {
    const {winner, you, time} = table
    const text = winner == null ? words.nobody_won : winner === you ? words.you_won : filled(words.won, {name: name(winner)})
    tell("")
    const seconds = Math.round(time / 1000)
    const took = seconds < 60 ? filled(words.seconds, {count: seconds})
      : filled(words.minutes, {minutes: Math.floor(seconds / 60), count: seconds % 60})
    redraw(result, h("div.notice.good.winner", {role: "alert"}, winner != null && seatSign(table.players[winner].colour, signs), h("strong", null, text)),
      h("p.muted", null, filled(words.over_time, {time: took})),
      h("div.row", null,
        you != null && h("button.main", {type: "button", name: "again", onclick: () => act.send({again: true})}, words.again),
        h("button", {type: "button", name: "explore", onclick: () => act.send({explore: true})}, words.steps),
        h("button", {type: "button", name: "leave", onclick: () => act.send({leave: true})}, words.leave)))
    result.focus({preventScroll: true})
  }

  return {root, show, paper, tell, stop: () => { document.removeEventListener("keydown", key); clearTimeout(waiting) }}
}
