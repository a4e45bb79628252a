// Set work: what the class has to do, who knows what, where it goes wrong.
import {filled} from "./dom.js";
import {h, redraw} from "./elements.js";

const SIGNS = {has: "✓", struggles: "!", "": "·"}

export function setWork(model, words, act) {
  const root = h("div.work", {tabindex: "-1", hidden: true})
  const send = (wish) => act.send({work: wish})

  function assigned({set, lessons}) {
    const choice = h("select", {name: "lesson", "data-key": "lesson", "aria-label": words.work_choose},
      lessons.map(([id, title]) => h("option", {value: id}, title)))
    return h("section.panel.set", null, h("h2", null, words.work_set),
      set.length
        ? h("ul.chips", null, set.map(([id, title]) => h("li", null, title,
            h("button.plain", {type: "button", "data-key": `drop ${id}`, "aria-label": `${words.work_drop}: ${title}`, title: words.work_drop,
                               onclick: () => send({unassign: id})}, "✕"))))
        : h("p.muted", null, words.work_none),
      lessons.length > 0 && h("div.row", null, choice,
        h("button.main", {type: "button", name: "assign", "data-key": "assign", onclick: () => send({assign: choice.value})}, words.work_assign)))
  }

  const done = ([stars, at, count]) => stars ? "★".repeat(stars) + "☆".repeat(3 - stars) : at ? count ? `${at}/${count}` : String(at) : "·"

  function cell(nick, rule, [state, wrong]) {
    const said = `${nick}, ${rule}: ${words[state || "not_yet"]}`
    const sign = h("span", {"aria-hidden": "true"}, SIGNS[state])
    return h("td", {class: state || "none"}, wrong === null
      ? h("span", {role: "img", "aria-label": said, title: said}, sign)
      : h("button.plain", {type: "button", "data-key": `try ${wrong}`, "aria-label": `${said}. ${words.work_look}`, title: `${said}. ${words.work_look}`,
                           onclick: () => send({look: wrong})}, sign))
  }

  function grid({heads, rules, rows}) {
    if (!rows.length) return h("p.muted", null, words.nobody)
    if (!rules.length && !heads.length) return h("p.muted", null, words.work_nothing)
    const head = (text, kind) => h("th", {scope: "col", class: kind, title: text}, h("span", null, text))
    return h("div.scroll", {tabindex: "0", role: "region", "aria-label": words.work_grid}, h("table", null,
      h("thead", null, h("tr", null, h("th", {scope: "col"}, words.pupils), heads.map((title) => head(title, "lesson")), rules.map(([, title]) => head(title, "rule")))),
      h("tbody", null, rows.map(([, nick, lessons, known]) => h("tr", null, h("th", {scope: "row"}, nick),
        lessons.map((one) => h("td.lesson", null, done(one))),
        known.map((one, index) => cell(nick, rules[index][1], one)))))))
  }

  const legend = () => h("p.row.legend.muted", null, ["has", "struggles", ""].map((state) =>
    h("span", {class: state || "none"}, h("strong", {"aria-hidden": "true"}, SIGNS[state]), ` ${words[state || "not_yet"]}`)))

  const errors = (list) => list.length > 0 && h("section.panel", null, h("h2", null, words.work_errors),
    h("ul.list", null, list.map(([id, text, answer, pupils]) => h("li", null,
      h("button.fault", {type: "button", "data-key": `error ${id}`, title: words.work_look, onclick: () => send({look: id})},
        h("span", null, text), h("strong", null, `${answer} · ${filled(words.work_pupils, {count: pupils})}`))))))

  return {
    root,
    draw() {
      const on = model.content.mode === "work" && !model.content.playing
      root.hidden = !on
      if (!on) return
      const {work} = model
      if (!work.game) return redraw(root, h("p.panel.muted", null, words.ask_empty))
      redraw(root, assigned(work),
        h("section.panel", null, h("div.row", null, h("h2.grow", null, words.work_grid), legend(),
          h("button", {type: "button", name: "csv", "data-key": "csv", onclick: () => send({csv: true})}, words.work_csv)), grid(work)),
        errors(work.errors))
    },
  }
}
