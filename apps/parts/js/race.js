// A race over time. Lanes are drawn once; a head moves along them, here and at once. Python hears where it stands.
import {h, seatSign} from "./elements.js";
import {svg, filled} from "./dom.js";
import {raceForm} from "./race_form.js";

const LANE = 66  // px
const ZOOMS = [0, 4, 12, 36]  // px a second; 0: all of it fits
const SPEEDS = [1, 4, 16]
const SEND = 150  // ms between two messages
const QUIET = 700  // ms after the last message in which python's word does not move the head

const ICONS = {
  first: "M6 5v14M19 5L9 12L19 19Z", back: "M16 5L6 12L16 19Z", play: "M7 4L19 12L7 20Z", pause: "M8 5V19M16 5V19",
  forward: "M8 5L18 12L8 19Z", last: "M5 5L15 12L5 19ZM18 5V19", pencil: "M4 12H14M10 7L15 12L10 17M19 5L23 12L19 19L17 12Z", zoom: "M10 4A6 6 0 1 0 10 16A6 6 0 1 0 10 4ZM15 15L21 21",
}
const icon = (name) => svg("svg", {viewBox: "0 0 24 24", class: "sign", "aria-hidden": "true"}, svg("path", {d: ICONS[name]}))
const clock = (time, words) => {
  const s = time / 1000
  return s < 60 ? filled(words.seconds, {count: s.toFixed(1)}) : `${Math.floor(s / 60)}:${(s % 60).toFixed(1).padStart(4, "0")}`
}

export function renderRaceView({model}) {
  let c = model.content
  let ply = model.ply
  let zoom = 0
  let speed = 1
  let playing = 0
  let sent = {at: 0, ply: -1, timer: 0}
  let width = 0
  let head = null
  let labels = []
  let asked = false
  const names = h("div.names")
  const chart = h("div.chart", {tabindex: "0", role: "slider"})
  const place = h("p.place", {role: "status"})
  const said = h("div.notice", {role: "status", "aria-live": "polite", hidden: true})
  const recorded = h("p.muted")
  const button = (name, act) => h("button", {type: "button", class: name, title: c.words[name], "aria-label": c.words[name], onclick: act}, icon(name))
  const play = button("play", () => toggle())
  const speedButton = h("button", {type: "button", class: "speed", onclick: () => { speed = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length]; label() }})
  const zoomButton = h("button", {type: "button", class: "zoom", onclick: () => { zoom = (zoom + 1) % ZOOMS.length; label(); draw() }})
  const controls = h("div.row.controls", null, button("first", () => go(0)), button("back", () => go(ply - 1)), play, button("forward", () => go(ply + 1)),
    button("last", () => go(count())), button("pencil", () => nextPencil()), speedButton, zoomButton, place)
  const legend = h("ul.legend.muted")
  const form = h("section.panel.form")
  const root = h("div.timeline", null, h("h1", null, c.words.title), recorded, said, controls,
    h("div.lanes", null, names, chart), legend,
    h("div.why", null, h("div", null, model.get_child("steps")), h("div", null, model.get_child("card"), form)))

  const run = (values) => {
    asked = true
    model.send_msg({run: values})
  }
  const count = () => c.times.length
  const timeAt = (n) => n ? c.times[n - 1] : c.start
  const span = () => Math.max(1, c.end - c.start)
  const x = (time) => (time - c.start) / span() * (width - 16) + 8

  /** How many moves are played at a time. */
  function plyAt(time) {
    let low = 0
    let high = count()
    while (low < high) {
      const middle = (low + high) >> 1
      if (c.times[middle] <= time) low = middle + 1
      else high = middle
    }
    return low
  }

  function tell() {
    clearTimeout(sent.timer)
    const wait = sent.at + SEND - performance.now()
    if (wait > 0) { sent.timer = setTimeout(tell, wait); return }
    if (sent.ply === ply) return
    sent.at = performance.now()
    sent.ply = ply
    model.send_msg({goto: ply})
  }

  function go(to, {halt = true} = {}) {
    if (halt) stop()
    ply = Math.max(0, Math.min(count(), to))
    move(timeAt(ply))
    tell()
  }

  function nextPencil() {
    const times = c.lanes.flatMap(({rolls}) => rolls.filter(([, face]) => face === "pencil").map(([time]) => time)).sort((a, b) => a - b)
    const next = times.find((time) => plyAt(time) > ply)
    if (next != null) go(plyAt(next))
    else go(count())
  }

  function toggle() {
    if (playing) return stop()
    if (ply >= count()) go(0)
    const from = timeAt(ply)
    const begun = performance.now()
    const run = (now) => {
      const time = from + (now - begun) * speed
      const at = plyAt(time)
      if (at !== ply) { ply = at; tell() }
      move(Math.min(time, c.end))
      if (ply >= count()) return stop()
      playing = requestAnimationFrame(run)
    }
    playing = requestAnimationFrame(run)
    label()
  }

  function stop() {
    cancelAnimationFrame(playing)
    playing = 0
    label()
  }

  function label() {
    if (play.dataset.icon !== String(Boolean(playing))) {
      play.dataset.icon = String(Boolean(playing))
      play.replaceChildren(icon(playing ? "pause" : "play"))
    }
    for (const name of ["title", "aria-label"]) play.setAttribute(name, playing ? c.words.pause : c.words.play)
    speedButton.textContent = `${speed}×`
    speedButton.setAttribute("aria-label", `${c.words.speed} ${speed}×`)
    zoomButton.replaceChildren(icon("zoom"), ZOOMS[zoom] ? ` ${zoom + 1}` : ` ${c.words.fit}`)
    zoomButton.setAttribute("aria-label", `${c.words.zoom} ${zoom + 1}`)
  }

  /** Put the head at a time, and say what holds there. */
  function move(time) {
    head?.setAttribute("transform", `translate(${x(time)} 0)`)
    const text = `${filled(c.words.at, {time: clock(time, c.words), end: clock(c.end, c.words)})} · ${filled(c.words.event, {ply, count: count()})}`
    place.textContent = text
    chart.setAttribute("aria-valuenow", ply)
    chart.setAttribute("aria-valuetext", text)
    const within = (spans) => spans.some(([a, b]) => a <= time && (time < b || (b === c.end && time === b)))
    c.lanes.forEach((lane, seat) => {
      let done = lane.progress[0]?.[1] ?? 0
      for (const [at, crossed] of lane.progress) if (at <= time && plyAt(at) <= Math.max(ply, 0)) done = crossed
      const states = [within(lane.holding) && c.words.holds, within(lane.rolling) && c.words.rolls, within(lane.away) && c.words.away].filter(Boolean)
      labels[seat].textContent = [filled(c.words.of, {count: done, goal: lane.goal}), ...states].join(", ")
      labels[seat].parentNode.classList.toggle("holds", within(lane.holding))
    })
    const left = x(time)
    if (left < chart.scrollLeft + 30 || left > chart.scrollLeft + chart.clientWidth - 30) chart.scrollLeft = left - chart.clientWidth / 3
  }

  function draw() {
    const {words, lanes} = c
    recorded.textContent = c.recorded ? words.recorded : count() ? "" : words.empty
    recorded.hidden = !recorded.textContent
    chart.setAttribute("aria-label", words.chart)
    chart.setAttribute("aria-valuemin", 0)
    chart.setAttribute("aria-valuemax", count())
    labels = lanes.map(() => h("span.muted"))
    names.replaceChildren(...lanes.map((_, seat) => h("div.lane", null, seatSign(seat, c.signs), h("strong.name", {title: c.names[seat]}, c.names[seat]), labels[seat])))
    width = Math.max(chart.clientWidth - 2 || 300, ZOOMS[zoom] * span() / 1000)
    const tall = LANE * lanes.length
    const picture = svg("svg", {width, height: tall + 22, viewBox: `0 0 ${width} ${tall + 22}`, "aria-hidden": "true"})
    lanes.forEach((lane, seat) => picture.append(laneOf(lane, seat)))
    const step = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800].find((s) => x(c.start + s * 1000) - x(c.start) > 56) ?? 3600
    for (let s = Math.ceil(c.start / 1000 / step) * step; s * 1000 <= c.end; s += step) {
      picture.append(svg("path", {class: "tick", d: `M${x(s * 1000)} 0V${tall + 4}`}), svg("text", {class: "time", x: x(s * 1000), y: tall + 17}, s < 60 ? filled(words.seconds, {count: s}) : `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`))
    }
    head = svg("g", {class: "head"}, svg("path", {d: `M0 0V${tall + 4}`}), svg("path", {class: "grip", d: `M-7 ${tall + 20}L0 ${tall + 4}L7 ${tall + 20}Z`}))
    picture.append(head)
    chart.replaceChildren(picture)
    legend.replaceChildren(...["hold", "die", "pencil", "blank", "miss", "line"].map((id) => h("li", null, sample(id), words[`legend_${id}`])))
    label()
    move(timeAt(ply))
  }

  function sample(id) {
    const marks = {hold: svg("rect", {class: "hold", x: 1, y: 5, width: 22, height: 10}), die: svg("rect", {class: "die", x: 1, y: 8, width: 22, height: 5}), pencil: pencil(12, 11),
      blank: svg("circle", {class: "blank", cx: 12, cy: 10, r: 2.5}), miss: miss(12, 10), line: svg("path", {class: "line", d: "M1 17H8V11H15V5H23"})}
    return svg("svg", {width: 24, height: 20, viewBox: "0 0 24 20", class: "seat-0", "aria-hidden": "true"}, marks[id])
  }

  const pencil = (a, b) => svg("path", {class: "pencil", d: `M${a} ${b - 7}L${a + 5} ${b}L${a} ${b + 7}L${a - 5} ${b}Z`})
  const miss = (a, b) => svg("path", {class: "miss", d: `M${a - 4} ${b - 4}L${a + 4} ${b + 4}M${a + 4} ${b - 4}L${a - 4} ${b + 4}`})

  function laneOf(lane, seat) {
    const top = seat * LANE
    const bottom = top + LANE - 6
    const y = (done) => bottom - 3 - done / lane.goal * (LANE - 24)
    const bar = (name, from, tall) => ([a, b]) => svg("rect", {class: name, x: x(a), y: from, width: Math.max(1, x(b) - x(a)), height: tall})
    const first = lane.progress[0]
    const line = lane.progress.map(([time, done], n) => n ? `H${x(time)}V${y(done)}` : `M${x(time)} ${y(done)}`).join("") + (first ? `H${x(c.end)}` : "")
    return svg("g", {class: `seat-${seat}`},
      svg("rect", {class: "ground", x: 0, y: top + 2, width, height: LANE - 6}),
      ...lane.away.map(bar("away", top + 2, LANE - 6)), ...lane.holding.map(bar("hold", top + 14, LANE - 20)), ...lane.rolling.map(bar("die", top + 6, 5)),
      svg("path", {class: "line", d: line}),
      ...lane.rolls.map(([time, face]) => face === "pencil" ? pencil(x(time), top + 9) : svg("circle", {class: "blank", cx: x(time), cy: top + 8.5, r: 2.2})),
      ...lane.misses.map(([time]) => miss(x(time), bottom - 8)))
  }

  const scrub = (event) => {
    const box = chart.firstChild.getBoundingClientRect()
    const time = c.start + (event.clientX - box.left - 8) / (width - 16) * span()
    go(plyAt(time))
  }
  chart.addEventListener("pointerdown", (event) => {
    if (event.button || (event.pointerType !== "mouse" && ZOOMS[zoom])) return  // a finger moves what is wider than the screen
    chart.setPointerCapture(event.pointerId)
    scrub(event)
    chart.addEventListener("pointermove", scrub)
  })
  for (const name of ["pointerup", "pointercancel"]) chart.addEventListener(name, () => chart.removeEventListener("pointermove", scrub))
  chart.addEventListener("click", (event) => scrub(event))
  const keys = {ArrowLeft: () => go(ply - 1), ArrowRight: () => go(ply + 1), Home: () => go(0), End: () => go(count()), PageUp: () => go(ply - 10),
                PageDown: () => go(ply + 10), " ": toggle}
  chart.addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    keys[event.key]()
  })

  model.on("content", () => {
    c = model.content
    stop()
    ply = Math.min(model.ply, count())
    sent.ply = ply
    raceForm(form, c, run)
    draw()
    if (!asked) return
    asked = false
    root.scrollIntoView({block: "start"})  // the form is below, out of sight of the lanes on a phone
    chart.focus({preventScroll: true})
  })
  model.on("ply", () => {
    if (playing || performance.now() - sent.at < QUIET) return
    ply = Math.min(model.ply, count())
    sent.ply = ply
    move(timeAt(ply))
  })
  model.on("msg:custom", (message) => {
    if (message.said == null) return
    said.textContent = message.said
    said.hidden = !message.said
  })
  const resize = new ResizeObserver(() => { if (chart.clientWidth) draw() })
  resize.observe(names)
  resize.observe(root)
  model.on("remove", () => { resize.disconnect(); stop(); clearTimeout(sent.timer) })
  raceForm(form, c, run)
  draw()
  return root
}
