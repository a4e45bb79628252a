const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children);
  return node;
}

/** An HTML element. */
export function html(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Put values into the {fields} of a text. */
export function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

const LOCAL = ["localhost", "127.0.0.1", "[::1]"]

/** Does an address lead to this computer alone? */
export const onlyHere = ({hostname}) => LOCAL.includes(hostname)

/** The address as others reach it, at `host`: to them "localhost" is their own computer. */
export function forOthers(url, host) {
  const found = new URL(url)
  if (host && onlyHere(found)) found.hostname = host
  found.hash = ""
  return found
}

/** Does the reader want things to keep still? */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
