"""A page written to a file steps with the network off."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from apps.parts.export import export_page, page
from engine.session import Session

from .conftest import Watch
from .walk import WALK


@pytest.fixture
def session() -> Session:
    session = Session(WALK)
    session.play("put d1")
    session.play("walk 10")
    return session


def test_it_steps_offline(page: Page, watch: Watch, tmp_path: Path, session: Session) -> None:
    path = export_page(session, tmp_path / "walk.html")
    page.context.set_offline(True)
    page.goto(path.as_uri())
    expect(page.locator(".place")).to_have_text("Before the move (0 / 20)")
    page.get_by_role("button", name="One step forward").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".says")).to_have_text("The bull walks to a4.")
    expect(page.locator(".steps .current")).to_contain_text("The bull walks to a4.")
    expect(page.locator(".card h3")).to_have_text("One cell ahead")
    page.get_by_role("button", name="put d1").click()
    expect(page.locator(".place")).to_have_text("Before the move (0 / 1)")
    page.get_by_role("button", name="Last step").click()
    expect(page.locator(".mark.to")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("typeof Bokeh") == "undefined"


def test_it_fits_a_phone(page: Page, watch: Watch, tmp_path: Path, session: Session) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(export_page(session.history, tmp_path / "walk.html").as_uri())
    page.get_by_role("button", name="Last step").click()
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_it_holds_no_secret(session: Session) -> None:
    session.viewer = 1
    assert "a face-down chip, R" not in page(session)
    session.viewer = 0
    assert "a face-down chip, R" in page(session)


def test_a_text_cannot_end_the_script(session: Session) -> None:
    assert "</script><b>" not in page(session.history[0], title="</script><b>")
    assert page(session.history[0]).count("</script>") == 2


def test_a_session_without_moves_is_a_picture(tmp_path: Path, page: Page, watch: Watch) -> None:
    page.goto(export_page(Session(WALK), tmp_path / "walk.html").as_uri())
    expect(page.locator(".place")).to_have_text("No move yet")
    expect(page.locator("#moves")).to_be_hidden()
