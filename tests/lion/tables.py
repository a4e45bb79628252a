"""States for the tests of Let's Catch the Lion!: played, and thrown together."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from engine import get_game
from engine.lion import State

GAME: Any = get_game("lion")
START = "gle/1c1/1C1/ELG b -"
CELLS = 12
OPTIONS = {
    "promotion": ("mandatory", "optional"),
    "reach": ("next-turn", "on-arrival", "unconditional"),
    "repetitions": (2, 3, 4),
    "pattern": ("position", "board"),
    "no_move": ("loses", "draws"),
}

HAND_MADE = (
    START,
    "gle/1c1/1C1/ELG w -",
    "L2/3/3/2l b -",  # both Lions on their far rows
    "L2/3/3/2l w -",
    "L2/g2/2l/3 w -",  # arrived, can be caught
    "L2/2g/2l/3 w -",  # arrived, is safe
    "L2/g2/2l/3 b -",  # was not caught
    "3/1l1/1L1/3 b -",  # the Lions face each other
    "1l1/1C1/3/1L1 b -",  # catches the Lion by a move that promotes
    "lc1/ccL/cc1/cc1 w -",  # no move, and nothing in hand
    "lc1/ccL/cc1/cc1 w c",  # the same with a Chick in hand
    "3/1C1/3/1L1 w L",  # the Lion is caught
    "+C1l/3/c2/+cL1 b 2GEe",
    "CCC/1l1/1L1/ccc b GEge",  # Chicks that cannot move
    "CCC/1l1/1L1/ccc w GEge",
    "1lC/C2/1c1/cL1 b 2G2E",
    "lcc/Ccc/CCL/gGe b E",  # the board is full
    "l2/3/3/2L b 2G2E2C",
    "l2/3/3/2L w 2g2e2c",
)  # fmt: skip


def line(text: str, **options: Any) -> State:
    """The state of a line, with options."""
    state: State = GAME.parse_position({"start": text, **options})
    return state


def random_options(rng: random.Random) -> dict[str, Any]:
    """Any way to play."""
    return {name: rng.choice(values) for name, values in OPTIONS.items()}


def random_line(rng: random.Random) -> str:
    """The animals of the box, or others, thrown onto the board and into the hands."""
    places = rng.sample(range(CELLS), rng.randrange(2, CELLS + 1))
    board = ["."] * CELLS
    board[places[0]], board[places[1]] = "L", "l"
    box = ["E", "E", "G", "G", "C", "C"] if rng.random() < 0.7 else rng.choices("EGC", k=rng.randrange(9))
    hands = ""
    for animal in box:
        free = [place for place in places if board[place] == "."]
        letter = rng.choice((animal, animal.lower()))
        if free and rng.random() < 0.7:
            board[rng.choice(free)] = f"+{letter}" if animal == "C" and rng.random() < 0.4 else letter
        else:
            hands += letter
    rows = "/".join("".join(board[row : row + 3]) for row in range(0, CELLS, 3)).replace("...", "3")
    return f"{rows.replace('..', '2').replace('.', '1')} {rng.choice('bw')} {hands or '-'}"


def random_game(rng: random.Random, **options: Any) -> Iterator[State]:
    """The states of a game played at random, from the first position or another."""
    state = line(START if rng.random() < 0.5 else random_line(rng), **options)
    yield state
    for _ in range(80):
        moves = GAME.legal_moves(state)
        if not moves:
            return
        state = GAME.apply(state, rng.choice(moves))
        yield state
