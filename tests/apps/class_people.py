"""A teacher and pupils, each with a browser of their own, for the tests."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.apps.conftest import Watch


class Person:
    """Somebody with a browser."""

    def __init__(self, page: Page, site: str) -> None:
        self.page, self.site = page, site
        self.watch = Watch(page)

    @property
    def place(self) -> Locator:
        """What the board says about the step on show."""
        return self.page.locator(".md-board .place").last

    def target(self, tap: str) -> Locator:
        return self.page.locator(f'.md-board .target[data-tap="{tap}"]').last

    def tap(self, *taps: str) -> None:
        for tap in taps:
            self.target(tap).click()

    def step(self, way: str) -> None:
        """Press a button of the board's player: ``first``, ``back``, ``forward``, ``last``."""
        self.page.locator(f".md-board .player .{way}").last.click()


class Teacher(Person):
    """At ``/classroom``."""

    def open(self, title: str = "5b", query: str = "") -> Teacher:
        """Open a class."""
        self.page.goto(f"{self.site}/classroom{query}")
        self.page.locator(".door [name=title]").fill(title)
        self.page.locator(".door [name=make]").click()
        self.secret = self.page.locator("dialog [name=secret]").input_value()
        self.page.locator("dialog [name=kept]").click()
        return self

    @property
    def code(self) -> str:
        return self.page.locator(".bar .code strong").inner_text().replace(" ", "")

    def show(self, game: str) -> Teacher:
        """Put a game on the desk."""
        self.page.locator(".bar [name=game]").select_option(game)
        self.page.locator(".stage .md-board .target.tappable").first.wait_for()
        return self

    def pupil(self, nick: str) -> Locator:
        return self.page.locator(".pupils li").filter(has_text=nick)

    def sees(self, nick: str, where: str) -> None:
        """Wait until a pupil is ``following``, ``away`` or ``gone``."""
        expect(self.pupil(nick)).to_have_class(re.compile(rf"\b{where}\b"), timeout=15_000)

    def ask(self, *names: str) -> None:
        """Press buttons of the questions, one after the other."""
        for name in names:
            self.page.locator(f".asking [name={name}]").click()

    def answered(self, text: str) -> None:
        """Wait until so many have answered: "2 of 3"."""
        expect(self.page.locator(".asking h2")).to_contain_text(text)

    def bar(self, label: str) -> Locator:
        """How often an answer was given."""
        return self.page.locator(".asking .spread li").filter(has_text=label).locator(".count")

    def more(self, name: str) -> None:
        """Choose from the menu."""
        self.page.locator(".bar [name=more]").click()
        self.page.locator(f"dialog [name={name}]").click()

    def sure(self) -> None:
        """Confirm."""
        self.page.locator("dialog [name=sure]").click()


class Pupil(Person):
    """At ``/join``."""

    nick = ""

    def type(self, code: str, nick: str, query: str = "") -> Pupil:
        """Fill in the form."""
        self.page.goto(f"{self.site}/join{query}")
        if not query:
            self.page.locator(".join [name=code]").fill(code)
        self.page.locator(".join [name=nick]").fill(nick)
        self.page.locator(".join button").click()
        return self

    def join(self, code: str, nick: str) -> Pupil:
        """Join a class."""
        self.type(code, nick)
        self.nick = nick
        expect(self.page.locator("#who")).to_contain_text(nick)
        return self

    @property
    def back(self) -> Locator:
        return self.page.get_by_role("button", name="Back to the class")

    @property
    def panel(self) -> Locator:
        """The question."""
        return self.page.locator(".room .do")

    def asked(self) -> Pupil:
        """Wait until a question can be answered."""
        expect(self.panel.locator(".prompt")).to_be_visible()
        return self

    def choose(self, value: str) -> None:
        self.panel.locator(f'[data-key="option {value}"]').click()

    def gave(self, answer: str) -> None:
        """Wait until the server has the answer."""
        expect(self.panel).to_contain_text(f"Your answer: {answer}")
        expect(self.panel).to_contain_text("Your answer is in")

    @property
    def said(self) -> Locator:
        return self.page.locator(".join .notice")


class Class:
    """Everybody."""

    def __init__(self, browser: Browser, site: str) -> None:
        self.browser, self.site = browser, site
        self.people: list[Person] = []
        self.contexts: list[BrowserContext] = []

    def _page(self, **options: object) -> Page:
        self.contexts.append(self.browser.new_context(**options))  # type: ignore[arg-type]
        return self.contexts[-1].new_page()

    def teacher(self, **options: object) -> Teacher:
        self.people.append(Teacher(self._page(**options), self.site))
        return self.people[-1]  # type: ignore[return-value]

    def pupil(self, **options: object) -> Pupil:
        options = {"viewport": {"width": 390, "height": 780}, **options}
        self.people.append(Pupil(self._page(**options), self.site))
        return self.people[-1]  # type: ignore[return-value]

    def leave(self) -> None:
        for context in self.contexts:
            context.close()
        faults = {person.page.url: person.watch.faults for person in self.people if person.watch.faults}
        assert not faults
