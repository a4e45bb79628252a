"""A table as one person sees it: the Explorer of a game, bound to what is played there with others."""

from __future__ import annotations

import time
from typing import Any
from uuid import uuid4

import panel as pn

from ..school.bus import Bus, Message
from ..school.games import Games, topic
from .explorer import Explorer
from .pane import guarded
from .table_bar import TableBar, TableMoves
from .table_play import TablePlay
from .table_turn import TableTurn

BEAT = 8.0
"""Seconds after which the others are told again that one is here."""
GONE = 2.5 * BEAT
"""Seconds without word after which somebody counts as away."""


class Presence:
    """Which players look at a table now, in whatever process their page is. Kept in nobody's database.

    Args:
        seat: of the one who looks; None: only watches, which nobody is told.
        tell: carries a message to the others.
    """

    def __init__(self, seat: int | None, tell: Any) -> None:
        self.seat, self.id = seat, uuid4().hex
        self._tell = tell
        self._heard: dict[tuple[int, str], float] = {}

    def here(self) -> frozenset[int]:
        """The seats whose players are here."""
        now = time.monotonic()
        self._heard = {who: at for who, at in self._heard.items() if now - at < GONE}
        own = set() if self.seat is None else {self.seat}
        return frozenset({seat for seat, _ in self._heard} | own)

    def beat(self, first: bool = False) -> None:
        """Tell that one is here; the first time, ask who else is."""
        if first or self.seat is not None:
            self._tell({"here": self.seat, "id": self.id, "who": first})

    def leave(self) -> None:
        """Tell that one goes."""
        if self.seat is not None:
            self._tell({"gone": self.seat, "id": self.id})

    def hear(self, message: Message) -> bool:
        """Take a message; gives whether it was about who is here."""
        match message:
            case {"id": self.id}:
                return True
            case {"here": seat, "id": str(id), "who": who}:
                if isinstance(seat, int):
                    self._heard[seat, id] = time.monotonic()
                if who:
                    self.beat()
                return True
            case {"gone": int(seat), "id": str(id)}:
                self._heard.pop((seat, id), None)
                return True
        return False


class TableView(pn.viewable.Viewer):
    """One person's view of a table.

    Args:
        key: of the person's link.
        all: for a host who does not play: show what is hidden, too.

    Raises:
        GameError: the link leads nowhere, or the database cannot be read.
    """

    def __init__(self, games: Games, bus: Bus, key: str, language: str, all: bool = False) -> None:
        super().__init__()
        self.play = TablePlay(games, key, language, all)
        table = topic(self.play.sight.right.table)
        self.presence = Presence(self.play.seat, lambda message: bus.publish(table, message))
        self.explorer = Explorer(
            self.play.session, draw=False, play=self.play, menu=TableBar, turn=TableTurn, moves=TableMoves, rivals=None
        )
        self._doc = pn.state.curdoc
        self._new, self._waiting = False, False
        self._unsubscribe = bus.subscribe(table, self._heard)
        self.play.refresh()  # what has happened before the bus was listened to
        self.play.here = self.presence.here()
        self.presence.beat(first=True)
        if self._doc is not None:
            self._doc.add_periodic_callback(self._beat, int(1000 * BEAT))
            self._doc.on_session_destroyed(self._gone)

    def __panel__(self) -> Any:
        return self.explorer.__panel__()

    def connected(self) -> bool:
        """Whether a browser is at the other end, as far as the server knows."""
        context = self._doc.session_context if self._doc is not None else None
        session = getattr(context, "session", None)
        return session is None or session.connection_count > 0

    def _heard(self, message: Message) -> None:
        """Something was told on the table's topic: show it in this page's own time."""
        if not self.presence.hear(message):
            self._new = True
        if not self._waiting and self._doc is not None:
            self._waiting = True
            self._doc.add_next_tick_callback(self._show)

    def _show(self) -> None:
        self._waiting = False
        new, self._new = self._new, False
        here = self.presence.here()
        if here != self.play.here:
            self.play.here = here
        if new:
            guarded(self.play.refresh, self.play.say, self.play.session.language)

    def _beat(self) -> None:
        if self.connected():
            self.presence.beat()
        self._show()

    def _gone(self, _: Any) -> None:
        self._unsubscribe()
        self.presence.leave()
        self._doc = None
