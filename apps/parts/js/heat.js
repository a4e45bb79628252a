import { svg } from "./dom.js";

/** How often each cell was chosen: [cell, share of the most, what stands on it], drawn over the ground and the pieces. */
export function drawHeat(layer, heat, targets) {
  const places = new Map(targets.map((target) => [target.tap, target]));
  layer.replaceChildren(
    ...heat.filter(([cell]) => places.has(cell)).map(([cell, share, text]) => {
      const { x, y, w, h } = places.get(cell);
      const [left, top] = [x - w / 2, y - h / 2];
      return svg("g", { class: "hot", "data-cell": cell },
        svg("rect", { x: left + 2, y: top + 2, width: w - 4, height: h - 4, rx: 8, "fill-opacity": 0.15 + 0.5 * share }),
        svg("circle", { cx: x + w / 2 - 19, cy: top + 19, r: 17 }),
        svg("text", { x: x + w / 2 - 19, y: top + 19 }, text));
    }),
  );
}
