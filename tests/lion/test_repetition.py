"""The same position again: across hands and sides, completed by either side."""

from __future__ import annotations

from typing import Any

import pytest

from engine.lion import Difference, State, difference, look_alikes, repetitions
from tests.lion.tables import GAME, line

ROUND = ["b4a4", "b1a1", "a4b4", "a1b1"]
LIONS = "1l1/3/3/1L1 b -"


def after(start: State | str, moves: list[str], **options: Any) -> State:
    state = line(start, **options) if isinstance(start, str) else start
    for move in moves:
        assert GAME.outcome(state) is None
        state = GAME.apply(state, GAME.parse_move(state, move))
    return state


def test_the_third_time_is_a_draw_and_the_first_counts() -> None:
    state = after(LIONS, ROUND)
    assert state.times == 2
    assert repetitions(state) == (0, 4)
    state = after(state, ROUND)
    assert state.times == 3
    assert repetitions(state) == (0, 4, 8)
    outcome = GAME.outcome(state)
    assert (outcome.winner, outcome.rule) == (None, "end.repetition")
    assert GAME.legal_moves(state) == ()
    assert GAME.returns(state) == (0.0, 0.0)


def test_either_side_may_complete_it() -> None:
    """The position after Land's first move stands for the third time by a move of Land."""
    state = after("1l1/3/L2/3 b -", ["a3a4", "b1a1", "a4b4", "a1b1", "b4a4", "b1a1", "a4b4", "a1b1", "b4a4"])
    assert repetitions(state) == (1, 5, 9)
    assert state.side == 1
    assert GAME.outcome(state).rule == "end.repetition"


@pytest.mark.parametrize("number", [2, 3, 4])
def test_the_count_is_an_option(number: int) -> None:
    state = after(LIONS, ROUND * (number - 1), repetitions=number)
    assert GAME.outcome(state).rule == "end.repetition"
    assert GAME.outcome(after(LIONS, (ROUND * (number - 1))[:-1], repetitions=number)) is None


def test_another_hand_is_another_position() -> None:
    """Both Chicks change hands: the board stands as before, the hands do not."""
    start = "1l1/1g1/3/GL1 b Cc"
    moves = ["C*c3", "b2c2", "b4b3", "c2c3", "b3b4", "c3c2", "a4a3", "c2b2", "a3a4"]
    state = after(start, moves)
    assert state.times == 1
    alike = look_alikes(state)
    assert alike[0][0] == 0
    assert alike[0][1] == Difference(hands=(0, 1), side=True)


def test_another_side_is_another_position() -> None:
    """Land loses a move on the way round a triangle."""
    moves = ["b4a4", "b1a1", "a4a3", "a1b1", "a3b4"]
    state = after(LIONS, moves)
    assert state.times == 1
    assert look_alikes(state) == ((0, Difference(side=True)),)
    trace = GAME.trace(after(LIONS, moves[:-1]), GAME.parse_move(after(LIONS, moves[:-1]), moves[-1]))
    assert [step.args["case"] for step in trace.steps if step.rule == "look.alike"] == ["side"]


def test_the_board_alone_by_option() -> None:
    moves = ["b4a4", "b1a1", "a4a3", "a1b1", "a3b4"]
    state = after(LIONS, moves, pattern="board")
    assert state.times == 2
    assert repetitions(state) == (0, 5)
    assert look_alikes(state) == ((0, Difference(side=True)),)


def test_difference_names_the_spaces() -> None:
    assert difference(line(LIONS), line("1l1/3/3/L2 b -")) == Difference(cells=("a4", "b4"))
    assert difference(line("1l1/3/3/1L1 b C"), line("1l1/3/3/1L1 w c")) == Difference(hands=(0, 1), side=True)
    assert not difference(line(LIONS), line(LIONS))


def test_equality_includes_the_count_but_not_the_way() -> None:
    again = after(LIONS, ROUND)
    assert again != line(LIONS)
    assert (again.board, again.hands, again.side) == (line(LIONS).board, line(LIONS).hands, 0)
    one = after("1l1/3/3/1L1 b EG", ["E*a3", "b1a1", "G*c3", "a1b1"])
    other = after("1l1/3/3/1L1 b EG", ["G*c3", "b1a1", "E*a3", "a1b1"])
    assert one.board == other.board
    assert one != other, "another position stood on the way"
    short = after("1l1/3/3/1L1 b -", ["b4a4", "b1a1", "a4b4", "a1b1", "b4c4", "b1a1", "c4b4", "a1b1"])
    turned = after("1l1/3/3/1L1 b -", ["b4c4", "b1a1", "c4b4", "a1b1", "b4a4", "b1a1", "a4b4", "a1b1"])
    assert short.moves != turned.moves
    assert short == turned, "the same positions stood, as often"
    assert hash(short) == hash(turned)


def test_the_key_of_the_move_list() -> None:
    key = GAME.position_key
    assert key(after(LIONS, ROUND)) == key(line(LIONS))
    assert key(after(LIONS, ROUND[:2])) != key(line(LIONS))
    assert key(GAME.initial_state("by-lot")) is None


def test_nothing_stood_in_the_middle_of_a_move() -> None:
    state = line(LIONS)
    middle = GAME.trace(state, GAME.parse_move(state, "b4a4")).steps[1].state
    assert middle.moving
    assert middle.times == 0
    assert repetitions(middle) == ()
    assert look_alikes(middle) == ()
    assert GAME.position_key(middle) is None


def test_the_lot_is_no_position() -> None:
    state = GAME.initial_state("by-lot")
    assert repetitions(state) == ()
    state = after(state, ["first sky", "b1a2", "b4a3", "a2b1", "a3b4"])
    assert repetitions(state) == (1, 5)


def test_the_picture_counts() -> None:
    assert GAME.scene(line(LIONS)).facts == ()
    assert GAME.scene(after(LIONS, ROUND)).facts == (("This position stood", "2 / 3"),)
