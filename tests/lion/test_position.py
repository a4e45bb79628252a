"""Positions and moves as text, and what is said about a wrong one."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import NotationError, PositionError
from engine.lion import Move, show_move
from engine.record import Record, replay
from tests.lion.tables import GAME, HAND_MADE, START, line, random_game, random_line, random_options


@pytest.mark.parametrize("text", [*HAND_MADE, "gle/1c1/1C1/ELG ? -"])
def test_one_line_round_trip(text: str) -> None:
    state = GAME.parse_position(text)
    again = GAME.format_position(state)
    assert GAME.parse_position(again) == state
    assert GAME.format_position(GAME.parse_position(again)) == again
    assert again.split()[:2] == text.split()[:2]


def test_the_hands_are_written_in_order() -> None:
    for hands, written in (("CgC", "2Cg"), ("ecgCEG", "GECgec"), ("2c2C", "2C2c"), ("-", "-"), ("cCc", "C2c")):
        assert GAME.format_position(line(f"1l1/3/3/1L1 b {hands}")) == f"1l1/3/3/1L1 b {written}"


def test_the_formats_of_a_given_position() -> None:
    moves = ["c4c3", "b1a2"]
    wanted = GAME.parse_position({"start": START, "moves": moves})
    for text in (
        {"moves": moves},
        {"start": START, "moves": tuple(moves)},
        f"start: {START}\nmoves: [c4c3, b1a2]",
        "{start: gle/1c1/1C1/ELG b -, moves: [c4c3, b1a2]}",
        f"{START} moves c4c3 b1a2",
        "c4c3 b1a2",
        "1. c4c3 b1a2",
        "1.c4c3\n2.b1a2\n",
        "Gc4-c3, Lb1-a2",
        "1. Gc4-c3 1... Lb1-a2",
    ):
        assert GAME.parse_position(text) == wanted, text
    assert GAME.format_position(wanted) == f"start: {START}\nmoves: [c4c3, b1a2]"
    assert GAME.parse_position(f"  {START}\n") == GAME.initial_state()
    assert GAME.parse_position({"start": START, "moves": []}) == GAME.initial_state()
    assert GAME.parse_position({"ruleset": "printed"}) == GAME.initial_state()
    lot = GAME.parse_position("first sky b1c2")
    assert lot.side == 0


def test_options_stand_beside_the_position() -> None:
    state = GAME.parse_position({"start": START, "promotion": "optional"})
    assert GAME.format_position(state) == f"promotion: optional\nstart: {START}"
    assert GAME.parse_position(GAME.format_position(state)) == state
    assert GAME.parse_position({"start": START, "ruleset": "may-grow"}) == state
    assert GAME.format_position(GAME.initial_state("may-grow")) == f"ruleset: may-grow\nstart: {START}"


@pytest.mark.parametrize("seed", range(3))
def test_round_trip_of_every_state_and_step(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(25):
        for state in random_game(rng, **random_options(rng)):
            assert GAME.parse_position(GAME.format_position(state)) == state
            moves = GAME.legal_moves(state)
            if moves and rng.random() < 0.2:
                for step in GAME.trace(state, rng.choice(moves)).steps:
                    text = GAME.format_position(step.state)
                    assert GAME.parse_position(text) == step.state, text


BAD = [
    ("", "the position is empty"),
    (" \n ", "the position is empty"),
    ({}, "the position is empty: expected start, moves, now, ruleset or an option"),
    ("first", "moves, move 1: 'first' is not a move"),
    ({"start": "gle/1c1/1C1/ELG ? -", "now": "gle/1c1/1C1/ELG ? -"}, "now: nobody is in the middle of a move"),
    ("hello", "'hello' is not a move"),
    ("gle/1c1/1C1 b -", "expected 4 rows with / between them, got 3"),
    ("gle/1c1/1C1/ELG/3 b -", "expected 4 rows with / between them, got 5"),
    ("gle/1c1/1C1/ELG", "expected the board, the side and the hands"),
    ("gle/1c1/1C1/ELG x -", "expected b or w for the side to move, got 'x'"),
    ("gle/1c1/1C1/ELG b - 1 2", "expected the board, the side and the hands"),
    ("gle/1c1/1C2/ELG b -", "expected 3 spaces in row 3, got 4"),
    ("gle/1c/1C1/ELG b -", "expected 3 spaces in row 2, got 2"),
    ("gle/1c1/1K1/ELG b -", "'K' in row 3 is no animal"),
    ("gle/1c1/1+E1/ELG b -", "'\\+E' in row 3 is no animal"),
    ("gle/1c1/1H1/ELG b -", "'H' in row 3 is no animal"),
    ("gle/1c1/4/ELG b -", "'4' in row 3 is no animal"),
    ("gle/1c1/\u0661c1/ELG b -", "is no animal"),
    ("g1e/1c1/1C1/ELG b -", "expected one Lion of Sky \\(l\\), on the board or in the other hand; got 0"),
    ("gle/1c1/1C1/E1G b -", "expected one Lion of Land"),
    ("gle/1c1/1L1/ELG b -", "expected one Lion of Land .* got 2"),
    ("gle/1c1/1C1/ELG b L", "expected one Lion of Sky .* got 2"),
    ("g1e/1c1/1C1/E1G b Ll", "both Lions are caught"),
    ("gle/1c1/1C1/ELG b Q", "expected the hands like 2Cg"),
    ("gle/1c1/1C1/ELG b 1C", "expected the hands like 2Cg"),
    ("gle/1c1/1C1/ELG b 0C", "expected the hands like 2Cg"),
    ("gle/1c1/1C1/ELG b 99999999999C", "expected the hands like 2Cg"),
    ("gle/1c1/1C1/ELG b 13C", "expected the hands like 2Cg"),
    ("gle/1c1/1C1/ELG b 12CC", "expected the hands like 2Cg"),
    ("gle/1c1/1C1/ELG b \u0662C", "expected the hands like 2Cg"),
    ("gle/1c1/1C1/ELG b C-", "expected the hands like 2Cg"),
    ("gle/1c1/1C1/ELG b 2", "expected the hands like 2Cg"),
    ("gle/1c1/1C1/ELG b +C", "a Hen in hand is a Chick again"),
    ("c4c3 b1b3", r"moves, move 2: b1b3 is not legal here: The Lion has no dot that points to b3"),
    ("c4c3 Gb1-a2", "moves, move 2: Gb1-a2: the Giraffe is not on b1; the Lion is there"),
    ("1. c4c3 2. hop", "moves, move 2: 'hop' is not a move"),
    ("start: gle/1c1/1C1/ELG b -\nstart: x", "comes twice"),
    ("start: [a", "is not YAML"),
    ("- a\n- b", "expected lines of keys"),
    ("a: &a [1]\nb: *a", "aliases"),
    ("board: gle", "'board' is not a key of a position; expected start, moves, now, ruleset or an option"),
    (None, "expected a position as one line or as keys and values, got None"),
    (7, "expected a position"),
    (["c4c3"], "expected a position"),
    (b"gle/1c1/1C1/ELG b -", "expected a position"),
    ({"start": None}, "start: expected the board, the side and the hands"),
    ({"start": 5}, "start: expected the board"),
    ({"start": ["gle/1c1/1C1/ELG", "b", "-"]}, "start: expected the board"),
    ({"start": {"start": START}}, "start: expected the board"),
    ({1: 2}, "1 is not a key of a position"),
    ({None: 2}, "None is not a key"),
    ({("a",): 2}, "is not a key"),
    ({"moves": "c4c3"}, "moves: expected a list of moves"),
    ({"moves": None}, "moves: expected a list of moves"),
    ({"moves": {"c4c3": 1}}, "moves: expected a list of moves"),
    ({"moves": [None]}, "moves, move 1: nothing is not a move"),
    ({"moves": ["c4c3", ["b1a2"]]}, r"moves, move 2: \['b1a2'\] is not a move"),
    ({"moves": [True]}, "moves, move 1: True is not a move"),
    ({"moves": ["b3b2"] * 30_000}, "moves: expected a list of moves"),
    ({"start": "L2/2g/2l/3 w -", "moves": ["c3b3"]}, "move 1: c3b3 is not legal here: The game is over"),
    ({"ruleset": "house"}, "ruleset: expected one of printed, may-grow"),
    ({"ruleset": None}, "ruleset: expected one of"),
    ({"ruleset": ["printed"]}, "ruleset: expected one of"),
    ({"promotion": "never"}, "option promotion: expected one of mandatory, optional, got 'never'"),
    ({"promotion": True}, "option promotion: expected a word"),
    ({"repetitions": 1}, "option repetitions: expected a whole number from 2 to 9"),
    ({"repetitions": True}, "option repetitions: expected a whole number"),
    ({"repetitions": 10**30}, "option repetitions: expected a whole number from 2 to 9"),
    ({"reach": ["next-turn"]}, "option reach: expected a word"),
    ({"now": "gle/1c1/1C1/ELG w -"}, "now: expected side b, whose move it is, got w"),
    ({"now": "gle/1c1/1C1/E1G b -"}, "now: expected one Lion of Land"),
    ({"now": 3}, "now: expected the board"),
    ("x" * 200_000, "too long"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "message"), BAD, ids=lambda value: repr(value)[:40])
def test_bad_positions(position: Any, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        GAME.parse_position(position)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from([START, "c4c3"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["start", "moves", "now", "ruleset", "reach", "repetitions", "first"]) | st.text(max_size=3),
        inner, max_size=4,
    ),
    max_leaves=8,
)  # fmt: skip


@given(JUNK)
def test_junk_is_read_or_refused_in_words(junk: Any) -> None:
    try:
        state = GAME.parse_position(junk)
    except PositionError as error:
        assert str(error)  # noqa: PT017
    else:
        assert GAME.parse_position(GAME.format_position(state)) == state


@given(st.text(alphabet="LEGCHlegch+123/ bw-?2:moves\n", max_size=40))
def test_lines_are_read_or_refused_in_words(text: str) -> None:
    try:
        state = GAME.parse_position(text)
    except PositionError as error:
        assert str(error)  # noqa: PT017
    else:
        assert GAME.parse_position(GAME.format_position(state)) == state


# Moves ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("b3b2", Move("b3", "b2")),
        (" b3b2 ", Move("b3", "b2")),
        ("b3b2+", Move("b3", "b2", promote=True)),
        ("Cb3xb2", Move("b3", "b2")),
        ("b3xb2", Move("b3", "b2")),
        ("Lb4-a3", Move("b4", "a3")),
        ("Lb4a3", Move("b4", "a3")),
        ("C*b3", Move("", "b3", drop="C")),
        ("a4a5", Move("a4", "a5")),
        ("a4z3", Move("a4", "z3")),
        ("first land", Move("", "", first=0)),
    ],
)
def test_moves_are_read(text: str, move: Move) -> None:
    assert GAME.parse_move(GAME.initial_state(), text) == move


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a move of Let's Catch the Lion!; expected for example b3b2"),
        ("b3", "is not a move"),
        ("b3b9", "is not a move"),
        ("H*b3", "is not a move"),
        ("c*b3", "is not a move"),
        ("B3B2", "is not a move"),
        ("b3b2b1", "is not a move"),
        ("b\u0663b2", "is not a move"),
        ("x" * 500, "is not a move"),
        ("d3c3", "d3 is not a space of the board; its spaces are a1 to c4"),
        ("a0a1", "a0 is not a space"),
        ("Gb3b2", "the Giraffe is not on b3; the Chick is there"),
        ("+Cb3b2", "the Hen is not on b3; the Chick is there"),
        ("Cb2b1x", "is not a move"),
        ("Ca3-a2", "the Chick is not on a3; nobody is there"),
        ("Cb3-b2", "somebody is on b2: a catch has an x"),
        ("Lb4xa3", "nobody is on a3 to be caught"),
        (None, "nothing is not a move"),
        (7, "7 is not a move"),
        (["b3b2"], "is not a move"),
        (True, "True is not a move"),
    ],
)
def test_bad_moves(text: Any, message: str) -> None:
    with pytest.raises(NotationError, match=message.replace("+", r"\+")):
        GAME.parse_move(GAME.initial_state(), text)


@given(st.text(alphabet="abcdz012345LEGCH+*x- first", max_size=10))
def test_moves_are_read_or_refused_in_words(text: str) -> None:
    state = GAME.initial_state()
    try:
        move = GAME.parse_move(state, text)
    except NotationError as error:
        assert str(error)  # noqa: PT017
    else:
        assert GAME.parse_move(state, GAME.format_move(state, move)) == move
        assert GAME.trace(state, move).steps


def test_moves_as_people_write_them() -> None:
    state = line("2l/C1c/1+C1/1L1 b G")
    shown = {show_move(state, GAME.parse_move(state, text)): text for text in ("a2a1+", "b3c2", "b4a3", "G*b2", "b4z4")}
    assert list(shown) == ["Ca2-a1+", "+Cb3xc2", "Lb4-a3", "G*b2", "Lb4-z4"]
    for people, text in shown.items():
        assert GAME.parse_move(state, people) == GAME.parse_move(state, text)


@pytest.mark.parametrize("seed", range(2))
def test_shown_moves_are_read_back(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(40):
        state = line(random_line(rng), **random_options(rng))
        for move in GAME.candidate_moves(state):
            assert GAME.parse_move(state, show_move(state, move)) == move


def test_a_record_is_its_moves_as_text() -> None:
    state = GAME.parse_position("c4c3 b1a2 b3b2")
    texts = tuple(GAME.format_move(state, move) for move in state.moves)
    record = Record(game="lion", position=START, moves=texts)
    assert replay(record)[-1].after == state
