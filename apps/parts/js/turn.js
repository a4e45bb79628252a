// Whose turn it is, what can be done, why something cannot, how the game ended.
import {h, redraw, seatSign} from "./elements.js";

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

  function draw() {
    const c = model.content
    root.setAttribute("aria-label", c.words.to_do)
    redraw(rest,
      h("div.row.head", null,
        c.seat != null && seatSign(c.seat, c.signs),
        h("h2.grow", null, c.title)),
      c.hint && h("p.muted.hint", null, c.hint),
      c.buttons.length > 0 && h("div.row", null, c.buttons.map((one) => button(one, false))),
      c.outcomes.length > 0 && h("div.outcomes", {role: "group", "aria-label": c.words.chances},
        c.outcomes.map(({index, label, chance}) => h("button", {
          type: "button", "data-key": `outcome ${index}`, onclick: send({outcome: index})},
          h("span", null, label), h("span.muted", null, chance)))),
      c.result && result(c),
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
  draw()
  return root
}
