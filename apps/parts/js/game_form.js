// The fields of a new game: players, who begins, rules, house rules. Python says what there is (forms.py).
import {h} from "./elements.js";

/** Fields for a form, and `values()`: what is chosen, as python reads it. `onseats(count)` is told the number of players. */
export function gameForm(form, words, onseats = () => {}) {
  const seats = h("select", {name: "seats"}, form.seats.map(([value, label]) => h("option", {value}, label)))
  seats.value = form.seat
  const start = h("select", {name: "start"})
  const starters = () => {
    choices(start, form.starts.slice(0, Number(seats.value)), words.lot)
    onseats(Number(seats.value))
  }
  seats.addEventListener("change", starters)
  starters()
  const preset = h("select", {name: "preset"},
    !form.preset && h("option", {value: ""}, words.own),
    form.presets.map(({name, label}) => h("option", {value: name}, label)))
  preset.value = form.preset
  const fields = form.options.map((option) => [option, input(option)])
  const fill = (values) => fields.forEach(([option, el]) => {
    if (option.kind === "bool") el.checked = values[option.name]
    else el.value = values[option.name]
  })
  preset.addEventListener("change", () => fill(form.presets.find(({name}) => name === preset.value)?.values ?? form.values))
  fill(form.values)
  return {
    elements: [
      h("label.field", {hidden: form.seats.length < 2}, words.players, seats),
      h("label.field", null, words.start, start),
      h("label.field", null, words.preset, preset),
      h("details", null, h("summary", null, words.options), h("div.options", null, fields.map(([option, el]) =>
        option.kind === "bool" ? h("label.field.check", null, el, h("span", null, option.label))
                               : h("label.field", null, h("span", null, option.label), el)))),
    ],
    values: () => ({preset: preset.value, seats: Number(seats.value), start: Number(start.value), values: Object.fromEntries(
      fields.map(([option, el]) => [option.name, option.kind === "bool" ? el.checked
        : option.kind === "int" || option.kind === "float" || typeof option.choices[0]?.[0] === "number" ? Number(el.value) : el.value]))}),
  }
}

/** Fill a select with the seats and "by lot" (-1), and keep what was chosen where it is still there. */
export function choices(select, labels, lot) {
  const before = select.value || "0"
  select.replaceChildren(...labels.map((label, seat) => h("option", {value: seat}, label)), h("option", {value: -1}, lot))
  select.value = before
  if (select.selectedIndex < 0) select.value = "0"
}

function input({name, kind, choices, bounds}) {
  if (kind === "bool") return h("input", {type: "checkbox", name})
  if (kind === "choice") return h("select", {name}, choices.map(([value, label]) => h("option", {value}, label)))
  if (kind === "int") return h("input", {type: "number", name, required: true, min: bounds?.[0], max: bounds?.[1], step: 1})
  if (kind === "float") return h("input", {type: "number", name, required: true, min: bounds?.[0], max: bounds?.[1], step: "any"})
  return h("input", {type: "text", name, spellcheck: "false", autocomplete: "off"})
}
