import {h} from "./elements.js";

/** Dialogs over a part of the page, one at a time. */
export function dialogs(root, words) {
  let now = null

  /** `act(dialog)` is called when the main button, labelled `label`, is pressed; without it there is none. */
  function show(title, body, {label = null, act = null, kind = ""} = {}) {
    now?.remove()
    const foot = act && h("div.foot", null,
      h("button", {type: "button", name: "cancel", onclick: () => dialog.close()}, words.cancel),
      h("button.main", {type: "submit", name: "sure"}, label))
    const form = h("form.body", {onsubmit(event) {
      event.preventDefault()
      dialog.close()
      act?.()
    }}, body, foot)
    const dialog = h("dialog", {"aria-label": title, class: kind,
                                onclick: (event) => { if (event.target === dialog) dialog.close() },
                                onclose: () => dialog.remove()},
      h("div.head", null, h("h2", null, title),
        h("button.plain", {type: "button", name: "close", "aria-label": words.close, onclick: () => dialog.close()}, "✕")),
      form)
    dialog.addEventListener("keydown", (event) => event.stopPropagation())  // keys typed here are not the board's
    root.append(dialog)
    now = dialog
    dialog.showModal()
    return dialog
  }

  return {
    show,
    close: () => now?.close(),
    /** Ask before something is done that cannot be undone. */
    confirm: (title, text, label, act) => show(title, h("p", null, text), {label, act}),
    /** Ask for a line of text. */
    ask(title, text, value, limit, act) {
      const field = h("input", {type: "text", name: "text", maxlength: String(limit), autocomplete: "off", value, "aria-label": text})
      show(title, h("label.field", null, text, field), {label: words.save, act: () => act(field.value)})
      field.select()
    },
  }
}

/** Copy a text; where the browser does not allow it, the text stands in a field to be copied by hand. */
export async function copy(text, told, words) {
  try {
    await navigator.clipboard.writeText(text)
    told.textContent = words.copied
  } catch {
    const field = h("input", {type: "text", readonly: true, value: text, "aria-label": words.copy})
    told.replaceChildren(field)
    field.select()
  }
}
