// Whose turn it is, what can be done, why something cannot, how the game ended.
import {channelOf} from "./channel.js";
import {h, redraw, seatSign} from "./elements.js";

const PAUSE = 900  // ms

export function renderTurn({model}) {
  const root = h("section.panel.turn", {tabindex: "-1"})
  // One live region for the whole life of the part: only then do screen readers say what changes in it.
  const notice = h("div.notice", {role: "status", "aria-live": "polite"})
  const rest = h("div.rest", {tabindex: "-1"})
  root.append(rest, notice)

  const send = (message) => () => model.send_msg(message)
  const button = ({message, label, big, on}, first) => h(
    "button", {class: big ? "main big" : first ? "main" : "", type: "button", onclick: send(message),
               "aria-pressed": on ? "true" : null,
               "data-key": JSON.stringify(message)}, label)

  // What comes after the last step is told, and drawn, when that step has been on show: the board may still be on its
  // way there.
  const channel = channelOf(model.content.channel)
  let seen = ""
  let hidden = false
  let clock = 0
  const early = ({trace}) => {
    if (channel.trace === null || (channel.trace === trace && channel.cursor >= channel.count)) seen = trace
    return seen !== trace
  }
  function follow() {
    clearTimeout(clock)
    const {follows, trace} = model.content
    if (follows && !early(model.content)) clock = setTimeout(() => model.send_msg({seen: trace}), PAUSE)
  }
  const stop = channel.subscribe(() => {
    follow()
    if (hidden && !early(model.content)) draw()
  })

  function draw() {
    const c = model.content
    hidden = c.ends && early(c)
    follow()
    root.setAttribute("aria-label", c.words.to_do)
    redraw(rest,
      h("div.row.head", null,
        c.seat != null && seatSign(c.seat, c.signs),
        h("h2.grow", null, hidden ? c.words.watch : c.title)),
      c.hint && h("p.muted.hint", null, c.hint),
      c.buttons.length > 0 && h("div.row", null, c.buttons.map((one) => button(one, false))),
      c.outcomes.length > 0 && h("div.outcomes", {role: "group", "aria-label": c.words.chances},
        c.outcomes.map(({index, label, chance}) => h("button", {
          type: "button", "data-key": `outcome ${index}`, onclick: send({outcome: index})},
          h("span", null, label), h("span.muted", null, chance)))),
      c.result && !hidden && result(c),
      c.draws && h("label.draws.muted", null, `${c.draws.label}: `, drawsSelect(c.draws)))
    notice.hidden = !c.notice
    notice.replaceChildren(...(c.notice ? [
      c.rule && h("strong", null, `${c.words.not_allowed}. `), c.notice].filter(Boolean) : []))
  }

  function drawsSelect({value, options}) {
    const select = h("select", {"data-key": "draws", onchange: () => model.send_msg({draws: select.value})},
      options.map(([id, label]) => h("option", {value: id}, label)))
    select.value = value
    return select
  }

  function result(c) {
    const {winner, says, scores, buttons} = c.result
    return h("div.result", null,
      says && h("div.notice.good.row", null,
        winner != null && seatSign(winner, c.signs),
        h("strong.grow", null, says.join(" ")),
        scores.length > 0 && h("span", null, scores.join(", "))),
      h("div.row", null, buttons.map((one, n) => button(one, n === 0 && says))))
  }

  model.on("content", draw)
  model.on("remove", () => {
    clearTimeout(clock)
    stop()
  })
  draw()
  return root
}
