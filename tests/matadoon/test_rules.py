"""Matadoon's engine against the worked cases, the naive referee and its own fast path."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from engine import get_game
from engine.errors import PositionError
from engine.matadoon.run import bull_run
from tests.matadoon import naive

CASES = json.loads((Path(__file__).parents[1] / "cases" / "matadoon_bull.json").read_text(encoding="utf-8"))
GAME = get_game("matadoon")


def result(position: dict[str, Any]) -> dict[str, Any]:
    """The engine's answer in the form of the worked cases."""
    trace = GAME.trace(GAME.parse_position(position), GAME.parse_move(GAME.parse_position(position), "bull"))
    acts = [step for step in trace.steps if step.rule.split(".")[0] in ("bull", "mantle", "fighter")]
    end = acts[-1].state
    return {
        "path": " ".join(step.args["cell"] for step in acts if step.rule == "bull.advance"),
        "bull": end.bull,
        "heading": end.heading,
        "floored": sorted(step.args["seat"] for step in acts if step.rule == "fighter.down"),
        "out": [step.args["seat"] for step in acts if step.rule == "fighter.out"],
        "returned": [
            f"{step.args['cell']}:{step.args['chip']}" for step in acts if step.rule in ("mantle.return", "mantle.wall")
        ],
        "left": [f"{chip.cell}:{chip.face}" for chip in end.chips],
        "rules": [step.rule for step in acts if step.rule != "bull.advance"],
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_worked_case(case: dict[str, Any]) -> None:
    assert result({**case["position"], **case.get("options", {})}) == case["expect"]


@pytest.mark.parametrize("seed", range(8))
def test_equals_naive_referee(seed: int) -> None:
    rng = random.Random(seed)
    for number in range(500):
        position = naive.random_position(rng, wild=number % 2 == 1, midrun=number % 3 == 0)
        expected = naive.run(position)
        assert result(position) == {**expected, "floored": sorted(expected["floored"])}, position


@pytest.mark.parametrize("seed", range(4))
def test_fast_run_equals_trace(seed: int) -> None:
    rng = random.Random(100 + seed)
    for number in range(500):
        position = naive.random_position(rng, wild=number % 2 == 1, midrun=number % 3 == 0)
        if number % 4 == 0:
            position["jump_over_wall"] = False
        run, expected = bull_run(GAME.parse_position(position)), result(position)
        assert (" ".join(run.path), run.bull, run.heading) == tuple(expected[k] for k in ("path", "bull", "heading"))
        assert (sorted(run.floored), list(run.out)) == (expected["floored"], expected["out"])
        assert [f"{cell}:{kind}" for cell, kind in run.returned] == expected["returned"]


def test_fast_run_wants_known_chips() -> None:
    board = ". . . .\n. A ? .\n. . B .\n. ^ . ."
    with pytest.raises(PositionError, match="every chip known"):
        bull_run(GAME.parse_position({"arena": "pig4", "board": board}))
