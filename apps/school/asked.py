"""A question to a class, kept as data from which the engine makes it anew: what the screens get, and how to judge.

A :data:`Spec` is one of

* ``{"lesson": id, "point": number, "seed": number}``: a *predict*, *find*, *why* or random question of a lesson;
* ``{"practice": kind or None, "level": number, "seed": number}``: a fresh question;
* ``{"position": text, "viewer": seat or None}``: "what would you play here?", which has no right answer;

each with ``game`` and ``language``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from engine import CHANCE, FORCED, TERMINAL, Mark, Trace, get_game, practice
from engine.errors import GameError
from engine.grading import grade, solve
from engine.lesson_format import Drawn, Find, Graded
from engine.lessons import get_lesson, lessons
from engine.questions import CELL, CHOICE, NUMBER, Question, answer_text, judge
from engine.session import Session
from engine.tasks import Task, entries, question, task
from engine.tasks import words as task_words
from engine.words import SOURCE_LANGUAGE, translate

from ..parts.play import legal_ways
from ..parts.table import joined, upto
from ..parts.texts import ASKED, words
from .shows import show

Spec = Mapping[str, Any]
MOVE = "move"
"""The kind of a question that is answered by a move on the board; the others are those of ``engine.questions``."""
MOST_WAYS = 1500
"""So many moves may be sent to the screens to choose from."""


class View(NamedTuple):
    """Something to be looked at.

    Args:
        source: a trace, or a position.
        cursor: the step to begin with.
    """

    source: Any
    marks: tuple[Mark, ...] = ()
    cursor: int = 0


@dataclass(frozen=True)
class Asked:
    """A question, made from its spec.

    Args:
        question: for a question that the engine answers; None where the answer is a move.
        task: the point of a lesson that it comes from.
        state: the position for a question that is answered by a move.
    """

    spec: Spec
    game: Any
    language: str
    text: str
    state: Any
    viewer: int | None
    question: Question | None = None
    task: Task | None = None

    @property
    def kind(self) -> str:
        """``cell``, ``choice``, ``number`` or ``move``."""
        return MOVE if self.question is None else self.question.kind

    @property
    def judged(self) -> bool:
        """Whether there is right and wrong."""
        return self.question is not None or self.task is not None

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What is marked on the board from the start."""
        marks = self.task.activity.marks if self.task is not None else {}
        return tuple(Mark(role, tuple(cells)) for role, cells in marks.items())

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules it is about, the first before all."""
        if self.question is not None:
            return self.question.rules
        if self.task is None:
            return ()
        activity = self.task.activity
        own = activity.tests if isinstance(activity, Graded) else ()
        return own or tuple(self.task.lesson.content.teaches)

    # What the screens get ---------------------------------------------------------------------------------------------

    def content(self) -> dict[str, Any]:
        """The question for the screens. Nothing in it says what is right.

        Returns:
            ``kind``, ``text``, ``game``, ``move`` (as in a show), and for a choice ``options`` ([value, label]), for a
            cell ``cells``, for a move ``ways`` ([move, taps, label, allowed]) and ``buttons`` (tap -> label).
        """
        content = {"kind": self.kind, "text": self.text, "game": self.game.id, "move": self.shown(self.before)["move"]}
        if self.kind == CHOICE:
            assert self.question is not None
            content["options"] = [[one.value, one.label] for one in self.question.options]
        elif self.kind == CELL:
            content["cells"] = self._cells
        elif self.kind == MOVE:
            content["ways"] = [list(way) for way in self._ways]
            content["buttons"] = self._buttons()
        return content

    def shown(self, view: View) -> dict[str, Any]:
        """A view of the question as a show."""
        source = view.source
        if not isinstance(source, Trace):
            source = Session(self.game, state=source, viewer=self.viewer, language=self.language)
        return {**show(source, self.language, self.viewer, marks=view.marks), "cursor": view.cursor}

    @property
    def before(self) -> View:
        """What is to be looked at while one thinks: a position, or the beginning of a trace."""
        asked = self.question
        seen = asked is not None and asked.trace is not None and asked.at
        return View(upto(asked.trace, asked.at) if seen else self.state, self.marks)

    @cached_property
    def _cells(self) -> list[str]:
        return [cell.id for cell in self.game.scene(self.state, self.viewer).cells]

    @cached_property
    def _ways(self) -> tuple[tuple[str, list[str], str, int], ...]:
        """The moves to choose from: text, taps, words, and whether the rules allow it."""
        game, state = self.game, self.state
        moves = {way.move: 1 for way in legal_ways(game, state)}
        if self.task is not None:  # a move that is not allowed is an answer too
            moves = {**dict.fromkeys(game.candidate_moves(state), 0), **moves}
        if len(moves) > MOST_WAYS:
            raise GameError(words(ASKED, self.language)["too_many"])
        return tuple(
            (game.format_move(state, move), list(game.taps(state, move)), game.show_move(state, move), allowed)
            for move, allowed in moves.items()
        )

    def _buttons(self) -> dict[str, str]:
        scene = self.game.scene(self.state, self.viewer)
        places = {cell.id for cell in scene.cells} | {piece.tap for piece in scene.pieces}
        taps = {tap for _, taps, _, _ in self._ways for tap in taps}
        return {tap: self.game.rulebook.button(tap, self.language) for tap in sorted(taps - places)}

    # Answers ----------------------------------------------------------------------------------------------------------

    def allowed(self, given: object) -> str | None:
        """An answer in its normal form; None where it is none."""
        text = str(given).strip()[:80]
        if self.kind == MOVE:
            return text if any(text == way[0] for way in self._ways) else None
        assert self.question is not None
        if self.kind == CELL:
            return text.lower() if text.lower() in self._cells else None
        if self.kind == NUMBER:
            return str(int(text)) if judge(self.question, text).counted else None
        return text if text in [option.value for option in self.question.options] else None

    def right(self, given: str) -> bool | None:
        """Whether an answer is right; None where there is no right and wrong."""
        if self.question is not None:
            return given in self.question.answers
        return grade(self.task, given).right if self.task is not None else None

    def label(self, given: str) -> str:
        """An answer in words."""
        if self.kind == MOVE:
            return next((way[2] for way in self._ways if way[0] == given), given)
        options = self.question.options if self.question is not None else ()
        return next((option.label for option in options if option.value == given), given)

    def cell(self, given: str) -> str | None:
        """The cell of the board that an answer points at."""
        if self.kind == CELL:
            return given
        if self.kind != MOVE:
            return None
        taps = next((way[1] for way in self._ways if way[0] == given), [])
        return next((tap for tap in reversed(taps) if tap in self._cells), None)

    # Afterwards -------------------------------------------------------------------------------------------------------

    @property
    def answer(self) -> str:
        """The right answer in words; "" where there is none."""
        if self.question is not None:
            return answer_text(self.question)
        return solve(self.task, self.language).text if self.task is not None else ""

    @property
    def explanation(self) -> str:
        """What is said when it is revealed."""
        activity = self.task.activity if self.task is not None else None
        return translate(activity.explain.strip(), self.language) if isinstance(activity, (Graded, Drawn)) else ""

    def solution(self) -> View:
        """What happens, to be stepped through with the class."""
        asked = self.question
        if asked is None:
            traces = solve(self.task, self.language).traces if self.task is not None else ()
            return View(joined(traces, self.viewer) or self.state)
        if asked.trace is not None:
            return View(asked.trace, (), asked.at)
        return View(asked.state, (*self.marks, *([Mark("to", asked.answers)] if asked.kind == CELL else [])))

    def example(self, given: str) -> View:
        """An answer somebody gave, to be looked at together: a move with its steps, a cell that is marked."""
        if self.kind == MOVE:
            return View(self.game.trace(self.state, self.game.parse_move(self.state, given)))
        if self.kind == CELL and not self.right(given):
            assert self.question is not None
            return View(self.question.trace or self.state, (*self.marks, Mark("blocked", (given,))))
        return self.solution()


@lru_cache(maxsize=256)
def _made(text: str) -> Asked:
    spec = json.loads(text)
    game, language = get_game(spec["game"]), spec.get("language", SOURCE_LANGUAGE)
    if "lesson" in spec:
        return _of_lesson(spec, game, language)
    if "practice" in spec:
        found = practice.question(game, spec["seed"], spec["level"], spec["practice"], None, language)
        return Asked(spec, game, language, found.text, found.state, found.viewer, found)
    state, viewer = game.parse_position(spec["position"]), spec.get("viewer")
    mover = game.current_player(state)
    if mover in (CHANCE, FORCED, TERMINAL):
        raise GameError(words(ASKED, language)["no_choice"])
    if game.views == "eyes" and viewer not in (None, mover):
        raise GameError(words(ASKED, language)["other_eyes"])
    return Asked(spec, game, language, words(ASKED, language)["play"], state, viewer)


def _of_lesson(spec: Spec, game: Any, language: str) -> Asked:
    lesson = get_lesson(game, spec["lesson"])
    point = task(lesson, spec["point"], spec["seed"])
    if point.by_moves:
        if not (isinstance(point.activity, Find) and point.activity.moves == 1):
            raise GameError(words(ASKED, language)["more_moves"])
        return Asked(spec, game, language, task_words(point, language), point.state, point.viewer, task=point)
    found = question(point, language)
    return Asked(spec, game, language, found.text, found.state, found.viewer, found, point)


def asked(spec: Spec | str) -> Asked:
    """The question of a spec.

    Args:
        spec: or its JSON.

    Raises:
        GameError: there is no such question.
    """
    return _made(spec if isinstance(spec, str) else json.dumps(spec, sort_keys=True))


def anew(spec: Spec, seed: int) -> Spec:
    """Another question of the same sort, where it is drawn at random."""
    return {**spec, "seed": seed} if "seed" in spec else spec


def questions_of(game: Any, language: str = SOURCE_LANGUAGE) -> Iterator[tuple[str, str, list[tuple[int, str]]]]:
    """What the lessons of a game have to ask a class: lesson, its title, and for each question its point and words."""
    for lesson in lessons(game):
        found = []
        for point, entry in enumerate(entries(lesson)):
            activity = lesson.activities[entry]
            if not activity.graded or (activity.by_moves and not (isinstance(activity, Find) and activity.moves == 1)):
                continue
            text = activity.text if isinstance(activity, Graded) else words(ASKED, language)["drawn"]
            found.append((point, translate(text.strip(), language)))
        if found:
            yield lesson.id, lesson.title, found


