// Learn: the list of lessons, the activity that is on, the end of a lesson. Which one is open stands in the address.
import {h, once} from "./elements.js";
import {listView} from "./learn_list.js";
import {taskView} from "./learn_task.js";
import {endView} from "./learn_end.js";
import {NAME, canRemember, learnerName, remember} from "./learner_name.js";
import {download} from "./download.js";
import {hail} from "./hail.js";

export function renderLearn({model}) {
  const words = model.words
  const problem = h("div.notice", {role: "alert", hidden: true})
  const page = h("div.page")
  const root = h("div.learn", null, problem, page)
  const trouble = h("div.notice", {role: "status", hidden: true}, words.trouble)
  root.prepend(trouble)
  const act = {
    /** Open a lesson by its number; null is the list. */
    go(lesson) {
      if (!model.linked) return model.send_msg(lesson ? {open: lesson} : {list: true})
      location.hash = lesson ? `#learn/${lesson}` : "#learn"
    },
    send: (message) => model.send_msg(message),
    do: (what, given = null) => model.send_msg({do: what, at: model.content.at, given}),
  }
  const views = {wait: {element: h("p.muted", null, words.loading), draw() {}}, list: listView(model, words, act), task: taskView(model, words, act), end: endView(words, act)}
  let drawn = ""

  function draw() {
    const view = views[model.content.view]
    if (!view) return
    problem.hidden = true
    trouble.hidden = !model.content.trouble
    view.draw(model.content)
    if (drawn === model.content.view) return
    drawn = model.content.view
    page.replaceChildren(view.element)
    view.shown?.()
  }

  /** What the address asks for: a number, "practice" or another word, or null for the list; undefined where it is about another view. */
  function asked() {
    const [view, wanted] = location.hash.slice(1).split("/")
    if (view !== "learn") return undefined
    return /^[a-z]{1,20}$/.test(wanted ?? "") ? wanted : /^\d{1,3}$/.test(wanted ?? "") ? Number(wanted) : null
  }

  function follow() {
    const wanted = asked()
    if (wanted === undefined || model.content.view === "wait" || wanted === (model.content.lesson ?? null)) return
    model.send_msg(wanted ? {open: wanted} : {list: true})
  }

  const hello = (open) => model.send_msg({hello: learnerName(), keeps: canRemember(), open})
  const renamed = ({key}) => { if (key === NAME) hello(model.content.lesson ?? null) }

  model.on("content", draw)
  model.on("msg:custom", ({error, failed, name, file, text, granted}) => {
    if (name !== undefined) remember(name, () => model.send_msg({join: learnerName()}))
    if (file) download(root, file, text)
    if (granted) views.list.granted()
    if (failed) views.list.failed(failed)
    if (!error) return
    problem.textContent = error
    problem.hidden = false
    problem.scrollIntoView({block: "nearest"})
  })
  if (model.linked) {
    addEventListener("hashchange", follow)
    addEventListener("storage", renamed)
    model.on("after_layout", once(() => hello(asked() ?? null)))
  }
  const stop = model.hails ? hail(model) : () => {}
  model.on("remove", () => {
    stop()
    removeEventListener("hashchange", follow)
    removeEventListener("storage", renamed)
    views.task.leave()
  })
  draw()
  return root
}
