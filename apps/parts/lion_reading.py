"""What the Lion's table tells about a game: values, lines, mistakes. No view in here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine import Trace, get_game
from engine.lion.opponent import DRAWN, values
from engine.lion.state import Move, State
from engine.lion.tablebase import Table, Value, probe
from engine.words import SOURCE_LANGUAGE

from .texts import INSIGHT, words

GAME = get_game("lion")
LINE = 8
"""Moves of the best line that are told."""


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
