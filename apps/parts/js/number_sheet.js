// A sheet with sixty scattered numbers. A tap belongs to the nearest number; keys move between them.
import {h} from "./elements.js";
import {svg} from "./dom.js";

const FLASH = 900  // ms for which a refused number is marked
const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}

/** `on.mark(number)`, `on.press(number)`: what the player does; `on.rest()`: a tap while the sheet rests. */
export function numberSheet([width, height, reach], words, on) {
  const drawing = svg("svg", {viewBox: `0 0 ${width} ${height}`, class: "sheet", role: "group", "aria-label": words.sheet})
  const root = h("div.paper", null, drawing)
  let id = null
  let spots = []
  let groups = []
  let now = {live: false, signs: false, press: 700}
  let held = null  // {number, begun} while somebody signs
  let at = 1  // the number that the keyboard is on

  function layout(made) {
    if (made.id === id) return
    id = made.id
    spots = made.spots
    groups = spots.map(([x, y, turn, size], n) => svg("g", {class: "spot", transform: `translate(${x} ${y})`, role: "button",
      tabindex: "-1", "data-number": n + 1, "aria-label": String(n + 1)},
      svg("circle", {class: "ground", r: 50}),
      svg("text", {transform: `rotate(${turn}) scale(${size / 100})`, y: 22}, String(n + 1)),
      svg("path", {class: "cross", d: "M-30-24L30 24M30-24L-30 24"}),
      svg("circle", {class: "ink", r: 44, pathLength: 1}),
      svg("path", {class: "no", d: "M-40-40L40 40M40-40L-40 40"})))
    drawing.replaceChildren(...made.lines.map((line) => svg("polyline", {class: "way", points: line.map(([x, y]) => `${x},${y}`).join(" ")})), ...groups)
    focusOn(1, false)
  }

  /** Who looks for what: `next`, `down`, `left` numbers to go; `live`: may cross off; `signs`: has to hold it down. */
  function show(state) {
    now = state
    drawing.classList.toggle("awake", state.live)
    drawing.classList.toggle("signs", state.signs)
    const place = state.down ? 61 - state.next : state.next
    groups.forEach((group, n) => {
      const crossed = (state.down ? 60 - n : n + 1) < place
      if (group.classList.contains("crossed") === crossed && group.dataset.known) return
      group.dataset.known = "1"
      group.classList.toggle("crossed", crossed)
      group.setAttribute("aria-label", crossed ? words.crossed.replace("{number}", n + 1) : String(n + 1))
    })
    for (const group of groups) group.setAttribute("aria-disabled", String(!state.live))
    if (!state.live) release()
  }

  function flash(number) {
    const group = groups[number - 1]
    if (!group) return
    group.classList.remove("wrong")
    void group.getBoundingClientRect()
    group.classList.add("wrong")
    setTimeout(() => group.classList.remove("wrong"), FLASH)
  }

  function nearest(event) {
    const box = drawing.getBoundingClientRect()
    const x = (event.clientX - box.left) / box.width * width
    const y = (event.clientY - box.top) / box.height * height
    let best = null
    spots.forEach(([a, b], n) => {
      const far = (a - x) ** 2 + (b - y) ** 2
      if (far <= reach ** 2 && (!best || far < best.far)) best = {number: n + 1, far}
    })
    return best?.number ?? null
  }

  function press(number) {
    if (number == null || !now.live || !now.signs) return
    release()
    held = number
    drawing.style.setProperty("--press", `${now.press}ms`)
    groups[number - 1].classList.add("signing")
    on.press(number)
  }

  function release() {
    if (held == null) return
    groups[held - 1]?.classList.remove("signing")
    held = null
  }

  function lift(number) {
    if (held == null) return
    const same = held === number
    const what = held
    release()
    if (same) on.mark(what)
  }

  function touch(number) {
    if (number == null) return
    focusOn(number, false)
    if (!now.live) on.rest()
    else if (!now.signs) on.mark(number)
  }

  function focusOn(number, really = true) {
    groups[at - 1]?.setAttribute("tabindex", "-1")
    at = number
    groups[at - 1]?.setAttribute("tabindex", "0")
    if (really) groups[at - 1]?.focus()
  }

  drawing.addEventListener("click", (event) => touch(nearest(event)))
  drawing.addEventListener("pointerdown", (event) => {
    if (!now.signs || !now.live) return
    event.preventDefault()
    drawing.setPointerCapture?.(event.pointerId)
    press(nearest(event))
  })
  drawing.addEventListener("pointerup", (event) => lift(nearest(event)))
  drawing.addEventListener("pointercancel", release)
  drawing.addEventListener("contextmenu", (event) => event.preventDefault())
  drawing.addEventListener("keydown", (event) => {
    const way = ARROWS[event.key]
    if (way) {
      event.preventDefault()
      const [x, y] = spots[at - 1]
      let best = null
      spots.forEach(([a, b], n) => {
        const along = (a - x) * way[0] + (b - y) * way[1]
        const aside = Math.abs((a - x) * way[1]) + Math.abs((b - y) * way[0])
        const far = along + 2.5 * aside
        if (along > 10 && (!best || far < best.far)) best = {number: n + 1, far}
      })
      if (best) focusOn(best.number)
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault()
      if (event.repeat) return
      if (now.signs && now.live) press(at)
      else touch(at)
    }
  })
  drawing.addEventListener("keyup", (event) => { if (event.key === "Enter" || event.key === " ") lift(at) })

  return {root, layout, show, flash, id: () => id, focus: () => focusOn(at)}
}
