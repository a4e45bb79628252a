"""Proof that lessons hold: every one is replayed, every *find* and *play* solved, every question answered.

Whatever a file says that the engine contradicts is a :class:`~engine.errors.DataError` with file, line and key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from . import get_game
from .core import Step
from .errors import DataError, GameError, shown
from .goals import AnyGame, goal_rules, room_words
from .grading import grade, solve
from .lesson_format import Find, Graded, Play, Predict, Show, Why
from .lessons import Lesson, lesson_files, read_text, read_with_faults
from .marks import ROLES
from .tasks import Task, question, remarks, show_traces, task, task_count

DRAWS = 3
"""Random questions are drawn with so many seeds."""


def check(game: AnyGame) -> list[DataError]:
    """Every fault in the lessons of a game."""
    return [fault for path in lesson_files(game) for fault in check_file(path, game)]


def check_file(path: str | Path, game: AnyGame | None = None) -> list[DataError]:
    """Every fault in a lesson file.

    Args:
        game: by default that of the folder ``engine/<game>/lessons``.
    """
    path = Path(path)
    try:
        text = read_text(path)
        game = get_game(path.absolute().parent.parent.name) if game is None else game
    except DataError as error:
        return [error]
    except GameError as error:
        return [DataError(path, "", "lies in no folder <game>/lessons: {error}", error=error)]
    return check_text(text, str(path), game)


def check_text(text: str, file: str, game: AnyGame) -> list[DataError]:
    """Every fault in the text of a lesson."""
    lesson, faults = read_with_faults(text, file, game)
    return faults if lesson is None else check_lesson(lesson)


def check_lesson(lesson: Lesson) -> list[DataError]:
    """Every fault in a lesson whose form is right."""
    faults = [
        lesson.error(("teaches", number), f"{lesson.game.title} has no rule {shown(rule)}")
        for number, rule in enumerate(lesson.teaches)
        if rule not in lesson.game.rules
    ]
    seen = set()
    for number in range(task_count(lesson)):
        for seed in range(DRAWS):
            try:
                one = task(lesson, number, seed)
            except DataError as error:
                faults.append(error)
                break
            found = list(_task_faults(one))
            faults += found
            if found or one.kind != "practice" or (one.entry, seed) in seen:
                break
            seen.add((one.entry, seed))
    return list({str(fault): fault for fault in faults}.values())


def _task_faults(one: Task) -> Iterable[DataError]:
    activity, game = one.activity, one.game
    cells = {cell.id for cell in game.scene(one.state).cells}
    for role, marked in activity.marks.items():
        if role not in ROLES:
            yield one.error("marks", f"{shown(role)} is no mark; expected one of {', '.join(ROLES)}")
        for cell in marked:
            if cell not in cells:
                yield one.error("marks", f"{role}: {shown(cell)} is not a cell here")
    if one.viewer is not None and one.viewer not in range(game.seat_count(one.state)):
        yield one.error("viewer", f"expected a seat from 0 to {game.seat_count(one.state) - 1}, got {one.viewer}")
    try:
        if isinstance(activity, Show):
            show_traces(one)
            remarks(one)
        elif one.graded:
            yield from _answer_faults(one)
    except DataError as error:
        yield error


def _answer_faults(one: Task) -> Iterable[DataError]:
    """The solution is right, and the rules that are tested act on the way to it."""
    activity = one.activity
    solution = solve(one)
    made: list[str] = []
    for answer in solution.answers:
        feedback = grade(one, answer, made)
        if not feedback.right:
            yield one.error(one.kind, f"the solution {', '.join(solution.answers)} is not taken: {feedback.message}")
            return
        made.append(answer)
    if isinstance(activity, Graded):
        steps: list[Step[object]] = [step for trace in solution.traces for step in trace.steps]
        acting = {step.rule for step in steps}
        for rule in activity.tests:
            if rule not in one.game.rules:
                yield one.error("tests", f"{one.game.title} has no rule {shown(rule)}")
            elif one.game.rulebook.speaks(rule) and rule not in acting:
                yield one.error("tests", f"{rule} does not act here, so this cannot test it")


# Coverage -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """Where a rule is learned.

    Args:
        taught: ids of the lessons that teach it.
        tested: ids of the lessons with an activity that grades it.
        excuse: why no lesson does, where a room says so.
    """

    rule: str
    taught: tuple[str, ...]
    tested: tuple[str, ...]
    excuse: str = ""

    @property
    def hole(self) -> bool:
        """True for a rule that is not both taught and tested, without an excuse."""
        return not self.excuse and not (self.taught and self.tested)


def tested_rules(one: Task) -> tuple[str, ...]:
    """The rules that an activity grades: those that its question or goal is about, and those that it names."""
    activity = one.activity
    if isinstance(activity, (Predict, Why)):
        found = question(one).rules
    elif isinstance(activity, Find):
        found = goal_rules(one.game, activity.find)
    elif isinstance(activity, Play):
        found = goal_rules(one.game, activity.play)
    else:
        return ()
    return tuple(dict.fromkeys((*found, *activity.tests)))


def coverage(game: AnyGame, course: Iterable[Lesson]) -> tuple[Row, ...]:
    """For each rule of a game: which lessons of a course teach it, and which test it. Random questions do not count."""
    taught: dict[str, list[str]] = {}
    tested: dict[str, list[str]] = {}
    for lesson in course:
        for rule in lesson.teaches:
            taught.setdefault(rule, []).append(lesson.id)
        rules = {rule for number in range(task_count(lesson)) for rule in tested_rules(task(lesson, number))}
        for rule in sorted(rules):
            tested.setdefault(rule, []).append(lesson.id)
    excuses: Mapping[str, str] = getattr(room_words(game), "UNTAUGHT", {})
    return tuple(
        Row(rule, tuple(taught.get(rule, ())), tuple(tested.get(rule, ())), excuses.get(rule, ""))
        for rule in game.rules
    )


def coverage_text(rows: Iterable[Row]) -> str:
    """The table, one line a rule."""

    def names(ids: tuple[str, ...]) -> str:
        return " ".join(id.partition("/")[2].partition("-")[0] for id in ids) or "-"

    lines = [f"{row.rule:22} {names(row.taught):14} {row.excuse or names(row.tested)}" for row in rows]
    return "\n".join([f"{'rule':22} {'taught in':14} tested in", *lines])
