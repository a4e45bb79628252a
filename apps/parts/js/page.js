import { html } from "./dom.js";
import { renderBoard } from "./board.js";
import { renderSteps } from "./steps.js";
import { renderRule } from "./rule.js";
import { StillModel } from "./still_model.js";

/** The page that apps/parts/export.py writes: the parts of one game, and its moves to choose from. */
export function openPage(data) {
  const { words, moves, first, options } = data;
  const models = Object.fromEntries(
    ["board", "steps", "rule"].map((part) => [part, new StillModel({ ...options, ...moves[first], words: words[part], channel: "page" })]),
  );
  const renders = { board: renderBoard, steps: renderSteps, rule: renderRule };
  for (const [part, render] of Object.entries(renders)) render({ model: models[part], el: document.getElementById(part) });

  const list = document.getElementById("moves");
  list.hidden = moves.length < 2;
  const buttons = moves.map(({ label }, index) => {
    const button = html("button", { type: "button" }, label);
    button.addEventListener("click", () => choose(index));
    return button;
  });
  list.append(...buttons.map((button) => html("li", {}, button)));

  function choose(chosen) {
    for (const model of Object.values(models)) model.set(moves[chosen]);
    mark(chosen);
  }

  function mark(chosen) {
    buttons.forEach((button, index) => (index === chosen ? button.setAttribute("aria-current", "true") : button.removeAttribute("aria-current")));
  }
  mark(first);
}

openPage(JSON.parse(document.getElementById("data").textContent));
