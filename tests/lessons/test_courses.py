"""The lessons of every game hold, and together they teach and test every rule."""

from __future__ import annotations

import re

import pytest

from engine import GAMES
from engine.goals import room_words
from engine.grading import Solution, solve
from engine.lesson_check import check, check_file, check_lesson, coverage, coverage_text
from engine.lesson_format import Graded
from engine.lessons import Lesson, get_lesson, lesson_files, lessons
from engine.progress import answer, begin, current, finished, give_up, go_on, stars
from engine.tasks import task, task_count, words

COURSES = {id: GAMES[id] for id in GAMES if lesson_files(GAMES[id])}
LEAST = {"matadoon": 12, "maatatahay": 12, "lion": 10, "matanga": 6}
LESSONS = [pytest.param(lesson, id=lesson.id) for game in COURSES.values() for lesson in lessons(game)]


@pytest.mark.parametrize(
    "path", [path for game in COURSES.values() for path in lesson_files(game)], ids=lambda p: p.stem
)
def test_a_lesson_holds(path: object) -> None:
    assert [str(fault) for fault in check_file(str(path))] == []


@pytest.mark.parametrize("id", COURSES)
def test_every_rule_is_taught_and_tested(id: str) -> None:
    rows = coverage(COURSES[id], lessons(COURSES[id]))
    print(coverage_text(rows))
    assert [row.rule for row in rows if row.hole] == []
    assert {row.rule for row in rows} == set(COURSES[id].rules)


@pytest.mark.parametrize("id", COURSES)
def test_only_what_cannot_be_learned_is_left_out(id: str) -> None:
    game = COURSES[id]
    excuses = getattr(room_words(game), "UNTAUGHT", {})
    rows = {row.rule: row for row in coverage(game, lessons(game))}
    for rule, reason in excuses.items():
        assert rule.startswith(("look.", "refuse.")), rule
        assert reason
        assert not rows[rule].taught, f"{rule} is taught and needs no excuse"


@pytest.mark.parametrize("id", COURSES)
def test_a_course_is_whole(id: str) -> None:
    course = lessons(COURSES[id])
    assert len(course) >= LEAST[id]
    assert check(COURSES[id]) == []
    assert [lesson.id.partition("/")[2][:2] for lesson in course] == [f"{n:02}" for n in range(1, len(course) + 1)]
    assert len({lesson.title for lesson in course}) == len(course)
    assert any(activity.kind == "practice" for activity in course[-1].activities), "the last lesson is an exam"


@pytest.mark.parametrize("lesson", LESSONS)
def test_texts_are_tidy_and_short(lesson: Lesson) -> None:
    for _, text in lesson.messages():
        assert text == " ".join(text.split()).strip() or "\n" in text, text
        assert not re.search(r"[{}]| {2,}| [.,;:!?](?:\s|$)", text), text
        assert text.endswith((".", "!", "?", ".)")) or text == lesson.title, text
        assert max(len(one.split()) for one in re.split(r"[.!?:]\s", text)) <= 34, text
    for number in range(task_count(lesson)):
        assert words(task(lesson, number)) or task(lesson, number).kind == "show"


@pytest.mark.parametrize("lesson", LESSONS)
def test_whoever_knows_everything_gets_three_stars(lesson: Lesson) -> None:
    progress = begin(lesson, seed=5)
    while not finished(lesson, progress):
        now = current(lesson, progress)
        if now.graded:
            for one in solve(now).answers:
                progress, feedback = answer(lesson, progress, one)
                assert feedback.right
                assert feedback.message
            assert progress.solved
        progress = go_on(lesson, progress)
    graded = any(isinstance(activity, Graded) or activity.kind == "practice" for activity in lesson.activities)
    assert stars(lesson, progress) == 3
    assert bool(progress.clean) == graded


@pytest.mark.parametrize("lesson", LESSONS)
def test_whoever_gives_up_comes_through_without_a_star(lesson: Lesson) -> None:
    progress = begin(lesson)
    while not finished(lesson, progress):
        if current(lesson, progress).graded:
            progress, found = give_up(lesson, progress)
            assert found.text
        progress = go_on(lesson, progress)
    assert stars(lesson, progress) == (0 if progress.clean else 3)


def test_a_solution_that_is_not_taken_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    lesson = get_lesson(GAMES["matadoon"], "03-the-bull-runs")
    monkeypatch.setattr("engine.lesson_check.solve", lambda one: Solution(("d4",), "d4", ()))
    faults = check_lesson(lesson)
    assert len(faults) == sum(activity.graded for activity in lesson.activities)
    assert all("the solution d4 is not taken" in str(fault) for fault in faults)


@pytest.mark.parametrize("id", COURSES)
def test_the_exam_is_another_one_each_time(id: str) -> None:
    exam = lessons(COURSES[id])[-1]
    boards = {task(exam, 1, seed).state for seed in range(10)}
    assert len(boards) > 5
    assert task(exam, 1, 3).state == task(exam, 1, 3).state
    assert task(exam, 1, 3).state != task(exam, 2, 3).state
