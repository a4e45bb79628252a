"""The teacher's page: a class, what it sees, who is there, what it is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any
from urllib.parse import parse_qsl

import panel as pn
import param
import segno
from panel.custom import Child
from tornado.ioloop import IOLoop

from engine import GAMES, GameError
from engine.lessons import lesson_files
from engine.words import SOURCE_LANGUAGE

from ..school.asks import Data, prepare
from ..school.bus import bus
from ..school.classes import Room, classes
from ..school.pairing import pairing
from ..school.refusal import Refusal
from . import serving
from .catalogue import catalogue
from .class_games import ClassGames
from .classroom_ask import IDLE, Questions, to_choose_from
from .classroom_stage import GameStage, LessonStage, Shown, Stage
from .esm import module
from .pane import Pane, guarded, sheet
from .shell import dress, reader_language, show
from .texts import CLASSROOM, words

WAIT = 250
"""Milliseconds within which what is told of the class is put together."""
_thinkers = ThreadPoolExecutor(2, "questions")
LONGEST = 500
"""Characters of an address that is drawn as a QR code."""
EXPLORE, LEARN = "explore", "learn"
NOTHING: Mapping[str, str] = {}


class ClassroomPane(Pane):
    """The browser's side."""

    words = param.Dict(default={}, doc="Texts of the script.")
    roster = param.List(default=[], doc="Who is in the class: id, nickname, where.")
    asking = param.Dict(default={"phase": IDLE}, doc="The question, and what was answered so far.")
    choose = param.Dict(default={}, doc="What can be asked about the game on the desk.")
    stage = Child(default=None, doc="What is on the desk.")
    play = Child(default=None, doc="Who plays whom.")

    _esm = module("classroom", "renderClassroom")
    _stylesheets = [*Pane._stylesheets, sheet("theme", "question", "classroom")]  # noqa: RUF012 (Panel's own convention)


class Classroom(pn.viewable.Viewer):
    """A teacher at a class, or at the door.

    Every verb takes the secret of the class, and the server checks it each time; this page decides nothing by itself.
    """

    language = param.String(default=SOURCE_LANGUAGE, constant=True)
    now = param.Dict(default={}, doc="What the script draws.")

    def __init__(self, language: str = SOURCE_LANGUAGE) -> None:
        super().__init__(language=language)
        self.classes = classes()
        self.secret = ""
        self.air = True
        self.questions: Questions | None = None
        self.stage: Stage | None = None
        self._pairs: ClassGames | None = None
        self._base: Stage | None = None  # the game or lesson, also while a question lies on the desk
        self._mode, self._game = EXPLORE, ""
        self._told: tuple[Any, ...] | None = None
        self._at = ("", 0)  # trace and step on show in the teacher's browser
        self._unsubscribe = lambda: None
        self._waiting = False
        self._games = [
            [one.id, one.title, bool(lesson_files(GAMES[one.id]))] for one in catalogue(language) if one.ready
        ]
        self._doc = pn.state.curdoc
        if self._doc is not None:
            self._doc.on_session_destroyed(lambda _: self._unsubscribe())
        self._pane = ClassroomPane(
            self._hear, self._complain, content=self.param.now, words=words(CLASSROOM, language),
            css_classes=["md-root"],
        )  # fmt: skip
        self._draw()

    def __panel__(self) -> Pane:
        return self._pane

    # Messages --------------------------------------------------------------------------------------------------------

    def _hear(self, message: dict[str, Any]) -> None:
        match message:
            case {"make": str(title)}:
                self._make(title)
            case {"enter": str(secret)}:
                self._enter(secret)
            case {"exit": True}:
                self._leave()
                self._draw()
            case _ if self.secret:
                self._teach(message)

    def _teach(self, message: dict[str, Any]) -> None:
        secret = self.secret
        match message:
            case {"at": [str(trace), int(cursor)]}:
                self._step(trace, cursor)
                return
            case {"air": bool(air)}:
                self.air = air
                self._broadcast()
                self._draw()
            case {"game": str(game), "mode": "explore" | "learn" as mode} if game in GAMES:
                self._play(False)
                self._open(game, mode)
            case {"play": bool(on)}:
                self._play(on)
            case {"lock": bool(locked)}:
                self.classes.lock(secret, locked)
            case {"title": str(title)}:
                self.classes.retitle(secret, title)
            case {"rename": [int(pupil), str(nick)]}:
                self.classes.rename(secret, pupil, nick)
            case {"remove": int(pupil)}:
                self.classes.remove(secret, pupil)
            case {"end": True}:
                self.classes.end(secret)
            case {"code": str(address)}:
                self._pane.send({"picture": picture(address)})
            case {"ask": dict(wish)} if self.questions is not None:
                self._ask(self.questions, wish)
        self._soon()

    def _ask(self, questions: Questions, wish: dict[str, Any]) -> None:
        data: Data | None = None
        match wish:
            case {"propose": "this"} if self._base is not None:
                data = self._base.ask()
            case {"propose": "fresh", "level": int(level)} if self._game:
                data = questions.fresh(self._game, level)
            case {"propose": "lesson", "lesson": str(lesson), "number": int(number)}:
                data = questions.of_lesson(lesson, number)
            case {"another": True}:
                data = questions.another()
            case {"put": True}:
                questions.ask()
            case {"close": True}:
                questions.close()
            case {"reveal": True}:
                secret = self.secret
                self._think(lambda: self.classes.reveal(secret), lambda: self._questioned(questions.revealed_now))
            case {"again": True}:
                questions.again()
            case {"example": str(value)}:
                questions.example(value[:200])
            case {"done": True}:
                questions.done()
            case {"peek": bool(peek)}:
                questions.peek = peek
        if data is not None:
            found = data
            self._think(lambda: prepare(found), lambda: self._questioned(lambda: questions.propose(found)))
        self._questioned(lambda: None)

    def _questioned(self, act: Callable[[], None]) -> None:
        """Do something with the question, and put on the desk what there is of it now."""
        act()
        questions = self.questions
        if questions is None:
            return
        self._desk(questions.stage or self._base)
        if questions.stage is not None and questions.revealed:
            self._told = questions.stage.shown().key  # the class got it as the answer
        elif questions.stage is None:
            self._broadcast()
        self._draw()

    def _think(self, slow: Callable[[], Any], then: Callable[[], None]) -> None:
        """Do what takes some tenths of a second in a thread, so that nobody waits for it, and go on when it is done."""
        doc = self._doc
        if doc is None:
            slow()
            then()
            return

        def finished(done: Future[Any]) -> None:
            def go_on() -> None:
                done.result()
                then()

            doc.add_next_tick_callback(lambda: guarded(go_on, self._complain, self.language))

        IOLoop.current().add_future(_thinkers.submit(slow), finished)

    def _complain(self, sentence: str) -> None:
        self._pane.send({"said": sentence})

    # Coming and going ------------------------------------------------------------------------------------------------

    def _make(self, title: str) -> None:
        opened = self.classes.open(title)
        self._enter(opened.secret, new=True)

    def _enter(self, secret: str, *, new: bool = False) -> None:
        try:
            room = self.classes.look(secret)
        except Refusal:
            self._pane.send({"lost": secret})
            raise
        self._leave()
        self.secret = secret
        self.questions = Questions(self.classes, secret, self.language, self._complain)
        self._unsubscribe = bus().subscribe(f"class:{room.id}:teacher", self._told_of)
        self._pane.send({"entered": {"secret": secret, "code": room.code, "title": room.title, "new": new}})
        self._resume(room)
        self._draw()

    def _resume(self, room: Room) -> None:
        """Go on with what the class sees: the question, or the game as far as an address says it."""
        shown = room.show
        if shown is not None and shown["game"] in GAMES:
            link = {**dict(parse_qsl(shown["link"])), "step": str(room.cursor)} if shown["link"] else {}
            self._open(shown["game"], EXPLORE, link, quiet=True)
        if room.asking is not None and self.questions is not None:
            self._questioned(self.questions.resume)

    def _leave(self) -> None:
        self._unsubscribe()
        self._unsubscribe = lambda: None
        self.secret, self._told, self.questions = "", None, None
        self._game, self._base = "", None
        self._desk(None)
        self._play(False)

    def _play(self, on: bool) -> None:
        """Lay out who plays whom, over what is on the desk, or take it away."""
        if self._pairs is not None:
            self._pairs.leave()
        self._pairs = ClassGames(pairing(), self.secret, self.language, self._game) if on else None
        self._pane.play = self._pairs

    # What the class sees ---------------------------------------------------------------------------------------------

    def _open(self, game: str, mode: str, link: Mapping[str, str] = NOTHING, *, quiet: bool = False) -> None:
        """Put a game or its lessons on the desk.

        Args:
            link: query of an address that says where to begin.
            quiet: the class sees it already.
        """
        self._game, self._mode = game, mode
        stage: Stage
        if mode == LEARN and lesson_files(GAMES[game]):
            stage = LessonStage(game, self.language)
        else:
            stage = GameStage(game, self.language, self._complain, link)
        if self.questions is not None and not quiet:
            self.questions.done()
        self._base = stage
        self._desk(stage)
        if quiet and (seen := stage.shown()) is not None:
            self._told = seen.key
        self._broadcast()
        self._draw()

    def _desk(self, stage: Stage | None) -> None:
        if stage is self.stage:
            return
        if self.stage is not None:
            self.stage.param.unwatch(self._watcher)
        self.stage = stage
        if stage is not None:
            self._watcher = stage.param.watch(self._changed, "changed")
        self._pane.stage = None if stage is None else stage.view

    def _changed(self, _: Any) -> None:
        guarded(self._broadcast, self._complain, self.language)
        self._draw()

    @property
    def _shown(self) -> Shown | None:
        return None if self.stage is None else self.stage.shown()

    def _broadcast(self) -> None:
        """Show the class what is on the desk, if it is to follow and does not see it yet."""
        seen = self._shown
        presents = self.stage is not None and self.stage.presents
        if not self.air or not presents or seen is None or not self.secret or seen.key == self._told:
            return
        made = seen.make()
        trace, cursor = self._at
        self.classes.present(self.secret, made, cursor if trace == seen.trace else made["cursor"])
        self._told = seen.key

    def _step(self, trace: str, cursor: int) -> None:
        """The teacher is at a step of something on the desk."""
        self._at = trace, cursor
        seen = self._shown
        if self.air and seen is not None and seen.key == self._told and seen.trace == trace:
            self.classes.step(self.secret, cursor)

    # Drawing ---------------------------------------------------------------------------------------------------------

    def _told_of(self, message: Mapping[str, Any]) -> None:
        if message.get("changed") != "screens":  # that is what we put there
            self._soon()

    def _soon(self) -> None:
        """Something of the class has changed: read it, but not for each of thirty who come at once."""
        if self._waiting or self._doc is None:
            return
        self._waiting = True
        self._doc.add_timeout_callback(self._refresh, WAIT)

    def _refresh(self) -> None:
        self._waiting = False
        guarded(self._draw, self._complain, self.language)

    def _draw(self) -> None:
        if not self.secret:
            self.now = {"view": "door"}
            return
        try:
            room = self.classes.look(self.secret)
        except Refusal as error:  # it was ended, here or elsewhere
            secret = self.secret
            self._leave()
            self.now = {"view": "door"}
            self._pane.send({"lost": secret, "said": error.told(self.language)})
            return
        if self._pairs is not None:
            self._pairs.refresh()
        self._pane.roster = [[one.id, one.nick, one.where] for one in self.classes.roster(self.secret)]
        if self.questions is not None:
            self._pane.asking = self.questions.content()
        if self._game:
            self._pane.choose = dict(to_choose_from(self._game, self.language))
        seen = self._shown
        self.now = {
            "view": "class",
            "can": "" if self._base is None else self._mode if self._base.ask() is not None else "",
            "code": room.code,
            "title": room.title,
            "locked": room.locked,
            "air": self.air,
            "games": [
                [one.id, one.title, bool(lesson_files(GAMES[one.id]))] for one in catalogue(self.language) if one.ready
            ],
            "game": self._game,
            "playing": self._pairs is not None,
            "mode": self._mode,
            "host": serving.reached_at,
            "channel": seen.channel if seen else "",
        }


def picture(address: str) -> str:
    """A QR code of an address, as SVG.

    Raises:
        GameError: the address is too long.
    """
    if len(address) > LONGEST:
        raise GameError("an address of more than {most} characters makes no code that a phone can read", most=LONGEST)
    code = segno.make(address, error="m", micro=False)
    return str(code.svg_inline(scale=8, border=2, dark="#000", light="#fff", omitsize=True))


def classroom_page() -> None:
    """Make the teacher's page in the current document."""
    doc, language = pn.state.curdoc, reader_language()
    dress(doc, words(CLASSROOM, language)["title"], language)
    show(Classroom(language), doc)
