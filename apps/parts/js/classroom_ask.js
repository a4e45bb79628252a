// Questions to the class: choose one, ask, watch the answers come, close, reveal, ask again.
import {filled} from "./dom.js";
import {h, redraw} from "./elements.js";
import {spread} from "./spread.js";

export function questions(model, words, act, dialogs) {
  const root = h("section.panel.asking", {tabindex: "-1"})
  let level = 1

  const button = (name, label, action, main = false) =>
    h("button", {type: "button", name, "data-key": name, class: main ? "main" : "", onclick: action}, label)
  const ask = (what) => act.send({ask: what})

  function idle() {
    const {choose, content: {can, game}} = model
    const levels = choose.levels ?? 0
    const picked = h("select", {name: "level", "data-key": "level", "aria-label": words.level, onchange: () => { level = Number(picked.value) }},
      Array.from({length: levels}, (_, index) => h("option", {value: String(index + 1)}, filled(words.level_n, {level: index + 1}))))
    picked.value = String(Math.min(level, Math.max(1, levels)))
    return [
      h("h2", null, words.ask_title),
      !game && h("p.muted", null, words.ask_empty),
      can && button("this", can === "learn" ? words.ask_this : words.ask_play, () => ask({propose: "this"}), true),
      choose.lessons?.length > 0 && button("lessons", words.ask_lesson, lessons),
      levels > 0 && h("div.row", null, button("fresh", words.ask_fresh, () => ask({propose: "fresh", level: Number(picked.value)})), picked),
    ]
  }

  function lessons() {
    const list = h("ul.list.questions")
    const {choose} = model
    const lesson = h("select", {name: "lesson", "aria-label": words.lesson, onchange: draw},
      choose.lessons.map(([id, title], index) => h("option", {value: String(index)}, title)))
    function draw() {
      const [id, , found] = choose.lessons[Number(lesson.value)]
      list.replaceChildren(...found.map(([number, text]) => h("li", null, h("button", {type: "button", name: "question", onclick: () => {
        dialogs.close()
        ask({propose: "lesson", lesson: id, number})
      }}, text))))
    }
    draw()
    dialogs.show(words.ask_lesson, h("div.choose", null, lesson, list))
  }

  function preview({text, fresh, answer}) {
    return [
      h("h2", null, words.preview),
      h("p.ask", null, text),
      answer && h("details", null, h("summary", null, words.answer_for_you), h("p", null, answer)),
      h("div.row", null,
        button("put", words.ask, () => ask({put: true}), true),
        fresh && button("another", words.another, () => ask({another: true})),
        button("done", words.never, () => ask({done: true}))),
    ]
  }

  function look({text, nick, given, answer}) {
    return [
      h("h2", null, words.look_title),
      h("p.ask", null, text),
      h("p.notice.bad", null, given ? filled(words.look_given, {answer: given}) : words.look_gave_up),
      answer && h("details", null, h("summary", null, words.answer_for_you), h("p", null, answer)),
      h("details.whose", null, h("summary", null, words.look_whose), h("p", null, nick)),  // the projector may be on
      h("div.row", null, button("put", words.ask_this, () => ask({put: true}), true), button("done", words.ask_done, () => ask({done: true}))),
    ]
  }

  function running(now) {
    const {phase, text, answers, pupils, peek, rows, twice, answer, judged} = now
    const done = phase === "revealed"
    return [
      h("h2", {"aria-live": "polite"}, filled(words.answered, {answers, pupils})),
      h("div.meter", {"aria-hidden": "true"}, h("span", {style: `width: ${100 * answers / Math.max(1, pupils)}%`})),
      h("p.ask", null, text),
      done && answer && h("p.notice.good", null, filled(words.right_answer, {answer})),
      h("div.row", null,
        phase === "open" && button("close", words.close_question, () => ask({close: true}), true),
        phase === "closed" && button("reveal", judged ? words.reveal : words.reveal_all, () => ask({reveal: true}), true),
        phase !== "open" && button("again", words.ask_again, () => ask({again: true})),
        phase !== "open" && button("done", words.ask_done, () => ask({done: true}))),
      h("label.field.check.peek", null, h("input", {type: "checkbox", name: "peek", "data-key": "peek", checked: peek,
        onchange: (event) => ask({peek: event.target.checked})}), h("span", null, words.peek)),
      peek && !rows.length && h("p.muted", null, words.no_answers),
      peek && rows.length > 0 && spread(rows.map(([, label, count, right, before]) => [label, count, right, before]),
        {before: twice, words: {good: words.right, before: words.before, now: words.now},
         open: done ? (index) => ask({example: rows[index][0]}) : null}),
      peek && done && rows.length > 0 && h("p.muted", null, words.example_help),
    ]
  }

  function draw() {
    const now = model.asking
    root.className = `panel asking ${now.phase}`
    redraw(root, ...(now.phase === "idle" ? idle() : now.phase === "preview" ? preview(now) : now.phase === "look" ? look(now) : running(now)))
  }

  return {root, draw}
}
