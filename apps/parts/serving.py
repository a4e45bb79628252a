"""The server of the pages, for one computer or for a classroom."""

from __future__ import annotations

import errno
import functools
import signal
import socket
import sys
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from bokeh.server.views.ws import WSHandler
from panel.io.server import get_server

from engine.errors import GameError, shown

from ..db import DatabaseError
from ..school.routes import School, open_school
from .many import serve_many, share_port

APPS = Path(__file__).parents[1]
_NO_PAGES = ("__init__", "cli", "db", "store")
LOCAL = ("localhost", "127.0.0.1", "::1")
reached_at = ""
"""The name or address under which others on the network reach this server; "" where only this computer does."""
HTTP = {"max_header_size": 2_500_000}
"""Options of the server for every address. A link that is too long gets a page that says so; with Tornado's usual 64 kB
the browser would show nothing."""
_WRONG_ADDRESS = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)


def pages() -> dict[str, str]:
    """Address -> file of every page; the index is the front page too."""
    found = {f"/{path.stem}": str(path) for path in sorted(APPS.glob("*.py")) if path.stem not in _NO_PAGES}
    return {"/": found["/index"], **found} if "/index" in found else found


def serve(
    *,
    port: int = 5006,
    address: str = "localhost",
    origins: Sequence[str] = (),
    show: bool | None = None,
    proxy: bool = False,
) -> None:
    """Serve the pages until somebody stops it.

    Args:
        port: 0 for any that is free.
        address: where to listen.
        origins: further ``host`` or ``host:port`` under which browsers reach the pages.
        show: open a browser; None: when started from a terminal.
        proxy: believe a proxy that says in ``X-Forwarded-For`` who asks. Only where nobody can come around it.

    Raises:
        GameError: the port is taken or may not be used, or there is no such address here.
    """
    send_at_once()
    share_port()
    port = port or free_port()
    names = LOCAL[:2] if address in LOCAL else (*LOCAL[:2], *own_names(), address)
    allowed = [*(f"{name}:{port}" for name in names), *origins]
    school = _school()
    try:
        server: Any = get_server(
            pages(), port=port, address=address, websocket_origin=allowed, compress_response=True,
            extra_patterns=school.patterns if school else [], use_xheaders=proxy, http_server_kwargs=dict(HTTP),
        )  # fmt: skip
    except OSError as error:
        raise GameError(_reason(error, port, address)) from error
    except ValueError as error:  # an address that is no name at all
        raise GameError(f"{shown(address)} is no address; localhost and 0.0.0.0 (every address) always work") from error
    local = f"http://localhost:{server.port}"
    global reached_at  # noqa: PLW0603 (one server a process)
    if address in LOCAL:
        print(f"Matadojo is at {local} (only on this computer). Ctrl+C stops it.", flush=True)
    else:
        host = address if address not in ("0.0.0.0", "::", "") else (own_names() or ("localhost",))[0]
        reached_at = host
        print(f"Matadojo is at http://{host}:{server.port} for everybody on this network. Ctrl+C stops it.", flush=True)
    if sys.stdout.isatty() if show is None else show:
        server.io_loop.add_callback(webbrowser.open, local)
    signal.signal(signal.SIGTERM, lambda *_: server.io_loop.add_callback_from_signal(server.io_loop.stop))
    server.start()
    if school:
        school.start(server.io_loop)
    server.io_loop.start()
    if school:
        school.close()


def serve_several(
    count: int, *, port: int = 5006, address: str = "localhost", origins: Sequence[str] = (), proxy: bool = False
) -> int:  # fmt: skip
    """Serve the pages with several processes on one port, until somebody stops it.

    Returns:
        the exit code.

    Raises:
        GameError: as :func:`serve` and :func:`apps.parts.many.serve_many`.
    """
    port = port or free_port()
    further = [*(word for origin in origins for word in ("--origin", origin)), *(["--proxy"] if proxy else [])]
    try:
        return serve_many(count, port, address, ["--no-open", *further])
    except OSError as error:
        raise GameError(_reason(error, port, address)) from error


def _school() -> School | None:
    """The classroom; None where there is no database to keep it in, which is said."""
    try:
        return open_school()
    except DatabaseError as error:
        print(f"Matadojo has no classroom: {error}", file=sys.stderr, flush=True)
        return None


def _reason(error: OSError, port: int, address: str) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is in use already; choose another with --port, or --port 0 for any that is free"
    if error.errno == errno.EACCES:
        return f"port {port} may not be used here; choose one from 1024 on with --port"
    if error.errno in _WRONG_ADDRESS or isinstance(error, socket.gaierror):
        return f"there is no address {address!r} on this computer; localhost and 0.0.0.0 (every address) always work"
    return f"the pages cannot be served at {address}:{port}: {error.strerror}"


def free_port() -> int:
    """A port that is free now. The server is told it before it starts, with the names under which browsers come."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return int(probe.getsockname()[1])


def own_names() -> tuple[str, ...]:
    """The addresses and names by which others on the network may reach this computer, the likeliest first."""
    found: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # nothing is sent: this only asks which of the own addresses would be used
        found.append(probe.getsockname()[0])
    name = socket.gethostname()
    with suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(name, None, socket.AF_INET)]
    return tuple(dict.fromkeys([*found, name.lower(), f"{name.lower()}.local"]))


def send_at_once() -> None:
    """Let websockets send small messages at once.

    Bokeh leaves the waiting for more (Nagle's algorithm) on, which makes an answer 40 ms late. May be called again.
    """
    opened = WSHandler.open
    if getattr(opened, "sends_at_once", False):
        return

    @functools.wraps(opened)
    def open_at_once(self: WSHandler, *args: Any, **kwargs: Any) -> Any:
        if self.ws_connection is not None:
            self.set_nodelay(True)
        return opened(self, *args, **kwargs)

    open_at_once.sends_at_once = True
    WSHandler.open = open_at_once
