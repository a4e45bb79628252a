"""Predict together: a teacher asks, pupils answer in browsers of their own."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from apps.parts.classroom_ask import side_by_side, to_choose_from
from apps.school.asking import Choice, Spread
from apps.school.asks import lesson_ask, prepare
from engine import GAMES
from engine.lessons import lessons
from tests.apps.class_people import Class, Teacher


@pytest.fixture
def school(browser: Browser, site: str) -> Iterator[Class]:
    opened = Class(browser, site)
    yield opened
    opened.leave()


def propose(teacher: Teacher, lesson: int, question: int) -> str:
    """Choose a question of a lesson; gives its words."""
    teacher.ask("lessons")
    teacher.page.locator("dialog [name=lesson]").select_option(index=lesson)
    chosen = teacher.page.locator("dialog [name=question]").nth(question)
    text = chosen.inner_text()
    chosen.click()
    expect(teacher.page.locator(".asking .ask")).to_have_text(text)
    return text


def test_what_would_you_play_here(school: Class) -> None:
    """Answered by moves, closed, looked at, shown, asked again with before and after beside each other."""
    teacher = school.teacher().open()
    mia, bo = (school.pupil().join(teacher.code, nick) for nick in ("Mia", "Bo"))
    teacher.show("lion")
    teacher.ask("this", "put")
    mia.asked().tap("a1")
    expect(mia.panel).to_contain_text("Nothing can be done there")
    mia.tap("b3", "b2")
    mia.gave("Cb3xb2")
    bo.asked().tap("b4", "a3")
    bo.gave("Lb4-a3")
    bo.tap("b3", "b2")
    bo.gave("Cb3xb2")
    teacher.answered("2 of 2")
    expect(teacher.page.locator(".asking .spread")).to_have_count(0)
    teacher.page.locator(".asking [name=peek]").check()
    expect(teacher.bar("Cb3xb2")).to_have_text("2")
    expect(teacher.page.locator('.md-board .hot[data-cell="b2"]')).to_contain_text("2")
    assert not mia.page.locator(".spread").count()

    teacher.ask("close")
    expect(mia.panel).to_contain_text("Closed")
    mia.target("b4").click()
    expect(mia.panel).to_contain_text("Your answer: Cb3xb2")
    teacher.ask("reveal")
    expect(mia.panel.locator(".spread li").first).to_contain_text("(you)")
    teacher.page.locator(".spread button.label").first.click()
    expect(mia.place).to_contain_text("/ 5")
    teacher.step("last")
    expect(mia.place).to_have_text("Step 5 of 5")

    teacher.ask("again")
    expect(mia.panel).to_contain_text("once more · Before: Cb3xb2")
    mia.asked().tap("b4", "c3")
    mia.gave("Lb4-c3")
    teacher.answered("1 of 2")
    expect(teacher.pupil("Mia").locator(".done")).to_be_visible()
    expect(teacher.pupil("Bo").locator(".done")).to_have_count(0)
    teacher.ask("close")
    teacher.page.locator(".asking [name=peek]").check()
    expect(teacher.bar("Cb3xb2")).to_have_text(["before: 2", "now: 0"])
    expect(teacher.bar("Lb4-c3")).to_have_text(["before: 0", "now: 1"])
    teacher.ask("reveal")
    expect(bo.panel).to_contain_text("You gave no answer")
    expect(bo.panel.locator(".spread li").filter(has_text="Cb3xb2").locator(".count")).to_have_text(
        ["before: 2", "now: 0"]
    )
    teacher.ask("done")
    expect(bo.panel).to_be_hidden()
    expect(mia.place).to_have_text("No move yet")


def test_nobody_knows_the_answer_before_it_is_shown(school: Class) -> None:
    game = GAMES["lion"]
    number, (asked, _) = next(
        (n, found[0]) for n, (_, _, found) in enumerate(to_choose_from("lion", "en")["lessons"])
        if prepare(lesson_ask(lessons(game)[n].id, found[0][0])).content["kind"] == "choice"
    )  # fmt: skip
    lesson = to_choose_from("lion", "en")["lessons"][number][0]
    ready = prepare(lesson_ask(lesson, asked))
    assert ready.asked is not None
    right = ready.asked.answers[0]
    wrong = next(value for value, _ in ready.content["choices"] if value != right)

    teacher = school.teacher().open()
    mia, bo = (school.pupil().join(teacher.code, nick) for nick in ("Mia", "Bo"))
    teacher.show("lion")
    text = propose(teacher, number, 0)
    assert not mia.panel.is_visible()
    teacher.ask("put")
    expect(mia.panel.locator(".ask")).to_have_text(text)
    mia.asked().choose(right)
    bo.asked().choose(wrong)
    teacher.answered("2 of 2")
    for pupil in (mia, bo):
        expect(pupil.panel).to_contain_text("Your answer is in")
        assert not any("reveal" in json.loads(told) for told in pupil.watch.received if told.startswith("{"))
        assert not pupil.page.locator(".do .notice, .do .right, .do .wrong").count()
    bo.page.reload()
    expect(bo.panel).to_contain_text("Your answer is in")
    late = school.pupil().join(teacher.code, "Late")
    expect(late.panel.locator(".ask")).to_have_text(text)
    teacher.ask("close")
    expect(late.panel).to_contain_text("You gave no answer")
    teacher.ask("reveal")
    expect(mia.panel.locator(".notice.good")).to_contain_text("right")
    expect(bo.panel.locator(".notice.bad")).to_contain_text("The answer:")
    expect(teacher.page.locator(".spread li.right")).to_have_count(1)
    late.page.reload()
    expect(late.panel).to_contain_text("You gave no answer")


def test_a_cell_and_a_number(school: Class) -> None:
    teacher = school.teacher().open()
    mia = school.pupil().join(teacher.code, "Mia")
    teacher.show("matadoon")
    seen = set()
    for lesson, (id, _, found) in enumerate(to_choose_from("matadoon", "en")["lessons"]):
        for place, (number, _) in enumerate(found):
            ready = prepare(lesson_ask(id, number))
            kind = ready.content["kind"]
            if kind not in ("cell", "number") or kind in seen:
                continue
            seen.add(kind)
            assert ready.asked is not None
            right = ready.asked.answers[0]
            propose(teacher, lesson, place)
            teacher.ask("put")
            if kind == "cell":
                expect(mia.panel).to_contain_text("Tap a cell")
                mia.target(right).click()
            else:
                field = mia.panel.get_by_role("textbox")
                field.fill("many")
                field.press("Enter")
                expect(mia.panel.locator(".notice")).to_contain_text("Type a number")
                field.fill(right)
                field.press("Enter")
            mia.gave(right)
            teacher.answered("1 of 1")
            teacher.ask("close", "reveal")
            expect(mia.panel.locator(".notice.good")).to_be_visible()
            teacher.ask("done")
            expect(mia.panel).to_be_hidden()
    assert seen == {"cell", "number"}


def test_a_fresh_question_and_another(school: Class) -> None:
    teacher = school.teacher().open()
    mia = school.pupil().join(teacher.code, "Mia")
    teacher.show("maatatahay")
    teacher.ask("fresh", "another")
    expect(teacher.page.locator(".asking summary")).to_be_visible()
    teacher.ask("done")
    expect(teacher.page.locator(".stage .md-board .target.tappable").first).to_be_visible()
    teacher.ask("fresh", "put")
    expect(mia.panel.locator(".ask")).to_have_text(teacher.page.locator(".asking .ask").inner_text())


def test_a_question_outlives_the_teachers_page(school: Class) -> None:
    teacher = school.teacher().open()
    mia = school.pupil().join(teacher.code, "Mia")
    teacher.show("lion")
    teacher.ask("this", "put")
    mia.asked().tap("b3", "b2")
    mia.gave("Cb3xb2")
    teacher.page.reload()
    teacher.answered("1 of 1")
    teacher.ask("close", "reveal")
    expect(mia.panel.locator(".spread")).to_be_visible()


def test_an_answer_waits_for_the_line(school: Class) -> None:
    """What is answered while the line is dead is kept and sent when it is back."""
    teacher = school.teacher().open()
    mia = school.pupil().join(teacher.code, "Mia")
    teacher.show("lion")
    teacher.ask("this", "put")
    mia.asked().page.context.set_offline(True)
    mia.tap("b3", "b2")
    expect(mia.panel).to_contain_text("Sending")
    mia.page.context.set_offline(False)
    teacher.answered("1 of 1")
    mia.gave("Cb3xb2")
    mia.watch.faults = [fault for fault in mia.watch.faults if "ERR_INTERNET_DISCONNECTED" not in fault]


def test_hidden_moves_are_not_asked_for(school: Class) -> None:
    """Who may move where would tell what the class may not know."""
    teacher = school.teacher().open()
    teacher.show("matadoon")
    for cell in ("d4", "c3", "e5"):
        teacher.tap(cell)
        expect(teacher.page.locator(".moves .list")).to_contain_text(f"@{cell}")
    teacher.page.locator(".menu select").select_option(label="Outside")
    teacher.ask("this")
    expect(teacher.page.locator(".said")).to_be_visible()
    expect(teacher.page.locator(".asking [name=put]")).to_have_count(0)


@pytest.mark.parametrize("id", GAMES)
def test_every_question_of_the_lessons_can_be_asked(id: str) -> None:
    found = to_choose_from(id, "en")
    assert found["levels"] > 0
    for lesson, _, questions in found["lessons"]:
        for number, text in questions:
            ready = prepare(lesson_ask(lesson, number))
            assert ready.content["text"] == text
            assert ready.solution()[0], (lesson, number)


def test_answers_side_by_side() -> None:
    def spread(**counts: int) -> Spread:
        choices = tuple(Choice(value, value.upper(), count) for value, count in counts.items())
        return Spread(1, {}, True, False, choices, 0, 0, None)

    assert side_by_side(spread(a=2), None) == [["a", "A", 2, None, 0]]
    assert side_by_side(spread(a=2), spread(a=1, b=3)) == [["a", "A", 2, None, 1], ["b", "B", 0, None, 3]]
