"""A class on real websockets: ``python benchmarks/classroom.py --pupils 30 100 300 --processes 1 2``.

Pupils join all at once; the teacher steps for a minute, and each step is timed from her act in the server to the
moment at which each pupil's client has read it; then all vote within ten seconds. Votes that were acknowledged are
compared with what the class counts. Server and clients share the machine, so the clients are part of what is measured.

One process works on SQLite, several on PostgreSQL and Redis, which are started for it.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import multiprocessing as mp
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
POSITION = """
arena: vs5
board: |
  . . R . .
  . . J A .
  . . . . .
  . B . . .
  . . ^ . .
"""


# The server, with the teacher in it -----------------------------------------------------------------------------------


def serve(port: int) -> None:
    """Be a server; what the teacher does comes line by line on standard input."""
    from apps.parts.serving import serve

    threading.Thread(target=teach, daemon=True).start()
    serve(port=port, show=False)


def teach() -> None:
    """Do what comes on standard input, and tell when it began and what came of it."""
    from apps.school.asks import predict_ask
    from apps.school.classes import classes
    from apps.school.shows import show
    from engine import get_game
    from engine.session import Session

    own, secret = classes(), ""
    game = get_game("matadoon")
    session = Session(game, state=game.parse_position(POSITION))
    trace = session.play("bull")
    for line in sys.stdin:
        what, *rest = json.loads(line)
        began, given = time.time(), None
        if what == "open":
            made = own.open("load")
            secret, given = made.secret, made.code
        elif what == "present":
            given = own.present(secret, show(session))
        elif what == "step":
            own.step(secret, *rest)
        elif what == "ask":
            given = own.ask(secret, predict_ask(game, session.start, "next", "?", move=trace.move, at=1))
        elif what == "close":
            own.close(secret)
            own.reveal(secret)
            spread = own.spread(secret)
            given = spread and spread.answers
        elif what == "count":
            given = len(trace.steps)
        print(json.dumps([began, given]), flush=True)


class Server:
    """One or several server processes on one port."""

    def __init__(self, processes: int, folder: Path, given: dict[str, str]) -> None:
        from apps.parts.many import SHARED
        from tests.services import free_port

        self.port = free_port()
        own = {**os.environ, **given, "PYTHONPATH": str(ROOT), **({SHARED: "1"} if processes > 1 else {})}
        command = [sys.executable, __file__, "--serve", str(self.port)]
        with (folder / "server.log").open("wb") as log:
            self.processes = [
                subprocess.Popen(command, env=own, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True)
                for _ in range(processes)
            ]
        for process in self.processes:
            assert process.stdout is not None
            print("  ", process.stdout.readline().strip())

    def teach(self, *what: Any) -> tuple[float, Any]:
        """Let the teacher do something; gives when she did, and what came of it."""
        first = self.processes[0]
        assert first.stdin is not None
        assert first.stdout is not None
        first.stdin.write(json.dumps(what) + "\n")
        first.stdin.flush()
        began, given = json.loads(first.stdout.readline())
        return began, given

    def used(self) -> tuple[float, float]:
        """Seconds of CPU and megabytes of all of them so far."""
        cpu = memory = 0.0
        for process in self.processes:
            fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
            cpu += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            memory += int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6
        return cpu, memory

    def close(self) -> None:
        """Stop them."""
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait(30)


# The pupils -----------------------------------------------------------------------------------------------------------


class Pupil:
    """A light client: it reads what comes, notes when, and comes back when it is cut off, as a browser does."""

    def __init__(self, number: int, port: int, code: str) -> None:
        self.number, self.port, self.code = number, port, code
        self.steps: list[tuple[int, int, float]] = []
        self.acked: dict[int, str] = {}
        self.cut = 0
        self.changed = asyncio.Condition()
        self.ready = False
        self.task: asyncio.Task[None] | None = None

    async def join(self) -> float:
        """Join; gives how long it took until everything was there."""
        began = time.time()
        self.task = asyncio.ensure_future(self.live())
        async with self.changed:
            await self.changed.wait_for(lambda: self.ready)
        return time.time() - began

    async def live(self) -> None:
        """Be connected, again and again."""
        from tornado.httpclient import HTTPRequest
        from tornado.websocket import websocket_connect

        while True:
            request = HTTPRequest(
                f"ws://127.0.0.1:{self.port}/class/socket?gz=1",
                headers={"Origin": f"http://localhost:{self.port}"},
                connect_timeout=120,
                request_timeout=120,
            )
            try:
                self.socket = await websocket_connect(request)
                token = f"{self.number:043d}"
                join = {"join": {"code": self.code, "nick": f"p{self.number}", "token": token}, "n": 1}
                await self.socket.write_message(json.dumps(join))
                while (raw := await self.socket.read_message()) is not None:
                    await self.read(raw, time.time())
            except OSError:
                pass
            self.cut += 1
            self.ready = False
            async with self.changed:
                self.changed.notify_all()
            await asyncio.sleep(0.5)

    async def read(self, raw: str | bytes, now: float) -> None:
        """Something came."""
        if isinstance(raw, bytes):
            gzip.decompress(raw)
        elif raw.startswith('{"step"'):
            self.steps.append((*json.loads(raw)["step"], now))
        elif raw.startswith(('{"ready"', '{"ack"', '{"refused"', '{"later"')):
            kind, n = next(iter(json.loads(raw).items()))
            async with self.changed:
                self.ready = self.ready or kind == "ready"
                self.acked[n] = kind
                self.changed.notify_all()

    async def vote(self, asking: int, values: list[str], within: float) -> tuple[float, bool]:
        """Answer at some moment; gives how long the acknowledgement took."""
        await asyncio.sleep(random.uniform(0, within))
        began = time.time()
        message = {"answer": {"question": asking, "value": random.choice(values)}, "n": 2}
        while self.acked.get(2) not in ("ack", "refused"):
            async with self.changed:
                await self.changed.wait_for(lambda: self.ready)
                cut = self.cut
                self.acked.pop(2, None)
                await self.socket.write_message(json.dumps(message))
                await self.changed.wait_for(lambda cut=cut: 2 in self.acked or self.cut > cut)
        return time.time() - began, self.acked[2] == "ack"


def be_pupils(pipe: Any, port: int, code: str, numbers: list[int]) -> None:
    """A process with many pupils; it does what comes by the pipe."""

    async def play() -> None:
        pupils = [Pupil(number, port, code) for number in numbers]
        loop = asyncio.get_running_loop()
        while True:
            what, *rest = await loop.run_in_executor(None, pipe.recv)
            if what == "join":
                pipe.send(await asyncio.gather(*(one.join() for one in pupils)))
            elif what == "steps":
                pipe.send([step for one in pupils for step in one.steps])
            elif what == "vote":
                pipe.send(await asyncio.gather(*(one.vote(*rest) for one in pupils)))
            elif what == "cut":
                pipe.send([one.cut for one in pupils])
            else:
                for one in pupils:
                    assert one.task is not None
                    one.task.cancel()
                    one.socket.close()
                return

    asyncio.run(play())


# What is measured -----------------------------------------------------------------------------------------------------


def spread(seconds: list[float]) -> str:
    """The median, and what 95 of 100 do not exceed."""
    cut = statistics.quantiles(seconds, n=20)[-1] if len(seconds) > 1 else seconds[0]
    return f"{statistics.median(seconds) * 1000:.0f} ms / {cut * 1000:.0f} ms"


def measure(pupils: int, processes: int, seconds: float, every: float) -> None:
    """One class."""
    from apps.db import URL as DATABASE
    from apps.school.bus import URL as REDIS
    from tests.services import services

    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        given = {DATABASE: f"sqlite:///{folder / 'load.db'}", REDIS: ""}
        if processes > 1:
            found = stack.enter_context(services())
            given = {DATABASE: found.database, REDIS: found.redis}
        server = Server(processes, folder, given)
        stack.callback(server.close)
        _, code = server.teach("open")
        _, count = server.teach("count")
        server.teach("present")
        spawn = mp.get_context("spawn")
        clients = []
        for part in range(2):
            mine, theirs = spawn.Pipe()
            numbers = list(range(part, pupils, 2))
            process = spawn.Process(target=be_pupils, args=(theirs, server.port, code, numbers), daemon=True)
            process.start()
            clients.append(mine)

        def all_do(*what: Any) -> list[Any]:
            for client in clients:
                client.send(what)
            return [one for client in clients for one in client.recv()]

        time.sleep(3)  # until the clients' own programs are loaded
        cpu, memory = server.used()
        began = time.time()
        joined = all_do("join")
        took = time.time() - began
        after, held = server.used()
        print(f"{pupils} pupils, {processes} process{'es' * (processes > 1)}")
        print(f"   joined and saw the board: {spread(joined)} (median / 95%); all after {took:.1f} s")
        print(f"   server: {(after - cpu) / pupils * 1000:.1f} ms CPU and {(held - memory) / pupils:.2f} MB a pupil")
        told: dict[tuple[int, int], float] = {}
        cpu, end = after, time.time() + seconds
        while time.time() < end:
            _, id = server.teach("present")
            for cursor in range(1, count + 1):
                pause = every - time.time() % every
                time.sleep(pause)
                told[id, cursor], _ = server.teach("step", cursor)
                if time.time() >= end:
                    break
        time.sleep(1)
        arrived = [(at - told[id, cursor]) for id, cursor, at in all_do("steps") if (id, cursor) in told]
        after, _ = server.used()
        missing = len(told) * pupils - len(arrived)
        print(
            f"   {len(told)} steps: {spread(arrived)}, slowest {max(arrived) * 1000:.0f} ms; {missing} never came;",
            end="",
        )
        print(f" {(after - cpu) / seconds * 100:.0f}% of a core")
        _, asking = server.teach("ask")
        from apps.school.asks import predict_ask, prepare
        from engine import get_game

        game = get_game("matadoon")
        state = game.parse_position(POSITION)
        values = list(
            prepare(predict_ask(game, state, "next", "?", move=game.parse_move(state, "bull"), at=1)).accepts or ()
        )
        votes = all_do("vote", asking, values, 10.0)
        acknowledged = sum(ack for _, ack in votes)
        _, counted = server.teach("close")
        print(
            f"   votes acknowledged after {spread([took for took, _ in votes])}; {acknowledged} of {pupils} were,",
            end="",
        )
        print(f" {counted} counted: {acknowledged - counted} lost")
        if cut := sum(all_do("cut")):
            print(f"   {cut} times a client was cut off and came back")
        for client in clients:
            client.send(("end",))


def main() -> None:
    """Measure each combination."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pupils", type=int, nargs="+", default=[30, 100, 300])
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--seconds", type=float, default=60, help="how long the teacher steps")
    parser.add_argument("--every", type=float, default=1.0, help="seconds between two steps")
    parser.add_argument("--serve", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve is not None:
        serve(options.serve)
        return
    for processes in options.processes:
        for pupils in options.pupils:
            measure(pupils, processes, options.seconds, options.every)


if __name__ == "__main__":
    main()
