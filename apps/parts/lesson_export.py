"""A lesson as one HTML file, taken without a server and a network: the answers are prepared when it is written.

The very code of the live lesson (:class:`~apps.parts.lesson_run.LessonRun`) is led to every answer, and what it says
and lays on the table each time is kept. In the browser the scripts of the live parts show it.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from engine import progress, solving
from engine.grading import line_of, solve
from engine.lesson_format import Find
from engine.lessons import Lesson
from engine.questions import CELL, NUMBER, Question
from engine.tasks import task, task_count
from engine.words import SOURCE_LANGUAGE, translate

from .esm import module
from .frames import compact
from .learn import LearnPane
from .lesson_run import ASK, DONE, WRONG, LessonRun
from .table import Table, Taps
from .texts import BOARD, LEARN, RULE, STEPS, words

MOST = 1200
"""So many moves of one activity are prepared, at most. In a longer one, those on the way to the solution."""
FEW = 3
"""A game of more moves is not tried to be prepared whole."""
_PAGE = Path(__file__).parent / "lesson.html"


def export_lesson(lesson: Lesson, path: str | Path, language: str = SOURCE_LANGUAGE, seed: int = 0) -> Path:
    """Write a lesson as a page.

    Args:
        path: the file to write.
        language: of the words.
        seed: what random questions follow from; they are the same each time the page is opened.

    Returns:
        the path.
    """
    path = Path(path)
    path.write_text(lesson_page(lesson, language, seed), encoding="utf-8")
    return path


def lesson_page(lesson: Lesson, language: str = SOURCE_LANGUAGE, seed: int = 0) -> str:
    """The text of the page that :func:`export_lesson` writes."""
    data = compact(Prepared(lesson, language, seed).data()).encode()
    return Template(_PAGE.read_text(encoding="utf-8")).substitute(
        language=escape(language),
        title=escape(translate(lesson.title, language)),
        data=base64.b64encode(gzip.compress(data, 9, mtime=0)).decode(),
        style=escape("\n".join(LearnPane._stylesheets), quote=False),
        script=module("lesson_page").replace("</script", "<\\/script"),
    )


class TooManyError(Exception):
    """An activity has more lines of play than a page should hold."""


class Prepared:
    """All that a learner may come to see in a lesson.

    Args:
        lesson: the lesson.
    """

    def __init__(self, lesson: Lesson, language: str, seed: int) -> None:
        self.lesson, self.language, self.seed = lesson, language, seed
        self.say = words(LEARN, language)
        self._made: list[str] = []  # the moves that the taps make
        self.table = Table(lesson.game, language, lambda tap: None, self._made.append, lambda text: None)
        self._looks: dict[str, int] = {}
        self._texts: dict[str, int] = {}
        self._left = MOST

    def data(self) -> dict[str, Any]:
        """What the script of the page gets."""
        tasks = [self._task(number) for number in range(task_count(self.lesson))]
        graded = sum(not one["sample"] and one["graded"] for one in tasks)
        parts = {"board": BOARD, "steps": STEPS, "rule": RULE}
        return {
            "title": translate(self.lesson.title, self.language),
            "words": words(LEARN, self.language),
            "parts": {name: compact(words(texts, self.language)) for name, texts in parts.items()},
            "art": self.table.board._view.art,
            "texts": list(self._texts),
            "looks": [json.loads(look) for look in self._looks],
            "tasks": tasks,
            "stars": [progress.stars_for(right, graded) for right in range(graded + 1)],
        }

    # One activity ----------------------------------------------------------------------------------------------------

    def _task(self, number: int) -> dict[str, Any]:
        done = sum(task(self.lesson, before, self.seed).graded for before in range(number))
        at = progress.Progress(self.lesson.id, number, clean=(True,) * done, seed=self.seed)
        run = LessonRun(self.lesson, at, self.table, self.language)
        found: dict[str, Any] = {
            "graded": run.task.graded,
            "sample": False,
            "content": {name: value for name, value in run.content().items() if name != "channel"},
            "look": self._look(),
        }
        if not run.task.graded:
            return found
        found["hints"] = run.hints
        if run.by_moves:
            stage = self._line(run, at)
            if stage is None:
                return self._sample(run, found)
            found["stage"] = stage
        else:
            assert run.question is not None
            found["question"] = self._question(run, run.question)
        run.retry(at)
        run.solve()
        return found | {"solution": {"told": run.told, "look": self._look()}}

    def _sample(self, run: LessonRun, found: dict[str, Any]) -> dict[str, Any]:
        """A game against an opponent is too much for a page: one way to the goal is shown, and the page says so."""
        solution = solve(run.task, self.language)
        self.table.lay(run.task.state, run.task.viewer, traces=solution.traces, opens=(0, False))
        told = {"good": None, "text": self.say["sample"], "rules": []}
        content = {**found["content"], "kind": "show", "phase": DONE, "told": told, "ask": None, "steps": True}
        content |= {"can_solve": False, "more_hints": False}
        return {"graded": False, "sample": True, "content": content, "look": self._look()}

    def _question(self, run: LessonRun, asked: Question) -> dict[str, Any]:
        """What is said to each answer."""
        right, wrong, at = {}, {}, run.at
        for given in self._answers(asked):
            run.retry(at, lay=True)
            run.answer(given)
            (right if run.phase == DONE else wrong)[given] = {"told": run.told, "look": self._look()}
        run.retry(at)
        run.answer("")
        return {"right": right, "wrong": wrong, "unread": run.notice}

    def _answers(self, asked: Question) -> Sequence[str]:
        if asked.kind == CELL:
            return [cell.id for cell in asked.game.scene(asked.state).cells]
        if asked.kind == NUMBER:
            return [asked.answers[0], str(int(asked.answers[0]) + 1)]
        return [option.value for option in asked.options]

    # Moves -----------------------------------------------------------------------------------------------------------

    def _line(self, run: LessonRun, at: progress.Progress) -> dict[str, Any] | None:
        """Every move and what it leads to; None where that is too much and there is only one way to show."""
        play = run.task.kind == "play"
        if play and run.task.activity.moves > FEW:  # type: ignore[attr-defined]
            return None
        before = dict(self._looks), dict(self._texts)
        try:
            self._left = MOST
            return self._stage(run, at, None)
        except TooManyError:
            self._looks, self._texts = before
            if play:
                return None
        self._left = 10 * MOST
        run.retry(at, lay=True)
        return self._stage(run, at, solve(run.task, self.language).answers)

    def _stage(self, run: LessonRun, at: progress.Progress, way: tuple[str, ...] | None) -> dict[str, Any]:
        """What can be done in a position, with the table laid for it.

        Args:
            at: the moves made so far are in it.
            way: the only moves after which one may go on; by default all.
        """
        nodes, moves = self._nodes()
        prompt, outcomes = run.content()["ask"]["prompt"], {}
        for text in moves:
            self._left -= 1
            if self._left < 0:
                raise TooManyError
            run.retry(at)
            run.move(text)
            outcome = {"phase": run.phase, "told": run.told, "look": self._look()}
            if run.phase == ASK and run.at.moves != at.moves:  # right so far
                if not _leads_on(run):
                    told = {"good": False, "text": self.say["astray"], "rules": []}
                    outcome |= {"phase": WRONG, "told": told}
                elif way is None or way[: len(at.moves) + 1] == run.at.moves:
                    outcome["then"] = self._stage(run, run.at, way)
                else:
                    told = {"good": None, "text": self.say["unprepared"], "rules": []}
                    outcome |= {"phase": WRONG, "told": told}
                run.retry(at, lay=True)
            elif run.phase == ASK:  # a puzzle is asked once more
                outcome["look"] = None
            outcomes[text] = outcome
        return {"prompt": prompt, "nodes": nodes, "outcomes": outcomes}

    def _nodes(self) -> tuple[list[dict[str, Any]], list[str]]:
        """Where taps lead: a node for each beginning of a move, the first for none; and all moves that taps make."""
        taps = self.table.taps
        places = taps.places
        known: dict[tuple[str, ...], int] = {(): 0}
        nodes: list[dict[str, Any]] = []
        moves: dict[str, None] = {}
        refusals: dict[Any, int] = {}
        for chosen in _growing(known):
            taps.say(taps=chosen)
            can = taps.can
            node: dict[str, Any] = {"chosen": chosen, "can": can, "go": {}, "make": {}, "say": {}}
            node["buttons"] = [[tap, taps.label(tap)] for tap in taps.buttons]
            for tap in sorted(places | set(can)):
                taps.say(taps=chosen)
                self._made.clear()
                taps.tap(tap)
                if self._made:
                    node["make"][tap] = self._made[0]
                    moves[self._made[0]] = None
                elif taps.notice:
                    node["say"][tap] = [
                        taps.notice,
                        known.setdefault(taps.chosen, len(known)),
                        self._refusal(taps, refusals),
                    ]
                else:
                    node["go"][tap] = known.setdefault(taps.chosen, len(known))
            nodes.append(node)
        taps.say()
        self.table.show_taps()
        return nodes, list(moves)

    def _refusal(self, taps: Taps, known: dict[Any, int]) -> int | None:
        """The picture of a refused move."""
        trace = taps.refusal
        if trace is None:
            return None
        if trace.move not in known:
            self.table.show_taps()
            known[trace.move] = self._look()
        return known[trace.move]

    # What lies on the table ------------------------------------------------------------------------------------------

    def _look(self) -> int:
        """The number of what is on the table now."""
        board, steps, card = (part._view for part in (self.table.board, self.table.steps, self.table.card))
        at = json.loads(board.at)
        big = {"trace": board.trace, "ground": board.ground, "steps": steps.steps, "rules": card.rules}
        look = {
            **{name: self._texts.setdefault(text, len(self._texts)) for name, text in big.items()},
            "box": board.box, "player": self.table.player,
            "cursor": at["cursor"], "count": at["count"], "play": at["play"],
        }  # fmt: skip
        return self._looks.setdefault(compact(look), len(self._looks))


def _leads_on(run: LessonRun) -> bool:
    """Whether the goal can still be reached after the moves made so far. In a game that is not asked."""
    activity = run.task.activity
    if not isinstance(activity, Find):
        return True
    line = line_of(run.task, run.at.moves)
    return solving.find(line, activity.find, activity.moves - len(run.at.moves)) is not None


def _growing(known: dict[tuple[str, ...], int]) -> Iterator[tuple[str, ...]]:
    """The keys of a mapping to which more are added meanwhile, in their order."""
    number = 0
    while number < len(known):
        yield list(known)[number]
        number += 1
