/** Stands in for Panel's model where there is no server: the same parameters, changed by the page itself. */
export class StillModel {
  listeners = new Map();

  /** `hear` gets what a part would tell python; `children` are elements by name. */
  constructor(values, { hear = () => {}, children = {} } = {}) {
    Object.assign(this, values);
    this.send_msg = hear;
    this.get_child = (name) => children[name];
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
