"""Where progress is kept: a database of anonymous learners.

A learner is a random name that only the learner's browser knows; the database holds no more than its hash. It is
SQLite in the user's data folder, or what ``MATADOJO_DATABASE_URL`` says, for example ``postgresql+psycopg://host/name``.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any

from sqlalchemy import String, Text, case, delete, func, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from engine.errors import GameError

from .db import URL, Base, Database, DatabaseError, database, default_url

__all__ = ["URL", "Store", "StoreError", "default_url", "is_name", "new_name", "store"]

MAX_ROW = 60_000
"""Characters that a row may hold."""
MAX_ROWS = 400
"""Rows that a learner may have in a table."""
_NAME = re.compile(r"[A-Za-z0-9_-]{32,64}")


class ProgressRow(Base):
    """How far a learner is in a lesson."""

    __tablename__ = "progress"

    learner: Mapped[str] = mapped_column(String(64), primary_key=True)
    lesson: Mapped[str] = mapped_column(String(120), primary_key=True)
    stars: Mapped[int]
    data: Mapped[str] = mapped_column(Text)
    changed: Mapped[datetime]


class LearnerRow(Base):
    """What practice knows of a learner in a game."""

    __tablename__ = "learner"

    learner: Mapped[str] = mapped_column(String(64), primary_key=True)
    game: Mapped[str] = mapped_column(String(60), primary_key=True)
    data: Mapped[str] = mapped_column(Text)
    changed: Mapped[datetime]


Lessons = Mapping[str, tuple[Mapping[str, Any], int]]
"""Lesson -> its run as :func:`engine.progress.to_data` writes it, and the stars of the best run."""
Games = Mapping[str, Mapping[str, Any]]
"""Game -> what practice knows, as :func:`engine.learner.to_data` writes it."""


class StoreError(GameError):
    """The database cannot be used; what was to be kept is not."""


def new_name() -> str:
    """A name for a learner that nobody can guess."""
    return secrets.token_urlsafe(32)


def is_name(name: object) -> bool:
    """True for what :func:`new_name` could have made."""
    return isinstance(name, str) and _NAME.fullmatch(name) is not None


class Store:
    """The learners of a database.

    Args:
        given: the database, or its address as SQLAlchemy reads it.

    Raises:
        StoreError: it cannot be opened.
    """

    def __init__(self, given: Database | str) -> None:
        try:
            self._database = Database(given) if isinstance(given, str) else given
        except DatabaseError as error:
            raise StoreError("progress cannot be kept: {reason}", reason=error) from error

    def load(self, name: str) -> tuple[Lessons, Games]:
        """What is kept of a learner.

        Raises:
            StoreError: the database cannot be read.
        """
        key = _key(name)
        with self._transaction() as session:
            lessons = session.scalars(select(ProgressRow).where(ProgressRow.learner == key)).all()
            games = session.scalars(select(LearnerRow).where(LearnerRow.learner == key)).all()
            return (
                {row.lesson: (json.loads(row.data), row.stars) for row in lessons},
                {row.game: json.loads(row.data) for row in games},
            )

    def save(self, name: str, lessons: Lessons | None = None, games: Games | None = None) -> None:
        """Keep lessons and games of a learner, all of them or none. Stars are never lost.

        Raises:
            StoreError: the database cannot be written, or it is too much.
        """
        who = {"learner": _key(name), "changed": datetime.now(UTC).replace(tzinfo=None)}
        rows = [
            {**who, "lesson": id, "stars": max(0, min(3, stars)), "data": _text(data)}
            for id, (data, stars) in (lessons or {}).items()
        ]
        with self._transaction() as session:
            self._put(session, ProgressRow, rows)
            self._put(
                session, LearnerRow, [{**who, "game": id, "data": _text(data)} for id, data in (games or {}).items()]
            )

    def _put(self, session: Session, table: type[Base], rows: list[dict[str, Any]]) -> None:
        """Insert rows, or change those that are there: in one statement, so nobody can come between."""
        if not rows:
            return
        own = table.__table__
        put = self._database.insert(table)
        new = {column.name: put.excluded[column.name] for column in own.columns if not column.primary_key}
        if "stars" in new:
            new["stars"] = case((own.c.stars > new["stars"], own.c.stars), else_=new["stars"])
        session.execute(put.on_conflict_do_update(index_elements=list(own.primary_key), set_=new), rows)
        count = session.scalar(select(func.count()).select_from(own).where(own.c.learner == rows[0]["learner"]))
        if (count or 0) > MAX_ROWS:
            raise StoreError("progress cannot be kept: more than {most} entries", most=MAX_ROWS)

    def forget(self, name: str) -> None:
        """Delete all that is kept of a learner.

        Raises:
            StoreError: the database cannot be written.
        """
        key = _key(name)
        with self._transaction() as session:
            session.execute(delete(ProgressRow).where(ProgressRow.learner == key))
            session.execute(delete(LearnerRow).where(LearnerRow.learner == key))

    def clean(self, before: datetime) -> None:
        """Delete learners of whom nothing was kept since a moment (UTC, without a zone).

        Raises:
            StoreError: the database cannot be written.
        """
        with self._transaction() as session:
            for table in (ProgressRow, LearnerRow):
                session.execute(
                    delete(table).where(
                        table.learner.not_in(select(ProgressRow.learner).where(ProgressRow.changed >= before)),
                        table.learner.not_in(select(LearnerRow.learner).where(LearnerRow.changed >= before)),
                    )
                )

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()

    @contextmanager
    def _transaction(self) -> Iterator[Session]:
        """One transaction: at its end all is written, or nothing."""
        try:
            with self._database.transaction() as session:
                yield session
        except DatabaseError as error:
            raise StoreError("progress cannot be kept: {reason}", reason=error) from error


def _key(name: str) -> str:
    if not is_name(name):
        raise StoreError("this is not the name of a learner")
    return sha256(name.encode()).hexdigest()


def _text(data: Mapping[str, Any]) -> str:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    if len(text) > MAX_ROW:
        raise StoreError("progress cannot be kept: more than {most} characters in one entry", most=MAX_ROW)
    return text


@lru_cache
def store(url: str | None = None) -> Store:
    """The store of this process, opened when it is first needed.

    Raises:
        StoreError: it cannot be opened.
    """
    try:
        return Store(database(url))
    except DatabaseError as error:
        raise StoreError("progress cannot be kept: {reason}", reason=error) from error
