"""Every page in another language: nothing stays English, and the choice goes along."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from apps import explore, lesson
from apps.cli import main
from apps.parts.shell import wishes
from tests import pseudo

from .desk import Desk

VIEWS = {
    "matadoon": ("explore", "learn", "rules", "odds"),
    "maatatahay": ("explore", "learn", "rules"),
    "lion": ("explore", "learn", "rules", "insight"),
    "matanga": ("explore", "learn", "rules", "live", "race", "chances"),
}
READ = """() => {
  const found = []
  const visit = (node) => {
    if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent)
    if (node.nodeType !== Node.ELEMENT_NODE && node.nodeType !== Node.DOCUMENT_FRAGMENT_NODE) return
    if (["SCRIPT", "STYLE", "TEMPLATE", "CODE", "TEXTAREA", "NOSCRIPT"].includes(node.nodeName)) return
    for (const name of ["aria-label", "title", "placeholder", "alt"]) found.push(node.getAttribute?.(name) ?? "")
    if (node.shadowRoot) visit(node.shadowRoot)
    for (const child of node.childNodes) visit(child)
  }
  visit(document.body)
  found.push(document.title)
  return found
}"""
OWN = re.compile(r"English|\bxx\b|Matadojo|#?[A-F0-9]{6}|^[A-Z]$|\+?[LEGC]?[a-z]\d[x-][a-z]\d\+?|\b[A-Z]@?[a-z]\d")
"""What is the same in every language: names, codes, moves."""


@pytest.fixture
def language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    pseudo.speak(tmp_path, monkeypatch)
    yield pseudo.LANGUAGE
    monkeypatch.undo()
    pseudo.forget()


def english(page: Page) -> set[str]:
    """The texts of a page that are not translated."""
    texts = {OWN.sub("", text.strip()) for text in page.evaluate(READ)}
    return {text for text in texts if pseudo.untranslated(text)}


@pytest.mark.parametrize("game", VIEWS)
def test_no_view_keeps_english(page: Page, language: str, site: str, game: str) -> None:
    Desk(page).open(f"{site}/{game}?lang={language}")
    for view in VIEWS[game]:
        page.evaluate("name => { location.hash = name }", view)
        tab = page.locator(f'.md-head .tab[href="#{view}"]')
        expect(tab).to_have_attribute("aria-current", "page")
        expect(tab).to_contain_text("⟦")
        shown = page.locator("main" if view == "explore" else f".{view}").first
        expect(shown).to_contain_text("⟦")
        assert not english(page), view


def test_no_dialog_and_no_answer_keeps_english(page: Page, language: str, site: str) -> None:
    desk = Desk(page).open(f"{site}/matadoon?lang={language}")
    desk.tap("a1")
    expect(desk.notice).to_contain_text("⟦")
    assert not english(page)
    for name in ("⟦New game⟧", "⟦More⟧ …"):
        desk.button(name).click()
        expect(page.locator("dialog[open]")).to_contain_text("⟦")
        assert not english(page), name
        if name == "⟦New game⟧":
            page.keyboard.press("Escape")
    desk.button("⟦Edit the position⟧").click()
    page.locator("dialog[open] textarea").fill("hits: many")
    page.locator("dialog[open] button[type=submit]").click()
    fault = page.locator("dialog[open] [role=alert]")
    expect(fault).to_contain_text("⟦")
    assert pseudo.untranslated(fault.inner_text().replace("'many'", "")) in ("", "hits")


def test_no_lesson_keeps_english(page: Page, language: str, site: str) -> None:
    for where in ("1", "practice"):
        page.goto(f"{site}/lion?lang={language}#learn/{where}")
        expect(page.locator(".learn .say .text")).to_contain_text("⟦")
        assert not english(page), where


def test_the_choice_goes_along(page: Page, language: str, site: str) -> None:
    page.goto(f"{site}/index")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.locator("#md-language").select_option(language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert not english(page)
    page.locator(".card a").first.click()
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.locator(".md-head .brand").click()
    expect(page).to_have_url(f"{site}/index?lang={language}")
    page.locator("#md-language").select_option("en")
    expect(page).to_have_url(f"{site}/index?lang=en")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_the_browser_chooses_where_nobody_has(browser: Browser, page: Page, site: str) -> None:
    with browser.new_context(locale="ja-JP") as context:
        own = context.new_page()
        own.goto(f"{site}/index")
        expect(own.locator("html")).to_have_attribute("lang", "ja")
        expect(own.locator(".card a").first).to_have_attribute("href", re.compile(r"^[^?]*$"))
        own.goto(f"{site}/index?lang=en")
        expect(own.locator("html")).to_have_attribute("lang", "en")
        own.locator(".card a").first.click()
        expect(own.locator("html")).to_have_attribute("lang", "en")


def test_an_exported_page_and_a_notebook_speak_japanese(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    position = "arena: vs5\nboard: |\n  . . R . .\n  . . J A .\n  . . . . .\n  . B . . .\n  . . ^ . .\n"
    assert main(["export", "matadoon", position, "--move", "bull", "-o", str(file), "--language", "ja"]) == 0
    page.goto(file.as_uri())
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.locator(".steps")).to_contain_text("牛")
    assert not re.search(r"[A-Za-z]{4,}", page.locator(".steps").inner_text())
    assert explore("lion", language="ja").play.text("at_start") == "ここがゲームの始まりです。"
    assert lesson("lion", 1, language="ja").language == "ja"


def test_wishes_of_a_browser_are_in_order() -> None:
    assert wishes("") == []
    assert wishes("en-US,en;q=0.9,ja;q=0.95") == ["en-US", "ja", "en"]
    assert wishes("ja;q=1.0, 'x") == ["ja", "x"]
