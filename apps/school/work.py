"""Set work: what a class has to do, and who knows what by now.

A pupil works on the pages of the games like anybody else. Their browser tells the class under which learner's name it
keeps progress there; from then on tries are counted for the pupil.
"""

from __future__ import annotations

import csv
import io
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from engine import GAMES, GameError
from engine.lessons import get_lesson, lessons
from engine.tasks import task_count
from engine.words import SOURCE_LANGUAGE, translate

from ..db import insert
from ..store import LearnerRow, ProgressRow
from .asks import Data
from .attempt import Attempt
from .classes import Classes
from .desk import Desk, class_of
from .names import hashed
from .pupils import News, find
from .refusal import Refusal, say
from .tables import ClassRow, PupilRow
from .work_rows import LearnerOfRow, TryRow, WorkRow, count_try, set_work

PRACTICE = "#practice"
"""What stands after a game's id in the place of a lesson."""
MOST = 60
"""So many lessons may be set."""
LEARNERS = 8
"""So many learners (browsers) a pupil may have."""
RECENT = 5
"""So many of the last tries at a rule count."""
ERRORS = 8
"""So many of the commonest wrong answers are told."""
HAS, STRUGGLES, NOT_YET = "has", "struggles", ""


@dataclass(frozen=True, slots=True)
class Line:
    """A pupil in the grid.

    Args:
        lessons: for each lesson set: stars, activities done, activities there are.
        rules: for each rule: ``has``, ``struggles`` or "", and the last wrong try at it (its id) or None.
    """

    pupil: int
    nick: str
    lessons: tuple[tuple[int, int, int], ...]
    rules: tuple[tuple[str, int | None], ...]


@dataclass(frozen=True, slots=True)
class Error:
    """A wrong answer that several gave.

    Args:
        tried: id of one of the tries.
    """

    tried: int
    asked: Data
    value: str
    pupils: int


@dataclass(frozen=True, slots=True)
class Grid:
    """Who knows what of a game.

    Args:
        lessons: ids of what is set, of this game.
        rules: ids of the rules that were asked about, or are taught in what is set.
    """

    lessons: tuple[str, ...]
    rules: tuple[str, ...]
    lines: tuple[Line, ...]
    errors: tuple[Error, ...]


@dataclass(frozen=True, slots=True)
class Wrong:
    """A wrong answer of a pupil."""

    nick: str
    asked: Data
    value: str | None


def standing(rights: Sequence[bool]) -> str:
    """What the last tries at a rule say, the newest first.

    >>> standing([]), standing([True]), standing([False, True, True]), standing([True, False, False])
    ('', 'has', 'struggles', 'struggles')
    """
    recent = rights[:RECENT]
    if not recent:
        return NOT_YET
    return HAS if recent[0] and 2 * sum(recent) >= len(recent) else STRUGGLES


class Work(Desk):
    """The set work of all classes."""

    @classmethod
    def of(cls, classes: Classes) -> Work:
        """That of the same database."""
        return cls(classes.database, classes.bus, classes.clock, classes.keep)

    # The teacher ------------------------------------------------------------------------------------------------------

    def assign(self, secret: str, lesson: str, language: str = SOURCE_LANGUAGE) -> None:
        """Set a lesson, or ``<game>#practice``.

        Raises:
            GameError: there is no such lesson.
            Refusal: there are too many.
        """
        title_of(lesson)
        with self.teaching(secret) as (session, news, row):
            if len(set_work(session, row.id)) >= MOST:
                raise Refusal("too_much_work", most=MOST)
            put = insert(session, WorkRow).values(class_id=row.id, lesson=lesson, made=self.clock())
            session.execute(put.on_conflict_do_nothing())
            self._tell(session, news, row, language)

    def unassign(self, secret: str, lesson: str, language: str = SOURCE_LANGUAGE) -> None:
        """Set it no more."""
        with self.teaching(secret) as (session, news, row):
            session.execute(delete(WorkRow).where(WorkRow.class_id == row.id, WorkRow.lesson == lesson))
            self._tell(session, news, row, language)

    def assigned(self, secret: str) -> tuple[str, ...]:
        """What is set, in the order in which it was."""
        with self.database.reading() as session:
            return set_work(session, class_of(session, secret).id)

    def _tell(self, session: Session, news: News, row: ClassRow, language: str) -> None:
        session.flush()
        news.all(row, {"work": links(set_work(session, row.id), language)})
        news.teacher(row.id, "work")

    def grid(self, secret: str, game: str) -> Grid:
        """Who knows what of a game."""
        with self.database.reading() as session:
            row = class_of(session, secret)
            people = session.execute(
                select(PupilRow.id, PupilRow.nick).where(PupilRow.class_id == row.id).order_by(PupilRow.id)
            ).all()
            mine = tuple(one for one in set_work(session, row.id) if game_of(one) == game)
            tries = session.execute(
                select(TryRow.id, TryRow.pupil, TryRow.rule, TryRow.right)
                .join(PupilRow, PupilRow.id == TryRow.pupil)
                .where(PupilRow.class_id == row.id, TryRow.game == game)
                .order_by(TryRow.id.desc())
            ).all()
            rights: dict[tuple[int, str], list[bool]] = defaultdict(list)
            wrong: dict[tuple[int, str], int] = {}
            for id, pupil, rule, right in tries:
                rights[pupil, rule].append(right)
                if not right:
                    wrong.setdefault((pupil, rule), id)
            taught = {
                rule for one in mine if not one.endswith(PRACTICE) for rule in get_lesson(GAMES[game], one).teaches
            }
            known = taught | {rule for _, rule in rights}
            rules = tuple(rule for rule in GAMES[game].rules if rule in known)
            done = _done(session, row.id, mine)
            lines = tuple(
                Line(
                    id, nick, tuple(done[id, one] for one in mine),
                    tuple((standing(rights[id, rule]), wrong.get((id, rule))) for rule in rules),
                )
                for id, nick in people
            )  # fmt: skip
            return Grid(mine, rules, lines, _errors(session, row.id, game))

    def wrong(self, secret: str, tried: int) -> Wrong:
        """A wrong answer.

        Raises:
            Refusal: there is no such try in this class.
        """
        with self.database.reading() as session:
            row = class_of(session, secret)
            found = session.execute(
                select(PupilRow.nick, TryRow.asked, TryRow.value)
                .join(TryRow, TryRow.pupil == PupilRow.id)
                .where(TryRow.id == tried, PupilRow.class_id == row.id, TryRow.asked.is_not(None))
            ).one_or_none()
            if found is None:
                raise Refusal("no_such_try")
            return Wrong(found.nick, json.loads(found.asked), found.value)

    def table(self, secret: str, game: str, language: str = SOURCE_LANGUAGE) -> str:
        """The grid as CSV."""
        grid, book = self.grid(secret, game), GAMES[game].rulebook
        told = {word: say(f"grid_{word or 'not_yet'}", language) for word in (HAS, STRUGGLES, NOT_YET)}
        text = io.StringIO()
        write = csv.writer(text)
        heads = [title_of(one, language) for one in grid.lessons] + [book.title(rule, language) for rule in grid.rules]
        write.writerow([say("grid_pupil", language), *heads])
        for line in grid.lines:
            lessons = [stars or (f"{done}/{count}" if done else "") for stars, done, count in line.lessons]
            write.writerow([_plain(line.nick), *lessons, *(told[word] for word, _ in line.rules)])
        return text.getvalue()


# Pupils ---------------------------------------------------------------------------------------------------------------


def link(session: Session, news: News, token: Any, name: Any) -> None:
    """A pupil's browser tells under which learner's name it keeps progress.

    Raises:
        Refusal: it is no name, or the pupil has too many.
    """
    learner = hashed(name)
    if not learner:
        raise Refusal("not_understood")
    pupil = find(session, token)
    known = set(session.scalars(select(LearnerOfRow.learner).where(LearnerOfRow.pupil == pupil.id)))
    if learner in known:
        return
    if len(known) >= LEARNERS:
        raise Refusal("too_many_learners")
    session.add(LearnerOfRow(pupil=pupil.id, learner=learner))
    news.teacher(pupil.class_id, "work")


def tried(desk: Desk, name: str, attempt: Attempt) -> None:
    """Count a try of a learner for every pupil whom they are."""
    with desk.database.reading() as reading:
        if not _pupils_of(reading, name):
            return
    with desk.act() as (session, news):
        for pupil, class_id in _pupils_of(session, name):
            count_try(session, pupil, attempt, desk.clock())
            news.teacher(class_id, "work")


def _pupils_of(session: Session, name: str) -> list[tuple[int, str]]:
    found = session.execute(
        select(PupilRow.id, PupilRow.class_id)
        .join(LearnerOfRow, LearnerOfRow.pupil == PupilRow.id)
        .where(LearnerOfRow.learner == hashed(name))
    )
    return [(id, class_id) for id, class_id in found]


# Inside ---------------------------------------------------------------------------------------------------------------


def links(work: Iterable[str], language: str = SOURCE_LANGUAGE) -> list[dict[str, str]]:
    """What a pupil's screen shows of it: title and address."""
    found = []
    for one in work:
        try:
            found.append({"title": title_of(one, language), "link": f"./{game_of(one)}#learn/{_place(one)}"})
        except GameError:
            continue  # a lesson that is not there any more
    return found


def game_of(work: str) -> str:
    """The game of a lesson or of practice."""
    return work.removesuffix(PRACTICE).partition("/")[0]


def title_of(work: str, language: str = SOURCE_LANGUAGE) -> str:
    """The game's title and the lesson's.

    Raises:
        GameError: there is none.
    """
    game = game_of(work)
    if game not in GAMES:
        raise GameError(f"there is no game {game[:40]!r}")
    title = (
        say("practice", language)
        if work == f"{game}{PRACTICE}"
        else translate(get_lesson(GAMES[game], work).title, language)
    )
    return f"{translate(GAMES[game].title, language)}: {title}"


def _place(work: str) -> str:
    """What stands in the address in the lesson's place."""
    game = game_of(work)
    if work.endswith(PRACTICE):
        return "practice"
    return str([one.id for one in lessons(GAMES[game])].index(work) + 1)


def _done(session: Session, class_id: str, work: Sequence[str]) -> Mapping[tuple[int, str], tuple[int, int, int]]:
    """(pupil, lesson) -> stars, activities done, activities there are: of all the pupil's learners the best."""
    found: dict[tuple[int, str], tuple[int, int, int]] = defaultdict(lambda: (0, 0, 0))
    owners = (
        select(PupilRow.id, LearnerOfRow.learner)
        .join(LearnerOfRow, LearnerOfRow.pupil == PupilRow.id)
        .where(PupilRow.class_id == class_id)
        .subquery()
    )
    rows = session.execute(
        select(owners.c.id, ProgressRow.lesson, ProgressRow.stars, ProgressRow.data)
        .join(owners, owners.c.learner == ProgressRow.learner)
        .where(ProgressRow.lesson.in_(work))
    )
    for pupil, lesson, stars, data in rows:
        count = task_count(get_lesson(GAMES[game_of(lesson)], lesson))
        at = json.loads(data).get("activity", 0)
        found[pupil, lesson] = max(found[pupil, lesson], (stars, min(at, count) if isinstance(at, int) else 0, count))
    asked = session.execute(
        select(owners.c.id, LearnerRow.game, LearnerRow.data).join(owners, owners.c.learner == LearnerRow.learner)
    )
    for pupil, game, data in asked:
        questions = json.loads(data).get("asked", 0)
        key = (pupil, f"{game}{PRACTICE}")
        found[key] = max(found[key], (0, questions if isinstance(questions, int) else 0, 0))
    return found


def _errors(session: Session, class_id: str, game: str) -> tuple[Error, ...]:
    """The wrong answers that most pupils gave."""
    pupils = func.count(func.distinct(TryRow.pupil))
    found = session.execute(
        select(func.max(TryRow.id), TryRow.asked, TryRow.value, pupils)
        .join(PupilRow, PupilRow.id == TryRow.pupil)
        .where(PupilRow.class_id == class_id, TryRow.game == game, TryRow.right.is_(False))
        .where(TryRow.asked.is_not(None), TryRow.value.is_not(None))
        .group_by(TryRow.asked, TryRow.value)
        .order_by(pupils.desc(), func.max(TryRow.id).desc())
        .limit(ERRORS)
    )
    return tuple(Error(id, json.loads(asked), value, count) for id, asked, value, count in found)


def _plain(text: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in "=+-@" else text
