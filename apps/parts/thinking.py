"""Where computer players think: in processes beside the server, shared by all visitors, so that no page waits.

A process is asked by its pipe. It knows nothing of the program that started it (``multiprocessing`` would import that
program's main module again), and it ends with its pipe, however the server came to its end.
"""

from __future__ import annotations

import atexit
import os
import pickle
import random
import subprocess
import sys
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.players import Choice, Player, SearchPlayer

ROOT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-m", "apps.parts.thinking")
LEAST = 0.2
"""Seconds that a search gets, however many wait."""
MOST_WORKERS = 4
NICE = 5


class Thinkers:
    """A few processes that choose moves. Each starts with its first question."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or max(1, min(MOST_WORKERS, (os.cpu_count() or 2) - 1))
        self.waiting = 0
        self._lock = threading.Lock()
        self._own = threading.local()
        self._threads = ThreadPoolExecutor(self.workers, "thinking")
        self._processes: list[subprocess.Popen[bytes]] = []
        atexit.register(self.close)

    def ask(self, player: Player, seen: Any, seat: int, seed: int) -> Future[Choice[Any]]:
        """Ask a player for its move.

        Args:
            seen: what the seat may know. Nothing else leaves the page.

        Returns:
            its choice, later; ``cancel()`` it when nobody waits for it any more.
        """
        with self._lock:
            self.waiting += 1
            player = self._hurried(player)
        future = self._threads.submit(self._answer, pickle.dumps((player, seen, seat, seed)))
        future.add_done_callback(self._done)
        return future

    def close(self) -> None:
        """End the processes."""
        with self._lock:
            processes, self._processes = self._processes, []
        for process in processes:
            process.kill()
            process.communicate()

    def _hurried(self, player: Player) -> Player:
        """The player, with less time where many wait: a class of thirty gets its answers too."""
        if not isinstance(player, SearchPlayer) or player.seconds is None or self.waiting <= self.workers:
            return player
        return replace(player, seconds=max(LEAST, player.seconds * self.workers / self.waiting))

    def _answer(self, question: bytes) -> Choice[Any]:
        try:
            answer = _ask(self._process(), question)
        except (OSError, EOFError, pickle.UnpicklingError):  # the process was killed
            self._drop()
            answer = _ask(self._process(), question)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _process(self) -> subprocess.Popen[bytes]:
        """The process of this thread."""
        process: subprocess.Popen[bytes] | None = getattr(self._own, "process", None)
        if process is None:
            path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
            process = subprocess.Popen(
                COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": path}
            )
            self._own.process = process
            with self._lock:
                self._processes = [one for one in self._processes if one.poll() is None] + [process]
        return process

    def _drop(self) -> None:
        """Let go of a process that does not answer."""
        process: subprocess.Popen[bytes] = self._own.process
        process.kill()
        with suppress(OSError):  # what was not sent yet
            process.communicate()
        self._own.process = None

    def _done(self, _: Future[Any]) -> None:
        with self._lock:
            self.waiting -= 1


def _ask(process: subprocess.Popen[bytes], question: bytes) -> Any:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(question)
    process.stdin.flush()
    return pickle.load(process.stdout)


def work() -> None:
    """Answer questions until the pipe is closed."""
    with suppress(OSError, AttributeError):
        os.nice(NICE)  # the pages go first
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    while True:
        try:
            player, seen, seat, seed = pickle.load(questions)
        except (EOFError, KeyboardInterrupt):
            return
        answer: Any
        try:
            answer = player.choose(seen, seat, random.Random(seed))
        except Exception as error:
            answer = RuntimeError(f"{type(error).__name__}: {error}")
        pickle.dump(answer, answers)
        answers.flush()


THINKERS = Thinkers()

if __name__ == "__main__":
    work()
