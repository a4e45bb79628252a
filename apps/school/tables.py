"""The rows of classes, pupils, questions and answers."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from ..db import Base

HASH = 64
"""Characters of a SHA-256 in hex."""


class ClassRow(Base):
    """A class."""

    __tablename__ = "class"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    code: Mapped[str] = mapped_column(String(6), unique=True)
    secret: Mapped[str] = mapped_column(String(HASH), unique=True)
    title: Mapped[str] = mapped_column(String(60))
    locked: Mapped[bool] = mapped_column(default=False)
    made: Mapped[datetime]
    used: Mapped[datetime] = mapped_column(index=True)
    version: Mapped[int] = mapped_column(default=0)
    """Counts what changes on the screens, so that an older state never follows a newer one."""
    show: Mapped[str | None] = mapped_column(Text, deferred=True)
    """What is on the screens, as JSON."""
    show_id: Mapped[int | None]
    steps: Mapped[int] = mapped_column(default=0)
    """How many steps it has."""
    cursor: Mapped[int] = mapped_column(default=0)
    asking: Mapped[int | None]
    """The question on the screens."""


class PupilRow(Base):
    """A pupil of a class."""

    __tablename__ = "pupil"
    __table_args__ = (UniqueConstraint("class_id", "same"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    class_id: Mapped[str] = mapped_column(ForeignKey("class.id", ondelete="CASCADE"))
    token: Mapped[str] = mapped_column(String(HASH), unique=True)
    nick: Mapped[str] = mapped_column(String(24))
    same: Mapped[str] = mapped_column(String(80))
    """The nickname in a form that is the same for names that look the same."""
    away: Mapped[bool] = mapped_column(default=False)
    here: Mapped[datetime]
    """Until when a screen counts as connected; it is renewed as long as it is."""
    joined: Mapped[datetime]


class AskingRow(Base):
    """A question that is or was put to a class; asked again it is another asking."""

    __tablename__ = "asking"

    id: Mapped[int] = mapped_column(primary_key=True)
    class_id: Mapped[str] = mapped_column(ForeignKey("class.id", ondelete="CASCADE"), index=True)
    before: Mapped[int | None]
    """The asking before, where this one asks the same again."""
    kind: Mapped[str] = mapped_column(String(10))
    asked: Mapped[str] = mapped_column(Text, deferred=True)
    """The question as data (JSON), from which the engine makes it anew to judge."""
    content: Mapped[str] = mapped_column(Text, deferred=True)
    """What the screens get, as JSON; nothing of the answer is in it."""
    accepts: Mapped[str] = mapped_column(Text)
    """The values that are an answer, as JSON."""
    opened: Mapped[datetime]
    closed: Mapped[datetime | None]
    revealed_at: Mapped[datetime | None]
    revealed: Mapped[str | None] = mapped_column(Text, deferred=True)
    """What the screens get at the reveal, as JSON."""


class AnswerRow(Base):
    """A pupil's answer to an asking: one, the last given before the close."""

    __tablename__ = "answer"
    __table_args__ = (Index("answer_pupil", "pupil"),)

    asking: Mapped[int] = mapped_column(ForeignKey("asking.id", ondelete="CASCADE"), primary_key=True)
    pupil: Mapped[int] = mapped_column(ForeignKey("pupil.id", ondelete="CASCADE"), primary_key=True)
    value: Mapped[str] = mapped_column(String(200))
    n: Mapped[int]
    """The browser's own number of the message that brought it."""
    right: Mapped[bool | None]
    """Judged at the reveal; None before, and where there is no right or wrong."""
    given: Mapped[datetime]
