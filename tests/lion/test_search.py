"""The search says what the table says, as far as it has looked, and nothing else."""

from __future__ import annotations

import random

import pytest

from engine.lion import State
from engine.lion.position import format_line
from engine.lion.search import search, value
from engine.lion.solver import solve
from engine.lion.tablebase import Table, Value, open_table, probe, probe_moves

from .tables import GAME, line, random_game
from .test_tablebase import games


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return open_table(solve(tmp_path_factory.mktemp("table"), material=(0, 1, 1)))


def fresh(state: State) -> State:
    """The same position without a past, as the table has it."""
    return line(format_line(state.board, state.hands, state.side))


@pytest.mark.parametrize("depth", [0, 1, 2, 3, 4])
def test_it_knows_exactly_what_is_decided_within_its_plies(depth: int, table: Table) -> None:
    known = 0
    for state in games(12):
        if "L" in state.hands[0] + state.hands[1]:
            continue
        position = fresh(state)
        true = probe(position, table)
        expected = true if true.distance is not None and true.distance <= depth else None
        assert value(position, depth) == expected, state.board
        known += expected is not None
    assert known


def test_each_move_has_its_value_or_none(table: Table) -> None:
    for state in games(6):
        position = fresh(state) if "L" not in state.hands[0] + state.hands[1] else state
        found = search(position, depth=4)
        true = dict(probe_moves(position, table))
        assert dict(found.moves).keys() == true.keys()
        for move, one in found.moves:
            if one is not None:
                assert one == true[move]
            else:
                assert true[move].distance is None or true[move].distance > found.depth


def test_it_stops_in_time_and_says_how_deep_it_looked() -> None:
    start = line("gle/1c1/1C1/ELG b -")
    few, many = search(start, positions=200), search(start, positions=5000)
    assert few.positions <= 200
    assert 1 <= few.depth < many.depth
    assert all(found is None for _, found in few.moves)
    assert search(start, positions=0).depth == 1


def test_a_third_repetition_is_a_draw_and_other_rules_are_kept() -> None:
    rng = random.Random(3)
    for _ in range(10):
        for state in random_game(rng, reach="unconditional", promotion="optional"):
            for move, found in search(state, depth=1).moves:
                end = GAME.outcome(GAME.apply(state, move))
                if end is None:
                    assert found is None
                elif end.winner is None:
                    assert found == Value("draw", None)
                else:
                    assert found == Value("win" if end.winner == state.side else "loss", 1)
