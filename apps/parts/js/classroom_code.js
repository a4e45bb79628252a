// How pupils get in, large enough for the projector; and the teacher's own link.
import {copy} from "./dialogs.js";
import {h} from "./elements.js";

const LOCAL = ["localhost", "127.0.0.1", "[::1]"]
const spaced = (code) => `${code.slice(0, 3)} ${code.slice(3)}`

export function codes(model, words, act, dialogs) {
  const picture = h("div.qr", {role: "img", "aria-label": words.join_at})

  /** The address at which pupils join. On the teacher's own computer "localhost" is no address for anybody else. */
  function address() {
    const found = new URL("./join", location.href)
    found.hash = ""
    found.search = ""
    if (LOCAL.includes(found.hostname) && model.content.host) found.hostname = model.content.host
    found.searchParams.set("class", model.content.code)
    const language = new URLSearchParams(location.search).get("lang")
    if (language) found.searchParams.set("lang", language)
    return found
  }

  function show() {
    const link = address()
    const told = h("span.told", {role: "status"})
    picture.replaceChildren()
    act.send({code: link.href})
    dialogs.show(words.show_code, h("div.projector", null,
      h("p", null, words.join_at),
      h("p.address", null, `${link.host}${link.pathname}`),
      picture,
      h("p", null, words.and_code), h("p.code", null, spaced(model.content.code)),
      LOCAL.includes(link.hostname) && h("p.notice", null, words.only_here),
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
    const field = h("input", {type: "text", readonly: true, value: secretLink(one), name: "secret", "aria-label": words.secret})
    dialogs.show(words.secret, h("div.secret", null, h("p.notice", null, words.secret_text), field,
      h("div.row", null, h("button", {type: "button", name: "copy", onclick: () => copy(field.value, told, words)}, words.copy), told),
      h("div.foot", null, h("button.main", {type: "button", name: "kept", onclick: () => dialogs.close()}, words.understood))))
  }

  return {
    show,
    secret,
    copySecret: (one, told) => copy(secretLink(one), told, words),
    draw: (svg) => { picture.innerHTML = svg },
    spaced,
  }
}
