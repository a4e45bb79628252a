"""Learn as a person does it, for the tests."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from engine import get_game
from engine.grading import line_of, solve
from engine.lessons import Lesson, lessons
from engine.questions import MOVE
from engine.tasks import Task, question, task, task_count


class School:
    """A learner of one game at the page's ``#learn``."""

    def __init__(self, page: Page, site: str, game: str = "matadoon") -> None:
        self.page, self.site, self.game = page, site, get_game(game)

    # Where one is

    def open(self, where: str = "") -> School:
        """Open the list, or ``/3`` a lesson."""
        self.page.goto(f"{self.site}/{self.game.id}#learn{where}")
        (self.text if where else self.page.locator(".lesson").first).wait_for()
        return self

    def lesson(self, number: int) -> Lesson:
        return lessons(self.game)[number - 1]

    @property
    def text(self) -> Locator:
        return self.page.locator(".say .text")

    @property
    def told(self) -> Locator:
        return self.page.locator(".do .told")

    @property
    def place(self) -> Locator:
        return self.page.locator(".task > .head [role=progressbar]")

    @property
    def main(self) -> Locator:
        return self.page.locator('.foot [data-key="main"]')

    def target(self, tap: str) -> Locator:
        return self.page.locator(f'.task .md-board .target[data-tap="{tap}"]').last

    def button(self, name: str) -> Locator:
        return self.page.locator(".learn").get_by_role("button", name=name, exact=True)

    def at(self, number: int) -> School:
        """Wait until an activity is there, counted from 0."""
        expect(self.place).to_have_attribute("aria-valuenow", str(number))
        return self

    # What one does

    def next(self) -> School:
        """Go on, whether or not every step was looked at."""
        other = self.page.locator('.foot [data-key="next"]')
        self.main.wait_for()
        (other if other.count() else self.main).click()
        return self

    def skip_to(self, number: int, lesson: int) -> School:
        """Do all activities before one, rightly."""
        for before in range(number):
            self.at(before).right(task(self.lesson(lesson), before)).next()
        return self.at(number)

    def give(self, one: Task, answer: str) -> School:
        """Answer a question."""
        asked = question(one)
        if asked.kind == "cell":
            self.target(answer).click()
        elif asked.kind == "choice":
            self.page.locator(f'.options [data-key="option {answer}"]').click()
        else:
            field = self.page.get_by_role("textbox", name="Your answer")
            field.fill(answer)
            field.press("Enter")
        return self

    def moves(self, one: Task, moves: tuple[str, ...]) -> School:
        """Make moves by tapping."""
        for number, move in enumerate(moves):
            self.tap_move(line_of(one, moves[:number]).state, move)
        return self

    def tap_move(self, state: Any, move: str) -> School:
        """Make a move by tapping."""
        made = self.game.parse_move(state, move)
        place = ".task .target.can" if self.game.is_legal(state, made) else ".task .target"
        for tap in self.game.taps(state, made):
            button = self.page.locator(f'.todo [data-key="tap {tap}"]')
            self.page.locator(f'{place}[data-tap="{tap}"], .todo [data-key="tap {tap}"]').first.wait_for()
            (button if button.count() else self.page.locator(f'{place}[data-tap="{tap}"]').first).click()
        return self

    def right(self, one: Task) -> School:
        """Do what an activity wants."""
        if one.graded and not one.by_moves and question(one).kind == MOVE:
            self.tap_move(one.state, question(one).answers[0])
        elif one.kind in ("predict", "why"):
            self.give(one, question(one).answers[0])
        elif one.kind == "find":
            self.moves(one, solve(one).answers)
        return self

    def take(self, number: int) -> School:
        """Take a whole lesson without a fault, from where it is open."""
        lesson = self.lesson(number)
        for at in range(task_count(lesson)):
            self.at(at).right(task(lesson, at)).next()
        self.page.locator(".end h1").wait_for()
        return self


def cells_beside(one: Task) -> list[str]:
    """Cells that are no right answer."""
    asked = question(one)
    return [cell.id for cell in one.game.scene(asked.state).cells if cell.id not in asked.answers]
