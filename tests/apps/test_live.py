"""Matanga! live: several real browsers at one table, and scripted clients that cheat."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from panel.tests.util import wait_until
from playwright.sync_api import BrowserContext, Page, expect

from apps.parts import floor as floors
from apps.parts.explorer import Explorer
from apps.parts.floor import FLOOR, SILENT, Floor
from apps.parts.live import LiveView
from engine import get_game
from engine.matanga.live import LOBBY, OVER, RACE, Limits, Table
from engine.matanga.rules import roller
from engine.session import Session
from tests.apps.conftest import Watch


class Racer:
    """Somebody with a browser of their own."""

    def __init__(self, page: Page, site: str) -> None:
        self.page, self.site = page, site
        self.watch = Watch(page)
        self.name = ""

    def open(self, name: str, **options: str) -> str:
        """Open a table; gives its code."""
        self.page.goto(f"{self.site}/matanga#live")
        self.name = name
        self.page.locator(".begin [name=name]").fill(name)
        if options:
            self.page.locator(".begin summary").click()
        for field, value in options.items():
            self.page.locator(f".begin [name={field}]").select_option(value)
        self.page.locator(".begin [name=open]").click()
        self.page.locator(".lobby").wait_for()
        return self.page.locator(".lobby h1").inner_text().split()[-1]

    def join(self, code: str, name: str) -> Racer:
        """Join by the link."""
        self.page.goto(f"{self.site}/matanga?table={code}#live")
        self.name = name
        self.page.locator(".lobby [name=name]").fill(name)
        self.page.locator(".lobby form button").click()
        expect(self.people.filter(has_text=name)).to_contain_text("you")
        return self

    @property
    def people(self) -> Any:
        return self.page.locator(".people li")

    @property
    def lanes(self) -> Any:
        return self.page.locator(".lanes li")

    @property
    def says(self) -> Any:
        return self.page.locator(".race .says")

    def lane(self, name: str) -> Any:
        return self.lanes.filter(has_text=name)

    def number(self, number: int) -> Any:
        return self.page.locator(f'.sheet [data-number="{number}"]')

    def start(self) -> None:
        self.page.locator("[name=start]").click()

    def roll(self) -> None:
        self.page.locator(".die[aria-disabled=false]").click()


@pytest.fixture
def racer(site: str, new_context: Callable[..., BrowserContext]) -> Iterator[Callable[..., Racer]]:
    """Makes people with browsers of their own; none of their consoles may complain."""
    FLOOR.hub.tables.clear()
    found: list[Racer] = []

    def make(**options: Any) -> Racer:
        found.append(Racer(new_context(**options).new_page(), site))
        return found[-1]

    yield make
    for one in found:
        one.page.context.close()
    assert not [fault for one in found for fault in one.watch.faults]


def state(table: Table) -> Any:
    assert table.state is not None
    return table.state


def until_pencil(table: Table, racers: list[Racer]) -> Racer:
    """Whoever has the die rolls, until the pencil comes; gives who has it."""
    before = state(table).holder
    while state(table).holder == before:
        seat = roller(state(table))
        assert seat is not None
        count = len(table.log)
        racers[seat].roll()
        wait_until(lambda count=count: len(table.log) > count)
    return racers[state(table).holder]


def test_a_race_of_three_browsers(racer: Callable[..., Racer]) -> None:
    anna, ben, cleo = racer(), racer(viewport={"width": 390, "height": 844}), racer()
    code = anna.open("Anna", end="30", pattern="spiral")
    ben.join(code.lower(), "Ben <b>x</b>")
    cleo.join(code, "Cleo")
    racers = [anna, ben, cleo]
    for one in racers:
        expect(one.people).to_have_count(3)
        expect(one.people.nth(1)).to_contain_text("Ben <b>x</b>")
    for seat in range(3):  # everybody starts from 26: a short race
        FLOOR.hub.tables[code].players[seat].handicap["start"] = 20
    anna.start()
    table = FLOOR.hub.tables[code]
    for one in racers:
        expect(one.lanes).to_have_count(3)
        expect(one.page.locator(".sheet .way")).to_have_count(1)

    holder = until_pencil(table, racers)
    others = [one for one in racers if one is not holder]
    for one in racers:
        expect(one.lane(holder.name)).to_have_class(re.compile("holds"))
    expect(holder.says).to_contain_text("You have the pencil! Look for 21")
    expect(holder.page.locator(".sheet")).to_have_class(re.compile("awake"))
    for one in others:
        expect(one.page.locator(".sheet")).not_to_have_class(re.compile("awake"))
        one.number(21).click(force=True)  # a tap on a resting sheet does nothing

    holder.number(25).click()
    expect(holder.page.locator(".told")).to_contain_text("25 is not your next number. Look for 21.")
    expect(holder.number(25)).not_to_have_class(re.compile("crossed"))
    holder.page.wait_for_timeout(200)
    holder.number(21).click()
    expect(holder.number(21)).to_have_class(re.compile("crossed"))
    for one in racers:
        expect(one.lane(holder.name).locator(".count")).to_have_text("1 / 10")
    assert [move.kind for _, move in table.log if move.kind == "miss"] == ["miss"]

    taker = until_pencil(table, racers)
    expect(holder.page.locator(".sheet")).not_to_have_class(re.compile("awake"))
    expect(taker.page.locator(".sheet")).to_have_class(re.compile("awake"))
    expect(anna.page.locator(".rolled")).to_contain_text(f"{taker.name} grabs the pencil from {holder.name}!")
    for number in range(21, 31):
        taker.page.wait_for_timeout(200)  # nobody is faster than 150 ms
        taker.number(number).click()
        if number < 30:
            expect(taker.number(number)).to_have_class(re.compile("crossed"))
    for one in racers:
        expect(one.page.locator(".winner")).to_contain_text(
            "You have won!" if one is taker else f"{taker.name} has won!"
        )
    assert table.phase == OVER

    ben.page.get_by_role("button", name="Race again").click()
    for one in racers:
        expect(one.people).to_have_count(3)


def test_the_race_goes_on_without_whoever_is_lost_and_with_them_again(racer: Callable[..., Racer]) -> None:
    anna, ben = racer(), racer()
    code = anna.open("Anna")
    ben.join(code, "Ben")
    anna.page.get_by_role("button", name="Add", exact=True).click()
    expect(ben.people).to_have_count(3)
    ben.start()
    expect(anna.lanes).to_have_count(3)
    table = FLOOR.hub.tables[code]
    wait_until(lambda: state(table).holder is not None or roller(state(table)) in (0, 1))

    ben.page.goto("about:blank")  # the tab shows something else
    expect(anna.lane("Ben")).to_contain_text("has left")
    assert 1 in state(table).away
    marks = state(table).crossed(1)
    ben.page.goto(f"{ben.site}/matanga?table={code}#live")  # the same tab again
    expect(ben.lane("Ben")).to_contain_text("you")
    expect(anna.lane("Ben")).not_to_contain_text("has left")

    other = ben.page.context.new_page()
    ben.page.close()  # the tab is closed; later another one of the same browser
    expect(anna.lane("Ben")).to_contain_text("has left")
    other.goto(f"{ben.site}/matanga?table={code}#live")
    expect(other.locator(".lanes li").filter(has_text="Ben")).to_contain_text("you")
    assert state(table).crossed(1) == marks
    assert 1 not in state(table).away

    other.locator(".race > [name=leave]").click()
    expect(anna.lane("Ben")).to_contain_text("has left")
    other.get_by_role("button", name=f"Back to table {code}").click()
    expect(anna.lane("Ben")).not_to_contain_text("has left")
    wait_until(lambda: len(FLOOR.lookers[code]) == 2)


def test_alone_with_a_computer_player_that_wins(racer: Callable[..., Racer]) -> None:
    anna = racer()
    code = anna.open("Anna")
    page = anna.page
    page.locator("[data-key=pace]").select_option("fast")
    page.get_by_role("button", name="Add", exact=True).click()
    page.locator('[data-key="fold 1"]').click()
    page.locator('[data-key="start 1"]').select_option("21")
    page.locator('[data-key="end 1"]').focus()
    page.locator('[data-key="end 1"]').select_option("30")
    expect(anna.people.nth(1)).to_contain_text("Starts from 21")
    expect(page.locator('[data-key="end 1"]')).to_be_focused()
    anna.start()
    table = FLOOR.hub.tables[code]
    for _ in range(200):
        if table.phase == OVER:
            break
        page.evaluate("document.querySelectorAll('*')")
        page.keyboard.press("r")
        page.wait_for_timeout(200)
    expect(page.locator(".winner")).to_contain_text("Robo 1 has won!")


def test_a_cut_connection_brings_the_page_and_the_seat_back(racer: Callable[..., Racer]) -> None:
    anna, ben = racer(), racer()
    code = anna.open("Anna")
    ben.join(code, "Ben")
    anna.start()
    expect(ben.lanes).to_have_count(2)
    table = FLOOR.hub.tables[code]
    looker = next(one for one in FLOOR.lookers[code] if one.token == table.players[1].token)
    session = looker._doc.session_context.session
    for connection in tuple(session._subscribed_connections):
        FLOOR._timer[0].add_callback(connection._socket.close)
    wait_until(lambda: all(one is not looker for one in FLOOR.lookers.get(code, [])), timeout=30_000)
    expect(ben.lane("Ben")).to_contain_text("you", timeout=30_000)
    wait_until(lambda: 1 not in state(table).away, timeout=20_000)
    assert len(FLOOR.lookers[code]) == 2


def test_a_harder_symbol_has_to_be_held(racer: Callable[..., Racer]) -> None:
    anna = racer()
    code = anna.open("Anna")
    page = anna.page
    page.locator("[data-key=pace]").select_option("slow")
    page.get_by_role("button", name="Add", exact=True).click()
    page.locator('[data-key="fold 0"]').click()
    page.locator('[data-key="symbol 0"]').check()
    expect(anna.people.nth(0)).to_contain_text("✍")
    anna.start()
    table = FLOOR.hub.tables[code]
    wait_until(lambda: table.phase == RACE)
    while state(table).holder != 0:
        page.keyboard.press("r")
        page.wait_for_timeout(450)
    box = anna.number(1).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.up()
    expect(page.locator(".told")).to_contain_text(re.compile("Hold the number|do not have the pencil"))
    assert state(table).crossed(0) == 0
    for _ in range(20):
        page.mouse.down()
        page.wait_for_timeout(750)
        page.mouse.up()
        page.keyboard.press("r")
        page.wait_for_timeout(450)
        if state(table).crossed(0):
            break
    assert state(table).crossed(0) == 1


def test_a_table_that_is_not_there(racer: Callable[..., Racer]) -> None:
    anna = racer()
    anna.page.goto(f"{anna.site}/matanga?table=ZZZZZ<b>#live")
    expect(anna.page.locator(".said")).to_contain_text("There is no table ZZZZZ<B>")
    expect(anna.page).not_to_have_url(re.compile("table="))
    anna.page.locator("[name=open]").click()  # without a name nothing is sent
    assert not FLOOR.hub.tables


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_scrolls_sideways_and_numbers_are_wide_enough(racer: Callable[..., Racer], width: int) -> None:
    anna = racer(viewport={"width": width, "height": 844})
    page = anna.page
    anna.open("W" * 20)
    for _ in range(4):
        page.get_by_role("button", name="Add", exact=True).click()
    expect(anna.people).to_have_count(5)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    anna.start()
    expect(anna.lanes).to_have_count(5)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    expect(page.locator(".die")).to_be_in_viewport(ratio=1)
    # The sheet has no box in the moment in which it is drawn anew.
    expect(page.locator("svg.sheet")).to_be_visible()
    wait_until(lambda: (page.locator("svg.sheet").bounding_box() or {"width": 0})["width"] / 1000 * 112 >= 40)


def test_a_phone_shows_the_whole_sheet(racer: Callable[..., Racer]) -> None:
    anna = racer(viewport={"width": 390, "height": 844})
    page = anna.page
    anna.open("Anna")
    for _ in range(4):
        page.get_by_role("button", name="Add", exact=True).click()
    expect(anna.people).to_have_count(5)
    anna.start()
    for part in ("svg.sheet", ".die", ".lanes"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


def test_a_table_needs_a_name(racer: Callable[..., Racer]) -> None:
    anna, ben = racer(), racer()
    for missing in ("", "   "):
        anna.page.goto(f"{anna.site}/matanga#live")
        anna.page.locator(".begin [name=name]").fill(missing)
        anna.page.locator(".begin [name=open]").click()
        expect(anna.page.locator(".live > .said")).to_have_text("Type your name first.")
    assert not FLOOR.hub.tables
    code = anna.open("Anna")
    ben.page.goto(f"{ben.site}/matanga?table={code}#live")
    ben.page.locator(".lobby form button").click()
    expect(ben.page.locator(".live > .said")).to_have_text("Type your name first.")


# Without a browser ----------------------------------------------------------------------------------------------------


class Script(LiveView):
    """A client that sends what it likes."""

    def __init__(self, at: Floor) -> None:
        super().__init__(Explorer(Session("matanga")), at)
        self.got: list[dict[str, Any]] = []
        self._pane.send = self.got.append

    def say(self, **message: Any) -> list[dict[str, Any]]:
        """Send; gives what comes back."""
        self.got.clear()
        self._pane._handle_msg(json.loads(json.dumps(message)))
        return list(self.got)

    def reason(self, **message: Any) -> str:
        return next((one["why"] for one in self.say(**message) if one.get("why")), "")


class Clock:
    """A clock of the test's own."""

    now = 1000


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> tuple[Floor, Clock]:
    """A floor without a timer, and its clock."""
    watch = Clock()
    monkeypatch.setattr(Floor, "_arm", lambda self: None)
    monkeypatch.setattr("apps.parts.floor.clock", lambda: watch.now)
    monkeypatch.setattr("apps.parts.live.clock", lambda: watch.now)
    return Floor(random.Random(3), Limits()), watch


def seated(at: Floor, count: int, **options: Any) -> tuple[Table, list[Script]]:
    clients = [Script(at) for _ in range(count)]
    clients[0].say(open={"name": "P0", **options})
    (table,) = at.hub.tables.values()
    for n, client in enumerate(clients[1:], 1):
        client.say(join={"table": table.code, "name": f"P{n}"})
    assert len(table.players) == count
    return table, clients


def race_on(table: Table, clients: list[Script], watch: Clock) -> int:
    """Start, and roll until somebody has the pencil; gives the seat."""
    clients[0].say(start=0)
    while state(table).holder is None:
        watch.now += 500
        seat = roller(state(table))
        assert seat is not None
        clients[seat].say(roll=True)
    return int(state(table).holder)


def test_whoever_has_no_pencil_gets_nothing_by_marks(hall: tuple[Floor, Clock]) -> None:
    at, watch = hall
    table, clients = seated(at, 3)
    holder = race_on(table, clients, watch)
    thief = clients[(holder + 1) % 3]
    watch.now += 300
    assert thief.reason(mark=1) == "live.other"
    assert clients[holder].reason(mark=2) == "live.number"
    for wrong in (0, 61, -1, True, "1", 1.0, None, [1], {"a": 1}):
        assert clients[holder].reason(mark=wrong) == "live.garbage"
    watch.now += 1000
    assert clients[holder].reason(mark=1) == ""
    assert clients[holder].reason(mark=2) == "live.too-fast"
    assert [table.state.crossed(seat) for seat in range(3) if table.state] == [int(seat == holder) for seat in range(3)]
    assert clients[holder].reason(roll=True) == "live.holder"


def test_a_thousand_presses_a_second_mark_nothing_more(hall: tuple[Floor, Clock]) -> None:
    at, watch = hall
    table, clients = seated(at, 2)
    holder = race_on(table, clients, watch)
    watch.now += 200
    answers = 0
    for n in range(1000):
        watch.now += 1
        answers += len(clients[holder].say(mark=1 + n % 60))
    assert state(table).crossed(holder) <= 8  # as many as anybody could, 150 ms apart, of those that were heard
    assert answers < 200
    assert len(table.log) < 200


def test_garbage_is_not_followed(hall: tuple[Floor, Clock], caplog: pytest.LogCaptureFixture) -> None:
    at, _ = hall
    client = Script(at)
    wishes: list[Any] = [
        {}, {"open": None}, {"open": {}}, {"open": {"name": 5}}, {"open": {"name": "x" * 21}}, {"roll": True},
        {"join": {"table": 5, "name": "A"}}, {"hello": {"table": "A" * 10_000, "token": [1], "spare": {}}},
        {"open": {"name": "A\u202eB"}}, {"arrange": {"seat": "x"}}, {"explore": True}, {"leave": True}, {"ping": "x"},
    ]  # fmt: skip
    for wish in wishes:
        client._heavy.left = 6
        client._pane._handle_msg(wish)
    for wish in ("text", 5, None, [1, 2]):
        client._pane._handle_msg(wish)
    assert not at.hub.tables
    client._heavy.left = 6
    client.say(open={"name": "A", "end": True, "pattern": "x", "three": 1, "pencil_faces": "2", "colour": "red"})
    (table,) = at.hub.tables.values()
    assert table.ruleset == type(table.ruleset)()
    for wish in (
        {"start": 9}, {"computer": ["x"]}, {"remove": 0}, {"remove": None}, {"press": 1}, {"again": True},
        {"arrange": {"seat": 0, "option": "start", "value": 59}},
    ):  # fmt: skip
        client._pane._handle_msg(wish)
    assert table.phase == LOBBY
    assert not caplog.records


def test_tables_cannot_be_opened_without_end(hall: tuple[Floor, Clock]) -> None:
    at, _ = hall
    client = Script(at)
    for _ in range(100):
        client.say(open={"name": "A"})
    assert len(at.hub.tables) == 1


def test_a_silent_connection_is_lost_and_its_table_goes(hall: tuple[Floor, Clock]) -> None:
    at, watch = hall
    table, clients = seated(at, 2)
    race_on(table, clients, watch)
    watch.now += SILENT + 1
    clients[0].say(ping=1)
    at._ring()
    assert state(table).away == (1,)
    clients[1].say(ping=1)
    assert state(table).away == ()
    for client in clients:
        client._gone(None)
    assert state(table).away == (0, 1)
    assert not at.lookers
    watch.now += Limits().empty + 1
    at._ring()
    assert not at.hub.tables
    assert not at._versions.get(table.code)


def test_a_token_of_somebody_else_is_no_use(hall: tuple[Floor, Clock]) -> None:
    at, watch = hall
    table, clients = seated(at, 2)
    race_on(table, clients, watch)
    spy = Script(at)
    views = spy.say(hello={"table": table.code, "token": "0" * 32, "spare": None})
    assert views[-1]["table"]["you"] is None
    assert views[-1]["table"]["sheet"] is None
    assert not [one for one in views if "sheet" in one]
    assert all(client.token not in json.dumps(views) for client in clients)
    again = spy.say(hello={"table": table.code, "token": None, "spare": clients[0].token})
    assert again[-1]["table"]["you"] is None  # the seat is taken: a copied token of a closed tab is meant, no other
    assert spy.reason(join={"table": table.code, "name": "Late"}) == "live.begun"


def test_a_finished_race_opens_in_step_mode_with_its_times(hall: tuple[Floor, Clock]) -> None:
    at, watch = hall
    table, clients = seated(at, 2, end=30)
    for seat in range(2):
        clients[0].say(arrange={"seat": seat, "option": "start", "value": 20})
    holder = race_on(table, clients, watch)
    assert clients[holder].say(explore=True) == []
    for number in range(21, 31):
        watch.now += 437
        clients[holder].say(mark=number)
    assert table.phase == OVER
    session = clients[1].explorer.session
    assert {"go": "race"} in clients[1].say(explore=True)
    assert [trace.after.time for trace in session.history] == [time for time, _ in table.log]
    assert get_game("matanga").outcome(session.history[-1].after).winner == holder


def test_the_floor_keeps_its_clock_when_a_table_fails(hall: tuple[Floor, Clock], monkeypatch: Any) -> None:
    at, watch = hall
    _, clients = seated(at, 2)
    armed: list[int] = []
    monkeypatch.setattr(Floor, "_arm", lambda self: armed.append(1))
    monkeypatch.setattr(floors.Hub, "sweep", lambda self, now: 1 / 0)
    at._ring()
    assert armed
    assert clients[0].table is not None
    assert watch.now
