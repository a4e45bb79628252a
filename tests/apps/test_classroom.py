"""A teacher and pupils, each in a browser of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from apps.parts.classroom import Classroom, picture
from apps.school.routes import School
from engine import GameError
from tests.apps.class_people import Class


@pytest.fixture
def school(browser: Browser, site: str) -> Iterator[Class]:
    opened = Class(browser, site)
    yield opened
    opened.leave()


def test_the_screens_follow_the_teacher_step_by_step(school: Class) -> None:
    teacher = school.teacher().open("5b")
    mia, bo = (school.pupil().join(teacher.code, nick) for nick in ("Mia", "Bo"))
    expect(mia.page.locator(".wait")).to_be_visible()
    teacher.sees("Mia", "following")
    teacher.show("lion").tap("b3", "b2")
    teacher.step("first")
    for pupil in (mia, bo):
        expect(pupil.place).to_contain_text("0 / 5")
    teacher.step("forward")
    teacher.step("forward")
    expect(teacher.place).to_have_text("Step 2 of 5")
    for pupil in (mia, bo):
        expect(pupil.place).to_have_text("Step 2 of 5")
        expect(pupil.page.locator(".md-board .says")).to_contain_text("is caught")

    late = school.pupil().join(teacher.code, "Late")
    expect(late.place).to_have_text("Step 2 of 5")
    bo.page.reload()
    expect(bo.place).to_have_text("Step 2 of 5")
    teacher.sees("Bo", "following")
    teacher.step("last")
    for pupil in (mia, bo, late):
        expect(pupil.place).to_have_text("Step 5 of 5")


def test_off_air_the_teacher_is_alone(school: Class) -> None:
    teacher = school.teacher().open()
    teacher.show("lion")
    mia = school.pupil().join(teacher.code, "Mia")
    expect(mia.target("b3")).to_have_attribute("aria-label", re.compile("Chick"))
    air = teacher.page.locator(".bar [name=air]")
    air.click()
    expect(air).to_have_attribute("aria-checked", "false")
    teacher.tap("b3", "b2")
    expect(teacher.place).to_have_text("Step 5 of 5", timeout=15_000)
    expect(mia.target("b3")).to_have_attribute("aria-label", re.compile("Chick"))
    air.click()
    expect(mia.place).to_contain_text("of 5")
    expect(mia.target("b3")).not_to_have_attribute("aria-label", re.compile("Chick"))


def test_what_is_refused_is_shown_to_the_class_too(school: Class) -> None:
    teacher = school.teacher().open()
    teacher.show("lion")
    mia = school.pupil().join(teacher.code, "Mia")
    teacher.tap("b3", "c2")
    expect(mia.page.locator(".md-board .says")).to_contain_text("Not allowed")


def test_a_lesson_is_shown_with_its_words(school: Class) -> None:
    teacher = school.teacher().open()
    mia = school.pupil().join(teacher.code, "Mia")
    teacher.show("matadoon")
    teacher.page.locator(".bar [name=learn]").click()
    teacher.page.locator(".lesson").first.click()
    text = teacher.page.locator(".say .text")
    expect(mia.page.locator(".desk > .text")).to_have_text(re.compile(re.escape(text.inner_text()[:40])))


def test_a_pupil_looks_around_and_comes_back(school: Class) -> None:
    teacher = school.teacher().open()
    mia = school.pupil().join(teacher.code, "Mia")
    teacher.show("lion").tap("b3", "b2")
    teacher.step("last")
    expect(mia.place).to_have_text("Step 5 of 5")
    mia.step("first")
    teacher.sees("Mia", "away")
    teacher.step("back")
    expect(teacher.place).to_have_text("Step 4 of 5")
    expect(mia.place).to_contain_text("0 / 5")
    mia.back.click()
    expect(mia.place).to_have_text("Step 4 of 5")
    teacher.sees("Mia", "following")

    mia.page.get_by_role("link", name="Try it out").click()
    mia.page.locator(".md-board .target.tappable").first.wait_for()
    expect(mia.place).to_have_text("Step 4 of 5")
    teacher.sees("Mia", "away")
    mia.page.get_by_role("link", name="Back to the class").click()
    expect(mia.place).to_have_text("Step 4 of 5")
    teacher.sees("Mia", "following")
    expect(mia.page.locator(".md-away")).to_have_count(0)


def test_what_the_class_may_not_see_is_not_sent(school: Class) -> None:
    teacher = school.teacher().open()
    teacher.show("matadoon")
    for cell in ("d4", "c3", "e5"):
        teacher.tap(cell)
        expect(teacher.page.locator(".moves .list")).to_contain_text(f"@{cell}")
    teacher.page.locator(".menu select").select_option(label="Outside")
    mia = school.pupil().join(teacher.code, "Mia")
    expect(mia.page.locator(".md-board")).to_be_visible()
    mia.page.get_by_role("link", name="Try it out").wait_for()
    assert "s=" not in (mia.page.get_by_role("link", name="Try it out").get_attribute("href") or "")


def test_names_are_text(school: Class) -> None:
    teacher = school.teacher().open("<b>5b</b>")
    mia = school.pupil().join(teacher.code, "<img src=x>&amp;")
    expect(teacher.pupil("<img src=x>&amp;")).to_be_visible()
    expect(mia.page.locator("#who")).to_have_text("<img src=x>&amp; · <b>5b</b>")
    assert not teacher.page.locator(".pupils img").count()


def test_the_teacher_renames_and_removes(school: Class) -> None:
    teacher = school.teacher().open()
    mia, bo = (school.pupil().join(teacher.code, nick) for nick in ("Mia", "Bo"))
    teacher.pupil("Mia").locator("[name=rename]").click()
    teacher.page.locator("dialog [name=text]").fill("Mia K")
    teacher.sure()
    expect(mia.page.locator("#who")).to_contain_text("Mia K")
    expect(teacher.pupil("Mia K")).to_be_visible()
    teacher.pupil("Bo").locator("[name=remove]").click()
    teacher.page.locator("dialog [name=cancel]").click()
    expect(teacher.pupil("Bo")).to_be_visible()
    teacher.pupil("Bo").locator("[name=remove]").click()
    teacher.sure()
    expect(bo.said).to_contain_text("taken you out")
    expect(teacher.pupil("Bo")).to_have_count(0)
    bo.page.reload()
    expect(bo.page.locator(".join [name=nick]")).to_be_visible()


def test_a_closed_door_keeps_new_ones_out_but_nobody_who_is_in(school: Class) -> None:
    teacher = school.teacher().open()
    mia = school.pupil().join(teacher.code, "Mia")
    teacher.more("lock")
    expect(teacher.page.locator(".bar .locked")).to_be_visible()
    late = school.pupil().type(teacher.code, "Late")
    expect(late.said).to_contain_text("door of this class is closed")
    mia.page.reload()
    expect(mia.page.locator("#who")).to_contain_text("Mia")
    teacher.more("lock")
    expect(teacher.page.locator(".bar .locked")).to_have_count(0)
    late.page.locator(".join button").click()
    teacher.sees("Late", "following")


def test_the_end_is_the_end(school: Class) -> None:
    teacher = school.teacher().open()
    mia = school.pupil().join(teacher.code, "Mia")
    code = teacher.code
    teacher.more("end")
    teacher.page.locator("dialog [name=cancel]").click()
    expect(teacher.page.locator(".bar .code")).to_be_visible()
    teacher.more("end")
    teacher.sure()
    expect(mia.said).to_contain_text("over")
    expect(teacher.page.locator(".door [name=make]")).to_be_visible()
    expect(teacher.page.locator(".door .own")).to_be_hidden()
    other = school.pupil().type(code, "Bo")
    expect(other.said).to_contain_text("no class with this code")


def test_a_pupil_leaves(school: Class) -> None:
    teacher = school.teacher().open()
    mia = school.pupil().join(teacher.code, "Mia")
    mia.page.locator("[name=leave]").click()
    mia.page.locator("[name=stay]").click()
    mia.page.locator("[name=leave]").click()
    mia.page.locator("[name=really]").click()
    expect(mia.page.locator(".join [name=nick]")).to_be_visible()
    expect(teacher.page.locator(".pupils li button")).to_have_count(0)


def test_the_teacher_comes_back(school: Class) -> None:
    """To the class and what it saw, from this browser's list or by the secret link; nobody gets in without it."""
    teacher = school.teacher().open("5b")
    mia = school.pupil().join(teacher.code, "Mia")
    teacher.show("lion").tap("b3", "b2")
    expect(mia.place).to_have_text("Step 5 of 5", timeout=15_000)
    teacher.page.reload()
    teacher.page.locator(".stage .md-board").wait_for()
    teacher.sees("Mia", "following")
    expect(teacher.place).to_have_text("Step 5 of 5")
    teacher.step("back")
    expect(mia.place).to_have_text("Step 4 of 5")

    teacher.more("exit")
    teacher.page.locator(".door [name=enter]").click()
    expect(teacher.page.locator(".bar .code strong")).to_be_visible()

    other = school.teacher()
    other.page.goto(teacher.secret)
    expect(other.page.locator(".bar .code strong")).to_be_visible()
    assert "teacher" not in other.page.url
    thief = school.teacher()
    thief.page.goto(re.sub("=.*", f"={'x' * 43}", teacher.secret))
    expect(thief.page.locator(".said")).to_contain_text("not the secret link")
    expect(thief.page.locator(".door [name=make]")).to_be_visible()


def test_the_code_fills_the_projector(school: Class) -> None:
    teacher = school.teacher().open()
    teacher.page.locator(".bar [name=code]").click()
    shown = teacher.page.locator("dialog .projector")
    expect(shown.locator(".qr svg path").first).to_be_visible()
    expect(shown.locator(".code")).to_have_text(f"{teacher.code[:3]} {teacher.code[3:]}")
    expect(shown.locator(".address")).to_contain_text("/join")
    expect(shown.locator(".notice")).to_contain_text("0.0.0.0")  # served to this computer only
    teacher.page.keyboard.press("Escape")
    expect(shown).to_have_count(0)
    pupil = school.pupil().type("", "Mia", f"?class={teacher.code}")
    expect(pupil.page.locator("#who")).to_contain_text("Mia")


def test_before_the_first_game_the_code_lies_on_the_desk(school: Class) -> None:
    teacher = school.teacher(viewport={"width": 1280, "height": 720})
    teacher.page.goto(f"{school.site}/classroom")
    teacher.page.locator(".door [name=make]").click()
    # The projector may be on.
    secret = teacher.page.locator("dialog [name=secret]")
    expect(secret).to_have_css("filter", re.compile("blur"))
    secret.click()
    expect(secret).to_have_css("filter", "none")
    teacher.page.locator("dialog [name=kept]").click()
    desk = teacher.page.locator(".empty")
    expect(desk.locator(".code")).to_have_text(re.compile(r"^[A-Z2-9]{3} [A-Z2-9]{3}$"))
    desk.locator("[name=large]").click()
    expect(teacher.page.locator("dialog .count")).to_contain_text("0 here")
    school.pupil().join(teacher.code, "Mia")
    expect(teacher.page.locator("dialog .count")).to_contain_text("1 here")
    expect(teacher.page.locator("dialog [name=copy]")).to_be_in_viewport(ratio=1)
    teacher.page.keyboard.press("Escape")
    teacher.show("lion")
    expect(desk).to_be_hidden()


def test_those_who_have_gone_stand_last(school: Class) -> None:
    teacher = school.teacher().open()
    mia, _ = (school.pupil().join(teacher.code, nick) for nick in ("Mia", "Bo"))
    expect(teacher.page.locator(".pupils .nick")).to_have_text(["Mia", "Bo"])
    mia.page.goto("about:blank")
    expect(teacher.page.locator(".pupils .nick")).to_have_text(["Bo", "Mia"], timeout=30_000)


def test_a_lost_line_comes_back_by_itself(school: Class) -> None:
    teacher = school.teacher().open()
    mia = school.pupil().join(teacher.code, "Mia")
    teacher.show("lion").tap("b3", "b2")
    expect(mia.place).to_contain_text("of 5")
    mia.page.context.set_offline(True)
    mia.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    teacher.step("last")
    teacher.step("back")
    mia.page.context.set_offline(False)
    expect(mia.place).to_have_text("Step 4 of 5", timeout=30_000)
    mia.watch.faults = [fault for fault in mia.watch.faults if "ERR_INTERNET_DISCONNECTED" not in fault]


def test_a_picture_of_an_address() -> None:
    assert picture("http://localhost:5006/join?class=ABC234").startswith("<svg")
    with pytest.raises(GameError, match="500 characters"):
        picture("x" * 501)


@pytest.mark.parametrize("running", [True, False])
def test_the_page_knows_whether_pupils_can_come(monkeypatch: pytest.MonkeyPatch, running: bool) -> None:
    """With ``panel serve`` there are the pages, but no screens of pupils."""
    monkeypatch.setattr(School, "running", running)
    room = Classroom()
    room._hear({"make": "5b"})
    assert room.now["served"] is running


def test_what_a_browser_sends_that_is_nothing_is_nothing() -> None:
    room = Classroom()
    for message in (
        {},
        {"enter": 5},
        {"lock": True},
        {"mode": "work"},
        {"ask": {"put": True}},
        {"work": {"csv": True}},
    ):
        room._hear(message)
    assert room.now["view"] == "door"
    room._hear({"make": "5b"})
    for wish in ({}, {"put": True}, {"again": 1}, {"example": "x"}, {"propose": "fresh", "level": 1}, {"peek": "yes"}):
        room._hear({"ask": wish})
    room._hear({"game": "chess"})
    room._hear({"mode": "nothing"})
    assert (room.now["view"], room.now["game"]) == ("class", "")
