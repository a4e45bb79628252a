import { html } from "./dom.js";
import { mount } from "./mount.js";
import { listenToKeys } from "./keys.js";

const STYLE = "CSS:steps.css";

const SIGNS = { check: "?", effect: "→", end: "■", refused: "✕" };

export function renderSteps({ model, el }) {
  mount({ model, el }, "steps", STYLE, (root, channel) => {
    const list = html("ol", { class: "steps" });
    root.append(list);
    listenToKeys(root, channel);
    let rows = [];
    let known = null;
    let at = null;
    list.addEventListener("click", (event) => {
      const row = event.target.closest("button");
      if (row) channel.go(Number(row.dataset.step));
    });

    const load = () => {
      at = JSON.parse(model.at);
      const data = model.steps + model.words;
      if (data === known) return;
      known = data;
      const words = JSON.parse(model.words);
      list.setAttribute("aria-label", words.steps);
      const steps = JSON.parse(model.steps);
      const start = row(0, "", steps.length ? words.before : words.no_steps, "before", "");
      rows = [start, ...steps.map((step, index) => stepRow(step, index + 1, words))];
      list.replaceChildren(...rows);
    };

    const show = () => {
      if (channel.trace !== at?.trace) return;
      rows.forEach((item, index) => {
        const current = index === channel.cursor;
        item.classList.toggle("past", index < channel.cursor);
        if (item.classList.contains("current") === current) return;
        item.classList.toggle("current", current);
        item.firstChild.toggleAttribute("aria-current", false);
        if (current) {
          item.firstChild.setAttribute("aria-current", "step");
          reveal(list, item);
        }
      });
    };
    return { load, show, watched: ["steps"] };
  });
}

function stepRow({ says, kind, ok }, number, words) {
  const name = ok ? kind : "refused";
  return row(number, SIGNS[name], says, name, words[name]);
}

function row(number, sign, text, name, title) {
  return html(
    "li",
    { class: name },
    html(
      "button",
      { type: "button", "data-step": number },
      html("span", { class: "number" }, number ? String(number) : ""),
      html("span", { class: "sign", title: title || null, role: title ? "img" : null, "aria-label": title || null, "aria-hidden": title ? null : "true" }, sign),
      html("span", { class: "text" }, text),
    ),
  );
}

/** Scroll the list, and nothing around it, so that the steps before and after are seen too. */
function reveal(list, item) {
  const top = item.offsetTop;
  const room = Math.min(item.offsetHeight * 1.5, list.clientHeight / 3);
  if (top - room < list.scrollTop) list.scrollTop = top - room;
  else if (top + item.offsetHeight + room > list.scrollTop + list.clientHeight) {
    list.scrollTop = top + item.offsetHeight + room - list.clientHeight;
  }
}
