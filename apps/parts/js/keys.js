const STEPS = { ArrowLeft: -1, ArrowRight: 1 };
const SIDES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The keyboard inside a part. A key that does something here does nothing else: no scrolling, no notebook command.
 */
export function listenToKeys(root, channel, { targets = null, tap = null, escape = null } = {}) {
  const act = (event) => {
    const { key, shiftKey } = event;
    const from = event.composedPath()[0];
    if (from.isContentEditable || from.matches?.("textarea, select, input:not([type=range])")) return false;
    if (targets && key in SIDES && (shiftKey || !(key in STEPS))) return targets.move(...SIDES[key]), true;
    if (key in STEPS) return channel.go(channel.cursor + STEPS[key]), true;
    if (key === "Home") return channel.go(0), true;
    if (key === "End") return channel.go(channel.count), true;
    // A button under the focus takes Space itself, as buttons do.
    if (key === " " && !from.matches?.("button")) return channel.toggle(), true;
    if (!targets) return false;
    const focused = targets.focused();
    if (key === "Enter" && focused) return tap(focused.tap), true;
    if (key === "Escape" && focused) return escape(), true;
    return targets.type(key, event.timeStamp);
  };
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (!act(event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  // JupyterLab listens before us, on the whole document; this attribute on what it sees asks it to keep out.
  const quiet = (on) => {
    for (let node = root; node; node = node.getRootNode().host) node.toggleAttribute("data-lm-suppress-shortcuts", on);
  };
  root.addEventListener("focusin", () => quiet(true));
  root.addEventListener("focusout", () => quiet(false));
}
