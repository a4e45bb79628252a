// The random name under which the server keeps this browser's progress.
export const NAME = "matadojo-learner"

export function learnerName() {
  try { return localStorage.getItem(NAME) } catch { return null }  // a private window: progress lasts as long as the page
}

/** Keep a name that the server made, or forget it. Where another page of this browser was faster, `join` its name. */
export function remember(name, join) {
  const known = learnerName()
  if (name && known && known !== name) return join()
  try {
    if (name) localStorage.setItem(NAME, name)
    else localStorage.removeItem(NAME)
  } catch { /* as above */ }
}

/** Whether this browser can keep a name. */
export function canRemember() {
  try {
    localStorage.setItem(`${NAME}-try`, "1")
    localStorage.removeItem(`${NAME}-try`)
    return true
  } catch {
    return false
  }
}
