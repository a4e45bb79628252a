"""The rows of set work: what a class has to do, whose progress is a pupil's, and how each question went."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, Text, delete, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from ..db import Base
from ..parts.frames import compact
from .attempt import Attempt
from .tables import HASH

TRIES = 500
"""So many tries are kept of a pupil."""


class WorkRow(Base):
    """A lesson, or the practice of a game, that a class is set."""

    __tablename__ = "work"

    class_id: Mapped[str] = mapped_column(ForeignKey("class.id", ondelete="CASCADE"), primary_key=True)
    lesson: Mapped[str] = mapped_column(String(120), primary_key=True)
    """Its id, or ``<game>#practice``."""
    made: Mapped[datetime]


class LearnerOfRow(Base):
    """A learner whose progress is that of a pupil. The database knows learners by the hash of their names."""

    __tablename__ = "pupil_learner"

    pupil: Mapped[int] = mapped_column(ForeignKey("pupil.id", ondelete="CASCADE"), primary_key=True)
    learner: Mapped[str] = mapped_column(String(HASH), primary_key=True, index=True)


class TryRow(Base):
    """How a pupil's try at a question went. The right one after a wrong one is none: the question was known by then."""

    __tablename__ = "pupil_try"
    __table_args__ = (Index("pupil_try_pupil", "pupil", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    pupil: Mapped[int] = mapped_column(ForeignKey("pupil.id", ondelete="CASCADE"))
    game: Mapped[str] = mapped_column(String(40))
    rule: Mapped[str] = mapped_column(String(80))
    right: Mapped[bool]
    asked: Mapped[str | None] = mapped_column(Text, deferred=True)
    """The question as data (JSON), where it went wrong."""
    value: Mapped[str | None] = mapped_column(String(200))
    """The wrong answer."""
    made: Mapped[datetime]


def set_work(session: Session, class_id: str) -> tuple[str, ...]:
    """What a class is set."""
    found = select(WorkRow.lesson).where(WorkRow.class_id == class_id).order_by(WorkRow.made, WorkRow.lesson)
    return tuple(session.scalars(found))


def count_try(session: Session, pupil: int, attempt: Attempt, at: datetime) -> None:
    """Count a try of a pupil, within a transaction."""
    asked = None
    if attempt.asked is not None and not attempt.right:  # in whatever language: the same wrong answers are counted
        asked = compact({key: value for key, value in attempt.asked.items() if key != "language"})
    session.add(
        TryRow(
            pupil=pupil, game=attempt.game, rule=attempt.rule, right=attempt.right, asked=asked,
            value=None if attempt.right or attempt.value is None else attempt.value[:200], made=at,
        )
    )  # fmt: skip
    old = select(TryRow.id).where(TryRow.pupil == pupil).order_by(TryRow.id.desc()).offset(TRIES).limit(1)
    last = session.scalar(old)
    if last is not None:
        session.execute(delete(TryRow).where(TryRow.pupil == pupil, TryRow.id <= last))
