// Insight: the values of the moves, and the best line are drawn here; the chart comes from python.
import {h, redraw, seatSign} from "./elements.js";
import {waitForFigures} from "./figures.js";
import {followTheme} from "./theme.js";

const SIGNS = {win: "▲", draw: "=", loss: "▼", open: "?"}
const POLL = 1000  // ms between two looks at how far the solving is

export function renderInsight({model}) {
  waitForFigures()
  const {words} = model.content
  const title = (text) => h("h2", null, text)
  const notice = h("div.notice", {role: "alert", hidden: true})
  const build = h("div.build", {tabindex: "-1"})
  const verdict = h("p.verdict", {role: "status", "aria-live": "polite"})
  const rows = h("ul.rows", {tabindex: "-1", "aria-label": words.moves})
  const source = h("p.muted.small")
  const line = h("div.line", {tabindex: "-1"})
  const lineBox = h("section.panel.best", null, title(words.line), h("p.muted.small", null, words.line_help), line)
  const help = h("p.muted.small")
  const chart = h("div.chart")
  const mistakes = h("div.mistakes", {tabindex: "-1"})
  const probe = h("span", {hidden: true, style: "color: light-dark(#fff, #000)"})
  const root = h("div.frame", null, probe, h("div.insight", null,
    h("div.area.table", null, model.get_child("board"), model.get_child("moves")),
    h("div.area.said", null,
      h("section.panel", null, title(words.title), notice, build, verdict, rows, source), lineBox,
      h("a.puzzles", {href: "#learn/puzzles"}, words.puzzles)),
    h("div.area.more", null, h("section.panel.game", null, title(words.game), help, chart, mistakes))))

  // What python is told: whether this is in sight, and in which colours.
  let seen = false
  let told = ""
  let clock = 0
  function tell() {
    const dark = getComputedStyle(probe).color === "rgb(0, 0, 0)"
    const message = {live: seen, dark}
    if (told === JSON.stringify(message) || (!seen && !told)) return
    told = JSON.stringify(message)
    model.send_msg(message)
  }
  const stop = followTheme(root)
  const sight = new IntersectionObserver((entries) => {
    seen = entries.at(-1).isIntersecting
    tell()
  })
  sight.observe(root)
  const scheme = matchMedia("(prefers-color-scheme: dark)")
  const colours = new MutationObserver(tell)
  for (const el of [document.documentElement, document.body]) colours.observe(el, {attributes: true})
  scheme.addEventListener("change", tell)
  model.on("remove", () => {
    clearInterval(clock)
    sight.disconnect()
    colours.disconnect()
    scheme.removeEventListener("change", tell)
    stop()
  })

  const play = (moves) => () => model.send_msg({play: moves, at: model.content.at})

  function drawBuild(c) {
    const {build: b} = c
    if (b?.percent != null) clock ||= setInterval(() => { if (seen) model.send_msg({poll: true}) }, POLL)
    else clock = clearInterval(clock)
    redraw(build, b ? [
      h("p", null, b.why),
      b.note && h("p.muted.small", null, b.note),
      b.percent != null && h("label.progress", null, b.label, h("progress", {value: b.percent, max: 100})),
      b.button && h("button.main", {type: "button", "data-key": "build", onclick: () => model.send_msg({build: true})}, b.button),
    ] : [])
  }

  function drawMoves(c) {
    redraw(rows, c.rows.map((row) => h("li", null,
      h("button.worth", {type: "button", "data-key": row.move, class: row.kind, onclick: play([row.move])},
        h("span.sign", {"aria-hidden": "true"}, SIGNS[row.kind]), h("span.move", null, row.text),
        h("span.says", null, row.says), row.best && h("span.top", null, "★ ", words.best)))))
    lineBox.hidden = !c.line.length
    redraw(line, c.line.map((one, n) => h("button", {type: "button", "data-key": `line ${n}`,
      onclick: play(c.line.slice(0, n + 1).map(({move}) => move))}, seatSign(one.seat, c.signs), one.text)))
  }

  function drawGame(c) {
    help.textContent = c.game.help
    chart.hidden = !c.game.chart
    mistakes.hidden = !c.game.chart
    redraw(mistakes, h("h3", null, words.mistakes), c.game.mistakes.length
      ? h("ul", null, c.game.mistakes.map((one) => h("li", null, h("button.plain", {type: "button", "data-key": `ply ${one.ply}`,
        onclick: () => model.send_msg({ply: one.ply})}, h("span.mark", {"aria-hidden": "true"}, "◆"), ` ${one.ply}. `,
      seatSign(one.seat, c.signs), ` ${one.text}: `, one.says))))
      : h("p", null, words.no_mistakes))
  }

  function draw() {
    const c = model.content
    if (c.wait) {
      // A word for whoever waits; what stands there stays until the new is here.
      if (!rows.hasChildNodes()) verdict.textContent = words.wait
      return
    }
    notice.hidden = !c.notice
    notice.textContent = c.notice
    verdict.textContent = c.verdict
    source.textContent = c.source
    drawBuild(c)
    drawMoves(c)
    drawGame(c)
  }

  const place = () => {
    const child = model.get_child("chart")
    if (!child) return
    chart.replaceChildren(child)
    model.send_msg({shown: "chart"})
  }
  model.on("chart", place)
  place()
  model.on("content", draw)
  draw()
  return root
}
