"""Matadoon around the bull's run: set-up, turns, the end of the round, and what a seat may know."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import CHANCE, FORCED, PUBLIC, TERMINAL, GameOverError, IllegalMoveError, PositionError, get_game, sample
from engine.examples import example_rules
from engine.matadoon import State
from engine.matadoon.rules import places
from engine.matadoon.state import Chip

GAME = get_game("matadoon")
HANDS = ["RLJT", "RTMM", "LLJM"]


def board(size: int = 7, **signs: str) -> str:
    """An arena with signs on some cells."""
    cells = [f"{chr(97 + x)}{y + 1}" for y in range(size) for x in range(size)]
    rows = [signs.get(cell, ".") for cell in cells]
    return "\n".join(" ".join(rows[y * size : (y + 1) * size]) for y in range(size))


def position(**keys: Any) -> dict[str, Any]:
    return {"arena": "ring7", "board": RING, "phase": "place", "hands": HANDS, **keys}


RING = board(c3="A", d4="B", e5="C", d7="^")


def play(state: State, *moves: str) -> State:
    for move in moves:
        state = GAME.apply(state, GAME.parse_move(state, move))
    return state


def random_game(rng: random.Random, state: State, most: int = 400) -> list[State]:
    states = [state]
    while GAME.current_player(state) != TERMINAL and len(states) < most:
        chance = GAME.current_player(state) == CHANCE
        state = GAME.apply(state, sample(GAME, state, rng) if chance else rng.choice(GAME.legal_moves(state)))
        states.append(state)
    return states


REFUSALS = [
    ({"phase": "setup", "board": RING.replace("C", "."), "seat": 2}, "@a1", "setup.fighters"),
    ({"phase": "setup", "board": RING.replace("C", "."), "seat": 2}, "@c3", "setup.fighters"),
    ({}, "bull", "refuse.not-your-turn"),
    ({}, "draw R", "refuse.not-your-turn"),
    ({"phase": "bull"}, "R@a1", "refuse.not-your-turn"),
    ({}, "M@a1", "turn.place"),
    ({}, "R@c3", "turn.place"),
    ({}, "R@d7", "turn.place"),
    ({"board": RING.replace("A .", "A R")}, "R@d3", "turn.place"),
    ({"seat": 1}, "L@a1", "refuse.not-in-hand"),
    ({}, "M>c4", "refuse.not-in-hand"),
    ({}, "M-", "refuse.not-in-hand"),
    ({}, "MM", "move.recover"),
    ({"seat": 1}, "MM", "move.recover"),
    ({"seat": 1, "duel": True, "board": RING.replace("B", "b")}, "MM", "duel.rule"),
    ({"seat": 1, "duel": True}, "M>d3", "duel.rule"),
    ({"seat": 1, "board": RING.replace("B", "b")}, "M>d3", "move.blocked"),
    ({"seat": 1}, "M-", "move.blocked"),
    ({"seat": 1}, "M>c3", "move.step"),
    ({"seat": 1}, "M>d6", "move.step"),
    ({"seat": 1, "board": RING.replace("A .", "A R")}, "M>d3", "move.step"),
    ({"seat": 2}, "M>f5", "move.step"),
    ({"phase": "deal", "spent_moves": 7, "hands": ["R"]}, "draw M", "refuse.not-in-pouch"),
    ({"phase": "over", "board": RING.replace("B", ".").replace("C", "."), "players": 3}, "bull", "refuse.game-over"),
]


@pytest.mark.parametrize(("keys", "move", "rule"), REFUSALS)
def test_refusal_names_the_rule_and_changes_nothing(keys: dict[str, Any], move: str, rule: str) -> None:
    state = GAME.parse_position(position(**keys))
    trace = GAME.trace(state, GAME.parse_move(state, move))
    assert trace.refusal is not None
    assert (trace.refusal.rule, trace.after, len(trace.steps)) == (rule, state, 1)
    assert "{" not in GAME.rulebook.sentence(trace.refusal)
    assert trace.move not in GAME.legal_moves(state)
    with pytest.raises(GameOverError if rule == "refuse.game-over" else IllegalMoveError) as caught:
        GAME.apply(state, trace.move)
    assert caught.value.trace == trace


def test_every_acting_rule_has_an_example() -> None:
    quiet = ("material", "variant", "refuse", "look", "setup.start", "setup.bull")
    assert {rule for rule in GAME.rules if not rule.startswith(quiet)} == set(example_rules(GAME)) - {"setup.start"}


def test_setup_goes_clockwise_from_the_start_player_then_deals() -> None:
    state = GAME.initial_state("printed", 3, start=1)
    assert [state.bull, state.heading, state.seat] == ["d7", "N", 1]
    state = play(state, "@c3", "@d4")
    assert state.seat == 0
    state = play(state, "@e5")
    assert (state.phase, state.seat) == ("deal", 1)
    assert sum(chance for _, chance in GAME.chance_outcomes(state)) == 1
    assert dict(GAME.chance_outcomes(state))[GAME.parse_move(state, "draw R")] == Fraction(9, 35)
    state = play(state, *["draw R"] * 4)
    assert (state.seat, state.hands[1]) == (2, "RRRR")
    assert dict(GAME.chance_outcomes(state))[GAME.parse_move(state, "draw R")] == Fraction(5, 31)
    state = play(state, *["draw L"] * 8)
    assert (state.phase, state.seat, state.lap) == ("place", 1, 1)


def test_three_laps_then_the_bull() -> None:
    state = GAME.parse_position(position(start=2, seat=2))
    seats = []
    while GAME.current_player(state) != FORCED:
        seats.append((state.lap, state.seat))
        state = GAME.apply(state, GAME.legal_moves(state)[0])
    assert seats == [(lap, seat) for lap in (1, 2, 3) for seat in (2, 0, 1)]
    assert GAME.legal_moves(state) == (GAME.parse_move(state, "bull"),)


def test_a_player_without_chips_is_skipped() -> None:
    state = GAME.parse_position(position(hands=["R", "", "L"], lap=3))
    trace = GAME.trace(state, GAME.parse_move(state, "R@a1"))
    assert [step.args.get("case") for step in trace.steps if step.rule == "turn.order"] == ["skip", "next"]
    assert trace.after.seat == 2


def test_recovering_can_be_free() -> None:
    down = RING.replace("B", "b")
    assert play(GAME.parse_position(position(board=down, seat=1)), "MM").seat == 2
    free = play(GAME.parse_position(position(board=down, seat=1, recover_turn=False)), "MM")
    assert (free.seat, free.hands[1], free.spent) == (1, "RT", 2)


def test_the_end_is_looked_at_after_the_run_and_before_collecting() -> None:
    state = GAME.parse_position({"arena": "ring7", "board": board(b2="R", d3="a", e5="B", d7="^")})
    trace = GAME.trace(state, GAME.legal_moves(state)[0])
    rules = [step.rule for step in trace.steps]
    assert rules[-2:] == ["bull.stop", "end.win"]
    assert "round.collect" not in rules
    assert trace.after.chip_at("b2") is not None
    assert GAME.outcome(trace.after).winner == 1
    assert GAME.returns(trace.after) == (-1.0, 1.0)


def test_draw_and_who_starts_the_rematch() -> None:
    state = GAME.parse_position({"arena": "ring7", "board": board(d4="b", d3="a", d7="^")})
    after = GAME.apply(state, GAME.legal_moves(state)[0])
    assert (GAME.outcome(after).winner, GAME.outcome(after).rule) == (None, "end.draw")
    assert GAME.returns(after) == (0.0, 0.0)
    again = GAME.rematch(after)
    assert (after.last_hit, again.phase, again.start, again.seat) == (0, "setup", 0, 0)


def test_duel_begins_with_the_next_round() -> None:
    keys = {"board": board(d3="a", c5="B", e5="C", d7="^"), "phase": "bull", "hands": ["RR", "M", "RRRT"]}
    state = GAME.parse_position(position(**keys))
    state = GAME.apply(state, GAME.legal_moves(state)[0])
    assert (state.phase, state.duel, state.hands[0]) == ("refill", False, "")
    rng = random.Random(1)
    while state.phase == "refill":
        state = GAME.apply(state, sample(GAME, state, rng))
    assert (state.phase, state.duel, state.round, state.start) == ("place", True, 2, 1)
    two = GAME.parse_position({"arena": "vs5", "board": board(5, b2="A", d4="B", c5="^")})
    two = random_game(rng, GAME.apply(two, GAME.legal_moves(two)[0]), 12)[-1]
    assert (two.round, two.duel) == (2, False)


def test_refill_is_clockwise_from_the_start_player_even_if_out() -> None:
    keys = {"phase": "bull", "board": board(c3="A", e5="C", d7="^"), "hands": ["R", "", "L"], "start": 1}
    state = GAME.parse_position(position(**keys))
    state = GAME.apply(state, GAME.legal_moves(state)[0])
    assert (state.phase, state.seat) == ("refill", 2)


@pytest.mark.parametrize(("name", "players", "arena", "hand", "laps"), [
    ("printed", 2, "vs5", 4, 3), ("printed", 4, "ring7", 4, 3), ("house-3", 3, "ring7", 5, 3),
    ("house-2", 2, "vs5", 6, 4), ("butadoon", 2, "pig4", 4, 3),
])  # fmt: skip
def test_presets(name: str, players: int, arena: str, hand: int, laps: int) -> None:
    state = GAME.initial_state(name, players)
    assert (state.arena, state.ruleset.hand_size, state.ruleset.laps) == (arena, hand, laps)


def test_options_change_the_game() -> None:
    def after_run(**keys: Any) -> State:
        state = GAME.parse_position(position(phase="bull", **keys))
        return GAME.apply(state, GAME.legal_moves(state)[0])

    left = board(a1="R", c3="A", d4="B", e5="C", d7="^")
    assert after_run(board=left).chips == ()
    assert [chip.cell for chip in after_run(board=left, keep_unturned=True).chips] == ["a1"]
    gone = board(c3="B", e5="C", d7="^")
    assert after_run(board=gone).hands[0] == ""
    assert after_run(board=gone, out_hand="kept").hands[0] == "RLJT"
    onto = GAME.parse_position(position(seat=1, board=board(c3="A", d3="R", d4="B", d7="^"), step_on_chips=True))
    assert play(onto, "M>d3").fighter_of(1).cell == "d3"


def test_fighter_or_chip_first_on_one_cell() -> None:
    for first, expected in ((True, ["fighter.down", "mantle.right"]), (False, ["mantle.right", "fighter.down"])):
        state = GAME.parse_position({"arena": "ring7", "board": RING, "fighters_first": first})
        state = state.with_chip(Chip("d4", "R"))
        trace = GAME.trace(state, GAME.legal_moves(state)[0])
        assert [step.rule for step in trace.steps if step.rule in expected][:2] == expected


def test_jump_over_the_wall_is_an_option() -> None:
    # T on d5 is ignored, J on d1 acts just before the wall, and T on d5 is met again on the way back.
    arena = board(d6="J", d5="T", d1="J", c3="A", e5="b", d7="^")
    for over, rule in ((True, "mantle.ignored"), (False, "mantle.through")):
        state = GAME.parse_position({"arena": "ring7", "board": arena, "jump_over_wall": over})
        trace = GAME.trace(state, GAME.legal_moves(state)[0])
        met = [step.rule for step in trace.steps if step.rule.startswith("mantle") and step.args["cell"] == "d5"]
        assert met[:2] == ["mantle.ignored", rule]


def test_unknown_faces_are_turned_up_by_chance() -> None:
    arena = board(d3="?", d4="R", d5="?", c3="A", e6="B", d7="^")
    state = play(GAME.parse_position({"arena": "ring7", "board": arena}), "bull")
    assert GAME.current_player(state) == CHANCE
    odds = {move.chip: chance for move, chance in GAME.chance_outcomes(state)}
    assert odds == {"R": Fraction(8, 27), "L": Fraction(9, 27), "J": Fraction(5, 27), "T": Fraction(5, 27)}
    state = play(state, "face T")
    assert GAME.current_player(state) == FORCED
    assert GAME.parse_position(GAME.format_position(state)) == state
    trace = GAME.trace(state, GAME.parse_move(state, "bull"))
    assert [step.rule for step in trace.steps][:3] == ["mantle.through", "mantle.return", "bull.advance"]
    jump = play(GAME.parse_position({"arena": "ring7", "board": arena}), "bull", "face J", "bull")
    assert (GAME.current_player(jump), jump.bull) == (CHANCE, "d3")
    odds = {move.chip: chance for move, chance in GAME.chance_outcomes(jump)}
    # R on d4 was ignored and is on show; the J went back to the pouch and is known.
    assert odds == {"R": Fraction(8, 26), "L": Fraction(9, 26), "J": Fraction(4, 26), "T": Fraction(5, 26)}


def test_butadoon_is_offered_to_the_third_and_fourth() -> None:
    keys = {"board": board(c3="C", e5="D", d7="^"), "hands": ["", "", "R", "L"], "out": {1: 1, 0: 2}, "seat": 2}
    state = GAME.parse_position(position(**keys))
    ((word, seats, first),) = GAME.next_games(state)
    assert (word, seats) == ("butadoon", (1, 0))
    assert (first.arena, first.players, first.seat, first.phase) == ("pig4", 2, 0, "setup")
    assert places(state) == (2, 3, 0, 1)
    assert GAME.next_games(GAME.parse_position(position())) == ()


def test_places_after_a_draw_go_by_seat_among_the_last() -> None:
    out = {3: 1, 2: 4, 0: 4, 1: 4}
    state = GAME.parse_position({"arena": "ring7", "board": board(d7="^"), "players": 4, "phase": "over", "out": out})
    assert places(state) == (0, 1, 2, 3)


@given(st.integers(0, 10_000), st.sampled_from([2, 3, 4]))
@settings(max_examples=25, deadline=None)
def test_chips_are_conserved_and_secrets_kept(seed: int, players: int) -> None:
    rng = random.Random(seed)
    for state in random_game(rng, GAME.initial_state(seats=players), 120):
        seen = "".join(state.hands) + "".join(chip.face for chip in state.chips)
        assert len(seen) + state.pouch_size() + state.spent == 35
        for seat in range(players):
            view = GAME.observation(state, seat)
            assert view.hands[seat] == state.hands[seat]
            assert all(set(hand) <= {"?"} for other, hand in enumerate(view.hands) if other != seat)
            hidden = [chip for chip in view.chips if chip.by != seat and chip.face != "?"]
            assert all(chip.cell == state.bull and state.under == "acted" for chip in hidden)
            assert view.pouch_size() == state.pouch_size()


def test_a_trace_for_a_viewer_hides_draws_and_chips() -> None:
    state = GAME.parse_position(position())
    trace = GAME.trace(state, GAME.parse_move(state, "J@a1"))
    own, other = GAME.observed_trace(trace, 0), GAME.observed_trace(trace, 1)
    assert GAME.format_move(own.before, own.move) == "J@a1"
    assert GAME.format_move(other.before, other.move) == "?@a1"
    assert [step.args.get("chip") for step in other.steps] == ["?", None]
    assert "jump" not in str(other.table())
    assert "jump" in str(own.table())


def test_a_chip_that_goes_back_at_the_wall_stays_secret() -> None:
    keys = {"board": board(d2="J", d1="R", c3="A", e5="B", d7="^"), "placed_by": {"d1": 0}, "phase": "bull"}
    state = GAME.parse_position(position(**keys, hands=[]))
    trace = GAME.trace(state, GAME.parse_move(state, "bull"))
    for viewer, face in ((None, "R"), (0, "R"), (1, "?"), (PUBLIC, "?")):
        seen = GAME.observed_trace(trace, viewer)
        (wall,) = [step for step in seen.steps if step.rule == "mantle.wall"]
        assert (wall.args["chip"], wall.state.returned) == (face, (("J", None), (face, 0)))
        assert GAME.parse_position(GAME.format_position(wall.state)) == wall.state


BAD = [
    ({"returned": "R9"}, "returned"),
    ({"returned": [1]}, "returned"),
    ({"board": None}, "board"),
    ({"board": ". ."}, "7 rows"),
    ({"board": RING.replace("^", ".")}, "one bull"),
    ({"board": RING.replace("A", "M")}, "no sign"),
    ({"board": RING.replace("A", "A A")}, "7 signs in row 3"),
    ({"arena": "ring8"}, "arena"),
    ({"arena": ["ring7"]}, "arena"),
    ({"phase": "dream"}, "phase"),
    ({"hands": ["RX"]}, "hands of seat 0"),
    ({"hands": {"a": 1}}, "hands"),
    ({"players": 7}, "players"),
    ({"players": 2}, "at least 3"),
    ({"players": True}, "players"),
    ({"seat": 3}, "seat"),
    ({"lap": 99}, "lap"),
    ({"placed_by": {"a1": 0}}, "no chip"),
    ({"under": "R"}, "under"),
    ({"hits": 1}, "middle of the bull's run"),
    ({"wall_hits": "two"}, "wall_hits"),
    ({"wall_hits": 99}, "wall_hits"),
    ({"chips": {"R": 1}}, "chips"),
    ({"out": {9: 1}}, "out"),
    ({"colour": "red"}, "colour"),
    ({"spent_moves": -1}, "spent_moves"),
    ({"duel": "yes"}, "duel"),
    ({"phase": "over"}, "not over"),
]


@pytest.mark.parametrize(("keys", "words"), BAD)
def test_bad_position_says_which_key(keys: dict[str, Any], words: str) -> None:
    with pytest.raises(PositionError, match=words):
        GAME.parse_position(position(**keys))


@pytest.mark.parametrize(
    "text", ["", "- a", "arena: [", "a: &x 1\nb: *x", "x" * 30_000, "null", "arena: ring7\narena: vs5"]
)
def test_bad_position_text(text: str) -> None:
    with pytest.raises(PositionError):
        GAME.parse_position(text)


@pytest.mark.parametrize("value", [None, 3, [], object()])
def test_what_is_no_position_at_all(value: Any) -> None:
    with pytest.raises(PositionError):
        GAME.parse_position(value)
