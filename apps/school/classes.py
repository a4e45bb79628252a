"""The verbs of a class. Everything is read from the database and written to it before anybody is told.

A teacher's verbs take the secret of the class, a pupil's the token of the pupil; both are checked each time. Times are
UTC without a zone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import delete, func, select

from ..db import database
from . import pupils
from .asking import Asking, is_revealed, take_away
from .bus import bus
from .cleaning import CLASS_DAYS, kept
from .desk import class_of, pupil_of, put_show
from .limits import CLASSES
from .names import hashed, new_code, new_secret, read_nick, read_title, same
from .pupils import Joined, Screen
from .refusal import Refusal
from .tables import ClassRow, PupilRow

FOLLOWING, AWAY, GONE = "following", "away", "gone"


@dataclass(frozen=True, slots=True)
class Opened:
    """A new class.

    Args:
        code: for the pupils.
        secret: for the teacher's link; the database holds only its hash.
    """

    id: str
    code: str
    secret: str


@dataclass(frozen=True, slots=True)
class Room:
    """A class as its teacher sees it.

    Args:
        show: what is on the screens, or None.
        asking: id of the question on the screens, or None.
        version: counts what changes on the screens.
        ends: when it is deleted unless it is used again.
    """

    id: str
    code: str
    title: str
    locked: bool
    show: Mapping[str, Any] | None
    cursor: int
    asking: int | None
    version: int
    ends: datetime


@dataclass(frozen=True, slots=True)
class Pupil:
    """A pupil as the teacher sees them.

    Args:
        where: ``following``, ``away`` (looking around on their own) or ``gone`` (no screen is connected).
    """

    id: int
    nick: str
    where: str
    joined: datetime


class Classes(Asking):
    """The classes of a database.

    Args:
        clock: tells the time, UTC without a zone.
        keep: how long a class is kept after it was last used.
    """

    # The teacher ------------------------------------------------------------------------------------------------------

    def open(self, title: str = "") -> Opened:
        """Make a class.

        Raises:
            Refusal: there are too many.
        """
        at, secret = self.clock(), new_secret()
        with self.act() as (session, _):
            if (session.scalar(select(func.count()).select_from(ClassRow)) or 0) >= CLASSES:
                raise Refusal("too_many_classes")
            code = new_code()
            while session.scalar(select(ClassRow.id).where(ClassRow.code == code)):
                code = new_code()
            row = ClassRow(
                id=new_secret()[:16], code=code, secret=hashed(secret), title=read_title(title), locked=False,
                made=at, used=at, version=0, steps=0, cursor=0,
            )  # fmt: skip
            session.add(row)
            return Opened(row.id, code, secret)

    def look(self, secret: str) -> Room:
        """The class of a secret.

        Raises:
            Refusal: it is no secret of a class.
        """
        with self.database.reading() as session:
            row = class_of(session, secret)
            return Room(
                row.id, row.code, row.title, row.locked, json.loads(row.show) if row.show else None, row.cursor,
                row.asking, row.version, row.used + self.keep,
            )  # fmt: skip

    def roster(self, secret: str) -> tuple[Pupil, ...]:
        """The pupils in the order of their coming."""
        at = self.clock()
        with self.database.reading() as session:
            row = class_of(session, secret)
            found = session.scalars(select(PupilRow).where(PupilRow.class_id == row.id).order_by(PupilRow.id)).all()
            return tuple(
                Pupil(one.id, one.nick, GONE if one.here <= at else AWAY if one.away else FOLLOWING, one.joined)
                for one in found
            )

    def lock(self, secret: str, locked: bool = True) -> None:
        """Close the door to new pupils, or open it."""
        with self.teaching(secret) as (_, news, row):
            row.locked = bool(locked)
            news.teacher(row.id, "class")

    def retitle(self, secret: str, title: str) -> None:
        """Give the class another title."""
        with self.teaching(secret) as (_, news, row):
            row.title = read_title(title)
            news.teacher(row.id, "class")

    def rename(self, secret: str, pupil: int, nick: str) -> str:
        """Give a pupil another nickname.

        Returns:
            the nickname as it is kept.

        Raises:
            Refusal: it is taken, or none; or there is no such pupil.
        """
        with self.teaching(secret) as (session, news, row):
            one = pupil_of(session, row, pupil)
            nick = read_nick(nick)
            other = session.scalar(
                select(PupilRow.id).where(PupilRow.class_id == row.id, PupilRow.same == same(nick))
            )  # fmt: skip
            if other not in (None, one.id):
                raise Refusal("nick_taken")
            one.nick, one.same = nick, same(nick)
            news.pupil(row, one.id, {"you": {"nick": nick, "class": pupils.class_words(row)}})
            news.teacher(row.id, "roster")
            return nick

    def remove(self, secret: str, pupil: int) -> None:
        """Take a pupil out of the class, with the answers they gave."""
        with self.teaching(secret) as (session, news, row):
            one = pupil_of(session, row, pupil)
            news.gone(row.id, "removed", one.id)
            session.delete(one)
            news.teacher(row.id, "roster")

    def end(self, secret: str) -> None:
        """Delete the class and everything that is kept of it."""
        with self.teaching(secret) as (session, news, row):
            news.gone(row.id, "ended")
            news.teacher(row.id, "ended")
            session.delete(row)

    # On the screens ---------------------------------------------------------------------------------------------------

    def present(
        self, secret: str, show: Mapping[str, Any] | None, cursor: int = 0, *, beside: bool = False
    ) -> int:  # fmt: skip
        """Put something on the screens of the class, or take it away. A question that stood there goes.

        Args:
            show: as :mod:`apps.school.shows` makes it. What it holds, every pupil's browser gets.
            beside: leave a question there whose answer is shown already.

        Returns:
            the show's id, which a step names.

        Raises:
            Refusal: it is too long.
        """
        with self.teaching(secret) as (session, news, row):
            if not (beside and is_revealed(session, row)):
                take_away(session, news, row, self)
            return put_show(row, news, show, cursor)

    def step(self, secret: str, cursor: int) -> None:
        """Go to a step of what is on the screens."""
        with self.teaching(secret) as (_, news, row):
            if row.show_id is None or type(cursor) is not int:
                return
            cursor = max(0, min(cursor, row.steps))
            if cursor != row.cursor:
                row.cursor = cursor
                news.all(row, {"step": [row.show_id, cursor]})

    # A pupil ----------------------------------------------------------------------------------------------------------

    def join(self, code: str, nick: str, token: str | None = None) -> Joined:
        """Join a class.

        Args:
            token: made by the browser, so that joining again after a lost answer is the same joining; by default the
                server makes one.

        Raises:
            Refusal: no such class, or it is locked or full; or it is no name.
        """
        with self.act() as (session, news):
            return pupils.join(session, news, self.clock(), code, nick, token)

    def come_back(self, token: str) -> Screen:
        """All that a pupil's screen shows now.

        Raises:
            Refusal: the pupil is in no class any more.
        """
        with self.database.reading() as session:
            return pupils.screen(session, token)

    def answer(self, token: str, asking: int, value: Any, n: int) -> None:
        """Answer a question, or answer it otherwise as long as it is open.

        Args:
            n: the browser's own number of the answer. What comes again, or after a later one, changes nothing.

        Raises:
            Refusal: the question is closed or gone, or this is no answer to it.
        """
        with self.act() as (session, news):
            pupils.answer(session, news, self.clock(), token, asking, value, n)

    def away(self, token: str, away: bool) -> None:
        """The pupil looks around, or has come back."""
        with self.act() as (session, news):
            pupils.away(session, news, token, away)

    def leave(self, token: str) -> None:
        """Leave the class; the pupil and their answers are deleted. Does nothing the second time."""
        with self.act() as (session, news):
            pupils.leave(session, news, token)

    # Inside -----------------------------------------------------------------------------------------------------------

    def clean(self) -> int:
        """Delete classes that were not used for long.

        Returns:
            how many.
        """
        with self.database.transaction() as session:
            return session.execute(delete(ClassRow).where(ClassRow.used < self.clock() - self.keep)).rowcount


@lru_cache
def classes() -> Classes:
    """The classes of this process's database."""
    return Classes(database(), bus(), keep=kept(CLASS_DAYS))
