"""The Explore page as a person uses it, for the tests."""

from __future__ import annotations

import re
from collections.abc import Iterable

from playwright.sync_api import Locator, Page, expect

FRAME = ("d4", "c3", "e5", "c5")
FREE = tuple(f"{column}{row}" for row in (1, 2, 6) for column in "abcdefg")


class Desk:
    """Taps, buttons and what is to be read."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, address: str) -> Desk:
        """Open a page and wait until the board can be tapped."""
        self.page.goto(address)
        self.page.locator(".md-board .target.tappable").first.wait_for()
        return self

    def target(self, tap: str) -> Locator:
        return self.page.locator(f'.md-board .target[data-tap="{tap}"]').first

    def tap(self, *taps: str) -> Desk:
        for tap in taps:
            self.target(tap).click()
        return self

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    @property
    def title(self) -> Locator:
        return self.page.locator(".turn h2")

    @property
    def notice(self) -> Locator:
        return self.page.locator(".turn > .notice")

    @property
    def moves(self) -> Locator:
        return self.page.locator(".moves .list")

    @property
    def here(self) -> Locator:
        return self.page.locator(".moves [aria-current]")

    @property
    def place(self) -> Locator:
        """What the board says about the step on show."""
        return self.page.locator(".md-board .place")

    def set_up(self, cells: Iterable[str] = FRAME[:3]) -> Desk:
        """Set up the bullfighters; chance deals the chips."""
        for cell in cells:
            expect(self.title).to_contain_text("set up")
            expect(self.target(cell)).to_have_class(re.compile(r"\bcan\b"))
            self.tap(cell)
            expect(self.moves).to_contain_text(f"@{cell}")
        expect(self.title).to_contain_text("choose a chip")
        return self

    def chips(self) -> list[str]:
        """The chips in hand that may be chosen."""
        self.page.locator('.md-board .target.can[data-tap^="hand"]').first.wait_for()
        return [str(one.get_attribute("data-tap")) for one in self.page.locator('.target.can[data-tap^="hand"]').all()]

    def lap(self, cells: Iterable[str]) -> Desk:
        """One turn for each cell: a chip is placed there, or M is shown where there is nothing else."""
        for cell in cells:
            before = self.moves.locator(".move").count()
            chips = [chip for chip in self.chips() if chip != "hand M"]
            if chips:
                self.tap(chips[0], cell)
                expect(self.target(cell)).to_have_class(re.compile(r"\bfilled\b"))
            else:
                self.tap("hand M")
                self.page.locator(".md-board .target.chosen").wait_for()
                step = self.page.locator(".md-board .target.can:not([data-tap^=hand])")
                (step.first if step.count() else self.button("Show M without effect")).click()
            expect(self.moves.locator(".move")).to_have_count(before + 1)
            expect(self.page.locator(".md-board .target.chosen")).to_have_count(0)
        return self

    def round(self) -> Desk:
        """Three laps of three players, up to the bull's run."""
        self.lap(FREE[:9])
        expect(self.button("Run the bull")).to_be_visible()
        return self

    def menu(self, entry: str) -> Desk:
        self.button("More …").click()
        self.page.locator("dialog[open]").get_by_role("button", name=entry).click()
        return self

    def run_the_bull(self) -> Desk:
        self.button("Run the bull").click()
        expect(self.page.locator(".md-steps")).to_contain_text("The bull runs")
        return self
