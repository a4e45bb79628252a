"""What the tests of the classroom share."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from apps.db import Database
from apps.school.bus import Bus, LocalBus
from apps.school.classes import Classes
from engine import get_game
from engine.session import Session


class Clock:
    """A clock that stands still unless it is told to go on."""

    def __init__(self) -> None:
        self.now = datetime(2026, 9, 1, 8)

    def __call__(self) -> datetime:
        return self.now

    def on(self, **more: float) -> None:
        self.now += timedelta(**more)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'school.db'}"


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    opened = Database(url)
    yield opened
    opened.close()


@pytest.fixture
def bus() -> Iterator[Bus]:
    opened = LocalBus()
    yield opened
    opened.close()


@pytest.fixture
def classes(database: Database, bus: Bus, clock: Clock) -> Classes:
    return Classes(database, bus, clock)


@pytest.fixture
def session() -> Session:
    """A run of Matadoon's bull, to be shown."""
    session = Session("matadoon", state=get_game("matadoon").parse_position(BULL))
    session.play("bull")
    session.goto(1, 0)
    return session


BULL = """
arena: vs5
board: |
  . . R . .
  . . J A .
  . . . . .
  . B . . .
  . . ^ . .
"""
