"""How the value of a game of the Lion changed, with HoloViews. Loading this module loads HoloViews."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import holoviews as hv
import holoviews.plotting.bokeh  # makes Bokeh's plots known
import panel as pn
from holoviews.streams import Pipe

from engine.words import SOURCE_LANGUAGE

from .lion_reading import GAME, Ply
from .seats import seat_name
from .texts import INSIGHT, words

FAR = 180
"""More plies than any forced win takes."""
_TICKS = (0, 50, 100)
_THEMES = {
    False: {"text": "#22201c", "line": "#3b6fb6", "grid": "#d9d2c3", "zero": "#8a8478", "mistake": "#b3400f"},
    True: {"text": "#eceae4", "line": "#7fb2f0", "grid": "#3b414c", "zero": "#9a978f", "mistake": "#ffb37a"},
}


def height(one: Ply) -> int:
    """How high a position stands: nearer to a win of the first seat is higher."""
    if one.value.distance is None:
        return 0
    good = (one.value.result == "win") == (one.side == 0)
    return (FAR - one.value.distance) * (1 if good else -1)


def told(one: Ply, language: str = SOURCE_LANGUAGE) -> str:
    """The value of a position in words."""
    say = words(INSIGHT, language)
    if one.value.distance is None:
        return say["draw"]
    winner = one.side if one.value.result == "win" else 1 - one.side
    key = "wins_in" if one.value.distance else "wins_now"
    return say[key].format(seat=seat_name(GAME, winner, language), n=one.value.distance)


class Chart:
    """A chart that is drawn anew, in place."""

    def __init__(self, content: Sequence[Ply], *, dark: bool, language: str) -> None:
        self._pipe = Pipe(data=content)
        picture = hv.DynamicMap(partial(draw, dark=dark, language=language), streams=[self._pipe])
        self.pane = pn.pane.HoloViews(picture, backend="bokeh", sizing_mode="stretch_width", linked_axes=False)

    def show(self, content: Sequence[Ply]) -> None:
        """Show another game."""
        self._pipe.send(content)


def draw(data: Sequence[Ply], *, dark: bool, language: str = SOURCE_LANGUAGE) -> hv.Overlay:
    """The picture of a game."""
    theme, say = _THEMES[dark], words(INSIGHT, language)
    last = max([one.ply for one in data], default=1)
    rows = [(one.ply, height(one), one.text or " ", told(one, language)) for one in data]
    wrong = [row for row, one in zip(rows, data, strict=True) if one.lost]
    dims = ["value", "move", "told"]
    hover = {"tools": ["hover"], "hover_tooltips": [("", "@ply. @move"), ("", "@told")]}
    top, bottom = (seat_name(GAME, seat, language) for seat in (0, 1))
    ticks = [(0, say["draw"])]
    for n in _TICKS:
        for way, seat in ((1, top), (-1, bottom)):
            ticks.append((way * (FAR - n), say["wins_in" if n else "wins_now"].format(seat=seat, n=n)))
    picture = (
        hv.HLine(0).opts(backend="bokeh", color=theme["zero"], line_width=1.5, line_dash="dashed")
        * hv.Curve(rows, "ply", dims).opts(
            backend="bokeh", interpolation="steps-mid", color=theme["line"], line_width=2.5
        )
        * hv.Points(rows, ["ply", "value"], ["move", "told"]).opts(
            backend="bokeh", color=theme["line"], size=7, **hover
        )
        * hv.Points(wrong, ["ply", "value"], ["move", "told"]).opts(
            backend="bokeh", color=theme["mistake"], line_color=theme["text"], marker="diamond", size=15
        )
    )
    return picture.opts(
        backend="bokeh", xlim=(-0.5, max(6, last) + 0.5), ylim=(-FAR - 15, FAR + 15), yticks=ticks,
        xlabel="", ylabel="", default_tools=[], toolbar=None, responsive=True, min_height=240, height=240,
        show_legend=False,
        hooks=[partial(_dress, theme)],
    )  # fmt: skip


def _dress(theme: Mapping[str, str], plot: Any, element: Any) -> None:
    figure = plot.state
    figure.background_fill_color = figure.border_fill_color = figure.outline_line_color = None
    figure.min_border = 4
    figure.output_backend = "canvas"
    for axis in figure.axis:
        axis.axis_line_color = axis.major_tick_line_color = axis.minor_tick_line_color = None
        axis.major_label_text_color, axis.major_label_text_font_size = theme["text"], "12px"
    figure.ygrid.grid_line_color = theme["grid"]
    figure.ygrid.visible = True
    figure.xaxis.ticker.num_minor_ticks = 0
    figure.xaxis.ticker.min_interval = 1
