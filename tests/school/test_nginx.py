"""The configuration of ``docs/nginx.conf`` in front of two real servers."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import datetime
from http.client import HTTPConnection
from pathlib import Path

import pytest

from apps.school.classes import Classes
from apps.school.desk import now
from apps.school.shows import show
from engine.session import Session
from tests.services import REQUIRED, Services, available, free_port, running

from .clients import Screen, connect, reached
from .processes import SECONDS, Server
from .test_sockets import run

CONFIGURATION = Path(__file__).parents[2] / "docs" / "nginx.conf"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


@pytest.fixture
def clock() -> Callable[[], datetime]:
    """That of the servers."""
    return now


@pytest.fixture
def servers_behind(url: str, servers: Services, tmp_path: Path) -> Iterator[tuple[int, list[Server]]]:
    """Two servers and nginx; gives its port."""
    assert NGINX is not None, "nginx is not installed (on Debian: apt-get install nginx-light)"
    port = free_port()
    options = ("--proxy", "--origin", f"localhost:{port}")
    started = [Server(url, tmp_path / f"{number}.log", servers.redis, *options) for number in range(2)]
    text = CONFIGURATION.read_text(encoding="utf-8")
    for written, real in zip((5006, 5007), started, strict=True):
        assert text.count(f"127.0.0.1:{written} ") == 1
        text = text.replace(f"127.0.0.1:{written} ", f"127.0.0.1:{real.port} ")
    text = text.replace("listen 8080", f"listen 127.0.0.1:{port}")
    text = text.replace("/run/matadojo-nginx.pid", f"{tmp_path}/nginx.pid")
    text = re.sub(r"\nhttp {", f"\ndaemon off;\nhttp {{\n{temporary(tmp_path)}", text)
    if os.getuid() == 0:
        text = f"user root;\n{text}"  # who can read the test's folder
    file = tmp_path / "nginx.conf"
    file.write_text(text, encoding="utf-8")
    with ExitStack() as stack:
        for server in started:
            stack.callback(server.close)
        stack.enter_context(running([NGINX, "-c", str(file), "-e", "stderr"], port, tmp_path / "nginx.log"))
        yield port, started


def temporary(folder: Path) -> str:
    """Where nginx keeps what it is just passing on."""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    return "\n".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)


def fetch(port: int, path: str, cookie: str = "") -> tuple[int, str, str]:
    """Status, the cookie that is set, and the body."""
    connection = HTTPConnection("localhost", port, timeout=SECONDS)
    connection.request("GET", path, headers={"Cookie": cookie} if cookie else {})
    answer = connection.getresponse()
    found = answer.status, answer.getheader("Set-Cookie", ""), answer.read().decode("utf-8", "replace")
    connection.close()
    return found


if (NGINX is not None and available()) or REQUIRED:

    @pytest.mark.parametrize("url", ["postgresql"], indirect=True)
    def test_two_servers_behind_nginx(
        servers_behind: tuple[int, list[Server]], classes: Classes, session: Session
    ) -> None:
        port, started = servers_behind
        address, origin = f"ws://127.0.0.1:{port}/class/socket", f"http://localhost:{port}"

        async def play() -> None:
            for server in started:  # both are there
                (await reached(server.address, server.origin)).close()
            made = classes.open()
            screens: list[Screen] = []
            for number in range(24):  # each by lot at one of the two
                screens.append(await reached(address, origin))
                await screens[-1].do(join={"code": made.code, "nick": f"p{number}"})
            with pytest.raises(Exception, match="403"):
                await connect(address, "http://evil.example")
            id = classes.present(made.secret, show(session))
            for one in screens:
                assert (await one.until("show"))["show"]["id"] == id
            status, cookie, body = await asyncio.to_thread(fetch, port, "/matadoon")
            assert status == 200
            assert "Matadoon" in body
            assert re.fullmatch(r"matadojo=[0-9a-f]{32}; Path=/; SameSite=Lax; HttpOnly", cookie)
            status, again, _ = await asyncio.to_thread(fetch, port, "/join", cookie.partition(";")[0])
            assert (status, again) == (200, ""), "who has a cookie keeps it"
            started[0].process.send_signal(signal.SIGKILL)
            started[0].process.wait()
            closed = 0
            classes.step(made.secret, 1)
            for one in screens:
                while {"step": [id, 1]} not in one.told:
                    if await one.read() is None:
                        closed += 1
                        one.socket = (await reached(address, origin)).socket
                        await one.hello()
            assert 0 < closed < len(screens), "both servers had some of them"
            status, _, _ = await asyncio.to_thread(fetch, port, "/matadoon")
            assert status == 200

        run(play(), SECONDS)
