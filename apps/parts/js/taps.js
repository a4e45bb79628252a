// Taps that make a move, as python's Play has it on the pages: here there is no python. A way is [taps, move].
export const DONE = "."  // the tap that ends a move which could go on

const begins = (way, before) => before.every((tap, index) => way[0][index] === tap)

/** The taps that may follow, each once. */
export function nextTaps(ways, before) {
  const fitting = ways.filter((way) => begins(way, before))
  const next = fitting.filter((way) => way[0].length > before.length).map((way) => way[0][before.length])
  if (next.length && before.length && fitting.some((way) => way[0].length === before.length)) next.push(DONE)
  return [...new Set(next)]
}

/** What a tap makes of those before: {chosen, move}; `move` where they are complete, null where it leads nowhere. */
export function tapped(ways, chosen, tap) {
  if (tap === DONE) return {chosen, move: complete(ways, chosen)}
  if (chosen.at(-1) === tap) return {chosen: chosen.slice(0, -1)}
  for (const before of [chosen, []]) {
    const taps = [...before, tap]
    const fitting = ways.filter((way) => begins(way, taps))
    if (!fitting.length) continue
    const open = fitting.some((way) => way[0].length > taps.length)
    return {chosen: taps, move: open ? undefined : complete(ways, taps)}
  }
  return null
}

const complete = (ways, taps) => ways.find((way) => way[0].length === taps.length && begins(way, taps))?.[1]
