// The odds of the bull: bars and tables are drawn here, the two maps come from python once this is in sight.
import {channelOf} from "./channel.js";
import {h, redraw, seatSign} from "./elements.js";
import {waitForFigures} from "./figures.js";
import {followTheme} from "./theme.js";

const LATER = 250  // ms; whoever steps on while this is in sight sends where they stopped

export function renderOdds({model}) {
  waitForFigures()
  const says = h("div.says", {role: "status", "aria-live": "polite"})
  const minds = h("div.row.minds")
  const chance = h("div.map", {"data-map": "chance_map"})
  const change = h("div.map", {"data-map": "change_map"})
  const numbers = h("details")
  const hits = h("section.panel.hits")
  const ask = h("div.ask", {tabindex: "-1"})
  const result = h("div.says", {role: "status", "aria-live": "polite"})
  const changes = h("details")
  const title = (text) => h("h2", null, text)
  const {words} = model.content
  const where = h("section.panel.where", null, title(words.where), ask, result, change, changes)
  const probe = h("span", {hidden: true, style: "color: light-dark(#fff, #000)"})
  const main = h("div.bull", null,
    h("section.panel.run", null, title(words.title), minds, says, chance, numbers),
    h("div.column", null, hits, where))
  const root = h("div.frame", null, probe, main)

  // What python is told: whether this is in sight, in which colours, and which step is on show.
  let seen = false
  let told = ""
  let clock = 0
  function tell() {
    clearTimeout(clock)
    clock = 0
    const {trace, cursor} = channel
    const own = trace !== null && !String(trace).startsWith("other")
    const dark = getComputedStyle(probe).color === "rgb(0, 0, 0)"
    const message = {live: seen, dark, at: own ? [String(trace), cursor] : ["", 0]}
    if (told === JSON.stringify(message) || (!seen && !told)) return
    told = JSON.stringify(message)
    model.send_msg(message)
  }
  const soon = () => { clock ||= setTimeout(tell, LATER) }
  const channel = channelOf(model.content.channel)
  const stops = [channel.subscribe(() => { if (seen) soon() }), followTheme(root)]
  const sight = new IntersectionObserver((entries) => {
    seen = entries.at(-1).isIntersecting
    tell()
  })
  sight.observe(root)
  const scheme = matchMedia("(prefers-color-scheme: dark)")
  const colours = new MutationObserver(soon)
  for (const el of [document.documentElement, document.body]) colours.observe(el, {attributes: true})
  scheme.addEventListener("change", soon)
  model.on("remove", () => {
    clearTimeout(clock)
    sight.disconnect()
    colours.disconnect()
    scheme.removeEventListener("change", soon)
    for (const stop of stops) stop()
  })

  function choices(label, options, value, message, sign) {
    return h("div.choice.row", {role: "group", "aria-label": label}, h("span.muted", null, label),
      options.map(([id, text]) => h("button", {type: "button", "data-key": `${label} ${id}`, "aria-pressed": String(id === value),
        onclick: () => model.send_msg(message(id))}, sign?.(id), text)))
  }

  function grid(details, rows) {
    details.hidden = !rows.length
    details.replaceChildren(h("summary", null, words.table), h("table.grid", null,
      h("tr", null, rows[0]?.map((text) => h("th", {scope: "col"}, text))),
      rows.slice(1).map(([name, ...cells]) => h("tr", null, h("th", {scope: "row"}, name), cells.map((text) => h("td", null, text))))))
  }

  function bar([value, text, exact], kind) {
    return h("td", {title: exact}, h("div.bar", {class: kind}, h("span.fill", {style: `width: ${value}%`})), h("span.number", null, `${text} %`))
  }

  function drawHits(c) {
    const rest = {down: words.is_down, out: words.is_out, none: words.is_none}
    redraw(hits, title(words.hits),
      h("table.bars", null,
        h("tr", null, h("th.hide", {scope: "col"}, words.player), h("th", {scope: "col"}, words.floored), h("th", {scope: "col"}, words.removed)),
        c.hits.map(({seat, name, state, bars}) => h("tr", {"data-seat": seat},
          h("th", {scope: "row"}, h("span.who", null, seatSign(seat, c.signs), name)),
          state === "out" || state === "none" ? h("td.muted", {colspan: "2"}, rest[state])
            : [state === "down" ? h("td.muted", null, rest.down) : bar(bars[0], "floored"), bar(bars[1], "removed")]))),
      c.guesses.length > 0 && h("details.guesses", {open: true}, h("summary", null, words.guesses),
        h("table.grid", null,
          h("tr", null, c.guesses[0].map((text, n) => h("th", {scope: "col"}, n ? text : h("span.hide", null, words.thinks)))),
          c.guesses.slice(1).map(([name, ...cells]) => h("tr", null, h("th", {scope: "row"}, name), cells.map((text) => h("td", null, text)))))))
  }

  function drawAdvice(c) {
    const {advice} = c
    const possible = !advice.why
    redraw(ask, possible ? [
      h("p.muted", null, advice.help),
      choices(advice.chip_label, advice.chips, advice.chip, (chip) => ({chip})),
      choices(words.victim, advice.victims, advice.victim, (victim) => ({victim}), (seat) => seatSign(seat, c.signs)),
    ] : [h("p.muted", null, advice.why)])
    const ready = possible && advice.table.length > 0
    result.replaceChildren(...(ready ? advice.says : possible ? [words.wait] : []).map((text) => h("p", null, text)))
    change.hidden = !ready
    grid(changes, ready ? advice.table : [])
  }

  function draw() {
    const c = model.content
    // What was read with other eyes, or of another state, is not shown while the new is on its way.
    main.classList.toggle("waiting", c.wait)
    if (c.wait) {
      says.replaceChildren(h("p.muted", null, words.wait))
      for (const el of [hits, numbers, changes, ask, result, minds]) el.replaceChildren()
      return
    }
    redraw(minds, c.alone ? h("p.muted", null, words.mind_why)
      : choices(words.mind, c.minds, c.mind, (mind) => ({mind}), (mind) => mind >= 0 && mind !== null && seatSign(mind, c.signs)))
    says.replaceChildren(...c.says.map((text) => h("p", null, text)))
    grid(numbers, c.table)
    drawHits(c)
    drawAdvice(c)
  }

  for (const [slot, box] of [["chance_map", chance], ["change_map", change]]) {
    const place = () => {
      const child = model.get_child(slot)
      if (!child) return
      box.replaceChildren(child)
      model.send_msg({shown: slot})
    }
    model.on(slot, place)
    place()
  }
  model.on("content", draw)
  draw()
  return root
}
