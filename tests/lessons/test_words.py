"""The words that Let's Catch the Lion! and Matanga add to lessons: what they answer, and what they do not take."""

from __future__ import annotations

from typing import Any

import pytest

from engine import get_game
from engine.goals import Line, check_goal, reached
from engine.questions import Ask, put

LION, MATANGA = get_game("lion"), get_game("matanga")
START = "gle/1c1/1C1/ELG b -"
RACE = {"players": 3, "next": [12, 30, 5], "holder": 1, "roller": 2, "time": 5200, "roll_due": 5900, "mark_due": 6000}
OVER = {"players": 3, "next": [12, 61, 5], "holder": 1, "roller": 2, "time": 90900}
DOWN = {**RACE, "down": True, "next": [12, 30, 60], "roll_due": 9500}


def answers(game: Any, position: Any, term: Any, move: str | None = None) -> tuple[str, ...]:
    """The right answers to a question."""
    state = game.parse_position(position)
    trace = None if move is None else game.trace(state, game.parse_move(state, move))
    return put(Ask(game, state, trace), term).answers


@pytest.mark.parametrize(
    ("position", "term", "move", "expected"),
    [
        (START, {"where": {"animal": "G", "seat": 1}}, None, {"a1"}),
        ("l2/1+C1/3/2L b -", {"where": {"animal": "H", "seat": 0}}, "b2b1", {"b1"}),
        (START, {"goes": "b4"}, None, {"a3", "c3"}),
        (START, {"goes": "c1"}, None, set()),
        (START, {"ways": "b2"}, None, {"1"}),
        (START, {"danger": 0}, None, {"no"}),
        (START, {"danger": 1}, "b3b2", {"yes"}),
        ("1l1/3/e1e/1L1 b -", {"attacker": 0}, None, {"a3", "c3"}),
        (START, "caught", "b3b2", {"C"}),
        (START, {"waiting": {"animal": "C", "seat": 0}}, "b3b2", {"1"}),
        (START, {"waiting": {"animal": "C", "seat": 1}}, "b3b2", {"0"}),
        (START, "stood", None, {"1"}),
        (START, "ends", "b3b2", {"on"}),
        ("1l1/1G1/3/1L1 b -", "ends", "b2b1", {"0"}),
        ("1l1/1G1/3/1L1 b -", "call", "b2b1", {"catch"}),
        ("2g/1L1/c1l/3 b -", "call", "b2a1", {"reach"}),
        ("g2/1L1/c1l/3 b -", "call", "b2b1", {"nothing"}),
        ("1l1/1G1/3/1L1 b -", "greeting", None, {"hello"}),
        ("1l1/1G1/3/1L1 b -", "greeting", "b2b1", {"thanks"}),
    ],
)
def test_questions_of_lion(position: Any, term: Any, move: str | None, expected: set[str]) -> None:
    assert set(answers(LION, position, term, move)) == expected


@pytest.mark.parametrize(
    ("position", "term", "move", "expected"),
    [
        (RACE, "sheet", None, "60"),
        ({**RACE, "pencil_faces": 5}, {"faces": "blank"}, None, "1"),
        (RACE, "roller", None, "2"),
        (RACE, "roller", "blank", "0"),
        ({"players": 2, "next": [12, 30], "holder": 1, "away": [0]}, "roller", None, "nobody"),
        (RACE, "holder", "blank", "1"),
        (RACE, "holder", "pencil", "2"),
        ({"players": 3}, "holder", "blank", "middle"),
        (RACE, "loser", "pencil", "1"),
        (RACE, {"number": 2}, None, "5"),
        (DOWN, {"number": 1}, "mark 30", "29"),
        (DOWN, {"left": 1}, "mark 30", "29"),
        (RACE, "coming", None, "roll"),
        (RACE, "coming", "blank", "mark"),
        (OVER, "coming", None, "over"),
        (RACE, "marks", None, "0"),
        (DOWN, "marks", None, "3"),
    ],
)
def test_questions_of_matanga(position: Any, term: Any, move: str | None, expected: str) -> None:
    assert answers(MATANGA, position, term, move) == (expected,)


@pytest.mark.parametrize(
    ("position", "move", "goal", "expected"),
    [
        (START, "b3b2", {"catches": "C"}, True),
        (START, "b3b2", {"catches": "E"}, False),
        (START, "b3b2", {"danger": 1}, True),
        ("1l1/3/1g1/1LG b -", "c4c3", {"safe": 0}, False),
        ("1l1/3/1g1/1LG b -", "b4b3", {"safe": 0}, True),
        ("1l1/1G1/3/1L1 b -", "b2b1", {"trapped": 1}, True),
        ("2l/3/1G1/L2 b G", "G*b2", {"trapped": 1}, True),
        ("2l/3/1G1/L2 b G", "G*b1", {"trapped": 1}, False),
        ("2l/3/1G1/L2 b G", "G*b2", {"forced": {"seat": 0, "within": 2}}, True),
        ("2l/3/1G1/L2 b G", "G*b2", {"forced": {"seat": 0, "within": 1}}, False),
        ("2l/3/1G1/L2 b G", "G*b2", {"forced": {"seat": 1, "within": 4}}, False),
        ("l2/3/C1E/1GL b -", "c4b3", {"forced": {"seat": 0, "within": 4}}, True),
        ("l2/3/C1E/1GL b -", "c4b3", {"forced": {"seat": 0, "within": 3}}, False),
        ("l2/3/C1E/1GL b -", "c3b2", {"forced": {"seat": 0, "within": 4}}, False),
        ("3/3/lEL/1gC b -", "c3c2", {"holds": {"seat": 0, "within": 1}}, True),
        ("3/3/lEL/1gC b -", "c3b2", {"holds": {"seat": 0, "within": 1}}, False),
        ("3/3/lEL/1gC b -", "c3b2", {"holds": {"seat": 1, "within": 1}}, False),
        ("3/3/lEL/1gC b -", "b3a1", {"holds": {"seat": 0, "within": 1}}, False),
    ],
)
def test_goals_of_lion(position: Any, move: str, goal: Any, expected: bool) -> None:
    line = Line(LION, LION.parse_position(position))
    check_goal(LION, line.start, goal)
    assert reached(line.then(LION.parse_move(line.start, move)), goal) is expected


@pytest.mark.parametrize(
    "wrong", [{"seat": 0}, {"seat": 2, "within": 1}, {"seat": 0, "within": 5}, {"seat": 0, "within": True}]
)
def test_a_goal_of_lion_has_a_seat_and_few_plies(wrong: Any) -> None:
    with pytest.raises(ValueError, match="expected"):
        check_goal(LION, LION.parse_position(START), {"forced": wrong})


def test_a_refused_move_saves_no_lion() -> None:
    state = LION.parse_position("1l1/3/3/1L1 b -")
    assert not reached(Line(LION, state).then(LION.parse_move(state, "b4b2")), {"safe": 0})


def test_the_goal_of_matanga() -> None:
    state = MATANGA.parse_position(DOWN)
    line = Line(MATANGA, state).then(MATANGA.parse_move(state, "mark 30"))
    assert reached(line, {"crosses": 30})
    assert not reached(line, {"crosses": 60})


@pytest.mark.parametrize(
    ("game", "position", "term", "message"),
    [
        (LION, START, {"where": {"animal": "H", "seat": 0}}, "there is no H on the board"),
        (LION, START, {"where": {"animal": "X", "seat": 0}}, "expected one of L, E, G, C, H"),
        (LION, START, {"goes": "b9"}, "expected a cell from a1 to c4"),
        (LION, START, {"ways": "a2"}, "there is no animal on a2"),
        (LION, START, {"attacker": 0}, "never comes to what is asked"),
        (LION, START, {"waiting": {"animal": "L", "seat": 0}}, "expected one of G, E, C"),
        (LION, START, "caught", "needs a move"),
        (MATANGA, RACE, {"faces": "gold"}, "expected pencil or blank"),
        (MATANGA, RACE, {"number": 3}, "expected a seat from 0 to 2"),
        (MATANGA, OVER, {"number": 1}, "seat 1 has finished"),
    ],
)
def test_what_cannot_be_asked(game: Any, position: Any, term: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        answers(game, position, term)


@pytest.mark.parametrize(
    ("game", "position", "goal", "message"),
    [
        (LION, START, {"catches": "Z"}, "catches: expected one of L, E, G, C, H, got 'Z'"),
        (LION, START, {"trapped": 2}, "trapped: expected a seat"),
        (MATANGA, RACE, {"crosses": 61}, "crosses: expected a number from 1 to 60, got 61"),
    ],
)
def test_goals_that_cannot_be_read(game: Any, position: Any, goal: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check_goal(game, game.parse_position(position), goal)


def test_a_value_that_is_no_cell_is_not_asked_for_as_one() -> None:
    with pytest.raises(ValueError, match=r"other of move\.capture is no cell, seat, number or word, but 'C'"):
        answers(LION, START, {"value": {"of": "move.capture", "arg": "other"}}, "b3b2")
