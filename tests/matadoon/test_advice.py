"""Where a chip would hurt whom."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from engine import PositionError, get_game
from engine.matadoon import State
from engine.matadoon.advice import chip_effects, hurts, placeable
from engine.matadoon.odds import bull_odds
from engine.matadoon.state import Chip

GAME = get_game("matadoon")
BOARD = ". . . . .\n. A . . .\n. . . . .\n. . . B .\n. . ^ . ."


def position(**keys: object) -> State:
    state: State = GAME.parse_position(
        {"arena": "vs5", "board": BOARD, "phase": "place", "hands": ["RLTM", "JJJJ"], **keys}
    )
    return state


def in_play(seed: int) -> State:
    """A state in the middle of the laps of a random game."""
    rng = random.Random(seed)
    state: State = GAME.initial_state(seats=rng.choice((2, 3, 4)))
    turns = rng.randint(1, 7)
    while turns or not placeable(state):
        if GAME.current_player(state) < 0:
            move = (GAME.chance_outcomes(state) or ((GAME.legal_moves(state)[0], 1),))[0][0]
        else:
            turns -= turns > 0 and state.phase == "place"
            move = rng.choice(GAME.legal_moves(state))
        state = GAME.apply(state, move)
    return state


def test_a_turn_to_the_right_runs_over_whom_it_points_at() -> None:
    found = hurts(position(), "R")
    assert found["c4"] == {0: 0, 1: 1}
    assert found["c2"] == {0: 1, 1: 0}  # right to the wall, and back through the chip's empty cell
    assert found["a1"] == {0: 0, 1: 0}


def test_only_free_cells_are_asked() -> None:
    state = position(board=BOARD.replace(". . . . .\n. A", "T . . . .\n. A"))
    assert set(hurts(state, "L")) == {cell for cell in state.board.cells if state.free(cell)}
    assert not {"a1", "b2", "d4", "c5"} & set(hurts(state, "L"))


@pytest.mark.parametrize("seed", range(12))
def test_each_cell_has_the_odds_of_the_state_after_the_move(seed: int) -> None:
    state = in_play(seed)
    seat, chip = state.seat, placeable(state)[-1]
    found = dict(chip_effects(state, chip))
    now = bull_odds(state, seat)
    for cell in (cell for cell in state.board.cells if state.free(cell)):
        placed = state.with_hand(seat, state.hands[seat].replace(chip, "", 1)).with_chip(Chip(cell, chip, seat))
        assert found[cell] == bull_odds(placed, seat)
        assert hurts(state, chip)[cell] == {one: found[cell].hit[one] - now.hit[one] for one in now.hit}


def test_it_is_the_holder_who_wonders() -> None:
    board = BOARD.replace(". . . . .\n. . . B", ". . L . .\n. . . B")
    state = position(board=board, placed_by={"c3": 1})
    other = replace(state, hands=("RLTM", "RRJJ"))  # seat 0 cannot tell these hands apart
    assert hurts(state, "T", 0) == hurts(other, "T", 0)
    shown = replace(state, chips=(replace(state.chips[0], face="J"),))
    assert hurts(state, "T") == hurts(shown, "T")
    crossed = [dict(chip_effects(one, "J", 1))["a1"].crossed for one in (state, shown)]
    assert crossed[0] != crossed[1]  # seat 1 put it there, so it knows whether the bull turns


def test_changes_are_exact_fractions() -> None:
    state = position(board=BOARD.replace(". . . . .\n. . . B", ". . ? . .\n. . . B"))
    found = hurts(state, "R")
    assert found["c4"] == {0: -bull_odds(state, 0).hit[0], 1: 1 - bull_odds(state, 0).hit[1]}
    assert all(isinstance(one, Fraction) for change in found.values() for one in change.values())


def test_what_can_be_placed() -> None:
    assert placeable(position()) == ("R", "L", "T")
    assert placeable(position(), 1) == ("J",)


@pytest.mark.parametrize(
    ("chip", "seat", "says"), [("M", 0, "R, L, T"), ("J", 0, "R, L, T"), ("J", 2, "seat"), ("", 0, "chip")]
)
def test_a_chip_that_is_not_in_hand(chip: str, seat: int, says: str) -> None:
    with pytest.raises(PositionError, match=says):
        chip_effects(position(), chip, seat)
