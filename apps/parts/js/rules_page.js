// The rulebook with its search. The texts are all here; only an example is asked for.
import {h} from "./elements.js";

const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "")

export function renderRules({model}) {
  const {title, story, goal, tip, groups, questions, words} = model.content
  const root = h("article.rulebook")
  const found = h("p.muted", {role: "status", "aria-live": "polite"})
  const search = h("input", {type: "search", placeholder: words.search, "aria-label": words.search, oninput: filter})
  const slot = h("div.slot")
  const problem = h("div.notice", {role: "alert", hidden: true})
  const entries = []  // [words to look in, element, section]
  let open = null  // the button of the example that is open

  function entry(section, element, ...texts) {
    entries.push([plain(texts.join(" ")), element, section])
    return element
  }

  const toc = h("nav.toc", {"aria-label": words.contents}, h("ul", null, [...groups.map(({id, title}) => [id, title]),
    ...(questions.length ? [["questions", words.questions]] : [])].map(([id, label]) =>
      h("li", null, h("a", {href: `#rules/${id}`, onclick: (event) => {
        event.preventDefault()
        root.querySelector(`[data-id="${id}"]`)?.scrollIntoView({block: "start"})
      }}, label)))))

  const sections = groups.map((group) => {
    const section = h("section", {"data-id": group.id}, h("h2", null, group.title))
    section.append(...group.rules.map((rule) => entry(section, h("div.rule", {"data-id": rule.id, tabindex: "-1"},
      h("h3", null, rule.title), h("p", null, rule.text),
      h("p.source", null, h("span.muted", null, `${words.source}: `), rule.source),
      rule.example && h("button.example", {type: "button", "aria-expanded": "false", onclick: ({currentTarget}) => toggle(currentTarget, rule.id)},
        h("span", {"aria-hidden": "true"}, "▶ "), h("span", null, words.example))),
      rule.title, rule.text, rule.source, group.title)))
    return section
  })
  if (questions.length) {
    const section = h("section", {"data-id": "questions"}, h("h2", null, words.questions))
    section.append(...questions.map(({q, a, rules}) => entry(section, h("div.rule", null,
      h("h3", null, q), h("p", null, a),
      rules.length > 0 && h("p.source", null, h("span.muted", null, `${words.see}: `),
        rules.flatMap(([id, label], n) => [n ? ", " : "", h("a", {href: `#rules/${id}`, onclick: (event) => { event.preventDefault(); go(id) }}, label)]))), q, a)))
    sections.push(section)
  }

  root.append(
    h("div.intro", null, h("h1", null, words.title.replace("{game}", title)), story && h("p", null, story),
      goal && h("p", null, h("strong", null, `${words.goal}: `), goal),
      tip && h("p.notice.good", null, h("strong", null, `${words.tip}: `), tip)),
    h("div.find", null, search, found),
    h("div.columns", null, toc, h("div.text", null, sections)))

  function filter() {
    const asked = plain(search.value).split(/\s+/).filter(Boolean)
    let count = 0
    const used = new Set()
    for (const [text, element, section] of entries) {
      const fits = asked.every((word) => text.includes(word))
      element.hidden = !fits
      if (fits) { count += 1; used.add(section) }
    }
    for (const section of sections) section.hidden = !used.has(section)
    toc.hidden = asked.length > 0
    found.textContent = !asked.length ? "" : count ? words.found.replace("{count}", count) : words.nothing
  }

  function label(button, sign, text) {
    button.firstChild.textContent = sign
    button.lastChild.textContent = text
  }

  function toggle(button, id) {
    const same = open === button
    close()
    if (same) return model.send_msg({example: null})
    open = button
    button.setAttribute("aria-expanded", "true")
    label(button, "✕ ", words.close)
    slot.replaceChildren(h("p.muted", null, words.loading))
    problem.hidden = true
    button.after(slot)
    model.send_msg({example: id})
  }

  function close() {
    if (!open) return
    open.setAttribute("aria-expanded", "false")
    label(open, "▶ ", words.example)
    open = null
    slot.remove()
  }

  function go(id) {
    search.value = ""
    filter()
    const rule = root.querySelector(`.rule[data-id="${CSS.escape(id)}"]`)
    rule?.scrollIntoView({block: "center"})
    rule?.focus({preventScroll: true})
  }

  function place() {
    const child = model.get_child("example")
    if (child && open) slot.replaceChildren(child)
  }

  const follow = () => {
    const id = location.hash.match(/^#rules\/(.+)$/)?.[1]
    if (id) go(decodeURIComponent(id))
  }
  addEventListener("hashchange", follow)
  model.on("remove", () => removeEventListener("hashchange", follow))
  model.on("example", place)
  model.on("after_layout", follow)
  model.on("msg:custom", ({error}) => {
    if (!error) return
    problem.textContent = error
    problem.hidden = false
    slot.replaceChildren(problem)
  })
  return root
}
