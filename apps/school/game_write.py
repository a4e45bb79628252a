"""What is written at a table of play, within a transaction that somebody else has begun."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from engine import Game

from .game_keys import DOOR, HOST, SEAT, WATCH, TableRefusal, derived, seat_key
from .game_rows import GameEntryRow, GameKeyRow, GameSeatRow, GameTableRow
from .game_sight import Lines, read_nicks
from .limits import ENTRIES, TABLES
from .line import MOVE, START, Entry, Line
from .names import hashed, new_secret, read_nick


def open_table(
    session: Session, lines: Lines, at: datetime, game: Game[Any, Any], state: Any, *,
    seat: int | None = None, nicks: Sequence[str | None] = (), pupils: Sequence[int | None] = (),
    class_id: str | None = None,
) -> tuple[str, str]:  # fmt: skip
    """Open a table.

    Args:
        at: the time.
        state: in which the game begins.
        seat: the host's; None: the host does not play.
        nicks: who sits where already.
        pupils: who they are in the class.

    Returns:
        the table's id and the host's key.

    Raises:
        Refusal: there are too many tables, no such seat, or a name that is none.
    """
    count, key = game.seat_count(state), new_secret()
    if seat is not None and seat not in range(count):
        raise TableRefusal("no_seat")
    if (session.scalar(select(func.count()).select_from(GameTableRow)) or 0) >= TABLES:
        raise TableRefusal("too_many")
    table = GameTableRow(
        id=secrets.token_urlsafe(12), game=game.id, position=game.format_position(state), seed=new_seed(), asked=None,
        class_id=class_id, made=at, used=at,
    )  # fmt: skip
    session.add(table)
    session.flush()
    for one in range(count):
        nick = nicks[one] if one < len(nicks) else None
        pupil = pupils[one] if one < len(pupils) else None
        session.add(GameSeatRow(table=table.id, seat=one, nick=None if nick is None else read_nick(nick), pupil=pupil))
    put_key(session, at, key, table.id, HOST, seat)
    put_key(session, at, derived(key, DOOR), table.id, DOOR)
    put_key(session, at, derived(key, WATCH), table.id, WATCH)
    for one in range(count):
        if one != seat:
            put_key(session, at, seat_key(key, one), table.id, SEAT, one)
    session.flush()
    begin(session, lines, at, table)
    return table.id, key


def put_key(session: Session, at: datetime, key: str, table: str, role: str, seat: int | None = None) -> None:
    """Let somebody in with a key."""
    session.add(GameKeyRow(hash=hashed(key), table=table, role=role, seat=seat, made=at))


def begin(session: Session, lines: Lines, at: datetime, table: GameTableRow) -> None:
    """Begin the first game as soon as all sit."""
    line = lines.read(session, table)
    if not line.begun and None not in read_nicks(session, table.id):
        write(session, at, table, line, START, table.position)


def write(
    session: Session, at: datetime, table: GameTableRow, line: Line, kind: str, text: str = "", seat: int | None = None
) -> None:
    """Add an entry to the log, and all that the server plays after it.

    Raises:
        TableRefusal: the log is full.
        GameError: the rules refuse the move.
    """
    entry: Entry | None = Entry(line.count, kind, text, seat)
    while entry is not None:
        if entry.number >= ENTRIES:
            raise TableRefusal("long")
        line = line.after(entry)
        session.add(
            GameEntryRow(
                table=table.id, number=entry.number, kind=entry.kind, text=entry.text, seat=entry.seat,
                seed=table.seed if entry.kind == START else None, at=at,
            )
        )  # fmt: skip
        follows = line.follows(table.seed)
        entry = None if follows is None else Entry(line.count, MOVE, follows)
    table.asked = None
    session.flush()


def new_seed() -> str:
    """What chance draws from: nobody can guess it."""
    return secrets.token_hex(16)
