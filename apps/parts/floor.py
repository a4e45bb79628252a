"""The live tables of one server process, their clock, and who looks at them. It knows no page and no toolkit.

One timer for all tables: it is set to the moment at which the next computer player acts, a sleeper's die is rolled or
somebody's connection has to be looked at. With no table there is no timer.
"""

from __future__ import annotations

import logging
import random
import time
from typing import Any, Protocol

from tornado.ioloop import IOLoop

from engine.matanga.live import Hub, Limits, Table
from engine.matanga.state import MatangaRules

ROUND = 1000
"""Milliseconds after which connections are looked at again."""
SILENT = 10_000
"""Milliseconds without a word (browsers send one every few seconds) after which a connection counts as lost."""
log = logging.getLogger("matadojo")


class Looker(Protocol):
    """Somebody's page that shows a table."""

    token: str
    linked: bool
    heard: int

    def connected(self) -> bool:
        """Whether a browser is at the other end, as far as the server knows."""

    def changed(self) -> None:
        """The table has changed: show it, soon."""

    def closed(self) -> None:
        """The table has gone."""


def clock() -> int:
    """Milliseconds of a clock that never goes back."""
    return time.monotonic_ns() // 1_000_000


class Floor:
    """The tables of this process.

    All of it runs in the server's event loop, so nothing here happens at the same time as anything else.
    """

    def __init__(self, source: random.Random | None = None, limits: Limits | None = None) -> None:
        self.hub = Hub(source or random.SystemRandom())
        self.limits = limits
        self.lookers: dict[str, list[Looker]] = {}
        self._versions: dict[str, int] = {}
        self._timer: tuple[IOLoop, Any] | None = None

    def open(self, looker: Looker, rules: MatangaRules, pattern: str) -> Table:
        """Open a table for somebody.

        Raises:
            GameError: there are too many.
        """
        table = self.hub.open(clock(), rules, pattern=pattern, limits=self.limits)
        self.enter(table, looker)
        return table

    def enter(self, table: Table, looker: Looker) -> None:
        """Somebody looks at a table from now on."""
        at = self.lookers.setdefault(table.code, [])
        if looker not in at:
            at.append(looker)
        looker.heard = clock()

    def exit(self, table: Table, looker: Looker) -> None:
        """Somebody does not look at a table any more; their seat is kept as the table rules."""
        at = self.lookers.get(table.code, [])
        if looker in at:
            at.remove(looker)
        self.unlink(table, looker)
        if not at:
            self.lookers.pop(table.code, None)
            if not table.players and self.hub.tables.get(table.code) is table:
                del self.hub.tables[table.code]  # nobody sits there, nobody looks: it need not be kept
        self.acted(table)

    def link(self, table: Table, looker: Looker) -> bool:
        """Word from somebody: whose connection was lost is back. Gives whether they are at the table."""
        looker.heard = clock()
        if looker.token and not looker.linked:
            looker.linked = table.connect(looker.heard, looker.token).ok
        return looker.linked

    def unlink(self, table: Table, looker: Looker) -> None:
        """Somebody's connection is lost."""
        if looker.linked:
            looker.linked = False
            table.drop(clock(), looker.token)

    def acted(self, table: Table) -> None:
        """Something was done at a table: tell those who look, and set the timer."""
        self._tell(table)
        self._arm()

    def _tell(self, table: Table) -> None:
        if self._versions.get(table.code) == table.version:
            return
        self._versions[table.code] = table.version
        for looker in tuple(self.lookers.get(table.code, ())):
            looker.changed()

    # The clock

    def _arm(self) -> None:
        if self._timer is not None:
            loop, handle = self._timer
            loop.remove_timeout(handle)
            self._timer = None
        if not self.hub.tables:
            self._versions.clear()
            return
        now = clock()
        dues = (due for table in self.hub.tables.values() if (due := table.next_due()) is not None)
        wait = max(0, min(min(dues, default=now + ROUND) - now, ROUND))
        loop = IOLoop.current()
        self._timer = (loop, loop.call_later(wait / 1000, self._ring))

    def _ring(self) -> None:
        self._timer = None
        try:
            now = clock()
            for table in tuple(self.hub.tables.values()):
                self._look_after(table, now)
            for code in self.hub.sweep(now):
                self._versions.pop(code, None)
                for looker in self.lookers.pop(code, ()):
                    looker.closed()
        except Exception:
            log.exception("the live tables")  # the clock goes on for all others
        finally:
            self._arm()

    def _look_after(self, table: Table, now: int) -> None:
        for looker in tuple(self.lookers.get(table.code, ())):
            if looker.linked and (now - looker.heard > SILENT or not looker.connected()):
                self.unlink(table, looker)
        due = table.next_due()
        if due is not None and due <= now:
            table.tick(now)
        self._tell(table)


FLOOR = Floor()
"""The tables of this process. People who race at one table have to be on the same process."""
