"""The odds of the bull against brute force and against the engine's own chance moves."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from engine import CHANCE, PUBLIC, PositionError, get_game
from engine.matadoon import State
from engine.matadoon.odds import BullOdds, bull_odds
from engine.matadoon.rules import face_stock
from engine.matadoon.run import bull_run
from tests.matadoon import naive

GAME = get_game("matadoon")
NAMES = ("crossed", "floored", "removed", "hit")


def brute_force(state: State) -> BullOdds:
    """Give the unknown chips every possible row of faces, and let the bull run for each."""
    unknown = [chip.cell for chip in state.chips if chip.face == "?"]
    found: dict[str, Counter[Any]] = {name: Counter() for name in NAMES}

    def deal(state: State, cells: list[str], stock: dict[str, int], chance: Fraction) -> None:
        if cells:
            total = sum(stock.values())
            for face, number in stock.items():
                if number:
                    chips = tuple(replace(c, face=face) if c.cell == cells[0] else c for c in state.chips)
                    left = {**stock, face: number - 1}
                    deal(replace(state, chips=chips), cells[1:], left, chance * Fraction(number, total))
            return
        run = bull_run(state)
        for key, events in zip(NAMES, (run.path, run.floored, run.out, run.floored + run.out), strict=True):
            for event in set(events):
                found[key][event] += chance

    deal(state, unknown, face_stock(state), Fraction(1))
    return BullOdds(**found)


def tree(state: State) -> BullOdds:
    """Follow the engine's forced and chance moves."""
    found: dict[str, Counter[Any]] = {name: Counter() for name in NAMES}

    def follow(state: State, chance: Fraction, happened: frozenset[tuple[str, Any]]) -> None:
        trace = GAME.trace(state, GAME.parse_move(state, "bull"))
        names = {"bull.advance": "crossed", "fighter.down": "floored", "fighter.out": "removed"}
        for step in trace.steps:
            if step.rule in names:
                what = step.args["cell"] if step.rule == "bull.advance" else step.args["seat"]
                happened |= {(names[step.rule], what)}
                if step.rule != "bull.advance":
                    happened |= {("hit", what)}
        if trace.after.phase == "bull" and GAME.current_player(trace.after) == CHANCE:
            for move, part in GAME.chance_outcomes(trace.after):
                follow(GAME.apply(trace.after, move), chance * part, happened)
        else:
            for key, event in happened:
                found[key][event] += chance

    follow(state, Fraction(1), frozenset())
    return BullOdds(**found)


def same(left: BullOdds, right: BullOdds) -> bool:
    return all(
        {k: v for k, v in getattr(left, name).items() if v} == {k: v for k, v in getattr(right, name).items() if v}
        for name in NAMES
    )


def random_state(rng: random.Random, most: int) -> State:
    position = naive.random_position(rng, wild=rng.random() < 0.3)
    state = GAME.parse_position(position)
    chips = list(state.chips)
    for n in rng.sample(range(len(chips)), min(len(chips), most)):
        chips[n] = replace(chips[n], face="?")
    return replace(state, chips=tuple(chips))


@pytest.mark.parametrize("seed", range(40))
def test_equals_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    state = random_state(rng, 4)
    while sum(face_stock(state).values()) < 4:  # so many chips on show that brute force has none to give
        state = random_state(rng, 4)
    assert same(bull_odds(state), brute_force(state))


@pytest.mark.parametrize("seed", range(40))
def test_equals_the_chance_moves_of_the_engine(seed: int) -> None:
    state = random_state(random.Random(1000 + seed), 5)
    assert same(bull_odds(state), tree(state))


def test_a_viewer_counts_what_the_seat_sees() -> None:
    board = ". . . . .\n. A . . .\n. . R . .\n. . . B .\n. . ^ . ."
    keys = {"arena": "vs5", "board": board, "phase": "place", "hands": ["RRRR", "LLLL"], "placed_by": {"c3": 1}}
    state = GAME.parse_position(keys)
    assert bull_odds(state, 1).crossed["d3"] == 1
    # Seat 0 holds four of the nine R and sees no other chip: 5 R, 9 L, 5 J, 5 T may lie there.
    assert bull_odds(state, 0).crossed["c2"] == Fraction(10, 24)
    assert bull_odds(state, 0).crossed["d3"] == Fraction(14, 24)


def test_odds_stop_and_go_on_in_the_middle_of_a_run() -> None:
    board = ". . . . .\n. A . . .\n. . R . .\n. . . B .\n. . ^ . ."
    state = GAME.parse_position({"arena": "vs5", "board": board.replace("R", "?")})
    middle = GAME.apply(state, GAME.parse_move(state, "bull"))
    assert bull_odds(middle).crossed["c2"] == bull_odds(state).crossed["c2"] == Fraction(10, 28)
    assert bull_odds(middle).crossed["c4"] < 1 == bull_odds(state).crossed["c4"]


def test_somebody_from_outside_knows_no_face_that_a_seat_placed() -> None:
    board = ". . . . .\n. A . . .\n. . R . .\n. . . B .\n. . ^ . ."
    state = GAME.parse_position({"arena": "vs5", "board": board, "phase": "bull", "placed_by": {"c3": 1}})
    assert bull_odds(state, PUBLIC).crossed["d3"] == Fraction(18, 28)
    assert bull_odds(state, None).crossed["d3"] == 1


def test_unknown_viewer() -> None:
    with pytest.raises(PositionError, match="viewer"):
        bull_odds(GAME.initial_state(seats=2), 2)
