import { html, svg } from "./dom.js";
import { mount } from "./mount.js";
import { Picture } from "./picture.js";
import { Targets } from "./targets.js";
import { Player } from "./player.js";
import { listenToKeys } from "./keys.js";
import { decode } from "./decode.js";
import { drawHeat } from "./heat.js";
import { teller } from "./teller.js";

const STYLE = "CSS:scene.css" + "CSS:board.css";

const MOVE = 380; // ms that a piece takes to its new place at speed 1

export function renderBoard({ model, el }) {
  mount({ model, el }, "board", STYLE, (root, channel) => {
    const ground = svg("g", { class: "ground" });
    const things = svg("g", { class: "things" });
    const heat = svg("g", { class: "heat", "aria-hidden": "true" });
    const layer = svg("g", { class: "targets" });
    const art = svg("defs");
    const paper = svg("svg", { class: "md-scene" }, art, ground, things, heat, layer);
    const says = html("p", { class: "says", "aria-live": "polite", "aria-atomic": "true" });
    const facts = html("dl", { class: "facts" });
    const help = html("p", { class: "md-hidden", id: `md-help-${channel.id}` });
    const player = new Player(channel);
    const stage = html("div", { class: "stage", role: "group", "aria-describedby": help.id }, paper);
    root.append(facts, stage, says, player.element, help);

    const picture = new Picture(things);
    const tell = teller(model, channel);
    let words = {};
    let trace = null;
    let at = null;
    let drawn = null;
    const last = {};

    const tap = (id) => {
      if (!model.tappable) return;
      // A tap is meant for the state that is played, so that is what one sees.
      if (channel.cursor < channel.count) channel.go(channel.count);
      model.send_msg({ tap: id });
    };
    // What is not there yet in the step on show is there in the last one.
    const missed = () => model.tappable && channel.cursor < channel.count && channel.go(channel.count);
    const targets = new Targets(stage, layer, tap, missed);
    listenToKeys(root, channel, { targets, tap, escape: () => player.buttons.play.focus() });

    const changed = (name, value) => last[name] !== value && ((last[name] = value), true);

    const load = () => {
      at = JSON.parse(model.at);
      if (changed("words", model.words)) {
        words = JSON.parse(model.words);
        player.translate(words);
        help.textContent = words.keys;
        facts.setAttribute("aria-label", words.facts);
      }
      if (changed("art", model.art)) {
        art.innerHTML = Object.entries(JSON.parse(model.art))
          .map(([shape, markup]) => `<g id="md-${shape}">${markup}</g>`)
          .join("");
      }
      if (changed("ground", model.ground)) ground.innerHTML = model.ground;
      if (changed("box", String(model.box))) {
        const [x, y, width, height] = model.box;
        paper.setAttribute("viewBox", [x, y, width, height].join(" "));
        root.style.setProperty("--md-ratio", width / height);
      }
      if (changed("trace", model.trace)) {
        trace = decode(model.trace, at.trace);
        drawn = null;
      }
    };

    const show = (why) => {
      player.element.hidden = !model.player;
      says.hidden = !model.player && !channel.count;
      player.show();
      tell(why);
      if (!trace || channel.trace !== at.trace) return;
      const frame = trace[Math.min(channel.cursor, trace.length - 1)];
      if (frame !== drawn) {
        const time = why === "data" && !picture.nodes.size ? 0 : Math.min(MOVE, MOVE / channel.speed);
        if (drawn === null) picture.adopt(frame.things);
        picture.draw(frame.things, time);
        stage.setAttribute("aria-label", frame.title);
        sayStep(says, frame, channel.count ? words.before : words.no_steps, words);
        // Read aloud what one can follow; of a quick run only where it ends.
        says.setAttribute("aria-live", channel.playing && channel.speed > 1 ? "off" : "polite");
        showFacts(facts, frame.facts, model.facts);
        drawn = frame;
      }
      drawHeat(heat, model.heat ?? [], frame.targets);
      const now = channel.cursor === channel.count;
      targets.draw(frame.targets, {
        can: now ? model.can : [],
        chosen: now ? model.chosen : [],
        tappable: model.tappable,
        words,
      });
    };

    const watched = ["trace", "art", "ground", "box", "can", "chosen", "tappable", "player", "facts", "sync", "heat"];
    return { load, show, watched };
  });
}

function sayStep(says, { says: sentence, ok, kind }, nothing, words) {
  says.className = `says ${kind} ${ok ? "" : "refused"}`;
  says.replaceChildren();
  if (!ok) says.append(html("strong", {}, `${words.refused}: `));
  says.append(sentence || nothing);
}

function showFacts(list, facts, shown) {
  list.hidden = !shown || !facts.length;
  list.replaceChildren(...facts.map(([name, value]) => html("div", {}, html("dt", {}, name), " ", html("dd", {}, value))));
}
