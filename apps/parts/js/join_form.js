import {h} from "./elements.js";

const CODE = 6
const NICK = 24

/** Code and name; `join(code, nick)` when both are there. */
export function joinForm(words, known, join) {
  const field = (name, label, options) => h("label.field", null, label, h("input", {type: "text", name, required: true, ...options}))
  const code = field("code", words.code, {value: known, maxlength: String(CODE + 3), autocapitalize: "characters", autocomplete: "off", spellcheck: "false"})
  const nick = field("nick", words.nick, {maxlength: String(NICK), autocomplete: "off"})
  const said = h("p.notice", {role: "alert", hidden: true})
  const button = h("button.main.big", {type: "submit"}, words.join)
  const value = (label) => label.querySelector("input").value.trim()

  function working(on) {
    button.disabled = on
    button.textContent = on ? words.joining : words.join
  }

  const root = h("form.panel.join", {onsubmit(event) {
    event.preventDefault()
    said.hidden = true
    working(true)
    join(value(code).replace(/[\s-]/g, "").toUpperCase().slice(0, 2 * CODE), value(nick).slice(0, NICK))
  }}, h("h1", null, words.title), code, nick, h("p.muted", null, words.nick_help), said, button)

  return {
    root,
    /** Say something, and take the form up again. */
    say(text) {
      working(false)
      said.textContent = text
      said.hidden = false
    },
  }
}
