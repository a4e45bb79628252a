// Which view is on show follows the address (#rules), so Back works; the rest of the address follows the game.
import {h} from "./elements.js";

const LATER = 300  // ms; browsers refuse an address that changes too often

export function renderRoom({model}) {
  const explore = h("div.explore", null, model.get_child("explorer"))
  const rules = h("div.rules", {hidden: true})
  const tabs = document.querySelectorAll(".md-head .tab")
  let step = null
  let clock = 0

  function write() {
    clearTimeout(clock)
    clock = 0
    const address = new URL(location.href)
    const query = new URLSearchParams(model.content.query)
    if (query.has("s") && step != null && query.get("ply") !== "0") query.set("step", step)
    const language = address.searchParams.get("lang")
    if (language) query.set("lang", language)
    address.search = query
    if (address.href === location.href) return
    // Replaced, not added: Back leaves the game and does not go through its steps.
    history.replaceState(history.state, "", address)
  }
  const soon = () => { clock ||= setTimeout(write, LATER) }

  function view() {
    const name = location.hash.startsWith("#rules") ? "rules" : "explore"
    explore.hidden = name !== "explore"
    rules.hidden = name !== "rules"
    for (const tab of tabs) {
      if (tab.hash === `#${name}`) tab.setAttribute("aria-current", "page")
      else tab.removeAttribute("aria-current")
    }
    if (name === "rules" && !rules.hasChildNodes()) model.send_msg({open: "rules"})
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
  model.on("rules", () => {
    const child = model.get_child("rules")
    if (!child) return
    rules.replaceChildren(child)
    // What came later counts as new in the browser until it sends something, and would be sent back whole.
    model.send_msg({shown: "rules"})
  })
  model.on("remove", () => {
    clearTimeout(clock)
    removeEventListener("hashchange", view)
    removeEventListener("pagehide", write)
    document.removeEventListener("matadojo:cursor", cursor)
  })
  view()
  return h("div.room", null, explore, rules)
}
