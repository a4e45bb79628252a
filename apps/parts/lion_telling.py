"""The words about the value of a position of the Lion and about the mistakes of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.lion.opponent import DRAWN, Moves, values
from engine.lion.search import Search
from engine.lion.state import State
from engine.lion.tablebase import Table, Value, before
from engine.session import Session
from engine.words import SOURCE_LANGUAGE

from .lion_reading import GAME, Ply, best_line, story, value_words
from .seats import seat_name
from .texts import INSIGHT, words


def verdict(state: State, best: Value | None, depth: int, language: str = SOURCE_LANGUAGE) -> str:
    """What a position is worth, in a sentence.

    Args:
        best: the value of the best move; None where a search did not decide it.
        depth: how far it looked.
    """
    say = words(INSIGHT, language)
    names = {"seat": seat_name(GAME, state.side, language), "other": seat_name(GAME, 1 - state.side, language)}
    if best is None:
        return say["position_open"].format(**names, depth=depth)
    if best == Value("win", 1):
        return say["position_win_now"].format(**names)
    return say[f"position_{best.result}"].format(**names, n=best.distance)


def worth_by_table(state: State, table: Table, language: str = SOURCE_LANGUAGE) -> dict[str, Any]:
    """What the table says about a state in which somebody is to move."""
    known = values(state, table)
    line = [
        {"text": GAME.show_move(at, move), "move": GAME.format_move(at, move), "seat": at.side}
        for at, move in best_line(state, table)
    ]
    return {
        "verdict": verdict(state, known[0][1], 0, language),
        "rows": _rows(state, known, 0, language),
        "line": line,
        "source": words(INSIGHT, language)["counted"],
    }


def worth_by_search(state: State, found: Search, language: str = SOURCE_LANGUAGE) -> dict[str, Any]:
    """What a search says about it."""
    source = words(INSIGHT, language)["from_search"].format(depth=found.depth, positions=found.positions)
    # A draw at once may be better than it looks beside moves about which nothing is known.
    unknown = any(value is None for _, value in found.moves) and found.moves[0][1] in (None, DRAWN)
    return {
        "verdict": verdict(state, None if unknown else found.moves[0][1], found.depth, language),
        "rows": _rows(state, found.moves, found.depth, language),
        "line": [],
        "source": source,
    }


def _rows(state: State, known: Moves, depth: int, language: str) -> list[dict[str, Any]]:
    best = known[0][1]
    sure = best is not None and (best.result == "win" or all(value is not None for _, value in known))
    return [
        {
            "text": GAME.show_move(state, move),
            "move": GAME.format_move(state, move),
            "kind": "open" if value is None else value.result,
            "says": value_words(value, depth, language),
            "best": sure and value == best,
        }
        for move, value in known
    ]


def game_told(session: Session, table: Table | None) -> dict[str, Any]:
    """How the game went: whether there is a chart, and the mistakes."""
    language = session.language
    say = words(INSIGHT, language)
    if table is None or not session.history:
        return {"help": say["game_table" if table is None else "game_none"], "chart": False, "mistakes": []}
    names = [seat_name(GAME, seat, language) for seat in (0, 1)]
    return {
        "help": say["game_help"].format(first=names[0], second=names[1]),
        "chart": True,
        "mistakes": mistakes(story(session.start, session.history, table), language),
    }


def mistakes(plies: Sequence[Ply], language: str = SOURCE_LANGUAGE) -> list[dict[str, Any]]:
    """The moves that threw a win or a draw away."""
    say = words(INSIGHT, language)
    return [
        {
            "ply": one.ply,
            "seat": one.seat,
            "text": one.text,
            "says": say[f"{one.lost}_lost"].format(
                was=value_words(one.was, 0, language), now=value_words(before(one.value), 0, language)
            ),
        }
        for one in plies
        if one.lost
    ]
