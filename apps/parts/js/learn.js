// Learn: the list of lessons, the activity that is on, the end of a lesson. Which one is open stands in the address.
import {h} from "./elements.js";
import {listView} from "./learn_list.js";
import {taskView} from "./learn_task.js";
import {endView} from "./learn_end.js";

export function renderLearn({model}) {
  const words = model.words
  const problem = h("div.notice", {role: "alert", hidden: true})
  const page = h("div.page")
  const root = h("div.learn", null, problem, page)
  const act = {
    /** Open a lesson by its number; null is the list. */
    go(lesson) {
      if (!model.linked) return model.send_msg(lesson ? {open: lesson} : {list: true})
      location.hash = lesson ? `#learn/${lesson}` : "#learn"
    },
    do: (what, given = null) => model.send_msg({do: what, at: model.content.at, given}),
  }
  const views = {list: listView(words, act), task: taskView(model, words, act), end: endView(words, act)}
  let drawn = ""

  function draw() {
    const view = views[model.content.view]
    if (!view) return
    problem.hidden = true
    view.draw(model.content)
    if (drawn === model.content.view) return
    drawn = model.content.view
    page.replaceChildren(view.element)
    view.shown?.()
  }

  function follow() {
    const [name, wanted] = location.hash.slice(1).split("/")
    if (name !== "learn") return
    const number = /^\d{1,3}$/.test(wanted ?? "") ? Number(wanted) : null
    const here = model.content.view === "list" ? null : model.content.lesson
    if (number !== here) model.send_msg(number ? {open: number} : {list: true})
  }

  model.on("content", draw)
  model.on("msg:custom", ({error}) => {
    if (!error) return
    problem.textContent = error
    problem.hidden = false
    problem.scrollIntoView({block: "nearest"})
  })
  if (model.linked) {
    addEventListener("hashchange", follow)
    model.on("after_layout", once(follow))
  }
  model.on("remove", () => {
    removeEventListener("hashchange", follow)
    views.task.leave()
  })
  draw()
  return root
}

function once(action) {
  let done = false
  return () => {
    if (!done) action()
    done = true
  }
}
