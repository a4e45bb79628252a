"""What a visitor costs, in our shell and in Panel's: ``python benchmarks/session.py``.

For each shell a server of its own is started. Light clients then load the page and open its websocket as a browser
does; the server's CPU time and memory are read before and after. Chromium tells the weight of the page and the time
until a cell of the board can be tapped. At last all clients leave, and the documents that are still there are counted.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import re
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

SHELLS = ("shell", "fast", "material", "index")
PORT = 5790


def make(shell: str) -> Any:
    """A function that makes a visitor's page."""
    import panel as pn

    from apps import explore

    def own() -> None:
        from apps.parts.page import game_page

        game_page("matadoon")

    def index() -> None:
        from apps.parts.index_page import index_page

        index_page()

    def fast() -> Any:
        return pn.template.FastListTemplate(
            title="Matadoon", main=[explore("matadoon", sync=False)], busy_indicator=None
        )

    def material() -> Any:
        import panel_material_ui as pmui

        return pmui.Page(title="Matadoon", main=[explore("matadoon", sync=False)], sidebar_open=False)

    return {"shell": own, "fast": fast, "material": material, "index": index}[shell]


def serve(shell: str, port: int) -> None:
    """Be a server; a line on standard input is answered with what it has used so far."""
    import panel as pn
    from bokeh.document import Document
    from tornado.ioloop import IOLoop

    server = pn.serve(
        {"page": make(shell)}, port=port, show=False,
        start=False, verbose=False,
        check_unused_sessions_milliseconds=200, unused_session_lifetime_milliseconds=500,
    )  # fmt: skip

    def answer(*_: Any) -> None:
        if not sys.stdin.readline():
            server.io_loop.stop()
            return
        gc.collect()
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        used = {
            "cpu": time.process_time(),
            "memory": pages * resource.getpagesize(),
            "documents": sum(isinstance(one, Document) for one in gc.get_objects()),
        }
        print(json.dumps(used), flush=True)

    server.start()
    IOLoop.current().add_handler(sys.stdin, answer, IOLoop.READ)
    print("ready", flush=True)
    IOLoop.current().start()


async def visit(port: int) -> Any:
    """Load the page and open its websocket; returns the connection, or None where the page needs none."""
    from tornado.httpclient import AsyncHTTPClient, HTTPRequest
    from tornado.websocket import websocket_connect

    page = await AsyncHTTPClient().fetch(f"http://localhost:{port}/page")
    token = re.search(r'"token":"([^"]+)"', page.body.decode())
    if token is None:
        return None
    request = HTTPRequest(f"ws://localhost:{port}/page/ws", headers={"Origin": f"http://localhost:{port}"})
    socket = await websocket_connect(request, subprotocols=["bokeh", token.group(1)], max_message_size=50_000_000)
    await message(socket)  # ACK
    for part in ('{"msgid":"1","msgtype":"PULL-DOC-REQ"}', "{}", "{}"):
        await socket.write_message(part)
    await message(socket)
    ready = {"events": [{"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": {
        "type": "event", "name": "document_ready", "values": {"type": "map"}}}]}  # fmt: skip
    for part in ('{"msgid":"2","msgtype":"PATCH-DOC"}', "{}", json.dumps(ready)):
        await socket.write_message(part)
    return socket


async def message(socket: Any) -> None:
    """Read one message: three frames, and what the header announces."""
    header = json.loads(await socket.read_message())
    for _ in range(2 + 2 * header.get("num_buffers", 0)):
        await socket.read_message()


async def measure(shell: str, people: int, port: int) -> dict[str, Any]:
    """Start a server and send people to it."""
    child = subprocess.Popen(
        [sys.executable, __file__, "--serve", shell, "--port", str(port)], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert child.stdin is not None
    assert child.stdout is not None

    def used() -> dict[str, float]:
        child.stdin.write("\n")
        child.stdin.flush()
        return json.loads(child.stdout.readline())

    try:
        child.stdout.readline()
        for socket in [await visit(port) for _ in range(3)]:  # the first pay for the imports
            if socket is not None:
                socket.close()
        await asyncio.sleep(2)
        before = used()
        sockets = [await visit(port) for _ in range(people)]
        await asyncio.sleep(0.5)
        during = used()
        for socket in sockets:
            if socket is not None:
                socket.close()
        await asyncio.sleep(3)
        after = used()
        browser = await look(port, needs_board=shell != "index")
        return {
            "cpu_ms": 1000 * (during["cpu"] - before["cpu"]) / people,
            "memory_kb": (during["memory"] - before["memory"]) / people / 1000,
            "documents_left": after["documents"] - before["documents"],
            **browser,
        }
    finally:
        child.terminate()
        child.wait()


async def look(port: int, needs_board: bool) -> dict[str, float]:
    """Weight and time to first interactive in Chromium: with an empty cache, and the median of five with a full one."""
    from playwright.async_api import async_playwright

    async with async_playwright() as play:
        browser = await play.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
        )
        page = await (await browser.new_context(viewport={"width": 1280, "height": 800})).new_page()
        answers: list[Any] = []

        def keep(answer: Any) -> None:  # playwright takes no method of a list
            answers.append(answer)

        page.on("response", keep)
        times = []
        for _ in range(6):
            start = time.perf_counter()
            await page.goto(f"http://localhost:{port}/page")
            await page.locator(".md-board .target" if needs_board else ".card").first.wait_for()
            times.append(1000 * (time.perf_counter() - start))
            if len(times) == 1:
                await page.wait_for_timeout(1000)
                weight = sum([len(await answer.body()) for answer in answers])
        await browser.close()
    hosts = {urlparse(answer.url).netloc for answer in answers}
    return {"cold_ms": times[0], "warm_ms": sorted(times[1:])[2], "page_kb": weight / 1000,
            "other_hosts": len(hosts - {f"localhost:{port}", ""})}  # fmt: skip


def main() -> None:
    """Measure, or be the server that is measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shells", nargs="*", default=SHELLS, help=f"of {', '.join(SHELLS)}")
    parser.add_argument("--people", type=int, default=30)
    parser.add_argument("--port", type=int, default=PORT)
    parser.add_argument("--serve", choices=SHELLS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve, options.port)
        return
    print(
        "| page | CPU a session | memory a session | first visit | next visits | weight | other hosts "
        "| documents left |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for number, shell in enumerate(options.shells):
        got = asyncio.run(measure(shell, options.people, options.port + number))
        cells = (
            shell, f"{got['cpu_ms']:.0f} ms", f"{got['memory_kb']:.0f} kB", f"{got['cold_ms']:.0f} ms",
            f"{got['warm_ms']:.0f} ms", f"{got['page_kb']:.0f} kB", got["other_hosts"], got["documents_left"],
        )  # fmt: skip
        print(f"| {' | '.join(map(str, cells))} |", flush=True)


if __name__ == "__main__":
    main()
