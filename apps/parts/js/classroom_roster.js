// Who is in the class. Nicknames are text wherever they stand.
import {filled} from "./dom.js";
import {h, redraw} from "./elements.js";

const SIGNS = {following: "●", away: "◐", gone: "○"}
const NICK = 24
const isHere = ([, , where]) => where !== "gone"

/** `tell(text)` hears how many are here. */
export function roster(words, act, dialogs, tell) {
  const count = h("h2", {"aria-live": "polite"})
  const list = h("ul.list", {tabindex: "-1"})
  const root = h("section.panel.pupils", null, count, list)

  function draw(pupils) {
    const in_ = pupils.filter(isHere).length
    count.textContent = `${words.pupils}: ${filled(words.here, {count: in_})}`
    tell(count.textContent)
    // Those who have gone come last: among them are all who joined again with another device.
    const last = [...pupils.filter(isHere), ...pupils.filter((one) => !isHere(one))]
    redraw(list, last.map(row), !pupils.length && h("li.muted", null, words.nobody))
  }

  const row = ([id, nick, where, answered]) => h("li.row", {class: where, "data-pupil": String(id)},
    h("span.where", {role: "img", "aria-label": words[where], title: words[where]}, SIGNS[where]),
    h("span.nick.grow", null, nick),
    answered && h("span.done", {role: "img", "aria-label": words.has_answered, title: words.has_answered}, "✓"),
    h("button.plain", {type: "button", name: "rename", "data-key": `rename ${id}`, "aria-label": `${words.rename}: ${nick}`, title: words.rename,
                       onclick: () => dialogs.ask(words.rename, filled(words.rename_to, {nick}), nick, NICK, (text) => act.send({rename: [id, text]}))}, "✎"),
    h("button.plain", {type: "button", name: "remove", "data-key": `remove ${id}`, "aria-label": `${words.remove}: ${nick}`, title: words.remove,
                       onclick: () => dialogs.confirm(words.remove, filled(words.remove_sure, {nick}), words.remove, () => act.send({remove: id}))}, "✕"))

  return {root, draw}
}
