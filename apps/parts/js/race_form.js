// Paces and handicaps of a race to be run.
import {h, seatSign} from "./elements.js";

const SECONDS = ["roll_time", "mark_time"]

/** Draw the form; `run({players, values})` gets what is asked for. */
export function raceForm(root, {form, words, names, signs, players}, run) {
  let count = form.mark_time.length
  const number = (name, value, [min, max, step], label) => h("input", {type: "number", name, value, min, max, step, required: true, "aria-label": label})
  const shared = {
    pencil_faces: number("pencil_faces", form.pencil_faces, [1, 5, 1]),
    roll_time: number("roll_time", form.roll_time / 1000, [0.1, 60, 0.05]),
    symbol_factor: number("symbol_factor", form.symbol_factor, [1, 10, 0.1]),
  }
  const three = h("input", {type: "checkbox", name: "three", checked: form.three})
  const seats = h("select", {name: "players", onchange: () => { count = Number(seats.value); rows() }}, players.map((n) => h("option", {value: n}, n)))
  seats.value = count
  const body = h("tbody")
  const kinds = {mark_time: [0.1, 60, 0.05], start: [0, 59, 1], end: [1, 60, 1]}
  let made = []

  function rows() {
    made = Array.from({length: count}, (_, seat) => {
      const from = Math.min(seat, form.mark_time.length - 1)
      const who = names[seat] ?? `${words.player} ${seat + 1}`
      const value = (name) => form[name][from]
      const old = made[seat]
      return old ?? {
        who,
        mark_time: number("mark_time", value("mark_time") / 1000, kinds.mark_time, `${words.mark_time}, ${who}`),
        symbol: h("input", {type: "checkbox", name: "symbol", checked: value("symbol"), "aria-label": `${words.symbol}, ${who}`}),
        down: h("input", {type: "checkbox", name: "down", checked: value("down"), "aria-label": `${words.down}, ${who}`}),
        start: number("start", value("start"), kinds.start, `${words.start}, ${who}`),
        end: number("end", value("end"), kinds.end, `${words.end}, ${who}`),
      }
    })
    body.replaceChildren(...made.map((one, seat) => h("tr", null, h("th", {scope: "row"}, seatSign(seat, signs), h("span.hide", null, one.who)),
      ["mark_time", "start", "end", "symbol", "down"].map((name) => h("td", null, one[name])))))
  }
  rows()

  const given = (name, el) => el.type === "checkbox" ? el.checked : SECONDS.includes(name) ? Math.round(Number(el.value) * 1000) : Number(el.value)
  const fields = h("form", {onsubmit: (event) => {
    event.preventDefault()
    const values = Object.fromEntries(Object.entries(shared).map(([name, el]) => [name, given(name, el)]))
    values.three = three.checked
    for (const name of ["mark_time", "symbol", "down", "start", "end"]) values[name] = made.map((one) => given(name, one[name]))
    run({players: count, values})
  }},
    h("div.options", null, h("label.field", null, h("span", null, words.players), seats),
      Object.entries(shared).map(([name, el]) => h("label.field", null, h("span", null, words[name]), el)),
      h("label.field.check", null, three, h("span", null, words.three))),
    h("div.wide", null, h("table", null, h("thead", null, h("tr", null, h("td"), ["mark_time", "start", "end", "symbol", "down"].map((name) => h("th", {scope: "col"}, words[name])))), body)),
    h("button.main", {type: "submit", name: "run"}, words.run))
  root.replaceChildren(h("h2", null, words.new), fields)
}
