const STAR = "M12 2.6l2.9 6 6.6.9-4.8 4.6 1.2 6.5-5.9-3.1-5.9 3.1 1.2-6.5-4.8-4.6 6.6-.9z"

/** Three stars, so many of them earned. */
export function stars(count, label) {
  const el = document.createElement("span")
  el.className = "stars"
  el.setAttribute("role", "img")
  el.setAttribute("aria-label", label.replace("{stars}", count))
  el.innerHTML = [0, 1, 2].map((n) =>
    `<svg viewBox="0 0 24 24" class="${n < count ? "earned" : ""}" aria-hidden="true"><path d="${STAR}"/></svg>`).join("")
  return el
}
