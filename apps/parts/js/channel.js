const BEAT = 850; // ms between two steps at speed 1
const FIRST_BEAT = 350; // playing starts soon after Play is pressed
const REMEMBERED = 20;

/**
 * The cursor that the parts of one session share: which trace is on show, which of its steps, and the clock that plays.
 * Nothing of it reaches the server unless a part sends it.
 */
class Channel {
  trace = null;
  cursor = 0;
  count = 0;
  playing = false;
  speed = 1;
  listeners = new Set();
  memory = new Map();
  clock = 0;
  seeks = 0;

  constructor(id) {
    this.id = id;
  }

  /** Call a function with what happened ("load", "seek", "step", "play") whenever it does; returns how to stop that. */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      if (!this.listeners.size) this.pause();
    };
  }

  /** Show a trace. One that was on show before comes back where it was left, and does not play again. */
  load({ trace, cursor, count, play }) {
    if (trace === this.trace) return;
    if (this.trace !== null) this.memory.set(this.trace, this.cursor);
    if (this.memory.size > REMEMBERED) this.memory.delete(this.memory.keys().next().value);
    this.halt();
    this.trace = trace;
    this.count = count;
    const known = this.memory.get(trace);
    // The first step of a move that was just made is shown at once: whoever made it waits for an answer.
    this.cursor = known ?? (play ? Math.min(1, count) : cursor);
    if (known === undefined && play && count > 1) {
      this.playing = true;
      this.wait(BEAT);
    }
    this.tell("load");
  }

  /** Python moves the cursor. */
  seek([trace, cursor, number] = []) {
    if (trace !== this.trace || number <= this.seeks) return;
    this.seeks = number;
    this.halt();
    this.move(cursor, "seek");
  }

  /** The reader goes to a step. */
  go(cursor) {
    this.halt();
    this.move(cursor, "step");
  }

  toggle() {
    if (this.playing) {
      this.pause();
    } else if (this.count) {
      this.playing = true;
      if (this.cursor >= this.count) this.move(0, "step");
      else this.tell("play");
      this.wait(FIRST_BEAT);
    }
  }

  pause() {
    if (!this.playing) return;
    this.halt();
    this.tell("play");
  }

  accelerate(speed) {
    this.speed = speed;
    this.tell("play");
  }

  halt() {
    clearTimeout(this.clock);
    this.playing = false;
  }

  wait(time) {
    clearTimeout(this.clock);
    this.clock = setTimeout(() => this.tick(), time / this.speed);
  }

  tick() {
    if (this.cursor + 1 >= this.count) this.playing = false;
    else this.wait(BEAT);
    this.move(this.cursor + 1, "step");
  }

  move(cursor, why) {
    const wanted = Math.max(0, Math.min(this.count, cursor));
    this.cursor = wanted;
    this.tell(why);
  }

  tell(why) {
    for (const listener of [...this.listeners]) listener(why);
    const { id, trace, cursor, count, playing } = this;
    document.dispatchEvent(new CustomEvent("matadojo:cursor", { detail: { channel: id, trace, cursor, count, playing, why } }));
  }
}

/** The channel of that name; every part on the page gets the same one, in whichever module its code came. */
export function channelOf(id) {
  const channels = (globalThis[Symbol.for("matadojo.channels")] ??= new Map());
  if (!channels.has(id)) channels.set(id, new Channel(id));
  return channels.get(id);
}
