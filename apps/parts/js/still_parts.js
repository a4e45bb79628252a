import { renderBoard } from "./board.js";
import { renderRule } from "./rule.js";
import { renderSteps } from "./steps.js";
import { StillModel } from "./still_model.js";

const RENDERS = { board: renderBoard, steps: renderSteps, rule: renderRule };

/**
 * The board, the steps and the rule card where there is no Panel, drawn into elements of those names.
 *
 * `words` are those of each part, `values` the parameters to begin with; `hear` gets what the board would tell python.
 * Returns how to change parameters of all of them.
 */
export function stillParts(places, channel, words, values, hear = () => {}) {
  const models = Object.entries(RENDERS).map(([part, render]) => {
    const model = new StillModel({ ...values, words: words[part], channel }, part === "board" ? { hear } : {});
    render({ model, el: places[part] });
    return model;
  });
  return (changed) => models.forEach((model) => model.set(changed));
}
