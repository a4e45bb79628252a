import { html } from "./dom.js";
import { stillParts } from "./still_parts.js";

/** The page that apps/parts/export.py writes: the parts of one game, and its moves to choose from. */
export function openPage(data) {
  const { words, moves, first, options } = data;
  const places = Object.fromEntries(["board", "steps", "rule"].map((part) => [part, document.getElementById(part)]));
  const set = stillParts(places, "page", words, { ...options, ...moves[first] });

  const list = document.getElementById("moves");
  list.hidden = moves.length < 2;
  const buttons = moves.map(({ label }, index) => {
    const button = html("button", { type: "button" }, label);
    button.addEventListener("click", () => choose(index));
    return button;
  });
  list.append(...buttons.map((button) => html("li", {}, button)));

  function choose(chosen) {
    set(moves[chosen]);
    mark(chosen);
  }

  function mark(chosen) {
    buttons.forEach((button, index) => (index === chosen ? button.setAttribute("aria-current", "true") : button.removeAttribute("aria-current")));
  }
  mark(first);
}

openPage(JSON.parse(document.getElementById("data").textContent));
