// The bar above the board and its dialogs, all native: keyboard, Escape and screen readers work by themselves.
import {download} from "./download.js";
import {h} from "./elements.js";

export function renderMenu({model}) {
  const root = h("div.menu", {role: "toolbar"})
  const bar = h("div.row.bar")
  const told = h("p.hide", {role: "status", "aria-live": "polite"})
  const note = h("div.notice.good", {hidden: true})
  root.append(bar, note, told)
  const dialogs = {}
  let open = null
  let words = {}

  // A field keeps what it holds when the words around it are drawn anew, so dialogs are made when they are opened.
  function show(name, title, body, submit, foot) {
    dialogs[name]?.remove()
    const error = h("div.notice", {role: "alert", hidden: true})
    const form = h("form.body", {method: "dialog", onsubmit: (event) => { event.preventDefault(); submit?.(error) }}, body, error, foot)
    const dialog = h("dialog", {"aria-label": title, onclose: () => {
      if (open?.dialog === dialog) open = null  // the next one may be open already
    }, onclick: (event) => {
      if (event.target === dialog) dialog.close()
    }},
      h("div.head", null, h("h2", null, title),
        h("button.plain", {type: "button", "aria-label": words.close, onclick: () => dialog.close()}, "✕")),
      form)
    // Keys typed here belong to the dialog, not to the board or the notebook around it.
    dialog.addEventListener("keydown", (event) => event.stopPropagation())
    root.append(dialog)
    dialogs[name] = dialog
    open = {dialog, error}
    dialog.showModal()
    return dialog
  }

  function say(text) {
    told.textContent = text
    note.textContent = text
    note.hidden = false
    clearTimeout(say.clock)
    say.clock = setTimeout(() => { note.hidden = true }, 8000)
  }

  const foot = (label) => h("div.foot", null,
    h("button", {type: "button", onclick: () => open?.dialog.close()}, words.cancel),
    h("button.main", {type: "submit"}, label))

  function more() {
    const act = (label, action) => h("li", null, h("button", {type: "button", onclick: () => {
      dialog.close()
      action()
    }}, label))
    const {draws} = model.content
    const drawn = h("select", {onchange: () => model.send_msg({draws: drawn.value})},
      draws.options.map(([value, label]) => h("option", {value}, label)))
    drawn.value = draws.value
    const careful = h("input", {type: "checkbox", name: "careful",
                                onchange: () => model.send_msg({careful: careful.checked})})
    careful.checked = model.content.careful
    const dialog = show("more", words.more, h("ul.actions", null,
      act(words.random, () => model.send_msg({random: true})),
      act(words.position, () => model.send_msg({open: "position"})),
      act(words.link, () => model.send_msg({link: true})),
      act(words.save, () => model.send_msg({save: true})),
      act(words.open, openFile),
      h("li", null, h("label.field.check", null, careful, h("span", null, words.careful))),
      draws && h("li", null, h("label.field", null, draws.label, drawn))))
  }

  function newGame(form) {
    const seats = h("select", {name: "seats"}, form.seats.map(([value, label]) => h("option", {value}, label)))
    seats.value = form.seat
    const start = h("select", {name: "start"})
    const starters = () => {
      const before = start.value || "0"
      start.replaceChildren(...form.starts.slice(0, Number(seats.value)).map((label, seat) => h("option", {value: seat}, label)),
                            h("option", {value: -1}, words.lot))
      start.value = before
      if (start.selectedIndex < 0) start.value = "0"
    }
    seats.addEventListener("change", starters)
    starters()
    const preset = h("select", {name: "preset"},
      !form.preset && h("option", {value: ""}, words.own),
      form.presets.map(({name, label}) => h("option", {value: name}, label)))
    preset.value = form.preset
    const fields = form.options.map((option) => [option, input(option)])
    const fill = (values) => fields.forEach(([option, el]) => {
      if (option.kind === "bool") el.checked = values[option.name]
      else el.value = values[option.name]
    })
    preset.addEventListener("change", () => fill(form.presets.find(({name}) => name === preset.value)?.values ?? form.values))
    fill(form.values)
    show("new", words.new, [
      h("label.field", null, words.players, seats),
      h("label.field", null, words.start, start),
      h("label.field", null, words.preset, preset),
      h("details", null, h("summary", null, words.options), h("div.options", null, fields.map(([option, el]) =>
        option.kind === "bool" ? h("label.field.check", null, el, h("span", null, option.label))
                               : h("label.field", null, h("span", null, option.label), el)))),
    ], () => model.send_msg({new: {preset: preset.value, seats: Number(seats.value), start: Number(start.value), values: Object.fromEntries(
      fields.map(([option, el]) => [option.name, option.kind === "bool" ? el.checked
        : option.kind === "int" || option.kind === "float" || typeof option.choices[0]?.[0] === "number" ? Number(el.value) : el.value]))}}), foot(words.begin))
  }

  function input({name, kind, choices, bounds}) {
    if (kind === "bool") return h("input", {type: "checkbox", name})
    if (kind === "choice") return h("select", {name}, choices.map(([value, label]) => h("option", {value}, label)))
    if (kind === "int") return h("input", {type: "number", name, required: true, min: bounds?.[0], max: bounds?.[1], step: 1})
    if (kind === "float") return h("input", {type: "number", name, required: true, min: bounds?.[0], max: bounds?.[1], step: "any"})
    return h("input", {type: "text", name, spellcheck: "false", autocomplete: "off"})
  }

  function position(text, signs) {
    const area = h("textarea", {name: "position", spellcheck: "false", autocapitalize: "off", autocomplete: "off",
                                "aria-label": words.position, value: text})
    show("position", words.position, [h("p.muted", null, words.position_help, " ", signs), area],
         () => model.send_msg({position: area.value.slice(0, model.content.limit + 1)}), foot(words.show))
  }

  function openFile() {
    const file = h("input", {type: "file", name: "file", accept: ".json,application/json", required: true})
    show("open", words.open, [h("label.field", null, words.choose_file, file)], async (error) => {
      const [chosen] = file.files
      if (!chosen) return
      try {
        // One byte more than is read, so that the server sees that it is too long.
        const bytes = new Uint8Array(await chosen.slice(0, model.content.limit + 1).arrayBuffer())
        let binary = ""
        for (let n = 0; n < bytes.length; n += 0x8000) binary += String.fromCharCode(...bytes.subarray(n, n + 0x8000))
        model.send_msg({load: btoa(binary), name: chosen.name})
      } catch {
        error.textContent = words.reading
        error.hidden = false
      }
    }, foot(words.open))
  }

  async function copy(query, text) {
    const address = new URL(location.href)
    const {searchParams: here} = address
    const language = here.get("lang")
    const wanted = new URLSearchParams(query)
    // The step is known here only: the address keeps it. Where it holds none, the last one is shown.
    if (here.has("step") && here.get("ply") === wanted.get("ply")) wanted.set("step", here.get("step"))
    else wanted.delete("step")
    address.search = wanted
    if (language) address.searchParams.set("lang", language)
    address.hash = ""
    try {
      await navigator.clipboard.writeText(address.href)
      say(text)
    } catch {  // no permission, or a page without https
      const field = h("input", {type: "text", readonly: true, value: address.href, "aria-label": words.link_here})
      show("link", words.link, [h("p", null, words.link_here), field, h("p.muted", null, text)], () => open?.dialog.close())
      field.select()
    }
  }

  function draw() {
    const c = model.content
    words = c.words
    root.setAttribute("aria-label", words.bar)
    const view = h("select.view", {"aria-label": words.view, "data-key": "view", onchange: () =>
      model.send_msg({look: view.value === "" ? null : Number(view.value)})},
      c.viewers.map(([seat, label]) => h("option", {value: seat ?? ""}, label)))
    view.value = c.viewer ?? ""
    view.hidden = c.viewers.length === 0
    const focused = root.getRootNode().activeElement?.dataset?.key
    bar.replaceChildren(
      h("button", {type: "button", "data-key": "new", onclick: () => model.send_msg({open: "new"})}, words.new),
      view,
      h("button", {type: "button", "data-key": "more", "aria-haspopup": "dialog", onclick: more}, words.more, " …"))
    if (focused) bar.querySelector(`[data-key="${focused}"]`)?.focus({preventScroll: true})
  }

  model.on("msg:custom", (message) => {
    if (message.dialog === "new") newGame(message.form)
    else if (message.dialog === "position") position(message.text, message.signs)
    else if (message.file) download(root, message.file, message.text)
    else if (message.link) copy(message.link, message.note)
    else if (message.close) open?.dialog.close()
    else if (message.error) {
      if (!open) return say(message.error)
      open.error.textContent = message.error
      open.error.hidden = false
      open.error.scrollIntoView({block: "nearest"})
    }
  })
  model.on("content", draw)
  draw()
  return root
}
