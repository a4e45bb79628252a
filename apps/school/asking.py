"""The verbs of a question: ask, close, reveal, ask again. Answers come by :func:`apps.school.pupils.answer`.

Right and wrong are not in the database before the reveal: a question lies there as data, and the engine judges then.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from ..parts.frames import compact
from .asks import Data, Prepared, choices, label, prepare
from .attempt import Attempt
from .desk import Desk, class_of, put_show
from .limits import ASKINGS, SHOW
from .pupils import News
from .refusal import Refusal
from .tables import AnswerRow, AskingRow, ClassRow, PupilRow
from .work_rows import count_try


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer, and how many gave it.

    Args:
        right: None before the reveal, and where there is no right or wrong.
    """

    value: str
    label: str
    count: int
    right: bool | None = None


@dataclass(frozen=True, slots=True)
class Spread:
    """What a class answered.

    Args:
        content: the question as the screens have it.
        choices: of a *choice* all, in their order; of other kinds those that were given, the most frequent first.
        answers: how many have answered, of so many ``pupils``: those who are here, and those who answered.
        before: the id of the asking before, where this one asks the same again.
    """

    asking: int
    content: Mapping[str, Any]
    closed: bool
    revealed: bool
    choices: tuple[Choice, ...]
    answers: int
    pupils: int
    before: int | None


@dataclass(frozen=True, slots=True)
class Given:
    """A pupil's answer."""

    pupil: int
    nick: str
    value: str
    right: bool | None


class Asking(Desk):
    """What a teacher does with questions. All of it takes the secret of the class.

    Making and judging a question may take some tenths of a second: a page calls these in a thread.
    """

    def ask(self, secret: str, data: Data) -> int:
        """Put a question to the class.

        Args:
            data: as the functions of :mod:`apps.school.asks` make it.

        Returns:
            its id.

        Raises:
            Refusal: another question is open, or it is too long.
            GameError: it cannot be asked.
        """
        with self.database.reading() as reading:
            class_of(reading, secret)  # nobody else makes us think
        made = prepare(data)
        content, accepts = compact(made.content), compact(made.accepts)
        if len(content) > SHOW:
            raise Refusal("too_long")
        with self.teaching(secret) as (session, news, row):
            return self._put(session, news, row, compact(dict(data)), content, accepts, made.content["kind"], None)

    def ask_again(self, secret: str) -> int:
        """Ask the same once more; the answers of before stay beside the new ones.

        Raises:
            Refusal: there is no question, or it is still open.
        """
        with self.teaching(secret) as (session, news, row):
            old = _asking(session, row, row.asking)
            content = json.loads(old.content)
            del content["id"], content["before"]
            return self._put(session, news, row, old.asked, compact(content), old.accepts, old.kind, old.id)

    def _put(
        self, session: Session, news: News, row: ClassRow, asked: str, content: str, accepts: str, kind: str,
        before: int | None,
    ) -> int:  # fmt: skip
        if row.asking is not None and _asking(session, row, row.asking).closed is None:
            raise Refusal("still_open")
        kept = select(AskingRow.id).where(AskingRow.class_id == row.id).order_by(AskingRow.id.desc())
        old = list(session.scalars(kept.offset(ASKINGS - 1)))
        session.execute(delete(AskingRow).where(AskingRow.id.in_(old)))
        new = AskingRow(
            class_id=row.id, before=before, asked=asked, content="", accepts=accepts, kind=kind, opened=self.clock()
        )
        session.add(new)
        session.flush()
        new.content = f'{{"id":{new.id},"before":{json.dumps(before)},{content[1:]}'
        row.asking = new.id
        news.all(row, {"ask": json.loads(new.content)})
        news.teacher(row.id, "answers")
        return new.id

    def close(self, secret: str) -> None:
        """Take no more answers. Does nothing the second time.

        Raises:
            Refusal: there is no question.
        """
        with self.teaching(secret) as (session, news, row):
            asking = _asking(session, row, row.asking)
            if asking.closed is None:
                asking.closed = self.clock()
                news.all(row, {"closed": asking.id})
                news.teacher(row.id, "answers")

    def reveal(self, secret: str) -> None:
        """Judge the answers, and show the right one and the spread to the class; what happens then is on the screens.

        Does nothing the second time.

        Raises:
            Refusal: there is no question, or it is still open.
        """
        with self.database.reading() as reading:
            row = class_of(reading, secret)
            asking = _asking(reading, row, row.asking, closed=True)
            if asking.revealed_at is not None:
                return
            id, asked = asking.id, json.loads(asking.asked)
            values = list(reading.scalars(select(AnswerRow.value).where(AnswerRow.asking == id).distinct()))
        made = prepare(asked)
        judged = {value: made.right(value) for value in values}  # closed, so no other will come
        answers, words, drawn, at = made.solution()
        with self.teaching(secret) as (session, news, row):
            asking = _asking(session, row, row.asking, closed=True)
            if asking.id != id or asking.revealed_at is not None:
                return
            for value, right in judged.items():
                session.execute(
                    update(AnswerRow).where(AnswerRow.asking == id, AnswerRow.value == value).values(right=right)
                )
            asking.revealed_at = now = self.clock()
            session.flush()
            self._count(session, made, asked, asking)
            spread = _rows(_spread(session, now, row, asking))
            told = {"id": id, "answers": list(answers), "text": words, "spread": spread}
            earlier = session.get(AskingRow, asking.before) if asking.before is not None else None
            if earlier is not None:
                told["before"] = _rows(_spread(session, now, row, earlier))
            asking.revealed = compact(told)
            news.all(row, {"reveal": told})
            put_show(row, news, drawn, at)
            news.teacher(row.id, "answers")

    def _count(self, session: Session, made: Prepared, asked: Data, asking: AskingRow) -> None:
        """An answer in class shows what a pupil knows, like one at home. That the class was asked again does not."""
        if made.rule is None or asking.before is not None:
            return
        given = session.execute(
            select(AnswerRow.pupil, AnswerRow.value, AnswerRow.right).where(AnswerRow.asking == asking.id)
        )
        for pupil, value, right in given.all():
            attempt = Attempt(made.game.id, made.rule, bool(right), asked, value)
            count_try(session, pupil, attempt, self.clock())

    def dismiss(self, secret: str) -> None:
        """Take the question from the screens. If it is open it is closed, and not revealed."""
        with self.teaching(secret) as (session, news, row):
            take_away(session, news, row, self)

    def spread(self, secret: str, asking: int | None = None) -> Spread | None:
        """What the class has answered so far; for its teacher only.

        Args:
            asking: by default the one on the screens.

        Returns:
            None where there is no question on the screens.

        Raises:
            Refusal: there is no such question.
        """
        with self.database.reading() as session:
            row = class_of(session, secret)
            if asking is None and row.asking is None:
                return None
            found = _asking(session, row, row.asking if asking is None else asking)
            return _spread(session, self.clock(), row, found)

    def asked(self, secret: str, asking: int | None = None) -> Data:
        """The data of a question, from which :func:`apps.school.asks.prepare` makes it anew.

        Args:
            asking: by default the one on the screens.

        Raises:
            Refusal: there is no such question.
        """
        with self.database.reading() as session:
            row = class_of(session, secret)
            data: Data = json.loads(_asking(session, row, row.asking if asking is None else asking).asked)
            return data

    def answers(self, secret: str, asking: int) -> tuple[Given, ...]:
        """Who has answered what; for the teacher only."""
        with self.database.reading() as session:
            row = class_of(session, secret)
            _asking(session, row, asking)
            found = session.execute(
                select(PupilRow.id, PupilRow.nick, AnswerRow.value, AnswerRow.right)
                .join(AnswerRow, AnswerRow.pupil == PupilRow.id)
                .where(AnswerRow.asking == asking)
                .order_by(PupilRow.id)
            )
            return tuple(Given(*one) for one in found)


def take_away(session: Session, news: News, row: ClassRow, desk: Desk) -> None:
    """Take the question from the screens, within a transaction."""
    if row.asking is None:
        return
    asking = session.get(AskingRow, row.asking)
    if asking is not None and asking.closed is None:
        asking.closed = desk.clock()
    row.asking = None
    news.all(row, {"ask": None})
    news.teacher(row.id, "answers")


def is_revealed(session: Session, row: ClassRow) -> bool:
    """Whether a question is on the screens, with its answer."""
    asking = session.get(AskingRow, row.asking) if row.asking is not None else None
    return asking is not None and asking.revealed_at is not None


def _asking(session: Session, row: ClassRow, id: int | None, *, closed: bool = False) -> AskingRow:
    if id is None:
        raise Refusal("no_question")
    asking = session.get(AskingRow, id)
    if asking is None or asking.class_id != row.id:
        raise Refusal("no_such_question")
    if closed and asking.closed is None:
        raise Refusal("open")
    return asking


def _spread(session: Session, at: datetime, row: ClassRow, asking: AskingRow) -> Spread:
    content = json.loads(asking.content)
    given = session.execute(select(AnswerRow.value, AnswerRow.right).where(AnswerRow.asking == asking.id)).all()
    counts = Counter(value for value, _ in given)
    right = dict(tuple(one) for one in given) if asking.revealed_at is not None else {}
    values = choices(content) or [value for value, _ in sorted(counts.items(), key=lambda one: (-one[1], one[0]))]
    # Nobody waits for those who have gone, as after a second joining with another device.
    answered = PupilRow.id.in_(select(AnswerRow.pupil).where(AnswerRow.asking == asking.id))
    expected = select(func.count()).where(PupilRow.class_id == row.id, (PupilRow.here > at) | answered)
    pupils = session.scalar(expected) or 0
    return Spread(
        asking.id, content, asking.closed is not None, asking.revealed_at is not None,
        tuple(Choice(value, label(content, value), counts[value], right.get(value)) for value in values),
        len(given), pupils, asking.before,
    )  # fmt: skip


def _rows(spread: Spread) -> list[list[Any]]:
    return [[one.value, one.label, one.count, one.right] for one in spread.choices]
