"""A class plays: the teacher puts pupils together, they play, and the teacher looks on."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from .class_people import Class, Pupil, Teacher


@pytest.fixture
def room(browser: Browser, site: str) -> Iterator[Class]:
    everybody = Class(browser, site)
    yield everybody
    everybody.leave()


def go(pupil: Pupil) -> Page:
    """To the pupil's game."""
    pupil.page.locator("[name=play]").click()
    pupil.page.locator(".tablebar .people").wait_for()
    return pupil.page


def begin(teacher: Teacher, game: str) -> None:
    """Put the class together by lot and start."""
    teacher.page.locator(".bar [name=play]").click()
    teacher.page.locator(".classgames [data-key=game]").select_option(game)
    teacher.page.locator(".classgames [data-key=lots]").click()
    teacher.page.locator(".classgames [data-key=start]").click()


def test_who_plays_whom_lies_over_the_game_on_the_desk(room: Class) -> None:
    teacher = room.teacher().open()
    teacher.show("lion")
    pair, explore = (teacher.page.locator(f".bar [name={name}]") for name in ("play", "explore"))
    pair.click()
    expect(teacher.page.locator(".classgames [data-key=game]")).to_have_value("lion")
    expect(pair).to_have_attribute("aria-pressed", "true")
    expect(explore).to_have_attribute("aria-pressed", "false")
    explore.click()
    expect(teacher.page.locator(".classgames")).to_have_count(0)
    expect(explore).to_have_attribute("aria-pressed", "true")
    expect(teacher.target("b3")).to_be_visible()


def test_a_class_is_paired_and_plays(room: Class) -> None:
    teacher = room.teacher().open()
    pupils = [room.pupil().join(teacher.code, nick) for nick in ("Anna", "Ben", "Cem")]
    for nick in ("Anna", "Ben", "Cem"):
        expect(teacher.pupil(nick)).to_be_visible()
    begin(teacher, "lion")
    board = teacher.page.locator(".boards .list li")
    expect(board).to_have_count(1)
    for pupil in pupils:
        expect(pupil.page.locator("[name=play]")).to_contain_text(re.compile("Your game|Watch the others"))
    playing = [one for one in pupils if "Your game" in one.page.locator("[name=play]").inner_text()]
    (left,) = [one for one in pupils if one not in playing]
    assert len(playing) == 2
    pages = [go(one) for one in playing]
    first = next(page for page in pages if "Your turn" in page.locator(".turn h2").inner_text())
    (second,) = [page for page in pages if page is not first]
    watcher = go(left)
    expect(watcher.locator(".tablebar")).to_contain_text("You are watching")

    first.locator('.md-board .target[data-tap="b3"]').first.click()
    first.locator('.md-board .target[data-tap="b2"]').first.click()
    expect(second.locator(".turn h2")).to_contain_text("Your turn")
    expect(watcher.locator(".md-steps")).to_contain_text("The Chick goes from b3 to b2")
    expect(board).to_contain_text("Moves: 1")

    with teacher.page.context.expect_page() as opened:
        teacher.page.locator(".boards [data-key^=watch]").click()
    look = opened.value
    expect(look.locator(".md-steps")).to_contain_text("The Chick goes from b3 to b2")
    teacher.page.locator(".boards [data-key='stop all']").click()
    expect(board).to_contain_text("over")
    for page in (*pages, watcher, look):
        expect(page.locator(".turn .result")).to_contain_text("ended without a winner")
    # Back in the class, the way to the game is still there.
    first.get_by_role("link", name="Back to the class").click()
    expect(first.locator("[name=play]")).to_contain_text("Your game")


def test_groups_by_hand_and_hidden_hands(room: Class) -> None:
    teacher = room.teacher().open()
    anna, ben = (room.pupil().join(teacher.code, nick) for nick in ("Anna", "Ben"))
    teacher.page.locator(".bar [name=play]").click()
    games = teacher.page.locator(".classgames")
    games.locator("[data-key=game]").select_option("matadoon")
    expect(games.locator("[data-key=start]")).to_be_disabled()
    games.get_by_label("Group of Anna").select_option("1")
    expect(games.locator(".make .notice")).to_contain_text("2, 3, 4")
    expect(games.locator("[data-key=start]")).to_be_disabled()
    games.get_by_label("Group of Ben").select_option("1")
    games.locator("[data-key=start]").click()
    pages = [go(one) for one in (anna, ben)]
    for _ in range(2):
        for page in pages:
            if "Your turn" in page.locator(".turn h2").inner_text():
                page.locator(".md-board .target.can").first.click()
                expect(page.locator(".turn h2")).not_to_contain_text("set up")
    for page in pages:
        expect(page.locator(".md-board")).to_contain_text(re.compile("Anna|Blue"))
    with teacher.page.context.expect_page() as opened:
        teacher.page.locator(".boards [data-key^=public]").click()
    hidden = opened.value
    expect(hidden.get_by_label("Show what is hidden")).not_to_be_checked()
