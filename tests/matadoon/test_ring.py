"""The round in numbers against the rules, move by move."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import CHANCE, TERMINAL, Game, get_game, sample
from engine.matadoon import State
from engine.matadoon.ring import Ring
from engine.matadoon.run import cell_numbers
from engine.matadoon.state import KINDS

GAME = get_game("matadoon")
SETUPS = [("printed", 2), ("printed", 3), ("printed", 4), ("house-3", 3), ("house-2", 2), ("butadoon", 2)]
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "keep_unturned": st.booleans(), "duel_rule": st.booleans(), "step_on_chips": st.booleans(),
        "recover_turn": st.booleans(), "jump_over_wall": st.booleans(), "fighters_first": st.booleans(),
        "out_hand": st.sampled_from(["pouch", "kept"]), "wall_hits": st.integers(1, 4), "laps": st.integers(1, 5),
        "hand_size": st.integers(1, 6), "chips": st.just(dict(zip(KINDS, (4, 4, 2, 2, 20), strict=True))),
    },
)  # fmt: skip


def same(ring: Ring, state: State) -> bool:
    """What lies on the table is the same."""
    number = cell_numbers(state.arena)
    return (
        ring.chips == {number[chip.cell]: chip.face for chip in state.chips}
        and ring.fighters == {number[one.cell]: (one.seat, one.down) for one in state.fighters}
        and [sorted(hand) for hand in ring.hands] == [sorted(hand) for hand in state.hands]
        and (ring.bull, "NESW"[ring.heading]) == (number[state.bull], state.heading)
    )


@settings(max_examples=20, deadline=None)
@given(setup=st.sampled_from(SETUPS), options=OPTIONS, seed=st.integers(0, 10**6))
def test_a_round_goes_as_the_rules_say(setup: tuple[str, int], options: dict[str, Any], seed: int) -> None:
    rng = random.Random(seed)
    state = GAME.initial_state(GAME.ruleset(setup[0]).with_options(options), setup[1], start=seed % setup[1])
    ring = Ring(state)
    for _ in range(200):
        player = GAME.current_player(state)
        if player == TERMINAL:
            break
        if player == CHANCE:
            state = GAME.apply(state, sample(GAME, state, rng))
            continue
        if state.phase == "bull":
            assert ring.phase == "bull"
            before = state
            ring.run()
            state = GAME.apply(state, GAME.legal_moves(state)[0])
            standing = {one.seat for one in state.fighters}
            assert {seat for seat, _ in ring.fighters.values()} == standing
            assert (ring.bull, "NESW"[ring.heading]) == (cell_numbers(state.arena)[state.bull], state.heading)
            assert before.phase == "bull"
            continue
        if ring.phase in ("deal", "bull"):
            ring = Ring(state)
        assert ring.player() == player
        assert same(ring, state)
        moves = Game.legal_moves(GAME, state)
        assert GAME.legal_moves(state) == moves
        texts = [GAME.format_move(state, move) for move in moves]
        assert ring.moves() == texts
        text = rng.choice([text for text in texts if text[0] == "M"] or texts if rng.random() < 0.3 else texts)
        before = ring.copy()
        ring.play(text)
        assert same(before, state), "a copy shares nothing that changes"
        state = GAME.apply(state, GAME.parse_move(state, text))


@pytest.mark.parametrize("setup", SETUPS)
def test_random_play_ends_before_the_bull(setup: tuple[str, int]) -> None:
    rng = random.Random(1)
    for _ in range(20):
        ring = Ring(GAME.initial_state(*setup))
        ring.play_at_random(rng)
        assert ring.phase == "deal"
        assert len(ring.fighters) == setup[1]
        ring.deal([kind for kind, number in ring.rules.chips for _ in range(number)], rng)
        assert all(len(hand) == ring.rules.hand_size for hand in ring.hands)
        ring.play_at_random(rng)
        assert (ring.phase, ring.player()) == ("bull", TERMINAL)
        assert len(ring.run().path) > 0
