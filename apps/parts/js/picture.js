import { svg, still } from "./dom.js";
import { arrange } from "./arrange.js";

/** The moving half of the picture: keyed things that are moved, faded in and out, and turned over. */
export class Picture {
  nodes = new Map();

  constructor(layer) {
    this.layer = layer;
  }

  /**
   * A new trace names its nameless pieces anew: what looks the same and lies in the same place is the same thing, and
   * what at least looks the same has moved.
   */
  adopt(things) {
    const wanted = new Set(things.map((thing) => thing.key));
    const fresh = new Set(things.filter((thing) => !this.nodes.has(thing.key)));
    const stale = new Map([...this.nodes].filter(([key]) => !wanted.has(key)));
    const alike = (node, thing) => node.sprite === thing.sprite && node.classes === thing.classes;
    const there = (node, thing) => node.x === thing.x && node.y === thing.y;
    for (const same of [(node, thing) => alike(node, thing) && there(node, thing), alike]) {
      for (const thing of fresh) {
        const found = [...stale].find(([, node]) => same(node, thing));
        if (!found) continue;
        const [key, node] = found;
        stale.delete(key);
        fresh.delete(thing);
        this.nodes.delete(key);
        this.nodes.set(thing.key, node);
      }
    }
  }

  /** Show a frame; changes take `time` ms. */
  draw(things, time) {
    const duration = still() ? 0 : time;
    this.layer.style.setProperty("--md-move", `${duration}ms`);
    const wanted = new Set(things.map((thing) => thing.key));
    for (const [key, node] of this.nodes) {
      if (wanted.has(key)) continue;
      this.nodes.delete(key);
      fadeOut(node.group, duration);
    }
    const moving = new Set();
    const order = things.map((thing) => {
      let node = this.nodes.get(thing.key);
      if (!node) {
        node = create(thing, duration);
        this.nodes.set(thing.key, node);
      } else if (change(node, thing, duration)) {
        moving.add(node.group);
      }
      return node.group;
    });
    arrange(this.layer, order, moving);
  }
}

function create(thing, duration) {
  const face = svg("g");
  const node = { group: svg("g", {}, face), face, turn: thing.turn };
  face.innerHTML = thing.sprite;
  node.sprite = thing.sprite;
  place(node, thing);
  if (duration) node.group.animate([{ opacity: 0 }, { opacity: 1 }], { duration, easing: "ease-out" });
  return node;
}

/** Returns whether the thing moves. */
function change(node, thing, duration) {
  if (node.sprite !== thing.sprite) {
    node.sprite = thing.sprite;
    node.face.innerHTML = thing.sprite;
    if (duration && thing.classes.startsWith("piece")) {
      node.face.animate([{ transform: "scaleX(0.1)" }, { transform: "scaleX(1)" }], { duration: Math.min(duration, 220), easing: "ease-out" });
    }
  }
  const { x, y, scale, heading } = node;
  place(node, thing);
  return x !== node.x || y !== node.y || scale !== node.scale || heading !== node.heading;
}

function place(node, { x, y, turn, scale, classes }) {
  // The shortest way round: from 350 to 10 degrees by 20, not back by 340.
  node.turn += ((((turn - node.turn) % 360) + 540) % 360) - 180;
  Object.assign(node, { x, y, scale, classes, heading: turn });
  node.group.setAttribute("class", `item ${classes}`);
  node.group.style.transform = `translate(${x}px, ${y}px) rotate(${node.turn}deg) scale(${scale})`;
}

function fadeOut(group, duration) {
  if (!duration) {
    group.remove();
    return;
  }
  group.classList.add("leaving");
  group.animate([{ opacity: 1 }, { opacity: 0 }], { duration, fill: "forwards" }).finished.then(() => group.remove());
}
