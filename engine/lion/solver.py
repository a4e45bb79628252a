"""Solves Let's Catch the Lion!: the true value of every position, by working back from the ends.

`solve` gives every position a first look (won in one, lost in two, or how many moves are worth counting), then steps
back from the positions decided at distance 2, 3, 4, ... until nothing new is decided; what is left is drawn. The
table goes to a file, `engine.lion.tablebase` reads it. The story and the figures: ``docs/solver.md``.

    python -m engine.lion.solver [--folder FOLDER] [--threads 2] [--check]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..errors import DataError
from . import back, look, tablefile
from .compiled import as_record, make_steps
from .index import Index, make_index
from .tablebase import TABLE, default_folder

Progress = Callable[[int, int, str], None]

SLICES = 64
"""Parts into which the first look is cut: between them progress is told and saved."""
AT_ONCE = 8
SAVE_EVERY = 10.0
"""Seconds between two savings of unfinished work."""
LOOK_SHARE = 0.1
"""Part of the whole time that the first look takes, for the progress told."""


def solve(
    folder: Path | str | None = None,
    progress: Progress | None = None,
    threads: int = 2,
    material: tuple[int, int, int] = (2, 2, 2),
    name: str = TABLE,
) -> Path:
    """Solve every position and write the table; take up unfinished work that lies in the folder.

    Args:
        folder: where the table and the unfinished work go; the user's data folder by default.
        progress: called as ``progress(done, total, phase)`` every now and then, ``total`` the number of positions. An
            error that it raises stops the work; what was saved last is taken up the next time.
        threads: threads that work at once. More than five are of no use.
        material: how many Elephants, Giraffes and Chicks both sides have together, at most two of each.
        name: name of the table's file.

    Returns:
        The path of the table.

    Raises:
        OSError: if the folder cannot be written.
    """
    folder = default_folder() if folder is None else Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    work = _Work(make_index(material), folder / (name + ".part"), progress or (lambda done, total, phase: None))
    with ThreadPoolExecutor(threads) as pool:
        work.look(pool)
        work.step_back(pool)
    back.settle(work.table)
    path = folder / name
    tablefile.write(path, work.index, tablefile.FINISHED, work.table.data)
    work.part.unlink(missing_ok=True)
    work.progress(work.index.size, work.index.size, "done")
    return path


class _Work:
    """The table being solved, and how far the work has come: ``stage`` counts slices looked at, then distances."""

    def __init__(self, index: Index, part: Path, progress: Progress) -> None:
        self.index, self.part, self.progress = index, part, progress
        self.tables, self.steps = as_record(index), make_steps()
        self.saved = time.monotonic()
        self.stage, self.table = self._taken_up()

    def _taken_up(self) -> tuple[int, NDArray[np.uint8]]:
        """Return the stage and table of saved work, or of a beginning if there is none that can be trusted."""
        table = np.zeros(self.index.size, np.uint8)
        try:
            found = tablefile.read(self.part)
        except DataError:
            return 0, table
        with found.map as whole:
            if found.index.material != self.index.material or found.stage == tablefile.FINISHED:
                return 0, table
            view = np.frombuffer(whole, np.uint8, offset=tablefile.BODY)
            table[:] = view
            del view  # or the map could not be closed
        return found.stage, table

    def _done(self, stage: int) -> None:
        self.stage = stage
        if time.monotonic() - self.saved > SAVE_EVERY:
            tablefile.write(self.part, self.index, stage, self.table.data)
            self.saved = time.monotonic()

    def look(self, pool: ThreadPoolExecutor) -> None:
        """Give every position its first value."""
        size, blocks = self.index.size, self.index.pairs * self.index.groups
        starts = np.array(self.index.tables.start)
        cuts = [*(int(np.searchsorted(starts, size * k // SLICES)) for k in range(SLICES)), blocks]
        while self.stage < SLICES:
            part = range(self.stage, min(SLICES, self.stage + AT_ONCE))
            list(pool.map(lambda k: look.look(self.tables, self.steps, self.table, cuts[k], cuts[k + 1]), part))
            self.progress(int(LOOK_SHARE * size * part.stop / SLICES), size, "first look at every position")
            self._done(part.stop)

    def step_back(self, pool: ThreadPoolExecutor) -> None:
        """Decide what follows from decided positions, distance by distance."""
        size, blocks, lions = self.index.size, self.index.pairs * self.index.groups, np.array(self.index.tables.lion)
        # A position's own Lion is the rival's Lion of every position a move before. So threads that share out the
        # positions by the square of that Lion never write to the same place.
        shares = sorted((np.flatnonzero(lions == lion) for lion in np.unique(lions)), key=len, reverse=True)
        decided = back.count_decided(self.table)
        now, then = np.ones(blocks, np.uint8), np.zeros(blocks, np.uint8)
        depth = self.stage - SLICES + 2
        while now.any():
            share = partial(self._step_back_from, depth, now, then)
            decided += sum(pool.map(share, shares))
            self.progress(int(LOOK_SHARE * size + (1 - LOOK_SHARE) * decided), size, f"back from {depth} plies")
            depth += 1
            self._done(depth - 2 + SLICES)
            now, then = then, np.zeros(blocks, np.uint8)

    def _step_back_from(
        self, depth: int, now: NDArray[np.uint8], then: NDArray[np.uint8], pairs: NDArray[np.int64]
    ) -> int:
        material = self.index.material
        return int(back.step_back(self.tables, self.steps, self.table, now, then, depth, pairs, material))


def _show(done: int, total: int, phase: str) -> None:
    print(f"\r{100 * done // total:3}% {phase:32}", end="\n" if phase == "done" else "", flush=True)


def main() -> None:
    """Solve on the command line."""
    parser = argparse.ArgumentParser(prog="python -m engine.lion.solver", description="Solve Let's Catch the Lion!")
    parser.add_argument("--folder", type=Path, default=default_folder(), help="where the table goes (%(default)s)")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--check", action="store_true", help="then check the table against published values (slow)")
    options = parser.parse_args()
    path = options.folder / TABLE
    if not (options.check and path.exists()):
        path = solve(options.folder, _show, options.threads)
        print(f"{path}: {path.stat().st_size:,} bytes")
    if options.check:
        from .check import check

        sys.exit(0 if check(path, options.threads) else 1)


if __name__ == "__main__":
    main()
