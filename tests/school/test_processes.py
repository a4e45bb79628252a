"""Real server processes: killed in the middle of a vote, and several that share the work."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from apps.school.bus import AGAIN, Bus
from apps.school.classes import FOLLOWING, Classes
from apps.school.desk import now
from apps.school.redis_bus import RedisBus
from apps.school.shows import show
from engine.session import Session
from tests.services import Services, available, free_port, redis_server

from .asked import ASK, RIGHT, WRONG
from .clients import Screen, reached
from .conftest import Listen
from .processes import SECONDS, Server
from .test_sockets import run, until

Start = Callable[..., Server]
PUPILS = 12


@pytest.fixture
def clock() -> Callable[[], datetime]:
    """That of the servers."""
    return now


@pytest.fixture
def start(url: str, tmp_path: Path) -> Iterator[Start]:
    """Start servers on the test's database; they go with the test."""
    servers: list[Server] = []

    def begin(*options: str, redis: str = "") -> Server:
        servers.append(Server(url, tmp_path / f"server-{len(servers)}.log", redis, *options))
        return servers[-1]

    yield begin
    for server in servers:
        server.close()


class Browser:
    """A pupil's browser: it keeps what was not acknowledged, connects again and sends it again."""

    def __init__(self, server: Server, code: str, nick: str) -> None:
        self.server, self.code, self.nick = server, code, nick
        self.screen: Screen | None = None
        self.token = (nick * 43)[:43]
        self.acknowledged: dict[int, str] = {}
        self.n = 0

    async def connected(self) -> Screen:
        while self.screen is None:
            screen = await reached(self.server.address, self.server.origin)
            try:
                await screen.do(n=0, join={"code": self.code, "nick": self.nick, "token": self.token})
                self.screen = screen
            except (AssertionError, OSError):  # killed in this moment
                await asyncio.sleep(0.05)
        return self.screen

    async def answer(self, question: int, value: str) -> None:
        """Answer, however often it takes."""
        self.n += 1
        n = self.n
        while True:
            screen = await self.connected()
            try:
                said = await screen.do(n=n, answer={"question": question, "value": value})
            except (AssertionError, OSError, Exception) as error:
                if type(error).__name__ not in ("AssertionError", "WebSocketClosedError", "StreamClosedError"):
                    raise
                self.screen = None
                continue
            assert "ack" in said, said
            self.acknowledged[question] = value
            return


def test_killed_in_the_middle_of_a_vote(start: Start, classes: Classes) -> None:
    """Nothing acknowledged is lost, nothing counts twice, and all are back without doing anything."""

    async def play() -> None:
        made = classes.open()
        server = start()
        browsers = [Browser(server, made.code, f"p{number}") for number in range(PUPILS)]
        await asyncio.gather(*(one.connected() for one in browsers))
        asked = classes.ask(made.secret, ASK)

        async def vote(number: int, browser: Browser) -> None:
            for turn in range(8):
                await browser.answer(asked, WRONG if (turn + number) % 2 else RIGHT)
                kept = [one.value for one in classes.answers(made.secret, asked) if one.nick == browser.nick]
                assert kept == [browser.acknowledged[asked]], "what is acknowledged is in the database"

        async def kill() -> None:
            for _ in range(2):
                await asyncio.sleep(0.05)
                server.kill()
                server.again()
                await asyncio.gather(*(one.connected() for one in browsers))

        await asyncio.gather(kill(), *(vote(number, one) for number, one in enumerate(browsers)))
        spread = classes.spread(made.secret)
        assert spread is not None
        assert (spread.answers, spread.pupils) == (PUPILS, PUPILS)
        server.kill()
        server.again()
        for one in browsers:
            one.screen = None
        screens = await asyncio.gather(*(one.connected() for one in browsers))
        for browser, screen in zip(browsers, screens, strict=True):
            mine = [message["mine"] for message in screen.told if "mine" in message]
            assert mine == [[asked, browser.acknowledged[asked]]], "the screen is as it was"
        await until(lambda: [one.where for one in classes.roster(made.secret)] == [FOLLOWING] * PUPILS)

    run(play(), SECONDS)


def test_several_processes_need_redis(start: Start) -> None:
    server = start("--num-procs", "2")
    assert server.process.wait(SECONDS) == 2
    assert "need Redis" in server.said


def test_one_process_tells_itself(listen: Listen, bus: Bus) -> None:
    told = listen("class:x")
    bus.publish("class:y", {"not": "this"})
    bus.publish("class:x", {"hello": "世界"})
    assert told == [{"hello": "世界"}]


if available():

    @pytest.mark.parametrize("url", ["postgresql"], indirect=True)
    def test_two_processes_are_one_classroom(
        start: Start, classes: Classes, servers: Services, session: Session
    ) -> None:
        """Screens at either process see the same at once, also when one of them was killed."""

        async def play() -> None:
            made = classes.open()
            server = start("--num-procs", "2", redis=servers.redis)
            browsers = [Browser(server, made.code, f"p{number}") for number in range(PUPILS)]
            screens = await asyncio.gather(*(one.connected() for one in browsers))
            assert len(server.children()) == 2
            id = classes.present(made.secret, show(session))  # by a third process: this one
            assert {(await one.until("show"))["show"]["id"] for one in screens} == {id}
            os.kill(server.children()[0], signal.SIGKILL)

            classes.step(made.secret, 1)

            async def follows(browser: Browser) -> None:
                """Whose process was killed finds another by itself."""
                while True:
                    screen = await browser.connected()
                    while {"step": [id, 1]} not in screen.told:
                        if await screen.read() is None:
                            browser.screen = None
                            break
                    else:
                        return

            await asyncio.gather(*(follows(one) for one in browsers))
            await until(lambda: len(server.children()) == 2)

        run(play(), SECONDS)

    def test_redis_goes_and_comes_back(tmp_path: Path) -> None:
        """One's own process hears on; the others hear what was told meanwhile, and that they may have missed some."""
        port = free_port()
        with redis_server(tmp_path, port) as url:
            mine, other = RedisBus(url), RedisBus(url)
            heard, far = heard_by(mine), heard_by(other)
            run(until(lambda: mine.connected.is_set() and other.connected.is_set()))
            mine.publish("x", {"n": 1})
            run(until(lambda: far == [{"n": 1}]))
        run(until(lambda: not mine.connected.is_set() and not other.connected.is_set()))
        mine.publish("x", {"n": 2})
        assert heard == [{"n": 1}, {"n": 2}]
        with redis_server(tmp_path, port):
            run(until(lambda: AGAIN in heard and AGAIN in far))
            mine.publish("x", {"n": 3})
            run(until(lambda: {"n": 3} in far))
            mine.close()
            other.close()
        assert heard.count({"n": 3}) == far.count({"n": 3}) == 1


def heard_by(bus: Bus) -> list[Any]:
    told: list[Any] = []
    with ThreadPoolExecutor(1) as pool:
        pool.submit(bus.subscribe, "x", told.append).result()
    return told
