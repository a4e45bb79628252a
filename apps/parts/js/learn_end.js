import {h} from "./elements.js";
import {stars} from "./stars.js";

/** The end of a lesson. */
export function endView(words, act) {
  const element = h("section.panel.end", {tabindex: "-1"})
  return {
    element,
    draw({title, lesson, stars: earned, share, next, game}) {
      element.replaceChildren(...[
        h("p.muted", null, title),
        h("h1", null, words.end),
        stars(earned, words.stars),
        share && h("p", null, share),
        earned < 3 && h("p.muted", null, words.better),
        earned > 1 && lesson && !next && h("p", null, words.course_done.replace("{game}", game)),
        h("div.row", null, ...[
          next && h("button.main", {type: "button", onclick: () => act.go(lesson + 1)}, `${words.next_lesson}: ${next}`),
          h("button", {type: "button", onclick: () => act.do("restart")}, words.repeat),
          lesson && h("button", {type: "button", onclick: () => act.go(null)}, words.all),
        ].filter(Boolean)),
      ].filter(Boolean))
    },
    shown() {
      element.querySelector("button")?.focus({preventScroll: true})
      element.scrollIntoView({block: "nearest"})
    },
  }
}
