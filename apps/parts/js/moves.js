// The moves of the present line, and beside each move what else was tried there.
import {h, redraw, seatSign} from "./elements.js";

export function renderMoves({model}) {
  const root = h("section.panel.moves", {tabindex: "-1"})
  const head = h("div.row.head", {tabindex: "-1"})
  const list = h("ol.list", {tabindex: "-1"})
  root.append(head, list)
  const send = (message) => () => model.send_msg(message)

  function move(row, signs, here) {
    const {words} = model.content
    return h("button.move", {
      type: "button", "data-key": `node ${row.node}`, "aria-current": here ? "step" : null,
      title: row.says || null, class: row.seat == null ? "muted" : "", onclick: send({node: row.node}),
    }, row.seat != null && seatSign(row.seat, signs), row.who && h("span.hide", null, `${row.who} `), row.text,
    row.alike && h("span.alike", {title: words.alike}, "=", h("span.hide", null, ` ${words.alike}`)))
  }

  function draw() {
    const {rows, ply, count, signs, words} = model.content
    root.setAttribute("aria-label", words.moves)
    redraw(head,
      h("h2.grow", null, words.moves),
      h("button", {type: "button", "data-key": "undo", disabled: ply === 0, onclick: send({undo: true})},
        h("span", {"aria-hidden": "true"}, "↶ "), words.undo),
      h("button", {type: "button", "data-key": "redo", disabled: ply >= count, onclick: send({redo: true})},
        h("span", {"aria-hidden": "true"}, "↷ "), words.redo))
    const start = h("li", null, h("button.move.muted", {
      type: "button", "data-key": "node -1", "aria-current": ply === 0 ? "step" : null, onclick: send({node: -1})},
      words.start))
    redraw(list, start, rows.map((row) => h("li", {class: row.forced || row.draws > 1 ? "line" : ""},
      move(row, signs, row.here),
      row.others.length > 0 && h("span.others", null,
        h("span.muted", null, `${words.other}: `), row.others.map((other) => move(other, signs, false))))))
    const here = list.querySelector("[aria-current]")
    if (here) {  // scrolls the list, never the page
      const top = here.getBoundingClientRect().top - list.getBoundingClientRect().top
      list.scrollTop += top - list.clientHeight / 2
    }
  }

  model.on("content", draw)
  draw()
  return root
}
