"""Whether an answer is right, and the solution.

Everything is a function from values to values. Who shows it, and where the answers come from, is no matter here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from . import solving
from .core import TERMINAL
from .errors import GameError, NotationError
from .goals import AnyTrace, Line, check_goal, reached
from .lesson_format import Drawn, Find, Graded, Play
from .questions import Feedback, answer_text, judge
from .tasks import Task, question
from .words import SOURCE_LANGUAGE, listed, translate


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
        raise GameError("there is nothing to answer in a {kind}", kind=task.kind)
    if feedback.right and not feedback.more and isinstance(activity, (Graded, Drawn)) and activity.explain:
        feedback = replace(feedback, message=f"{feedback.message} {translate(activity.explain, language)}")
    return feedback


def _grade_move(task: Task, activity: Find | Play, text: str, made: tuple[str, ...], language: str) -> Feedback:
    goal = activity.find if isinstance(activity, Find) else activity.play
    before = line_of(task, made)
    try:
        line = _move(task, before, text)
    except NotationError as error:
        return Feedback(False, error.told(language), counted=False)
    traces = line.traces[len(before.traces) :]
    if reached(line, goal):
        return Feedback(True, translate("Well done!", language), traces)
    refusal = line.refusal
    if refusal is not None:
        seen = task.game.observed_trace(traces[-1], task.viewer).refusal or refusal
        says = task.game.rulebook.sentence(seen, language)
        return Feedback(False, f"{translate('This is not allowed.', language)} {says}", traces, rules=(refusal.rule,))
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
        return Solution(asked.answers[:1], answer_text(asked, language), () if asked.trace is None else (asked.trace,))
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
                tried = f"in {solving.PLAY_TRIES} games no way to the goal was found within {activity.moves} moves"
                raise ValueError(f"{tried}; make the goal easier, or try another seed")
        if moves is None:
            raise ValueError(f"the goal cannot be reached in {activity.moves} moves")
    except ValueError as error:
        raise task.error(key, error) from error
    texts: list[str] = []
    line = begin
    for move in moves:
        texts.append(task.game.format_move(line.state, move))
        line = _move(task, line, texts[-1])
    return Solution(tuple(texts), listed(texts, language), line.traces)
