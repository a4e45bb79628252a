"""The pictures of a study in a real browser, without any server."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from apps.study.pictures import draw
from apps.study.run import run_study
from engine.study import Study
from tests.apps.conftest import Watch


def test_the_pictures_are_drawn_without_a_server(page: Page, watch: Watch, tmp_path: Path) -> None:
    study = Study("lion", games=5)
    run_study(study, tmp_path / "study", workers=1)
    path = draw(study, tmp_path / "study")
    page.goto(path.as_uri())
    page.locator("canvas").first.wait_for()
    expect(page.locator("h1")).to_contain_text("5 games")
    assert not watch.faults
