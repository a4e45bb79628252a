"""What a table of play looks like, read from the database."""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine import Game, get_game

from .game_keys import Right
from .game_rows import GameEntryRow, GameSeatRow, GameTableRow
from .line import Entry, Line

KNOWN = 500
"""Lines that a process remembers, so that it need not replay a game at every move."""


@dataclass(frozen=True, slots=True)
class Ask:
    """What somebody would like, and who agrees so far (``by`` among them).

    Args:
        count: how long the log was; what was asked is forgotten when something else happens.
    """

    what: str
    by: int
    count: int
    yes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sight:
    """A table as the server knows it. Whoever shows it hides what ``right`` does not allow to see.

    Args:
        nicks: who sits where; None: nobody yet.
        position: the state in which the present game began or will begin.
        seed: of the chance of a game that is over, so that it can be checked; empty before.
    """

    right: Right
    game: Game[Any, Any]
    nicks: tuple[str | None, ...]
    position: Any
    line: Line
    ask: Ask | None
    seed: str

    @property
    def state(self) -> Any:
        """What lies on the table."""
        return self.line.state if self.line.begun else self.position

    @property
    def free(self) -> tuple[int, ...]:
        """The seats that nobody has taken."""
        return tuple(seat for seat, nick in enumerate(self.nicks) if nick is None)


class Lines:
    """What has been played at the tables that this process has to do with. A log only grows, so it stays true."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, Line] = OrderedDict()

    def read(self, session: Session, table: GameTableRow) -> Line:
        """What has been played at a table."""
        line = self._known.get(table.id) or Line(get_game(table.game))
        rows = session.scalars(
            select(GameEntryRow)
            .where(GameEntryRow.table == table.id, GameEntryRow.number >= line.count)
            .order_by(GameEntryRow.number)
        )
        for row in rows.all():
            line = line.after(Entry(row.number, row.kind, row.text, row.seat))
        return line

    def keep(self, table: str, line: Line) -> None:
        """Remember a line: one that is written for good, not one that may still be taken back."""
        self._known[table] = line
        self._known.move_to_end(table)
        while len(self._known) > KNOWN:
            self._known.popitem(last=False)


def read_sight(session: Session, lines: Lines, right: Right) -> Sight:
    """A table as somebody with a right may learn of it."""
    table = session.get_one(GameTableRow, right.table)
    line = lines.read(session, table)
    lines.keep(table.id, line)
    position = line.start if line.begun else line.game.parse_position(table.position)
    nicks = read_nicks(session, table.id)
    return Sight(right, line.game, nicks, position, line, read_ask(table, line), table.seed if line.over else "")


def read_nicks(session: Session, table: str) -> tuple[str | None, ...]:
    """Who sits where."""
    seats = select(GameSeatRow.nick).where(GameSeatRow.table == table).order_by(GameSeatRow.seat)
    return tuple(session.scalars(seats).all())


def read_ask(table: GameTableRow, line: Line) -> Ask | None:
    """What somebody asks for at present."""
    data = json.loads(table.asked) if table.asked else None
    if data is None or data["count"] != line.count:
        return None
    return Ask(data["what"], data["by"], data["count"], tuple(data["yes"]))


def write_ask(ask: Ask) -> str:
    """An ask as a row holds it."""
    return json.dumps({"what": ask.what, "by": ask.by, "count": ask.count, "yes": ask.yes})
