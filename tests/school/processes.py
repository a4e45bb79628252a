"""Real server processes for the tests."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from apps.db import URL as DATABASE
from apps.school.bus import URL as REDIS
from tests.services import free_port

ROOT = Path(__file__).parents[2]
SECONDS = 300


class Server:
    """``matadojo serve`` on a port of its own.

    Args:
        url: the database.
        redis: where there are several processes.
        options: further arguments of the command.
    """

    def __init__(self, url: str, log: Path, redis: str = "", *options: str, port: int = 0) -> None:
        self.port = port or free_port()
        self.address = f"ws://127.0.0.1:{self.port}/class/socket"
        self.origin = f"http://localhost:{self.port}"
        self._own = {**os.environ, DATABASE: url, REDIS: redis, "PYTHONPATH": str(ROOT)}
        self._log, self._options = log, options
        self.process = self.start()

    def start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "apps.cli", "serve", "--port", str(self.port), "--no-open", *self._options]
        with self._log.open("ab") as out:
            return subprocess.Popen(command, env=self._own, cwd=ROOT, stdout=out, stderr=out)

    def again(self) -> None:
        """Start it again, after it was killed."""
        self.process = self.start()

    def kill(self) -> None:
        """``kill -9``: nothing is tidied up."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(60)

    def children(self) -> list[int]:
        """The processes that it has started."""
        task = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(one) for one in task.read_text().split()]

    @property
    def said(self) -> str:
        """What it has written."""
        return self._log.read_text(errors="replace")
