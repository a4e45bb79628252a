"""Links to tables of play: what somebody who has one may do. Only their hashes are kept."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from hashlib import sha256

from sqlalchemy.orm import Session

from ..parts.texts_tables import TABLES
from .game_rows import GameKeyRow
from .names import hashed
from .refusal import Refusal

HOST, SEAT, DOOR, WATCH = "host", "seat", "door", "watch"
"""Roles of a link: whoever opened the table, one seat, any free seat, a look from outside."""


class TableRefusal(Refusal):
    """Something that is not done at a table; the key is of ``texts.TABLES``."""

    texts = TABLES


@dataclass(frozen=True, slots=True)
class Right:
    """What a link is good for.

    Args:
        seat: whose seat it is; None for whoever has none.
    """

    table: str
    role: str
    seat: int | None

    @property
    def plays(self) -> bool:
        """Whether it is a player's."""
        return self.seat is not None


def derived(key: str, what: str) -> str:
    """Another key that follows from a host's: the host can hand it out at any time, though only its hash is kept."""
    return base64.urlsafe_b64encode(sha256(f"{what} {key}".encode()).digest()).decode().rstrip("=")


def seat_key(key: str, seat: int) -> str:
    """The key of a seat, for the host to hand out."""
    return derived(key, f"{SEAT} {seat}")


def find_right(session: Session, key: object) -> Right:
    """What a key is good for.

    Raises:
        TableRefusal: nothing.
    """
    hash = hashed(key)
    row = session.get(GameKeyRow, hash) if hash else None
    if row is None:
        raise TableRefusal("no_table")
    return Right(row.table, row.role, row.seat)
