const KEYS = {
  ArrowLeft: (channel) => channel.go(channel.cursor - 1),
  ArrowRight: (channel) => channel.go(channel.cursor + 1),
  Home: (channel) => channel.go(0),
  End: (channel) => channel.go(channel.count),
}

/** The keys that step work everywhere around the parts, but for where they have a meaning of their own. */
export function stepKeys(root, channel) {
  root.addEventListener("keydown", (event) => {
    const key = KEYS[event.key]
    const own = ["INPUT", "SELECT", "TEXTAREA"].includes(event.composedPath()[0].tagName)
    if (!key || own || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    key(channel)
  })
}
