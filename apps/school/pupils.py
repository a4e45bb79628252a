"""What pupils do, within a transaction that somebody else ends: so the acts of many are written together."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.questions import CELL, NUMBER

from ..db import insert
from .bus import Bus
from .game_pupils import pupil_game
from .limits import NICK, PUPILS
from .names import hashed, new_secret, read_code, read_nick, same
from .refusal import Refusal
from .tables import AnswerRow, AskingRow, ClassRow, PupilRow
from .work_rows import set_work


@dataclass(frozen=True, slots=True)
class Screen:
    """What a pupil's screen shows. What all screens of the class show alike is only named here: :func:`texts` has it.

    Args:
        version: of the class; what is told with a lower one is older than this.
        show: id of what is shown, or None.
        asking: id of the question, or None.
        closed: whether it takes no more answers.
        revealed: whether the answer is shown.
        mine: the pupil's answer to it, or None.
        game: the pupil's game with others, or None.
        work: what the class is set.
    """

    class_id: str
    pupil: int
    version: int
    you: Mapping[str, Any]
    show: int | None
    cursor: int
    asking: int | None
    closed: bool = False
    revealed: bool = False
    mine: str | None = None
    game: Mapping[str, Any] | None = None
    work: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Joined:
    """A pupil who has joined.

    Args:
        token: to come back with; the database holds only its hash.
    """

    token: str
    class_id: str
    pupil: int
    nick: str


class News:
    """What is told when the transaction is written.

    Messages of a class's topic: ``v`` (the version of the class), ``to`` (a pupil's id, or None for everybody) and
    ``send`` (what the browsers get). Messages to the teacher name what has changed: ``class``, ``roster``, ``screens``,
    ``answers``, ``ended``.
    """

    def __init__(self) -> None:
        self._told: dict[tuple[str, str] | int, tuple[str, Mapping[str, Any]]] = {}

    def all(self, row: ClassRow, send: Mapping[str, Any]) -> None:
        """Tell every screen of a class."""
        row.version += 1
        self._add(f"class:{row.id}", {"v": row.version, "to": None, "send": send})
        self.teacher(row.id, "screens")

    def pupil(self, row: ClassRow, pupil: int, send: Mapping[str, Any]) -> None:
        """Tell the screens of one pupil."""
        row.version += 1
        self._add(f"class:{row.id}", {"v": row.version, "to": pupil, "send": send})

    def gone(self, class_id: str, why: str, pupil: int | None = None) -> None:
        """Tell a pupil's screens, or everybody's, that they are in the class no more."""
        self._add(f"class:{class_id}", {"v": None, "to": pupil, "send": {"gone": why}})

    def teacher(self, class_id: str, changed: str) -> None:
        """Tell the teacher's pages that something has changed; once, however often."""
        self._told[class_id, changed] = (f"class:{class_id}:teacher", {"changed": changed})

    def add(self, others: News) -> None:
        """Take over the news of another."""
        for key, (topic, message) in others._told.items():
            if isinstance(key, int):
                self._add(topic, message)
            else:
                self._told[key] = (topic, message)

    def _add(self, topic: str, message: Mapping[str, Any]) -> None:
        self._told[len(self._told)] = (topic, message)

    def publish(self, bus: Bus) -> None:
        """Tell it."""
        for topic, message in self._told.values():
            bus.publish(topic, message)


def class_words(row: ClassRow) -> dict[str, Any]:
    """What a pupil is told of the class."""
    return {"code": row.code, "title": row.title, "locked": row.locked}


def join(session: Session, news: News, at: datetime, code: Any, nick: Any, token: Any = None) -> Joined:
    """Join a class. With a token that has joined it before, it is the same joining, whatever the name.

    Raises:
        Refusal: no such class, or it is locked or full; or it is no name.
    """
    row = session.scalar(select(ClassRow).where(ClassRow.code == read_code(code)).with_for_update())
    if row is None:
        raise Refusal("no_class")
    token = token if hashed(token) else new_secret()
    known = session.scalar(select(PupilRow).where(PupilRow.token == hashed(token)))
    if known is not None and known.class_id == row.id:
        return Joined(token, row.id, known.id, known.nick)
    if known is not None:
        token = new_secret()  # one pupil in one class: who joins another is somebody new there
    nick = read_nick(nick)
    if row.locked:
        raise Refusal("locked")
    taken = set(session.scalars(select(PupilRow.same).where(PupilRow.class_id == row.id)))
    if len(taken) >= PUPILS:
        raise Refusal("full", most=PUPILS)
    free = _free(nick, taken)
    pupil = PupilRow(
        class_id=row.id, token=hashed(token), nick=free, same=same(free), away=False, here=at, joined=at
    )  # fmt: skip
    session.add(pupil)
    session.flush()
    row.used = at
    news.teacher(row.id, "roster")
    return Joined(token, row.id, pupil.id, free)


def _free(nick: str, taken: set[str]) -> str:
    """The nickname, with a number where somebody has it already."""
    found, number = nick, 1
    while same(found) in taken:
        number += 1
        found = f"{nick[: NICK - 4].strip()} {number}"
    return found


def find(session: Session, token: Any) -> PupilRow:
    """The pupil of a token.

    Raises:
        Refusal: there is none.
    """
    pupil = session.scalar(select(PupilRow).where(PupilRow.token == hashed(token)))
    if pupil is None:
        raise Refusal("no_pupil")
    return pupil


def screen(session: Session, token: Any) -> Screen:
    """What a pupil's screen shows now.

    Raises:
        Refusal: the pupil is in no class any more.
    """
    pupil = find(session, token)
    row = session.get_one(ClassRow, pupil.class_id)
    you = {"nick": pupil.nick, "class": class_words(row)}
    game = pupil_game(session, pupil)
    work = set_work(session, row.id)
    state = Screen(row.id, pupil.id, row.version, you, row.show_id, row.cursor, row.asking, game=game, work=work)
    asking = session.get(AskingRow, row.asking) if row.asking is not None else None
    if asking is None:
        return state
    mine = session.get(AnswerRow, (asking.id, pupil.id))
    return replace(
        state, closed=asking.closed is not None, revealed=asking.revealed_at is not None, mine=mine and mine.value
    )


def show_text(session: Session, class_id: str, id: int) -> str | None:
    """What is shown to a class, as JSON; None where it is something else by now."""
    return session.scalar(select(ClassRow.show).where(ClassRow.id == class_id, ClassRow.show_id == id))


def ask_text(session: Session, class_id: str, id: int) -> str | None:
    """A question as the screens get it, as JSON; None where it has gone."""
    return session.scalar(select(AskingRow.content).where(AskingRow.id == id, AskingRow.class_id == class_id))


def reveal_text(session: Session, class_id: str, id: int) -> str | None:
    """The answer to a question, likewise; None before it is revealed."""
    return session.scalar(select(AskingRow.revealed).where(AskingRow.id == id, AskingRow.class_id == class_id))


def answer(session: Session, news: News, at: datetime, token: Any, asking: Any, value: Any, n: Any) -> str:
    """Answer a question; see :meth:`apps.school.classes.Classes.answer`.

    Returns:
        the answer that is kept now.

    Raises:
        Refusal: the question is closed or gone, or this is no answer to it.
    """
    if type(n) is not int or type(asking) is not int or not (0 <= n < 2**31 and 0 <= asking < 2**31):
        raise Refusal("not_understood")
    pupil = find(session, token)
    # Held until all is written: whoever closes the question waits, and whoever comes later finds it closed.
    row = session.scalar(
        select(AskingRow).where(AskingRow.id == asking, AskingRow.class_id == pupil.class_id).with_for_update(read=True)
    )
    if row is None:
        raise Refusal("no_such_question")
    last = session.execute(
        select(AnswerRow.n, AnswerRow.value).where(AnswerRow.asking == asking, AnswerRow.pupil == pupil.id)
    ).first()
    if last is not None and n <= last.n:
        return str(last.value)
    if row.closed is not None:
        raise Refusal("closed")
    kept = accepted(row.kind, json.loads(row.accepts), value)
    put = insert(session, AnswerRow).values(asking=asking, pupil=pupil.id, value=kept, n=n, given=at)
    own = AnswerRow.__table__.c
    session.execute(
        put.on_conflict_do_update(
            index_elements=[own.asking, own.pupil],
            set_={"value": put.excluded.value, "n": put.excluded.n, "given": put.excluded.given},
            where=put.excluded.n > own.n,
        )
    )
    news.teacher(pupil.class_id, "answers")
    return kept


def away(session: Session, news: News, token: Any, away: bool) -> None:
    """The pupil looks around, or has come back."""
    pupil = find(session, token)
    if pupil.away != away:
        pupil.away = away
        news.teacher(pupil.class_id, "roster")


def leave(session: Session, news: News, token: Any) -> None:
    """The pupil leaves for good."""
    pupil = session.scalar(select(PupilRow).where(PupilRow.token == hashed(token)))
    if pupil is not None:
        news.gone(pupil.class_id, "left", pupil.id)
        news.teacher(pupil.class_id, "roster")
        session.delete(pupil)


def accepted(kind: str, accepts: Sequence[str] | None, value: Any) -> str:
    """An answer as it is kept.

    Raises:
        Refusal: it is none.
    """
    given = value.strip() if isinstance(value, str) else str(value) if type(value) is int else ""
    if accepts is None and kind == NUMBER:
        digits = given.lstrip("+-")
        if len(given) > 10 or not (digits.isascii() and digits.isdigit() and len(digits) >= len(given) - 1):
            raise Refusal("no_answer")
        return str(int(given))
    if kind == CELL:
        given = given.lower()
    if accepts is None or given not in accepts:
        raise Refusal("no_answer")
    return given
