"""The names of the people in a race that was recorded live, for the views of the session that shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary

from engine.session import Session

from .seats import seat_name

_named: WeakKeyDictionary[Session, tuple[Any, tuple[str, ...]]] = WeakKeyDictionary()


def name_players(session: Session, names: Sequence[str]) -> None:
    """Remember who raced in the game that a session shows."""
    _named[session] = (session.start, tuple(names))


def player_names(session: Session) -> list[str]:
    """What each seat is called: by the rulebook, and who sat there where that is known."""
    game, count = session.game, session.game.seat_count(session.start)
    called = [seat_name(game, seat, session.language) for seat in range(count)]
    start, names = _named.get(session, (None, ()))
    if start is not session.start or len(names) != count:
        return called
    return [f"{colour}: {name}" for colour, name in zip(called, names, strict=True)]
