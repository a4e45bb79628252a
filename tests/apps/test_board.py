"""The board, its player, the list of steps and the rule card, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import panel as pn
import pytest
from panel.tests.util import wait_until
from playwright.sync_api import Page, expect

from apps.parts.board import Board
from apps.parts.esm import JS
from apps.parts.steps import RuleCard, StepList
from engine.session import Session

from .conftest import Watch
from .walk import WALK

Serve = Callable[..., Page]


@pytest.fixture
def session() -> Session:
    """A session in which the bull has walked, standing before the first step."""
    session = Session(WALK)
    session.play("walk 10")
    return session


def count(session: Session) -> int:
    assert session.trace is not None
    return len(session.trace.steps)


def place(page: Page) -> Any:
    return page.locator(".place").first


def bull(page: Page) -> str:
    """The transform of the bull."""
    return str(page.locator(".item.piece", has=page.locator('use[href="#md-bull"]')).first.get_attribute("style"))


def target(page: Page, tap: str) -> Any:
    return page.locator(f'.target[data-tap="{tap}"]').first


def focused(page: Page) -> str | None:
    """The tap of the focused target, wherever in shadow roots it is."""
    return page.evaluate(
        """() => {
            let active = document.activeElement;
            while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
            return active?.dataset?.tap ?? active?.className?.baseVal ?? active?.className ?? null;
        }"""
    )


def test_a_step_moves_the_picture_and_sends_nothing(serve: Serve, watch: Watch, session: Session) -> None:
    page = serve(pn.Column(Board(session), StepList(session), RuleCard(session)))
    expect(place(page)).to_have_text(f"Before the move (0 / {count(session)})")
    assert "translate(50px, 450px)" in bull(page)
    page.get_by_role("button", name="One step forward").click()
    page.get_by_role("button", name="One step forward").click()
    expect(place(page)).to_have_text(f"Step 2 of {count(session)}")
    assert "translate(50px, 350px)" in bull(page)
    expect(page.locator(".says")).to_have_text("The bull walks to a4.")
    expect(page.locator(".steps .current")).to_contain_text("The bull walks to a4.")
    expect(page.locator(".card h3")).to_have_text("One cell ahead")
    expect(page.locator(".card")).to_contain_text("Walk manual, 1")
    page.locator(".steps button", has_text="The chip on a2 is R.").click()
    expect(page.locator(".card h3")).to_have_text("A chip is turned up")
    page.locator(".scrubber").fill("3")
    expect(page.locator(".says")).to_have_text("Ahead lies a3.")
    page.wait_for_timeout(400)
    assert watch.messages() == []
    assert session.cursor == 0


def test_keys_step_without_scrolling(serve: Serve, watch: Watch, session: Session) -> None:
    page = serve(pn.Column(pn.Spacer(height=300), Board(session), pn.Spacer(height=2000)))
    target(page, "a1").focus()
    page.evaluate("scrollTo(0, 200)")
    steps = count(session)
    for key, text in (
        ("ArrowRight", f"Step 1 of {steps}"),
        ("ArrowRight", f"Step 2 of {steps}"),
        ("ArrowLeft", f"Step 1 of {steps}"),
        ("End", f"Step {steps} of {steps}"),
        ("Home", f"Before the move (0 / {steps})"),
    ):
        page.keyboard.press(key)
        expect(place(page)).to_have_text(text)
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(place(page)).to_have_text(f"Step 1 of {steps}")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.evaluate("scrollY") == 200
    assert watch.messages() == []


def test_keys_do_not_reach_the_page(serve: Serve, session: Session) -> None:
    page = serve(Board(session))
    page.evaluate("window.heard = []; document.addEventListener('keydown', (event) => heard.push(event.key))")
    target(page, "a1").focus()
    assert page.evaluate("document.querySelector('[data-lm-suppress-shortcuts]') !== null")
    for key in ("ArrowRight", "Home", "End", "Space", "ArrowDown", "b"):
        page.keyboard.press(key)
    page.keyboard.press("q")
    assert page.evaluate("heard") == ["q"]
    page.evaluate("document.activeElement.blur()")
    assert page.evaluate("document.querySelector('[data-lm-suppress-shortcuts]') === null")


def test_typing_elsewhere_is_left_alone(serve: Serve, session: Session) -> None:
    page = serve(pn.Column(pn.widgets.TextInput(label="Name"), Board(session)))
    page.get_by_label("Name").fill("")
    page.get_by_label("Name").press_sequentially("a b")
    page.keyboard.press("Home")
    expect(page.get_by_label("Name")).to_have_value("a b")
    expect(place(page)).to_contain_text("Before the move")


def test_a_tap_goes_to_python_and_to_the_last_frame(serve: Serve, watch: Watch, session: Session) -> None:
    taps: list[str] = []
    page = serve(Board(session, on_tap=taps.append, can=["d1", "R"], chosen=["R"]))
    expect(page.locator(".target.can")).to_have_count(0)  # an earlier state is on show
    target(page, "d1").click()
    wait_until(lambda: taps == ["d1"], page)
    expect(place(page)).to_have_text(f"Step {count(session)} of {count(session)}")
    expect(page.locator(".target.can")).to_have_count(4)  # one cell and three chips in hand
    expect(target(page, "R")).to_have_attribute("aria-pressed", "true")
    expect(target(page, "d1")).to_have_attribute("aria-label", "d1, possible")
    target(page, "R").click()
    wait_until(lambda: taps == ["d1", "R"], page)
    target(page, "e5").focus()
    page.keyboard.press("Enter")
    wait_until(lambda: taps == ["d1", "R", "e5"], page)
    assert len(watch.messages()) == 3


def test_without_on_tap_a_tap_does_nothing(serve: Serve, watch: Watch, session: Session) -> None:
    page = serve(Board(session))
    expect(target(page, "d1")).to_have_attribute("role", "img")
    target(page, "d1").click()
    expect(place(page)).to_contain_text("Before the move")
    assert watch.messages() == []


def test_the_keyboard_reaches_every_cell(serve: Serve, session: Session) -> None:
    session.goto(1)
    taps: list[str] = []
    page = serve(Board(session, on_tap=taps.append, can=["c1", "d4"]))
    page.keyboard.press("Tab")
    assert focused(page) == "c1"
    page.keyboard.press("Tab")
    assert focused(page) == "d4"
    for key, cell in (("Shift+ArrowRight", "e4"), ("ArrowUp", "e3"), ("Shift+ArrowLeft", "d3"), ("ArrowDown", "d4")):
        page.keyboard.press(key)
        assert focused(page) == cell
    page.keyboard.press("b")
    page.keyboard.press("2")
    assert focused(page) == "b2"
    page.keyboard.press("Enter")
    wait_until(lambda: taps == ["b2"], page)
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    assert focused(page) == "R"  # the hand below the board
    page.keyboard.press("Escape")
    assert focused(page) == "play"


def test_the_board_is_named_for_those_who_hear_it(serve: Serve, session: Session) -> None:
    page = serve(Board(session, on_tap=lambda _: None))
    expect(page.get_by_role("group", name="A board; the bull stands on a5")).to_be_visible()
    expect(page.get_by_role("button", name="a5: the bull")).to_be_visible()
    expect(page.get_by_role("button", name="Blue's hand: chip R").first).to_be_visible()
    expect(page.locator(".says")).to_have_attribute("aria-live", "polite")
    expect(page.get_by_role("slider", name="Step")).to_have_attribute("aria-valuetext", "Before the move (0 / 19)")
    for button in page.locator(".player button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40
        assert button.get_attribute("aria-label")


def test_a_move_plays_by_itself(serve: Serve, watch: Watch) -> None:
    session = Session(WALK)
    page = serve(Board(session))
    expect(place(page)).to_have_text("No move yet")
    page.get_by_role("button", name="Speed").click(click_count=2)
    session.play("walk 2")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(place(page)).to_have_text("Step 4 of 4", timeout=8000)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    session.play("put d1")  # one step: just shown
    expect(place(page)).to_have_text("Step 1 of 1")
    session.undo()
    expect(place(page)).to_have_text("Step 4 of 4")
    session.goto(1, 1)
    expect(place(page)).to_have_text("Step 1 of 4")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert watch.messages() == []


def test_python_sets_the_cursor(serve: Serve, watch: Watch, session: Session) -> None:
    board = Board(session)
    page = serve(pn.Column(board, StepList(session)))
    session.cursor = 4
    expect(place(page)).to_have_text(f"Step 4 of {count(session)}")
    expect(page.locator(".steps .current")).to_contain_text("The bull walks to a3.")
    page.get_by_role("button", name="Last step").click()
    board.seek(4)  # python does not know that the reader went elsewhere
    expect(place(page)).to_have_text(f"Step 4 of {count(session)}")
    session.cursor = 0
    expect(place(page)).to_contain_text("Before the move")
    assert watch.messages() == []


def test_the_cursor_is_told_seldom_but_to_the_last(serve: Serve, watch: Watch, session: Session) -> None:
    page = serve(Board(session, sync=True))
    target(page, "a1").focus()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    wait_until(lambda: session.cursor == 12, page)
    expect(place(page)).to_have_text(f"Step 12 of {count(session)}")
    assert 1 <= len(watch.messages()) <= 6
    page.wait_for_timeout(400)
    assert watch.messages() == []


def test_a_refused_move_is_shown_in_place(serve: Serve, session: Session) -> None:
    session.goto(1)
    refused = WALK.trace(session.state, WALK.parse_move(session.state, f"put {session.state.bull}"))
    board, steps, card = Board(session), StepList(session), RuleCard(session)
    page = serve(pn.Column(board, steps, card))
    for part in (board, steps, card):
        part.trace = refused
    expect(page.locator(".says")).to_contain_text("Not allowed: Something lies on")
    expect(page.locator(".mark.blocked")).to_have_count(1)
    expect(page.locator(".card h3")).to_have_text("The cell is taken")
    session.cursor = 0  # a place in another trace than the one on show
    expect(place(page)).to_have_text("Step 1 of 1")
    for part in (board, steps, card):
        part.trace = None
    expect(place(page)).to_have_text(f"Step {count(session)} of {count(session)}")
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_two_boards_keep_their_own_steps(serve: Serve, session: Session) -> None:
    other = Session(WALK)
    other.play("walk 3")
    page = serve(pn.Column(Board(session), Board(other), Board(session, player=False)))
    page.get_by_role("button", name="One step forward").nth(1).click()
    expect(page.locator(".place").nth(1)).to_have_text("Step 1 of 7")
    expect(place(page)).to_contain_text("Before the move")
    page.get_by_role("button", name="One step forward").first.click()
    expect(page.locator(".says").nth(2)).to_have_text("Ahead lies a4.")  # the same session again


def test_less_motion(serve: Serve, page: Page, session: Session) -> None:
    page.emulate_media(reduced_motion="reduce")
    serve(Board(session))
    assert page.locator(".things").evaluate("node => node.style.getPropertyValue('--md-move')") == "0ms"
    page.get_by_role("button", name="Last step").click()
    assert page.locator(".things .leaving").count() == 0
    moving = "() => document.getAnimations({ subtree: true }).length"
    assert page.evaluate(moving) == 0


def test_pieces_move_and_turn_the_short_way(serve: Serve, session: Session) -> None:
    page = serve(Board(session))
    bull_now = page.locator(".item.piece", has=page.locator('use[href="#md-bull"]')).first
    assert bull_now.evaluate("node => getComputedStyle(node).transitionProperty") == "transform"
    handle = bull_now.element_handle()
    session.play("walk 20")
    for _ in range(80):
        page.keyboard.press("End")
    page.get_by_role("button", name="Last step").click()
    assert handle is not None
    assert handle.evaluate("node => node.isConnected"), "the same thing on the page moves from trace to trace"


def test_what_is_hidden_is_not_sent(serve: Serve, page: Page, session: Session) -> None:
    received: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: received.append(str(text))))
    page.on(
        "response", lambda answer: "html" in answer.headers.get("content-type", "") and received.append(answer.text())
    )
    session.goto(0)
    session.viewer = 1
    serve(Board(session))
    assert page.locator(".md-scene text.badge-text").count() == 0
    assert not any("a face-down chip, R" in text for text in received)
    session.viewer = 0
    expect(page.locator(".md-scene text.badge-text")).to_have_text("R")
    wait_until(lambda: any("a face-down chip, R" in text for text in received), page)


def test_parts_let_go_of_a_session_that_outlives_the_page(serve: Serve, page: Page, session: Session) -> None:
    before = watchers(session)
    soon = {"unused_session_lifetime_milliseconds": 2000, "check_unused_sessions_milliseconds": 100}
    serve(lambda: pn.Column(Board(session), StepList(session), RuleCard(session)), **soon)
    assert watchers(session) > before
    page.goto("about:blank")
    wait_until(lambda: watchers(session) == before, page)


def watchers(session: Session) -> int:
    return sum(len(kinds) for name in session.param.watchers.values() for kinds in name.values())


def test_what_changed_before_the_part_was_drawn_is_handed_over(serve: Serve, watch: Watch, session: Session) -> None:
    board = Board(session)
    board._view.hails = True  # as in a notebook
    page = serve(board)
    page.wait_for_timeout(1200)
    assert len(watch.messages()) <= 1, "the browser asks until it is answered, not longer"
    expect(place(page)).to_contain_text("Before the move")


def test_the_theme_of_jupyterlab_is_followed(serve: Serve, session: Session) -> None:
    page = serve(Board(session))
    page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    expect(page.locator(".md-board")).to_have_css("color-scheme", "dark")
    page.evaluate("document.body.dataset.jpThemeLight = 'true'")
    expect(page.locator(".md-board")).to_have_css("color-scheme", "light")


def test_pieces_stay_in_their_order(page: Page) -> None:
    page.set_content("<div id='parent'><i id='a'></i><i id='b'></i><i id='c'></i><i id='d'></i></div>")
    order = page.evaluate(
        """async (source) => {
            const { arrange } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
            const parent = document.getElementById("parent");
            const [a, b, c, d] = parent.children;
            const moved = [];
            const insert = parent.insertBefore.bind(parent);
            parent.insertBefore = (node, next) => (moved.push(node.id), insert(node, next));
            arrange(parent, [b, c, d, a], new Set([a]));
            return [[...parent.children].map((node) => node.id), moved];
        }""",
        (JS / "arrange.js").read_text(encoding="utf-8"),
    )
    assert order == [["b", "c", "d", "a"], ["d", "c", "b"]], "the moving one is not touched"
