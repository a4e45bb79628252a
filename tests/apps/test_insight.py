"""Insight in a real browser: with a small table, without one, and while one is being made."""

from __future__ import annotations

import gc
import logging
import random
import re
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bokeh.document import Document
from panel.tests.util import wait_until
from playwright.sync_api import Page, expect

from apps.parts import hiding, lion_build, lion_insight
from apps.parts.link import link
from apps.parts.lion_build import Build
from apps.parts.lion_reading import story, value_now, value_words
from engine import GameError, get_game
from engine.lion import opponent
from engine.lion.opponent import STRENGTHS, Strength, choose, values
from engine.lion.solver import solve
from engine.lion.state import State
from engine.lion.tablebase import TABLE, Table, Value, open_table
from engine.players import names, player
from engine.session import Session

GAME = get_game("lion")
START = "1l1/1c1/3/1LG b -"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """Lions, a Giraffe and a Chick."""
    return open_table(solve(tmp_path_factory.mktemp("table"), material=(0, 1, 1)))


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the pages look for the table; there is none yet."""
    path = tmp_path / TABLE
    monkeypatch.setattr(lion_insight, "open_table", lambda: open_table(path))
    return path


@pytest.fixture
def solved(place: Path, table: Table) -> None:
    shutil.copy(table.path, place)


@pytest.fixture
def build(place: Path, table: Table, monkeypatch: pytest.MonkeyPatch) -> Iterator[Build]:
    """A command that takes a little while and then has the table."""
    script = (
        "import pathlib, shutil, sys, time\n"
        f"go = pathlib.Path({str(place.parent)!r}) / 'go'\n"
        "print(' 42 % [####] back from 3 plies', flush=True)\n"
        "while not go.exists(): time.sleep(.05)\n"
        f"shutil.copy({str(table.path)!r}, {str(place)!r})\n"
    )
    made = Build((sys.executable, "-c", script))
    monkeypatch.setattr(lion_build, "BUILD", made)
    yield made
    made.stop()


def start(**options: str) -> State:
    found: State = GAME.parse_position({"start": START, **options})
    return found


def address(site: str, *moves: str, text: str = START, **options: str) -> str:
    session = Session("lion", state=GAME.parse_position({"start": text, **options}))
    for move in moves:
        session.play(move)
    return f"{site}/lion?{link(session)[0]}#insight"


def rows(page: Page) -> dict[str, str]:
    """Move -> what is said about it."""
    page.locator(".worth").first.wait_for()
    found = page.locator(".worth").all()
    return {one.locator(".move").inner_text(): one.locator(".says").inner_text() for one in found}


@pytest.mark.usefixtures("solved")
def test_every_move_has_its_value_the_best_first(page: Page, site: str, table: Table) -> None:
    page.goto(address(site))
    state = start()
    true = values(state, table)
    assert list(rows(page).items()) == [(GAME.show_move(state, m), value_words(v, 0)) for m, v in true]
    expect(page.locator(".worth").first).to_contain_text("best")
    assert page.locator(".worth .top").count() == sum(value == true[0][1] for _, value in true)
    assert value_now(state, table).result in page.locator(".verdict").inner_text().replace("lose", "loss")
    expect(page.locator(".build")).to_be_empty()
    page.locator(".worth").last.click()
    expect(page.locator(".insight .moves .move")).to_have_count(2)
    after = GAME.apply(state, true[-1][0])
    expect(page.locator(".worth .move").first).to_have_text(GAME.show_move(after, values(after, table)[0][0]))


@pytest.mark.usefixtures("solved")
def test_the_best_line_is_played_up_to_the_move_tapped(page: Page, site: str) -> None:
    page.goto(address(site))
    line = page.locator(".line button")
    line.nth(2).wait_for()
    texts = [one.strip() for one in line.all_inner_texts()]
    line.nth(2).click()
    expect(page.locator(".insight .moves .move")).to_have_count(4)
    played = page.locator(".insight .moves .move").all_inner_texts()[1:]
    assert [text.split()[-1] for text in played] == [text.split()[-1] for text in texts[:3]]
    expect(page.locator(".said .notice")).to_be_hidden()


@pytest.mark.usefixtures("solved")
def test_the_chart_comes_when_looked_at_and_marks_what_was_thrown_away(page: Page, site: str, table: Table) -> None:
    session, rng = Session("lion", state=start()), random.Random(1)
    while session.ply < 6 or not any(one.lost for one in story(start(), session.history, table)):
        if session.ply >= 6 or GAME.current_player(session.state) < 0:
            session.reset(start())
        session.play(rng.choice(GAME.legal_moves(session.state)))
    moves = [GAME.format_move(trace.before, trace.move) for trace in session.history]
    lost = [one for one in story(start(), session.history, table) if one.lost]
    page.goto(address(site, *moves).replace("#insight", ""))
    page.locator(".md-board .target").first.wait_for()
    assert page.locator(".chart").count() == 0
    page.get_by_role("link", name="Insight").click()
    page.locator(".chart canvas").first.wait_for()
    expect(page.locator(".mistakes li")).to_have_count(len(lost))
    expect(page.locator(".mistakes li").first).to_contain_text("thrown away")
    page.locator(".mistakes li button").first.click()
    here = page.locator(".insight .moves [aria-current]")
    expect(here).to_contain_text(lost[0].text)
    page.get_by_label("Colours").select_option(label="Dark")
    ink = "() => [...Bokeh.documents[0]._all_models.values()].filter(m => m.type === 'LinearAxis')"
    page.wait_for_function(f"({ink})().some(m => m.major_label_text_color === '#eceae4')")


@pytest.mark.usefixtures("place")
def test_without_a_table_only_what_is_certain_is_told(page: Page, site: str) -> None:
    page.goto(address(site, text="gle/1c1/1C1/ELG b -"))
    found = rows(page)
    assert all(re.fullmatch(r"not decided within \d+", text) for text in found.values())
    expect(page.locator(".verdict")).to_contain_text("I do not know")
    expect(page.locator(".worth .top")).to_have_count(0)
    expect(page.locator(".build")).to_contain_text("no table of the solved game")
    expect(page.locator(".game")).to_contain_text("needs the table")
    page.goto(address(site, text="1l1/1G1/3/1L1 b C"))
    page.reload()
    expect(page.locator(".worth").first).to_contain_text("wins at once")
    expect(page.locator(".verdict")).to_contain_text("can win at once")


@pytest.mark.usefixtures("solved")
def test_other_rules_are_searched_and_it_is_said_why(page: Page, site: str) -> None:
    page.goto(address(site, reach="on-arrival"))
    rows(page)
    expect(page.locator(".build")).to_contain_text("next-turn")
    expect(page.locator(".build button")).to_have_count(0)


def test_the_table_is_made_in_the_background_once(page: Page, site: str, build: Build, place: Path) -> None:
    page.goto(address(site))
    rows(page)
    page.get_by_role("button", name="Solve the game now").click()
    expect(page.locator(".build")).to_contain_text("42 %")
    build.start()  # somebody else asks
    assert build.running
    page.locator(".worth").first.click()  # meanwhile one plays on
    expect(page.locator(".insight .moves .move")).to_have_count(2)
    (place.parent / "go").touch()
    expect(page.locator(".build")).to_be_empty()
    expect(page.locator(".worth").first).not_to_contain_text("within")


def test_a_build_that_fails_says_why(page: Page, site: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = "import sys; print('matadojo: the disk is full', file=sys.stderr); sys.exit(2)"
    monkeypatch.setattr(lion_build, "BUILD", Build((sys.executable, "-c", script)))
    place.write_bytes(b"x" * 400)
    page.goto(address(site))
    expect(page.locator(".build")).to_contain_text("cannot be used")
    page.get_by_role("button", name="Solve the game now").click()
    expect(page.locator(".build")).to_contain_text("Solving stopped: the disk is full")
    expect(page.get_by_role("button", name="Solve the game now")).to_be_visible()


@pytest.mark.usefixtures("place")
def test_without_numba_it_is_said_what_to_install(page: Page, site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lion_build, "possible", lambda: False)
    page.goto(address(site))
    expect(page.locator(".build")).to_contain_text("matadojo[solve]")
    expect(page.locator(".build button")).to_have_count(0)


@pytest.mark.usefixtures("solved")
def test_a_teacher_hides_it(page: Page, site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(hiding.HIDE, "1")
    page.goto(address(site))
    page.locator(".md-board .target").first.wait_for()
    expect(page.get_by_role("link", name="Insight")).to_have_count(0)
    expect(page.locator(".insight")).to_have_count(0)


@pytest.mark.usefixtures("solved")
def test_it_goes_with_its_visitor(page: Page, site: str, caplog: pytest.LogCaptureFixture) -> None:
    # The records that pytest keeps hold the documents that they tell of.
    caplog.set_level(logging.WARNING, "panel")
    caplog.set_level(logging.CRITICAL, "asyncio")  # somebody leaves while an answer is on its way

    def left(kind: type) -> int:
        gc.collect()
        return sum(isinstance(one, kind) for one in gc.get_objects())

    def visit() -> None:
        page.goto(address(site, "b4c3"))
        page.locator(".chart canvas").first.wait_for()
        page.wait_for_load_state("networkidle")
        page.goto("about:blank")

    visit()
    page.wait_for_timeout(1500)
    documents, views = left(Document), left(lion_insight.Insight)
    for _ in range(3):
        visit()
    wait_until(lambda: left(Document) <= documents and left(lion_insight.Insight) <= views, timeout=10_000)


@pytest.mark.usefixtures("solved")
def test_it_fits_a_phone(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(address(site))
    rows(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    sizes = page.locator(".worth").evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert min(sizes) >= 40


def test_the_table_makes_a_perfect_player(table: Table, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(opponent, "default_folder", lambda: tmp_path)
    assert "perfect" not in names(GAME)
    with pytest.raises(GameError, match="no player 'perfect'"):
        player(GAME, "perfect")
    searched = player(GAME, "medium").choose(start(), 0, random.Random(1))
    assert searched.looks > len(searched.reasons)
    shutil.copy(table.path, tmp_path / TABLE)
    assert names(GAME)[-1] == "perfect"
    choice = player(GAME, "perfect").choose(start(), 0, random.Random(1))
    known = dict(values(start(), table))
    best = values(start(), table)[0][1]
    assert known[choice.move] == best
    assert choice.reasons[0].result == opponent.RESULTS[best.result]
    assert choice.reasons[0].figures == ({} if best.distance is None else {"moves": best.distance})
    other = player(GAME, "perfect").choose(start(reach="on-arrival"), 0, random.Random(1))
    assert other.looks > len(known), "the table does not hold for these rules"


def test_a_weaker_opponent_sees_less() -> None:
    moves: list[Any] = [("quick", Value("win", 3)), ("slow", Value("win", 31)), ("even", Value("draw", None)),
             ("late", Value("loss", 40)), ("soon", Value("loss", 2))]  # fmt: skip
    rng = random.Random(2)

    def played(strength: str) -> set[Any]:
        return {choose(moves, STRENGTHS[strength], rng) for _ in range(300)}

    assert played("perfect") == {"quick"}
    assert played("beginner") == {"quick", "slow", "even", "late", "soon"}

    def only(sight: int | None, known: list[Any]) -> set[Any]:
        return {choose(known, Strength(sight, 0), rng) for _ in range(99)}

    assert only(None, moves[1:]) == {"slow"}
    assert only(5, moves[1:]) == {"slow", "even", "late"}
    assert only(1, moves[1:]) == {"slow", "even", "late", "soon"}
    assert only(None, moves[3:]) == {"late"}


def test_only_one_build_at_a_time() -> None:
    made = Build((sys.executable, "-c", "import time; print(' 7 %', flush=True); time.sleep(60)"))
    made.start()
    first = made._process
    made.start()
    assert made._process is first
    for _ in range(100):
        if made.percent == 7:
            break
        time.sleep(0.1)
    assert made.percent == 7
    made.stop()
    for _ in range(100):
        if not made.running:
            break
        time.sleep(0.1)
    assert not made.running


def test_insight_leads_to_puzzles(page: Page, site: str) -> None:
    page.goto(f"{site}/lion#insight")
    page.get_by_role("link", name="Solve puzzles like this").click()
    expect(page.locator(".task h1")).to_have_text("Puzzles without end")
