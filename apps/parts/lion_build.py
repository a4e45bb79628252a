"""Solves the Lion in the background: one process at a time, whoever asks, beside a server that goes on."""

from __future__ import annotations

import atexit
import os
import re
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-m", "apps.cli", "solve", "lion")
_PERCENT = re.compile(rb" *([0-9]+) %")


def possible() -> bool:
    """Whether what solving needs is installed."""
    return find_spec("numba") is not None


class Build:
    """A process that makes the table, and how far it is."""

    def __init__(self, command: tuple[str, ...] = COMMAND) -> None:
        self.command = command
        self.percent = 0
        self.error = ""
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    @property
    def running(self) -> bool:
        """Whether it is at work."""
        return self._process is not None

    def start(self) -> None:
        """Begin, unless it is at work already. It goes on where unfinished work was left."""
        with self._lock:
            if self._process is not None:
                return
            self.percent, self.error = 0, ""
            path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
            try:
                self._process = process = subprocess.Popen(
                    self.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                    env={**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1"},
                )  # fmt: skip
            except OSError as error:
                self.error = str(error.strerror)
                return
        if hasattr(os, "setpriority"):  # whoever plays goes first
            with suppress(OSError):  # it has ended already
                os.setpriority(os.PRIO_PROCESS, process.pid, 15)
        atexit.register(self.stop)
        threading.Thread(target=self._follow, args=(process,), daemon=True).start()

    def stop(self) -> None:
        """Stop; what has been done is kept."""
        process = self._process
        if process is None:
            return
        process.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)  # as Ctrl+C: it tidies up
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()

    def _follow(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        assert process.stderr is not None
        said: list[bytes] = []
        errors = threading.Thread(target=lambda: said.extend(process.stderr or ()), daemon=True)
        errors.start()
        for line in process.stdout:
            found = _PERCENT.match(line)
            if found:
                self.percent = int(found[1])
        code = process.wait()
        errors.join()
        if code:
            last = said[-1].decode("utf-8", "replace").strip() if said else ""
            self.error = last.removeprefix("matadojo: ") or f"exit code {code}"
        process.stdout.close()
        process.stderr.close()
        atexit.unregister(self.stop)
        self._process = None


BUILD = Build()
"""The one of this server."""
