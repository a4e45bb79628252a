"""Puzzles from a small table have one right move, and are graded by it."""

from __future__ import annotations

import json
import random
from itertools import islice

import pytest

from engine import CHECK, GameError, IllegalMoveError, PositionError
from engine.lion import puzzle_questions
from engine.lion import puzzles as made
from engine.lion.puzzles import PLIES, Kind, Puzzle, grade, plain_state, proved, puzzle_at, puzzles, solution
from engine.lion.rules import RULES
from engine.lion.solver import solve
from engine.lion.tablebase import Table, Value, open_table, probe, probe_moves
from engine.practice import question

from .tables import GAME, line

WALKS = (*RULES.values(), "move.drop")


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


def test_what_looking_ahead_proves_is_what_the_table_says(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(made, "LOOKED_AT", 10**6)
    for plies in (3, 5):
        for puzzle in some("win", plies, table, count=4):
            assert proved(puzzle.state, "win", plies) == puzzle
            assert len(solution(puzzle)) == plies
    for puzzle in some("win", 5, table, count=4):
        assert proved(puzzle.state, "win", 3) is None
    saved = [found for one in some("hold", None, table, count=30) if (found := proved(one.state, "save", 2))]
    assert saved
    for puzzle in saved:
        moves = dict(probe_moves(puzzle.state, table))
        assert moves.pop(puzzle.answer) == Value("draw", None)
        assert {value.distance for value in moves.values()} == {2}


def test_with_a_table_practice_asks_what_only_it_knows(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_questions, "open_table", lambda: table)
    for seed in range(6):
        for level in (4, 5):
            holds = question(GAME, seed, level, "hold")
            assert (
                probe(GAME.apply(holds.state, GAME.parse_move(holds.state, holds.answers[0])), table).result == "draw"
            )
            wins = question(GAME, seed, level, "mate")
            value = probe(wins.state, table)
            assert value.result == "win"
            assert value.distance in ((5,) if level == 4 else (5, 7))
            assert value.distance == sum(step.kind is not CHECK and step.rule in WALKS for step in wins.trace.steps)  # type: ignore[union-attr]
            assert all(option.note for option in wins.options if option.value not in wins.answers)


def test_the_positions_kept_for_practice_are_proved() -> None:
    lines = json.loads((GAME.folder / "puzzles.json").read_text(encoding="utf-8"))
    assert len(set(lines)) == len(lines) >= 50
    for one in lines[::6]:
        assert proved(line(one), "win", 5) is not None


def test_a_position_is_turned_and_stays_what_it_is() -> None:
    start = line("2l/2g/LE1/1C1 b Ge")
    turned = {puzzle_questions.turned(start, random.Random(seed)) for seed in range(20)}
    assert len(turned) == 4
    for one in turned:
        found = proved(one, "win", 3)
        assert (found is None) == (proved(start, "win", 3) is None)


def test_what_is_no_puzzle_is_refused(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    assert puzzle_at(line("1l1/1G1/3/1L1 b CE"), "win", table, 3) is None  # won in one
    for kind, plies in (("win", None), ("win", 4), ("win", 1), ("hold", 3), ("lose", None)):
        with pytest.raises(PositionError, match="puzzle"):
            puzzles(kind, plies, table=table)  # type: ignore[arg-type]
    monkeypatch.setattr(made, "TRIES", 50)
    with pytest.raises(GameError, match="no such puzzle"):
        next(puzzles("win", 171, table=table))
