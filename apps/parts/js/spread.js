import {h} from "./elements.js";

/**
 * Bars that say how often each answer was given: rows of [label, count, right (true, false, null), count before].
 * With `before` each row has two bars, so that one sees what has changed; `open(index)` is what a tap on an answer does.
 */
export function spread(rows, {before, words, mine = null, open = null}) {
  const most = Math.max(1, ...rows.flatMap(([, count, , earlier]) => [count, before ? earlier ?? 0 : 0]))
  const bar = (count, kind, said) => h("span.bar", {class: kind},
    h("span.fill", {style: `width: ${100 * count / most}%`}), h("span.count", null, said ? `${said}: ${count}` : String(count)))
  return h("ul.spread", {class: before ? "twice" : ""}, rows.map(([label, count, right, earlier], index) =>
    h("li", {class: {true: "right", false: "wrong"}[right] ?? ""},
      h(open ? "button.label" : "span.label", open && {type: "button", "data-key": `answer ${index}`, onclick: () => open(index)},
        right === true && h("span.sign", {role: "img", "aria-label": words.good}, "✓ "), label,
        mine === label && h("span.mine", null, ` (${words.mine})`)),
      before && bar(earlier ?? 0, "earlier", words.before),
      bar(count, "", before ? words.now : ""))))
}
