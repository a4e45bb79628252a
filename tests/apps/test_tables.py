"""People who play each other, each in a browser of their own."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from panel.tests.util import wait_until
from playwright.sync_api import Browser, Page, expect

from apps.db import Database
from apps.school.bus import LocalBus
from apps.school.game_keys import WATCH, derived
from apps.school.games import Games, games
from engine import GAMES, get_game
from tests.school.processes import Server

from .conftest import Watch
from .table_people import Person, is_on, seated, sees, shown_moves

People = Callable[..., list[Person]]
LION, MATADOON = get_game("lion"), get_game("matadoon")


@pytest.fixture
def tables() -> Games:
    """The tables of the server, which runs in this process."""
    return games()


@pytest.fixture
def people(browser: Browser, site: str, tables: Games) -> Iterator[People]:
    """Make some people; nothing may go wrong on any of their pages."""
    watches: list[Watch] = []
    pages: list[Page] = []

    def make(count: int, **options: Any) -> list[Person]:
        for _ in range(count):
            pages.append(browser.new_context(**options).new_page())
            watches.append(Watch(pages[-1]))
        made = [Person(page, site, tables) for page in pages[-count:]]
        for person, watch in zip(made, watches[-count:], strict=True):
            person.watch = watch
        return made

    yield make
    for page in pages:
        page.context.close()
    assert [watch.faults for watch in watches] == [[]] * len(watches)


def test_two_friends_open_a_table_and_play(people: People, site: str) -> None:
    anna, ben = people(2)
    anna.page.goto(f"{site}/play?game=lion")
    open_it = anna.button("Open the table")
    open_it.click()
    expect(anna.page.get_by_role("alert")).to_contain_text("Type your name")
    anna.page.locator("[name=nick]").fill("Anna")
    expect(anna.page.locator("[name=game]")).to_have_value("lion")
    open_it.click()
    link = anna.page.locator('[data-key="door"]').input_value()
    expect(anna.title).to_have_text("Waiting for the other players.")
    anna.target("b3").click()
    expect(anna.notice).to_have_text("Waiting for the other players.")

    ben.page.goto(link)
    expect(ben.page.locator(".seatrow").first).to_contain_text("Anna")
    ben.page.locator("[name=nick]").fill("<b>Ben</b> & \u202eco")
    ben.button("Sit down and play").click()
    expect(ben.seat(1)).to_contain_text("<b>Ben</b> & co")
    expect(ben.title).to_have_text("Waiting for Anna.")
    expect(anna.seat(1)).to_contain_text("here")
    expect(anna.page.locator('[data-key="door"]')).to_have_count(0)

    anna.target("b3").click()
    anna.target("b2").click()
    expect(ben.title).to_contain_text("Your turn!")
    expect(ben.page).to_have_title(re.compile("^Your turn!"))
    expect(anna.page).not_to_have_title(re.compile("Your turn!"))
    expect(ben.steps).to_contain_text("The Chick goes from b3 to b2")
    expect(anna.title).to_have_text("Waiting for <b>Ben</b> & co.")
    ben.target("b4").click()
    expect(ben.notice).to_contain_text("Not allowed")
    anna.target("c4").click()
    expect(anna.notice).to_have_text("Waiting for <b>Ben</b> & co.")
    ben.page.context.close()
    expect(anna.seat(1)).to_contain_text("away", timeout=60_000)


def test_the_link_leads_to_this_computer_from_others(
    people: People, tables: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.parts.serving.reached_at", "192.0.2.7")
    (anna,) = people(1)
    anna.open(tables.open(LION, LION.initial_state(), seat=0, nicks=("Anna", None)))
    expect(anna.page.locator('[data-key="door"]')).to_have_value(re.compile(r"^http://192\.0\.2\.7:\d+/play\?key="))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_is_played_by_tapping(people: People, tables: Games, game: Any) -> None:
    keys = seated(tables, game, game.initial_state(seats=2))
    pair = [person.open(key) for person, key in zip(people(2), keys, strict=True)]
    rng = random.Random(7)
    for _ in range(8):
        line = pair[0].line
        if line.over:
            break
        person = pair[line.turn or 0]
        expect(person.title).to_contain_text("Your turn!")
        person.make(rng.choice(line.game.legal_moves(line.state) or (None,)))
        for one in pair:
            sees(one, len(person.line.traces))


def test_nobody_gets_what_others_hide(people: People, tables: Games) -> None:
    keys = seated(tables, MATADOON, MATADOON.initial_state(seats=3))
    three = people(3)
    documents: list[str] = []
    ben = three[1]
    ben.page.on(
        "response", lambda answer: answer.request.resource_type == "document" and documents.append(answer.text())
    )
    for person, key in zip(three, keys, strict=True):
        person.open(key)
    watcher = people(1)[0].open(derived(keys[0], WATCH))
    rng = random.Random(3)
    hidden: list[str] = []
    while not any(trace.move.kind == "bull" for trace in ben.line.traces):
        line = ben.line
        moves = line.game.legal_moves(line.state)
        move = rng.choice([one for one in moves if one.kind == "place"] or moves)
        three[line.turn or 0].make(move)
        if move.kind == "place" and line.turn != 1:
            hidden.append(f"{move.chip}@{move.cell}")
        if not any(trace.move.kind == "bull" for trace in ben.line.traces):  # the bull turns chips up for all
            sees(ben, len(ben.line.traces))
            got = "".join([*ben.watch.received, *documents])
            assert not [move for move in hidden if move in got]
            assert "a face-down chip, R" not in "".join(watcher.watch.received)
    assert len(hidden) >= 4
    drawn = {trace.move.chip for trace in ben.line.traces if trace.move.kind == "draw"}
    received = "".join(ben.watch.received)
    assert drawn
    assert "Blue draws a chip: ?" not in received or not re.search("Blue draws a chip: [RLJTM]", received)
    assert not re.search("(Blue|Orange|Yellow) draws a chip: [RLJTM]", "".join(watcher.watch.received))
    for person in (*three, watcher):
        expect(person.steps).to_contain_text("The bull runs")


def test_a_reload_brings_one_back(people: People, tables: Games) -> None:
    keys = seated(tables, LION, LION.initial_state())
    anna, ben = (person.open(key) for person, key in zip(people(2), keys, strict=True))
    anna.make(LION.parse_move(anna.line.state, "b3b2"))
    sees(ben, 1)
    for person in (anna, ben):
        person.page.reload()
        sees(person, 1)
    expect(ben.title).to_contain_text("Your turn!")
    # Looking back does not change what is played, and the next move brings one to the board as it is.
    ben.button("Back").click()
    expect(ben.button("Back to the game")).to_be_visible()
    ben.target("b1").click()
    expect(ben.notice).to_contain_text("earlier move")
    anna.button("Back").click()
    ben.button("Back to the game").click()
    ben.make(LION.parse_move(ben.line.state, "b1b2"))
    sees(anna, 2)
    expect(anna.title).to_contain_text("Your turn!")


def test_taking_back_giving_up_and_playing_again(people: People, tables: Games) -> None:
    keys = seated(tables, LION, LION.initial_state())
    anna, ben = (person.open(key) for person, key in zip(people(2), keys, strict=True))
    anna.make(LION.parse_move(anna.line.state, "b3b2"))
    anna.more("Ask to take back my last move").click()
    expect(anna.result).to_contain_text("Waiting for the others")
    expect(ben.result).to_contain_text("Anna would like to take back a move")
    ben.button("No").click()
    expect(anna.result).to_have_count(0)
    anna.more("Ask to take back my last move").click()
    ben.button("Yes").click()
    sees(anna, 0)
    sees(ben, 0)
    expect(anna.title).to_contain_text("Your turn!")
    ben.more("Give up").click()
    ben.page.locator("dialog[open]").get_by_role("button", name="Give up").click()
    for person in (anna, ben):
        expect(person.result).to_contain_text("Ben has given up. Anna has won.")
    anna.button("Play again").click()
    ben.button("Yes").click()
    expect(anna.title).to_contain_text("Your turn!")
    expect(ben.title).to_have_text("Waiting for Anna.")
    assert [shown_moves(person) for person in (anna, ben)] == [0, 0]


def test_a_wrong_link_says_so(people: People, site: str) -> None:
    (anna,) = people(1)
    for wrong in ("x" * 43, "%ff", "a"):
        anna.page.goto(f"{site}/play?key={wrong}")
        expect(anna.page.get_by_role("alert")).to_contain_text("This link leads to no game")


@pytest.fixture
def processes(url: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[list[Server]]:
    """One server process on SQLite; two on PostgreSQL, that tell each other by Redis."""
    redis = "" if url.startswith("sqlite") else request.getfixturevalue("servers").redis
    started = [Server(url, tmp_path / f"server-{number}.log", redis) for number in range(2 if redis else 1)]
    for one in started:
        wait_until(lambda one=one: answers(one), timeout=120_000)
    yield started
    for one in started:
        one.close()


def answers(server: Server) -> bool:
    """Whether a server is there."""
    try:
        with urlopen(f"{server.origin}/static/js/bokeh.min.js", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def test_a_killed_server_loses_nothing_and_all_come_back_by_themselves(
    browser: Browser, processes: list[Server], url: str
) -> None:
    here = Games(Database(url), LocalBus())
    keys = seated(here, MATADOON, MATADOON.initial_state(seats=2))
    contexts = [browser.new_context() for _ in keys]
    origins = [processes[0].origin, processes[-1].origin]
    pair = [Person(context.new_page(), origin, here) for context, origin in zip(contexts, origins, strict=True)]
    rng = random.Random(2)

    def play(moves: int) -> None:
        for _ in range(moves):
            line = pair[0].line
            person = pair[line.turn or 0]
            expect(person.title).to_contain_text("Your turn!")
            person.make(rng.choice(line.game.legal_moves(line.state)))

    try:
        for person, key in zip(pair, keys, strict=True):
            person.open(key)
        expect(pair[0].seat(1)).to_contain_text("here")
        play(3)
        count = pair[0].line.count
        processes[0].kill()
        expect(pair[0].page.locator(".md-lost")).to_be_visible()
        processes[0].again()
        for person in pair:
            expect(person.page.locator(".md-lost")).to_be_hidden(timeout=120_000)
            is_on(person)
            sees(person, len(person.line.traces))
        assert pair[0].line.count == count
        play(3)
    finally:
        for context in contexts:
            context.close()
        here.database.close()
