/** Turn the wire form of a trace (apps/parts/frames.py) into frames of things and targets. */
export function decode(text, trace) {
  const { sprites, classes, things, targets, facts, frames } = JSON.parse(text);
  const items = things.map(([key, sprite, x, y, turn, scale, kind]) => ({
    // Nameless things (#1, #2, ...) are counted anew in every trace.
    key: key.startsWith("#") ? `${trace} ${key}` : key,
    sprite: sprites[sprite],
    classes: classes[kind],
    x,
    y,
    turn,
    scale,
  }));
  const places = targets.map(([tap, x, y, w, h, label, filled]) => ({ tap, x, y, w, h, label, filled }));
  return frames.map((frame) => ({
    ...frame,
    things: frame.things.map((index) => items[index]),
    targets: frame.targets.map((index) => places[index]),
    facts: facts[frame.facts],
  }));
}
