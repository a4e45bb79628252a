"""The index, the rulebook, and what all pages share, in a real browser."""

from __future__ import annotations

import gc
import logging
import re

import pytest
from bokeh.document import Document
from panel.tests.util import wait_until
from playwright.sync_api import Page, expect

from apps.parts import index_page
from apps.parts.catalogue import catalogue
from engine import GAMES, get_game
from engine.examples import example_rules
from tests.apps.desk import Desk


def test_the_index_shows_every_game(page: Page, site: str) -> None:
    page.goto(f"{site}/index")
    cards = page.locator(".card")
    expect(cards).to_have_count(len(catalogue()))
    expect(page.locator(".card:not(.coming) svg.md-scene")).to_have_count(len(GAMES))
    page.get_by_role("link", name=re.compile("Matadoon")).click()
    expect(page).to_have_url(re.compile("/matadoon$"))
    page.locator(".md-board .target").first.wait_for()
    page.go_back()
    expect(cards).to_have_count(len(catalogue()))


def test_a_game_that_is_not_there_yet_is_coming(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine._ROOMS", ("matadoon",))
    html = index_page.index_html.__wrapped__()
    assert html.count('class="card coming"') == len(catalogue()) - 1
    assert html.count(">coming<") == len(catalogue()) - 1


def test_the_index_names_the_games_in_the_readers_language() -> None:
    html = index_page.index_html("ja")
    assert "<h2>どうぶつしょうぎ</h2>" in html
    assert "どうぶつしょうぎ" in [entry.title for entry in catalogue("ja")]


def test_the_index_needs_no_script_of_the_server(page: Page, site: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{site}/index", wait_until="networkidle")
    assert asked == [f"{site}/index"]


def test_the_rulebook_is_made_when_it_is_opened(page: Page, site: str) -> None:
    Desk(page).open(f"{site}/matadoon")
    assert page.locator(".rulebook").count() == 0
    page.get_by_role("link", name="Rules").click()
    game = get_game("matadoon")
    expect(page.locator(".rulebook h2")).to_have_count(len(game.rulebook.groups) + 1)
    for rule in game.rules.values():
        entry = page.locator(f'.rule[data-id="{rule.id}"]')
        expect(entry).to_contain_text(rule.title)
        expect(entry).to_contain_text(" ".join(rule.source.split()))
    expect(page.locator(".rulebook")).to_contain_text("Tip")
    expect(page.locator(".md-board").first).to_be_hidden()
    page.go_back()
    expect(page.locator(".md-board").first).to_be_visible()
    expect(page.locator(".rulebook")).to_be_hidden()


def test_the_rules_are_searched_by_words(page: Page, site: str) -> None:
    page.goto(f"{site}/matadoon#rules")
    page.get_by_role("searchbox").fill("wall JUMP")
    expect(page.locator('.rule[data-id="mantle.ignored"]')).to_be_visible()
    expect(page.locator('.rule[data-id="setup.deal"]')).to_be_hidden()
    page.get_by_role("searchbox").fill("zebra")
    expect(page.locator(".find")).to_contain_text("Nothing found")
    page.get_by_role("searchbox").fill("")
    expect(page.locator('.rule[data-id="setup.deal"]')).to_be_visible()


def test_a_rule_shows_itself_at_work(page: Page, site: str) -> None:
    page.goto(f"{site}/matadoon#rules/bull.wall")
    rule = page.locator('.rule[data-id="bull.wall"]')
    expect(rule).to_be_in_viewport()
    rule.get_by_role("button", name="Show me").click()
    expect(rule.locator(".md-board .stage")).to_be_visible()
    expect(rule.locator(".md-steps")).to_contain_text("hits the wall")
    rule.locator(".md-board .player .last").click()
    expect(rule.locator(".md-steps .current")).to_be_visible()
    other = page.locator('.rule[data-id="mantle.right"]')
    other.get_by_role("button", name="Show me").click()
    expect(other.locator(".md-board .stage")).to_be_visible()
    expect(rule.locator(".md-board")).to_have_count(0)
    other.get_by_role("button", name="Close the example").click()
    expect(other.locator(".md-board")).to_have_count(0)


def test_every_example_can_be_shown() -> None:
    from apps.parts.rules_page import example_view

    game = get_game("matadoon")
    assert example_rules(game)
    for id in example_rules(game):
        example_view(game, id)


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("path", ["index", "matadoon", "matadoon#rules"])
def test_no_page_scrolls_sideways(page: Page, site: str, path: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{site}/{path}")
    page.locator(".cards, .md-board .target, .rulebook").locator("visible=true").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("game", GAMES)
def test_the_board_fits_the_window(page: Page, site: str, game: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    Desk(page).open(f"{site}/{game}")
    for part in (".md-board .stage", ".md-board .player", ".turn", ".moves .head"):
        expect(page.locator(part).first).to_be_in_viewport(ratio=1)


def test_the_colours_are_chosen_and_remembered(page: Page, site: str) -> None:
    page.emulate_media(color_scheme="light")
    desk = Desk(page).open(f"{site}/matadoon")

    def ground() -> str:
        return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))

    light = ground()
    page.get_by_label("Colours").select_option(label="Dark")
    dark = ground()
    assert light != dark
    assert desk.page.locator(".turn h2").evaluate("el => getComputedStyle(el).color") != "rgb(34, 32, 28)"
    page.reload()
    assert ground() == dark
    page.goto(f"{site}/index")
    assert ground() == dark
    expect(page.get_by_label("Colours")).to_have_value("dark")
    page.get_by_label("Colours").select_option(label="Auto")
    assert ground() == light
    page.emulate_media(color_scheme="dark")
    assert ground() == dark


@pytest.mark.parametrize("language", ["xx", "%FF", "../../etc"])
def test_a_language_that_there_is_not_is_english(page: Page, site: str, language: str) -> None:
    Desk(page).open(f"{site}/matadoon?lang={language}")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_the_skip_link_leads_past_the_header(page: Page, site: str) -> None:
    Desk(page).open(f"{site}/matadoon")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the game")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    assert "#" not in page.url


def test_documents_go_when_their_visitors_go(page: Page, site: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "panel")  # the records that pytest keeps hold the documents that they tell of

    def documents() -> int:
        gc.collect()
        return sum(isinstance(one, Document) for one in gc.get_objects())

    def visit() -> None:
        desk = Desk(page).open(f"{site}/matadoon")
        desk.tap("d4")
        expect(desk.here).to_contain_text("@d4")
        page.get_by_role("link", name="Rules").click()
        page.locator('.rule[data-id="bull.wall"]').get_by_role("button", name="Show me").click()
        page.locator(".rule .md-board .target").first.wait_for()
        page.locator(".rule .md-steps").wait_for()
        page.wait_for_load_state("networkidle")
        page.goto("about:blank")

    visit()
    page.wait_for_timeout(1500)
    before = documents()
    for _ in range(4):
        visit()
    wait_until(lambda: documents() <= before, timeout=8000)


def test_the_tables_of_a_class_are_apart(page: Page, site: str) -> None:
    mine = Desk(page).open(f"{site}/matadoon")
    other_page = page.context.new_page()
    other = Desk(other_page).open(f"{site}/matadoon")
    mine.tap("d4")
    expect(mine.here).to_contain_text("@d4")
    expect(other.moves.locator(".move")).to_have_count(1)
    other_page.close()
