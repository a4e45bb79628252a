"""Puzzles of Let's Catch the Lion! as questions for practice: win by force, and the only move that holds.

With the table they are drawn from it and graded by it. Without it they are proved by looking ahead, as deep as is
certain: to win with the second or third move, and what loses within four plies.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from ..errors import DataError, PositionError
from ..goals import Line
from ..questions import MOVE, Ask, Option, Question
from . import game
from .position import format_line
from .puzzles import Kind, Puzzle, proved, puzzle_at, puzzles, solution
from .search import search_moves
from .state import Move, State, show_move
from .tablebase import Table, Value, open_table, probe_moves
from .thrown import board

SOLVED = 3
"""From this level on the table is asked, where there is one: it only knows positions with all the animals."""
THROWS = 60
"""Positions thrown for one puzzle before luck is out."""
SHORT = 3000
"""Positions looked at to prove one that was thrown: another one is thrown sooner."""
_TOLD = 12
"""Plies of a solution that are shown, at most."""


def mate(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """The only first move that wins with the second, third or fourth move."""
    table = _table() if level >= SOLVED else None
    plies = 3 if level <= SOLVED else 5 if level == SOLVED + 1 or table is None else rng.choice((5, 7))
    if table is not None:
        return _asked(_from_table(rng, "win", plies, table), table, language)
    if plies > 3:
        return _asked(proved(turned(rng.choice(_known()), rng), "win", plies), None, language)
    return _asked(_thrown(rng, level, "win", plies), None, language)


def hold(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """The only move that does not lose."""
    table = _table() if level > SOLVED else None
    if table is not None:
        return _asked(_from_table(rng, "hold", None, table), table, language)
    if level > SOLVED:
        return _asked(_thrown(rng, 1, "save", 4, rng.randrange(2)), None, language)
    return _asked(_thrown(rng, level, "save", 2), None, language)


def turned(state: State, rng: random.Random) -> State:
    """The same position, perhaps in the mirror, perhaps with the sides changed."""
    cells, hands, side = state.board, state.hands, state.side
    if rng.random() < 0.5:
        cells = "".join(cells[row : row + 3][::-1] for row in range(0, 12, 3))
    if rng.random() < 0.5:
        cells, hands, side = cells[::-1].swapcase(), (hands[1], hands[0]), 1 - side
    return game.parse_position(format_line(cells, hands, side))


@lru_cache
def _known() -> tuple[State, ...]:
    """Positions to win with the third move, found in the table; looking ahead proves them anew each time."""
    lines = json.loads((game.folder / "puzzles.json").read_text(encoding="utf-8"))
    return tuple(game.parse_position(line) for line in lines)


def _table() -> Table | None:
    try:
        return open_table()
    except DataError:
        return None


def _from_table(rng: random.Random, kind: Kind, plies: int | None, table: Table) -> Puzzle | None:
    try:
        drawn = next(puzzles(kind, plies, seed=rng.randrange(2**31), table=table))
    except PositionError:
        return None
    return puzzle_at(turned(drawn.state, rng), kind, table, plies)


def _thrown(rng: random.Random, level: int, kind: Kind, plies: int, side: int | None = None) -> Puzzle | None:
    for _ in range(THROWS):
        state = board(rng, level, side)
        puzzle = None if state is None else proved(state, kind, plies, SHORT)
        if puzzle is not None:
            return puzzle
    return None


def _asked(puzzle: Puzzle | None, table: Table | None, language: str) -> Question | None:
    if puzzle is None:
        return None
    state, names = puzzle.state, {"seat": puzzle.state.side, "other": 1 - puzzle.state.side}
    values: Mapping[Move, Value | None]
    if table is not None:
        values = dict(probe_moves(state, table))
    else:
        looked = search_moves(state, puzzle.plies or 0)
        assert looked is not None, "it was proved by looking so far"
        values = dict(looked.moves)

    def note(move: Move, value: Value | None) -> str:
        if move == puzzle.answer:
            return ""
        word, number = _note(value)
        return game.rulebook.word(f"note.{word}", language, number=number, **names)

    options = tuple(
        Option(game.format_move(state, move), show_move(state, move), note(move, value))
        for move, value in sorted(values.items(), key=lambda one: game.format_move(state, one[0]))
    )
    line = Line(game, state)
    for move in solution(puzzle, table, _TOLD) if puzzle.kind == "win" else (puzzle.answer,):
        line = line.then(move)
    end = game.outcome(line.state)
    about = "look.danger" if end is None else end.rule
    ask = Ask(game, state, line.whole, 0, (), language)
    found = ask.question(MOVE, [game.format_move(state, puzzle.answer)], [about], options=options)
    return replace(found, text=game.rulebook.word(_word(puzzle), language, number=_number(puzzle), **names))


def _word(puzzle: Puzzle) -> str:
    if puzzle.kind == "save" and puzzle.plies == 2:
        return "ask.save.now"
    return {"win": "ask.mate", "hold": "ask.hold", "save": "ask.save"}[puzzle.kind]


def _number(puzzle: Puzzle) -> int:
    """With which of its own moves somebody wins, the side to move or the other one."""
    return ((puzzle.plies or 0) + 1) // 2


def _note(value: Value | None) -> tuple[str, int]:
    """What there is to say about another move: its word, and the own move with which somebody wins then."""
    if value is None:
        return "open", 0
    if value.distance is None:
        return "draw", 0
    if value.result == "win":
        return "win", (value.distance + 1) // 2
    return ("now" if value.distance == 2 else "loss"), value.distance // 2
