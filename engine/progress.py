"""How far a learner is in a lesson: a plain value, and the functions from one such value to the next.

A page, a notebook and a classroom all keep a :class:`Progress`; nothing else has to be kept. What was tried in one
activity never reaches the next.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from .errors import DataError, GameError, shown
from .grading import Solution, grade, solve
from .lesson_format import Drawn, Graded
from .lessons import Lesson
from .questions import Feedback
from .tasks import Task, entries, task, task_count
from .words import SOURCE_LANGUAGE, translate


@dataclass(frozen=True, slots=True)
class Progress:
    """A run of a lesson.

    Args:
        lesson: its id.
        activity: the point of the run, from 0; as many as there are points when the lesson is done.
        tries: wrong tries at this activity.
        hints: hints taken at this activity.
        moves: the learner's moves in this activity, as far as they are right.
        solved: this activity is done, and the next may begin.
        clean: for each graded activity done: at the first try, without a hint or the solution.
        seed: what random questions follow from.
    """

    lesson: str
    activity: int = 0
    tries: int = 0
    hints: int = 0
    moves: tuple[str, ...] = ()
    solved: bool = False
    clean: tuple[bool, ...] = ()
    seed: int = 0


def begin(lesson: Lesson, seed: int = 0) -> Progress:
    """The beginning of a run."""
    return Progress(lesson.id, seed=seed)


def finished(lesson: Lesson, progress: Progress) -> bool:
    """True when every activity is done."""
    return progress.activity >= task_count(lesson)


def current(lesson: Lesson, progress: Progress) -> Task:
    """What is to be done now.

    Raises:
        GameError: the run is of another lesson, or over.
    """
    if progress.lesson != lesson.id:
        raise GameError("this is the progress of {lesson}, not of {id}", lesson=progress.lesson, id=lesson.id)
    return task(lesson, progress.activity, progress.seed)


def stars(lesson: Lesson, progress: Progress) -> int:
    """The stars of a run: 0 while the lesson is not done, then as :func:`stars_for` says."""
    return stars_for(sum(progress.clean), len(progress.clean)) if finished(lesson, progress) else 0


def stars_for(right: int, total: int) -> int:
    """Stars by the share of what was right at once: 3 for all, 2 for two thirds, 1 for one third, 0 for less."""
    return 3 if right == total else 3 * right // max(1, total)


def answer(
    lesson: Lesson, progress: Progress, given: object, language: str = SOURCE_LANGUAGE
) -> tuple[Progress, Feedback]:  # fmt: skip
    """Answer, or make a move. A wrong try takes the board back to where the activity began."""
    feedback = grade(current(lesson, progress), given, progress.moves, language)
    if progress.solved or not feedback.counted:
        return progress, feedback
    if feedback.more:
        return replace(progress, moves=(*progress.moves, str(given))), feedback
    if not feedback.right:
        return replace(progress, tries=progress.tries + 1, moves=()), feedback
    clean = not progress.tries and not progress.hints
    return replace(progress, solved=True, clean=(*progress.clean, clean)), feedback


def hint(lesson: Lesson, progress: Progress, language: str = SOURCE_LANGUAGE) -> tuple[Progress, str]:
    """The next hint; an empty text when there is none left."""
    activity = current(lesson, progress).activity
    given = activity.hints if isinstance(activity, (Graded, Drawn)) else ()
    if progress.hints >= len(given):
        return progress, ""
    return replace(progress, hints=progress.hints + 1), translate(given[progress.hints], language)


def give_up(lesson: Lesson, progress: Progress, language: str = SOURCE_LANGUAGE) -> tuple[Progress, Solution]:
    """Show the solution. The activity is done then, but does not count towards the stars."""
    found = solve(current(lesson, progress), language)
    if progress.solved:
        return progress, found
    return replace(progress, solved=True, moves=(), clean=(*progress.clean, False)), found


def go_on(lesson: Lesson, progress: Progress) -> Progress:
    """The beginning of the next activity.

    Raises:
        GameError: this one is still to be answered.
    """
    if current(lesson, progress).graded and not progress.solved:
        raise GameError("answer first, or ask for the solution")
    return Progress(progress.lesson, progress.activity + 1, clean=progress.clean, seed=progress.seed)


def to_data(progress: Progress) -> dict[str, Any]:
    """The progress as data for a file."""
    return {**asdict(progress), "moves": list(progress.moves), "clean": list(progress.clean)}


def from_data(data: object, lesson: Lesson, file: object = "progress") -> Progress:
    """Read what :func:`to_data` wrote, and see whether it fits the lesson as it is now.

    Raises:
        DataError: it does not; says which key.
    """
    if not isinstance(data, Mapping) or set(data) - set(Progress.__dataclass_fields__):
        raise DataError(file, "", "is not the progress of a lesson")
    if data.get("lesson") != lesson.id:
        raise DataError(file, "lesson", "expected {id}, got {given}", id=lesson.id, given=shown(data.get("lesson")))
    for key in ("activity", "tries", "hints", "seed"):
        if type(data.get(key, 0)) is not int or (key != "seed" and data.get(key, 0) < 0):
            raise DataError(file, key, "expected a whole number, got {given}", given=shown(data[key]))
    for key, wanted in (("moves", str), ("clean", bool)):
        value = data.get(key, ())
        if not isinstance(value, (list, tuple)) or any(type(one) is not wanted for one in value):
            raise DataError(
                file, key, "expected a list of {name}, got {given}", name=wanted.__name__, given=shown(value)
            )
    if type(data.get("solved", False)) is not bool:
        raise DataError(file, "solved", "expected true or false, got {given}", given=shown(data["solved"]))
    progress = Progress(**{**data, "moves": tuple(data.get("moves", ())), "clean": tuple(data.get("clean", ()))})
    return _fitted(progress, lesson, file)


def _fitted(progress: Progress, lesson: Lesson, file: object) -> Progress:
    count = task_count(lesson)
    if progress.activity > count:
        raise DataError(
            file, "activity", "expected 0 to {count}, got {activity}", count=count, activity=progress.activity
        )
    done = min(count, progress.activity + progress.solved)
    if progress.activity == count and (progress.moves or progress.solved):
        raise DataError(file, "activity", "expected nothing to be left to do after the last activity")
    graded = sum(lesson.activities[entry].graded for entry in entries(lesson)[:done])
    if len(progress.clean) != graded:
        raise DataError(
            file, "clean", "expected {graded} entries, got {count}", graded=graded, count=len(progress.clean)
        )
    made: tuple[str, ...] = ()
    if progress.moves and not current(lesson, progress).by_moves:
        raise DataError(file, "moves", "expected none, for this activity is not answered by moves")
    for move in progress.moves:
        if not grade(current(lesson, progress), move, made).more:
            raise DataError(file, "moves", "{given} does not lead on from here", given=shown(move))
        made = (*made, move)
    return progress
