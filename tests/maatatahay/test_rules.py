"""Maatatahay's engine against the worked cases and the naive referee."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engine import TERMINAL, Step, Trace, get_game, sample
from engine.maatatahay import MaatatahayRules, Move, State
from engine.maatatahay.score import decide
from tests.maatatahay import naive

CASES = json.loads((Path(__file__).parents[1] / "cases" / "maatatahay_surround.json").read_text(encoding="utf-8"))
GAME = get_game("maatatahay")
AnyTrace = Trace[State, Move]


def placement(state: State, at: str, facing: str, charge: str, pay: str | None, drawn: str) -> list[AnyTrace]:
    """The moves of one placement: placing, paying, drawing, charging; the last one is refused or completes it."""
    texts = [f"{at} {facing}", *([f"pay {pay}"] if pay else []), *(f"draw {crystal}" for crystal in drawn)]
    traces = []
    for text in texts:
        traces.append(GAME.trace(state, GAME.parse_move(state, text)))
        state = traces[-1].after
        if not traces[-1].legal or (state.phase == "pay" and not pay):
            return traces
    if state.phase == "charge" or charge:
        traces.append(GAME.trace(state, GAME.parse_move(state, f"charge {charge or '-'}")))
    return traces


def result(traces: Sequence[AnyTrace]) -> dict[str, Any]:
    """What came of a placement, in the form of the naive referee."""
    steps: list[Step[State]] = [step for trace in traces for step in trace.steps]
    judged = [step for step in steps if step.rule == "surround.judge"]
    dead = sorted(step.args["cell"] for step in steps if step.rule == "death.down")
    end = steps[-1].state
    place = next(step for step in steps if step.rule in ("place.free", "place.relic"))
    new = end.board[place.args["cell"]]
    return {
        "support": sum(step.rule == "support.energy" for step in steps),
        "judged": {step.args["cell"]: {key: step.args[key] for key in ("own", "against", "dies")} for step in judged},
        "energy_on_new": new.energy,
        "spirit_on_new": new.spirit,
        "spirit_removed": sum(
            step.args["number"] for step in steps if step.rule == "death.spirit" and step.args["case"] == "removed"
        ),
        "storage": dict(zip(("balan", "wazu"), end.storage, strict=True)),
        "dead": dead,
    }


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_worked_case(case: dict[str, Any]) -> None:
    order = case["place"]
    charge = "E" * order["charge"]["energy"] + "S" * order["charge"]["spirit"]
    traces = placement(GAME.parse_position(case["position"]), order["at"], order["facing"], charge, None, "")
    found = result(traces)
    assert {key: found[key] for key in case["expect"]} == case["expect"]


REFUSALS = {
    "place.free": {"occupied"},
    "material.storage": {"storage-over-four"},
    "refuse.not-in-storage": {"not-in-storage"},
}
UNPAYABLE = {"relic-cost", "relic-spirit", "not-in-storage"}
RELIC = {"few": UNPAYABLE, "spirit": UNPAYABLE, "number": {"relic-cost"}, "no-spirit": {"relic-spirit"}}


@pytest.mark.parametrize("seed", range(6))
def test_equals_the_naive_referee(seed: int) -> None:
    rng = random.Random(seed)
    refused = 0
    for _ in range(600):
        position = naive.random_position(rng)
        at, facing, charge, pay = naive.random_placement(rng, position)
        drawn = naive.random_drawn(rng, position, at)
        expected = naive.place(position, at, facing, charge, pay, drawn)
        # A bag that holds whatever the referee draws.
        state = GAME.parse_position({**position, "bag": {"E": 9, "S": 9}})
        traces = placement(state, at, facing, charge, pay, drawn)
        refusal = traces[-1].refusal
        if refusal is None and traces[-1].after.phase == "pay":
            assert expected == {"refused": "relic-cost"}, "nothing was paid"
            refused += 1
        elif refusal is not None:
            refused += 1
            kind = traces[-1].move.kind
            if refusal.rule == "place.relic":
                reasons = RELIC[refusal.args["case"]]
            elif refusal.rule in ("refuse.not-your-turn", "refuse.game-over"):
                reasons = {"relic-cost"} if kind == "pay" else {"not-in-storage"}  # there was nothing to pay or charge
            else:
                reasons = REFUSALS[refusal.rule]
            assert expected.get("refused") in reasons, (position, at, facing, charge, pay, drawn)
        else:
            assert result(traces) == expected, (position, at, facing, charge, pay, drawn)
    assert 30 < refused < 300


@pytest.mark.parametrize("mode", ["progressive", "standard"])
def test_score_and_winner_equal_the_naive_referee(mode: str) -> None:
    rng = random.Random(mode)
    for _ in range(800):
        position = naive.random_position(rng)
        state = GAME.parse_position({**position, "relic_mode": mode})
        expected = naive.score(position, mode)
        for seat, tribe in enumerate(("balan", "wazu")):
            points = GAME.score(state)[seat]
            assert points.total == expected[tribe]
            assert points._asdict() == expected["parts"][tribe]
        assert decide(state)[0] == naive.winner(position, mode)


def random_game(seed: int, ruleset: MaatatahayRules | str | None = None) -> list[AnyTrace]:
    rng = random.Random(seed)
    state = GAME.initial_state(ruleset)
    traces = []
    while GAME.current_player(state) != TERMINAL:
        chances = GAME.chance_outcomes(state)
        move = sample(GAME, state, rng) if chances else rng.choice(GAME.legal_moves(state))
        traces.append(GAME.trace(state, move))
        state = traces[-1].after
    return traces


@pytest.mark.parametrize("seed", range(6))
def test_the_fast_list_of_legal_moves_equals_the_tried_ones(seed: int) -> None:
    for trace in random_game(seed):
        state = trace.before
        tried = [move for move in GAME.candidate_moves(state) if GAME.is_legal(state, move)]
        assert set(GAME.legal_moves(state)) == set(tried)
        assert len(GAME.legal_moves(state)) == len(tried)


@pytest.mark.parametrize("seed", range(300, 303))
def test_legal_moves_of_random_positions(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(60):
        state = GAME.parse_position(naive.random_position(rng))
        while GAME.current_player(state) != TERMINAL and state.phase != "tiles":
            tried = {move for move in GAME.candidate_moves(state) if GAME.is_legal(state, move)}
            assert set(GAME.legal_moves(state)) == tried
            state = GAME.apply(state, rng.choice(GAME.legal_moves(state)))
