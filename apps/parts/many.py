"""Several server processes on one port, and the one that looks after them.

Each is a server of its own, started afresh (nothing is forked, so no thread or connection is shared); the kernel hands
each new connection to one of them (``SO_REUSEPORT``). One that dies is started again.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from types import FrameType
from typing import Any

from tornado.netutil import bind_sockets

from engine.errors import GameError

from ..school.bus import URL

SHARED = "MATADOJO_SHARED_PORT"
"""Set for a server that shares its port with others."""
WRONG = 2
"""A server's exit code where something given is wrong: then it is not started again."""
PAUSE = 1.0
"""Seconds before one that died is started again."""


def share_port() -> None:
    """Let the server of this process listen on a port on which others listen too, if it is one of several."""
    if not os.environ.get(SHARED):
        return
    from bokeh.server import server

    def bind(address: str | None, port: int) -> tuple[list[Any], int]:
        return bind_sockets(port, address, reuse_port=True), port

    server.bind_sockets = bind


def serve_many(count: int, port: int, address: str, options: Sequence[str]) -> int:
    """Serve with several processes until somebody stops it.

    Args:
        count: how many.
        options: further arguments of ``matadojo serve`` for each of them.

    Returns:
        0, or the exit code of a server that could not begin.

    Raises:
        GameError: there is no Redis to carry messages between them, or the system cannot share a port.
        OSError: the port is taken.
    """
    if not os.environ.get(URL):
        raise GameError(
            "several processes need Redis, which carries messages between them: start redis-server and set {name}, "
            "for example to redis://localhost:6379",
            name=URL,
        )
    if not hasattr(socket, "SO_REUSEPORT"):
        raise GameError("this system cannot share a port; start servers on ports of their own, as docs/deploy.md tells")
    for plug in bind_sockets(port, address):  # fails where anybody listens already
        plug.close()
    command = [sys.executable, "-m", "apps.cli", "serve", "--port", str(port), "--address", address, *options]
    own = {**os.environ, SHARED: "1"}

    def start(loud: bool = False) -> subprocess.Popen[bytes]:
        return subprocess.Popen(command, env=own, stdout=None if loud else subprocess.DEVNULL)

    stopped = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal stopped
        stopped = True

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    servers = [start(loud=number == 0) for number in range(count)]
    try:
        while not stopped:
            time.sleep(0.1)
            for number, one in enumerate(servers):
                if (left := one.poll()) is None:
                    continue
                if left == WRONG:
                    return left
                time.sleep(PAUSE)
                if not stopped:
                    print(f"Matadojo: a server had stopped ({left}); another takes its place.", file=sys.stderr)
                    servers[number] = start()
    finally:
        for one in servers:
            one.terminate()
        for one in servers:
            try:
                one.wait(10)
            except subprocess.TimeoutExpired:
                one.kill()
                one.wait()
    return 0
