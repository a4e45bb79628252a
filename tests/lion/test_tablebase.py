"""Values of the room's own states, from a small table: a Giraffe and a Chick besides the Lions."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine import DataError, PositionError
from engine.lion import State
from engine.lion.solver import solve
from engine.lion.tablebase import TABLE, Table, Value, before, open_table, probe, probe_moves, rank

from .tables import GAME, line

FIRST = "1l1/1c1/3/1LG b -"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return open_table(solve(tmp_path_factory.mktemp("table"), material=(0, 1, 1)))


def games(count: int = 60) -> list[State]:
    """The states of games played at random."""
    rng, found = random.Random(5), []
    for _ in range(count):
        state = line(FIRST)
        for _ in range(20):
            found.append(state)
            moves = GAME.legal_moves(state)
            if not moves:
                break
            state = GAME.apply(state, rng.choice(moves))
    return found


def test_a_state_has_the_value_of_its_best_move(table: Table) -> None:
    seen = set()
    for state in games():
        value = probe(state, table)
        end = GAME.outcome(state)
        if end is not None:
            if end.rule != "end.repetition":  # how often a position stood is not in the table
                assert value == Value("win" if end.winner == state.side else "loss", 0)
            continue
        moves = probe_moves(state, table)
        assert {move for move, _ in moves} == set(GAME.legal_moves(state))
        assert moves[0][1] == value
        assert [rank(one) for _, one in moves] == sorted(rank(one) for _, one in moves)
        seen.add(value.result)
    assert seen >= {"win", "loss"}


def test_a_move_that_catches_the_lion_wins_in_one(table: Table) -> None:
    moves = dict(probe_moves(line("1l1/1G1/3/1L1 b C"), table))
    assert moves[GAME.parse_move(line("1l1/1G1/3/1L1 b C"), "b2b1")] == Value("win", 1)
    assert before(Value("win", 1)) == Value("loss", 2)


def test_the_table_of_the_users_folder_opens_by_itself(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.lion.tablebase._default", lambda *homes: str(tmp_path / TABLE))
    with pytest.raises(DataError, match="matadojo solve lion"):
        probe(line(FIRST))
    (tmp_path / TABLE).write_bytes(table.path.read_bytes())
    assert probe(line(FIRST)) == probe(line(FIRST), table)


@pytest.mark.parametrize(
    ("option", "value"),
    [("promotion", "optional"), ("reach", "on-arrival"), ("reach", "unconditional"), ("no_move", "draws"),
     ("pattern", "board")],
)  # fmt: skip
def test_other_rules_have_no_table(option: str, value: str, table: Table) -> None:
    for ask in (probe, probe_moves):
        with pytest.raises(PositionError, match=f"not for {option}: {value}"):
            ask(line(FIRST, **{option: value}), table)


def test_there_is_no_value_before_the_lot_or_within_a_move(table: Table) -> None:
    trace = GAME.trace(line(FIRST), GAME.parse_move(line(FIRST), "c4c3"))
    half = next(step.state for step in trace.steps if step.state.moving)
    for state in (GAME.parse_position({"first": "lot"}), half):
        with pytest.raises(PositionError, match="somebody is to move"):
            probe(state, table)
