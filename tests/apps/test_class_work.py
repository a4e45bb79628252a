"""Set work as the teacher and the pupils see it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from engine import get_game
from engine.lesson_format import Predict
from engine.lessons import lessons
from engine.tasks import question, task
from tests.apps.class_people import Class
from tests.apps.school import School

GAME = get_game("lion")
LESSON = lessons(GAME)[0]


@pytest.fixture
def school(browser: Browser, site: str) -> Iterator[Class]:
    opened = Class(browser, site)
    yield opened
    opened.leave()


def test_work_is_set_done_and_looked_at(school: Class, site: str, tmp_path: Path) -> None:
    teacher = school.teacher().open()
    mia, bo = (school.pupil().join(teacher.code, nick) for nick in ("Mia", "Bo"))
    teacher.show("lion")
    teacher.page.locator(".bar [name=work]").click()
    teacher.page.locator(".work [name=assign]").click()
    expect(teacher.page.locator(".chips li")).to_contain_text(LESSON.title)
    expect(mia.page.locator(".work a")).to_contain_text(LESSON.title)

    mia.page.locator(".work a").click()
    learner = School(mia.page, site, "lion")
    learner.text.wait_for()
    teacher.sees("Mia", "away")
    number = next(n for n, one in enumerate(LESSON.activities) if isinstance(one, Predict))
    learner.skip_to(number, 1)
    asked = question(task(LESSON, number))
    assert asked.kind == "choice"
    wrong = next(one for one in asked.options if one.value not in asked.answers)
    learner.give(task(LESSON, number), wrong.value)
    expect(learner.told).to_be_visible()
    cells = teacher.page.locator(".work tbody tr").filter(has_text="Mia").locator("td")
    expect(cells.first).to_have_text(f"{number}/{len(LESSON.activities)}")
    expect(teacher.page.locator(".work td.struggles")).to_have_count(1)
    fault = teacher.page.locator(".work .fault")
    expect(fault).to_contain_text(asked.text)
    expect(fault).to_contain_text(wrong.label)

    with teacher.page.expect_download() as saved:
        teacher.page.locator(".work [name=csv]").click()
    file = tmp_path / "grid.csv"
    saved.value.save_as(file)
    assert "struggles" in file.read_text(encoding="utf-8")

    teacher.page.locator(".work td.struggles button").click()
    expect(teacher.page.locator(".asking .notice")).to_contain_text(wrong.label)
    expect(bo.page.locator(".desk > .text")).to_contain_text(asked.text)
    assert "Mia" not in bo.page.locator(".room").inner_text()
    teacher.ask("put")
    bo.asked().choose(asked.answers[0])
    teacher.answered("1 of 2")
    teacher.ask("close", "reveal")
    expect(bo.panel.locator(".notice.good")).to_be_visible()
    teacher.ask("done")
    teacher.page.locator(".bar [name=work]").click()
    expect(teacher.page.locator(".work td.has")).to_have_count(1)

    teacher.page.locator(".chips button").click()
    expect(bo.page.locator(".room > .work")).to_be_hidden()
    mia.page.get_by_role("link", name="Back to the class").click()
    expect(mia.page.locator("#who")).to_contain_text("Mia")
    expect(mia.page.locator(".room > .work")).to_be_hidden()
