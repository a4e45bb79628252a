// Small helpers that every script of a part begins with.

/** An element: h("button.main", {onclick}, "text", child, ...). Attributes that are null or false are left out. */
export function h(spec, attributes, ...children) {
  const [tag, ...classes] = spec.split(".")
  const el = document.createElement(tag || "div")
  if (classes.length) el.className = classes.join(" ")
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value == null || value === false) continue
    if (name.startsWith("on")) el.addEventListener(name.slice(2), value)
    else if (name === "class") el.classList.add(...value.split(" ").filter(Boolean))
    else if (["value", "checked", "disabled", "hidden", "textContent"].includes(name)) el[name] = value
    else el.setAttribute(name, value === true ? "" : value)
  }
  el.append(...children.flat(2).filter((child) => child != null && child !== false))
  return el
}

/** The round sign of a seat: its colour and its form. */
export function seatSign(seat, signs) {
  const el = h("span.seat", {class: `seat-${seat}`, "aria-hidden": "true"})
  if (signs?.[seat]) el.innerHTML = `<svg viewBox="-30 -30 60 60">${signs[seat]}</svg>`
  return el
}

/** Draw anew what is in `root`, and leave the focus on the same thing (its data-key), or on `root` itself. */
export function redraw(root, ...children) {
  const active = root.getRootNode().activeElement
  const inside = active && active !== root && root.contains(active)
  const key = inside ? active.dataset.key : null
  root.replaceChildren(...children.flat().filter((child) => child != null && child !== false))
  if (!inside) return
  const next = key && root.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`)
  if (next) next.focus({preventScroll: true})
  else root.focus({preventScroll: true})
}

/** The action, to be called as often as one likes and done the first time. */
export function once(action) {
  let done = false
  return () => {
    if (!done) action()
    done = true
  }
}
