"""The rows of tables at which people play each other."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from ..db import Base


class GameTableRow(Base):
    """A table: people, links, and one game after the other."""

    __tablename__ = "game_table"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    position: Mapped[str] = mapped_column(Text)
    """In which the first game begins."""
    seed: Mapped[str] = mapped_column(String(64))
    """Of the chance of the present game; nobody gets it before that game is over."""
    asked: Mapped[str | None] = mapped_column(Text)
    """What somebody would like and all have to agree to, as JSON."""
    class_id: Mapped[str | None] = mapped_column(ForeignKey("class.id", ondelete="CASCADE"), index=True)
    made: Mapped[datetime]
    used: Mapped[datetime] = mapped_column(index=True)


class GameSeatRow(Base):
    """A seat of a table and who sits there."""

    __tablename__ = "game_seat"

    table: Mapped[str] = mapped_column(ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    nick: Mapped[str | None] = mapped_column(String(24))
    """None: nobody yet."""
    pupil: Mapped[int | None] = mapped_column(ForeignKey("pupil.id", ondelete="SET NULL"), index=True)


class GameKeyRow(Base):
    """What somebody with a link may do at a table; only the link's hash is kept."""

    __tablename__ = "game_key"

    hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    table: Mapped[str] = mapped_column(ForeignKey("game_table.id", ondelete="CASCADE"), index=True)
    role: Mapped[str] = mapped_column(String(8))
    seat: Mapped[int | None]
    made: Mapped[datetime]


class GameEntryRow(Base):
    """An entry of a table's log. Two of one number cannot be, whoever writes them."""

    __tablename__ = "game_entry"

    table: Mapped[str] = mapped_column(ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    text: Mapped[str] = mapped_column(Text)
    seat: Mapped[int | None]
    seed: Mapped[str | None] = mapped_column(String(64))
    """Of a start: what chance drew from until the game was over."""
    at: Mapped[datetime]
