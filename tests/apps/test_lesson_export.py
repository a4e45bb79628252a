"""A lesson written to a file is taken with the network off: every game, by mouse, keyboard and touch."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from apps.parts import lesson_export
from apps.parts.lesson_export import Prepared, export_lesson, lesson_page
from apps.parts.texts import LEARN
from engine import get_game
from engine.grading import grade, solve
from engine.lessons import Lesson, lessons, read
from engine.tasks import question, task, task_count

from .conftest import Watch
from .school import School, cells_beside

LESSONS = [("matadoon", 7), ("maatatahay", 5), ("lion", 16), ("matanga", 2)]
"""Lessons with a prediction, a move to be found, and more."""


def lesson_of(game: str, number: int) -> Lesson:
    return lessons(get_game(game))[number - 1]


def opened(page: Page, folder: Path, game: str, lesson: Lesson) -> School:
    """A learner before the page of a lesson, without a network."""
    page.context.set_offline(True)
    page.goto(export_lesson(lesson, folder / "lesson.html").as_uri())
    school = School(page, "", game)
    school.text.wait_for()
    return school


def own(game: str, *activities: str) -> Lesson:
    text = "title: Mine\nteaches: [end.catch]\nactivities:\n" + "".join(f"- {one}\n" for one in activities)
    return read(text, "lesson", get_game(game))


@pytest.mark.parametrize(("game", "number"), LESSONS)
def test_a_lesson_is_taken_from_start_to_end(page: Page, watch: Watch, tmp_path: Path, game: str, number: int) -> None:
    school = opened(page, tmp_path, game, lesson_of(game, number)).take(number)
    expect(page.locator(".end .stars")).to_have_attribute("aria-label", "3 of 3 stars")
    assert page.evaluate("typeof Bokeh") == "undefined"
    school.button("Again").click()
    school.at(0)


@pytest.mark.parametrize(("game", "number"), [("matadoon", 3), ("lion", 5)])
def test_it_is_taken_on_a_phone_by_touch(
    browser: Browser, tmp_path: Path, game: str, number: int, browser_context_args: dict[str, Any]
) -> None:
    context = browser.new_context(
        **{**browser_context_args, "viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    )
    page = context.new_page()
    watching = Watch(page)
    school = opened(page, tmp_path, game, lesson_of(game, number))
    lesson = lesson_of(game, number)
    for at in range(task_count(lesson)):
        one = task(lesson, at)
        school.at(at)
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        if one.kind == "find":
            for tap in school.game.taps(one.state, school.game.parse_move(one.state, solve(one).answers[0])):
                school.target(tap).tap()
        elif one.graded and question(one).kind == "cell":
            school.target(question(one).answers[0]).tap()
        else:
            school.right(one)
        school.next()
    expect(page.locator(".end h1")).to_be_visible()
    assert not watching.faults
    context.close()


def test_it_is_taken_with_the_keyboard(page: Page, watch: Watch, tmp_path: Path) -> None:
    school = opened(page, tmp_path, "matadoon", lesson_of("matadoon", 3))
    expect(school.main).to_be_focused()
    page.keyboard.press("Enter")
    school.at(1)
    page.keyboard.press("End")
    expect(page.locator(".say .remark")).to_contain_text("The second wall")
    expect(school.main).to_have_text("Continue")
    page.keyboard.press("Enter")
    school.at(2)
    page.keyboard.press("Enter")
    school.at(3)
    page.keyboard.press("Tab")
    page.keyboard.type("f4")
    page.keyboard.press("Enter")
    expect(school.told).to_contain_text("Yes")
    expect(page.locator(".task .md-steps .steps")).to_contain_text("The bull runs left to f4")
    expect(school.main).to_be_focused()


def test_wrong_answers_hints_and_the_solution(page: Page, watch: Watch, tmp_path: Path) -> None:
    lesson = lesson_of("matadoon", 3)
    school = opened(page, tmp_path, "matadoon", lesson).skip_to(3, 3)
    one = task(lesson, 3)
    school.give(one, cells_beside(one)[0])
    expect(school.told).to_contain_text("Not quite")
    expect(page.locator(".task .md-board .mark.blocked, .task .md-board .item.mark-blocked").first).to_be_attached()
    expect(page.locator(".task .md-steps")).not_to_contain_text("runs left")
    school.button("Hint").click()
    expect(school.told).to_contain_text("horns")
    school.button("Show me").click()
    expect(school.told).to_contain_text("The answer: f4.")
    school.next().at(4)
    expect(school.told).to_be_hidden()
    for number in range(4, task_count(lesson)):
        school.at(number).right(task(lesson, number)).next()
    expect(page.locator(".end .stars")).to_have_attribute("aria-label", "2 of 3 stars")
    expect(page.locator(".end")).to_contain_text("5 of 6 right at once")


def test_a_wrong_move_is_shown_and_taken_back(page: Page, watch: Watch, tmp_path: Path) -> None:
    lesson = lesson_of("matadoon", 5)
    number = next(at for at in range(task_count(lesson)) if task(lesson, at).kind == "find")
    school = opened(page, tmp_path, "matadoon", lesson).skip_to(number, 5)
    one = task(lesson, number)
    school.moves(one, ("R@a1",))
    expect(school.told).to_contain_text("look what happens")
    expect(page.locator(".task .md-steps")).to_contain_text("The bull runs")
    school.button("Try again").click()
    expect(page.locator(".task .md-steps")).to_be_hidden()
    school.target("hand R").click()
    school.target("c3").click()
    expect(school.told).to_contain_text("This is not allowed.")
    expect(page.locator(".task .md-board .says")).to_contain_text("Not allowed")
    school.target("hand R").click()  # a tap begins the next try
    expect(school.told).to_be_hidden()
    expect(school.target("hand R")).to_have_class(re.compile("chosen"))
    school.target("hand R").click()
    school.right(one)
    expect(school.told).to_contain_text("Well done!")


def test_a_number_is_typed(page: Page, watch: Watch, tmp_path: Path) -> None:
    lesson = lesson_of("matadoon", 2)
    number = next(n for n in range(task_count(lesson)) if task(lesson, n).kind == "predict"
                  and question(task(lesson, n)).kind == "number")  # fmt: skip
    school = opened(page, tmp_path, "matadoon", lesson).skip_to(number, 2)
    one = task(lesson, number)
    school.give(one, "many")
    expect(page.locator(".todo .notice")).to_contain_text("Type a whole number.")
    school.give(one, "98")
    expect(school.told).to_contain_text("Not quite")
    school.give(one, f" +{question(one).answers[0]}")
    expect(school.told).to_contain_text("Yes")


def test_a_puzzle_is_solved_and_a_game_is_only_shown(page: Page, watch: Watch, tmp_path: Path) -> None:
    lesson = own(
        "lion",
        "{practice: mate, level: 1}",
        "{play: {winner: 0}, moves: 20, text: Win!, position: '1l1/3/1G1/1L1 b E'}",
    )
    school = opened(page, tmp_path, "lion", lesson)
    asked = question(task(lesson, 0))
    wrong = next(option for option in asked.options if option.value not in asked.answers)
    school.tap_move(asked.state, wrong.value)
    expect(school.told).to_contain_text(wrong.note)
    school.tap_move(asked.state, asked.answers[0])
    expect(school.told).to_contain_text("Yes, that is it!")
    school.next().at(1)
    expect(school.told).to_contain_text("works without a server")
    expect(page.locator(".task .md-steps .steps")).to_be_visible()
    school.next()
    expect(page.locator(".end")).to_contain_text("0 of 1 right at once")
    expect(page.locator(".end .stars")).to_have_attribute("aria-label", "0 of 3 stars")


# Without a browser ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "number"), [("matadoon", 5), ("lion", 14), ("matanga", 2), ("maatatahay", 5)])
def test_every_move_that_taps_can_make_is_judged_as_the_engine_does(game: str, number: int) -> None:
    lesson = lesson_of(game, number)
    prepared = Prepared(lesson, "en", 0).data()["tasks"]
    found = 0
    for at, one in enumerate(prepared):
        if "stage" not in one or task(lesson, at).kind != "find":
            continue
        outcomes = one["stage"]["outcomes"]
        legal = {
            lesson.game.format_move(task(lesson, at).state, m) for m in lesson.game.legal_moves(task(lesson, at).state)
        }
        assert legal <= set(outcomes)
        for text, outcome in outcomes.items():
            feedback = grade(task(lesson, at), text)
            assert outcome["told"]["text"] == feedback.message
            assert (outcome["phase"] == "done") == feedback.right
        found += 1
    assert found


def test_two_moves_are_prepared_as_far_as_they_lead() -> None:
    lesson = lesson_of("maatatahay", 8)
    at = next(at for at in range(task_count(lesson)) if getattr(task(lesson, at).activity, "moves", 1) == 2)
    stage = Prepared(lesson, "en", 0)._task(at)["stage"]
    on = [outcome for outcome in stage["outcomes"].values() if "then" in outcome]
    astray = [outcome for outcome in stage["outcomes"].values() if outcome["told"]["text"] == LEARN["astray"]]
    assert on
    assert astray
    assert all(any(last["phase"] == "done" for last in one["then"]["outcomes"].values()) for one in on)


def test_what_would_be_too_much_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lesson_export, "MOST", 8)
    lesson = own("lion", "{find: {winner: 0}, moves: 3, text: Win!, position: '1l1/3/1G1/1L1 b E'}")
    prepared = Prepared(lesson, "en", 0)
    stage = prepared._task(0)["stage"]
    first = solve(task(lesson, 0)).answers[0]
    assert "then" in stage["outcomes"][first]
    assert any(one["told"]["text"] == LEARN["unprepared"] for one in stage["outcomes"].values())


def test_a_text_cannot_end_the_page() -> None:
    lesson = own("lion", "{tell: '</script><b>'}")
    assert lesson_page(lesson).count("</script>") == 2
    assert "<b>" not in lesson_page(lesson)
    assert lesson_page(lesson) == lesson_page(lesson)
