import {h, redraw} from "./elements.js";
import {canRemember} from "./learner_name.js";
import {stars} from "./stars.js";

/** The lessons with their progress and stars, practice, and what is kept. */
export function listView(model, words, act) {
  const course = h("div.course", {tabindex: "-1"})
  const error = h("p.notice", {role: "alert", hidden: true})
  const kept = h("section.panel.kept")
  const element = h("div", null, course, kept)
  let dialog = null

  function row({number, title, stars: earned, done, count, state}, next) {
    return h("li", null, h("button.lesson", {
      type: "button", class: `${state} ${number === next ? "next" : ""}`, "data-key": `lesson ${number}`,
      onclick: () => act.go(number),
    },
      h("span.number", {"aria-hidden": "true"}, String(number)),
      h("span.name.grow", null, title, state === "started" && h("span.bar", {"aria-hidden": "true"},
        h("span", {style: `width: ${100 * done / count}%`}))),
      state === "started" && h("span.muted.far", null, words.done_of.replace("{done}", done).replace("{count}", count)),
      stars(earned, words.stars),
      h("span.doing", null, words[{new: "start", started: "resume", done: "repeat"}[state]])))
  }

  function drawKept(some) {
    const file = h("input", {type: "file", accept: ".json,application/json", hidden: true, onchange: () => read(file)})
    error.hidden = true
    redraw(kept,
      h("h2", null, words.kept),
      h("p.muted", null, model.linked && canRemember() ? words.kept_text : words.kept_open),
      h("div.row", null,
        h("button", {type: "button", "data-key": "save", disabled: !some, onclick: () => act.send({save: true})}, words.save),
        h("button", {type: "button", "data-key": "load", onclick: () => file.click()}, words.load), file,
        h("button", {type: "button", "data-key": "forget", disabled: !some, onclick: ask}, words.forget)),
      error)
  }

  async function read(field) {
    const [chosen] = field.files
    field.value = ""
    if (!chosen) return
    try {
      // One more than is read, so that the server sees that it is too long.
      act.send({load: await chosen.slice(0, model.limit + 1).text(), name: chosen.name})
    } catch {
      fail(words.reading)
    }
  }

  function fail(text) {
    dialog?.close()
    error.textContent = text
    error.hidden = false
    error.scrollIntoView({block: "nearest"})
  }

  function ask() {
    dialog?.remove()
    dialog = h("dialog", {"aria-label": words.forget, onclick: ({target}) => { if (target === dialog) dialog.close() }},
      h("div.body", null, h("p", null, words.forget_sure), h("div.foot", null,
        h("button", {type: "button", onclick: () => dialog.close()}, words.cancel),
        h("button.main", {type: "button", onclick: () => act.send({forget: true})}, words.forget_yes))))
    element.append(dialog)
    dialog.showModal()
  }

  return {
    element,
    draw({title, rows, next, drills, kept: some}) {
      redraw(course,
        h("h1", null, words.title.replace("{game}", title)),
        h("p.lead", null, words.lead),
        h("ol.lessons", {"aria-label": words.lessons}, rows.map((one) => row(one, next))),
        drills.map(({name, title: called, level, about}) => h("button.lesson.practice", {
          type: "button", "data-key": name, onclick: () => act.go(name)},
          h("span.number", {"aria-hidden": "true"}, "∞"),
          h("span.name.grow", null, h("strong", null, called), h("span.muted.level", null, ` · ${level}`),
            h("span.muted.about", null, about)))))
      drawKept(some)
    },
    granted: () => dialog?.close(),
    failed: fail,
  }
}
