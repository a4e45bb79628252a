import { html } from "./dom.js";
import { channelOf } from "./channel.js";
import { hail } from "./hail.js";
import { followTheme } from "./theme.js";

const BASE = "CSS:part.css";

/**
 * What every part does: make its root, follow its channel and its parameters, and clean up when it goes.
 *
 * `style` is the part's own style sheet.
 * `build(root, channel)` returns `load()`, called when parameters changed, and `show(why)`, called when the cursor moved.
 */
export function mount({ model, el }, part, style, build) {
  const root = html("div", { class: `md-part md-${part}` });
  const channel = channelOf(model.channel);
  const { load, show, watched, leave } = build(root, channel);
  let waiting = false;
  const update = () => {
    waiting = false;
    // Data first: a part must know the new trace before the channel tells it to show its steps.
    load();
    channel.load(JSON.parse(model.at));
    show("data");
  };
  // One message may change several parameters: they are looked at together.
  const soon = () => {
    if (!waiting) queueMicrotask(update);
    waiting = true;
  };
  model.on(["at", "words", ...watched], soon);
  model.on("seek", () => {
    if (waiting) update();
    channel.seek(model.seek);
  });
  const stops = [channel.subscribe(show), followTheme(root)];
  model.on("remove", () => {
    for (const stop of stops) stop();
    leave?.();
  });
  el.replaceChildren(html("style", {}, BASE + style), root);
  update();
  channel.seek(model.seek);
  if (model.hails) stops.push(hail(model));
}
