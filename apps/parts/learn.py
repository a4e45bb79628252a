"""Learn a game: the list of its lessons, and one lesson at a time."""

from __future__ import annotations

import secrets
from typing import Any

import panel as pn
import param
from panel.custom import Child

from engine import Game, get_game, progress
from engine.lessons import Lesson, get_lesson, lessons
from engine.tasks import task_count
from engine.words import SOURCE_LANGUAGE

from .esm import module
from .keep import Keep
from .lesson_run import LessonRun
from .pane import Pane, sheet
from .table import Table
from .texts import LEARN, words


class LearnPane(Pane):
    """The browser's side. The parts of the table are made with the first lesson that is opened."""

    board = Child(default=None)
    steps = Child(default=None)
    card = Child(default=None)
    words = param.Dict(default={}, doc="Texts of the script.")
    linked = param.Boolean(doc="Whether the address says which lesson is open.")

    _esm = module("learn", "renderLearn")
    _stylesheets = [*Pane._stylesheets, sheet("theme", "learn")]  # noqa: RUF012 (Panel's own convention)


class Learn(pn.viewable.Viewer):
    """The course of a game.

    Args:
        game: the game or its id.
        lesson: the number of the lesson, or its name, to begin with; by default the list is shown.
        keep: where progress is kept.
        linked: whether the page's address says which lesson is open.
    """

    game: Game[Any, Any] = param.Parameter(constant=True)  # type: ignore[assignment]
    language = param.String(default=SOURCE_LANGUAGE, constant=True)
    now = param.Dict(default={}, doc="What the script draws.")

    def __init__(
        self,
        game: Game[Any, Any] | str,
        language: str = SOURCE_LANGUAGE,
        *,
        lesson: int | str | Lesson | None = None,
        keep: Keep | None = None,
        linked: bool = False,
    ) -> None:
        super().__init__(game=get_game(game) if isinstance(game, str) else game, language=language)
        self.keep = keep or Keep()
        self._course = lessons(self.game)
        self._run: LessonRun | None = None
        self._table: Table | None = None
        self._serial = 0
        self._pane = LearnPane(
            self._hear, self._complain, content=self.param.now, words=words(LEARN, language), linked=linked,
            css_classes=["md-root"],
        )  # fmt: skip
        if lesson is None:
            self._draw()
        else:
            self.open(lesson)

    def __panel__(self) -> Pane:
        return self._pane

    # Going about -----------------------------------------------------------------------------------------------------

    def open(self, which: int | str | Lesson, *, anew: bool = False) -> None:
        """Open a lesson where it was left, or anew.

        Raises:
            GameError: there is no such lesson.
        """
        lesson = which if isinstance(which, Lesson) else get_lesson(self.game, which)
        at = None if anew else self.keep.run(lesson)
        if at is None or progress.finished(lesson, at):
            at = progress.begin(lesson, secrets.randbelow(2**31))
        self._run = LessonRun(lesson, at, self.table, self.language)
        self._save()
        self._draw()

    def show_list(self) -> None:
        """Back to the list of lessons."""
        self._run = None
        self._draw()

    @property
    def table(self) -> Table:
        """The table; made when it is first needed."""
        if self._table is None:
            self._table = Table(self.game, self.language, self._tap, self._move, self._complain)
            self._pane.param.update(board=self._table.board, steps=self._table.steps, card=self._table.card)
        return self._table

    # Inside ----------------------------------------------------------------------------------------------------------

    def _hear(self, message: dict[str, Any]) -> None:
        match message:
            case {"open": int(number)}:
                self.open(number)
            case {"list": True}:
                self.show_list()
            case {"do": str(what), "at": int(serial)} if serial == self._serial:
                self._do(what, message.get("given"))

    def _do(self, what: str, given: object) -> None:
        run = self._run
        if run is None:
            return
        if what == "restart":
            self.open(run.lesson, anew=True)
            return
        match what, given:
            case "answer", str(text):
                run.answer(text[:80])
            case "tap", str(tap):
                run.tap(tap[:80])
            case (("again" | "hint" | "solve" | "go_on"), _):
                getattr(run, what)()
        self._save()
        self._draw()

    def _tap(self, tap: str) -> None:
        if self._run is not None and not self._run.finished:
            self._run.tap(tap)
            self._save()
            self._draw()

    def _move(self, text: str) -> None:
        if self._run is not None:
            self._run.move(text)

    def _save(self) -> None:
        run = self._run
        if run is not None:
            self.keep.save_run(run.lesson, run.at)

    def _complain(self, sentence: str) -> None:
        self._pane.send({"error": sentence})

    def _draw(self) -> None:
        self._serial += 1
        content = self._list() if self._run is None else self._run.content()
        if content["view"] != "list":
            content = {**content, **self._place(self._run.lesson)}  # type: ignore[union-attr]
        self.now = {**content, "at": self._serial}

    def _place(self, lesson: Lesson) -> dict[str, Any]:
        """Where a lesson stands in the course."""
        known = [one.id for one in self._course]
        if lesson.id not in known:
            return {"lesson": None, "next": None}
        number = known.index(lesson.id) + 1
        follows = self._course[number].title if number < len(known) else None
        return {"lesson": number, "next": follows}

    def _list(self) -> dict[str, Any]:
        """The lessons with progress and stars."""
        rows = []
        for number, lesson in enumerate(self._course, 1):
            done, count, stars = self.keep.done(lesson), task_count(lesson), self.keep.stars(lesson)
            started = 0 < done < count
            rows.append(
                {
                    "number": number,
                    "title": lesson.title,
                    "stars": stars,
                    "done": min(done, count),
                    "count": count,
                    "state": "started" if started else "done" if stars else "new",
                }
            )
        next_ = next((row["number"] for row in rows if not row["stars"]), None)
        return {"view": "list", "title": self.game.title, "rows": rows, "next": next_}
