"""The sheets: whole, readable, each another one, and the same on every machine."""

from __future__ import annotations

import hashlib
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import PositionError
from engine.matanga.sheet import HEIGHT, MARGIN, MAX_SEED, MAX_TURN, MIN_DISTANCE, PATTERNS, WIDTH, sheet, sheets

SEEDS = st.integers(0, MAX_SEED - 1)


@settings(max_examples=40)
@given(SEEDS, st.sampled_from(PATTERNS))
def test_every_number_is_there_once_and_far_enough_from_the_others(seed: int, pattern: str) -> None:
    made = sheet(seed, pattern)
    assert [spot.number for spot in made.spots] == list(range(1, 61))
    for a, b in combinations(made.spots, 2):
        assert (a.x - b.x) ** 2 + (a.y - b.y) ** 2 >= MIN_DISTANCE**2
    for spot in made.spots:
        assert MARGIN <= spot.x <= WIDTH - MARGIN
        assert MARGIN <= spot.y <= HEIGHT - MARGIN
        assert abs(spot.turn) <= MAX_TURN
        assert 85 <= spot.size <= 115
        assert made.spot(spot.number) == spot
        assert made.nearest(spot.x + 30, spot.y - 30) == spot.number


@pytest.mark.parametrize(
    ("pattern", "digest"),
    [("scattered", "68cf160697e6133a"), ("spiral", "264a609df166bc1c"), ("rings", "383dd57ad98a3cf3")],
)
def test_a_seed_gives_the_same_sheet_everywhere(pattern: str, digest: str) -> None:
    """The digests were made once; another machine or Python that differs is a fault."""
    text = repr([sheet(seed, pattern) for seed in range(5)])
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == digest


def test_players_have_sheets_of_their_own() -> None:
    for pattern in PATTERNS:
        made = sheets(7, 5, pattern)
        assert len(set(made)) == 5
        assert made == sheets(7, 5, pattern)
        assert made[:2] == sheets(7, 2, pattern)
        assert made != sheets(8, 5, pattern)


def test_patterns_look_different() -> None:
    assert len({frozenset((spot.x, spot.y) for spot in sheet(3, pattern).spots) for pattern in PATTERNS}) == 3
    assert sheet(3, "scattered").lines == ()
    assert len(sheet(3, "spiral").lines) == 1
    assert len(sheet(3, "rings").lines) == 4
    for pattern in PATTERNS:
        for line in sheet(3, pattern).lines:
            assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in line)


def test_a_tap_beside_everything_is_none() -> None:
    assert sheet(1, "rings").nearest(-500, -500) is None


WRONG = [(-1, "rings"), (MAX_SEED, "rings"), (True, "rings"), ("1", "rings"), (None, "rings"), (1, "stars"), (1, None),
         (10**6000, "spiral")]  # fmt: skip


@pytest.mark.parametrize(("seed", "pattern"), WRONG, ids=map(str, range(len(WRONG))))
def test_bad_sheets_are_explained(seed: Any, pattern: Any) -> None:
    with pytest.raises(PositionError, match="expected"):
        sheet(seed, pattern)
    if pattern in PATTERNS:
        with pytest.raises(PositionError, match="expected"):
            sheets(seed, 2, pattern)


@pytest.mark.parametrize("number", [0, 61, True, None, "5"])
def test_bad_numbers_are_explained(number: Any) -> None:
    with pytest.raises(PositionError, match="from 1 to 60"):
        sheet(1).spot(number)
