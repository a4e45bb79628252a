// Who plays each seat, and why the computer played as it did.
import {h, redraw, seatSign} from "./elements.js";

export function renderRivals({model}) {
  const seats = h("div.seats")
  const thinks = h("p.muted.thinks", {role: "status", "aria-live": "polite"})
  const help = h("p.muted.small")
  const title = h("span")
  const fold = h("details", {ontoggle: () => model.send_msg({open: fold.open})},
    h("summary", null, h("h2", null, title), h("span.now")), h("div.body", null, help, seats))
  const question = h("summary")
  const says = h("p.muted.small", {tabindex: "-1"})
  const table = h("div.scroll")
  const why = h("details.why", {hidden: true, ontoggle: () => model.send_msg({asked: why.open})},
    question, h("div.body", null, says, table))

  function draw() {
    const c = model.content
    title.textContent = c.words.title
    help.textContent = c.words.help
    thinks.textContent = c.thinks
    thinks.hidden = !c.thinks
    redraw(seats, c.seats.map(([seat, name, value]) => {
      const select = h("select", {"data-key": `seat ${seat}`,
        onchange: () => model.send_msg({seat, player: select.value})},
        c.players.map(([id, label]) => h("option", {value: id}, label)))
      select.value = value
      return h("label.row", null, seatSign(seat, c.signs), h("span.grow", null, name), select)
    }))
    why.hidden = !c.why
    question.textContent = c.why?.title ?? ""
    says.textContent = c.why?.says ?? ""
    const rows = c.why?.rows
    table.replaceChildren(...(rows ? [h("table", null,
      h("thead", null, h("tr", null, c.why.heads.map(([head, seat, name]) => h("th", {scope: "col"}, head,
        seat != null && [" ", seatSign(seat, c.signs), h("span.hide", null, name)])))),
      h("tbody", null, rows.map(({move, cells, chosen}) => h("tr", {class: chosen ? "chosen" : ""},
        h("th", {scope: "row"}, move, chosen && h("span.tag", {title: c.words.chosen}, "★", h("span.hide", null, ` ${c.words.chosen}`))),
        cells.map((cell) => h("td", null, cell))))))] : []))
  }

  model.on("content", draw)
  draw()
  return h("section.panel.rivals", null, fold, thinks, why)
}
