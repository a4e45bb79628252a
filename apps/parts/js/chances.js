// Chances of a race: sliders here, figures from python.
import {h, seatSign} from "./elements.js";
import {filled} from "./dom.js";
import {waitForFigures} from "./figures.js";

const LATER = 220  // ms after the last move of a slider
const SLOTS = ["win", "length", "first", "handicap"]
const ADULT = {players: 2, mark_time: [1.2, 2], start: [0, 0], end: [60, 60], symbol: [false, false], seat: 1}

export function renderChances({model}) {
  waitForFigures()
  const {content} = model
  const {words, names, signs, form} = content
  let clock = 0
  let drawn = []
  const probe = h("span", {hidden: true, style: "color: light-dark(#fff, #000)"})
  const status = h("span.muted", {role: "status", "aria-live": "polite"})
  const said = h("div.notice", {role: "alert", hidden: true})
  const boxes = {}
  const titles = {win: words.win, length: words.length, first: words.first_title, handicap: words.handicap}
  for (const slot of SLOTS) {
    const figure = h("div.figure")
    const exact = slot === "length" ? h("input", {type: "checkbox", name: "exact", onchange: ask}) : null
    boxes[slot] = {figure, title: h("h2", null, titles[slot]), says: h("p"), method: h("p.muted.method"), model: h("p.muted.model"), exact}
    boxes[slot].extra = exact && h("label.row.exact", null, exact, words.exact_length)
  }
  const seat = h("select", {name: "seat", "aria-label": words.seat, onchange: ask})
  const players = h("select", {name: "players", onchange: () => { rows(); ask() }}, content.players.map((n) => h("option", {value: n}, n)))
  players.value = form.mark_time.length
  const first = h("select", {name: "first", onchange: ask})
  const three = h("input", {type: "checkbox", name: "three", checked: form.three, onchange: ask})
  const slider = (name, label, value, [min, max, step], show) => {
    const output = h("output", null, show(value))
    const input = h("input", {type: "range", name, min, max, step, value, "aria-label": label, oninput: () => { output.textContent = show(Number(input.value)); ask() }})
    input.setAttribute("value", value)
    input.value = value
    return {input, output, el: h("label.slider", null, h("span", null, label), input, output), set(to) { input.value = to; output.textContent = show(Number(to)) }}
  }
  const faces = slider("pencil_faces", words.pencil_faces, form.pencil_faces, [1, 5, 1], (n) => `${n} / 6`)
  const roll = slider("roll_time", words.roll_time, form.roll_time / 1000, [0.25, 5, 0.25], (count) => filled(words.seconds, {count}))
  const people = h("div.seats")
  let seats = []

  function rows() {
    const count = Number(players.value)
    seats = Array.from({length: count}, (_, n) => seats[n] ?? seatBox(n))
    people.replaceChildren(...seats.map(({el}) => el))
    for (const select of [first, seat]) {
      const value = Math.min(Number(select.value || (select === seat ? 1 : 0)), count - 1)
      select.replaceChildren(...seats.map((_, n) => h("option", {value: n}, names[n])))
      select.value = value
    }
    three.closest("label").hidden = count !== 3
    boxes.length.extra.hidden = count !== 3
  }

  function seatBox(n) {
    const from = Math.min(n, form.mark_time.length - 1)
    const own = {
      mark_time: slider("mark_time", words.mark_time, form.mark_time[from] / 1000, [0.5, 5, 0.1], (count) => filled(words.seconds, {count})),
      start: slider("start", words.start, form.start[from], [0, 50, 5], String),
      end: slider("end", words.end, form.end[from], [10, 60, 5], String),
    }
    const symbol = h("input", {type: "checkbox", name: "symbol", checked: form.symbol[from], onchange: ask})
    return {...own, symbol, el: h("fieldset", {"data-seat": n}, h("legend", null, seatSign(n, signs), " ", names[n]), own.mark_time.el, own.start.el, own.end.el,
      h("label.row", null, symbol, h("span", null, words.symbol)))}
  }

  function preset(wish) {
    players.value = wish?.players ?? players.value
    rows()
    seats.forEach((one, n) => {
      one.mark_time.set(wish ? wish.mark_time[n] : 1.5)
      one.start.set(wish ? wish.start[n] : 0)
      one.end.set(wish ? wish.end[n] : 60)
      one.symbol.checked = wish ? wish.symbol[n] : false
    })
    if (wish) seat.value = wish.seat
    ask()
  }

  function ask() {
    clearTimeout(clock)
    clock = setTimeout(send, LATER)
  }

  function send() {
    const dark = getComputedStyle(probe).color === "rgb(0, 0, 0)"
    const ms = ({input}) => Math.round(Number(input.value) * 1000)
    const values = {pencil_faces: Number(faces.input.value), roll_time: ms(roll), three: three.checked,
      mark_time: seats.map((one) => ms(one.mark_time)), start: seats.map((one) => Number(one.start.input.value)),
      end: seats.map((one) => Number(one.end.input.value)), symbol: seats.map((one) => one.symbol.checked)}
    status.textContent = words.counting
    boxes.handicap.title.textContent = filled(words.handicap, {name: names[seat.value]})
    for (const box of Object.values(boxes)) box.figure.parentNode.classList.add("old")
    model.send_msg({ask: {players: seats.length, values, first: Number(first.value), seat: Number(seat.value), exact: boxes.length.exact.checked}, dark})
  }

  model.on("msg:custom", (message) => {
    if (message.said != null) {
      said.textContent = message.said
      said.hidden = !message.said
      if (message.said || message.done) status.textContent = ""
    }
    const box = boxes[message.slot]
    if (!box) return
    for (const part of ["says", "method", "model"]) box[part].textContent = message[part]
    box.figure.parentNode.classList.remove("old")
  })
  for (const slot of SLOTS) model.on(slot, () => {
    const child = model.get_child(slot)
    if (!child) return
    boxes[slot].figure.replaceChildren(child)
    // What came later counts as new in the browser until it sends something, and would be sent back whole.
    model.send_msg({shown: slot})
  })

  const root = h("div.counts", null, probe, h("h1", null, words.title), h("p.muted", null, words.intro), said,
    h("div.sides", null,
      h("form.panel.controls", {onsubmit: (event) => event.preventDefault()},
        h("div.row", null, h("button", {type: "button", name: "adult", onclick: () => preset(ADULT)}, words.adult), h("button", {type: "button", name: "equal", onclick: () => preset(null)}, words.equal), status),
        h("div.row", null, h("label.row", null, words.players, players), h("label.row", null, words.first, first), h("label.row", null, words.seat, seat)),
        faces.el, roll.el, h("label.row", null, three, h("span", null, words.three)), people),
      h("div.figures", null, SLOTS.map((slot) => {
        const {figure, title, says, method, model: text, extra} = boxes[slot]
        return h("section.panel", {"data-slot": slot}, title, figure, h("div", {"aria-live": "off"}, says, method, text), extra)
      }))))
  rows()

  const scheme = matchMedia("(prefers-color-scheme: dark)")
  const colours = new MutationObserver(ask)
  colours.observe(document.documentElement, {attributes: true})
  scheme.addEventListener("change", ask)
  drawn.push(() => colours.disconnect(), () => scheme.removeEventListener("change", ask), () => clearTimeout(clock))
  model.on("remove", () => { for (const stop of drawn) stop() })
  const seen = new IntersectionObserver((entries) => {
    if (!entries.at(-1).isIntersecting) return
    seen.disconnect()
    send()
  })
  seen.observe(root)
  drawn.push(() => seen.disconnect())
  return root
}
