"""Tables at which people play each other: what one may do there, as verbs on the database.

Whoever has a link may do what its role allows; everything is checked here, whatever a page sends. A verb writes all of
what follows from it, draws of chance included, or nothing: wherever a process is killed, the game goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from engine import CHANCE, FORCED, Game

from ..db import Database, database
from .bus import Bus, bus
from .cleaning import CLASS_DAYS, kept
from .desk import now
from .game_keys import DOOR, HOST, SEAT, WATCH, Right, TableRefusal, derived, find_right, seat_key
from .game_rows import GameEntryRow, GameSeatRow, GameTableRow
from .game_sight import Ask, Lines, Sight, read_ask, read_nicks, read_sight, write_ask
from .game_write import begin, new_seed, open_table, put_key, write
from .limits import MOVE_TEXT
from .line import MOVE, RESIGN, START, STOP, UNDO, Line
from .names import new_secret, read_nick

AGAIN, BACK, ENOUGH = "again", "undo", "end"
"""What all have to agree to: another game, taking back, ending the game without a result."""


def topic(table: str) -> str:
    """Where it is told that something changed at a table."""
    return f"game:{table}"


class Games:
    """The tables of a database.

    Args:
        clock: tells the time, UTC without a zone.
        keep: how long a table is kept after something was last done there.
    """

    def __init__(
        self, database: Database, bus: Bus, clock: Callable[[], datetime] = now, keep: timedelta = timedelta(days=30)
    ) -> None:
        self.database, self.bus, self.clock, self.keep = database, bus, clock, keep
        self.lines = Lines()

    # Reading

    def look(self, key: str) -> Sight:
        """A table, for whoever has a link to it.

        Raises:
            TableRefusal: the link leads nowhere.
            DatabaseError: the database cannot be read.
        """
        with self.database.reading() as session:
            return read_sight(session, self.lines, find_right(session, key))

    def invites(self, key: str) -> dict[str, str]:
        """The keys that a host may hand out: ``door``, ``watch``, and the number of each seat that is not the host's.

        Raises:
            TableRefusal: not a host's link.
        """
        sight = self.look(key)
        if sight.right.role != HOST:
            raise TableRefusal("not_allowed")
        seats = [seat for seat in range(len(sight.nicks)) if seat != sight.right.seat]
        return {
            DOOR: derived(key, DOOR),
            WATCH: derived(key, WATCH),
            **{str(seat): seat_key(key, seat) for seat in seats},
        }

    # Coming

    def open(
        self,
        game: Game[Any, Any],
        state: Any,
        *,
        seat: int | None = None,
        nicks: Sequence[str | None] = (),
    ) -> str:
        """Open a table.

        Args:
            state: in which the game begins.
            seat: the host's; None: the host does not play.
            nicks: who sits where already.

        Returns:
            the host's key.

        Raises:
            TableRefusal: there are too many tables.
        """
        with self.database.transaction() as session:
            _, key = open_table(session, self.lines, self.clock(), game, state, seat=seat, nicks=nicks)
        return key

    def sit(self, key: str, nick: object, seat: int | None = None) -> str:
        """Take a seat.

        Args:
            key: of the door, or of a seat.
            nick: the name to be shown.
            seat: which one, for who comes by the door; None: the first that is free.

        Returns:
            the key with which one comes back to that seat.

        Raises:
            TableRefusal: it is taken, or there is none.
        """
        name = read_nick(nick)
        with self._acting(key) as (session, table, right):
            nicks = read_nicks(session, table.id)
            if right.role == WATCH or (right.role == HOST and right.seat is None):
                raise TableRefusal("not_playing")
            if right.role == DOOR:
                free = [one for one, taken in enumerate(nicks) if taken is None]
                if not free:
                    raise TableRefusal("full")
                seat = free[0] if seat is None else seat
                own = new_secret()
                put_key(session, self.clock(), own, table.id, SEAT, seat)
            else:
                seat, own = right.seat, key
            if seat is None or seat not in range(len(nicks)):
                raise TableRefusal("no_seat")
            if nicks[seat] is not None:
                raise TableRefusal("taken")
            session.execute(
                update(GameSeatRow).where(GameSeatRow.table == table.id, GameSeatRow.seat == seat).values(nick=name)
            )
            begin(session, self.lines, self.clock(), table)
        return own

    # Playing

    def move(self, key: str, number: int, text: str) -> None:
        """Make a move.

        Args:
            number: of the log's entry that it becomes. Sent again it is the same move, and nothing happens.
            text: the move; empty to roll, or to let happen what the rules force.

        Raises:
            TableRefusal: not this seat's turn, or something else has happened since.
            IllegalMoveError, NotationError: the rules refuse it.
        """
        with self._acting(key) as (session, table, right):
            seat = self._player(right)
            line = self.lines.read(session, table)
            if number < line.count and self._same(session, table.id, number, seat, text):
                return
            if number != line.count:
                raise TableRefusal("late")
            self._playing(line)
            if line.turn != seat:
                raise TableRefusal("not_your_turn")
            forced = line.mover in (CHANCE, FORCED)
            if text == "" and forced:
                text = line.drawn(table.seed)
            elif line.mover == CHANCE:
                raise TableRefusal("draw_only")
            move = line.game.parse_move(line.state, text[: MOVE_TEXT + 1])
            write(session, self.clock(), table, line, MOVE, line.game.format_move(line.state, move), seat)

    def resign(self, key: str, number: int) -> None:
        """Give up. Only where that gives the game to the other one; more than two end a game together (``ask``).

        Raises:
            TableRefusal: no game is on, or something else has happened since.
        """
        with self._acting(key) as (session, table, right):
            seat = self._player(right)
            line = self.lines.read(session, table)
            if number < line.count and self._same(session, table.id, number, seat, "", RESIGN):
                return
            if number != line.count:
                raise TableRefusal("late")
            self._playing(line)
            if line.game.seat_count(line.start) != 2:
                raise TableRefusal("not_allowed")
            write(session, self.clock(), table, line, RESIGN, seat=seat)

    def ask(self, key: str, what: str, agree: bool = False) -> None:
        """Say what one would like, or agree to what somebody else has asked for; it happens when all agree.

        Args:
            agree: only if somebody asks for it.

        Raises:
            TableRefusal: it makes no sense now.
        """
        with self._acting(key) as (session, table, right):
            seat = self._player(right)
            line = self.lines.read(session, table)
            ask = read_ask(table, line)
            if ask is None or ask.what != what:
                if agree:
                    raise TableRefusal("not_asked")
                ask = Ask(what, seat, line.count, ())
            if what == AGAIN:
                if not line.over:
                    raise TableRefusal("not_over")
            elif what in (BACK, ENOUGH):
                self._playing(line)
                if what == BACK and line.last_move_of(ask.by) is None:
                    raise TableRefusal("nothing_back")
            else:
                raise TableRefusal("not_asked")
            ask = replace(ask, yes=tuple(sorted({*ask.yes, seat})))
            if len(ask.yes) < len(read_nicks(session, table.id)):
                table.asked = write_ask(ask)
            else:
                self._agreed(session, table, line, ask)

    def decline(self, key: str) -> None:
        """Say no to what somebody asks for, or take back one's own wish."""
        with self._acting(key) as (_, table, right):
            self._player(right)
            table.asked = None

    def stop(self, key: str) -> None:
        """End the game without a result: for a host who does not play, that is, a teacher.

        Raises:
            TableRefusal: not such a host's link, or no game is on.
        """
        with self._acting(key) as (session, table, right):
            if right.role != HOST or right.seat is not None:
                raise TableRefusal("not_allowed")
            line = self.lines.read(session, table)
            self._playing(line)
            write(session, self.clock(), table, line, STOP)

    def clean(self) -> int:
        """Delete the tables at which nothing was done for long; gives how many."""
        with self.database.transaction() as session:
            old = session.scalars(select(GameTableRow.id).where(GameTableRow.used < self.clock() - self.keep)).all()
            session.execute(delete(GameTableRow).where(GameTableRow.id.in_(old)))
        return len(old)

    # Inside

    @contextmanager
    def _acting(self, key: str) -> Iterator[tuple[Session, GameTableRow, Right]]:
        """A transaction in which nobody else acts at the table; at its end all screens are told."""
        with self.database.transaction() as session:
            right = find_right(session, key)
            table = session.get(GameTableRow, right.table, with_for_update=True)
            if table is None:
                raise TableRefusal("no_table")
            table.used = self.clock()
            yield session, table, right
        self.bus.publish(topic(right.table), {"changed": True})

    def _same(self, session: Session, table: str, number: int, seat: int, text: str, kind: str = MOVE) -> bool:
        """Whether an entry is what is sent again now."""
        row = session.get(GameEntryRow, (table, number))
        return row is not None and (row.kind, row.seat) == (kind, seat) and text in ("", row.text)

    def _player(self, right: Right) -> int:
        if right.seat is None or right.role not in (SEAT, HOST):
            raise TableRefusal("not_playing")
        return right.seat

    def _playing(self, line: Line) -> None:
        if not line.begun:
            raise TableRefusal("waiting")
        if line.over:
            raise TableRefusal("over")

    def _agreed(self, session: Session, table: GameTableRow, line: Line, ask: Ask) -> None:
        if ask.what == AGAIN:
            table.seed = new_seed()
            start = line.game.rematch(line.state)
            write(session, self.clock(), table, line, START, line.game.format_position(start))
        elif ask.what == BACK:
            write(session, self.clock(), table, line, UNDO, str(line.last_move_of(ask.by)), ask.by)
        else:
            write(session, self.clock(), table, line, STOP)


@lru_cache
def games() -> Games:
    """The tables of this process's database."""
    return Games(database(), bus(), keep=kept(CLASS_DAYS))
