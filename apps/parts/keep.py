"""What is kept of a learner: how far in which lesson, with how many stars, and what practice knows of each game."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from engine import DataError, GameError, learner, progress
from engine.learner import Learner
from engine.lessons import Lesson
from engine.progress import Progress

from ..school.attempt import Attempt


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a lesson.

    Args:
        data: the run as :func:`engine.progress.to_data` writes it.
        stars: the best of all runs.
    """

    data: dict[str, Any] = field(default_factory=dict)
    stars: int = 0


class Keep:
    """Keeps it as long as the page is open."""

    def __init__(self) -> None:
        self.lessons: dict[str, Kept] = {}
        self.games: dict[str, dict[str, Any]] = {}

    def stars(self, lesson: Lesson) -> int:
        """The stars of a lesson so far."""
        return self.lessons.get(lesson.id, Kept()).stars

    def run(self, lesson: Lesson) -> Progress | None:
        """The run to go on with; None where there is none, or where the lesson has changed since."""
        kept = self.lessons.get(lesson.id)
        if kept is None:
            return None
        try:
            return progress.from_data(kept.data, lesson)
        except DataError:
            return None

    def done(self, lesson: Lesson) -> int:
        """How many activities of the present run are done, without reading it in full."""
        done = self.lessons.get(lesson.id, Kept()).data.get("activity", 0)
        return done if isinstance(done, int) else 0

    def learner(self, game: str) -> Learner:
        """What practice knows of the learner in a game."""
        try:
            return learner.from_data(self.games[game])
        except (KeyError, DataError):
            return Learner(game)

    def save_run(self, lesson: Lesson, run: Progress) -> None:
        """Keep a run, if there is anything in it."""
        old, data = self.lessons.get(lesson.id), progress.to_data(run)
        fresh = progress.begin(lesson, run.seed) == run
        if (old is None and fresh) or (old is not None and old.data == data):
            return
        stars = max(old.stars if old else 0, progress.stars(lesson, run))
        self.lessons[lesson.id] = Kept(data, stars)
        self._written({lesson.id: self.lessons[lesson.id]}, {})

    def save_learner(self, known: Learner) -> None:
        """Keep what practice knows."""
        self.games[known.game] = learner.to_data(known)
        self._written({}, {known.game: self.games[known.game]})

    def put(self, lessons: dict[str, Kept], games: dict[str, dict[str, Any]]) -> None:
        """Take over what a file held. Stars are never lost."""
        merged = {
            id: Kept(kept.data, max(kept.stars, self.lessons.get(id, Kept()).stars)) for id, kept in lessons.items()
        }
        self._written(merged, games)
        self.lessons.update(merged)
        self.games.update(games)

    def tried(self, attempt: Attempt) -> None:
        """A question was tried."""

    def forget(self) -> None:
        """Delete everything."""
        self.lessons.clear()
        self.games.clear()

    def _written(self, lessons: dict[str, Kept], games: dict[str, dict[str, Any]]) -> None:
        """Something is to be kept."""


class Stored(Keep):
    """Keeps it in the database, under a name that only the learner's browser knows.

    Args:
        named: gets the name of a new learner.

    What cannot be written is kept as long as the page is open, and ``trouble`` says why.
    """

    def __init__(self, named: Callable[[str], None]) -> None:
        super().__init__()
        self.name: str | None = None
        self.trouble = ""
        self.keeps = True
        """False where the browser cannot keep a name: then nothing is written that nobody could ever find again."""
        self._named = named

    def use(self, name: object) -> None:
        """Take up the progress of a learner; of a new one where the name is none."""
        from ..store import is_name, store

        self.lessons, self.games = {}, {}
        self.name = name if isinstance(name, str) and is_name(name) else None
        if self.name is None:
            return
        try:
            lessons, games = store().load(self.name)
        except GameError as error:
            self.trouble = str(error)
            return
        self.lessons = {id: Kept(dict(data), stars) for id, (data, stars) in lessons.items()}
        self.games = {id: dict(data) for id, data in games.items()}

    def join(self, name: object) -> None:
        """Another page of the same browser was faster with a name: put what this one kept under it."""
        lessons, games = dict(self.lessons), dict(self.games)
        with suppress(GameError):
            self.forget()
        self.use(name)
        self.put(lessons, games)

    def forget(self) -> None:
        """Delete everything, in the database too.

        Raises:
            StoreError: it cannot be deleted now.
        """
        from ..store import store

        if self.name is not None:
            store().forget(self.name)
        self.name = None
        super().forget()

    def tried(self, attempt: Attempt) -> None:
        """A question was tried: a teacher may want to know, where the learner is a pupil of a class."""
        if self.name is None:
            return
        from ..school.classes import classes
        from ..school.work import tried

        try:
            tried(classes(), self.name, attempt)
        except GameError as error:
            self.trouble = str(error)

    def _written(self, lessons: dict[str, Kept], games: dict[str, dict[str, Any]]) -> None:
        from ..store import new_name, store

        if not self.keeps:
            return
        fresh = self.name is None
        self.name = self.name or new_name()
        try:
            store().save(self.name, {id: (kept.data, kept.stars) for id, kept in lessons.items()}, games)
            self.trouble = ""
        except GameError as error:
            self.trouble = str(error)
        if fresh:
            self._named(self.name)
