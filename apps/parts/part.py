"""What the board, the list of steps and the rule card have in common: they follow a session and share its cursor."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from typing import Any, ClassVar
from weakref import WeakMethod

import panel as pn
import param
from panel.custom import JSComponent

from engine.core import Trace
from engine.session import Session

from .channel import channel
from .frames import Source, compact


@lru_cache
def fingerprint(text: str) -> str:
    """A name for a text."""
    return sha256(text.encode()).hexdigest()[:16]


class View(JSComponent):
    """The browser's side of a part."""

    channel = param.String(doc="Name of the session; parts of the same channel share a cursor in the browser.")
    at = param.String(doc="JSON: the trace on show, the step to begin with, the number of steps, whether to play it.")
    seek = param.List(doc="A trace, a step to show in it, and a number that makes every request a new one.")
    words = param.String(doc="JSON: the words of the controls.")
    hails = param.Boolean(doc="Whether the browser says when it has drawn the part for the first time.")

    heard: Callable[[dict[str, Any]], None] | None = None

    __abstract = True

    def _handle_msg(self, data: Any) -> None:
        if not isinstance(data, dict):
            return
        if data.get("ready"):
            self._send_msg({name: getattr(self, name) for name in self.param if name in self._wire_names()})
        elif self.heard is not None:
            self.heard(data)

    def _get_properties(self, doc: Any) -> dict[str, Any]:
        # A module under a name of its own is run as it is; otherwise the browser would first send it through Panel's
        # TypeScript compiler, 20 ms for the board.
        return {**super()._get_properties(doc), "bundle": fingerprint(self._esm)}

    @classmethod
    def _wire_names(cls) -> set[str]:
        """The parameters that are ours, and so known to the browser's side."""
        return {name for name in cls.param if name not in JSComponent.param} - {"hails", "channel"}


class Part(pn.viewable.Viewer):
    """Follows a session.

    Args:
        source: a session; or a trace, which then is shown by itself.
        trace: a trace to show instead of the session's last one, such as a refused move.
        marks: shown on every picture, besides those of the steps.
        opens: where ``trace`` is opened: (step, whether to play on from there).
        params: parameters of the part, and of its layout (``width``, ``margin``, ``css_classes``, ...).
    """

    trace = param.Parameter(default=None, allow_refs=True, doc="A trace to show instead of the session's last one.")
    marks = param.Parameter(default=(), allow_refs=True, doc="Marks shown on every picture.")
    opens = param.Parameter(default=None, allow_refs=True, doc="Where that trace is opened: step, whether to play on.")

    view_class: ClassVar[type[View]]
    texts: ClassVar[dict[str, str]]
    _follows: ClassVar[list[str]] = ["game", "start", "history", "ply", "viewer", "language", "cursor"]

    def __init__(
        self, source: Source, *, viewer: int | None = None, language: str | None = None, **params: Any
    ) -> None:
        own = {name: params.pop(name) for name in list(params) if name in self.param}
        if isinstance(source, Trace):
            own.setdefault("trace", source)
            source = Session(source.game, state=source.before, viewer=viewer, language=language or "en")
        super().__init__(**own)
        self.session = source
        self._channel = channel(source)
        self._shown: tuple[Any, ...] = ()
        self._cursor = source.cursor
        if "width" not in params:
            params.setdefault("sizing_mode", "stretch_width")
        # In a notebook what changes before the browser has drawn the part is lost on the way (a cell that sets
        # something, run right after the one that shows the part): the browser then asks for it.
        hails = pn.state.curdoc is None and "ipykernel" in sys.modules
        self._view = self.view_class(channel=self._channel.id, hails=hails, **self._content(first=True), **params)
        self._view.heard = self._hear
        self._watcher = source.param.watch(self._follow, self._follows)
        if pn.state.curdoc:
            # A session may outlive the page: what hangs on it must not. And a part may go before the page does.
            leave = WeakMethod(self.leave)
            pn.state.on_session_destroyed(lambda _: (still := leave()) and still())

    def __panel__(self) -> View:
        return self._view

    def leave(self) -> None:
        """Stop following the session."""
        if self._watcher is not None:
            self.session.param.unwatch(self._watcher)
            self._watcher = None

    def seek(self, cursor: int) -> None:
        """Show a step, wherever the reader has gone in the meantime."""
        self._cursor = cursor
        self._view.seek = self._channel.request(self.session, cursor, self.trace)

    # Inside

    @param.depends("trace", "marks", "opens", watch=True)
    def _trace_changed(self) -> None:
        self._follow()

    def _follow(self, *_: Any) -> None:
        if self._key() != self._shown:
            self._view.param.update(**self._content())
        elif self.trace is None and self.session.cursor != self._cursor:
            self.seek(self.session.cursor)

    def _key(self) -> tuple[Any, ...]:
        return (self._channel.key(self.session, self.trace), self.session.viewer, self.session.language, self.marks)

    def _content(self, first: bool = False) -> dict[str, Any]:
        """The parameters of the view, as things stand."""
        session, trace = self.session, self.trace or self.session.trace
        known, self._shown = self._shown, self._key()
        self._cursor = session.cursor
        count = len(trace.steps) if trace is not None else 0
        cursor = min(session.cursor, count)
        if self.trace is not None:  # a refused move is shown where it was refused
            cursor = count if self.trace.refusal is not None else 0
        own = self.trace is None or self.trace.refusal is None
        play = not first and own and cursor == 0 and count > 0 and known[:1] != self._shown[:1]
        if self.trace is not None and self.opens is not None:
            cursor, play = min(self.opens[0], count), self.opens[1] and self.opens[0] < count
        return {
            "at": compact({"trace": self._shown[0], "cursor": cursor, "count": count, "play": play}),
            **self._drawn(trace, session.viewer, session.language),
        }

    def _drawn(self, trace: Trace[Any, Any] | None, viewer: int | None, language: str) -> dict[str, Any]:
        """The parameters of the view for a trace, or for a session without moves."""
        raise NotImplementedError

    def _hear(self, message: dict[str, Any]) -> None:
        """Take a message from the browser."""
        cursor = message.get("cursor")
        if isinstance(cursor, int) and message.get("trace") == self._channel.key(self.session, self.trace):
            trace = self.session.trace
            if self.trace is None and trace is not None and 0 <= cursor <= len(trace.steps):
                self._cursor = cursor
                self.session.cursor = cursor
