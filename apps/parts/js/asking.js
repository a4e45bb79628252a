// A question's choices and its field for a number, wherever it is asked.
import {h} from "./elements.js";

const SHORT = 16  // characters of a choice that leaves room for another one beside it

/** `options` are [value, label, "right" | "wrong" | "mine" | ""]; `about` says more of a value. */
export function optionButtons(options, {label, open, answer, about = {}}) {
  return h("div.options", {role: "group", "aria-label": label || null,
                           class: options.every(([value, text]) => text.length <= SHORT && !about[value]) ? "short" : ""},
    options.map(([value, text, state]) =>
      h("button", {type: "button", class: state, disabled: !open || state === "right" || state === "wrong", "data-key": `option ${value}`,
                   "aria-pressed": state === "mine" ? "true" : null, onclick: () => answer(value)},
        {right: "✓ ", wrong: "✗ "}[state], about[value] ? h("strong", null, text) : text,
        about[value] && h("span.muted.about", null, about[value]))))
}

export function numberForm(words, answer, value = "") {
  const field = h("input", {type: "text", inputmode: "numeric", maxlength: "9", autocomplete: "off", "aria-label": words.number,
                            "data-key": "number", value})
  return h("form.row", {onsubmit: (event) => {
    event.preventDefault()
    answer(field.value)
  }}, field, h("button.main", {type: "submit", "data-key": "check"}, words.check))
}
