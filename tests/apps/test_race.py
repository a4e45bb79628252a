"""A race over time, and the figures of its chances, in a real browser."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from apps.parts.explorer import Explorer
from apps.parts.race import MOST_MOVES, RaceView, run_race
from apps.parts.race_chances import SLOTS, ChancesView, count
from apps.parts.race_names import name_players, player_names
from engine import GameError, get_game
from engine.matanga import MatangaRules, chances
from engine.session import Session

GAME = get_game("matanga")
FORM: dict[str, Any] = {
    "pencil_faces": 2, "roll_time": 1000, "symbol_factor": 2, "three": False, "mark_time": [900, 1500],
    "symbol": [False, True], "down": [True, False], "start": [0, 20], "end": [60, 50],
}  # fmt: skip


def view(seed: int = 1) -> RaceView:
    return RaceView(Explorer(Session("matanga"), rng=random.Random(seed)))


def test_a_race_runs_to_its_end_by_the_rules() -> None:
    start = GAME.initial_state(None, 3)
    moves = run_race(start, random.Random(1))
    state = start
    for move in moves:
        state = GAME.apply(state, move)
    assert GAME.outcome(state) is not None


def test_paces_and_handicaps_become_the_races() -> None:
    shown = view()
    shown.run(2, FORM)
    session = shown.explorer.session
    rules = session.start.ruleset
    assert rules.mark_time == (900, 1500)
    assert rules.pace(1) == 3000
    assert session.start.next == (60, 21)
    assert session.ply == 0
    content = shown.content()
    assert content["times"] == tuple(trace.after.time for trace in session.history)
    assert content["winner"] == GAME.outcome(session.history[-1].after).winner
    assert content["form"] == FORM


@pytest.mark.parametrize(
    ("players", "change"),
    [
        (1, {}), (6, {}), (True, {}), ("2", {}), (3, {}), (2, {"mark_time": [1, 0]}), (2, {"mark_time": 5}),
        (2, {"roll_time": "x"}), (2, {"start": [60, 60]}), (2, {"end": [10, 10]}), (2, {"symbol_factor": float("nan")}),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_said(players: Any, change: dict[str, Any]) -> None:
    shown = view()
    before = shown.explorer.session.history
    with pytest.raises(GameError):
        shown.run(players, {**FORM, **change})
    assert shown.explorer.session.history is before


def test_a_race_without_end_is_cut() -> None:
    shown = view()
    shown.run(2, {**FORM, "roll_time": 1, "mark_time": [60_000, 60_000]})
    assert len(shown.explorer.session.history) == MOST_MOVES


def test_names_are_those_of_this_race_only() -> None:
    session = view().explorer.session
    assert player_names(session) == ["Blue", "Orange", "Yellow"]
    name_players(session, ["Ann", "Bo", "Cy"])
    assert player_names(session)[1] == "Orange: Bo"
    session.reset(GAME.initial_state(None, 3))
    assert player_names(session) == ["Blue", "Orange", "Yellow"]


def test_the_head_moves_along_the_time_line(page: Page, site: str) -> None:
    page.goto(f"{site}/matanga#race")
    page.locator(".timeline [name=mark_time]").nth(0).fill("0.8")
    page.locator(".timeline [name=run]").click()
    place = page.locator(".timeline .place")
    expect(place).to_contain_text(re.compile("Moment 0 of [0-9]{2,}"))
    expect(page.locator(".timeline .names .lane")).to_have_count(3)
    chart = page.locator(".timeline .chart")
    box = chart.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 30)
    expect(place).not_to_contain_text("Moment 0 of")
    steps = page.locator(".timeline .md-steps")
    expect(steps).to_contain_text(re.compile("crosses off|rolls"))
    chart.focus()
    page.keyboard.press("Home")
    expect(place).to_contain_text("Moment 0 of")
    page.keyboard.press("ArrowRight")
    expect(place).to_contain_text("Moment 1 of")
    expect(steps).to_contain_text("is the youngest and rolls first")
    page.locator(".timeline button.pencil").click()
    expect(steps).to_contain_text("The pencil!")
    expect(page.locator(".timeline .names .holds")).to_have_count(1)
    page.keyboard.press("End")
    page.locator(".timeline button.last").click()
    expect(steps).to_contain_text("wins!")
    page.locator(".timeline button.play").click()
    expect(place).not_to_contain_text("Moment 0 of")
    page.locator(".timeline button.play").click()
    page.get_by_role("link", name="Explore").click()
    expect(page.locator(".md-board").first).to_be_visible()


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("name", ["race", "chances"])
def test_nothing_scrolls_sideways(page: Page, site: str, name: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{site}/matanga#{name}")
    page.locator(".timeline, .counts").first.wait_for()
    if name == "chances":
        page.locator('[data-slot="handicap"] .method').filter(has_text="Exact").wait_for(timeout=60_000)
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_every_figure_says_its_model_and_follows_the_sliders(page: Page, site: str) -> None:
    page.goto(f"{site}/matanga#chances")
    for slot in SLOTS:
        section = page.locator(f'[data-slot="{slot}"]')
        expect(section.locator(".method")).to_contain_text(re.compile("Exact|Simulated"), timeout=60_000)
        expect(section.locator(".model")).to_contain_text("every roll takes 1 s")
        expect(section.locator("canvas").first).to_be_visible()
    page.get_by_role("button", name="An adult against a child").click()
    win = page.locator('[data-slot="win"]')
    expect(win).to_contain_text("marks take 1.2 s, 2 s")
    exact = chances.chances(MatangaRules().with_options({"mark_time": [1200, 2000]}), 2).win
    expect(win).to_contain_text(f"Blue {100 * exact[0]:.1f} %")
    expect(page.locator('[data-slot="handicap"]')).to_contain_text("The fairest for Orange: from 20")
    slider = page.locator('[data-seat="1"] [name=start]')
    slider.focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    exact = chances.chances(MatangaRules().with_options({"mark_time": [1200, 2000], "start": [0, 20]}), 2).win
    expect(win).to_contain_text(f"Orange {100 * exact[1]:.1f} %")
    page.locator("[name=players]").last.select_option("4")
    expect(win.locator(".method")).to_contain_text("Simulated: 20 000 races, ±", timeout=60_000)


def test_the_figures_numbers_are_those_of_the_engine() -> None:
    rules = MatangaRules()
    assert count("win", rules, 2, 1, False)["win"] == [100 * one for one in chances.chances(rules, 2, 1).win]
    length = count("length", rules, 2, 0, False)
    assert length["method"] == "exact"
    assert abs(sum(length["shares"]) - 100) < 1e-6
    assert length["edges"] == sorted(length["edges"])
    assert len(length["edges"]) == len(length["shares"]) + 1
    assert count("first", rules, 2, 0, False)["worth"][0] > 0
    rows = count("handicap", rules, 2, 1, False)
    assert rows["kinds"][0] == "none"
    assert rows["change"][0] == 0


def test_figures_can_be_drawn_for_any_number_of_players() -> None:
    from apps.parts import race_figures

    for dark in (False, True):
        for players in range(2, 6):
            names = [str(n) for n in range(players)]
            data: dict[str, Any] = {"names": names, "axis": "%", "error": [0.0] * players}
            race_figures.Figure(
                race_figures.win, {**data, "win": [5.0] * players}, dark=dark, height=200
            ).pane.get_root()
            race_figures.Figure(
                race_figures.first, {**data, "worth": [-0.5] * players}, dark=dark, height=200
            ).pane.get_root()


def test_garbage_is_not_followed() -> None:
    shown = ChancesView(Explorer(Session("matanga")))
    said: list[dict[str, Any]] = []
    shown._pane.send = said.append
    bad = {"roll_time": "x"}
    for players, seat in ((9, 0), (2, 5), (2, 1)):
        ask = {"players": players, "values": bad, "first": 0, "seat": seat, "exact": True}
        shown._pane._handle_msg({"ask": ask, "dark": True})
    for message in ({}, {"ask": {}}, "x", None):
        shown._pane._handle_msg(message)
    assert len([one for one in said if one.get("said")]) == 3
    assert shown._asked == 0
