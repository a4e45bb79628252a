"""Screens for the tests: real websockets to a server in this process."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.httpserver import HTTPServer
from tornado.testing import bind_unused_port
from tornado.web import Application
from tornado.websocket import WebSocketClientConnection, websocket_connect

from apps.school.classes import Classes
from apps.school.hall import Hall
from apps.school.limits import Doors
from apps.school.routes import School


class Campus(Application):
    """A server with nothing but the classroom."""

    def __init__(self, school: School) -> None:
        self.websocket_origins = {"localhost:5006"}
        super().__init__(school.patterns)


@asynccontextmanager
async def serving(classes: Classes) -> AsyncIterator[tuple[str, School]]:
    """Serve the classroom of a database; gives the address of its socket."""
    school = School(Hall(classes), Doors())
    plug, port = bind_unused_port()
    server = HTTPServer(Campus(school))
    server.add_socket(plug)
    try:
        yield f"ws://127.0.0.1:{port}/class/socket", school
    finally:
        while CONNECTED:
            CONNECTED.pop().close()
        server.stop()
        await server.close_all_connections()
        school.close()


class Screen:
    """A pupil's screen: what it was told, and what it shows."""

    def __init__(self, socket: WebSocketClientConnection) -> None:
        self.socket = socket
        self.told: list[dict[str, Any]] = []
        self.token: str | None = None
        self.n = 0

    async def read(self) -> dict[str, Any] | None:
        """The next message; None when the socket is closed."""
        raw = await self.socket.read_message()
        if raw is None:
            return None
        text = raw if isinstance(raw, str) else gzip.decompress(raw).decode()
        message: dict[str, Any] = json.loads(text)
        self.told.append(message)
        self.token = message.get("you", {}).get("token", self.token)
        return message

    async def until(self, *keys: str) -> dict[str, Any]:
        """The next message that has one of these keys."""
        while (message := await self.read()) is not None:
            if set(keys) & set(message):
                return message
        raise AssertionError(f"closed before {keys}: {self.socket.close_code} after {self.told}")

    async def send(self, **said: Any) -> None:
        await self.socket.write_message(json.dumps(said))

    async def do(self, n: int | None = None, **said: Any) -> dict[str, Any]:
        """Say something with a number, and wait for what becomes of it."""
        self.n = self.n + 1 if n is None else n
        await self.send(**said, n=self.n)
        while True:
            message = await self.until("ack", "refused", "later")
            if self.n in message.values():
                return message

    async def hello(self, token: str | None = None) -> dict[str, Any]:
        """Come back; gives the state."""
        state: dict[str, Any] = {}
        await self.send(hello={"token": token or self.token})
        while "ready" not in state:
            message = await self.until("you", "show", "step", "ask", "mine", "closed", "reveal", "ready", "refused")
            if "refused" in message:
                return message
            state.update(message)
        return state

    def close(self) -> None:
        self.socket.close()

    async def closed(self) -> int | None:
        """Wait until the server closes; gives its reason."""
        while await self.read() is not None:
            pass
        return self.socket.close_code


CONNECTED: list[WebSocketClientConnection] = []
"""To be closed with the server."""


async def connect(address: str, origin: str | None = "http://localhost:5006", query: str = "") -> Screen:
    """Connect a screen."""
    headers = {} if origin is None else {"Origin": origin}
    CONNECTED.append(await websocket_connect(HTTPRequest(address + query, headers=headers)))
    return Screen(CONNECTED[-1])


async def reached(address: str, origin: str) -> Screen:
    """Connect to a server that is about to start, as a browser does: again and again."""
    while True:
        try:
            return await connect(address, origin)
        except (OSError, HTTPClientError):
            await asyncio.sleep(0.1)


async def joined(address: str, code: str, nick: str) -> Screen:
    """A screen of somebody who has joined."""
    screen = await connect(address)
    assert await screen.do(join={"code": code, "nick": nick}) == {"ack": 1}
    return screen
