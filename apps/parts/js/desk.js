// Puts the parts into their places; where these are is a matter of the style sheet.
export function renderDesk({model}) {
  const root = document.createElement("div")
  root.className = "desk"
  for (const name of ["menu", "board", "turn", "steps", "card", "moves"]) {
    const place = document.createElement("div")
    place.className = `place ${name}`
    place.append(model.get_child(name))
    root.append(place)
  }
  const frame = document.createElement("div")
  frame.className = "frame"
  frame.append(root)
  return frame
}
