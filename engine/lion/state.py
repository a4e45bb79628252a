"""What lies on the table of Let's Catch the Lion!, the ways of the animals, and moves as text."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ..core import Ruleset, option
from ..errors import NotationError, Phrase, shown
from ..scene import cell_name, cell_xy, grid

COLUMNS, ROWS = 3, 4
CELLS = grid(COLUMNS, ROWS)
INDEX: Mapping[str, int] = {cell: number for number, cell in enumerate(CELLS)}
EMPTY = "."
OWN = ("LEGCH", "legch")
"""Letters of the animals on a board, by side: Lion, Elephant, Giraffe, Chick, Hen."""
HAND = "GECHL"
"""The order in which a hand is written. A Hen is in hand only in the middle of a move, a Lion only at the end."""
DROPS = "GEC"
"""The animals that can wait in a hand, in the order in which hands are written."""
FAR = (range(3), range(9, 12))
"""The places of the far row, by side."""
LOT = -1
"""``State.side`` while it is not yet decided who begins."""

WAYS: Mapping[str, tuple[int, int]] = {
    "ahead": (0, -1), "ahead-right": (1, -1), "right": (1, 0), "back-right": (1, 1),
    "back": (0, 1), "back-left": (-1, 1), "left": (-1, 0), "ahead-left": (-1, -1),
}  # fmt: skip
"""Columns and rows of a step, as Land sees the board; clockwise. For Sky they are turned about."""
DOTS: Mapping[str, tuple[str, ...]] = {
    "L": tuple(WAYS),
    "E": ("ahead-right", "back-right", "back-left", "ahead-left"),
    "G": ("ahead", "right", "back", "left"),
    "C": ("ahead",),
    "H": ("ahead", "ahead-right", "right", "back", "left", "ahead-left"),
}
"""The dots on the picture of each animal."""


@dataclass(frozen=True, slots=True)
class LionRules(Ruleset):
    """The rulings of the rules page as options."""

    promotion: str = option(
        "mandatory", "Whether a Chick that reaches the far row must become a Hen", choices=("mandatory", "optional")
    )
    reach: str = option(
        "next-turn",
        "When a Lion on the far row wins: when the next move does not catch it; only when nobody could catch it as it "
        "arrives; always",
        choices=("next-turn", "on-arrival", "unconditional"),
    )
    repetitions: int = option(3, "The game is a draw when a position stands for this time", bounds=(2, 9))
    pattern: str = option(
        "position",
        "What has to be the same in a repetition: board, hands and side to move, or the board alone",
        choices=("position", "board"),
    )
    no_move: str = option("loses", "What happens to a side without a legal move", choices=("loses", "draws"))
    first: str = option("land", "Who begins", choices=("land", "sky", "lot"))


@dataclass(frozen=True, slots=True)
class Move:
    """A move.

    Args:
        source: where from; "" for an animal put down.
        to: where to. It may lie just outside the board: then the move is refused.
        promote: the Chick is flipped over.
        drop: the animal put down: a letter of L G E C; "" for a step on the board.
        first: the side that begins, where that is decided by lot; -1 for any other move.
    """

    source: str
    to: str
    promote: bool = False
    drop: str = ""
    first: int = -1


@dataclass(frozen=True, slots=True)
class State:
    """Everything on the table.

    Args:
        board: a letter or "." for each cell in reading order. Upper case is Land's (sente), lower case Sky's (gote).
        hands: Land's, then Sky's, upper case, in the order of :data:`HAND`.
        side: who is to move, or :data:`LOT`.
        stood: the key of every position so far, as often as it stood, in alphabetical order.
        arrived: the last move took a Lion to its far row. Kept only where ``reach`` is ``on-arrival``.
        moving: a move is not finished; ``stood`` and ``moves`` do not know it yet.
        start, moves: the first position in one line, and the moves since. They say how the state came about, and two
            states that differ only here are equal.
    """

    ruleset: LionRules
    board: str
    hands: tuple[str, str]
    side: int
    stood: tuple[str, ...] = ()
    arrived: bool = False
    moving: bool = False
    start: str = field(default="", compare=False)
    moves: tuple[Move, ...] = field(default=(), compare=False)

    @property
    def times(self) -> int:
        """How often the present position has stood, this time included; 0 in the middle of a move."""
        if self.moving or self.side == LOT:
            return 0
        return count(self.stood, position_key(self.ruleset, self.board, self.hands, self.side))

    def at(self, cell: str) -> str:
        """The letter on a cell."""
        return self.board[INDEX[cell]]

    def owner(self, cell: str) -> int | None:
        """The side whose animal stands on a cell."""
        return owner(self.at(cell))

    def _repr_svg_(self) -> str:
        from ..scene import svg
        from . import game

        return svg(game.scene(self), game.folder)


def owner(letter: str) -> int | None:
    """The side of a letter of the board."""
    return None if letter == EMPTY else int(letter.islower())


def position_key(ruleset: LionRules, board: str, hands: tuple[str, str], side: int) -> str:
    """What two positions have in common that count as the same."""
    return board if ruleset.pattern == "board" else f"{board} {side} {hands[0]} {hands[1]}"


def count(stood: tuple[str, ...], key: str) -> int:
    """How often a key is in a sorted tuple."""
    first = bisect_left(stood, key)
    return bisect_right(stood, key, first) - first


def with_key(stood: tuple[str, ...], key: str) -> tuple[str, ...]:
    """A sorted tuple with one more key."""
    place = bisect_right(stood, key)
    return (*stood[:place], key, *stood[place:])


def sort_hand(animals: str) -> str:
    """A hand in the order in which hands are written."""
    return "".join(sorted(animals, key=HAND.index))


# The ways of the animals ----------------------------------------------------------------------------------------------


class Dot(NamedTuple):
    """One dot of an animal on a cell: the way, and the cell it points to (outside the board: None)."""

    way: str
    x: int
    y: int
    cell: int | None


def _dots(letter: str, place: int) -> Iterator[Dot]:
    turn = -1 if letter.islower() else 1
    column, row = place % COLUMNS, place // COLUMNS
    for way in DOTS[letter.upper()]:
        x, y = column + turn * WAYS[way][0], row + turn * WAYS[way][1]
        inside = 0 <= x < COLUMNS and 0 <= y < ROWS
        yield Dot(way, x, y, y * COLUMNS + x if inside else None)


DOTS_AT: Mapping[str, tuple[tuple[Dot, ...], ...]] = {
    letter: tuple(tuple(_dots(letter, place)) for place in range(len(CELLS))) for letter in "".join(OWN)
}
"""Letter -> place -> its dots there."""

CATCHERS: tuple[tuple[tuple[tuple[int, str], ...], ...], ...] = tuple(
    tuple(
        tuple(
            (place, letters)
            for place in range(len(CELLS))
            if (letters := "".join(one for one in OWN[side] if any(dot.cell == cell for dot in DOTS_AT[one][place])))
        )
        for cell in range(len(CELLS))
    )
    for side in (0, 1)
)
"""Side -> cell -> (place, letters): the animals that catch on the cell, if they stand on the place."""


def catchers(board: str, side: int, cell: int) -> tuple[int, ...]:
    """The places of a side's animals that could catch on a cell."""
    return tuple(place for place, letters in CATCHERS[side][cell] if board[place] in letters)


# Moves as text --------------------------------------------------------------------------------------------------------

_COLUMN_NAMES = {-1: "z", COLUMNS: "d"}


def any_name(x: int, y: int) -> str:
    """The name of a cell, also of one just outside the board: column ``z`` or ``d``, row 0 or 5.

    >>> any_name(1, -1), any_name(-1, 2)
    ('b0', 'z3')
    """
    return f"{_COLUMN_NAMES[x]}{y + 1}" if x in _COLUMN_NAMES else cell_name(x, y)


def any_xy(cell: str) -> tuple[int, int]:
    """Column and row of a cell, also of one just outside the board.

    >>> any_xy("z0")
    (-1, -1)
    """
    x, y = cell_xy(cell)
    return (-1 if cell[0] == "z" else x), y


_CELL = "[abcdz][0-5]"
_MOVE = re.compile(
    rf"""(?P<animal>\+?[LEGC]|H)?(?P<source>{_CELL})(?P<how>[-x]?)(?P<to>{_CELL})(?P<promote>\+?)
    | (?P<drop>[LGEC])\*(?P<place>{_CELL})(?P<flip>\+?) | first\s+(?P<first>land|sky)""",
    re.VERBOSE,
)
_SIDES = ("land", "sky")
NAMES = {
    "L": Phrase("Lion"), "E": Phrase("Elephant"), "G": Phrase("Giraffe"), "C": Phrase("Chick"), "H": Phrase("Hen"),
}  # fmt: skip


def parse_move(state: State, text: str) -> Move:
    """Read a move: ``b3b2``, ``b2b1+``, ``C*b3``, or as people write it: ``Cb3xb2``, ``Lb4-a3``.

    Raises:
        NotationError: not a move, or it names an animal or a catch that is not there.
    """
    found = _MOVE.fullmatch(text.strip()) if isinstance(text, str) else None
    if found is None:
        raise NotationError(
            "{given} is not a move of Let's Catch the Lion!; expected for example b3b2, b2b1+ (becomes a Hen) or C*b3 "
            "(put down)",
            given=shown(text),
        )
    if found["first"]:
        return Move("", "", first=_SIDES.index(found["first"]))
    if found["drop"]:
        return Move("", found["place"], promote=bool(found["flip"]), drop=found["drop"])
    source, to = found["source"], found["to"]
    if source not in INDEX:
        raise NotationError("{cell} is not a space of the board; its spaces are a1 to c4", cell=source)
    here = state.at(source).upper()
    named = (found["animal"] or "").replace("+C", "H")
    if named and named != here:
        values = {"given": text.strip(), "animal": NAMES[named], "cell": source}
        if here in NAMES:
            raise NotationError(
                "{given}: the {animal} is not on {cell}; the {other} is there", **values, other=NAMES[here]
            )
        raise NotationError("{given}: the {animal} is not on {cell}; nobody is there", **values)
    if found["how"] and to in INDEX and (found["how"] == "x") != (state.at(to) != EMPTY):
        if found["how"] == "x":
            raise NotationError("{given}: nobody is on {cell} to be caught", given=text.strip(), cell=to)
        raise NotationError("{given}: somebody is on {cell}: a catch has an x", given=text.strip(), cell=to)
    return Move(source, to, bool(found["promote"]))


def format_move(move: Move) -> str:
    """The text of a move.

    >>> format_move(Move("b2", "b1", promote=True)), format_move(Move("", "b3", drop="C"))
    ('b2b1+', 'C*b3')
    """
    if move.first >= 0:
        return f"first {_SIDES[move.first]}"
    start = f"{move.drop}*" if move.drop else move.source
    return f"{start}{move.to}{'+' if move.promote else ''}"


def show_move(state: State, move: Move) -> str:
    """A move as people write it, with the animal and with x for a catch: ``Cb3xb2``, ``Lb4-a3``, ``G*b3``."""
    if not move.source:
        return format_move(move)
    letter = state.at(move.source).upper().replace("H", "+C").replace(EMPTY, "")
    how = "x" if move.to in INDEX and state.at(move.to) != EMPTY else "-"
    return f"{letter}{move.source}{how}{move.to}{'+' if move.promote else ''}"
