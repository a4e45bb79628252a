"""People at a table, each with a browser of their own, for the tests."""

from __future__ import annotations

import json
import re
from typing import Any

from panel.tests.util import wait_until
from playwright.sync_api import Locator, Page, expect

from apps.parts.play import DONE
from apps.school.game_keys import seat_key
from apps.school.games import Games
from apps.school.line import Line
from engine import CHANCE, Game

from .conftest import Watch


class Person:
    """One player and their page."""

    watch: Watch

    def __init__(self, page: Page, site: str, games: Games) -> None:
        self.page, self.site, self.games, self.key = page, site, games, ""

    def open(self, key: str) -> Person:
        """Come with a link that is one's own."""
        self.key = key
        self.page.goto(f"{self.site}/play?key={key}")
        self.page.locator(".tablebar .people").wait_for()
        return self

    @property
    def line(self) -> Line:
        """What the database holds."""
        return self.games.look(self.key).line

    @property
    def title(self) -> Locator:
        return self.page.locator(".turn h2")

    @property
    def notice(self) -> Locator:
        return self.page.locator(".turn > .notice")

    @property
    def result(self) -> Locator:
        return self.page.locator(".turn .result")

    @property
    def moves(self) -> Locator:
        return self.page.locator(".moves .list .move")

    @property
    def steps(self) -> Locator:
        return self.page.locator(".md-steps")

    def seat(self, seat: int) -> Locator:
        """Who sits there, as the page tells it."""
        return self.page.locator(".tablebar .people li").nth(seat)

    def target(self, tap: str) -> Locator:
        return self.page.locator(f'.md-board .target[data-tap="{tap}"]').first

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def more(self, entry: str | re.Pattern[str]) -> Locator:
        """An entry of what is seldom needed."""
        self.page.locator('.tablebar [data-key="more"]').click()
        return self.page.locator("dialog[open]").get_by_role("button", name=entry)

    def make(self, move: Any) -> None:
        """Make a move by tapping, or let chance decide, and wait until it is in the database."""
        line = self.line
        game, state = line.game, line.state
        taps = () if line.mover == CHANCE else game.taps(state, move)
        for tap in taps:
            key = json.dumps({"tap": tap}, separators=(",", ":"))
            spot = self.page.locator(f".turn [data-key='{key}'], .md-board .target.can[data-tap=\"{tap}\"]").first
            spot.click()
        if not taps:
            self.page.locator(".turn [data-key='{\"draw\":true}']").click()
        done = self.page.locator(f".turn [data-key='{json.dumps({'tap': DONE}, separators=(',', ':'))}']")

        def made() -> bool:
            if self.line.count > line.count:
                return True
            if done.count():
                done.click()
            return False

        wait_until(made, self.page, timeout=20_000)


def seated(games: Games, game: Game[Any, Any], state: Any) -> list[str]:
    """A table at which all sit; gives the keys of the seats."""
    names = ("Anna", "Ben", "Cem", "Dia", "Eva")
    host = games.open(game, state, seat=0, nicks=names[: game.seat_count(state)])
    return [host, *(seat_key(host, seat) for seat in range(1, game.seat_count(state)))]


def sees(person: Person, count: int) -> None:
    """Wait until a page shows all the moves there are."""
    wait_until(lambda: shown_moves(person) == count, person.page, timeout=20_000)


def shown_moves(person: Person) -> int:
    """How many moves a page shows; a run of draws counts as what it says."""
    found = 0
    for text in person.moves.all_inner_texts()[1:]:
        many = re.search(r"(\d+) draws", text)
        found += int(many.group(1)) if many else 1
    return found


def is_on(person: Person) -> None:
    """Wait until a page shows the table, whoever loaded it."""
    expect(person.page.locator(".tablebar .people")).to_be_visible()
