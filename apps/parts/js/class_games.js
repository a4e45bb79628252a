// A class plays: who with whom, and a list of the boards.
import {h, redraw, seatSign} from "./elements.js";
import {filled} from "./dom.js";

export function renderClassGames({model}) {
  const root = h("div.classgames", {tabindex: "-1"})
  const error = h("p.notice", {role: "alert", hidden: true})
  const make = h("section.panel.make", {tabindex: "-1"})
  const boards = h("section.panel.boards", {tabindex: "-1"})
  root.append(error, make, boards)
  let game = model.content.first
  let preset = ""
  let put = new Map()  // pupil -> number of the group, from 1; none: watches
  let tab = null

  const say = (text) => {
    error.textContent = text
    error.hidden = !text
  }
  const chosen = () => model.content.games.find(({id}) => id === game)
  const rules = () => chosen().presets.find(({name}) => name === preset) ?? chosen().presets[0]
  const numbers = () => [...new Set(put.values())].sort((a, b) => a - b)
  const members = (number) => model.content.roster.filter(([id]) => put.get(id) === number).map(([id]) => id)

  function select(key, label, options, value, change) {
    const el = h("select", {"data-key": key, onchange: () => change(el.value)}, options.map(([id, text]) => h("option", {value: id}, text)))
    el.value = value
    return h("label.field", null, h("span", null, label), el)
  }

  function drawMake() {
    const {games, roster, words} = model.content
    const known = new Set(roster.map(([id]) => id))
    put = new Map([...put].filter(([id]) => known.has(id)))
    const {presets} = chosen()
    const {name, sizes} = rules()
    const wrong = numbers().filter((number) => !sizes.includes(members(number).length))
    const most = numbers().at(-1) ?? 0
    const group = (number) => h("option", {value: number}, number ? filled(words.group, {number}) : words.watches)
    const pupil = ([id, nick, here]) => {
      const el = h("select", {"data-key": `pupil ${id}`, "aria-label": filled(words.group_of, {name: nick}), onchange: () => {
        const number = Number(el.value)
        if (number) put.set(id, number)
        else put.delete(id)
        drawMake()
      }}, [0, ...Array.from({length: most + 1}, (_, n) => n + 1)].map(group))
      el.value = put.get(id) ?? 0
      return h("li", {class: [wrong.includes(put.get(id)) && "wrong", here ? "" : "away"].filter(Boolean).join(" ")}, h("span.grow", null, nick), el)
    }
    const inOrder = [...roster].sort(([a], [b]) => (put.get(a) ?? 1e6) - (put.get(b) ?? 1e6))
    redraw(make,
      h("h2", null, words.title),
      h("div.row.fields", null,
        select("game", words.game, games.map(({id, title}) => [id, title]), game, (id) => { game = id; preset = ""; put.clear(); drawMake() }),
        presets.length > 1 && select("preset", words.rules, presets.map(({name, label}) => [name, label]), name, (one) => { preset = one; drawMake() })),
      !roster.length && h("p.muted", null, words.nobody),
      roster.length > 0 && h("div.row", null,
        h("button", {type: "button", "data-key": "lots", onclick: () => model.send_msg({lots: {game, preset: name}})}, words.lots),
        h("span.muted.grow", null, filled(words.by_hand, {sizes: sizes.join(", ")}))),
      h("ul.pupils", null, inOrder.map(pupil)),
      wrong.length > 0 && h("p.notice", null, filled(words.wrong, {groups: wrong.join(", "), sizes: sizes.join(", ")})),
      roster.length > 0 && h("button.main.big", {type: "button", "data-key": "start", disabled: !numbers().length || wrong.length > 0,
        onclick: () => model.send_msg({pair: {game, preset: name, groups: numbers().map(members)}})}, words.start))
  }

  function watch(table, all) {
    tab = open("", "_blank")  // now, while it is the answer to a press; where it leads is known in a moment
    model.send_msg({watch: table, all})
  }

  function board({table, game: id, nicks, moves, turn, over, winner}) {
    const {words, signs, games} = model.content
    const about = games.find((one) => one.id === id)
    const state = !over ? turn == null ? "" : filled(words.turn, {name: nicks[turn]}) : winner == null ? words.nobody_won : filled(words.won, {name: nicks[winner]})
    return h("li", {class: over ? "over" : ""},
      h("div.players", null, nicks.map((nick, seat) => h("span.player", {class: seat === (over ? winner : turn) ? "now" : ""}, seatSign(seat, signs[id]), nick))),
      h("div.muted.state", null, `${about?.title ?? id} · ${filled(words.moves, {count: moves})}${state ? ` · ${state}` : ""}`),
      h("div.row", null,
        h("button", {type: "button", "data-key": `watch ${table}`, onclick: () => watch(table, true)}, about?.hides ? words.watch_all : words.watch),
        about?.hides && h("button", {type: "button", "data-key": `public ${table}`, onclick: () => watch(table, false)}, words.watch_public),
        !over && h("button.plain", {type: "button", "data-key": `stop ${table}`, onclick: () => model.send_msg({stop: table})}, words.stop)))
  }

  function drawBoards() {
    const {boards: list, words} = model.content
    boards.hidden = !list.length
    redraw(boards,
      h("h2", null, words.boards),
      h("ul.list", null, list.map(board)),
      list.some(({over}) => !over) && h("div.row", null, h("button", {type: "button", "data-key": "stop all", onclick: () => model.send_msg({stop: null})}, words.stop_all)))
  }

  model.on("msg:custom", (message) => {
    if (message.said != null) {
      say(message.said)
      tab?.close()
      tab = null
    }
    if (message.groups) {
      say("")
      put = new Map(message.groups.flatMap((ids, n) => ids.map((id) => [id, n + 1])))
      drawMake()
    }
    if (message.paired) {
      say("")
      put.clear()
      drawMake()
      boards.scrollIntoView({block: "nearest"})
    }
    if (message.open) {
      const to = new URL(message.open, location.href)
      if (tab) tab.location = to
      else location.assign(to)
      tab = null
    }
  })
  model.on("content", () => {
    drawMake()
    drawBoards()
  })
  drawMake()
  drawBoards()
  return root
}
