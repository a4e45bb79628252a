"""A pupil's game in a class: which it is, and the way there. Within a transaction that somebody else ends."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from .game_keys import SEAT, WATCH, TableRefusal
from .game_rows import GameKeyRow, GameSeatRow, GameTableRow
from .game_write import put_key
from .names import new_secret
from .tables import PupilRow

KEYS = 8
"""Links to one seat that hold at once: each tap on "Your game" makes one, the oldest go."""


def pupil_table(session: Session, pupil: PupilRow) -> tuple[GameTableRow, int | None] | None:
    """The table of a pupil and their seat there; None for the seat: they watch, because they were left over.

    It is the one at which they were last seated; whoever has no seat watches the newest of the class.
    """
    own = session.execute(
        select(GameTableRow, GameSeatRow.seat)
        .join(GameSeatRow, GameSeatRow.table == GameTableRow.id)
        .where(GameSeatRow.pupil == pupil.id, GameTableRow.class_id == pupil.class_id)
        .order_by(GameTableRow.made.desc(), GameTableRow.id)
    ).first()
    if own is not None:
        return own[0], own[1]
    newest = session.scalar(
        select(GameTableRow)
        .where(GameTableRow.class_id == pupil.class_id)
        .order_by(GameTableRow.made.desc(), GameTableRow.id)
        .limit(1)
    )
    return None if newest is None else (newest, None)


def pupil_game(session: Session, pupil: PupilRow) -> Mapping[str, Any] | None:
    """What a pupil's screen is told: ``game`` (id), ``with`` (the names of the others), ``seat`` (None: watches)."""
    found = pupil_table(session, pupil)
    if found is None:
        return None
    table, seat = found
    seats = session.execute(
        select(GameSeatRow.seat, GameSeatRow.nick).where(GameSeatRow.table == table.id).order_by(GameSeatRow.seat)
    ).all()
    return {"game": table.game, "with": [nick for one, nick in seats if one != seat], "seat": seat}


def pupil_key(session: Session, at: datetime, pupil: int) -> str:
    """A key to a pupil's seat, or to watch.

    Raises:
        TableRefusal: there is no game for them.
    """
    row = session.get(PupilRow, pupil)
    found = None if row is None else pupil_table(session, row)
    if found is None:
        raise TableRefusal("no_game")
    table, seat = found
    role = WATCH if seat is None else SEAT
    key = new_secret()
    if seat is not None:
        old = session.scalars(
            select(GameKeyRow.hash)
            .where(GameKeyRow.table == table.id, GameKeyRow.role == role, GameKeyRow.seat == seat)
            .order_by(GameKeyRow.made.desc())
            .offset(KEYS - 1)
        ).all()
        session.execute(delete(GameKeyRow).where(GameKeyRow.hash.in_(old)))
    put_key(session, at, key, table.id, role, seat)
    return key
