"""Matanga's rules in steps: against an independent referee, by properties, and in worked cases."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import CHANCE, CHECK, EFFECT, FORCED, TERMINAL, GameOverError, IllegalMoveError, PositionError, get_game
from engine.errors import GameError, NotationError
from engine.matanga import MatangaRules, race, timeline
from tests.matanga import naive

GAME = get_game("matanga")


def run(position: dict[str, Any], faces: list[str]) -> tuple[dict[str, Any], list[Any]]:
    """The engine's race in the form of the naive referee, and its traces."""
    state, faces, events, traces = GAME.parse_position(position), list(faces), [], []
    while GAME.current_player(state) != TERMINAL:
        if GAME.current_player(state) == CHANCE:
            if not faces:
                break
            move = GAME.parse_move(state, faces.pop(0))
        else:
            assert GAME.current_player(state) == FORCED
            (move,) = GAME.legal_moves(state)
        trace = GAME.trace(state, move)
        act = next(s for s in trace.steps if s.rule in ("roll.blank", "roll.pencil", "mark.next"))
        number = act.args["number"] if move.kind == "mark" else 0
        events.append((act.args["time"], move.kind, act.args["seat"], number))
        traces.append(trace)
        state = trace.after
    outcome = GAME.outcome(state)
    rolls = next(seat for seat in state.clockwise(state.roller) if seat != state.holder)
    return {
        "events": events, "next": list(state.next), "holder": state.holder, "roller": rolls,
        "time": state.time, "winner": outcome.winner if outcome else None,
    }, traces  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_equals_naive_referee(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(400):
        position = naive.random_position(rng)
        faces = [rng.choice(["blank", "blank", "pencil"]) for _ in range(rng.randint(0, 12))]
        assert run(position, faces)[0] == naive.play(position, faces), (position, faces)


def test_equals_naive_referee_in_whole_races() -> None:
    rng = random.Random(9)
    for _ in range(12):
        position = naive.random_position(rng) | {"symbol": False, "mark_time": 700, "roll_time": 500}
        faces = [rng.choice(["blank", "blank", "pencil"]) for _ in range(4000)]
        ours = run(position, faces)[0]
        assert ours["winner"] is not None
        assert ours == naive.play(position, faces)


POSITIONS = st.integers(0, 2**32).map(lambda seed: naive.random_position(random.Random(seed)))
FACES = st.lists(st.sampled_from(["blank", "blank", "pencil"]), max_size=15)


@given(POSITIONS, FACES)
def test_marks_never_decrease_and_the_time_never_goes_back(position: dict[str, Any], faces: list[str]) -> None:
    _, traces = run(position, faces)
    states = [step.state for trace in traces for step in trace.steps]
    for before, after in pairwise(states):
        assert before.time <= after.time
        assert all(before.crossed(seat) <= after.crossed(seat) for seat in range(before.players))
        assert sum(after.crossed(seat) - before.crossed(seat) for seat in range(before.players)) <= 1


@given(POSITIONS, FACES)
def test_only_the_holder_marks_and_the_die_skips_the_holder(position: dict[str, Any], faces: list[str]) -> None:
    for trace in run(position, faces)[1]:
        act = next(step for step in trace.steps if step.kind is EFFECT)
        if act.rule == "mark.next":
            assert act.args["seat"] == trace.before.holder == trace.after.holder
        else:
            assert act.args["seat"] != trace.before.holder
            assert trace.after.holder == (act.args["seat"] if act.rule == "roll.pencil" else trace.before.holder)
        assert trace.after.roller != trace.after.holder


@settings(max_examples=40)
@given(POSITIONS, FACES)
def test_each_rule_acts_once_and_positions_come_back(position: dict[str, Any], faces: list[str]) -> None:
    for trace in run(position, faces)[1]:
        acting = [step.rule for step in trace.steps if step.kind is EFFECT]
        assert len(acting) == len(set(acting))
        for step in trace.steps:
            text = GAME.format_position(step.state)
            assert GAME.parse_position(text) == step.state
            assert step.args.get("time", step.state.time) >= trace.before.time


@given(POSITIONS)
def test_one_forced_mark_or_two_chances(position: dict[str, Any]) -> None:
    state = GAME.parse_position(position)
    legal = GAME.legal_moves(state)
    if GAME.current_player(state) == FORCED:
        assert [GAME.format_move(state, move) for move in legal] == [f"mark {state.next[state.holder]}"]
    else:
        assert {GAME.format_move(state, move) for move in legal} == {"pencil", "blank"}


def test_the_example_of_the_rules_page() -> None:
    state = GAME.parse_position({"players": 3, "next": [12, 30, 5], "holder": 1, "roller": 2, "time": 5200})
    assert (state.roll_due, state.mark_due) == (6200, 6700)
    assert GAME.current_player(state) == CHANCE
    (trace,) = race(state, ["pencil"])
    assert [step.rule for step in trace.steps] == [
        "material.die", "roll.pencil", "mark.lost", "mark.keep", "roll.order",
    ]  # fmt: skip
    after = trace.after
    assert (after.holder, after.roller, after.time, after.mark_due, after.next) == (2, 0, 6200, 7700, (12, 30, 5))


def test_the_first_roll_and_the_first_mark() -> None:
    state = GAME.initial_state(GAME.ruleset().with_options({"roll_time": 700, "mark_time": [900, 400]}), 2, start=1)
    traces = race(state, ["pencil", "mark 1", "blank", "mark 2"])
    assert [trace.after.time for trace in traces] == [700, 1100, 1400, 1500]
    assert "setup.first" in [step.rule for step in traces[0].steps]
    assert [step.rule for step in traces[2].steps][-1] == "roll.two"


def test_a_mark_comes_before_a_roll_at_the_same_moment() -> None:
    state = GAME.initial_state(GAME.ruleset().with_options({"roll_time": 1000, "mark_time": 1000}), 2)
    state = race(state, ["pencil"])[0].after
    assert GAME.current_player(state) == FORCED
    with pytest.raises(IllegalMoveError, match=r"time\.tie"):
        GAME.apply(state, GAME.parse_move(state, "pencil"))
    assert GAME.current_player(GAME.apply(state, GAME.parse_move(state, "mark 1"))) == CHANCE


def test_the_harder_symbol_takes_longer() -> None:
    rules = MatangaRules().with_options({"symbol": [False, True], "mark_time": 1001, "symbol_factor": 1.5})
    assert (rules.pace(0), rules.pace(1)) == (1001, 1502)
    assert rules.with_options({"symbol_factor": [3, 2.25]}).pace(1) == 2252


def test_counting_down_and_a_shorter_race_together() -> None:
    rules = MatangaRules().with_options({"down": True, "end": 30, "start": [10, 0]})
    assert (rules.first(0), rules.first(1), rules.last(0)) == (50, 60, 31)
    state = GAME.parse_position({"players": 2, "down": True, "end": 30, "next": [31, 60], "holder": 0, "mark_due": 5})
    trace = race(state, ["mark 31"])[0]
    outcome = GAME.outcome(trace.after)
    assert outcome is not None
    assert (outcome.winner, outcome.rule) == (0, "end.win")
    assert GAME.returns(trace.after) == (1.0, -1.0)
    with pytest.raises(GameOverError):
        GAME.apply(trace.after, GAME.parse_move(trace.after, "blank"))


def test_a_wrong_number_changes_nothing() -> None:
    state = GAME.parse_position({"players": 2, "next": [12, 3], "holder": 0, "roller": 1, "roll_due": 9, "mark_due": 5})
    for number, case in ((13, "number"), (11, "crossed"), (3, "crossed"), (60, "number")):
        trace = GAME.trace(state, GAME.parse_move(state, f"mark {number}"))
        assert trace.refusal is not None
        assert (trace.refusal.rule, trace.refusal.kind, trace.refusal.args["case"]) == ("mark.next", CHECK, case)
        assert trace.after == state


def test_a_race_can_be_scrubbed() -> None:
    rng = random.Random(5)
    state = GAME.initial_state(GAME.ruleset().with_options({"end": 12}), 3)
    traces = run({"players": 3, "end": 12}, [rng.choice(["blank", "blank", "pencil"]) for _ in range(500)])[1]
    lines = timeline(traces)
    assert (lines.start, lines.end, len(lines.lanes)) == (0, traces[-1].after.time, 3)
    assert lines.winner == traces[-1].after.winner
    assert len(lines.times) == len(traces)
    for time in (0, 999, 1000, 4321, lines.end, lines.end + 1):
        ply = lines.ply_at(time)
        shown = traces[ply - 1].after if ply else state
        assert shown.time <= time
        assert ply == len(traces) or traces[ply].after.time > time
        for lane in lines.lanes:
            crossed = [count for when, count in lane.progress if when <= time][-1]
            assert crossed == shown.crossed(lane.seat)
            holding = any(a <= time < b for a, b in lane.holding)
            assert holding == (shown.holder == lane.seat) or time >= lines.end
    spans = sorted(span for lane in lines.lanes for span in lane.holding)
    assert all(a[1] <= b[0] for a, b in pairwise(spans)), "at most one holds the pencil"
    rows = lines.rows()
    assert {row["what"] for row in rows} == {"rolling", "holding", "pencil", "blank", "mark"}
    assert sum(row["what"] == "mark" for row in rows) == sum(t.move.kind == "mark" for t in traces)
    assert timeline([]).lanes == ()
    assert timeline([], state).lanes[0].progress == ((0, 0),)


def test_a_move_of_a_race_that_cannot_be_read_is_named() -> None:
    with pytest.raises(NotationError, match="move 2"):
        race(GAME.initial_state(), ["blank", "mark 99"])


BAD = [
    ({}, "players"),
    ({"players": 6}, "players"),
    ({"players": True}, "players"),
    ({"players": 3, "next": [1, 2]}, "next"),
    ({"players": 2, "next": [0, 1]}, "next of player 0"),
    ({"players": 2, "next": [1, "2"]}, "next of player 1"),
    ({"players": 2, "next": [61, 61]}, "only one"),
    ({"players": 2, "next": 5}, "next"),
    ({"players": 2, "holder": 2}, "holder"),
    ({"players": 2, "holder": False}, "holder"),
    ({"players": 2, "roller": -1}, "roller"),
    ({"players": 2, "time": -5}, "time"),
    ({"players": 2, "time": 10**30}, "time"),
    ({"players": 2, "time": 10**6000}, "time"),
    ({"players": 2, "roll_due": 5, "time": 10}, "roll_due"),
    ({"players": 2, "mark_due": 5}, "mark_due"),
    ({"players": 2, "mark_time": [1, 2, 3]}, "mark_time"),
    ({"players": 2, "mark_time": 0}, "mark_time"),
    ({"players": 2, "mark_time": [[1], 2]}, "mark_time"),
    ({"players": 2, "mark_time": 10**6000}, "mark_time"),
    ({"players": 2, "pencil_faces": 6}, "pencil_faces"),
    ({"players": 2, "pencil_faces": 10**6000}, "pencil_faces"),
    ({"players": 2, "pencil_faces": True}, "pencil_faces"),
    ({"players": 2, "start": 30, "end": [60, 30]}, "start and end"),
    ({"players": 2, "symbol_factor": float("nan")}, "symbol_factor"),
    ({"players": 2, "down": 1}, "down"),
    ({"players": 2, "away": [0, 0]}, "away"),
    ({"players": 2, "away": "0"}, "away"),
    ({"players": 2, "passing": 1}, "passing"),
    ({"players": 2, "ruleset": ["printed"]}, "ruleset"),
    ({"players": 2, "schedule": "5 blank"}, "schedule"),
    ({"players": 2, "schedule": [5]}, "schedule, entry 1"),
    ({"players": 2, "schedule": ["5 jump"]}, "schedule, entry 1"),
    ({"players": 2, "schedule": ["5 blank", "4 blank"]}, "schedule, entry 2"),
    ({"players": 2, "schedule": ["5 mark 1"]}, "schedule, entry 1"),
    ({"players": 2, "schedule": ["5 pencil", "6 mark 2"]}, "schedule, entry 2"),
    ({"players": 2, "schedule": ["5 leave 3"]}, "schedule, entry 1"),
    ({"players": 2, "schedule": ["5 back 1"]}, "schedule, entry 1"),
    ({"players": 2, "schedule": ["5 leave 1", "6 leave 0", "7 blank"]}, "schedule, entry 3"),
    ({"players": 2, "end": 1, "schedule": ["5 pencil", "6 mark 1", "7 blank"]}, "schedule, entry 3"),
    ({"players": 2, "schedule": ["5 blank"], "roll_due": 5}, "schedule"),
    ({"players": 2, "at": 1}, "at"),
    ({"players": 2, "colour": "red"}, "colour"),
    ({"players": 2, 10**6000: 1}, "not a key"),
    ({"players": 2, None: None}, "not a key"),
    ("players: [", "YAML"),
    ("players: 0x" + "f" * 9000, "players"),
    ("- 1", "lines of keys"),
    ("a" * 700_000, "too long"),
    (None, "keys and values"),
    ([1], "keys and values"),
]


@pytest.mark.parametrize(("position", "says"), BAD, ids=[says + f" {n}" for n, (_, says) in enumerate(BAD)])
def test_a_bad_position_is_explained(position: Any, says: str) -> None:
    with pytest.raises(PositionError, match=says):
        GAME.parse_position(position)


NO_MOVES = ["", "mark", "mark 0", "mark 61", "mark 012", "mark １２", "Pencil", "miss 5 1", "leave", "mark 1 2", None,
            5, ["mark 1"], b"blank", "mark " + "9" * 9000]  # fmt: skip


@pytest.mark.parametrize("text", NO_MOVES, ids=map(str, range(len(NO_MOVES))))
def test_a_bad_move_is_explained(text: Any) -> None:
    with pytest.raises(NotationError, match="expected"):
        GAME.parse_move(GAME.initial_state(), text)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5) | st.integers(), inner, max_size=3),
    max_leaves=8,
)
KEYS = ("players", "next", "holder", "roller", "time", "roll_due", "mark_due", "first", "passing", "away", "schedule",
        "at", "ruleset", *MatangaRules.option_fields())  # fmt: skip


@given(st.dictionaries(st.sampled_from(KEYS), JUNK | st.integers(-1, 70) | st.lists(st.integers(-1, 61), max_size=5)))
def test_no_position_ends_in_another_error(position: dict[str, Any]) -> None:
    try:
        state = GAME.parse_position({"players": 3, **position})
    except PositionError:
        state = GAME.initial_state()
    assert GAME.parse_position(GAME.format_position(state)) == state
    assert GAME.scene(state).title
    assert (GAME.current_player(state) == TERMINAL) == (not GAME.legal_moves(state))


@given(st.text(max_size=12))
def test_no_text_ends_in_another_error(text: str) -> None:
    state = GAME.initial_state()
    try:
        move = GAME.parse_move(state, text)
    except GameError:
        move = GAME.parse_move(state, "blank")
    assert GAME.parse_move(state, GAME.format_move(state, move)) == move
