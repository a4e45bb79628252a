import {h} from "./elements.js";

/** Let the browser save a text as a file. */
export function download(root, name, text, type = "application/json") {
  const url = URL.createObjectURL(new Blob([text], {type}))
  const anchor = h("a", {href: url, download: name})
  root.append(anchor)
  anchor.click()
  anchor.remove()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
