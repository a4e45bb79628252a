"""The server sends small messages at once."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any

import panel as pn
from bokeh.server.views.ws import WSHandler
from panel.io.state import state
from playwright.sync_api import Page

from apps.parts.serving import own_names, pages, send_at_once


def test_websockets_do_not_wait_for_more(serve: Callable[..., Page]) -> None:
    send_at_once()
    opened = WSHandler.open
    send_at_once()
    assert WSHandler.open is opened, "twice is once"
    serve(lambda: pn.Column("hello"))
    ((server, _, _),) = state._servers.values()
    assert server._tornado._clients
    for connection in server._tornado._clients:
        plug = connection._socket.ws_connection.stream.socket
        assert plug.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_the_front_page_is_the_index() -> None:
    found = pages()
    assert found["/"] == found["/index"]
    assert "/cli" not in found


def test_a_computer_knows_its_own_names() -> None:
    names: Any = own_names()
    assert socket.gethostname().lower() in names
    assert len(set(names)) == len(names)
