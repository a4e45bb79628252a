// Play with a friend: open a table, or take a seat at one.
import {h, redraw, seatSign} from "./elements.js";
import {choices, gameForm} from "./game_form.js";

const ME = "matadojo-me"
const SEATS = "matadojo-seats"  // table -> key of the seat that this browser has there
const MOST = 20

const kept = (name, otherwise) => {
  try { return JSON.parse(localStorage.getItem(name) ?? "") ?? otherwise } catch { return otherwise }
}
const keep = (name, value) => {
  try { localStorage.setItem(name, JSON.stringify(value)) } catch { /* a private window: it holds for this page */ }
}

export function renderLobby({model}) {
  const root = h("div.lobby", {tabindex: "-1"})
  const error = h("div.notice", {role: "alert", hidden: true})
  const card = h("div.card", {tabindex: "-1"})
  root.append(error, card)
  const {words, longest} = model.content

  function say(text) {
    error.textContent = text
    error.hidden = !text
    if (text) error.scrollIntoView({block: "nearest"})
  }

  function go(key, replace) {
    const to = new URL(location.href)
    const language = to.searchParams.get("lang")
    to.search = new URLSearchParams({key, ...(language && {lang: language})})
    to.hash = ""
    location[replace ? "replace" : "assign"](to)
  }

  const me = kept(ME, {})
  const name = h("input", {type: "text", name: "nick", maxlength: longest, required: true, autocomplete: "nickname",
                           value: typeof me.name === "string" ? me.name : ""})
  function nick() {
    const given = name.value.trim()
    if (!given) {
      say(words.no_name)
      name.focus()
      return null
    }
    say("")
    keep(ME, {...kept(ME, {}), name: given})
    return given
  }
  const named = () => h("label.field", null, h("span", null, words.name), name)

  // A new table
  let form = null
  function opening({games, form: first}) {
    const game = h("select", {name: "game", onchange: () => model.send_msg({game: game.value})}, games.map(([id, title]) => h("option", {value: id}, title)))
    const fields = h("div.fields")
    let own = null
    const fill = (given) => {
      game.value = given.game
      own = h("select", {name: "seat"})
      form = gameForm(given, words, (count) => choices(own, given.starts.slice(0, count), words.lot))
      const [players, ...others] = form.elements
      fields.replaceChildren(players, h("label.field", null, words.seat, own), ...others)
    }
    fill(first)
    opening.fill = fill
    return h("form.panel", {novalidate: true, onsubmit: (event) => {
      event.preventDefault()
      const given = nick()
      if (given) model.send_msg({open: {nick: given, game: game.value, seat: Number(own.value), ...form.values()}})
    }},
      h("h1", null, words.title), h("p", null, words.intro),
      h("div.two", null, named(), h("label.field", null, h("span", null, words.game), game)),
      fields,
      h("button.main.big", {type: "submit"}, words.open),
      h("p.muted", null, words.note))
  }

  // A seat at somebody's table
  function joining({title, seats, signs, own, table}) {
    const back = kept(SEATS, {})[table]
    const free = seats.map((_, seat) => seat).filter((seat) => seats[seat][0] == null && (own == null || own === seat))
    const radios = seats.map(([taken, place], seat) => {
      const open = free.includes(seat)
      return h("label.seatrow", {class: open ? "" : "taken"},
        h("input", {type: "radio", name: "seat", value: seat, disabled: !open, checked: seat === free[0]}),
        seatSign(seat, signs), h("span.grow", null, place), h("span.muted", null, taken ?? (open ? words.free : words.kept)))
    })
    return h("form.panel", {novalidate: true, onsubmit: (event) => {
      event.preventDefault()
      const given = nick()
      const seat = event.currentTarget.querySelector("[name=seat]:checked")
      if (given) model.send_msg({join: {nick: given, seat: seat ? Number(seat.value) : null}})
    }},
      h("h1", null, title), h("p", null, free.length ? words.join_intro : words.no_seat),
      back && h("button.main", {type: "button", onclick: () => go(back, true)}, words.come_back),
      h("fieldset", null, h("legend", null, words.seats), radios),
      free.length > 0 && named(),
      free.length > 0 && h("button.main.big", {type: "submit"}, words.join))
  }

  function draw() {
    const {join} = model.content
    redraw(card, join ? joining(join) : opening(model.content))
  }

  model.on("msg:custom", (message) => {
    if (message.said != null) say(message.said)
    if (message.form) opening.fill(message.form)
    if (message.go) {
      if (message.table) {
        const others = Object.entries(kept(SEATS, {})).filter(([table]) => table !== message.table).slice(1 - MOST)
        keep(SEATS, Object.fromEntries([...others, [message.table, message.go]]))
      }
      go(message.go, Boolean(message.table))
    }
  })
  model.on("content", draw)
  say(model.content.said)
  draw()
  return root
}
