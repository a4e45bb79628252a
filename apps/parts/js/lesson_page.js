import { html } from "./dom.js";
import { renderBoard } from "./board.js";
import { renderSteps } from "./steps.js";
import { renderRule } from "./rule.js";
import { StillModel } from "./still_model.js";
import { StillRun } from "./still_run.js";
import { taskView } from "./learn_task.js";
import { endView } from "./learn_end.js";

const RENDERS = { board: renderBoard, steps: renderSteps, rule: renderRule };

const CHANNEL = "lesson";

/** What apps/parts/lesson_export.py packed into the page. */
async function unpacked() {
  const bytes = Uint8Array.from(atob(document.getElementById("data").textContent), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

/** A lesson, taken without a server. */
function openLesson(data) {
  let shown = 0; // pictures laid so far: each gets a name of its own, so that it is played again
  let base = null; // the picture that lies there when no refused move is on show
  let run = null;
  const models = {};

  function place(name, values) {
    models[name] = new StillModel({ channel: CHANNEL, seek: [], sync: false, hails: false, words: data.parts[name], ...values }, {
      hear: ({ tap }) => tap !== undefined && run.do("tap", tap),
    });
    const host = html("div");
    RENDERS[name]({ model: models[name], el: host.attachShadow({ mode: "open" }) });
    return host;
  }

  function look(number, quiet) {
    const { trace, ground, steps, rules, box, player, cursor, count, play } = data.looks[number];
    shown += 1;
    const at = { trace: `look ${shown}`, cursor, count, play: play && !quiet };
    return {
      board: { trace: data.texts[trace], ground: data.texts[ground], box, player },
      steps: { steps: data.texts[steps] },
      rule: { rules: data.texts[rules] },
      at: JSON.stringify(at),
    };
  }

  const put = ({ at, ...parts }) => {
    for (const [name, values] of Object.entries(parts)) models[name]?.set({ ...values, at });
  };

  const begin = look(data.tasks[0].look);
  const board = { ...begin.board, at: begin.at, art: data.art, facts: true, can: [], chosen: [], tappable: true };
  const children = {
    board: place("board", board),
    steps: place("steps", { ...begin.steps, at: begin.at }),
    card: place("rule", { ...begin.rule, at: begin.at }),
  };
  const page = html("div", { class: "learn" });
  const root = document.getElementById("lesson").attachShadow({ mode: "open" });
  root.append(html("style", {}, document.getElementById("style").content.textContent), page);
  const learn = new StillModel({ content: {} }, { children });
  const act = { go() {}, do: (what, given = null) => run.do(what, given) };
  const views = { task: taskView(learn, data.words, act), end: endView(data.words, act) };
  let drawn = "";

  run = new StillRun(data, {
    lay(number, quiet) {
      base = look(number, quiet);
      put(base);
      return base.board.player;
    },
    /** The same picture with something more on it: whoever steps through it stays where they are. */
    cross(number) {
      base = { ...look(number), at: base.at };
      put(base);
    },
    /** Mark taps; a refused move lies there as long as it is talked about. */
    select(can, chosen, refused = null) {
      const asked = refused === null ? base : look(refused);
      if (asked.at !== models.board.at) put(asked);
      models.board.set({ can, chosen });
      return asked.board.player;
    },
    draw(content) {
      views[content.view].draw({ ...content, channel: CHANNEL });
      if (drawn === content.view) return;
      drawn = content.view;
      page.replaceChildren(views[drawn].element);
      views[drawn].shown?.();
    },
  });
}

unpacked().then(openLesson);
