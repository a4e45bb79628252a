"""What all tests share."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

import engine
import tests.toy

settings.register_profile(
    "matadojo", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("matadojo")


@pytest.fixture(scope="module")
def toy_room() -> Iterator[tests.toy.Pebbles]:
    """The toy game, known to the engine under its id for the length of a test file."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "_ROOMS", (*engine._ROOMS, "toy"))
        patch.setitem(sys.modules, "engine.toy", tests.toy)
        yield tests.toy.game
