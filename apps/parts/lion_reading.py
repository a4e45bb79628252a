"""What the Lion's table, or a search, tells about a game: values, lines, mistakes, an opponent. No view in here."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine import Trace, get_game
from engine.lion.search import search
from engine.lion.state import Move, State
from engine.lion.tablebase import Table, Value, probe, probe_moves
from engine.words import SOURCE_LANGUAGE

from .texts import INSIGHT, words

GAME = get_game("lion")
Moves = Sequence[tuple[Move, Value | None]]
LINE = 8
"""Moves of the best line that are told."""
DRAWN = Value("draw", None)

search_of = lru_cache(maxsize=256)(search)
"""The search; kept, because a class often looks at the same position."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How well the computer plays.

    Args:
        sight: it only knows of wins and losses within so many plies; None: of all.
        chance: how often, in percent, it plays any move at all.
    """

    sight: int | None
    chance: int


STRENGTHS = {
    "perfect": Strength(None, 0),
    "strong": Strength(9, 5),
    "middle": Strength(5, 15),
    "easy": Strength(3, 30),
    "beginner": Strength(1, 60),
}
SEARCHABLE = tuple(name for name, one in STRENGTHS.items() if one.sight is not None and one.sight <= 5)
"""Strengths that need no table."""


def choose(moves: Moves, strength: Strength, rng: random.Random) -> Move:
    """A move of the opponent, from the values of all moves, the best first.

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


def value_words(value: Value | None, depth: int, language: str = SOURCE_LANGUAGE) -> str:
    """The value of a move in a few words.

    >>> value_words(Value("win", 5), 0), value_words(Value("draw", None), 0), value_words(None, 6)
    ('wins in 5', 'draw', 'not decided within 6')
    """
    say = words(INSIGHT, language)
    if value is None:
        return say["open"].format(n=depth)
    if value == Value("win", 1):
        return say["win_now"]
    return say[value.result].format(n=value.distance)


def value_now(state: State, table: Table) -> Value:
    """The value of a state for the side to move; a game that is over as a draw is a draw."""
    end = GAME.outcome(state)
    return DRAWN if end is not None and end.winner is None else probe(state, table)


def values(state: State, table: Table) -> Moves:
    """The value of each move; a move that ends the game as a draw is a draw."""
    found = []
    for move, value in probe_moves(state, table):
        end = GAME.outcome(GAME.apply(state, move))
        found.append((move, DRAWN if end is not None and end.winner is None else value))
    order = {"win": 0, "draw": 1, "loss": 2}
    return sorted(found, key=lambda one: order[one[1].result])


def best_line(state: State, table: Table) -> list[tuple[State, Move]]:
    """The states and moves of the best play of both sides, some plies."""
    found: list[tuple[State, Move]] = []
    while len(found) < LINE and GAME.current_player(state) >= 0:
        move = values(state, table)[0][0]
        found.append((state, move))
        state = GAME.apply(state, move)
    return found


@dataclass(frozen=True, slots=True)
class Ply:
    """A position of a game, and the move that led to it.

    Args:
        ply: moves played.
        text: the move; "" at the start.
        seat: who made it; None at the start.
        value: of the position, for ``side``.
        side: who is to move.
        lost: ``win`` or ``draw``: what the move threw away; "" for none.
        was: what the position before was worth to ``seat``.
    """

    ply: int
    text: str
    seat: int | None
    value: Value
    side: int
    lost: str
    was: Value | None


def story(start: State, history: Sequence[Trace[Any, Any]], table: Table) -> list[Ply]:
    """The value of every position of a game, and its mistakes."""
    found: list[Ply] = []
    for ply, trace in enumerate([None, *history]):
        state: State = start if trace is None else trace.after
        if state.side < 0:  # the lot comes first
            continue
        value = value_now(state, table)
        if trace is None or trace.before.side < 0:
            found.append(Ply(ply, "", None, value, state.side, "", None))
            continue
        was = found[-1].value
        worth = {"win": "loss", "loss": "win", "draw": "draw"}[value.result]
        lost = was.result if (was.result, worth) in (("win", "draw"), ("win", "loss"), ("draw", "loss")) else ""
        text = GAME.show_move(trace.before, trace.move)
        found.append(Ply(ply, text, trace.before.side, value, state.side, lost, was))
    return found
