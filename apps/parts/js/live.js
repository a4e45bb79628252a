// Matanga! live: what the table says is shown, what one does is asked for. Nothing is decided here.
import {h} from "./elements.js";
import {filled} from "./dom.js";
import {lobby, startCard} from "./live_lobby.js";
import {race} from "./live_race.js";

const BEAT = 2500  // ms between two signs of life
const LOST = 7000  // ms without an answer: the connection is lost
const PATIENCE = 5000  // ms between two attempts to load the page again
const KEPT = 12  // tables remembered in this browser

const keep = (where, key, value) => { try { value == null ? where.removeItem(key) : where.setItem(key, value) } catch { /* private window */ } }
const read = (where, key) => { try { return where.getItem(key) } catch { return null } }

/** Tokens: this tab's own, and those of tabs that were closed. */
const tokens = {
  own: (code) => read(sessionStorage, `matadojo-seat-${code}`),
  all: () => { try { return JSON.parse(read(localStorage, "matadojo-seats") || "[]").filter(Array.isArray) } catch { return [] } },
  spare: (code) => tokens.all().find(([one]) => one === code)?.[1],
  add(code, token) {
    keep(sessionStorage, `matadojo-seat-${code}`, token)
    keep(localStorage, "matadojo-seats", JSON.stringify([[code, token], ...tokens.all().filter(([one]) => one !== code)].slice(0, KEPT)))
  },
}

export function renderLive({model}) {
  const {content} = model
  const {words} = content
  const said = h("div.notice.said", {role: "status", "aria-live": "polite", hidden: true})
  const lost = h("div.notice.lost", {role: "alert", hidden: true}, h("span", null, words.lost, " "),
    h("button", {type: "button", onclick: () => location.reload()}, words.reload))
  const stage = h("div.stage")
  const root = h("div.live", null, lost, said, stage)
  let table = null
  let left = null  // the table that one has left
  let answered = performance.now()
  let beat = 0

  const send = (message) => model.send_msg(message)
  const act = {
    send,
    say,
    open: (wish) => send({open: wish}),
    join: (wish) => {
      const code = wish.table.toUpperCase()
      if (tokens.own(code) || tokens.spare(code)) hello(code)
      send({join: wish})
    },
    back: () => hello(left),
    async copy(told) {
      const address = new URL(location.pathname, location.href)
      address.searchParams.set("table", table.code)
      const language = new URLSearchParams(location.search).get("lang")
      if (language) address.searchParams.set("lang", language)
      address.hash = "live"
      try {
        await navigator.clipboard.writeText(address.href)
        told.textContent = words.copied
      } catch {
        const field = h("input", {type: "text", readonly: true, value: address.href, "aria-label": words.copy_here})
        told.replaceChildren(words.copy_here, " ", field)
        field.select()
      }
    },
  }
  const views = {start: startCard(content, act), lobby: lobby(content, act), race: race(content, act)}

  function say(text) {
    said.textContent = text ?? ""
    said.hidden = !text
  }

  function address(code) {
    const url = new URL(location.href)
    if (code) url.searchParams.set("table", code)
    else url.searchParams.delete("table")
    if (url.href !== location.href) history.replaceState(history.state, "", url)
  }

  function hello(code) {
    send({hello: {table: code, token: tokens.own(code) ?? null, spare: tokens.spare(code) ?? null}})
  }

  function view(name) {
    if (stage.firstChild === views[name].root) return
    stage.replaceChildren(views[name].root)
    if (name !== "start") say("")
  }

  function show(next) {
    if (table && table.code === next.code && next.version < table.version) return  // overtaken on the way
    table = next
    address(table.code)
    if (table.phase === "lobby") {
      views.lobby.show(table)
      view("lobby")
    } else {
      view("race")
      views.race.show(table)
    }
  }

  function away(code) {
    table = null
    left = code && (tokens.own(code) || tokens.spare(code)) ? code : null
    address(null)
    views.start.fill(null, left)
    view("start")
  }

  model.on("msg:custom", (message) => {
    answered = performance.now()
    lost.hidden = true
    if (message.seated) tokens.add(message.seated.table, message.seated.token)
    if (message.table) show(message.table)
    if (message.sheet) views.race.paper(message.sheet)
    if (message.gone != null) { away(null); say(message.gone) }
    if (message.left) away(message.left)
    if (message.said) {
      if (table && table.phase !== "lobby") views.race.tell(message.said, message)
      else say(message.said)
    }
    if (message.go) location.hash = message.go
  })

  function check() {
    if (!table) { answered = performance.now(); return }
    if (broken) return mend()
    send({ping: Math.round(performance.now())})
    if (performance.now() - answered < LOST) return
    mend()
  }

  /** The page cannot be mended from here: as soon as the server answers, load it again. The token brings the seat back. */
  async function mend() {
    if (!table) return
    lost.hidden = false
    const last = Number(read(sessionStorage, "matadojo-mended") ?? 0)
    if (mending || Date.now() - last < PATIENCE) return
    mending = true
    try {
      const answer = await fetch("static/js/bokeh.min.js", {method: "HEAD", cache: "no-store"})
      await answer.arrayBuffer()  // or it counts as broken off
      mending = answer.ok
      if (!answer.ok) return
      keep(sessionStorage, "matadojo-mended", String(Date.now()))
      location.reload()
    } catch { mending = false /* not yet */ }
  }
  let mending = false
  let broken = false
  const cut = () => { broken = true; mend() }
  const documents = globalThis.Bokeh?.documents ?? []
  for (const one of documents) one.on_event?.("connection_lost", cut)
  beat = setInterval(check, BEAT)
  const shown = () => { if (!document.hidden) check() }
  document.addEventListener("visibilitychange", shown)
  model.on("remove", () => {
    clearInterval(beat)
    document.removeEventListener("visibilitychange", shown)
    views.race.stop()
  })

  const code = new URLSearchParams(location.search).get("table")?.toUpperCase()
  views.start.fill(code, null)
  view("start")
  if (code) hello(code)
  return root
}
