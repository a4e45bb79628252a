/**
 * Bokeh lays all figures out anew when a part of the page changes its size. One that came later and is not drawn yet
 * has no layout, and Bokeh 3.9 fails there. May be called again.
 */
export function waitForFigures() {
  const {PlotView} = globalThis.Bokeh.require("models/plots/plot_canvas")
  for (const name of ["_measure_layout", "_after_layout"]) {
    const act = PlotView.prototype[name]
    if (act.waits) continue
    PlotView.prototype[name] = function () {
      if (this.layout != null) act.call(this)
    }
    PlotView.prototype[name].waits = true
  }
}
