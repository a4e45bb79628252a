"""A second, deliberately plain implementation of one run of the bull in Matadoon.

It is written from the rules page alone and shares no code with the engine, so that
the two can be compared on many random positions. Names like ``bull.wall`` are rule
ids of that page. Where the page is silent the choice made here is marked CHOICE.
"""

from __future__ import annotations

import random
from typing import Any

COLUMNS = "abcdefg"

# material.arena: the number of rows, which is also the number of columns.
SIZE = {"ring7": 7, "vs5": 5, "pig4": 4}

# material.frame: (first column, first row, last column, last row), counted from 0.
FRAME = {"ring7": (2, 2, 4, 4), "vs5": (1, 1, 3, 3), "pig4": (1, 1, 2, 2)}

HEADING_OF_SIGN = {"^": "N", ">": "E", "v": "S", "<": "W"}
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
RIGHT = {"N": "E", "E": "S", "S": "W", "W": "N"}
LEFT = {"N": "W", "W": "S", "S": "E", "E": "N"}
BACK = {"N": "S", "S": "N", "E": "W", "W": "E"}

CHIPS = "RLJT"
STANDING = "ABCD"
DOWN = "abcd"

Cell = tuple[int, int]


def name_of(cell: Cell) -> str:
    """Return the name of a cell: ``(0, 0)`` is ``a1``, ``(3, 6)`` is ``d7``."""
    return COLUMNS[cell[0]] + str(cell[1] + 1)


def run(position: dict[str, Any]) -> dict[str, Any]:
    """Let the bull run once and report what happened.

    Args:
        position: the mapping of the rules page's section *Position*, all chips
            lettered. It may have ``wall_hits`` (default 2), ``jump`` and ``hits``.

    Returns:
        The keys of ``expect`` in the worked cases: ``path``, ``bull``, ``heading``,
        ``floored``, ``out``, ``returned``, ``left`` and ``rules`` (every rule that
        acted, in order, ``bull.advance`` left out).
    """
    if "under" in position:
        raise ValueError("this referee does not know what lies under the bull")
    size = SIZE[position["arena"]]
    wall_hits = position.get("wall_hits", 2)
    hits = position.get("hits", 0)
    jump_pending = position.get("jump", False)

    chips: dict[Cell, str] = {}
    standing: dict[Cell, int] = {}
    down: dict[Cell, int] = {}
    bull: Cell | None = None
    heading = ""
    rows = position["board"].strip().splitlines()
    if len(rows) != size:
        raise ValueError(f"{size} rows expected, not {len(rows)}")
    for y, row in enumerate(rows):
        signs = row.split()
        if len(signs) != size:
            raise ValueError(f"{size} signs expected in row {y + 1}, not {len(signs)}")
        for x, sign in enumerate(signs):
            if sign in HEADING_OF_SIGN:
                bull = (x, y)
                heading = HEADING_OF_SIGN[sign]
            elif sign in CHIPS:
                chips[x, y] = sign
            elif sign in STANDING:
                standing[x, y] = STANDING.index(sign)
            elif sign in DOWN:
                down[x, y] = DOWN.index(sign)
            elif sign != ".":
                raise ValueError(f"the sign {sign!r} means nothing here")
    if bull is None:
        raise ValueError("there is no bull on the board")

    path: list[str] = []
    floored: list[int] = []
    out: list[int] = []
    returned: list[str] = []
    rules: list[str] = []

    while True:
        next_cell = (bull[0] + STEP[heading][0], bull[1] + STEP[heading][1])

        if not (0 <= next_cell[0] < size and 0 <= next_cell[1] < size):
            # The next cell is outside the arena: the bull hits the wall.
            hits = hits + 1
            heading = BACK[heading]
            # CHOICE: hits of a position made by hand may already be at the limit;
            # then the next hit is the last one.
            stops = hits >= wall_hits
            if stops:
                rules.append("bull.stop")
            else:
                rules.append("bull.wall")
            if bull in chips:
                # mantle.wall: a chip can lie under the bull only if it was ignored.
                rules.append("mantle.wall")
                returned.append(name_of(bull) + ":" + chips.pop(bull))
            if stops:
                break
            continue

        # bull.advance
        bull = next_cell
        path.append(name_of(bull))

        if bull in standing:
            # fighter.down: knocked down and stays there; a jump does not protect.
            rules.append("fighter.down")
            seat = standing.pop(bull)
            down[bull] = seat
            floored.append(seat)
        elif bull in down:
            # fighter.out
            rules.append("fighter.out")
            seat = down.pop(bull)
            out.append(seat)

        if bull in chips:
            if jump_pending:
                # mantle.ignored: it stays face down, even if it is a J.
                rules.append("mantle.ignored")
                jump_pending = False
            else:
                chip = chips.pop(bull)
                if chip == "R":
                    rules.append("mantle.right")
                    heading = RIGHT[heading]
                elif chip == "L":
                    rules.append("mantle.left")
                    heading = LEFT[heading]
                elif chip == "T":
                    rules.append("mantle.through")
                else:
                    rules.append("mantle.jump")
                    jump_pending = True
                rules.append("mantle.return")
                returned.append(name_of(bull) + ":" + chip)

    left = []
    for y in range(size):
        for x in range(size):
            if (x, y) in chips:
                left.append(name_of((x, y)) + ":" + chips[x, y])

    return {
        "path": " ".join(path),
        "bull": name_of(bull),
        "heading": heading,
        "floored": floored,
        "out": out,
        "returned": returned,
        "left": left,
        "rules": rules,
    }


def random_position(rng: random.Random, wild: bool = False, midrun: bool = False) -> dict[str, Any]:
    """Make a random position in which the bull is about to run.

    Args:
        rng: where the chance comes from.
        wild: bullfighters may be anywhere, not only in the white frame
            (``material.frame``).
        midrun: the position may also carry ``hits`` and ``jump``.

    Returns:
        A mapping for ``run``, and for the engine: ``arena``, ``board`` and sometimes
        ``wall_hits``. Counts of chips are not kept to (the page allows that).
    """
    arena = rng.choice(["ring7", "vs5", "pig4"])
    size = SIZE[arena]
    board = [["." for _ in range(size)] for _ in range(size)]

    places = []
    for y in range(size):
        for x in range(size):
            first_x, first_y, last_x, last_y = FRAME[arena]
            in_frame = first_x <= x <= last_x and first_y <= y <= last_y
            if in_frame or wild:
                places.append((x, y))
    rng.shuffle(places)
    seats = rng.sample([0, 1, 2, 3], rng.randint(0, 4))
    for seat in seats:
        x, y = places.pop()
        board[y][x] = rng.choice([STANDING[seat], STANDING[seat], DOWN[seat]])

    free = []
    for y in range(size):
        for x in range(size):
            if board[y][x] == ".":
                free.append((x, y))
    rng.shuffle(free)
    x, y = free.pop()
    board[y][x] = rng.choice("^>v<")

    density = rng.choice(["none", "few", "some", "dense", "full"])
    if density == "none":
        count = 0
    elif density == "few":
        count = min(len(free), rng.randint(1, 4))
    elif density == "some":
        count = rng.randint(0, len(free))
    elif density == "dense":
        count = rng.randint(len(free) // 2, len(free))
    else:
        count = len(free)
    kinds = rng.choice(["RLJT", "RLJT", "RRRLLLJT", "JJJRLT", "TTTJJRL"])
    for x, y in free[:count]:
        board[y][x] = rng.choice(kinds)

    position: dict[str, Any] = {
        "arena": arena,
        "board": "\n".join(" ".join(row) for row in board),
    }
    if rng.random() < 0.4:
        position["wall_hits"] = rng.randint(1, 4)
    if midrun:
        if rng.random() < 0.5:
            position["hits"] = rng.randint(0, position.get("wall_hits", 2) - 1)
        if rng.random() < 0.5:
            position["jump"] = True
    return position
