// Which view is on show follows the address (#rules), so Back works; the rest of the address follows the game.
import {h} from "./elements.js";

const AGAIN = 3000  // ms
const LATER = 300  // ms; browsers refuse an address that changes too often

export function renderRoom({model}) {
  const explore = h("div.explore", null, model.get_child("explorer"))
  const slots = model.content.slots  // name of a view -> the parameter that holds it
  const boxes = {explore}
  for (const name of Object.keys(slots)) boxes[name] = h(`div.${name}`, {hidden: true})
  const tabs = document.querySelectorAll(".md-head .tab")
  let step = null
  let clock = 0
  let asking = 0

  function write() {
    clearTimeout(clock)
    clock = 0
    document.documentElement.toggleAttribute("data-unkept", !model.content.kept)  // read by the shell
    const address = new URL(location.href)
    const query = new URLSearchParams(model.content.query)
    if (query.has("s") && step != null && query.get("ply") !== "0") query.set("step", step)
    const language = address.searchParams.get("lang")
    const table = address.searchParams.get("table")  // a live table that one sits at
    if (language) query.set("lang", language)
    if (table) query.set("table", table)
    address.search = query
    if (address.href === location.href) return
    // Replaced, not added: Back leaves the game and does not go through its steps.
    history.replaceState(history.state, "", address)
  }
  const soon = () => { clock ||= setTimeout(write, LATER) }

  // What is asked while the page is still connecting may get lost, so it is asked again.
  function ask(name) {
    clearTimeout(asking)
    if (boxes[name].hidden || boxes[name].hasChildNodes()) return
    model.send_msg({open: name})
    asking = setTimeout(ask, AGAIN, name)
  }

  function view() {
    const asked = location.hash.slice(1).split(/[/=&]/)[0]
    const name = Object.hasOwn(boxes, asked) ? asked : "explore"
    for (const one in boxes) boxes[one].hidden = one !== name
    for (const tab of tabs) {
      if (tab.hash === `#${name}`) {
        tab.setAttribute("aria-current", "page")
        const row = tab.parentNode  // on a phone it scrolls
        row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
      }
      else tab.removeAttribute("aria-current")
    }
    ask(name)
    soon()  // an older entry of the history holds an older game
  }

  const cursor = ({detail}) => {
    if (detail.channel !== model.content.channel || String(detail.trace).startsWith("other")) return
    step = detail.cursor
    soon()
  }

  addEventListener("hashchange", view)
  document.addEventListener("matadojo:cursor", cursor)
  addEventListener("pagehide", write)
  model.on("content", soon)
  for (const [name, slot] of Object.entries(slots)) {
    model.on(slot, () => {
      const child = model.get_child(slot)
      if (!child) return
      boxes[name].replaceChildren(child)
      // What came later counts as new in the browser until it sends something, and would be sent back whole.
      model.send_msg({shown: name})
    })
  }
  model.on("remove", () => {
    clearTimeout(clock)
    clearTimeout(asking)
    removeEventListener("hashchange", view)
    removeEventListener("pagehide", write)
    document.removeEventListener("matadojo:cursor", cursor)
  })
  view()
  return h("div.room", null, ...Object.values(boxes))
}
