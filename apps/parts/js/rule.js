import { html } from "./dom.js";
import { mount } from "./mount.js";
import { listenToKeys } from "./keys.js";

const STYLE = "CSS:rule.css";

export function renderRule({ model, el }) {
  mount({ model, el }, "rule", STYLE, (root, channel) => {
    const card = html("section", { class: "card", tabindex: 0 });
    root.append(card);
    listenToKeys(root, channel);
    let words = {};
    let rules = { cards: {}, acting: [] };
    let at = null;
    let shown;

    const load = () => {
      at = JSON.parse(model.at);
      words = JSON.parse(model.words);
      rules = JSON.parse(model.rules);
      card.setAttribute("aria-label", words.rule);
      shown = undefined;
    };

    const show = () => {
      if (channel.trace !== at?.trace) return;
      const id = rules.acting[channel.cursor - 1] ?? "";
      if (id === shown) return;
      shown = id;
      card.dataset.rule = id; // for those who write lessons; a reader needs the title
      card.replaceChildren(...(id ? content(rules.cards[id], words) : [html("p", { class: "none" }, words.no_rule)]));
    };
    return { load, show, watched: ["rules"] };
  });
}

function content({ title, text, source, group }, words) {
  return [
    html("p", { class: "group" }, group),
    html("h3", {}, title),
    ...text.split(/\n\s*\n/).map((part) => html("p", {}, part)),
    html("footer", {}, `${words.source}: ${source}`),
  ];
}
