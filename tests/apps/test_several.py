"""Pages whose document and whose socket may be made by different processes."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

from panel.tests.util import wait_until
from playwright.sync_api import Page, expect

from tests.school.processes import Server
from tests.services import Services, available

if available():

    def test_pages_of_two_processes_on_one_port(page: Page, watch: Any, servers: Services, tmp_path: Path) -> None:
        url = f"sqlite:///{tmp_path / 'several.db'}"
        server = Server(url, tmp_path / "server.log", servers.redis, "--num-procs", "2")
        try:
            wait_until(lambda: _listens(server.port) and len(server.children()) == 2, timeout=120_000)
            for _ in range(4):
                page.goto(f"{server.origin}/lion")
                tap = page.locator(".md-board .target.can").first
                tap.wait_for()
                tap.click()  # python answers
                expect(page.locator(".md-board .target.chosen").first).to_be_attached()
            page.goto("about:blank")
        finally:
            server.close()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("localhost", port)) == 0
