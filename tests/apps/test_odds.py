"""The odds of Matadoon's bull on the page, in a real browser."""

from __future__ import annotations

import gc
import logging
import re
from fractions import Fraction
from typing import Any

import panel as pn
import pytest
from bokeh.document import Document
from panel.tests.util import wait_until
from playwright.sync_api import Page, expect

import apps
from apps.parts.link import link
from apps.parts.matadoon_odds import Odds
from apps.parts.odds_reading import percent, points, table
from engine import PUBLIC, GameError, get_game
from engine.matadoon import State
from engine.matadoon.advice import hurts
from engine.matadoon.odds import bull_odds
from engine.session import Session
from tests.apps.desk import FRAME, Desk

GAME = get_game("matadoon")
POSITION = """\
arena: ring7
board: |
  . . . . . . .
  . . . L . . .
  . . A . . . .
  . . . R . . .
  . . J . c . .
  . . . ? B . .
  . . . ^ . . .
phase: place
seat: 0
hands: [RRLM, LJTM, TTJM]
placed_by: {d2: 0, d4: 1, c5: 2}
"""
# The numbers that Bokeh has drawn, by the cell.
DRAWN = """slot => {
    const found = [];
    for (const model of Bokeh.documents[0]._all_models.values()) {
        if (model.type === "ColumnDataSource" && "cell" in model.data) found.push(model.data);
    }
    const changes = ({told}) => String(told).includes(" to ") && String(told).includes("(")
    const data = found.find((one) => changes(one) === (slot === "change"));
    const known = (cell, n) => [cell, data.value[n]];
    return data ? Object.fromEntries([...data.cell].map(known).filter(([, value]) => Number.isFinite(value))) : {};
}"""


def state() -> State:
    found: State = GAME.parse_position(POSITION)
    return found


def address(site: str, **params: Any) -> str:
    return f"{site}/matadoon?{link(Session('matadoon', state=state(), **params))[0]}#odds"


def texts(page: Page, selector: str) -> list[list[str]]:
    """The rows of a table, open or not."""
    rows = page.locator(f"{selector} tr").all()
    return [[str(cell.text_content()) for cell in row.locator("th, td").all()] for row in rows]


def expected(odds: Any) -> list[list[str]]:
    return table(state(), {cell: percent(chance) for cell, chance in odds.crossed.items()})


def choose(page: Page, group: str | re.Pattern[str], name: str) -> None:
    button = page.get_by_role("group", name=group).get_by_role("button", name=name, exact=True)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")


@pytest.fixture
def odds(page: Page, site: str) -> Page:
    page.goto(address(site))
    page.locator(".bull .run .map canvas").first.wait_for()
    page.locator(".bull .where .map canvas").first.wait_for()
    return page


def test_it_is_made_when_it_is_opened(page: Page, site: str) -> None:
    Desk(page).open(f"{site}/matadoon")
    gc.collect()
    assert not [one for one in gc.get_objects() if isinstance(one, Odds)]
    assert page.locator(".bull").count() == 0
    page.get_by_role("link", name="Odds").click()
    expect(page.locator(".run .says")).to_contain_text("No chip lies on the arena yet")
    expect(page.locator(".hits")).to_contain_text("not set up yet")
    expect(page.locator(".where")).to_contain_text("Nobody is about to place a chip")
    expect(page.locator(".run .map canvas").first).to_be_visible()


def test_the_numbers_are_the_odds_of_whoever_guesses(odds: Page) -> None:
    for mind, name in ((None, "Seeing all"), (0, "Blue"), (1, "Orange"), (PUBLIC, "From outside")):
        choose(odds, "Who guesses?", name)
        true = bull_odds(state(), mind)
        assert texts(odds, ".run table") == expected(true)
        wait_until(
            lambda true=true: (
                {cell: value for cell, value in odds.evaluate(DRAWN, "chance").items() if value}
                == pytest.approx({cell: float(100 * chance) for cell, chance in true.crossed.items() if chance})
            )
        )
        for seat in range(3):
            row = odds.locator(f'.hits [data-seat="{seat}"]')
            down = state().fighter_of(seat).down
            expect(row).to_contain_text("lies on the ground" if down else f"{percent(true.floored[seat])} %")
            expect(row.locator("td").last).to_have_text(f"{percent(true.removed[seat])} %")


def test_what_each_one_thinks_is_shown_side_by_side(odds: Page) -> None:
    rows = texts(odds, ".guesses table")
    assert rows[0][1:] == ["Blue", "Orange", "Yellow"]
    for row, mind in zip(rows[1:], (0, 1, 2, PUBLIC, None), strict=True):
        true = bull_odds(state(), mind)
        assert row[1:] == [f"{percent(true.hit[seat])} %" for seat in range(3)]


def test_where_a_chip_hurts_whom(odds: Page) -> None:
    for chip, name in (("R", "R (right)"), ("L", "L (left)")):
        choose(odds, "Chip of Blue", name)
        for seat, victim in ((1, "Orange"), (2, "Yellow"), (0, "Blue")):
            choose(odds, "Hurt whom?", victim)
            change = {cell: one[seat] for cell, one in hurts(state(), chip, 0).items()}
            shown = table(state(), {cell: points(one) for cell, one in change.items()})
            wait_until(lambda shown=shown: texts(odds, ".where table") == shown)
            most = max(change, key=lambda cell: change[cell])
            if change[most] > 0:
                expect(odds.locator(".where .says")).to_contain_text(re.compile(f"hurts {victim} most on .*{most}"))
            wait_until(
                lambda change=change: (
                    odds.evaluate(DRAWN, "change")
                    == pytest.approx({cell: float(100 * one) for cell, one in change.items()})
                )
            )


def test_a_player_sees_only_what_that_player_may_know(page: Page, site: str) -> None:
    received: list[str] = []
    desk = Desk(page).open(address(site).partition("#")[0])
    page.locator("select.view").select_option(label="Look as Orange")
    expect(desk.title).to_contain_text("Blue")
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: received.append(str(text))))
    page.get_by_role("link", name="Odds").click()
    expect(page.locator(".run .says")).to_contain_text("Orange: 3 of 4 chips are unknown")
    expect(page.locator(".minds")).to_contain_text("choose See all on Explore")
    expect(page.locator(".minds button")).to_have_count(0)
    expect(page.locator(".guesses")).to_have_count(0)
    expect(page.locator(".where")).to_contain_text("Only Blue knows")
    assert texts(page, ".run table") == expected(bull_odds(state(), 1))
    page.locator(".run .map canvas").first.wait_for()
    drawn = page.evaluate("""() => {
        const found = [];
        for (const model of Bokeh.documents[0]._all_models.values())
            if (model.type === "ColumnDataSource" && "text" in model.data) found.push(...model.data.text);
        return found;
    }""")
    assert sorted(text for text in drawn if text in "RLJT?") == ["?", "?", "?", "R"]


def test_it_follows_the_game(page: Page, site: str) -> None:
    desk = Desk(page).open(f"{site}/matadoon").set_up(FRAME[:3])
    page.get_by_role("link", name="Odds").click()
    expect(page.locator(".run .says")).to_contain_text("No chip")
    page.get_by_role("link", name="Explore").click()
    desk.lap(["d6"])
    page.get_by_role("link", name="Odds").click()
    expect(page.locator(".run .says")).to_contain_text("All chips are known to you")
    expect(page.locator(".run tr").nth(6).locator("td").nth(3)).to_have_text("100")
    page.get_by_role("link", name="Explore").click()
    desk.button("Take back").click()
    expect(desk.target("d6")).not_to_have_class(re.compile(r"\bfilled\b"))
    page.get_by_role("link", name="Odds").click()
    expect(page.locator(".run .says")).to_contain_text("No chip")


def test_it_shows_the_step_that_is_on_show(page: Page, site: str) -> None:
    start = state()
    session = Session("matadoon", state=GAME.parse_position(POSITION.replace("phase: place", "phase: bull")))
    session.play("bull")
    session.goto(1, 1)
    assert start.bull != session.shown.bull
    desk = Desk(page)
    page.goto(f"{site}/matadoon?{link(session)[0]}&step=1")
    page.locator(".md-board .target").first.wait_for()
    expect(desk.place).to_contain_text("Step 1 of")
    page.get_by_role("link", name="Odds").click()
    expect(page.locator(".run .says")).to_contain_text("The bull is running")
    expect(page.locator(".run table tr").nth(1)).not_to_have_text("")
    assert texts(page, ".run table") == expected(bull_odds(session.shown))


@pytest.mark.parametrize("width", [390, 1280])
def test_it_fits_and_takes_the_colours_of_the_page(page: Page, site: str, width: int) -> None:
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(address(site))
    page.locator(".where .map canvas").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    axes = "[...Bokeh.documents[0]._all_models.values()].filter(m => m.type === 'LinearAxis')"
    ink = f"() => {axes}.map(m => m.major_label_text_color)"
    assert set(page.evaluate(ink)[-4:]) == {"#22201c"}
    page.get_by_label("Colours").select_option(label="Dark")
    wait_until(lambda: set(page.evaluate(ink)[-4:]) == {"#eceae4"})  # two axes each; the old ones are kept by Bokeh
    box = page.locator(".run .map").bounding_box()
    assert box is not None
    assert box["height"] > 0.9 * box["width"]


def test_everything_can_be_done_with_the_keyboard(odds: Page) -> None:
    button = odds.get_by_role("group", name="Who guesses?").get_by_role("button", name="Yellow")
    button.focus()
    odds.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(button).to_be_focused()
    summary = odds.locator(".run summary")
    summary.focus()
    odds.keyboard.press("Enter")
    expect(odds.locator(".run table")).to_be_visible()


def test_it_goes_with_its_visitor(page: Page, site: str, caplog: pytest.LogCaptureFixture) -> None:
    # The records that pytest keeps hold the documents that they tell of.
    caplog.set_level(logging.WARNING, "panel")
    caplog.set_level(logging.CRITICAL, "asyncio")  # somebody leaves while an answer is on its way

    def left(kind: type) -> int:
        gc.collect()
        return sum(isinstance(one, kind) for one in gc.get_objects())

    def visit() -> None:
        page.goto(address(site))
        page.locator(".where .map canvas").first.wait_for()
        choose(page, "Who guesses?", "From outside")
        page.wait_for_load_state("networkidle")
        page.goto("about:blank")

    visit()
    page.wait_for_timeout(1500)
    documents, views = left(Document), left(Odds)
    for _ in range(3):
        visit()
    wait_until(lambda: left(Document) <= documents and left(Odds) <= views, timeout=10_000)


def test_in_a_notebook_it_follows_an_explorer(page: Page, serve: Any) -> None:
    made: list[Any] = []

    def app() -> pn.Column:
        explorer = apps.explore("matadoon", state=state())
        made.append(explorer.session)
        return pn.Column(explorer, apps.odds(explorer), sizing_mode="stretch_width")

    serve(app)
    page.locator(".bull").scroll_into_view_if_needed()
    expect(page.locator(".run .says")).to_contain_text("Seeing all: 1 of 4 chips are unknown")
    assert texts(page, ".run table") == expected(bull_odds(made[0].state))


def test_another_seat_cannot_be_asked_for() -> None:
    session = Session("matadoon", state=state(), viewer=1)
    view = apps.odds(session)
    assert view.content()["wait"]
    view._hear({"live": True, "dark": False, "at": ["", 0]})
    for mind in (0, None, PUBLIC, 99, "0"):
        view._hear({"mind": mind})
        assert view.reading.mind == 1
    assert view.content()["guesses"] == []
    assert view.kinds == ()
    session.viewer = None
    view._hear({"mind": 2})
    assert view.reading.mind == 2
    session.viewer = 0
    assert view.reading.mind == 0
    assert view.kinds == ("R", "L")
    view.leave()
    session.viewer = 2
    assert view.reading.viewer == 0


def test_nothing_is_worked_out_while_nobody_looks() -> None:
    session = Session("matadoon", state=state())
    view = apps.odds(session)
    view._hear({"live": True, "dark": False, "at": ["", 0]})
    view._hear({"live": False, "dark": False, "at": ["", 0]})
    assert not view.content()["wait"]  # what was seen may stay
    session.play("R@a1")
    assert view.content()["wait"]
    view._hear({"live": True, "dark": False, "at": ["", 0]})
    assert view.reading.state == session.state


def test_a_game_without_a_bull() -> None:
    with pytest.raises(GameError, match="Matadoon"):
        apps.odds(Session("lion"))


def test_small_chances_are_not_called_none() -> None:
    assert [percent(Fraction(n, 1000)) for n in (0, 1, 5, 996, 1000)] == ["0", "<1", "1", ">99", "100"]
    assert [points(Fraction(n, 1000)) for n in (-500, -1, 0, 1, 500)] == ["−50", "≈0", "0", "≈0", "+50"]
