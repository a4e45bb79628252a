// The people at a table, the links for those who are still missing, and what is seldom needed.
import {h, redraw, seatSign} from "./elements.js";
import {filled, forOthers} from "./dom.js";

const KEPT = 8000  // ms that a note stays

export function renderTableBar({model}) {
  const root = h("div.menu.tablebar", {tabindex: "-1"})
  const rest = h("div.rest", {tabindex: "-1"})
  const note = h("p.muted", {role: "status", "aria-live": "polite", hidden: true})
  const told = h("p.hide", {role: "status", "aria-live": "polite"})
  root.append(rest, note, told)
  let dialog = null
  const title = document.title

  function say(text) {
    note.textContent = text
    note.hidden = false
    clearTimeout(say.clock)
    say.clock = setTimeout(() => { note.hidden = true }, KEPT)
  }

  const address = (key) => {
    const to = forOthers(location.href, model.content.host)
    to.search = new URLSearchParams({key})  // others read it in their own language
    return to.href
  }

  async function copy(key) {
    const {words} = model.content
    try {
      await navigator.clipboard.writeText(address(key))
      say(words.copied)
    } catch {  // no permission, or a page without https
      const field = h("input", {type: "text", readonly: true, value: address(key), "aria-label": words.copy_here})
      show(words.copy_here, field)
      field.select()
    }
  }

  function show(title, ...body) {
    dialog?.remove()
    dialog = h("dialog", {"aria-label": title, onclick: (event) => { if (event.target === dialog) dialog.close() }},
      h("div.head", null, h("h2", null, title),
        h("button.plain", {type: "button", "aria-label": model.content.words.close, onclick: () => dialog.close()}, "✕")),
      h("div.body", null, ...body))
    dialog.addEventListener("keydown", (event) => event.stopPropagation())
    root.append(dialog)
    dialog.showModal()
  }

  function more() {
    const {can, seats, watch, words, seed} = model.content
    const act = (label, message) => h("li", null, h("button", {type: "button", onclick: () => {
      dialog.close()
      message instanceof Function ? message() : model.send_msg(message)
    }}, label))
    show(words.more, h("ul.actions", null,
      can.back && act(words.back, {back: true}),
      can.resign && act(words.resign, () => sure(words.resign_sure, words.resign, {resign: true})),
      can.end && act(words.end, {end: true}),
      can.stop && act(words.stop, () => sure(words.stop_sure, words.stop, {stop: true})),
      watch && act(words.copy_watch, () => copy(watch)),
      seats.map(({key, nick, place}) => key && !nick && act(filled(words.copy_seat, {place}), () => copy(key)))),
    seed && h("p.muted.seed", null, words.seed, " ", h("code", null, seed)))
  }

  function sure(question, label, message) {
    show(label, h("p", null, question), h("div.foot", null,
      h("button", {type: "button", onclick: () => dialog.close()}, model.content.words.cancel),
      h("button.main", {type: "button", onclick: () => {
        dialog.close()
        model.send_msg(message)
      }}, label)))
  }

  function person({nick, place, you, here, turn}, seat) {
    const {words, signs} = model.content
    const about = nick == null ? words.free : you ? words.you : here ? words.here : words.away
    return h("li", {class: [turn && "turn", nick == null ? "free" : here || you ? "here" : "away"].filter(Boolean).join(" ")},
      seatSign(seat, signs),
      h("span.who", null, h("span.nick", {title: nick ?? place}, nick ?? place), h("span.muted.about", null, about)),
      turn && h("span.hide", null, words.turn))
  }

  function draw() {
    const {seats, door, waiting, watching, all, words, yours} = model.content
    // Who waits may be in another tab, or not look at the screen at all.
    if (told.textContent !== yours) told.textContent = yours
    document.title = yours ? `${yours} ${title}` : title
    root.setAttribute("aria-label", words.bar)
    redraw(rest,
      h("div.row.bar", null,
        h("ul.people", {"aria-label": words.people}, seats.map(person)),
        h("button", {type: "button", "data-key": "more", "aria-haspopup": "dialog", onclick: more}, words.more, " …")),
      watching && h("div.row", null, h("p.muted.grow", null, words.watching), all != null && h("label.field.check", null,
        h("input", {type: "checkbox", "data-key": "all", checked: all, onchange: (event) => model.send_msg({all: event.target.checked})}),
        h("span", null, words.all))),
      waiting && door && h("section.panel.invite", null,
        h("p", null, words.invite),
        h("div.row", null, h("input.grow", {type: "text", readonly: true, "data-key": "door", value: address(door), "aria-label": words.link,
                                            onfocus: (event) => event.target.select()}),
          h("button.main", {type: "button", "data-key": "copy", onclick: () => copy(door)}, words.copy))))
  }

  model.on("content", draw)
  model.on("remove", () => {
    clearTimeout(say.clock)
    document.title = title
  })
  draw()
  return root
}
