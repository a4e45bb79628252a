// A pupil's page: join, follow, answer. It decides nothing; what the server says is on the screen.
import {classSocket, memory} from "./class_socket.js";
import {classStage} from "./class_stage.js";
import {questionPanel} from "./class_question.js";
import {filled} from "./dom.js";
import {h} from "./elements.js";
import {canRemember, learnerName, remember} from "./learner_name.js";
import {joinForm} from "./join_form.js";
import {stepKeys} from "./step_keys.js";

const KEPT = 8  // own answers remembered in this browser

const {words, parts, titles} = JSON.parse(document.getElementById("data").textContent)
const store = memory("matadojo-class")
const root = document.getElementById("class")
const asked = new URLSearchParams(location.search).get("class")
if (asked && store.get().code && store.get().code !== asked.toUpperCase()) store.clear()

const now = {show: null, laid: null, cursor: 0, ask: null, closed: false, reveal: null, own: false, notice: ""}

const line = h("p.notice.line", {role: "status", hidden: true}, words.offline)
const own = h("div.notice.own.row", {hidden: true}, h("span.grow", null, words.own),
  h("button.main", {type: "button", name: "back", onclick: () => wander(false)}, words.back))
const play = h("button.main.big.play", {type: "button", name: "play", hidden: true, onclick: () => socket.say({play: true})})
const text = h("section.panel.text", {"aria-live": "polite", hidden: true})
const wait = h("section.panel.wait", null, h("p", null, words.wait))
const work = h("section.panel.work", {hidden: true})
const tryOut = h("a.try", {onclick: (event) => leaveFor(event.currentTarget)}, words.open)
const leave = h("div.row.leave")
const stage = classStage(parts, {tap: (id) => panel.tap(id), own: looked})
const panel = questionPanel({...words, good: words.right}, {answer, board: (options) => now.ask && !now.reveal && stage.options(options)})
const desk = h("div.desk", null, stage.places.board, text, panel.root, stage.places.steps, stage.places.rule)
const room = h("div.room", {hidden: true}, line, play, own, desk, wait, work, h("div.row.foot", null, tryOut, leave))
const form = joinForm(words, store.get().code ?? asked ?? "", (code, nick) =>
  // The token is made here: joining again after a lost answer is the same joining.
  socket.tell({join: {code, nick, token: newToken()}}, (one) => one.join))
root.append(form.root, room)

const scheme = location.protocol === "https:" ? "wss" : "ws"
const here = location.pathname.replace(/[^/]*$/, "")
const socket = classSocket(`${scheme}://${location.host}${here}class/socket?lang=${document.documentElement.lang}`, store, hear, (online) => { line.hidden = online })

function hear(message) {
  if (message.you) entered(message.you)
  // After reconnecting it mostly is what is on show already.
  if ("show" in message && (!message.show || message.show.id !== now.show?.id)) {
    now.show = message.show
    now.cursor = message.show?.cursor ?? 0
    follow()
  }
  if (message.step) {
    const [id, cursor] = message.step
    if (now.show?.id !== id) return
    now.cursor = cursor
    if (!now.own && showing()) stage.seek(`show ${id}`, cursor)
  }
  if ("ask" in message && (!message.ask || message.ask.id !== now.ask?.id)) {
    Object.assign(now, {ask: message.ask, closed: false, reveal: null, notice: ""})
    if (message.ask) wander(false)
    follow()
  }
  if (message.mine?.[1] != null) known(...message.mine)
  if (message.closed && message.closed === now.ask?.id) now.closed = true
  if (message.reveal && message.reveal.id === now.ask?.id) {
    now.reveal = message.reveal
    follow()
  }
  if ("game" in message) drawGame(message.game)
  if (message.go) {
    leaveFor()
    const language = new URLSearchParams(location.search).get("lang")
    return location.assign(`./play?${new URLSearchParams({key: message.go, ...(language && {lang: language})})}`)
  }
  if (message.work) drawWork(message.work)
  if (message.refused !== undefined) refused(message)
  if (message.gone) return gone(message.why)
  if (message.ack !== undefined && message.about?.leave) return gone(words.left)
  draw()
}

function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
}

function entered({nick, class: one}) {
  store.set({code: one.code, nick})
  document.getElementById("who").textContent = filled(words.you, {nick, class: one.title || one.code})
  document.title = `${one.title || one.code} · Matadojo`
  form.root.hidden = true
  room.hidden = false
  try { sessionStorage.removeItem("matadojo-class") } catch { /* a private window */ }
  if (!now.own) socket.say({away: false})
}

function refused({why, key, about}) {
  if (key === "no_pupil") return gone(why)
  if (room.hidden) return form.say(why)
  now.notice = why
  if (about?.answer) {
    const {given = {}} = store.get()
    delete given[about.answer.question]
    store.set({given})
  }
}

function gone(why) {
  socket.close()
  store.clear()
  Object.assign(now, {show: null, laid: null, ask: null, reveal: null, own: false})
  document.getElementById("who").textContent = ""
  room.hidden = true
  form.root.hidden = false
  form.say(why)
}

// Following -------------------------------------------------------------------------------------------------------------

/** Whether the board shows what the class is shown, and not the position of a question. */
const showing = () => !now.ask || Boolean(now.reveal)

function follow() {
  if (!showing()) {
    const {ask} = now
    return stage.lay({game: ask.board.game, name: `ask ${ask.id}`, play: true}, ask.board.move)
  }
  if (!now.show || now.own) return
  const {id, game, move} = now.show
  now.laid = now.show
  stage.lay({game, name: `show ${id}`, cursor: now.cursor}, move)
  stage.seek(`show ${id}`, now.cursor)
}

/** The pupil went to another step than the class, and looks around until they come back. */
function looked() {
  if (showing() && now.show && !now.own && stage.channel.cursor !== now.cursor) wander(true)
}

function wander(away) {
  if (now.own === away) return
  now.own = away
  socket.say({away})
  if (!away) follow()
  draw()
}

/** To the game's page, or to the work: a bar there leads back. */
function leaveFor() {
  try { sessionStorage.setItem("matadojo-class", `./join${location.search}`) } catch { /* then Back leads back */ }
  socket.say({away: true})
}

// Answering -------------------------------------------------------------------------------------------------------------

function answer(value) {
  const {ask} = now
  if (!ask || now.closed || now.reveal) return
  now.notice = ""
  keepAnswer(ask.id, value)
  socket.tell({answer: {question: ask.id, value}}, (one) => one.answer?.question === ask.id)
  draw()
}

/** The server knows an answer of before; one that is on its way is newer. */
function known(question, value) {
  if (!(store.get().out ?? []).some((one) => one.answer?.question === question)) keepAnswer(question, value)
}

function keepAnswer(question, value) {
  const kept = Object.entries(store.get().given ?? {}).filter(([id]) => id !== String(question)).slice(-KEPT)
  store.set({given: Object.fromEntries([...kept, [question, value]])})
}

// Drawing ---------------------------------------------------------------------------------------------------------------

function draw() {
  const {ask, closed, reveal, show, notice} = now
  const {given = {}, out = []} = store.get()
  own.hidden = !now.own
  wait.hidden = Boolean(show || ask)
  desk.hidden = !show && !ask
  const said = showing() && !ask ? now.laid?.text : ""  // beside its answer a question says itself what it asked
  text.hidden = !said
  if (said && text.textContent !== said) text.replaceChildren(...said.split(/\n+/).map((one) => h("p", null, one)))
  panel.draw({ask, closed, reveal, notice, given: given[ask?.id], earlier: given[ask?.before],
              sending: out.some((one) => one.answer?.question === ask?.id)})
  tryOut.hidden = !show || !showing()
  if (show) tryOut.href = `./${show.game}${query(show.link)}`
}

function query(link) {
  const found = new URLSearchParams(link)
  const language = new URLSearchParams(location.search).get("lang")
  if (link) found.set("step", now.cursor)
  if (language) found.set("lang", language)
  return found.size ? `?${found}` : ""
}

/** The way to the game that the teacher has put this pupil to. */
function drawGame(game) {
  play.hidden = !game
  if (!game) return
  const title = titles[game.game] ?? game.game
  play.textContent = game.seat == null ? filled(words.watch, {game: title})
    : filled(words.play, {game: title, names: game.with.join(", ")})
}

function drawWork(list) {
  work.hidden = !list.length
  const language = new URLSearchParams(location.search).get("lang")
  work.replaceChildren(h("h2", null, words.work), h("p.muted", null, words.work_seen), h("ul", null, list.map(({title, link}) =>
    h("li", null, h("a", {href: language ? link.replace("#", `?lang=${language}#`) : link, onclick: leaveFor}, title)))))
  if (list.length) tellLearner()
}

/** The class learns under which name this browser keeps progress, so that the teacher sees how the work goes. */
function tellLearner() {
  if (!learnerName() && canRemember()) remember(newToken(), () => {})
  const learner = learnerName()
  if (!learner || store.get().learner === learner) return
  store.set({learner})
  socket.tell({learner}, (one) => one.learner)
}

function drawLeave(sure = false) {
  const button = (name, label, onclick) => h("button", {type: "button", name, onclick, class: sure ? "" : "plain"}, label)
  leave.replaceChildren(...(sure
    ? [h("span", null, words.leave_sure), button("really", words.leave, () => socket.tell({leave: true})), button("stay", words.stay, () => drawLeave())]
    : [button("leave", words.leave, () => drawLeave(true))]))
}

stepKeys(desk, stage.channel)
drawLeave()
form.root.hidden = Boolean(store.get().token)
room.hidden = !form.root.hidden
draw()
