"""What all tests share."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import engine
import tests.toy
from tests import services

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


# Where things are kept: SQLite in a file always; PostgreSQL, with Redis between the processes, where it is installed.

SETUPS = ("sqlite", "postgresql") if services.available() else ("sqlite",)


@pytest.fixture(scope="session")
def servers() -> Iterator[services.Services]:
    """PostgreSQL and Redis."""
    with services.services() as found:
        yield found


@pytest.fixture(scope="session")
def postgres_url(servers: services.Services) -> Iterator[str]:
    """A database in PostgreSQL for the tests of this process."""
    with servers.new_database() as url:
        yield url


@pytest.fixture(params=SETUPS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'a folder' / 'learners.db'}"
    found: str = request.getfixturevalue("postgres_url")
    services.empty(found)
    return found
