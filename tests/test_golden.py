"""The golden playthroughs are what the engine tells today; ``python -m tests.golden`` writes them anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import GAMES
from tests.golden import FOLDER, golden_text, specs


@pytest.mark.parametrize("spec", specs(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_playthrough_is_still_told_so(spec: Path) -> None:
    assert golden_text(spec) == spec.with_suffix(".txt").read_text(encoding="utf-8")


def test_every_game_has_playthroughs_and_no_text_is_left_over() -> None:
    assert {path.parent.name for path in specs()} == set(GAMES)
    assert sorted(FOLDER.glob("*/*.txt")) == [path.with_suffix(".txt") for path in specs()]
