"""How fast a taken pencil is seen, and how many tables one process holds: ``python benchmarks/live.py``.

Five browsers sit at one table of a server of their own; each roll that brings the pencil is timed from the press until
the last of the five shows who has it. Then light clients, which speak the websocket as a browser does, race at 30
tables of 4; every mark that a client sent must have been counted once or answered, and the tables must agree with what
the clients were told.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import statistics
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
PORT = 5795


def serve(port: int) -> None:
    """Be the server; a line on standard input is answered with what happened at the tables."""
    import panel as pn
    from tornado.ioloop import IOLoop

    from apps.parts.floor import FLOOR
    from apps.parts.serving import pages, send_at_once

    send_at_once()
    server: Any = pn.serve({"matanga": pages()["/matanga"]}, port=port, show=False, start=False, verbose=False)

    def answer(*_: Any) -> None:
        if not sys.stdin.readline():
            IOLoop.current().stop()
            return
        tables = {
            code: {
                "marks": [[table.state.crossed(seat) if table.state else 0 for seat in range(len(table.players))]],
                "log": [[time, move.kind, move.number] for time, move in table.log],
            }
            for code, table in FLOOR.hub.tables.items()
        }
        print(json.dumps({"cpu": time.process_time(), "tables": tables}), flush=True)

    server.start()
    IOLoop.current().add_handler(sys.stdin, answer, IOLoop.READ)
    print("ready", flush=True)
    IOLoop.current().start()


# Real browsers --------------------------------------------------------------------------------------------------------

WATCH = """() => {
  const find = (root, wanted) => {
    for (const el of root.querySelectorAll("*")) {
      if (el.matches(wanted)) return el
      const found = el.shadowRoot && find(el.shadowRoot, wanted)
      if (found) return found
    }
  }
  window.seen = {}
  const lanes = find(document, "ul.lanes")
  window.die = find(document, "button.die")
  new MutationObserver(() => {
    const holder = lanes.querySelector(".holds")?.dataset.seat
    if (holder === window.holder) return
    window.holder = holder
    window.seen[holder] = performance.timeOrigin + performance.now()
  }).observe(lanes, {childList: true, subtree: true, attributes: true})
}"""


async def browsers(port: int, people: int, rolls: int) -> list[float]:
    """Milliseconds from the press to the last browser's picture, for each pencil taken."""
    from playwright.async_api import async_playwright

    times: list[float] = []
    async with async_playwright() as play:
        browser = await play.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
        )
        seats = [await (await browser.new_context()).new_page() for _ in range(people)]
        await seats[0].goto(f"http://localhost:{port}/matanga#live")
        await seats[0].locator(".begin [name=name]").fill("P0")
        await seats[0].locator("[name=open]").click()
        await seats[0].locator(".lobby").wait_for()
        code = (await seats[0].locator(".lobby h1").inner_text()).split()[-1]
        for number, page in enumerate(seats[1:], 1):
            await page.goto(f"http://localhost:{port}/matanga?table={code}#live")
            await page.locator(".lobby [name=name]").fill(f"P{number}")
            await page.locator(".lobby form button").click()
        await seats[0].locator(".people li").nth(people - 1).wait_for()
        await seats[0].locator("[name=start]").click()
        for page in seats:
            await page.locator(".lanes li").nth(people - 1).wait_for()
            await page.evaluate(WATCH)
        holder: str | None = None
        while len(times) < rolls:
            ready = [await page.evaluate("die.getAttribute('aria-disabled') === 'false'") for page in seats]
            if True not in ready:
                await asyncio.sleep(0.05)
                continue
            await asyncio.sleep(0.5)  # the die rolls at least 0.4 s; the press itself must not wait
            seat = ready.index(True)
            pressed = await seats[seat].evaluate("(die.click(), performance.timeOrigin + performance.now())")
            await asyncio.sleep(0.35)
            holders = [await page.evaluate("window.holder ?? null") for page in seats]
            if holders[0] == str(seat) and holders[0] != holder:
                assert set(holders) == {str(seat)}, holders
                times.append(max([await page.evaluate(f"seen['{seat}']") for page in seats]) - pressed)
            holder = holders[0]
        await browser.close()
    return times


# Light clients --------------------------------------------------------------------------------------------------------


def plain(value: Any) -> Any:
    """Bokeh's way of writing mappings, undone."""
    if isinstance(value, dict) and value.get("type") == "map":
        return {key: plain(one) for key, one in value.get("entries", [])}
    return [plain(one) for one in value] if isinstance(value, list) else value


class Client:
    """Somebody at a table."""

    def __init__(self, port: int, rng: random.Random) -> None:
        self.port, self.rng = port, rng
        self.table: dict[str, Any] = {}
        self.whys: list[str] = []
        self.seen: dict[int, float] = {}
        self.sent = self.answered = self.serial = 0
        self.rolled_at = 0.0
        self.news, self.writing = asyncio.Event(), asyncio.Lock()

    async def open(self) -> None:
        """Load the page, open the websocket and the live view."""
        from tornado.httpclient import AsyncHTTPClient, HTTPRequest
        from tornado.websocket import websocket_connect

        page = await AsyncHTTPClient().fetch(f"http://localhost:{self.port}/matanga", request_timeout=120)
        token = re.search(r'"token":"([^"]+)"', page.body.decode())
        assert token
        request = HTTPRequest(
            f"ws://localhost:{self.port}/matanga/ws", headers={"Origin": f"http://localhost:{self.port}"}
        )
        self.socket = await websocket_connect(
            request, subprotocols=["bokeh", token.group(1)], max_message_size=50_000_000
        )
        await self._read()
        await self._write("PULL-DOC-REQ", {})
        reply = json.dumps(await self._read())
        room = re.search(r'"id": "(\w+)", "attributes": \{"name": "RoomPane"', reply)
        assert room
        await self._event("document_ready", {"type": "map"})
        await self._data(room[1], {"open": "live"})
        while True:
            found = re.search(r'"id": "(\w+)", "attributes": \{"name": "LivePane"', json.dumps(await self._read()))
            if found:
                break
        self.pane = found[1]
        await self._data(room[1], {"shown": "live"})
        self.tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._live())]

    async def _live(self) -> None:
        """Signs of life, as often as a browser sends them."""
        while True:
            await asyncio.sleep(2.5)
            await self.say(ping=1)

    async def _read(self) -> Any:
        parts = []
        while True:
            text = await self.socket.read_message()
            if text is None:
                raise ConnectionError
            parts.append(json.loads(text))
            if len(parts) == 3:
                return parts[2]

    async def _write(self, kind: str, content: Any) -> None:
        async with self.writing:  # the three parts of a message belong together
            self.serial += 1
            for part in (json.dumps({"msgid": str(self.serial), "msgtype": kind}), "{}", json.dumps(content)):
                await self.socket.write_message(part)

    async def _event(self, name: str, values: Any) -> None:
        data = {"type": "event", "name": name, "values": values}
        await self._write(
            "PATCH-DOC", {"events": [{"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": data}]}
        )

    async def _data(self, model: str, data: Any) -> None:
        def wrapped(value: Any) -> Any:
            if isinstance(value, dict):
                return {"type": "map", "entries": [[key, wrapped(one)] for key, one in value.items()]}
            return value

        await self._event("data_event", {"type": "map", "entries": [["model", {"id": model}], ["data", wrapped(data)]]})

    async def say(self, **data: Any) -> None:
        """Send a message of the live view."""
        await self._data(self.pane, data)

    async def _listen(self) -> None:
        while True:
            try:
                content = await self._read()
            except ConnectionError:
                return
            for event in content.get("events", []) if isinstance(content, dict) else []:
                data = plain(event.get("msg_data", {}).get("values", {})).get("data", {})
                if "table" in data and data["table"]["version"] >= self.table.get("version", -1):
                    self.table = data["table"]
                    rolled = self.table.get("rolled")
                    if rolled:
                        self.seen.setdefault(rolled["n"], time.perf_counter())
                if data.get("why"):
                    self.whys.append(data["why"])
                self.news.set()

    async def race(self, end: float, presses: list[tuple[Client, float, int]]) -> None:
        """Roll and mark as somebody quick would."""
        while time.perf_counter() < end and self.table["phase"] == "race":
            self.news.clear()
            table = self.table
            you = table["you"]
            if table["roller"] == you and time.perf_counter() - self.rolled_at > 0.45:
                before = (table["rolled"] or {"n": -1})["n"]
                await asyncio.sleep(0.42 + self.rng.random() * 0.2)
                self.rolled_at = time.perf_counter()
                presses.append((self, self.rolled_at, before))
                await self.say(roll=True)
            elif table["holder"] == you:
                await asyncio.sleep(0.17 + self.rng.random() * 0.2)
                if self.table["holder"] == you and self.table["phase"] == "race":
                    await self._mark(you)
                continue
            with suppress(TimeoutError):
                await asyncio.wait_for(self.news.wait(), 0.3)

    async def _mark(self, you: int) -> None:
        number, whys = self.table["players"][you]["next"], len(self.whys)
        self.sent += 1
        await self.say(mark=number)
        limit = time.perf_counter() + 5
        while time.perf_counter() < limit:
            self.news.clear()
            if self.table["players"][you]["next"] != number or len(self.whys) > whys or self.table["phase"] == "over":
                self.answered += 1
                return
            try:
                await asyncio.wait_for(self.news.wait(), 0.2)
            except TimeoutError:
                continue


async def crowd(port: int, tables: int, people: int, seconds: float, child: Any) -> dict[str, Any]:
    """Race at many tables; what was lost, doubled or late."""
    rng = random.Random(1)
    clients = [[Client(port, rng) for _ in range(people)] for _ in range(tables)]
    for at in clients:
        for client in at:
            await client.open()
        await at[0].say(open={"name": "P0"})
        while not at[0].table:
            await asyncio.sleep(0.01)
        for number, client in enumerate(at[1:], 1):
            await client.say(join={"table": at[0].table["code"], "name": f"P{number}"})
        while len(at[0].table["players"]) < people:
            await asyncio.sleep(0.01)
    for at in clients:
        await at[0].say(start=0)
    while any(client.table.get("phase") != "race" for at in clients for client in at):
        await asyncio.sleep(0.02)
    before = ask(child)
    begun = time.perf_counter()
    presses: list[tuple[Client, float, int]] = []
    await asyncio.gather(*(client.race(begun + seconds, presses) for at in clients for client in at))
    await asyncio.sleep(1.5)
    after = ask(child)
    groups = {id(client): at for at in clients for client in at}
    delays = []
    for client, at, number in presses:
        mine = min((n for n in client.seen if n > number), default=None)
        if mine is not None:
            last = max((one.seen.get(mine, 0.0) for one in groups[id(client)]), default=0.0)
            if last > at:
                delays.append(1000 * (last - at))
    doubled = disagree = 0
    for at in clients:
        code = at[0].table["code"]
        if code not in after["tables"]:
            continue
        found = after["tables"][code]
        told = [one["next"] - 1 for one in at[0].table["players"]]
        disagree += any([one["next"] - 1 for one in client.table["players"]] != told for client in at)
        disagree += told != found["marks"][0]
        doubled += sum(kind == "mark" for _, kind, _ in found["log"]) != sum(found["marks"][0])
    sent = sum(client.sent for at in clients for client in at)
    return {
        "marks sent": sent,
        "lost": sent - sum(client.answered for at in clients for client in at),
        "doubled": doubled,
        "disagreeing": disagree,
        "rolls": len(presses),
        "median": statistics.median(delays),
        "p95": statistics.quantiles(delays, n=20)[18],
        "cpu": (after["cpu"] - before["cpu"]) / seconds,
    }


def ask(child: Any) -> dict[str, Any]:
    """What the server has to tell."""
    child.stdin.write("\n")
    child.stdin.flush()
    return dict(json.loads(child.stdout.readline()))


def main() -> None:
    """Measure, or be the server that is measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=PORT)
    parser.add_argument("--browsers", type=int, default=5)
    parser.add_argument("--pencils", type=int, default=20, help="how often the pencil is taken")
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--people", type=int, default=4, help="at each table")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.port)
        return
    child = subprocess.Popen(
        [sys.executable, __file__, "--serve", "--port", str(options.port)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert child.stdout
        child.stdout.readline()
        if options.browsers:
            times = asyncio.run(browsers(options.port, options.browsers, options.pencils))
            print(
                f"a taken pencil on all of {options.browsers} browsers: median {statistics.median(times):.0f} ms, "
                f"slowest of {len(times)} {max(times):.0f} ms",
                flush=True,
            )
        if options.tables:
            got = asyncio.run(crowd(options.port, options.tables, options.people, options.seconds, child))
            print(
                f"{options.tables} tables of {options.people} for {options.seconds:.0f} s: {got['marks sent']} marks, "
                f"{got['lost']} lost, {got['doubled']} tables with a double mark, {got['disagreeing']} that disagree; "
                f"{got['rolls']} rolls, shown to the last of the table after {got['median']:.0f} ms (median), "
                f"{got['p95']:.0f} ms (95%); server CPU {100 * got['cpu']:.0f}%",
                flush=True,
            )
    finally:
        assert child.stdin
        child.stdin.close()
        child.wait()


if __name__ == "__main__":
    main()
