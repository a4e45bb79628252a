// Before a class: open one, or go back into one that this browser knows.
import {h} from "./elements.js";

const KEY = "matadojo-classes"
const KEPT = 30

/** The classes whose secrets this browser keeps: [{secret, code, title}]. */
export const known = {
  all() { try { return JSON.parse(localStorage.getItem(KEY)) ?? [] } catch { return [] } },
  set(list) { try { localStorage.setItem(KEY, JSON.stringify(list.slice(0, KEPT))) } catch { /* a private window */ } },
  add(one) { this.set([one, ...this.all().filter(({secret}) => secret !== one.secret)]) },
  drop(secret) { this.set(this.all().filter((one) => one.secret !== secret)) },
}

export function door(words, act) {
  const name = h("input", {type: "text", name: "title", maxlength: "60", autocomplete: "off", placeholder: words.name_example})
  const form = h("form.panel.begin", {onsubmit(event) {
    event.preventDefault()
    act.send({make: name.value})
  }}, h("h1", null, words.title), h("p", null, words.lead),
    h("label.field", null, words.name, name), h("button.main.big", {type: "submit", name: "make"}, words.make))
  const list = h("ul.list")
  const own = h("section.panel.own", null, h("h2", null, words.yours), list)
  const root = h("div.door", null, form, own)

  function draw() {
    const all = known.all()
    own.hidden = !all.length
    list.replaceChildren(...all.map(({secret, code, title}) => h("li.row", null,
      h("button.grow", {type: "button", name: "enter", onclick: () => act.send({enter: secret})}, h("strong", null, title || code), title && h("span.muted", null, ` ${code}`)),
      h("button.plain", {type: "button", "aria-label": `${words.forget}: ${title || code}`, title: words.forget, onclick: () => {
        known.drop(secret)
        draw()
      }}, "✕"))))
  }

  return {root, draw}
}
