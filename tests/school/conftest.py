"""What the tests of the classroom share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import inspect

from apps.db import Database
from apps.school.bus import Bus, LocalBus
from apps.school.classes import Classes, Opened
from apps.school.pupils import Joined
from apps.school.redis_bus import RedisBus
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
def database(url: str) -> Iterator[Database]:
    opened = Database(url)
    yield opened
    opened.close()


@pytest.fixture
def bus(request: pytest.FixtureRequest, url: str) -> Iterator[Bus]:
    """Redis goes with PostgreSQL."""
    opened: Bus = LocalBus()
    if not url.startswith("sqlite"):
        opened = RedisBus(request.getfixturevalue("servers").redis)
        assert opened.connected.wait(60)
    yield opened
    opened.close()


Listen = Callable[[str], list[Any]]


@pytest.fixture
def listen(bus: Bus) -> Iterator[Listen]:
    """Listen to a topic; gives the list to which the messages come.

    In a thread without an event loop: a browser that another test used may have left one in this thread.
    """
    with ThreadPoolExecutor(1) as pool:

        def listening(topic: str) -> list[Any]:
            told: list[Any] = []
            pool.submit(bus.subscribe, topic, told.append).result()
            return told

        yield listening


@pytest.fixture
def classes(database: Database, bus: Bus, clock: Clock) -> Classes:
    return Classes(database, bus, clock)


@pytest.fixture
def made(classes: Classes) -> Opened:
    return classes.open("3b")


@pytest.fixture
def pupils(classes: Classes, made: Opened) -> list[Joined]:
    return [classes.join(made.code, nick) for nick in ("Anna", "Ben", "Cleo")]


@pytest.fixture
def session() -> Session:
    """A run of Matadoon's bull, to be shown."""
    session = Session("matadoon", state=get_game("matadoon").parse_position(BULL))
    session.play("bull")
    session.goto(1, 0)
    return session


def everything(database: Database) -> str:
    """All that a database holds."""
    with database.engine.connect() as connection:
        tables = inspect(connection).get_table_names()
        return str([tuple(row) for name in tables for row in connection.exec_driver_sql(f'select * from "{name}"')])


BULL = """
arena: vs5
board: |
  . . R . .
  . . J A .
  . . . . .
  . B . . .
  . . ^ . .
"""
