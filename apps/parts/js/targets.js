import { svg } from "./dom.js";

const TYPING = 1200; // ms within which keys make one name
const INSET = 4; // of the ring around what can be or was chosen

/** Where one can tap: every cell, and pieces in trays. Reached by pointer, by keyboard and by screen reader. */
export class Targets {
  nodes = [];
  current = null; // id of the tap that Tab comes back to
  typed = "";
  typedAt = 0;

  /** `stage` is the HTML around: Chromium lets an SVG element that listens to focus take it. */
  constructor(stage, layer, onTap, onMiss) {
    this.layer = layer;
    stage.addEventListener("click", (event) => {
      const node = this.nodes.find(({ group }) => group.contains(event.target));
      if (node) onTap(node.tap);
      else onMiss();
    });
    stage.addEventListener("focusin", (event) => {
      const node = this.nodes.find(({ group }) => group === event.target);
      if (!node) return;
      this.current = node.tap;
      this.stops();
    });
  }

  /** Show targets: `can` are the legal taps, `chosen` those made so far. */
  draw(targets, { can, chosen, tappable, words }) {
    const legal = new Set(can);
    const focused = this.nodes.find(({ group }) => group.getRootNode().activeElement === group);
    const seen = new Map();
    const old = new Map(this.nodes.map((node) => [node.key, node]));
    this.nodes = targets.map((target) => {
      const number = seen.get(target.tap) ?? 0;
      seen.set(target.tap, number + 1);
      const key = `${target.tap} ${number}`;
      const node = old.get(key) ?? create(key);
      old.delete(key);
      const isLegal = tappable && legal.has(target.tap);
      // Of several alike, as many are marked as were chosen.
      const isChosen = number < chosen.filter((tap) => tap === target.tap).length;
      update(node, target, { isLegal, isChosen, tappable, words });
      return node;
    });
    for (const node of old.values()) node.group.remove();
    // Legal ones come first in the order of Tab.
    const order = [...this.nodes].sort((a, b) => b.isLegal - a.isLegal);
    const children = [...this.layer.children];
    if (order.some(({ group }, index) => children[index] !== group)) this.layer.replaceChildren(...order.map(({ group }) => group));
    this.stops();
    if (focused && this.nodes.includes(focused)) focused.group.focus({ preventScroll: true });
  }

  /** Tab stops at the legal targets and at the one last visited; where there is none, at the first. */
  stops() {
    const some = this.nodes.some((node) => node.isLegal || node.tap === this.current);
    this.nodes.forEach((node, index) => {
      const stop = node.isLegal || node.tap === this.current || (!some && index === 0);
      node.group.setAttribute("tabindex", stop ? 0 : -1);
    });
  }

  /** The target that has the focus. */
  focused() {
    return this.nodes.find(({ group }) => group.getRootNode().activeElement === group);
  }

  focus(node) {
    node?.group.focus({ preventScroll: true });
  }

  /** Move the focus to the nearest target in a direction; `dx`, `dy` are -1, 0 or 1. */
  move(dx, dy) {
    const from = this.focused() ?? this.nodes.find((node) => node.tap === this.current);
    if (!from) {
      this.focus(this.nodes.find((node) => node.isLegal) ?? this.nodes[0]);
      return;
    }
    let best = null;
    let least = Infinity;
    for (const node of this.nodes) {
      const along = (node.x - from.x) * dx + (node.y - from.y) * dy;
      const aside = Math.abs((node.x - from.x) * dy) + Math.abs((node.y - from.y) * dx);
      const distance = along + 3 * aside;
      if (along > 1 && aside <= 2 * along && distance < least) {
        least = distance;
        best = node;
      }
    }
    this.focus(best);
  }

  /** Focus a cell by typing its name; returns whether the key can belong to a name. */
  type(key, now) {
    if (!/^[a-z0-9]$/i.test(key)) return false;
    const fresh = now - this.typedAt > TYPING ? "" : this.typed;
    const letter = key.toLowerCase();
    const name = [fresh + letter, letter].find((text) => this.nodes.some((node) => node.tap.startsWith(text)));
    if (name === undefined) return false;
    this.typed = name;
    this.typedAt = now;
    this.focus(this.nodes.find((node) => node.tap === name));
    return true;
  }
}

function create(key) {
  const rect = svg("rect", { rx: 8 });
  const ring = svg("rect", { class: "ring", rx: 10 });
  const dot = svg("circle", { class: "dot", r: 12 });
  return { key, rect, group: svg("g", {}, rect, ring, dot), ring, dot };
}

function update(node, target, { isLegal, isChosen, tappable, words }) {
  const look = [isLegal, isChosen, tappable, words.legal].join();
  if (node.target === target && node.look === look) return;
  const { tap, x, y, w, h, label, filled } = target;
  Object.assign(node, { tap, x, y, isLegal, target, look });
  node.group.setAttribute("transform", `translate(${x} ${y})`);
  for (const [rect, inset] of [[node.rect, 1], [node.ring, INSET]]) {
    rect.setAttribute("x", inset - w / 2);
    rect.setAttribute("y", inset - h / 2);
    rect.setAttribute("width", w - 2 * inset);
    rect.setAttribute("height", h - 2 * inset);
  }
  const state = [isLegal && "can", isChosen && "chosen", filled && "filled", tappable && "tappable"].filter(Boolean);
  node.group.setAttribute("class", ["target", ...state].join(" "));
  node.group.setAttribute("role", tappable ? "button" : "img");
  if (tappable) node.group.setAttribute("aria-pressed", isChosen);
  else node.group.removeAttribute("aria-pressed");
  node.group.setAttribute("aria-label", isLegal ? `${label}, ${words.legal}` : label);
  node.group.dataset.tap = tap;
}
