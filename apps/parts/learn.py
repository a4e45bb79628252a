"""Learn a game: the list of its lessons, one lesson at a time, and practice without end."""

from __future__ import annotations

import secrets
import sys
from typing import Any

import panel as pn
import param
from panel.custom import Child

from engine import Game, GameError, get_game, practice, progress
from engine.learner import Learner
from engine.lessons import Lesson, get_lesson, lessons
from engine.tasks import task_count
from engine.words import SOURCE_LANGUAGE, translate

from ..school.attempt import Attempt
from .drill import Drill
from .esm import module
from .keep import Keep, Stored
from .lesson_run import LessonRun
from .pane import Pane, guarded, sheet
from .progress_file import MAX_BYTES, progress_text, read_progress
from .table import Table
from .texts import LEARN, words

PRACTICE = "practice"
"""What stands in the place of a lesson's number; kinds that are practised by themselves stand there by their name."""


class LearnPane(Pane):
    """The browser's side. The parts of the table are made with the first lesson that is opened."""

    board = Child(default=None)
    steps = Child(default=None)
    card = Child(default=None)
    words = param.Dict(default={}, doc="Texts of the script.")
    hails = param.Boolean(doc="Whether the browser asks for the content once the way to python is open: in a notebook.")
    linked = param.Boolean(doc="Whether the address says what is open, and the browser keeps the learner's name.")
    limit = param.Integer(default=MAX_BYTES, doc="Characters of a file that are read.")

    def _handle_msg(self, data: Any) -> None:
        if isinstance(data, dict) and data.get("ready"):
            self.send({"content": self.content})
        else:
            super()._handle_msg(data)

    _esm = module("learn", "renderLearn")
    _stylesheets = [*Pane._stylesheets, sheet("theme", "question", "learn")]  # noqa: RUF012 (Panel's own convention)


class Learn(pn.viewable.Viewer):
    """The course of a game.

    Args:
        game: the game or its id.
        lesson: a lesson, its number or its name, to begin with; by default the list is shown.
        linked: for a page: its address says what is open, and progress is kept in the database. Otherwise it is kept
            as long as this view is.
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
        linked: bool = False,
    ) -> None:
        super().__init__(game=get_game(game) if isinstance(game, str) else game, language=language)
        self.keep = Stored(self._named) if linked else Keep()
        self._course = lessons(self.game)
        self._run: LessonRun | Drill | None = None
        self._table: Table | None = None
        self._serial = 0
        self._pane = LearnPane(
            self._hear, self._complain, lambda: language,
            content=self.param.now, words=words(LEARN, language), linked=linked, css_classes=["md-root"],
            hails=pn.state.curdoc is None and "ipykernel" in sys.modules,
        )  # fmt: skip
        if lesson is not None:
            self.open(lesson)
        elif linked:
            self.now = {"view": "wait"}  # for the browser to say who is there
        else:
            self._draw()

    def __panel__(self) -> Pane:
        return self._pane

    def __repr__(self) -> str:
        return f"<Learn {self.game.id}>"

    # Going about -----------------------------------------------------------------------------------------------------

    def open(self, which: int | str | Lesson, *, anew: bool = False) -> None:
        """Open a lesson where it was left, or anew; ``practice`` opens practice, ``puzzles`` and its like a part of it.

        Raises:
            GameError: there is none.
        """
        if which in self._drills:
            kinds = None if which == PRACTICE else str(which)
            self._run = Drill(self.game, self._known(str(which)), self.table, self.language, kinds, self._tried)
        else:
            lesson = which if isinstance(which, Lesson) else get_lesson(self.game, which)
            at = None if anew else self.keep.run(lesson)
            if at is None or progress.finished(lesson, at):
                at = progress.begin(lesson, secrets.randbelow(2**31))
            self._run = LessonRun(lesson, at, self.table, self.language, self._tried)
        self._save()
        self._draw()

    def answer(self, given: str) -> str:
        """Answer the question that is open, or make a move, as somebody who teaches by code would.

        Args:
            given: a cell, a number, the value of a choice, or a move.

        Returns:
            what is said to it; "" where nothing is asked.
        """
        run = self._run
        if run is not None:
            (run.move if run.by_moves else run.answer)(given)
            self._save()
            self._draw()
        return str((self.now.get("told") or {}).get("text") or self.now.get("notice", ""))

    def go_on(self) -> None:
        """To the next activity or question, where this one is done."""
        if self._run is not None:
            self._do("go_on", None)

    def show_list(self) -> None:
        """Back to the list of lessons."""
        self._run = None
        self._draw()

    @property
    def run(self) -> LessonRun | Drill | None:
        """The lesson or the practice that is open."""
        return self._run

    @property
    def table(self) -> Table:
        """The table; made when it is first needed."""
        if self._table is None:
            self._table = Table(self.game, self.language, self._tap, self._move, self._complain)
            self._pane.param.update(board=self._table.board, steps=self._table.steps, card=self._table.card)
        return self._table

    # Messages --------------------------------------------------------------------------------------------------------

    def _hear(self, message: dict[str, Any]) -> None:
        match message:
            case {"hello": name, "keeps": bool(keeps)}:
                self._hello(name, keeps, message.get("open"))
            case {"join": str(name)} if isinstance(self.keep, Stored):
                self.keep.join(name)
            case {"open": int() | str() as which} if isinstance(which, int) or which in self._drills:
                self._open_or_list(which)
            case {"list": True}:
                self.show_list()
            case {"do": str(what), "at": int(serial)} if serial == self._serial:
                self._do(what, message.get("given"))
            case {"save": True}:
                self._pane.send({"file": "matadojo-progress.json", "text": progress_text(self.keep)})
            case {"load": str(text), "name": str(name)}:
                self._try(lambda: self.keep.put(*read_progress(text, name[:80] or "progress")))
            case {"forget": True}:
                self._try(self._forget)

    def _hello(self, name: object, keeps: bool, which: object) -> None:
        """The browser says who is there, and what is to be open."""
        if isinstance(self.keep, Stored):
            self.keep.keeps = keeps
            self.keep.use(name)
        if self._run is not None and self.now.get("lesson") == which:
            return  # another page of this browser changed the name; what is being done here goes on
        self._open_or_list(which)

    def _open_or_list(self, which: object) -> None:
        if not isinstance(which, int | str):
            self.show_list()
            return
        try:
            self.open(which)
        except GameError:
            self.show_list()
            raise

    def _do(self, what: str, given: object) -> None:
        run = self._run
        if run is None:
            return
        if what == "restart" and isinstance(run, LessonRun):
            self.open(run.lesson, anew=True)
            return
        match what, given:
            case "answer", str(text):
                run.answer(text[:80])
            case "tap", str(tap):
                run.tap(tap[:80])
            case (("again" | "hint" | "solve" | "go_on" | "back"), _):
                getattr(run, what)()
        self._save()
        self._draw()

    def _tap(self, tap: str) -> None:
        run = self._run
        if run is not None and not (isinstance(run, LessonRun) and run.finished):
            run.tap(tap)
            self._save()
            self._draw()

    def _move(self, text: str) -> None:
        if self._run is not None:
            self._run.move(text)

    def _try(self, action: Any) -> None:
        """Grant a wish about what is kept, and draw the list anew; or say why not."""
        failed: list[str] = []
        guarded(action, failed.append, self.language)
        self._pane.send({"failed": failed[0]} if failed else {"granted": True})
        if not failed:
            self._draw()

    def _forget(self) -> None:
        self.keep.forget()
        self._pane.send({"name": None})

    # Inside ----------------------------------------------------------------------------------------------------------

    def _tried(self, attempt: Attempt) -> None:
        run = self._run
        if not isinstance(run, LessonRun) or run.lesson in self._course:  # a text of one's own is nobody's set work
            self.keep.tried(attempt)

    def _named(self, name: str) -> None:
        self._pane.send({"name": name})

    def _save(self) -> None:
        run = self._run
        if isinstance(run, LessonRun):
            self.keep.save_run(run.lesson, run.at)
        elif run is not None and run.known != self.keep.learner(run.known.game):
            self.keep.save_learner(run.known)

    def _complain(self, sentence: str) -> None:
        self._pane.send({"error": sentence})

    def _draw(self) -> None:
        self._serial += 1
        run = self._run
        content = self._list() if run is None else run.content()
        where = (
            self._place(run.lesson) if isinstance(run, LessonRun) else {"lesson": run.set or PRACTICE} if run else {}
        )
        trouble = self.keep.trouble if isinstance(self.keep, Stored) else ""
        self.now = {**content, **where, "trouble": trouble, "at": self._serial}

    def _told(self, text: str) -> str:
        return translate(text, self.language)

    def _place(self, lesson: Lesson) -> dict[str, Any]:
        """Where a lesson stands in the course."""
        known = [one.id for one in self._course]
        if lesson not in self._course:
            return {"lesson": None, "next": None, "game": self._told(self.game.title)}
        number = known.index(lesson.id) + 1
        follows = self._told(self._course[number].title) if number < len(known) else None
        return {"lesson": number, "next": follows, "game": self._told(self.game.title)}

    def _list(self) -> dict[str, Any]:
        """The lessons with progress and stars, and practice."""
        rows = []
        for number, lesson in enumerate(self._course, 1):
            done, count, stars = self.keep.done(lesson), task_count(lesson), self.keep.stars(lesson)
            state = "started" if 0 < done < count else "done" if done or stars else "new"
            row = {"number": number, "title": self._told(lesson.title), "state": state, "stars": stars}
            rows.append({**row, "done": min(done, count), "count": count})
        next_ = next((row["number"] for row in rows if row["state"] != "done"), None)
        return {
            "view": "list", "title": self._told(self.game.title), "rows": rows, "next": next_,
            "drills": self._drill_rows(),
            "kept": bool(self.keep.lessons or self.keep.games),
        }  # fmt: skip

    @property
    def _drills(self) -> tuple[str, ...]:
        """What can be practised without end; nothing in a game without practice."""
        try:
            return (PRACTICE, *practice.sets(self.game))
        except GameError:
            return ()

    def _known(self, drill: str) -> Learner:
        """What is known of the learner there: puzzles have a level of their own."""
        return self.keep.learner(self.game.id if drill == PRACTICE else f"{self.game.id}/{drill}")

    def _drill_rows(self) -> list[dict[str, str]]:
        say = words(LEARN, self.language)
        rows = []
        for name in self._drills:
            known = self._known(name)
            level = say["level"].format(level=known.level, levels=practice.levels(self.game))
            rows.append({"name": name, "title": say[name], "about": say[f"{name}_text"], "level": level})
        return rows
