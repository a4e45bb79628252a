import { html, svg, filled } from "./dom.js";

const SPEEDS = [0.5, 1, 2, 4];
const ICONS = {
  first: "M6 5v14M19 5L9 12L19 19Z",
  back: "M16 5L6 12L16 19Z",
  play: "M7 4L19 12L7 20Z",
  pause: "M8 5V19M16 5V19",
  forward: "M8 5L18 12L8 19Z",
  last: "M5 5L15 12L5 19ZM18 5V19",
};

function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
}

/** The controls under the picture. */
export class Player {
  constructor(channel) {
    this.channel = channel;
    this.words = {};
    const button = (name, act) => {
      const made = html("button", { type: "button", class: name }, icon(name));
      made.addEventListener("click", act);
      return made;
    };
    this.buttons = {
      first: button("first", () => channel.go(0)),
      back: button("back", () => channel.go(channel.cursor - 1)),
      play: button("play", () => channel.toggle()),
      forward: button("forward", () => channel.go(channel.cursor + 1)),
      last: button("last", () => channel.go(channel.count)),
    };
    this.speed = html("button", { type: "button", class: "speed" });
    this.speed.addEventListener("click", () => {
      channel.accelerate(SPEEDS[(SPEEDS.indexOf(channel.speed) + 1) % SPEEDS.length]);
    });
    this.scrubber = html("input", { type: "range", min: 0, step: 1, class: "scrubber" });
    this.scrubber.addEventListener("input", () => channel.go(Number(this.scrubber.value)));
    this.place = html("span", { class: "place" });
    this.element = html(
      "div",
      { class: "player", role: "group" },
      html("div", { class: "buttons" }, ...Object.values(this.buttons), this.speed),
      html("div", { class: "track" }, this.scrubber, this.place),
    );
  }

  translate(words) {
    this.words = words;
    for (const [name, button] of Object.entries(this.buttons)) label(button, words[name]);
    this.element.setAttribute("aria-label", words.scrubber);
    this.scrubber.setAttribute("aria-label", words.scrubber);
    this.show();
  }

  show() {
    const { cursor, count, playing, speed } = this.channel;
    const { buttons, words } = this;
    const name = playing ? "pause" : "play";
    if (buttons.play.dataset.icon !== name) {
      buttons.play.dataset.icon = name;
      buttons.play.replaceChildren(icon(name));
      label(buttons.play, words[name]);
    }
    // aria-disabled, not disabled: a disabled button would drop the focus of who holds the key down.
    for (const name of ["first", "back"]) buttons[name].setAttribute("aria-disabled", cursor === 0);
    for (const name of ["forward", "last"]) buttons[name].setAttribute("aria-disabled", cursor === count);
    buttons.play.setAttribute("aria-disabled", count === 0);
    this.speed.textContent = `${speed}×`;
    label(this.speed, `${words.speed} ${speed}×`);
    const text = place(this.channel, words);
    this.scrubber.max = Math.max(count, 1);
    this.scrubber.value = cursor;
    this.scrubber.disabled = count === 0;
    this.scrubber.style.setProperty("--done", `${count ? (100 * cursor) / count : 0}%`);
    this.scrubber.setAttribute("aria-valuetext", text);
    this.place.textContent = text;
  }
}

function label(button, text) {
  button.setAttribute("aria-label", text);
  button.title = text;
}

function place({ cursor, count }, words) {
  if (!count) return words.no_steps;
  return cursor ? filled(words.step_of, { step: cursor, count }) : `${words.before} (0 / ${count})`;
}
