/**
 * Put children into an order with as little moving about as possible: a node that is taken out and put back loses its
 * running transition, so those that move on the board are the last to be touched.
 */
export function arrange(parent, order, moving) {
  const place = new Map([...parent.children].map((child, index) => [child, index]));
  const staying = heaviestRise(
    order.filter((node) => place.has(node)),
    (node) => place.get(node),
    (node) => (moving.has(node) ? 100 : 1),
  );
  let next = null;
  for (const node of [...order].reverse()) {
    if (!staying.has(node)) parent.insertBefore(node, next);
    next = node;
  }
}

/** Of a sequence, the members of the heaviest part whose places rise. */
function heaviestRise(nodes, placeOf, weightOf) {
  const places = nodes.map(placeOf);
  if (places.every((place, index) => !index || places[index - 1] < place)) return new Set(nodes);
  const best = [];
  const before = [];
  for (let i = 0; i < nodes.length; i += 1) {
    best[i] = weightOf(nodes[i]);
    before[i] = -1;
    for (let j = 0; j < i; j += 1) {
      const weight = best[j] + weightOf(nodes[i]);
      if (places[j] < places[i] && weight > best[i]) {
        best[i] = weight;
        before[i] = j;
      }
    }
  }
  const kept = new Set();
  for (let i = best.indexOf(Math.max(...best)); i >= 0; i = before[i]) kept.add(nodes[i]);
  return kept;
}
