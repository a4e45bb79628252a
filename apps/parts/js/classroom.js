// The teacher's page: the door, or a class with what it sees, who is there and what it is asked.
import {questions} from "./classroom_ask.js";
import {codes} from "./classroom_code.js";
import {door, known} from "./classroom_door.js";
import {roster} from "./classroom_roster.js";
import {setWork} from "./classroom_work.js";
import {dialogs} from "./dialogs.js";
import {download} from "./download.js";
import {h, once, redraw} from "./elements.js";

const TOLD = 8000  // ms that a sentence stays
const HERE = "matadojo-teaching"  // where this tab keeps which class it is in, for when the page is loaded again
const STEP = 50  // ms between two steps that are told: a slider that is dragged tells no more

export function renderClassroom({model}) {
  const {words} = model
  const said = h("p.notice.said", {role: "status", "aria-live": "polite", hidden: true})
  const bar = h("div.panel.bar", {tabindex: "-1"})
  const stage = h("div.stage")
  const play = h("div.play")
  const empty = h("div.panel.empty", {tabindex: "-1"})
  const room = h("div.class", {hidden: true})
  const root = h("div.classroom", null, said)
  const boxes = dialogs(root, words)
  let secret = null

  const act = {send: (message) => model.send_msg(message)}
  const code = codes(model, words, act, boxes)
  const pupils = roster(words, act, boxes, code.here)
  const asking = questions(model, words, act, boxes)
  const work = setWork(model, words, act)
  const entry = door(words, act)
  const side = h("div.side", null, asking.root, pupils.root)
  room.append(bar, h("div.desk", null, h("div.main", null, empty, stage, work.root, play), side))
  root.append(entry.root, room)

  function say(text) {
    said.textContent = text
    said.hidden = !text
    clearTimeout(say.clock)
    say.clock = setTimeout(() => { said.hidden = true }, TOLD)
  }

  // The bar -------------------------------------------------------------------------------------------------------------

  function drawBar() {
    const {code: text, title, air, games, game, mode, locked, playing} = model.content
    const choice = h("select", {name: "game", "data-key": "game", "aria-label": words.game, onchange: () => act.send({game: choice.value})},
      !game && h("option", {value: "", selected: true}, words.choose_game),
      games.map(([id, label]) => h("option", {value: id}, label)))
    choice.value = game
    const lessons = games.find(([id]) => id === game)?.[2]
    const way = (name) => h("button", {type: "button", name, "data-key": name, "aria-pressed": String(mode === name && !playing), onclick: () => act.send({mode: name})}, words[name])
    redraw(bar,
      h("button.code", {type: "button", name: "code", "data-key": "code", title: words.show_code, "aria-label": `${words.show_code}: ${text}`, onclick: code.show},
        h("strong", null, code.spaced(text)), title && h("span.muted", null, title)),
      h("button.air", {type: "button", name: "air", "data-key": "air", role: "switch", "aria-checked": String(air), onclick: () => act.send({air: !air})},
        h("span.dot", {"aria-hidden": "true"}), words[air ? "air_on" : "air_off"]),
      choice,
      game && h("div.row.ways", {role: "group", "aria-label": words.game}, way("explore"), lessons && way("learn"), way("work")),
      h("button", {type: "button", name: "play", "data-key": "play", "aria-pressed": String(playing), onclick: () => act.send({play: !playing})}, words.play),
      h("span.grow"),
      locked && h("span.muted.locked", null, words.locked),
      h("button", {type: "button", name: "more", "data-key": "more", onclick: more}, `${words.more} …`))
  }

  function more() {
    const {locked, title} = model.content
    const told = h("p.told", {role: "status"})
    const entry = (name, label, action) => h("li", null, h("button", {type: "button", name, onclick: () => {
      boxes.close()
      action()
    }}, label))
    boxes.show(words.more, h("ul.actions", null,
      entry("lock", locked ? words.unlock : words.lock, () => act.send({lock: !locked})),
      entry("retitle", words.retitle, () => boxes.ask(words.retitle, words.name, title, 60, (text) => act.send({title: text}))),
      h("li", null, h("button", {type: "button", name: "own", onclick: () => code.copySecret(secret, told)}, words.secret_copy), told),
      entry("exit", words.leave, exit),
      entry("end", words.end, () => boxes.confirm(words.end, words.end_sure, words.end, () => act.send({end: true})))))
  }

  /** Remember, in this tab alone, which class it is in. */
  function inside(one) {
    secret = one
    try { one ? sessionStorage.setItem(HERE, one) : sessionStorage.removeItem(HERE) } catch { /* a private window */ }
    // The address holds no secret: it may stand on the projector.
    history.replaceState(history.state, "", location.href.split("#")[0])
  }

  function exit() {
    inside(null)
    act.send({exit: true})
  }

  // Drawing -------------------------------------------------------------------------------------------------------------

  function draw() {
    const inside = model.content.view === "class"
    room.hidden = !inside
    entry.root.hidden = inside
    if (!inside) return entry.draw()
    drawBar()
    asking.draw()
    const {game, mode, playing} = model.content
    work.draw()
    empty.hidden = Boolean(game) || playing
    if (!empty.hidden) redraw(empty, ...code.desk())
    stage.hidden = playing || mode === "work"
    play.hidden = !playing
  }

  function drawStage() {
    const child = model.get_child("stage")
    stage.replaceChildren(...(child ? [child] : []))
    if (child) model.send_msg({shown: true})  // what came later counts as new in the browser until it sends something
  }

  function drawPlay() {
    const child = model.get_child("play")
    play.replaceChildren(...(child ? [child] : []))
    if (child) model.send_msg({shown: true})
  }

  // The step on show: at once, and then no more often than needed, but always the last.
  let wanted = null
  let rest = 0
  let clock = 0
  function tell() {
    clock = 0
    if (!wanted) return
    rest = performance.now() + STEP
    act.send({at: wanted})
    wanted = null
  }
  const cursor = ({detail}) => {
    if (detail.channel !== model.content.channel) return
    wanted = [String(detail.trace), detail.cursor]
    clock ||= setTimeout(tell, Math.max(0, rest - performance.now()))
  }

  document.addEventListener("matadojo:cursor", cursor)
  model.on("content", draw)
  model.on("roster", () => pupils.draw(model.roster))
  model.on(["asking", "choose"], asking.draw)
  model.on("work", work.draw)
  model.on("stage", drawStage)
  model.on("play", drawPlay)
  model.on("msg:custom", ({said: text, entered, lost, picture, file, text: csv}) => {
    if (file) download(root, file, csv, "text/csv")
    if (text) say(text)
    if (picture) code.draw(picture)
    if (lost) {
      known.drop(lost)
      if (secret === lost) exit()
      entry.draw()
    }
    if (!entered) return
    inside(entered.secret)
    known.add({secret: entered.secret, code: entered.code, title: entered.title})
    if (entered.new) code.secret(entered.secret)
  })
  model.on("remove", () => {
    document.removeEventListener("matadojo:cursor", cursor)
    clearTimeout(clock)
  })
  model.on("after_layout", once(() => {
    const found = location.hash.match(/^#teacher=([\w-]{32,64})$/)
    let before = null
    try { before = sessionStorage.getItem(HERE) } catch { /* a private window */ }
    if (found || before) act.send({enter: found ? found[1] : before})
  }))
  pupils.draw(model.roster)
  draw()
  drawStage()
  drawPlay()
  return root
}
