// The bar above the board and its dialogs, all native: keyboard, Escape and screen readers work by themselves.
import {download} from "./download.js";
import {h} from "./elements.js";
import {gameForm} from "./game_form.js";

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
      document.querySelector(".md-head") && act(words.friend, () => location.assign(`./play?${new URLSearchParams({
        game: model.content.game, ...(new URLSearchParams(location.search).has("lang") && {lang: document.documentElement.lang})})}`)),
      act(words.random, () => model.send_msg({random: true})),
      act(words.position, () => model.send_msg({open: "position"})),
      act(words.link, () => model.send_msg({link: true})),
      act(words.save, () => model.send_msg({save: true})),
      act(words.open, openFile),
      h("li", null, h("label.field.check", null, careful, h("span", null, words.careful))),
      draws && h("li", null, h("label.field", null, draws.label, drawn))))
  }

  function newGame(form) {
    const {elements, values} = gameForm(form, words)
    show("new", words.new, elements, () => model.send_msg({new: values()}), foot(words.begin))
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
