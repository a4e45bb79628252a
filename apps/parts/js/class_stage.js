// What a class looks at: one board, its steps and its rule card, fed by messages.
import {channelOf} from "./channel.js";
import {h} from "./elements.js";
import {stillParts} from "./still_parts.js";

const CHANNEL = "class"
const EMPTY = {can: [], chosen: [], tappable: false, player: true, facts: true, sync: false}

/** `on.tap(id)`: a tap on the board; `on.own()`: somebody here went to another step than the class. */
export function classStage(words, on) {
  const places = Object.fromEntries(["board", "steps", "rule"].map((part) => [part, h(`div.place.${part}`)]))
  const channel = channelOf(CHANNEL)
  let set = null
  let art = {}
  let game = null
  let shown = ""  // the trace on show
  let wishes = 0

  /** Show a trace, as apps/school/shows.py gives it, under a name of its own; `play` it from its beginning. */
  function lay({game: of, name, cursor = 0, play = false}, move) {
    if (game !== of) art = {}
    game = of
    art = {...art, ...JSON.parse(move.art)}
    shown = name
    const at = JSON.stringify({trace: name, cursor, count: move.count, play: play && move.count > 0})
    const values = {...EMPTY, ...move, at, art: JSON.stringify(art), player: move.count > 0}
    for (const place of [places.steps, places.rule]) place.hidden = !move.count
    if (set) return set(values)
    const roots = Object.fromEntries(Object.entries(places).map(([part, place]) => [part, place.attachShadow({mode: "open"})]))
    set = stillParts(roots, CHANNEL, words, values, ({tap}) => tap && on.tap(tap))
    channel.subscribe((why) => { if (why === "step" || why === "play") on.own() })
  }

  return {
    places,
    channel,
    lay,
    options: (values) => set?.(values),
    /** Go to a step of the trace on show. */
    seek(trace, cursor) {
      if (trace === shown) set?.({seek: [trace, cursor, ++wishes]})
    },
  }
}
