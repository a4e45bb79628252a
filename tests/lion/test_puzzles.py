"""Puzzles from a small table have one right move, and are graded by it."""

from __future__ import annotations

from itertools import islice

import pytest

from engine import GameError, IllegalMoveError, PositionError
from engine.lion import puzzles as made
from engine.lion.puzzles import PLIES, Kind, Puzzle, grade, plain_state, puzzle_at, puzzles, solution
from engine.lion.solver import solve
from engine.lion.tablebase import Table, Value, open_table, probe, probe_moves

from .tables import GAME, line


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return open_table(solve(tmp_path_factory.mktemp("table"), material=(1, 1, 1)))


def some(kind: Kind, plies: int | None, table: Table, seed: int = 1, count: int = 15) -> list[Puzzle]:
    return list(islice(puzzles(kind, plies, seed=seed, table=table), count))


@pytest.mark.parametrize("plies", PLIES)
def test_one_move_wins_in_so_many_plies(plies: int, table: Table) -> None:
    for puzzle in some("win", plies, table):
        right = [move for move, value in probe_moves(puzzle.state, table)
                 if value.result == "win" and (value.distance or 0) <= plies]  # fmt: skip
        assert right == [puzzle.answer]
        assert GAME.current_player(puzzle.state) == 0
        moves = solution(puzzle, table)
        assert len(moves) == plies
        state = puzzle.state
        for move in moves:
            state = GAME.apply(state, move)
        end = GAME.outcome(state)
        assert end is not None
        assert end.winner == 0


def test_one_move_holds(table: Table) -> None:
    for puzzle in some("hold", None, table):
        moves = dict(probe_moves(puzzle.state, table))
        assert moves.pop(puzzle.answer) == Value("draw", None)
        assert {value.result for value in moves.values()} == {"loss"}
        assert len(solution(puzzle, table, most=5)) == 5


def test_the_same_seed_gives_the_same_puzzles(table: Table) -> None:
    assert some("win", 3, table) == some("win", 3, table)
    assert some("win", 3, table) != some("win", 3, table, seed=2)


def test_every_legal_answer_is_graded(table: Table) -> None:
    for puzzle in some("win", 5, table, count=5):
        for move in GAME.legal_moves(puzzle.state):
            found = grade(puzzle, move, table)
            assert found.right == (move == puzzle.answer)
            assert found.value == dict(probe_moves(puzzle.state, table))[move]
        with pytest.raises(IllegalMoveError):
            grade(puzzle, GAME.parse_move(puzzle.state, "L*a1"), table)


def test_a_position_of_the_table_is_the_rooms(table: Table) -> None:
    for number in range(0, len(table), len(table) // 200):
        assert probe(plain_state(*table.position_at(number)), table) == table.value_at(number)


def test_what_is_no_puzzle_is_refused(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    assert puzzle_at(line("1l1/1G1/3/1L1 b CE"), "win", table, 3) is None  # won in one
    for kind, plies in (("win", None), ("win", 4), ("win", 1), ("hold", 3), ("lose", None)):
        with pytest.raises(PositionError, match="puzzle"):
            puzzles(kind, plies, table=table)  # type: ignore[arg-type]
    monkeypatch.setattr(made, "TRIES", 50)
    with pytest.raises(GameError, match="no such puzzle"):
        next(puzzles("win", 171, table=table))
