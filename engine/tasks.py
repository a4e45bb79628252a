"""What is to be done at each point of a lesson: its position, its words, its traces, its question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from . import practice
from .errors import DataError, GameError, shown
from .goals import AnyGame, AnyTrace
from .lesson_format import Activity, Drawn, Graded, Predict, Show, Tell, Why
from .lessons import Lesson
from .questions import Ask, Question, put
from .words import SOURCE_LANGUAGE, translate


@dataclass(frozen=True, slots=True)
class Task:
    """One activity, ready to be done.

    Args:
        entry: its place in the file's list of activities.
        state: the position.
        viewer: the seat that looks; None sees all.
        seed: what a random question follows from.
    """

    lesson: Lesson
    entry: int
    activity: Activity
    state: Any
    viewer: int | None
    seed: str

    @property
    def game(self) -> AnyGame:
        """The game."""
        return self.lesson.game

    @property
    def kind(self) -> str:
        """``tell``, ``show``, ``predict``, ``find``, ``why``, ``play`` or ``practice``."""
        return self.activity.kind

    @property
    def graded(self) -> bool:
        """True when something is to be answered."""
        return self.activity.graded

    @property
    def by_moves(self) -> bool:
        """True when it is answered by moves on the board, False when by an answer to its question."""
        return self.activity.by_moves

    def error(self, key: str, error: object) -> DataError:
        """A fault of the activity, at one of its keys."""
        return self.lesson.error(("activities", self.entry, key), str(error))


def entries(lesson: Lesson) -> list[int]:
    """The place in the file's list of activities for each point of the run; random questions come several times."""
    return [
        entry
        for entry, activity in enumerate(lesson.activities)
        for _ in range(activity.times if isinstance(activity, Drawn) else 1)
    ]


def task_count(lesson: Lesson) -> int:
    """How many points a run of a lesson has."""
    return len(entries(lesson))


def task(lesson: Lesson, number: int, seed: int = 0) -> Task:
    """A point of the run.

    Args:
        number: from 0.
        seed: another one gives other random questions.

    Raises:
        DataError: the position does not fit, or there is no such practice.
        GameError: there is no such point.
    """
    count = task_count(lesson)
    if not 0 <= number < count:
        raise GameError(
            "{lesson} has points 0 to {last}, not {number}", lesson=lesson.id, last=count - 1, number=number
        )
    entry = entries(lesson)[number]
    activity = lesson.activities[entry]
    key = f"{lesson.id} {number} {seed}"
    if isinstance(activity, Drawn):
        return Task(lesson, entry, activity, _drawn(lesson, entry, activity, key).state, None, key)
    own = activity.position is not None
    position = activity.position if own else lesson.content.position
    try:
        state = lesson.game.initial_state() if position is None else lesson.game.parse_position(position)
    except GameError as error:
        place = ("activities", entry, "position") if own else ("position",)
        raise lesson.error(place, str(error)) from error
    viewer = lesson.content.viewer if activity.viewer is None else activity.viewer
    viewer = None if viewer == -1 else viewer
    return Task(lesson, entry, activity, state, viewer, key)


def words(task: Task, language: str = SOURCE_LANGUAGE) -> str:
    """What is said or asked at the beginning."""
    activity = task.activity
    if isinstance(activity, Drawn):
        return question(task, language).text
    assert isinstance(activity, (Tell, Show, Graded))
    return translate(activity.tell if isinstance(activity, Tell) else activity.text, language)


# Showing --------------------------------------------------------------------------------------------------------------


def _traced(task: Task, key: str, state: Any, text: str, *, legal: bool) -> AnyTrace:
    """The trace of a move that a file names, which the rules must allow or refuse."""
    try:
        trace = task.game.trace(state, task.game.parse_move(state, text))
    except GameError as error:
        raise task.error(key, error) from error
    refusal = trace.refusal
    if legal and refusal is not None:
        raise task.error(key, f"{text} is not legal: {task.game.rulebook.sentence(refusal)} ({refusal.rule})")
    if not legal and refusal is None:
        raise task.error(key, f"{text} is legal, so no rule refuses it")
    return trace


def show_traces(task: Task) -> tuple[AnyTrace, ...]:
    """The traces of a *show*.

    Raises:
        DataError: a move cannot be read or is not legal.
    """
    activity = task.activity
    assert isinstance(activity, Show)
    traces: list[AnyTrace] = []
    for text in activity.show:
        traces.append(_traced(task, "show", traces[-1].after if traces else task.state, text, legal=True))
    return tuple(traces)


def remarks(task: Task, language: str = SOURCE_LANGUAGE) -> dict[tuple[int, int], str]:
    """The remarks of a *show*: (trace, step), from 0 -> text, at the first step of each rule.

    Raises:
        DataError: a rule never comes.
    """
    assert isinstance(task.activity, Show)
    steps = [((t, s), step.rule) for t, trace in enumerate(show_traces(task)) for s, step in enumerate(trace.steps)]
    found = {}
    for rule, text in task.activity.remarks.items():
        place = next((place for place, id in steps if id == rule), None)
        if place is None:
            raise task.error("remarks", f"{rule} does not act here")
        found[place] = translate(text, language)
    return found


# Questions ------------------------------------------------------------------------------------------------------------


def question(task: Task, language: str = SOURCE_LANGUAGE) -> Question:
    """The question of a *predict*, a *why* or a random one, with the answer that the engine found.

    Raises:
        DataError: it cannot be asked like this.
    """
    activity = task.activity
    if isinstance(activity, Drawn):
        return _drawn(task.lesson, task.entry, activity, task.seed, language)
    if isinstance(activity, Why):
        return _why(task, activity, language)
    assert isinstance(activity, Predict)
    _known(task, "among", activity.among)
    trace, at = None, 0
    if activity.move is not None:
        trace = _traced(task, "move", task.state, activity.move, legal=True)
        if activity.after is not None:
            places = [n for n, step in enumerate(trace.steps, 1) if step.rule == activity.after.rule]
            if len(places) < activity.after.nth:
                raise task.error("after", f"{activity.after.rule} acts {len(places)} times here")
            at = places[activity.after.nth - 1]
    ask = Ask(task.game, task.state, trace, at, activity.among, language)
    try:
        return put(ask, activity.predict, words(task, language), task.viewer)
    except ValueError as error:
        raise task.error("predict", error) from error


def _drawn(lesson: Lesson, entry: int, activity: Drawn, seed: str, language: str = SOURCE_LANGUAGE) -> Question:
    try:
        return practice.drawn(lesson.game, seed, activity.level, activity.practice, language)
    except GameError as error:
        raise lesson.error(("activities", entry, "practice"), str(error)) from error


def _why(task: Task, activity: Why, language: str) -> Question:
    _known(task, "among", activity.among)
    trace = _traced(task, "why", task.state, activity.why, legal=False)
    assert trace.refusal is not None
    rule = trace.refusal.rule
    if rule not in activity.among:
        raise task.error("among", f"the rule that refuses {activity.why} is {rule}, which is not offered")
    found = Ask(task.game, task.state, trace, 0, activity.among, language).rule_question(rule)
    return replace(found, text=words(task, language), viewer=task.viewer)


def _known(task: Task, key: str, rules: Sequence[str]) -> None:
    for number, id in enumerate(rules):
        if id in rules[:number]:
            raise task.error(key, f"{id} comes twice")
        if id not in task.game.rules:
            raise task.error(key, f"{task.game.title} has no rule {shown(id)}")
