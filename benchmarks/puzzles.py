"""How long a puzzle of the Lion takes to make: ``python -m benchmarks.puzzles``.

With the table, where there is one in the user's data folder, and without it, proved by looking ahead.
"""

from __future__ import annotations

import time
from unittest import mock

from engine import DataError, get_game, practice
from engine.lion import puzzle_questions
from engine.lion.tablebase import open_table

EACH = 8


def times(kind: str, level: int) -> list[float]:
    """Milliseconds of CPU for each of some puzzles."""
    found = []
    for seed in range(EACH):
        start = time.process_time()
        practice.question(get_game("lion"), seed, level, kind)
        found.append(1000 * (time.process_time() - start))
    return found


def report(name: str) -> None:
    """Print a line for each kind and level."""
    for kind in practice.room_practice(get_game("lion")).SETS["puzzles"]:
        for level in range(1, practice.levels(get_game("lion")) + 1):
            took = times(kind, level)
            print(f"{name}, {kind}, level {level}: mean {sum(took) / EACH:.0f} ms, slowest {max(took):.0f} ms")


def main() -> None:
    """Print both."""
    try:
        open_table()
    except DataError as error:
        print(error)
    else:
        report("with the table")
    with mock.patch.object(puzzle_questions, "_table", return_value=None):
        report("without the table")


if __name__ == "__main__":
    main()
