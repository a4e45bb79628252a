"""Running a lesson: what is to be done at each point of it, whether an answer is right, hints and the solution.

Everything is a function from values to values. Who shows it, and where the answers come from, is no matter here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from . import practice, solving
from .core import TERMINAL
from .errors import DataError, GameError, NotationError
from .goals import AnyGame, AnyTrace, Line, check_goal, reached
from .lessons import Activity, Drawn, Find, Graded, Lesson, Play, Predict, Show, Tell, Why
from .questions import Ask, Feedback, Question, answer_text, judge, put
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
        return isinstance(self.activity, (Graded, Drawn))

    @property
    def by_moves(self) -> bool:
        """True when it is answered by moves on the board, False when by an answer to its question."""
        return isinstance(self.activity, (Find, Play))

    def error(self, key: str, error: object) -> DataError:
        """A fault of the activity, at one of its keys."""
        return self.lesson.error(("activities", self.entry, key), str(error))


def _entries(lesson: Lesson) -> list[int]:
    """The activity of each point of the run; random questions come several times."""
    return [
        entry
        for entry, activity in enumerate(lesson.activities)
        for _ in range(activity.times if isinstance(activity, Drawn) else 1)
    ]


def task_count(lesson: Lesson) -> int:
    """How many points a run of a lesson has."""
    return len(_entries(lesson))


def task(lesson: Lesson, number: int, seed: int = 0) -> Task:
    """A point of the run.

    Args:
        number: from 0.
        seed: another one gives other random questions.

    Raises:
        DataError: the position does not fit.
        GameError: there is no such point.
    """
    entries = _entries(lesson)
    if not 0 <= number < len(entries):
        raise GameError(f"{lesson.id} has points 0 to {len(entries) - 1}, not {number}")
    activity = lesson.activities[entries[number]]
    own = activity.position is not None
    position = activity.position if own else lesson.content.position
    try:
        state = lesson.game.initial_state() if position is None else lesson.game.parse_position(position)
    except GameError as error:
        key = ("activities", entries[number], "position") if own else ("position",)
        raise lesson.error(key, str(error)) from error
    viewer = lesson.content.viewer if activity.viewer is None else activity.viewer
    viewer = None if viewer == -1 else viewer
    return Task(lesson, entries[number], activity, state, viewer, f"{lesson.id} {number} {seed}")


def words(task: Task, language: str = SOURCE_LANGUAGE) -> str:
    """What is said or asked at the beginning."""
    activity = task.activity
    if isinstance(activity, Drawn):
        return question(task, language).text
    assert isinstance(activity, (Tell, Show, Graded))
    return translate((activity.tell if isinstance(activity, Tell) else activity.text).strip(), language)


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


def shown(task: Task) -> tuple[AnyTrace, ...]:
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
    steps = [((t, s), step.rule) for t, trace in enumerate(shown(task)) for s, step in enumerate(trace.steps)]
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
        try:
            return practice.drawn(task.game, task.seed, activity.level, activity.practice, language)
        except GameError as error:
            raise task.error("practice", error) from error
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
    for id in rules:
        if id not in task.game.rules:
            raise task.error(key, f"{task.game.title} has no rule {id!r:.60}")


# Answers --------------------------------------------------------------------------------------------------------------


def start(task: Task) -> Line:
    """The line of a *find* or *play* before the learner's first move."""
    line = Line(task.game, task.state)
    return solving.wait(line, task.activity.seat, task.activity.seed) if isinstance(task.activity, Play) else line


def line_of(task: Task, made: Sequence[str]) -> Line:
    """The line after the learner's moves, with all that came between them.

    Raises:
        NotationError: one of them cannot be read.
    """
    line = start(task)
    for text in made:
        line = _move(task, line, text)
    return line


def _move(task: Task, line: Line, text: str) -> Line:
    activity = task.activity
    line = line.then(line.game.parse_move(line.state, text))
    if isinstance(activity, Play) and not line.refusal and not reached(line, activity.play):
        line = solving.wait(line, activity.seat, activity.seed)
    return line


def grade(
    task: Task, answer: object, made: Sequence[str] = (), language: str = SOURCE_LANGUAGE
) -> Feedback:  # fmt: skip
    """Say whether an answer is right.

    Args:
        answer: a cell, a choice or a number for a question; a move for *find* and *play*.
        made: the moves made in this activity before.

    Raises:
        GameError: there is nothing to answer.
    """
    activity = task.activity
    if isinstance(activity, (Find, Play)):
        feedback = _grade_move(task, activity, str(answer), tuple(made), language)
    elif task.graded:
        feedback = judge(question(task, language), answer, language)
    else:
        raise GameError(f"there is nothing to answer in a {task.kind}")
    if feedback.right and not feedback.more and isinstance(activity, (Graded, Drawn)) and activity.explain:
        feedback = replace(feedback, message=f"{feedback.message} {translate(activity.explain.strip(), language)}")
    return feedback


def _grade_move(task: Task, activity: Find | Play, text: str, made: tuple[str, ...], language: str) -> Feedback:
    goal = activity.find if isinstance(activity, Find) else activity.play
    before = line_of(task, made)
    try:
        line = _move(task, before, text)
    except NotationError as error:
        return Feedback(False, str(error), counted=False)
    traces = line.traces[len(before.traces) :]
    if reached(line, goal):
        return Feedback(True, translate("Well done!", language), traces)
    refusal = line.refusal
    if refusal is not None:
        says = task.game.rulebook.sentence(refusal, language)
        return Feedback(False, f"{translate('This is not allowed.', language)} {says}", traces)
    mine = line.player == activity.seat if isinstance(activity, Play) else line.player >= 0
    if len(made) + 1 < activity.moves and mine:
        return Feedback(True, translate("Go on.", language), traces, more=True)
    if line.player == TERMINAL:
        return Feedback(False, translate("The game is over, and the goal is not reached. Try again.", language), traces)
    return Feedback(False, translate("That is allowed, but look what happens. Try again.", language), traces)


@dataclass(frozen=True, slots=True)
class Solution:
    """What to answer.

    Args:
        answers: the answer, or the moves from the beginning of the activity.
        text: the same in words.
        traces: what happens then.
    """

    answers: tuple[str, ...]
    text: str
    traces: tuple[AnyTrace, ...]


def solve(task: Task, language: str = SOURCE_LANGUAGE) -> Solution:
    """The solution.

    Raises:
        DataError: there is none, or its goal cannot be read.
    """
    activity = task.activity
    if not isinstance(activity, (Find, Play)):
        asked = question(task, language)
        return Solution(asked.answers[:1], answer_text(asked), () if asked.trace is None else (asked.trace,))
    key, goal = (activity.kind, activity.find if isinstance(activity, Find) else activity.play)
    try:
        check_goal(task.game, task.state, goal)
        begin = start(task)
        if reached(begin, goal):
            raise ValueError("the goal is reached before the first move")
        if isinstance(activity, Find):
            moves = solving.find(begin, goal, activity.moves)
        else:
            moves = solving.play_out(begin, goal, activity.seat, activity.moves, activity.seed)
        if moves is None:
            raise ValueError(f"the goal cannot be reached in {activity.moves} moves")
    except ValueError as error:
        raise task.error(key, error) from error
    texts: list[str] = []
    line = begin
    for move in moves:
        texts.append(task.game.format_move(line.state, move))
        line = _move(task, line, texts[-1])
    return Solution(tuple(texts), ", ".join(texts), line.traces)
