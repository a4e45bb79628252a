"""The board: shows every step of a trace in the browser, and takes taps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import param

from engine.core import Trace

from .esm import module
from .frames import compact, frames
from .part import Part, View
from .texts import BOARD, words


class BoardView(View):
    """The browser's side of the board."""

    trace = param.String(doc="JSON: all frames of the trace.")
    art = param.String(doc="JSON: shape -> SVG, of all shapes met so far.")
    ground = param.String(doc="SVG below everything.")
    box = param.List(doc="x, y, width, height of the picture.")
    can = param.List(doc="Taps that are legal now.")
    chosen = param.List(doc="Taps chosen so far.")
    tappable = param.Boolean(doc="Whether taps are sent.")
    player = param.Boolean(default=True, doc="Whether to show the controls.")
    facts = param.Boolean(default=True, doc="Whether to show what has no place on the board.")
    sync = param.Boolean(doc="Whether to tell python about the cursor.")
    heat = param.List(doc="How often cells were chosen: cell, share of the most, what stands on it.")

    _esm = module("board", "renderBoard")


class Board(Part):
    """The live board.

    Stepping, playing and scrubbing happen in the browser and send nothing. A tap or Enter on a cell or on a piece in a
    tray calls ``on_tap`` with its id.

    >>> board = Board(session, on_tap=explorer.tap, can=explorer.param.can)  # doctest: +SKIP
    """

    on_tap: Callable[[str], None] | None = param.Callable(default=None, doc="Called with the id of a tap.")  # type: ignore[assignment]
    can = param.Parameter(default=(), allow_refs=True, doc="Taps that are legal now; drawn on the board.")
    chosen = param.Parameter(default=(), allow_refs=True, doc="Taps chosen so far.")
    sync = param.Boolean(default=False, allow_refs=True, doc="Whether session.cursor follows the browser's cursor.")
    player = param.Boolean(default=True, allow_refs=True, doc="Whether the controls are shown.")
    facts = param.Boolean(default=True, allow_refs=True, doc="Whether the facts are shown (lap, score, ...).")
    heat = param.Parameter(default=(), allow_refs=True, doc="A heat map: (cell, share of the most, text).")

    view_class = BoardView
    texts = BOARD

    def _drawn(self, trace: Trace[Any, Any] | None, viewer: int | None, language: str) -> dict[str, Any]:
        sent = frames(self.session if trace is None else trace, viewer, language, self.marks)
        art = {**getattr(self, "_art", {}), **sent["art"]}
        self._art = dict(sorted(art.items()))
        return {
            "trace": compact(sent["trace"]),
            "art": compact(self._art),
            "ground": sent["ground"],
            "box": list(sent["box"]),
            "words": compact(words(self.texts, language)),
            **self._options(),
        }

    def _options(self) -> dict[str, Any]:
        return {
            "can": list(self.can),
            "chosen": list(self.chosen),
            "tappable": self.on_tap is not None,
            "player": self.player,
            "facts": self.facts,
            "sync": self.sync,
            "heat": [list(one) for one in self.heat],
        }

    @param.depends("can", "chosen", "on_tap", "player", "facts", "sync", "heat", watch=True)
    def _options_changed(self) -> None:
        self._view.param.update(**self._options())

    def _hear(self, message: dict[str, Any]) -> None:
        tap = message.get("tap")
        if isinstance(tap, str) and self.on_tap is not None:
            self.on_tap(tap)
        super()._hear(message)
