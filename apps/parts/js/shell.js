// The header: theme, language and the way between the games. It needs no server.
{
  const root = document.documentElement
  const theme = document.getElementById("md-theme")
  theme.value = root.dataset.theme
  theme.addEventListener("change", () => {
    root.dataset.theme = theme.value
    try { localStorage.setItem("md-theme", theme.value) } catch { /* private window: it holds for this page */ }
  })
  // Another tab of the same person changes with it.
  addEventListener("storage", ({key, newValue}) => {
    if (key === "md-theme") theme.value = root.dataset.theme = newValue || "system"
  })
  // Not by its address: the part after # says which view is on show.
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault()
    document.getElementById("main").focus()
  })
  // A pupil who left the class to look around (js/join.js) finds the way back on every page of this tab.
  const away = document.querySelector(".md-away")
  let back = null
  try { back = sessionStorage.getItem("matadojo-class") } catch { /* a private window */ }
  if (away && back?.startsWith("./join")) {
    away.querySelector("a").href = back
    away.hidden = false
  }
  // A page whose connection is gone comes back by itself as soon as the server answers: its address holds what is on show.
  // Where it does not (see room.js), only a person may decide to leave what is still to be seen.
  const lost = document.querySelector(".md-lost")
  lost.querySelector("button").addEventListener("click", () => location.reload())
  const again = async (wait) => {
    // Not all at once: a whole class may have lost it in the same moment.
    await new Promise((done) => setTimeout(done, wait * (0.5 + Math.random())))
    if (root.dataset.unkept != null) return
    try {
      const answer = await fetch(lost.dataset.ask, {method: "HEAD", cache: "no-store"})
      await answer.arrayBuffer()  // or it counts as broken off
      if (answer.ok) return location.reload()
    } catch { /* not there yet */ }
    again(Math.min(2 * wait, 8000))
  }
  const listen = () => {
    const [doc] = window.Bokeh?.documents ?? []
    if (!doc) return setTimeout(listen, 250)
    doc.on_event("connection_lost", () => {
      if (!lost.hidden) return
      lost.hidden = false
      if (root.dataset.unkept == null) again(700)
    })
  }
  addEventListener("load", () => { if (window.Bokeh) listen() })
  const language = document.getElementById("md-language")
  language.addEventListener("change", () => {
    const address = new URL(location.href)
    address.searchParams.set("lang", language.value)
    location.assign(address)
  })
  const games = document.getElementById("md-games")  // a pupil's page has none
  const here = games?.value
  games?.addEventListener("change", () => { if (games.value) location.assign(games.value) })
  addEventListener("pageshow", () => {  // Back shows the page as it was left
    if (games) games.value = here
    language.value = root.lang
  })
}
