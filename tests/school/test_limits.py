"""How much is heard, and how long things are kept."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import text

from apps.school import cleaning
from apps.school.cleaning import CLASS_DAYS, LEARNER_DAYS, forget_learners, kept
from apps.school.limits import GUESSES, Doors, Patience
from apps.school.refusal import Refusal
from apps.store import Store, new_name
from engine import GameError


class Seconds:
    """A clock of seconds."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


def turned_away(doors: Doors, address: str) -> str | None:
    try:
        doors.knock(address)
    except Refusal as refusal:
        return refusal.key
    return None


def test_patience_comes_back(seconds: Seconds) -> None:
    patience = Patience(3, 0.5, seconds)
    assert [patience.spend() for _ in range(4)] == [True, True, True, False]
    seconds.now = 2
    assert [patience.spend() for _ in range(2)] == [True, False]
    seconds.now = 1000
    assert [patience.spend() for _ in range(4)] == [True, True, True, False]


def test_a_school_may_come_from_one_address(seconds: Seconds) -> None:
    doors = Doors(seconds)
    for _ in range(300):
        assert turned_away(doors, "school") is None
        doors.good("school")
    for _ in range(1000):
        turned_away(doors, "school")
    assert turned_away(doors, "school") == "too_fast"
    seconds.now += 1
    assert turned_away(doors, "school") is None


def test_codes_cannot_be_guessed(seconds: Seconds) -> None:
    """From one address fifteen a minute; from all together sixty, after some hundreds at once.

    A school that is in already is not held up by that.
    """
    doors = Doors(seconds)
    doors.good("school")
    tried = 0
    for _ in range(3600):
        seconds.now += 1
        for number in range(50):
            if turned_away(doors, f"bot {number}") is None:
                doors.wrong(f"bot {number}")
                tried += 1
    assert 3600 <= tried <= 5 * GUESSES + 3600
    assert turned_away(doors, "somebody else") == "wrong_codes"
    assert turned_away(doors, "school") is None
    seconds.now += 60
    assert turned_away(doors, "somebody else") is None


def test_what_is_remembered_of_addresses_is_bounded(seconds: Seconds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Doors, "KNOWN", 10)
    doors = Doors(seconds)
    for number in range(100):
        turned_away(doors, f"{number}")
        doors.wrong(f"{number}")
        doors.good(f"{number}")
    assert {len(doors._joins), len(doors._wrong), len(doors._good)} == {10}


def test_how_long_things_are_kept_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    assert kept(CLASS_DAYS) == timedelta(days=30)
    monkeypatch.setenv(CLASS_DAYS, " 7 ")
    assert kept(CLASS_DAYS) == timedelta(days=7)
    for wrong in ("0", "-1", "a week", "1e3", "9" * 9):
        monkeypatch.setenv(CLASS_DAYS, wrong)
        with pytest.raises(GameError, match="expected a number of days"):
            kept(CLASS_DAYS)


def test_learners_who_stay_away_are_forgotten(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has done something lately keeps everything, what is old of it too."""
    monkeypatch.setenv(LEARNER_DAYS, "10")
    store, now = Store(url), cleaning.now()
    gone, back = new_name(), new_name()
    for name in (gone, back):
        store.save(name, {"a/1": ({}, 1)}, {"a": {}})
    engine = store._database.engine
    with engine.begin() as connection:
        for table in ("progress", "learner"):
            connection.execute(text(f"UPDATE {table} SET changed = :then"), {"then": now - timedelta(days=11)})
    store.save(back, {"a/2": ({}, 2)})
    forget_learners(store._database, lambda: now)
    assert store.load(gone) == ({}, {})
    assert (set(store.load(back)[0]), set(store.load(back)[1])) == ({"a/1", "a/2"}, {"a"})
    store.close()
