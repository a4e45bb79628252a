// How pupils get in, large enough for the projector; and the teacher's own link.
import {copy} from "./dialogs.js";
import {forOthers, onlyHere} from "./dom.js";
import {h} from "./elements.js";

const spaced = (code) => `${code.slice(0, 3)} ${code.slice(3)}`

export function codes(model, words, act, dialogs) {
  const count = h("p.count", {"aria-live": "polite"})
  const picture = h("div.qr", {role: "img", "aria-label": words.join_at})

  /** The address at which pupils join. */
  function address() {
    const found = forOthers(new URL("./join", location.href), model.content.host)
    found.search = ""
    found.searchParams.set("class", model.content.code)
    const language = new URLSearchParams(location.search).get("lang")
    if (language) found.searchParams.set("lang", language)
    return found
  }

  const where = (link) => h("p.address", null, `${link.host}${link.pathname}`)
  const large = () => [h("p", null, words.and_code), h("p.code", null, spaced(model.content.code))]

  /** What lies on the desk before there is a game on it. */
  const desk = () => [
    h("div.projector", null, h("p", null, words.join_here), where(address()), large(),
      h("button.main.big", {type: "button", name: "large", "data-key": "large", onclick: show}, words.show_large)),
    h("p.muted", null, words.begin)]

  function show() {
    const link = address()
    const told = h("span.told", {role: "status"})
    picture.replaceChildren()
    act.send({code: link.href})
    dialogs.show(words.show_code, h("div.projector.wide", null,
      h("div.ways", null, h("p", null, words.join_at), where(link), large(), count),
      picture,
      (onlyHere(link) || !model.content.served) && h("p.notice", null, words.only_here),
      h("div.row", null, h("button", {type: "button", name: "copy", onclick: () => copy(link.href, told, words)}, words.copy_link), told)), {kind: "full"})
  }

  function secretLink(secret) {
    const found = new URL(location.href)
    found.hash = `teacher=${secret}`
    return found.href
  }

  /** Once, right after the class was made. */
  function secret(one) {
    const told = h("span.told", {role: "status"})
    // Blurred until it is tapped: the projector may be on.
    const field = h("input.blurred", {type: "text", readonly: true, value: secretLink(one), name: "secret", "aria-label": words.secret, onfocus: () => field.select()})
    dialogs.show(words.secret, h("div.secret", null, h("p.notice", null, words.secret_text), field,
      h("div.row", null, h("button", {type: "button", name: "copy", onclick: () => copy(field.value, told, words)}, words.copy), told),
      h("div.foot", null, h("button.main", {type: "button", name: "kept", onclick: () => dialogs.close()}, words.understood))))
  }

  return {
    show,
    desk,
    /** Say how many are here, beside the code. */
    here(text) { count.textContent = text },
    secret,
    copySecret: (one, told) => copy(secretLink(one), told, words),
    draw: (svg) => { picture.innerHTML = svg },
    spaced,
  }
}
