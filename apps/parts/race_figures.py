"""The figures of Matanga's chances, with HoloViews. Loading this module loads HoloViews: do so when it is needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import holoviews as hv
import holoviews.plotting.bokeh  # makes Bokeh's plots known
import panel as pn
from holoviews.streams import Pipe

_THEMES = {
    False: {"text": "#22201c", "grid": "#d9d2c3", "bar": "#5b7fa6", "line": "#22201c",
            "good": "#2f7d3b", "bad": "#9c2f1f"},
    True: {"text": "#eceae4", "grid": "#4a515e", "bar": "#7fa8d4", "line": "#eceae4",
           "good": "#74c47f", "bad": "#ff9b82"},
}  # fmt: skip
SEATS = {
    False: ("#00528f", "#ce4d08", "#f7e36b", "#e08bbb", "#2f3237"),
    True: ("#3f97dc", "#ee6f22", "#fae565", "#e9a9d0", "#70777f"),
}
"""The colours of the seats, as the pictures have them (``engine/art/scene.css``)."""


class Figure:
    """A figure that is drawn anew, in place, whenever there is something new to show.

    Args:
        draw: makes the picture from what :meth:`show` is given.
    """

    def __init__(self, draw: Callable[..., Any], content: Mapping[str, Any], *, dark: bool, height: int) -> None:
        self._pipe = Pipe(data=content)
        picture = hv.DynamicMap(partial(draw, dark=dark), streams=[self._pipe])
        self.pane = pn.pane.HoloViews(
            picture, backend="bokeh", sizing_mode="stretch_width", height=height, linked_axes=False
        )

    def show(self, content: Mapping[str, Any]) -> None:
        """Show something else."""
        self._pipe.send(content)


def win(data: Mapping[str, Any], dark: bool) -> Any:
    """The chance of each seat, with the error of a simulation."""
    rows = list(zip(data["names"], data["win"], data["error"], strict=True))
    return _bars(rows, SEATS[dark], dark, "{:.1f} %", data["axis"])


def first(data: Mapping[str, Any], dark: bool) -> Any:
    """What each seat gains by rolling first."""
    rows = list(zip(data["names"], data["worth"], data["error"], strict=True))
    return _bars(rows, SEATS[dark], dark, "{:+.2f}", data["axis"], share=False)


def handicap(data: Mapping[str, Any], dark: bool) -> Any:
    """The chance of one seat with each of the rule sheet's handicaps; what helps and what hinders it."""
    theme = _THEMES[dark]
    rows = list(zip(data["names"], data["win"], data["error"], strict=True))
    colours = [theme["bar"] if not change else theme["good" if change > 0 else "bad"] for change in data["change"]]
    return _bars(rows, colours, dark, "{:.1f} %", data["axis"], across=True)


def length(data: Mapping[str, Any], dark: bool) -> Any:
    """How long races take."""
    theme = _THEMES[dark]
    edges, shares = data["edges"], data["shares"]
    picture = hv.Histogram((edges, shares), kdims=["time"], vdims=["share"]).opts(
        backend="bokeh", fill_color=theme["bar"], line_color=theme["bar"], fill_alpha=0.6, **_plain(),
        xlabel=data["axis"], ylabel="%", ylim=(0, max(shares) * 1.15),
        xlim=(edges[0], edges[-1]),
    )  # fmt: skip
    middle = hv.VLine(data["middle"]).opts(backend="bokeh", color=theme["line"], line_width=2, line_dash="dashed")
    return (picture * middle).opts(
        backend="bokeh", hooks=[partial(_dress, theme, True), partial(_range, edges[0], edges[-1])]
    )


def _plain() -> dict[str, Any]:
    return {"toolbar": None, "default_tools": [], "responsive": True, "framewise": True, "axiswise": True}


def _bars(
    rows: list[tuple[str, float, float]],
    colours: Any,
    dark: bool,
    text: str,
    axis: str,
    across: bool = False,
    share: bool = True,
) -> Any:
    """Bars on numbered places: their number may change, which categories would not follow.

    Args:
        rows: name, value and error of each bar.
        share: the values are shares: whiskers end at 0.
        across: the bars lie, the first one on top: for names that need room.
    """
    theme = _THEMES[dark]
    least = [max(0.0, value - error) if share else value - error for _, value, error in rows]
    low = min(0.0, *least)
    high = max(0.0, *(value + error for _, value, error in rows))
    room = (high - low or 1) * (0.22 if across else 0.18)
    limits = (low - room if low < 0 else 0.0, high + room)
    ticks = [(-place if across else place, name) for place, (name, _, _) in enumerate(rows)]
    boxes, whiskers, labels = [], [], []
    for place, (_, value, error) in enumerate(rows):
        at, colour = ticks[place][0], colours[place]
        out = 1 if value >= 0 else -1
        tip = value + out * error + out * room * (0.5 if across else 0.4)
        if across:
            boxes.append((min(0.0, value), at - 0.38, max(0.0, value), at + 0.38, colour))
            whiskers.append((least[place], at, value + error, at))
            labels.append((tip, at, text.format(value)))
        else:
            boxes.append((at - 0.38, min(0.0, value), at + 0.38, max(0.0, value), colour))
            whiskers.append((at, least[place], at, value + error))
            labels.append((at, tip, text.format(value)))
    places = (0.4 - len(rows), 0.6) if across else (-0.6, len(rows) - 0.4)
    room_for = (
        {"xlim": limits, "ylim": places, "yticks": ticks, "xlabel": axis, "ylabel": ""}
        if across
        else {"xlim": places, "ylim": limits, "xticks": ticks, "xlabel": "", "ylabel": axis}
    )
    bars = hv.Rectangles(boxes, vdims=["colour"]).opts(
        backend="bokeh", color=hv.dim("colour"), line_color=theme["line"], line_width=1, **_plain(), **room_for
    )
    lines = hv.Segments(whiskers).opts(backend="bokeh", color=theme["line"], line_width=2)
    numbers = hv.Labels(labels, vdims=["text"]).opts(
        backend="bokeh", text_color=theme["text"], text_font_size="13px", text_font_style="bold"
    )
    return (bars * lines * numbers).opts(backend="bokeh", hooks=[partial(_dress, theme, not across)])


def _range(start: float, end: float, plot: Any, element: Any) -> None:
    """A line across the figure keeps HoloViews from following the times."""
    plot.state.x_range.start, plot.state.x_range.end = start, end


def _dress(theme: Mapping[str, str], standing: bool, plot: Any, element: Any) -> None:
    """The colours of the page around the figure, and lines to read values by."""
    figure = plot.state
    figure.output_backend = "canvas"
    figure.background_fill_color = figure.border_fill_color = figure.outline_line_color = None
    for axis in figure.axis:
        axis.axis_line_color = theme["grid"]
        axis.major_tick_line_color = axis.minor_tick_line_color = None
        axis.major_label_text_color = axis.axis_label_text_color = theme["text"]
        axis.major_label_text_font_size = axis.axis_label_text_font_size = "12px"
        axis.axis_label_text_font_style = "normal"
    for grid in figure.grid:
        grid.grid_line_color = theme["grid"]
        grid.grid_line_alpha = 0.5
    (figure.xgrid if standing else figure.ygrid).grid_line_color = None
