"""Solving the Lion from the command line: what ``matadojo solve lion`` does and says."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TextIO

from engine import DataError, GameError
from engine.lion.tablebase import TABLE, default_folder, open_table

MISSING = "solving needs numba, which the extra matadojo[solve] brings; this installs it: pip install numba"
WIDTH = 30


def solve_lion(folder: Path | None, threads: int, check: bool) -> int:
    """Make the table, unless a sound one is there, and say where it lies.

    Returns:
        the exit code: 0, or 1 where ``check`` finds the table wrong.

    Raises:
        GameError: what is missing, or why nothing can be written there.
    """
    path = (default_folder() if folder is None else folder) / TABLE
    ready = _is_sound(path)
    if find_spec("numba") is None and (check or not ready):
        raise GameError(MISSING)
    if ready:
        print(f"The table is there already: {path}", flush=True)
    else:
        from engine.lion.solver import solve

        try:
            solve(path.parent, bar(sys.stdout), threads)
        except MemoryError:
            raise GameError("there is not enough free memory: solving takes 600 MB") from None
        except OSError as error:
            raise DataError(
                path.parent, "", "the table cannot be written here: {reason}", reason=error.strerror
            ) from error
        print(f"The table lies in {path} ({path.stat().st_size / 1e6:.0f} MB).", flush=True)
    if check:
        from engine.lion.check import check as compare

        return 0 if compare(path, threads) else 1
    return 0


def _is_sound(path: Path) -> bool:
    """Whether a table that can be trusted is there; what is there but cannot be trusted is made anew."""
    if not path.exists():
        return False
    try:
        open_table(path)
    except DataError as error:
        print(f"{error}", file=sys.stderr)
        return False
    return True


def bar(stream: TextIO) -> Callable[[int, int, str], None]:
    """Return what draws a line of progress: over itself in a terminal, a line for each percent elsewhere."""
    start, last = time.monotonic(), -1

    def show(done: int, total: int, phase: str) -> None:
        nonlocal last
        percent = 100 * done // max(1, total)
        full = WIDTH * percent // 100
        text = f"{percent:3} % [{'#' * full}{'.' * (WIDTH - full)}] {time.monotonic() - start:4.0f} s  {phase}"
        if stream.isatty():
            stream.write(f"\r{text:<79}" + "\n" * (phase == "done"))
        elif percent != last:
            stream.write(f"{text}\n")
        last = percent
        stream.flush()

    return show
