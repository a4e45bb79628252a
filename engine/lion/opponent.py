"""Computer players of the Lion: by the table where it is there, else by looking a few moves ahead."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ..core import Outcome
from ..errors import DataError, PositionError
from ..players import AnyGame, Choice, Reason, check_turn
from .fast import apply, outcome
from .search import search
from .state import Move, State
from .tablebase import TABLE, Table, Value, default_folder, open_table, probe_moves

Moves = Sequence[tuple[Move, Value | None]]
DRAWN = Value("draw", None)
RESULTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}
TOLD = 6
"""So many moves are told with their reasons."""

search_of = lru_cache(maxsize=256)(search)
"""The search; kept, because a class often looks at the same position."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How well a player plays.

    Args:
        sight: it only knows of wins and losses within so many plies; None: of all.
        chance: how often, in percent, it plays any move at all.
    """

    sight: int | None
    chance: int


STRENGTHS = {
    "beginner": Strength(1, 60),
    "easy": Strength(3, 30),
    "medium": Strength(5, 15),
    "strong": Strength(9, 5),
    "perfect": Strength(None, 0),
}
SEARCHABLE = tuple(name for name, one in STRENGTHS.items() if one.sight is not None and one.sight <= 5)
"""Strengths that need no table."""


def values(state: State, table: Table) -> Moves:
    """The value of each move, the best first; a move that ends the game as a draw is a draw."""
    found = []
    for move, value in probe_moves(state, table):
        end = _end_after(state, move)
        found.append((move, DRAWN if end is not None and end.winner is None else value))
    order = {"win": 0, "draw": 1, "loss": 2}
    return sorted(found, key=lambda one: order[one[1].result])


def _end_after(state: State, move: Move) -> Outcome | None:
    then = apply(state, move)
    return None if then is None else outcome(then)


def choose(moves: Moves, strength: Strength, rng: random.Random) -> Move:
    """A move, from the values of all moves, the best first.

    Of moves that are worth the same to it, it plays any.
    """
    if rng.randrange(100) < strength.chance:
        return rng.choice(moves)[0]
    sight = strength.sight

    def worth(value: Value | None) -> tuple[int, int]:
        if value is None or value.distance is None or (sight is not None and value.distance > sight):
            return (1, 0)
        return (0, value.distance) if value.result == "win" else (2, -value.distance)

    best = min(worth(value) for _, value in moves)
    return rng.choice([move for move, value in moves if worth(value) == best])


@dataclass(frozen=True, slots=True)
class LionPlayer:
    """Plays by what it knows of each move.

    Args:
        path: of the table; without one, or one that cannot be used, it looks a few moves ahead.
    """

    name: str
    path: Path | None = None

    def choose(self, state: State, seat: int, rng: random.Random) -> Choice[Move]:
        """A move that is worth most, as far as it sees."""
        check_turn(_game(), state, seat)
        known, looks = self._known(state)
        reasons = [
            Reason(
                move,
                0,
                0.5 if value is None else RESULTS[value.result],
                {} if value is None or value.distance is None else {"moves": float(value.distance)},
            )
            for move, value in known
        ]
        return Choice(choose(known, STRENGTHS[self.name], rng), tuple(reasons[:TOLD]), looks)

    def _known(self, state: State) -> tuple[Moves, int]:
        if self.path is not None:
            with suppress(DataError, PositionError):  # no such table, or one for other rules
                known = values(state, open_table(self.path))
                return known, len(known)
        found = search_of(state)
        return found.moves, found.positions


def _game() -> AnyGame:
    from . import game

    return game


def names() -> tuple[str, ...]:
    """The players that there are: all of them once the table is made."""
    return tuple(STRENGTHS) if (default_folder() / TABLE).exists() else SEARCHABLE


def player(name: str) -> LionPlayer:
    """A player by its name."""
    path = default_folder() / TABLE
    return LionPlayer(name, path if path.exists() else None)
