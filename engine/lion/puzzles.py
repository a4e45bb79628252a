"""Puzzles for Let's Catch the Lion!, drawn from the solved table and graded by it, or proved by looking ahead.

``win``: win in so many plies; exactly one first move does. ``hold``: every move but one loses, and that one draws: only
the table knows. ``save``: every move but one loses within so many plies; what comes later is not claimed to be known.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from ..errors import IllegalMoveError, PositionError, shown
from . import game
from .fast import legal_moves
from .position import format_line
from .search import search_moves
from .state import DROPS, EMPTY, Move, State
from .tablebase import Board, Hands, Table, Value, open_table, probe_moves

Kind = Literal["win", "hold", "save"]
PLIES = (3, 5, 7)
"""Lengths of the puzzles to win."""
TRIES = 2_000_000
"""Positions looked at for one puzzle before it is given up: a small table may hold none."""
FEWEST = 4
"""Legal moves that there must be to choose from."""
LOOKED_AT = 10_000
"""Positions looked at to prove a puzzle, at most: a tenth of a second."""
Moves = Sequence[tuple[Move, Value | None]]
_LETTERS = ".LGECHhcegl"  # by the codes of the table; the negative ones count from the end


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which one move is right.

    Args:
        state: the position; Land is to move.
        kind: what is asked.
        plies: in how many the game is to be won, or would be lost; None for ``hold``.
        answer: the only right move.
    """

    state: State
    kind: Kind
    plies: int | None
    answer: Move


@dataclass(frozen=True, slots=True)
class Grade:
    """What the table says about an answer.

    Args:
        right: whether it is the move that was asked for.
        value: of the move, to who makes it. A move that wins, but later than asked, is not right.
    """

    right: bool
    value: Value


def plain_state(board: Board, hands: Hands) -> State:
    """The state of a plain position, Land to move."""
    letters = "".join(EMPTY if not code else _LETTERS[code] for code in board)
    # The hands of the table are in the order of the room's.
    held = ["".join(one * many for one, many in zip(DROPS, hands[k : k + 3], strict=True)) for k in (0, 3)]
    return game.parse_position(format_line(letters, (held[0], held[1]), 0))


def puzzle_at(state: State, kind: Kind, table: Table, plies: int | None = None) -> Puzzle | None:
    """The puzzle of a state; None if it is not one: no right move, or more than one, or hardly a choice."""
    moves = probe_moves(state, table)
    if len(moves) < FEWEST:
        return None
    wanted = Value("win", plies) if kind == "win" else Value("draw", None)
    if moves[0][1] != wanted:
        return None
    second = moves[1][1]
    if second == wanted or (kind == "hold" and second.result != "loss"):
        return None
    return Puzzle(state, kind, plies, moves[0][0])


def proved(state: State, kind: Kind, plies: int, positions: int | None = None) -> Puzzle | None:
    """The puzzle of a state, proved by looking so many plies ahead; None if it is not one or takes too long to prove.

    Args:
        kind: ``win`` or ``save``.
        positions: looked at, at most; by default :data:`LOOKED_AT`.
    """
    if len(legal_moves(state)) < FEWEST:
        return None
    found: Moves = ()
    # Most positions are decided sooner than asked, and that is seen at once.
    for depth in range(1, plies + 1, 2 if kind == "win" else 1):
        looked = search_moves(state, depth, positions or LOOKED_AT)
        if looked is None:
            return None
        found = looked.moves
        best = found[0][1]
        if best is not None and best.result == "win" and (kind == "save" or (best.distance or 0) < plies):
            return None
    if kind == "win":
        right = [move for move, value in found if value == Value("win", plies)]
    else:
        right = [move for move, value in found if value is None or value.result == "draw"]
    return Puzzle(state, kind, plies, right[0]) if len(right) == 1 else None


def puzzles(kind: Kind, plies: int | None = None, *, seed: int = 0, table: Table | None = None) -> Iterator[Puzzle]:
    """Give puzzles without end, the same ones for the same seed and table.

    Args:
        kind: what is asked.
        plies: for ``win``: an odd number from 3 up.
        seed: another one gives other puzzles.
        table: by default the one in the user's data folder.

    Raises:
        PositionError: no such kind of puzzle, or the table holds none, as far as could be seen.
        DataError: there is no table.
    """
    if (
        (kind == "win") != (plies is not None)
        or kind not in ("win", "hold")
        or (plies and (plies < 3 or not plies % 2))
    ):
        raise PositionError(
            "a puzzle is to win in 3, 5, 7, ... plies or to hold, not {given} and {given2}",
            given=shown(kind),
            given2=shown(plies),
        )
    return _drawn(kind, plies, random.Random(seed), table or open_table())


def _drawn(kind: Kind, plies: int | None, rng: random.Random, table: Table) -> Iterator[Puzzle]:
    wanted = Value("win", plies) if kind == "win" else Value("draw", None)
    while True:
        for _ in range(TRIES):
            number = rng.randrange(len(table))
            if table.value_at(number) != wanted:
                continue
            found = puzzle_at(plain_state(*table.position_at(number)), kind, table, plies)
            if found is not None:
                yield found
                break
        else:
            raise PositionError("This table seems to hold no such puzzle.")


def grade(puzzle: Puzzle, move: Move, table: Table | None = None) -> Grade:
    """Say whether a move solves a puzzle.

    Raises:
        IllegalMoveError: the rules refuse the move; says why.
    """
    found = dict(probe_moves(puzzle.state, table)).get(move)
    if found is None:
        trace = game.trace(puzzle.state, move)
        game.refuse(trace)
        raise IllegalMoveError("the move is not legal", trace)  # not reached: what is not found is refused
    return Grade(move == puzzle.answer, found)


def solution(puzzle: Puzzle, table: Table | None = None, most: int = 12) -> tuple[Move, ...]:
    """The best play of both sides from a puzzle, up to the end of the game or ``most`` plies.

    Args:
        table: None for a ``win`` that was proved by looking ahead.
    """
    state, moves = puzzle.state, [puzzle.answer]
    state = game.apply(state, puzzle.answer)
    while len(moves) < most and game.outcome(state) is None:
        if table is not None:
            best = probe_moves(state, table)[0][0]
        else:
            looked = search_moves(state, (puzzle.plies or 0) - len(moves), LOOKED_AT)
            assert looked is not None, "the puzzle itself took longer"
            best = looked.moves[0][0]
        moves.append(best)
        state = game.apply(state, best)
    return tuple(moves)
