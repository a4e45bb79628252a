"""The naive referee of Maatatahay against the worked cases and random positions."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.maatatahay import naive

COPY = Path(__file__).parents[1] / "cases" / "maatatahay_surround.json"
SHARED = Path(__file__).parents[3] / "shared" / "cases" / "maatatahay_surround.json"
CASES = json.loads(COPY.read_text(encoding="utf-8"))


def test_the_copy_is_that_of_the_shared_cases() -> None:
    """In a clone there is nothing to compare with, and that is fine."""
    if SHARED.exists():
        assert json.loads(SHARED.read_text(encoding="utf-8")) == CASES


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_worked_case(case: dict[str, Any]) -> None:
    """Each worked case comes out key by key as expected."""
    order = case["place"]
    charge = "E" * order["charge"]["energy"] + "S" * order["charge"]["spirit"]
    result = naive.place(case["position"], order["at"], order["facing"], charge)
    assert {key: result[key] for key in case["expect"]} == case["expect"]


def warrior(tribe: str, tile: str, facing: str = "N", **more: Any) -> dict[str, Any]:
    """Write a Warrior shortly."""
    return {"tribe": tribe, "tile": tile, "facing": facing, **more}


def position_for(storage: str, **more: Any) -> dict[str, Any]:
    """Balan is to place a runner with this storage."""
    return {
        "storage": {"balan": storage},
        "to_place": {"tribe": "balan", "tile": "runner"},
        **more,
    }


def test_tiles_turn_clockwise() -> None:
    """Facing E: N becomes E, NE becomes SE."""
    assert naive.arrows_of(warrior("balan", "archer", "E")) == ["E", "SE", "NE"]
    assert naive.arrows_of(warrior("balan", "hunter", "W")) == ["W"]
    assert len(naive.TILES) == 12


def test_crystals_on_the_space_are_collected_before_the_charge() -> None:
    """`place.collect`, then `place.charge`, and storage holds at most four."""
    position = position_for("EES", crystals={"a1": "SEE"})
    assert naive.place(position, "a1", "N", "-") == {"refused": "storage-over-four"}
    result = naive.place(position, "a1", "N", "SS")
    assert result["storage"] == {"balan": "EEEE", "wazu": ""}
    assert (result["energy_on_new"], result["spirit_on_new"]) == (0, 2)
    assert naive.place(position, "a1", "N", "SSS") == {"refused": "not-in-storage"}


def test_relic_price() -> None:
    """`place.relic`: four less one a living friend beside, one of them Spirit."""
    position = position_for(
        "EES",
        warriors={
            "b1": warrior("balan", "champion"),
            "a2": warrior("balan", "champion", dead=True),
            "c2": warrior("wazu", "champion"),
        },
    )
    refused = {
        None: "relic-cost",
        "S": "relic-cost",
        "EEE": "relic-spirit",
        "ESS": "not-in-storage",
    }
    for pay, reason in refused.items():
        assert naive.place(position, "b2", "N", "", pay) == {"refused": reason}
    result = naive.place(position, "b2", "N", "S", "SEE", drawn="ES")
    assert result["storage"]["balan"] == "E"
    assert naive.place(position, "b1", "N", "") == {"refused": "occupied"}
    assert naive.place(position, "a1", "N", "", "S") == {"refused": "relic-cost"}


def test_relic_costs_one_at_least() -> None:
    """Four friends beside a temple do not make it free."""
    friends = {cell: warrior("balan", "champion") for cell in ("b1", "a2", "c2", "b3")}
    position = position_for("S", warriors=friends)
    assert naive.place(position, "b2", "N", "") == {"refused": "relic-cost"}
    assert "support" in naive.place(position, "b2", "N", "", "S", drawn="EE")


def test_a_temple_without_relic_is_free() -> None:
    """Its Relic once taken, a temple is a space like any other."""
    position = position_for("", relics=["d2"])
    assert "support" in naive.place(position, "b2", "N", "")


def test_score_and_ties() -> None:
    """Diamonds, Spirit and Relics; then the living, then the last Relic, then none."""
    position: dict[str, Any] = {
        "warriors": {
            "a1": warrior("balan", "guard", spirit=2),
            "a2": warrior("balan", "runner", dead=True),
            "a3": warrior("wazu", "scout"),
            "a4": warrior("wazu", "hunter", spirit=1),
        },
        "taken": {"balan": [1, 4], "wazu": [2, 3]},
    }
    assert naive.score(position) == {
        "balan": 7,
        "wazu": 6,
        "parts": {
            "balan": {"diamonds": 2, "spirit": 2, "relics": 3},
            "wazu": {"diamonds": 2, "spirit": 1, "relics": 3},
        },
    }
    assert naive.score(position, "standard")["balan"] == 9
    assert naive.winner(position) == 0

    position["warriors"]["a1"]["spirit"] = 1
    assert naive.winner(position) == 1, "two live against one"
    position["warriors"]["a2"] = warrior("balan", "drummer")
    assert naive.winner(position) == 0, "balan took the fourth Relic"
    position["taken"] = {}
    assert naive.winner(position) is None


def test_random_placements() -> None:
    """Positions stay as they were, and every branch is taken now and then."""
    rng = random.Random("maatatahay")
    seen: Counter[str] = Counter()
    for _ in range(4000):
        position = naive.random_position(rng)
        before = copy.deepcopy(position)
        at, facing, charge, pay = naive.random_placement(rng, position)
        drawn = naive.random_drawn(rng, position, at)
        result = naive.place(position, at, facing, charge, pay, drawn)
        assert position == before
        assert naive.winner(position) in (0, 1, None)
        if "refused" in result:
            seen[result["refused"]] += 1
            continue
        seen["relic"] += at in naive.relics_of(position)
        seen["support"] += result["support"] > 0
        seen["judged"] += len(result["judged"]) > 0
        seen["judged together"] += len(result["judged"]) > 1
        seen["dead"] += len(result["dead"]) > 0
        seen["dead together"] += len(result["dead"]) > 1
        seen["new dead"] += at in result["dead"]
        seen["spirit removed"] += result["spirit_removed"] > 0
        seen["spirit won"] += result["spirit_on_new"] > charge.count("S")
        seen["survives equal"] += any(each["own"] == each["against"] for each in result["judged"].values())
        assert len(result["storage"]["balan"]) <= 4
        assert at not in result["dead"] or result["spirit_on_new"] == 0
    assert len(seen) == 15
    assert min(seen.values()) >= 20, seen
