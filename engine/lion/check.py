"""The slow check of a solved table against published values, and of every value against those a move later.

Published: T. Tanaka, "An Analysis of a Board Game Doubutsu Shogi", 2009: gote wins in 78 plies; the four first moves;
the longest win; how many positions can be reached from the first. He counts a position as ended when the mover can
catch the Lion, or cannot and it has reached the far row.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from . import forward, tablefile
from .compiled import STUCK, as_record, make_steps
from .index import make_index
from .tablebase import Value, open_table

KNOWN = (
    ("gle/1c1/1C1/ELG b -", "the first position", Value("loss", 78)),
    ("gle/1C1/3/ELG w C", "after b3b2", Value("win", 75)),
    ("gle/1c1/1CG/EL1 w -", "after c4c3", Value("win", 77)),
    ("gle/1c1/1CL/E1G w -", "after b4c3", Value("win", 77)),
    ("gle/1c1/LC1/E1G w -", "after b4a3", Value("win", 77)),
    ("GEl/LGE/CC1/3 b -", "no move at all (cannot arise)", Value("loss", 0)),
)
LONGEST = 173
REACHABLE, GOING_ON = 246_803_167, 99_485_568


def reachable(material: tuple[int, int, int] = (2, 2, 2), row: tuple[int, ...] | None = None) -> tuple[int, int]:
    """Count the positions that can be reached, mirror images and sides as one.

    Args:
        material: how many Elephants, Giraffes and Chicks there are.
        row: where to begin, as `engine.lion.forward` writes a position; by default the first position of the game.

    Returns:
        All positions, and those of them that have not ended.
    """
    index = make_index(material, whole=True)
    t, s = as_record(index), make_steps()
    seen, done = np.zeros(index.size // 8 + 1, np.uint8), np.zeros(index.size // 8 + 1, np.uint8)
    if row is None:
        row = (1 << 9, 0, 1 << 11, 1 << 7, 10, 1 << 2, 0, 1 << 0, 1 << 4, 1, 0, 0, 0)
    at = forward.first_bit(t, s, material, np.array(row))
    seen[at >> 3] |= 1 << (at & 7)
    total = going_on = 0
    while True:
        dealt, more = forward.spread(t, s, material, seen, done, 0, index.pairs * index.groups)
        if not dealt:
            return total, going_on
        total, going_on = total + dealt, going_on + more


def count_wrong(path: Path, threads: int = 2) -> int:
    """Count the positions of a table whose value does not follow from the values a move later."""
    contents = tablefile.read(path)
    index = contents.index
    t, s = as_record(index), make_steps()
    table = np.frombuffer(contents.map, np.uint8, offset=tablefile.BODY)
    blocks = index.pairs * index.groups
    cuts = [blocks * k // 64 for k in range(65)]
    with ThreadPoolExecutor(threads) as pool:
        parts = pool.map(lambda k: forward.count_wrong(t, s, index.material, table, cuts[k], cuts[k + 1]), range(64))
        return sum(parts)


def distances(path: Path) -> NDArray[np.int64]:
    """Return how many positions of a table have each value from 0 (drawn) to 254 plies, and 255 (lost, no move)."""
    contents = tablefile.read(path)
    table = np.frombuffer(contents.map, np.uint8, offset=tablefile.BODY)
    return sum((np.bincount(part, minlength=256) for part in np.array_split(table, 64)), np.zeros(256, np.int64))


def check(path: Path, threads: int = 2) -> bool:
    """Check a table of the whole game, print what was found, and tell whether all of it is as published."""
    table = open_table(path)
    rows: list[tuple[str, object, object]] = [
        (name, table.probe_position(text), expected) for text, name, expected in KNOWN
    ]
    counts = distances(path)
    rows.append(("longest win, in plies", int(np.flatnonzero(counts[:STUCK])[-1]), LONGEST))
    rows.append(("values that do not follow from those a move later", count_wrong(path, threads), 0))
    rows.append(("positions reached from the first, not ended", reachable(), (REACHABLE, GOING_ON)))
    for name, found, expected in rows:
        print(f"{'ok  ' if found == expected else 'NOT '} {name}: {found}, expected {expected}", flush=True)
    won, lost = counts[1:STUCK:2].sum(), counts[2:STUCK:2].sum() + counts[STUCK]
    print(f"     {won:,} numbers won, {lost:,} lost, {counts[0]:,} drawn")
    return all(found == expected for _, found, expected in rows)
