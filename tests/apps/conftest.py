"""A real browser for the tests of what is on the screen.

Every test here fails when the browser's console shows an error or a warning, when a request fails, or when anything is
asked of another host.
"""

from __future__ import annotations

import logging
import os
import random
import re
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

import panel as pn
import pytest
from panel.io.state import state
from panel.tests.util import serve_component, wait_until
from playwright.sync_api import Page, Request, expect

from apps import store
from apps.parts import play
from apps.parts.serving import HTTP, free_port, pages, send_at_once
from apps.school.classes import classes
from apps.school.games import games
from apps.school.pairing import pairing
from apps.school.routes import open_school

# A slow machine is no fault of the page: speed is what the benchmarks are for.
expect.set_options(timeout=20_000)
CHROMIUM = os.environ.get("MATADOJO_CHROMIUM", "/usr/bin/chromium")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's Chromium, where there is one; otherwise Playwright's own."""
    args = {**browser_type_launch_args, "args": ["--no-sandbox", "--disable-gpu"]}
    return {**args, "executable_path": CHROMIUM} if os.path.exists(CHROMIUM) else args


@pytest.fixture(autouse=True)
def dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same luck in every run of a test: otherwise a game may be over before the test has seen what it looks for."""
    monkeypatch.setattr(play, "luck", lambda: random.Random(1))


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> None:
    """Panel logs every event at DEBUG; the captured records would hold the events, and those their documents."""
    caplog.set_level(logging.INFO, logger="panel")


@pytest.fixture(autouse=True)
def learners(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The database of a test is its own."""
    file = tmp_path / "learners.db"
    monkeypatch.setenv(store.URL, f"sqlite:///{file}")
    kept: tuple[Any, ...] = (store.store, classes, games, pairing)
    for one in kept:
        one.cache_clear()
    yield file
    for one in kept:
        one.cache_clear()


class Watch:
    """What goes wrong on a page, and what it sends."""

    def __init__(self, page: Page) -> None:
        self.faults: list[str] = []
        self.sent: list[str] = []
        self.received: list[str] = []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(f"page error: {error}"))
        page.on("requestfailed", self._failed)
        page.on(
            "response", lambda answer: answer.status >= 400 and self.faults.append(f"{answer.status}: {answer.url}")
        )
        page.on("request", lambda request: self._host(request.url))
        page.on("websocket", self._listen)

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"console {message.type}: {message.text}")

    def _failed(self, request: Request) -> None:
        # A page that is left takes its waiting requests back: nobody missed what they would have brought.
        if request.failure != "net::ERR_ABORTED":
            self.faults.append(f"failed: {request.url} {request.failure}")

    def _host(self, url: str) -> None:
        host = urlparse(url).hostname
        if host not in (None, "localhost", "127.0.0.1"):
            self.faults.append(f"another host: {url}")

    def _listen(self, socket: Any) -> None:
        for name, frames in (("framesent", self.sent), ("framereceived", self.received)):
            socket.on(name, lambda payload, frames=frames: frames.append(_text(payload)))

    def messages(self) -> list[str]:
        """The events sent to python since the last call."""
        sent = list(self.sent)
        self.sent.clear()
        return [text for text in sent if re.search(r'"kind":|"event_name":', text)]


def _text(payload: str | bytes) -> str:
    return payload if isinstance(payload, str) else payload.decode("utf-8", "replace")


@pytest.fixture
def watch(page: Page) -> Iterator[Watch]:
    """Watches the page from its start; the test fails at the end if anything went wrong."""
    watching = Watch(page)
    yield watching
    assert not watching.faults


@pytest.fixture
def serve(page: Page, watch: Watch) -> Iterator[Callable[..., Page]]:
    """Serve a component, or a function that makes one for each visitor, and open it; the server goes with the test."""

    def open_page(app: Any, **options: Any) -> Page:
        serve_component(page, app, **options)
        page.locator(".bk-Column, .bk-panel-models-layout-Column, .md-part").first.wait_for()
        watch.sent.clear()
        return page

    yield open_page
    page.close()
    state.kill_all_servers()
    state.reset()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("localhost", port)) == 0


@pytest.fixture
def site(page: Page, watch: Watch) -> Iterator[str]:
    """Serve all pages as ``matadojo serve`` does, with the classroom; gives their address."""
    port = free_port()
    address = f"http://localhost:{port}"
    send_at_once()
    school = open_school()
    pn.serve(
        pages(), port=port, threaded=True, show=False, verbose=False, server_id=address,
        extra_patterns=school.patterns, http_server_kwargs=dict(HTTP),
        check_unused_sessions_milliseconds=100, unused_session_lifetime_milliseconds=1000,
    )  # fmt: skip
    wait_until(lambda: _listens(port) and address in state._servers, timeout=10_000)
    school.start(state._servers[address][0].io_loop)
    yield address
    page.close()
    state.kill_all_servers()
    state.reset()
    school.close()
