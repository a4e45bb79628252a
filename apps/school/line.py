"""What has been played at a table, as a fold over its log. Nothing in here knows a database, a page or a clock.

The log of a table only grows. Its entries are numbered from 0 without a gap, so its length says what somebody has seen:

* ``start``: a game begins; the text is its position.
* ``move``: the text is a move. ``seat`` is who made it; None where the server did.
* ``undo``: back to as many moves as the text says; all had agreed.
* ``resign``: that seat gives up.
* ``end``: the game is over without a result; all had agreed, or the teacher ended it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

from engine import CHANCE, FORCED, TERMINAL, Game, Trace, sample

START, MOVE, UNDO, RESIGN, STOP = "start", "move", "undo", "resign", "end"


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a log."""

    number: int
    kind: str
    text: str = ""
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """The game at a table after some entries of its log.

    Args:
        count: entries of the log so far: the number of the next one.
        start: the state in which the present game began; None before the first.
        traces: its moves.
        by: the seat that made each move; None: the server.
        left: the seat that has given up.
        stopped: the game was ended without a result.
    """

    game: Game[Any, Any]
    count: int = 0
    start: Any = None
    traces: tuple[Trace[Any, Any], ...] = ()
    by: tuple[int | None, ...] = ()
    left: int | None = None
    stopped: bool = False

    @property
    def begun(self) -> bool:
        """Whether there is a game."""
        return self.start is not None

    @property
    def state(self) -> Any:
        """What lies on the table."""
        return self.traces[-1].after if self.traces else self.start

    @property
    def over(self) -> bool:
        """Whether the game is over: by its rules, because somebody gave up, or because it was ended."""
        return self.begun and (self.left is not None or self.stopped or self.mover == TERMINAL)

    @property
    def mover(self) -> int:
        """Whose turn the rules say it is."""
        return int(self.game.current_player(self.state))

    @property
    def turn(self) -> int | None:
        """The seat that everybody waits for; None where the server goes on, and before and after a game."""
        return None if not self.begun or self.over else turn(self.game, self.state)

    @property
    def winner(self) -> int | None:
        """The seat that has won, if any."""
        if self.left is not None:
            others = [seat for seat in range(self.game.seat_count(self.start)) if seat != self.left]
            return others[0] if len(others) == 1 else None
        outcome = self.game.outcome(self.state) if self.begun and not self.stopped else None
        return None if outcome is None else outcome.winner

    def after(self, entry: Entry) -> Line:
        """The line with one more entry.

        Raises:
            GameError: the rules refuse the move.
            ValueError: it is not an entry that may come next.
        """
        if entry.number != self.count:
            raise ValueError(f"expected entry {self.count} of the log, got {entry.number}")
        next_one = replace(self, count=self.count + 1)
        match entry.kind:
            case "start":
                return Line(self.game, self.count + 1, self.game.parse_position(entry.text))
            case "move":
                trace = self.game.trace(self.state, self.game.parse_move(self.state, entry.text))
                self.game.refuse(trace)
                return replace(next_one, traces=(*self.traces, trace), by=(*self.by, entry.seat))
            case "undo":
                ply = int(entry.text)
                return replace(next_one, traces=self.traces[:ply], by=self.by[:ply])
            case "resign":
                return replace(next_one, left=entry.seat)
            case "end":
                return replace(next_one, stopped=True)
        raise ValueError(f"there is no entry {entry.kind!r} in a log")

    def last_move_of(self, seat: int) -> int | None:
        """How many moves were played before the last one that a seat made; None where it made none."""
        return next((ply for ply in range(len(self.by) - 1, -1, -1) if self.by[ply] == seat), None)

    def follows(self, seed: str) -> str | None:
        """What the server plays now: a draw, or what the rules force; None where a seat is to move.

        Args:
            seed: the secret of this game's chance. Each entry of the log draws from a source of its own, so what
                chance does depends on nothing that a process remembers.
        """
        if not self.begun or self.over or self.turn is not None:
            return None
        return self.drawn(seed)

    def drawn(self, seed: str) -> str:
        """What chance or the rules do now, whoever lets it happen."""
        state, game = self.state, self.game
        if self.mover == CHANCE:
            return str(game.format_move(state, sample(game, state, random.Random(f"{seed} {self.count}"))))
        return str(game.format_move(state, game.legal_moves(state)[0]))


def turn(game: Game[Any, Any], state: Any) -> int | None:
    """The seat to move, or the one whose hand lets chance or the rules act; None: nobody's in particular."""
    mover = game.current_player(state)
    if mover in (CHANCE, FORCED):
        return game.hand(state)
    return None if mover == TERMINAL else int(mover)
