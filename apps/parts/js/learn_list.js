import {h} from "./elements.js";
import {stars} from "./stars.js";

/** The lessons with their progress and stars. */
export function listView(words, act) {
  const element = h("div.course")

  function row({number, title, stars: earned, done, count, state}, next) {
    const doing = words[{new: "start", started: "resume", done: "repeat"}[state]]
    return h("li", null, h("button.lesson", {
      type: "button", class: `${state} ${number === next ? "next" : ""}`, "data-key": `lesson ${number}`,
      onclick: () => act.go(number),
    },
      h("span.number", {"aria-hidden": "true"}, String(number)),
      h("span.name.grow", null, title, state === "started" && h("span.bar", {"aria-hidden": "true"},
        h("span", {style: `width: ${100 * done / count}%`}))),
      state === "started" && h("span.muted.far", null, words.done_of.replace("{done}", done).replace("{count}", count)),
      stars(earned, words.stars),
      h("span.doing", null, doing)))
  }

  return {
    element,
    draw({title, rows, next}) {
      element.replaceChildren(
        h("h1", null, words.title.replace("{game}", title)),
        h("p.lead", null, words.lead),
        h("ol.lessons", {"aria-label": words.lessons}, rows.map((one) => row(one, next))))
    },
  }
}
