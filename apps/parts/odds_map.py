"""Heat maps on the arena's own grid, with HoloViews. Loading this module loads HoloViews: do so when it is needed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from math import isnan, nan
from typing import Any

import holoviews as hv
import holoviews.plotting.bokeh  # makes Bokeh's plots known
import panel as pn
from bokeh.models import ColorBar
from bokeh.palettes import Cividis256, interp_palette
from holoviews.streams import Pipe

from engine import get_game
from engine.matadoon.state import HEADINGS, UNKNOWN, State
from engine.scene import cell_xy
from engine.words import SOURCE_LANGUAGE

from .odds_reading import Changes, Reading, exactly, percent, points
from .pane import seat_colours
from .texts import ODDS, words

_BOOK = get_game("matadoon").rulebook
_SIGNS = ("circle", "diamond", "square", "triangle")
_DARK, _LIGHT = "#14161a", "#ffffff"
_THEMES = {
    False: {"text": "#22201c", "faint": "#8a8478", "empty": "#f0ebe0", "taken": "#d9d2c3", "line": "#ffffff",
            "bull": "#70453a", "bull_line": "#ffffff", "chip": "#fff8e7", "chip_line": "#3a2a1c"},
    True: {"text": "#eceae4", "faint": "#9a978f", "empty": "#2c313a", "taken": "#444b58", "line": "#16181d",
           "bull": "#c98a6c", "bull_line": "#16181d", "chip": "#f3e6cb", "chip_line": "#17100a"},
}  # fmt: skip


def _steps(*colours: str) -> tuple[str, ...]:
    return tuple(interp_palette(colours, 101))


# Little is near the colour of the page and much is far from it, in the light as in the dark.
_CHANCE = {False: tuple(Cividis256[::-1]), True: tuple(Cividis256)}
# From blue over the colour of an empty cell to orange: told apart with every kind of colour blindness.
_CHANGE = {
    False: _steps("#08519c", "#6baed6", "#f0ebe0", "#f59d56", "#a63603"),
    True: _steps("#9ecbff", "#4a7fb5", "#2c313a", "#b5692f", "#ffb37a"),
}


class GridMap:
    """A heat map that is drawn anew, in place, whenever there is something new to show.

    Args:
        draw: makes the picture from what :meth:`show` is given.
        content: what to show first.
    """

    def __init__(self, draw: Callable[..., Any], content: Any, *, dark: bool, language: str) -> None:
        self._pipe = Pipe(data=content)
        picture = hv.DynamicMap(partial(draw, dark=dark, language=language), streams=[self._pipe])
        self.pane = pn.pane.HoloViews(picture, backend="bokeh", sizing_mode="stretch_width", linked_axes=False)

    def show(self, content: Any) -> None:
        """Show something else."""
        self._pipe.send(content)


def chance_map(data: Reading, *, dark: bool, language: str = SOURCE_LANGUAGE) -> hv.Overlay:
    """Where the bull will run."""
    crossed = data.odds.crossed
    values = {cell: float(100 * chance) if chance else nan for cell, chance in crossed.items()}
    texts = {cell: percent(chance) for cell, chance in crossed.items()}
    long = {cell: exactly(chance) for cell, chance in crossed.items()}
    title = words(ODDS, language)["chance_bar"]
    return _picture(data.seen, values, texts, long, _CHANCE[dark], (0, 100), title, dark, language)


def change_map(data: tuple[Reading, Changes, int], *, dark: bool, language: str = SOURCE_LANGUAGE) -> hv.Overlay:
    """What a chip on each free cell changes for one seat."""
    reading, effects, victim = data
    assert reading.placer is not None
    say = words(ODDS, language)
    changes = {cell: change[victim] for cell, change in effects.items()}
    before = reading.now.hit[victim]
    values = {cell: float(100 * change) for cell, change in changes.items()}
    texts = {cell: points(change) for cell, change in changes.items()}
    long = {
        cell: say["from_to"].format(before=percent(before), after=percent(before + change), change=points(change))
        for cell, change in changes.items()
    }
    seen = get_game("matadoon").observation(reading.state, reading.placer)
    return _picture(seen, values, texts, long, _CHANGE[dark], (-100, 100), say["change_bar"], dark, language)


def _picture(
    state: State,
    values: Mapping[str, float],
    texts: Mapping[str, str],
    long: Mapping[str, str],
    palette: tuple[str, ...],
    limits: tuple[int, int],
    title: str,
    dark: bool,
    language: str,
) -> hv.Overlay:
    theme, size, say = _THEMES[dark], state.board.size, words(ODDS, language)
    here = _names(state, language)
    rects, numbers = [], []
    for cell in state.board.cells:
        x, y = cell_xy(cell)
        value = values.get(cell, nan)
        rects.append(
            (x - 0.5, y - 0.5, x + 0.5, y + 0.5, value, cell, long.get(cell, say["taken"]), here.get(cell, ""))
        )
        ink = _ink(value, palette, limits) if value and not isnan(value) else theme["faint"]
        # Never an empty text: Bokeh does not measure it.
        numbers.append((x, y + (0.27 if cell in here else 0), texts.get(cell) or " ", ink))
    empty = theme["taken" if limits[0] else "empty"]
    ground = hv.Rectangles(rects, vdims=["value", "cell", "told", "here"]).opts(
        backend="bokeh", color="value", cmap=list(palette), clim=limits, clipping_colors={"NaN": empty},
        line_color=theme["line"], line_width=2, colorbar=True, colorbar_position="bottom",
        colorbar_opts={"height": 10, "padding": 4, "margin": 0},
        tools=["hover"], hover_tooltips=[("", "@cell @here"), ("", "@told")], default_tools=[], toolbar=None,
        xaxis="top", yaxis="left", xlabel="", ylabel="", invert_yaxis=True, xlim=(-0.5, size - 0.5),
        ylim=(-0.5, size - 0.5), xticks=[(n, chr(97 + n)) for n in range(size)],
        yticks=[(n, str(n + 1)) for n in range(size)], responsive=True, min_height=200,
    )  # fmt: skip
    pieces, signs, letters = _pieces(state, dark)
    picture = (
        ground
        * _markers(pieces)
        * _markers(signs)
        * hv.Labels(letters, vdims=["text"]).opts(
            backend="bokeh", text_color=theme["chip_line"], text_font_size="11px", text_font_style="bold",
        )
        * hv.Labels(numbers, vdims=["text", "ink"]).opts(
            backend="bokeh", text_color=hv.dim("ink"), text_font_size="13px", text_font_style="bold",
        )
    )  # fmt: skip
    return picture.opts(backend="bokeh", hooks=[partial(_dress, theme, title)])


def _markers(points: list[tuple[Any, ...]]) -> hv.Points:
    return hv.Points(points, vdims=["marker", "size", "turn", "fill", "line"]).opts(
        backend="bokeh", marker=hv.dim("marker"), size=hv.dim("size"), angle=hv.dim("turn"), color=hv.dim("fill"),
        line_color=hv.dim("line"), line_width=1.5,
    )  # fmt: skip


def _dress(theme: Mapping[str, str], title: str, plot: Any, element: Any) -> None:
    """The colours of the page around the grid, and a height that follows the width so that the cells are square."""
    figure = plot.state
    figure.background_fill_color = figure.border_fill_color = figure.outline_line_color = None
    figure.min_border = 4
    figure.sizing_mode, figure.aspect_ratio = "stretch_width", 0.88
    for axis in figure.axis:
        axis.axis_line_color = axis.major_tick_line_color = axis.minor_tick_line_color = None
        axis.major_label_text_color, axis.major_label_text_font_size = theme["text"], "13px"
    figure.output_backend = "canvas"
    for colorbar in figure.select(ColorBar):
        colorbar.title, colorbar.background_fill_color = title, None
        colorbar.title_text_color = colorbar.major_label_text_color = theme["text"]
        colorbar.title_text_font_style, colorbar.title_text_font_size = "normal", "13px"
        colorbar.major_label_text_font_size = "12px"
        colorbar.major_tick_line_color = colorbar.bar_line_color = None


def _ink(value: float, palette: tuple[str, ...], limits: tuple[int, int]) -> str:
    """Black or white, whichever can be read on the colour of a value."""
    low, high = limits
    colour = palette[min(len(palette) - 1, int((value - low) / (high - low) * len(palette)))]
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    light = sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    return _DARK if light > 0.18 else _LIGHT


def _seat_colours(dark: bool) -> list[dict[str, str]]:
    """For each seat its colours ``own``, ``own-line`` and ``own-ink``, as the board has them."""
    found = re.findall(r"--(own[\w-]*): light-dark\((#\w+), (#\w+)\)", seat_colours())
    colours = [(name, values[dark]) for name, *values in found]
    return [dict(colours[n : n + 3]) for n in range(0, len(colours), 3)]


def _pieces(
    state: State, dark: bool
) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]], list[tuple[float, float, str]]]:
    """Bullfighters, chips and the bull as markers, what lies on top of those, and the letters on the chips."""
    theme, seats = _THEMES[dark], _seat_colours(dark)
    pieces: list[tuple[Any, ...]] = []
    signs: list[tuple[Any, ...]] = [(-5, -5, "circle", 1, 0, theme["text"], theme["text"])]
    letters: list[tuple[float, float, str]] = [(-5, -5, " ")]  # never empty; out of sight
    shared = {fighter.cell for fighter in state.fighters} & ({chip.cell for chip in state.chips} | {state.bull})
    for chip in state.chips:
        x, y = cell_xy(chip.cell)
        x += 0.25 if chip.cell in shared or chip.cell == state.bull else 0
        pieces.append((x, y - 0.21, "square", 15, 0, theme["chip"], theme["chip_line"]))
        letters.append((x, y - 0.21, chip.face if chip.face != UNKNOWN else "?"))
    for fighter in state.fighters:
        x, y = cell_xy(fighter.cell)
        x -= 0.25 if fighter.cell in shared else 0
        own = seats[fighter.seat]
        pieces.append((x, y - 0.21, "circle", 18, 0, own["own"], own["own-line"]))
        signs.append((x, y - 0.21, _SIGNS[fighter.seat], 8, 0, own["own-ink"], own["own-ink"]))
        if fighter.down:  # lies on the ground
            signs.append((x, y - 0.02, "dash", 26, 0, theme["text"], theme["text"]))
    x, y = cell_xy(state.bull)
    turn = -90 * HEADINGS.index(state.heading)
    pieces.append((x, y - 0.21, "triangle", 18, turn, theme["bull"], theme["bull_line"]))
    return pieces, signs, letters


def _names(state: State, language: str) -> dict[str, str]:
    """Who or what is on a cell."""
    names: dict[str, list[str]] = {}
    for fighter in state.fighters:
        word = "piece.fighter-down" if fighter.down else "piece.fighter"
        names.setdefault(fighter.cell, []).append(_BOOK.word(word, language, seat=fighter.seat))
    for chip in state.chips:
        word = "chip" if chip.face != UNKNOWN else "chip-hidden" if chip.by is not None else "chip-unknown"
        names.setdefault(chip.cell, []).append(_BOOK.word(f"piece.{word}", language, chip=chip.face))
    shape = "pig" if state.arena == "pig4" else "bull"
    names.setdefault(state.bull, []).append(_BOOK.word(f"piece.{shape}", language, heading=state.heading))
    return {cell: ", ".join(found) for cell, found in names.items()}
