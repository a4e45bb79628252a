"""What all verbs of a class stand on: a transaction, the secret, and the news after it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from ..db import Database
from .bus import Bus
from .limits import SHOW
from .names import hashed
from .pupils import News
from .refusal import Refusal
from .tables import ClassRow, PupilRow


def now() -> datetime:
    """The time, UTC without a zone."""
    return datetime.now(UTC).replace(tzinfo=None)


class Desk:
    """The database of the classes, and the bus."""

    def __init__(
        self,
        database: Database,
        bus: Bus,
        clock: Callable[[], datetime] = now,
        keep: timedelta = timedelta(days=30),
    ) -> None:
        self.database, self.bus, self.clock, self.keep = database, bus, clock, keep

    @contextmanager
    def act(self) -> Iterator[tuple[Session, News]]:
        """A transaction, and after it the news."""
        news = News()
        with self.database.transaction() as session:
            yield session, news
        news.publish(self.bus)

    @contextmanager
    def teaching(self, secret: str) -> Iterator[tuple[Session, News, ClassRow]]:
        """A transaction of the one who holds the secret; others wait, and it counts as use of the class.

        Raises:
            Refusal: it is no secret of a class.
        """
        with self.act() as (session, news):
            row = class_of(session, secret, lock=True)
            row.used = self.clock()
            yield session, news, row


def put_show(row: ClassRow, news: News, show: Mapping[str, Any] | None, cursor: int = 0) -> int:
    """Put something on the screens of a class, within a transaction; gives its id."""
    id = row.version + 1
    if show is None:
        row.show, row.show_id, row.cursor = None, None, 0
        news.all(row, {"show": None})
        return id
    cursor = max(0, min(cursor, show["move"]["count"]))
    row.show = json.dumps({**show, "id": id, "cursor": cursor}, ensure_ascii=False, separators=(",", ":"))
    if len(row.show) > SHOW:
        raise Refusal("too_long")
    row.show_id, row.steps, row.cursor = id, show["move"]["count"], cursor
    news.all(row, {"show": json.loads(row.show)})
    return id


def class_of(session: Session, secret: str, *, lock: bool = False) -> ClassRow:
    """The class of a secret.

    Raises:
        Refusal: it is no secret of a class.
    """
    find = select(ClassRow).where(ClassRow.secret == hashed(secret))
    row = session.scalar(find.with_for_update() if lock else find)
    if row is None:
        raise Refusal("no_secret")
    return row


def pupil_of(session: Session, row: ClassRow, pupil: int) -> PupilRow:
    """A pupil of a class.

    Raises:
        Refusal: there is no such pupil in it.
    """
    one = session.get(PupilRow, pupil)
    if one is None or one.class_id != row.id:
        raise Refusal("no_such_pupil")
    return one
