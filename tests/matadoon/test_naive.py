"""The naive referee of Matadoon against the worked cases and random positions."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.matadoon import naive

COPY = Path(__file__).parents[1] / "cases" / "matadoon_bull.json"
SHARED = Path(__file__).parents[3] / "shared" / "cases" / "matadoon_bull.json"
CASES = json.loads(COPY.read_text(encoding="utf-8"))


def test_the_copy_is_that_of_the_shared_cases() -> None:
    """In a clone there is nothing to compare with, and that is fine."""
    if SHARED.exists():
        assert json.loads(SHARED.read_text(encoding="utf-8")) == CASES


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_worked_case(case: dict[str, Any]) -> None:
    """Each worked case comes out key by key as expected."""
    position = {**case["position"], **case.get("options", {})}
    assert naive.run(position) == case["expect"]


def board(*rows: str) -> str:
    """Join rows to a board."""
    return "\n".join(rows)


def test_an_ignored_chip_goes_back_at_the_last_wall_too() -> None:
    """`mantle.wall` acts after `bull.stop` as well as after `bull.wall`."""
    position = {
        "arena": "pig4",
        "board": board(". R . .", ". J . .", ". . . .", ". ^ . ."),
        "wall_hits": 1,
    }
    result = naive.run(position)
    assert result["rules"][-2:] == ["bull.stop", "mantle.wall"]
    assert result["returned"] == ["b2:J", "b1:R"]
    assert (result["bull"], result["heading"]) == ("b1", "S")


def test_jump_and_hits_of_a_run_under_way() -> None:
    """A pending jump ignores the first chip; hits so far count."""
    position = {
        "arena": "pig4",
        "board": board(". . . .", ". R . .", ". . . .", ". ^ . ."),
        "jump": True,
        "hits": 1,
    }
    result = naive.run(position)
    assert result["rules"] == ["mantle.ignored", "bull.stop"]
    assert result["left"] == ["b2:R"]


def test_a_start_against_the_wall_is_a_hit_at_once() -> None:
    """`bull.wall` needs no step before it, and the start cell is not in the path."""
    position = {
        "arena": "pig4",
        "board": board(". ^ . .", ". . . .", ". . . .", ". . . ."),
    }
    result = naive.run(position)
    assert result["path"] == "b2 b3 b4"
    assert result["rules"] == ["bull.wall", "bull.stop"]


@pytest.mark.parametrize("wild", [False, True])
def test_random_positions(wild: bool) -> None:
    """Runs end, nothing gets lost, and every rule acts now and then."""
    rng = random.Random(f"matadoon {wild}")
    acted: Counter[str] = Counter()
    for _ in range(2000):
        position = naive.random_position(rng, wild=wild, midrun=True)
        result = naive.run(position)
        acted.update(set(result["rules"]))
        chips = [sign for sign in position["board"].split() if sign in "RLJT"]
        after = [text[-1] for text in result["returned"] + result["left"]]
        assert sorted(chips) == sorted(after)
        assert result["rules"].count("bull.stop") == 1
        assert len(set(result["floored"])) == len(result["floored"])
        assert len(set(result["out"])) == len(result["out"])
    assert set(acted) == {
        "bull.wall",
        "bull.stop",
        "fighter.down",
        "fighter.out",
        "mantle.right",
        "mantle.left",
        "mantle.jump",
        "mantle.through",
        "mantle.return",
        "mantle.ignored",
        "mantle.wall",
    }
    assert min(acted.values()) >= 20
