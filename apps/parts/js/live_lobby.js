// Before a race: open or join a table, and who sits there.
import {h, redraw, seatSign} from "./elements.js";
import {filled} from "./dom.js";

const select = (name, label, options, value, change) => {
  const el = h("select", {name, "data-key": name, onchange: change && (() => change(el))}, options.map(([id, text]) => h("option", {value: String(id)}, text)))
  el.value = String(value)
  return h("label.field", null, h("span", null, label), el)
}

/** Whether the field for the name is empty, which is said in the page: not every browser's own word for it is seen. */
function nameless(field, act, words) {
  const missing = !field.value.trim()
  act.say(missing ? words.no_name : "")
  if (missing) field.focus()
  return missing
}

/** The card to begin with. `act.open(wish)`, `act.join(wish)`, `act.back()`. */
export function startCard(content, act) {
  const {words, signs, colours, choices, usual, patterns, longest} = content
  let kept = {}
  try { kept = JSON.parse(localStorage.getItem("matadojo-me") || "{}") } catch { /* private window, or not ours */ }
  const name = h("input", {type: "text", name: "name", maxlength: longest, required: true, autocomplete: "nickname", value: String(kept.name ?? "")})
  let colour = Number.isInteger(kept.colour) && colours[kept.colour] ? kept.colour : 0
  const swatches = h("div.swatches", {role: "radiogroup", "aria-label": words.colour}, colours.map((label, n) => {
    const radio = h("input.hide", {type: "radio", name: "colour", value: n, checked: n === colour, "aria-label": label, onchange: () => { colour = n }})
    return h("label", {title: label}, radio, seatSign(n, signs))
  }))
  const code = h("input.code", {type: "text", name: "code", maxlength: 8, autocapitalize: "characters", autocomplete: "off", spellcheck: "false"})
  const open = h("button.main", {type: "submit", name: "open"}, words.open)
  const join = h("button.main", {type: "submit", name: "join"}, words.join)
  const back = h("button", {type: "button", name: "back", hidden: true, onclick: () => act.back()})
  const sums = {pattern: patterns, end: choices.end.map((n) => [n, n]), pencil_faces: choices.pencil_faces.map((n) => [n, `${n} / 6`]),
                wrong_pause: choices.wrong_pause.map((n) => [n, n ? filled(words.seconds, {count: n}) : words.no_wait])}
  const fields = Object.entries(sums).map(([id, options]) => select(id, words[id], options, id === "pattern" ? patterns[0][0] : usual[id]))
  const three = h("input", {type: "checkbox", name: "three"})
  const me = () => {
    const mine = {name: name.value.trim(), colour}
    try { localStorage.setItem("matadojo-me", JSON.stringify(mine)) } catch { /* not kept */ }
    return mine
  }
  const root = h("form.panel.begin", {novalidate: true, onsubmit: (event) => {
    event.preventDefault()
    if (nameless(name, act, words)) return
    if (event.submitter === join) {
      if (!code.value.trim()) return code.focus()
      act.join({...me(), table: code.value.trim()})
    } else {
      const wish = Object.fromEntries(fields.map((field) => {
        const el = field.querySelector("select")
        return [el.name, el.name === "pattern" ? el.value : Number(el.value)]
      }))
      act.open({...me(), ...wish, three: three.checked})
    }
  }},
    h("h1", null, words.title), h("p", null, words.intro),
    h("div.two", null, h("label.field", null, h("span", null, words.name), name), h("div.field", null, h("span", {"aria-hidden": "true"}, words.colour), swatches)),
    h("div.two", null,
      h("div.box", null, h("h2", null, words.open),
        h("details", null, h("summary", null, words.options), h("div.options", null, fields, h("label.field.check", null, three, h("span", null, words.three)))), open),
      h("div.box", null, h("h2", null, words.join_title), h("label.field", null, h("span", null, words.code), code), h("div.row", null, join, back))))
  // Enter in a field means what that field is for.
  code.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); join.click() } })
  return {root, fill(known, left) {
    if (known) code.value = known
    back.hidden = !left
    if (left) back.textContent = filled(words.come_back, {code: left})
  }}
}

/** The people at a table before the race. */
export function lobby(content, act) {
  const {words, signs, colours, handicaps, paces, most, longest} = content
  const root = h("div.lobby", {tabindex: "-1"})
  const copied = h("span.muted", {role: "status", "aria-live": "polite"})
  const opened = new Set()  // whose handicaps are unfolded

  const choice = (table, seat, option, label) => {
    const value = table.players[seat].handicap[option]
    const send = (chosen) => act.send({arrange: {seat, option, value: chosen}})
    const key = `${option} ${seat}`
    if (typeof handicaps[option][0] === "boolean") {
      const box = h("input", {type: "checkbox", checked: value, "data-key": key, onchange: () => send(box.checked)})
      return h("label.field.check", null, box, h("span", null, label))
    }
    const el = h("select", {"data-key": key, onchange: () => send(Number(el.value))}, handicaps[option].map((n) => h("option", {value: n}, option === "start" ? n + 1 : n)))
    el.value = value
    return h("label.field", null, h("span", null, label), el)
  }

  function player(table, one, seat) {
    const about = [seat === table.you && words.you, one.computer && words.computer, !one.here && words.away].filter(Boolean).join(", ")
    const fold = h("details", {open: opened.has(seat), ontoggle: () => { fold.open ? opened.add(seat) : opened.delete(seat) }},
      h("summary", {"aria-label": filled(words.handicap_of, {name: one.name}), "data-key": `fold ${seat}`}, words.handicap),
      h("div.options", null, choice(table, seat, "start", words.start_from), choice(table, seat, "end", words.ends_at),
        choice(table, seat, "down", words.down), !one.computer && choice(table, seat, "symbol", words.symbol)))
    const short = [one.handicap.start > 0 && `${words.start_from} ${one.handicap.start + 1}`, one.handicap.end < 60 && `${words.ends_at} ${one.handicap.end}`,
      one.handicap.down && words.down, one.handicap.symbol && "✍"].filter(Boolean).join(" · ")
    return h("li", {class: one.here ? "" : "away"},
      h("div.row", null, seatSign(one.colour, signs), h("strong.name", null, one.name), about && h("span.muted", null, about),
        h("span.grow.muted.short", null, short),
        one.computer && table.you != null && h("button.plain", {type: "button", "data-key": `remove ${seat}`, "aria-label": filled(words.remove, {name: one.name}),
          onclick: () => act.send({remove: seat})}, "✕")),
      table.you != null && fold)
  }

  function joinForm(table) {
    let kept = {}
    try { kept = JSON.parse(localStorage.getItem("matadojo-me") || "{}") } catch { /* not ours */ }
    const name = h("input", {type: "text", name: "name", maxlength: longest, required: true, "data-key": "name", value: String(kept.name ?? "")})
    const free = colours.map((_, n) => n).filter((n) => table.players.every(({colour}) => colour !== n))
    let colour = free.includes(kept.colour) ? kept.colour : free[0]
    const swatches = h("div.swatches", {role: "radiogroup", "aria-label": words.colour}, free.map((n) => h("label", {title: colours[n]},
      h("input.hide", {type: "radio", name: "colour", checked: n === colour, "aria-label": colours[n], onchange: () => { colour = n }}), seatSign(n, signs))))
    return h("form.box", {novalidate: true, onsubmit: (event) => {
      event.preventDefault()
      if (nameless(name, act, words)) return
      try { localStorage.setItem("matadojo-me", JSON.stringify({name: name.value.trim(), colour})) } catch { /* not kept */ }
      act.join({name: name.value.trim(), colour, table: table.code})
    }}, h("label.field", null, h("span", null, words.name), name), swatches, h("button.main", {type: "submit"}, words.join))
  }

  let drawn = ""
  function show(table) {
    const here = JSON.stringify([table.code, table.players, table.you])
    if (here === drawn) return
    drawn = here
    const typed = root.querySelector("[name=name]")?.value
    const pace = h("select", {"data-key": "pace", "aria-label": words.pace}, paces.map((id) => h("option", {value: id}, words[id])))
    pace.value = "medium"
    const first = h("select", {"data-key": "first", name: "first"}, table.players.map((one, n) => h("option", {value: n}, one.name)))
    const enough = table.players.length >= 2
    redraw(root,
      h("section.panel.code", null, h("h1", null, filled(words.table, {code: table.code})), h("p.muted", null, words.tell),
        h("div.row", null, h("button", {type: "button", "data-key": "copy", onclick: () => act.copy(copied)}, words.copy), copied)),
      h("section.panel", null, h("h2", null, words.players), !table.players.length && h("p.muted", null, words.empty),
        h("ul.people", null, table.players.map((one, n) => player(table, one, n))),
        table.you != null && table.players.length < most && h("div.row", null, h("span", null, words.pace), pace,
          h("button", {type: "button", "data-key": "add", onclick: () => act.send({computer: pace.value})}, words.add)),
        table.you == null && table.players.length < most && joinForm(table)),
      table.you != null && h("section.panel.go", null,
        enough ? h("label.row", null, h("span", null, words.first), first) : h("p.muted", null, words.need),
        h("button.main.big", {type: "button", name: "start", "data-key": "start", disabled: !enough, onclick: () => act.send({start: Number(first.value)})}, words.start),
        enough && h("p.muted", null, words.wait_start)),
      h("div.row", null, h("button", {type: "button", "data-key": "leave", onclick: () => act.send({leave: true})}, words.leave),
        table.time > 0 && h("button", {type: "button", "data-key": "explore", onclick: () => act.send({explore: true})}, words.last_race)))
    const field = root.querySelector("[name=name]")
    if (field && typed) field.value = typed
  }
  return {root, show}
}
