// Puts the parts into their places; where these are is a matter of the style sheet.
import { channelOf } from "./channel.js";
import {h} from "./elements.js";
import {stepKeys} from "./step_keys.js";

export function renderDesk({model}) {
  const place = (name) => {
    const child = model.get_child(name)
    return child && h(`div.place.${name}`, null, child)
  }
  const root = h("div.desk", null,
    place("board"),
    h("div.side", null,
      h("div.column", null, place("menu"), place("turn"), place("rivals"), place("moves")),
      h("div.column", null, place("steps"), place("card"))))

  const channel = channelOf(model.channel)
  stepKeys(root, channel)

  // A long move that begins to play is worth a look: on a phone the button that started it is below the board.
  const board = root.querySelector(".board")
  const look = (why) => {
    if (why === "load" && channel.playing && board.getBoundingClientRect().top < 0) board.scrollIntoView({block: "start"})
  }
  model.on("remove", channel.subscribe(look))

  // The board is as large as fits beside what else belongs to it: facts, sentence, controls.
  const fit = new ResizeObserver(() => {
    const stage = deep(board, ".stage")
    if (stage?.offsetHeight) root.style.setProperty("--md-rest", `${board.offsetHeight - stage.offsetHeight}px`)
  })
  fit.observe(board)
  model.on("remove", () => fit.disconnect())
  return h("div.frame", null, root)
}

/** The first element that fits a selector, in this element or in what is drawn inside it. */
function deep(root, selector) {
  const found = root.querySelector(selector)
  if (found) return found
  for (const {shadowRoot} of root.querySelectorAll("*")) {
    const inside = shadowRoot && deep(shadowRoot, selector)
    if (inside) return inside
  }
  return null
}
