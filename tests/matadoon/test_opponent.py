"""What a computer player of Matadoon takes the hidden chips for."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import CHANCE, PUBLIC, TERMINAL, get_game, sample
from engine.matadoon import State
from engine.matadoon.opponent import deal, judge, move_of, worlds
from engine.matadoon.ring import Ring
from engine.matadoon.state import UNKNOWN
from engine.players import play, player

GAME = get_game("matadoon")


def random_state(seats: int, seed: int, moves: int, ruleset: str = "printed") -> State:
    """A state some random moves into a game."""
    rng, state = random.Random(seed), GAME.initial_state(ruleset, seats)
    for _ in range(moves):
        player = GAME.current_player(state)
        if player == TERMINAL:
            break
        state = GAME.apply(state, sample(GAME, state, rng) if player == CHANCE else rng.choice(GAME.legal_moves(state)))
    return state


@settings(max_examples=60, deadline=None)
@given(seats=st.integers(2, 4), seed=st.integers(0, 10**6), moves=st.integers(0, 60))
def test_a_deal_looks_the_same_to_the_seat(seats: int, seed: int, moves: int) -> None:
    state = random_state(seats, seed, moves)
    for viewer in (PUBLIC, *range(seats)):
        seen = GAME.observation(state, viewer)
        dealt = deal(seen, random.Random(seed))
        assert GAME.observation(dealt, viewer) == seen
        assert UNKNOWN not in "".join(dealt.hands) + "".join(chip.face for chip in dealt.chips)
        assert all(chip.face != "M" for chip in dealt.chips)
        assert dealt.pouch_size() == state.pouch_size()
        assert all(number >= 0 for number in dealt.unseen().values())


def test_every_deal_is_as_likely_as_another() -> None:
    """Two R, one L and one M are unseen: a chip of the other on the arena, one in its hand, two in the pouch."""
    seen = GAME.parse_position(
        {"arena": "vs5", "board": ". . . . .\n. A . B .\n. . ? . .\n. . . . .\n. . ^ . .", "hands": ["J", "?"],
         "placed_by": {"c3": 1}, "phase": "place", "chips": {"R": 2, "L": 1, "J": 1, "T": 0, "M": 1}}
    )  # fmt: skip
    rng, count = random.Random(5), Counter[tuple[str, str]]()
    for _ in range(9000):
        dealt = deal(seen, rng)
        count[dealt.chips[0].face, dealt.hands[1]] += 1
    # Of the three chips that may lie there two are R; then each of the three others is as likely in the hand.
    expected = {("R", "R"): 2 / 9, ("R", "L"): 2 / 9, ("R", "M"): 2 / 9, ("L", "R"): 2 / 9, ("L", "M"): 1 / 9}
    assert set(count) == set(expected)
    for case, share in expected.items():
        assert count[case] / 9000 == pytest.approx(share, abs=0.02)


def test_a_position_that_shows_more_chips_than_there_are_can_be_dealt() -> None:
    seen = GAME.parse_position(
        {"arena": "vs5", "board": ". ? ? ? .\n. A . B .\n. . ? . .\n. . . . .\n. . ^ . .", "hands": ["J", "???"],
         "placed_by": {"c3": 1}, "phase": "place", "chips": {"R": 1, "L": 0, "J": 1, "T": 0, "M": 0}}
    )  # fmt: skip
    dealt = deal(seen, random.Random(1))
    assert {chip.face for chip in dealt.chips} <= {"R", "J"}
    assert len(dealt.hands[1]) == 3


def test_only_the_cell_is_seen_of_a_chip_that_somebody_else_puts_down() -> None:
    state = random_state(2, 3, 13)
    seat = GAME.current_player(state)
    seen = GAME.observation(state, 1 - seat)
    world = worlds(seen, 1 - seat)(random.Random(1))
    move = next(move for move in world.moves() if move[1] == "@")
    assert world.play(move) == UNKNOWN + move[1:]
    own = worlds(GAME.observation(state, seat), seat)(random.Random(1))
    move = own.moves()[0]
    assert own.play(move) == move
    assert GAME.format_move(state, move_of(state, move)) == move


def test_who_is_left_shares_the_game() -> None:
    ring = Ring(GAME.initial_state(seats=3))
    ring.fighters = {24: (0, False), 25: (1, True)}
    assert judge(ring) == pytest.approx([1 / 1.4, 0.4 / 1.4, 0])
    ring.fighters = {}
    assert judge(ring) == pytest.approx([1 / 3] * 3)


def test_it_turns_the_bull_away_from_itself() -> None:
    """The bull comes up the column in which A stands; there is only A's chip left to play."""
    state = GAME.parse_position(
        {"arena": "vs5", "board": ". . . . .\n. . A . .\n. . . . .\n. B . . .\n. . ^ . .", "hands": ["R", ""],
         "phase": "place", "lap": 3, "seat": 0}
    )  # fmt: skip
    choice = player(GAME, "strong", seconds=None).choose(state, 0, random.Random(1))
    assert choice.move.cell in ("c3", "c4")
    best = choice.reasons[0]
    assert best.move == choice.move
    assert best.figures["hit 0"] == 0
    assert best.result > 0.45
    assert choice.looks == 4000


@pytest.mark.parametrize("setup", [("printed", 3), ("printed", 4), ("house-3", 3), ("house-2", 2), ("butadoon", 2)])
def test_it_plays_every_ruleset_to_the_end(setup: tuple[str, int]) -> None:
    mind = player(GAME, "easy", seconds=None)
    *_, (_, end) = play(GAME, GAME.initial_state(*setup), [mind] * setup[1], random.Random(2))
    assert GAME.outcome(end) is not None
