"""Playing against the computer in a real browser."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from panel.tests.util import wait_until
from playwright.sync_api import Locator, Page, expect

from apps.parts import hiding, rivals, thinking
from apps.parts.explorer import Explorer
from apps.parts.play import Play
from apps.parts.rivals import Answer, Rivals
from engine import PUBLIC, GameError, get_game
from engine.players import Choice, Reason, SearchPlayer
from engine.search import Strength
from engine.session import Session
from tests.apps.conftest import Watch
from tests.apps.desk import Desk

COMPUTER = ".rivals select"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No pause for the eye."""
    monkeypatch.setattr(rivals, "PAUSE", 0.01)
    monkeypatch.setattr(rivals, "STEP", 0.0)


class Later:
    """Thinks when it is told to."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, Any, int, Future[Choice[Any]]]] = []

    def ask(self, player: Any, seen: Any, seat: int, seed: int) -> Future[Choice[Any]]:
        future: Future[Choice[Any]] = Future()
        self.asked.append((player, seen, seat, future))
        return future

    def answer(self) -> None:
        player, seen, seat, future = self.asked[-1]
        if future.set_running_or_notify_cancel():
            future.set_result(player.choose(seen, seat, random.Random(1)))


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    made = Later()
    monkeypatch.setattr(thinking, "THINKERS", made)
    return made


def against(page: Page, **levels: str) -> None:
    """Let the computer play seats: ``seat1="easy"``."""
    fold = page.locator("section.rivals details").first
    if not fold.evaluate("el => el.open"):
        fold.locator("summary").click()
    for seat, level in levels.items():
        select = page.locator(COMPUTER).nth(int(seat[-1]))
        expect(select.locator(f'option[value="{level}"]')).to_have_count(1)
        select.select_option(level)


def why(page: Page) -> Locator:
    box = page.locator("section.rivals .why")
    box.locator("summary").click()
    return box


def test_the_computer_answers_and_hides_its_chips(page: Page, site: str, watch: Watch) -> None:
    desk = Desk(page).open(f"{site}/matadoon")
    against(page, seat1="easy", seat2="medium")
    expect(page.locator(".menu select")).to_have_value(re.compile(r"^(0|.*0.*)$"))
    desk.tap("d4")
    expect(desk.title).to_contain_text("Blue: choose a chip")
    expect(desk.moves.locator(".move")).to_have_count(5)
    chips = [chip for chip in desk.chips() if chip != "hand M"]
    desk.tap(chips[0], "a1")
    expect(desk.moves.locator(".move")).to_have_count(8)
    expect(desk.title).to_contain_text("Blue: choose a chip")
    expect(page.locator(".md-board .target.filled")).not_to_have_count(0)
    text = page.locator(".moves .list").inner_text()
    assert not re.search(r"Orange.*puts a chip face down on \w+: [RLJT]\b", text)
    watch.received.clear()
    expect(why(page)).to_contain_text("hidden chips away")
    assert not any("heads" in text for text in watch.received), "no reason of a hidden move is sent"


def test_reasons_are_told_in_numbers(page: Page, site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rivals, "player", lambda game, name: SearchPlayer(game, Strength(60), name, None))
    page.goto(f"{site}/maatatahay")
    against(page, seat0="strong")
    expect(page.locator(".turn h2")).to_contain_text("Wazu")
    box = why(page)
    box.locator("tbody tr.chosen").wait_for()
    expect(box.locator("thead")).to_contain_text("Points Balan")
    expect(box).to_contain_text("tried 60 ways")
    visits = [int(one) for one in box.locator("tbody td:nth-of-type(1)").all_inner_texts()]
    assert visits == sorted(visits, reverse=True)
    expect(box.locator("tbody td").nth(1)).to_have_text(re.compile(r"^\d+%$"))


def test_what_a_person_does_meanwhile_ends_the_thinking(page: Page, site: str, later: Later) -> None:
    desk = Desk(page).open(f"{site}/lion")
    moves = desk.moves.locator(".move")
    against(page, seat1="easy")
    desk.tap("b3", "b2")
    expect(desk.title).to_contain_text("thinking")
    expect(page.locator("section.rivals .thinks")).to_contain_text("thinking")
    wait_until(lambda: len(later.asked) == 1, timeout=20_000)
    expect(page.locator(".md-board .target.can")).to_have_count(0)
    desk.button("Take back").first.click()
    expect(desk.here).to_have_text("Start")
    wait_until(later.asked[0][3].cancelled, timeout=20_000)
    later.answer()  # too late
    desk.tap("b3", "b2")  # the same move again: there is no answer to it yet
    wait_until(lambda: len(later.asked) == 2, timeout=20_000)
    desk.button("New game").click()
    page.locator("dialog[open]").get_by_role("button", name="Start").click()
    expect(moves).to_have_count(1)
    wait_until(later.asked[1][3].cancelled, timeout=20_000)
    desk.tap("b3", "b2")
    wait_until(lambda: len(later.asked) == 3, timeout=20_000)
    later.answer()
    expect(moves).to_have_count(3)
    # Taking back goes to one's own move, and playing the same again asks anew.
    desk.button("Take back").first.click()
    expect(desk.here).to_have_text("Start")
    desk.button("Forward").first.click()
    expect(desk.here).not_to_have_text("Start")
    desk.button("Take back").first.click()
    desk.tap("b3", "b2")
    wait_until(lambda: len(later.asked) == 4, timeout=20_000)
    later.answer()
    expect(desk.title).not_to_contain_text("thinking")


def test_a_teacher_hides_the_reasons(page: Page, site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(hiding.HIDE, "1")
    desk = Desk(page).open(f"{site}/lion")
    against(page, seat1="easy")
    desk.tap("b3", "b2")
    expect(desk.moves.locator(".move")).to_have_count(3)
    expect(page.locator("section.rivals .why")).to_be_hidden()


def test_it_fits_a_phone(page: Page, site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rivals, "player", lambda game, name: SearchPlayer(game, Strength(60), name, None))
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"{site}/maatatahay")
    against(page, seat0="strong")
    expect(page.locator(".turn h2")).to_contain_text("Wazu")
    why(page).locator("tbody tr.chosen").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    heights = page.locator(COMPUTER).evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert min(heights) >= 40


def test_the_game_of_a_link_has_no_rivals_of_its_own(page: Page, site: str) -> None:
    page.goto(f"{site}/matanga")
    page.locator(".md-board").first.wait_for()
    expect(page.locator("section.rivals")).to_have_count(0)


# Without a browser ----------------------------------------------------------------------------------------------------


def explorer(game: str, **options: Any) -> Explorer:
    return Explorer(Session(game, **options), random.Random(1))


def run(made: Explorer, later: Later, monkeypatch: pytest.MonkeyPatch, action: Callable[[], Any]) -> None:
    """Do something, let the computer answer once, and let its move be played."""

    async def main() -> None:
        tasks: list[asyncio.Task[None]] = []
        monkeypatch.setattr(rivals.pn.state, "execute", lambda think: tasks.append(asyncio.ensure_future(think())))
        action()
        while not later.asked or not tasks:
            await asyncio.sleep(0)
        later.answer()
        await asyncio.gather(*tasks[:1])

    # Playwright has a loop of its own in this thread.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(main())).result()


def rivals_of(made: Explorer) -> Rivals:
    found: Rivals = made._rivals
    return found


def test_it_is_given_what_its_seat_may_know(later: Later, monkeypatch: pytest.MonkeyPatch) -> None:
    made = explorer("matadoon", seats=2)
    for cell in ("b2", "c3"):
        made.play.tap(cell)
    seat = made.play.mover
    run(made, later, monkeypatch, lambda: rivals_of(made).choose(seat, "easy"))
    _, seen, asked, _ = later.asked[0]
    state = made.session.history[-1].before
    assert asked == seat
    assert seen == made.session.game.observation(state, seat) != state
    assert "?" in seen.hands[1 - seat]
    assert made.session.viewer == 1 - seat
    assert made.session.trace is not None
    assert made.session.game.current_player(made.session.trace.before) == seat


def test_hidden_reasons_are_told_when_the_game_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    game = get_game("matadoon")
    position = {"arena": "vs5", "board": ". . . . .\n. A . . .\n. . b . .\n. . . . .\n. . ^ . .", "hands": ["RL", "TJ"],
                "phase": "place", "lap": 3, "seat": 0, "start": 0}  # fmt: skip
    made = Explorer(Session(game, state=game.parse_position(position)), random.Random(1), draw=False)
    view, session = rivals_of(made), made.session
    made.play.let_play({0: "easy"})
    view.asked = True
    state = session.state
    made.play.computers = {}
    for move in ("R@a1", "T@e1"):
        session.play(move)
    choice = Choice(session.history[0].move, (Reason(session.history[0].move, 5, 0.5, {"hit 1": 0.25}),), 9)
    view.answers = {0: Answer(state, 0, choice)}

    def told() -> dict[str, Any]:
        found: dict[str, Any] = view.content()["why"]
        return found

    session.viewer = 1
    assert "rows" not in told()
    assert "R@a1" not in told()["title"]
    session.viewer = PUBLIC
    assert "rows" not in told()
    session.viewer = 0
    assert told()["rows"][0]["cells"] == ["5", "50%", "25%"]
    session.viewer = None
    assert told()["rows"][0]["move"] == "R@a1"
    session.play("bull")  # B lies down already, and is hit again
    assert game.outcome(session.state) is not None
    session.viewer = 1
    assert told()["rows"][0]["chosen"]


def test_no_such_seat_and_no_such_player() -> None:
    made = explorer("lion")
    with pytest.raises(GameError, match="no seat 7"):
        rivals_of(made).choose(7, "easy")
    with pytest.raises(GameError, match="no player 'genius'"):
        rivals_of(made).choose(1, "genius")
    rivals_of(made).choose(0, "easy")
    assert made.session.viewer == 1, "the board is turned for the person"
    rivals_of(made).choose(0, "person")
    assert made.session.viewer is None
    assert made.play.computers == {}


def test_it_leaves_with_its_page() -> None:
    made = explorer("lion")
    view = rivals_of(made)
    view.leave()
    made.play.computers = {0: "easy"}
    assert view._thought == (None, None)


def test_a_computer_that_begins_is_not_taken_back_to_nothing() -> None:
    play = Play(Session("lion"), random.Random(1))
    play.session.play("b3b2")
    play.computers = {0: "easy"}
    play.undo()
    assert play.session.ply == 1
    assert play.notice
