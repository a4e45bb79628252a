import { renderBoard } from "./board.js";
import { renderSteps } from "./steps.js";
import { renderRule } from "./rule.js";

/** Stands in for Panel's model where there is no Panel: the same parameters, changed by the page itself. */
export class StillModel {
  listeners = new Map();

  /** `send` gets what the part would tell python. */
  constructor(values, send = () => {}) {
    Object.assign(this, values);
    this.send_msg = send;
  }

  on(names, listener) {
    for (const name of [names].flat()) this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]);
  }

  set(values) {
    Object.assign(this, values);
    const heard = Object.keys(values).flatMap((name) => this.listeners.get(name) ?? []);
    for (const listener of new Set(heard)) listener();
  }
}

const RENDERS = { board: renderBoard, steps: renderSteps, rule: renderRule };

/**
 * The board, the steps and the rule card, drawn into elements of those names.
 *
 * `words` are those of each part, `values` the parameters to begin with, `send` gets what the board would tell python.
 * Returns how to change parameters of all of them.
 */
export function stillParts(places, channel, words, values, send) {
  const models = Object.entries(RENDERS).map(([part, render]) => {
    const model = new StillModel({ ...values, words: words[part], channel }, part === "board" ? send : undefined);
    render({ model, el: places[part] });
    return model;
  });
  return (changed) => models.forEach((model) => model.set(changed));
}
