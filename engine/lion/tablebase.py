"""Looks up the true value of a position of Let's Catch the Lion! in the table that `engine.lion.solver` makes.

Plain Python: the table is mapped, so all processes share one copy of it in memory, and neither numpy nor numba is
loaded.

Piece codes on a plain board, a tuple of 12 numbers by rows from the top (a1, b1, c1, a2, ...): 0 empty, 1 Lion, 2
Giraffe, 3 Elephant, 4 Chick, 5 Hen; sente's positive, gote's negative. Hands: sente's Giraffes, Elephants, Chicks,
then gote's. Side: 0 sente, 1 gote.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from platformdirs import user_data_dir

from ..errors import DataError, PositionError, shown
from . import tablefile
from .index import (
    CHICK_STEPS,
    ELEPHANT_STEPS,
    FULL,
    GIRAFFE_STEPS,
    HEN_STEPS,
    LION_STEPS,
    decode,
    encode_own,
    encode_rival,
    reach,
)
from .position import parse_line
from .state import EMPTY, LOT, LionRules, Move, State

TABLE = "lion.table"
LION, GIRAFFE, ELEPHANT, CHICK, HEN = 1, 2, 3, 4, 5

Board = tuple[int, ...]
Hands = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Value:
    """What a position is worth to the side to move.

    ``distance`` counts the plies up to the one that ends the game, both sides playing their best: the winner for the
    shortest way, the loser for the longest. 0 means that the game is over; a drawn position has none.
    """

    result: Literal["win", "loss", "draw"]
    distance: int | None


_VALUES = [Value("draw", None)] + [Value("win" if n % 2 else "loss", n) for n in range(1, 255)]
_WON, _LOST = Value("win", 0), Value("loss", 0)
_VALUES.append(_LOST)  # the mover has no move: see `engine.lion.compiled`

_TURN = [int(f"{mask:012b}"[::-1], 2) for mask in range(FULL + 1)]
_MIRROR = [sum(1 << (s + 2 - 2 * (s % 3)) for s in range(12) if mask >> s & 1) for mask in range(FULL + 1)]
_SQUARE = {1 << s: s for s in range(12)}
# squares from which the mover's animal attacks a square
_FROM_E, _FROM_G, _FROM_C, _FROM_H, _FROM_L = (
    [reach(s, steps, -1) for s in range(12)]
    for steps in (ELEPHANT_STEPS, GIRAFFE_STEPS, CHICK_STEPS, HEN_STEPS, LION_STEPS)
)


class Table:
    """An open table. Make it with `open_table`."""

    def __init__(self, path: Path) -> None:
        contents = tablefile.read(path)
        if contents.stage != tablefile.FINISHED:
            contents.map.close()
            raise DataError(path, "stage", "this is unfinished work, not a table. Please solve the Lion to its end.")
        self.path = path
        self.index = contents.index
        self._map = contents.map

    def __len__(self) -> int:
        """Return how many positions have a number."""
        return self.index.size

    def value_at(self, number: int) -> Value:
        """Return the value of a position by its number."""
        if not 0 <= number < self.index.size:
            raise IndexError(f"positions are numbered 0 to {self.index.size - 1}, not {number}")
        return _VALUES[self._map[tablefile.BODY + number]]

    def position_at(self, number: int) -> tuple[Board, Hands]:
        """Return the board and the hands of a position by its number, sente to move."""
        t = self.index.tables
        if not 0 <= number < self.index.size:
            raise IndexError(f"positions are numbered 0 to {self.index.size - 1}, not {number}")
        block = bisect_right(t.start, number) - 1  # the last that begins there or before
        pair, group = divmod(block, self.index.groups)
        e, h, g, c, re_, rh, rg, rc = decode(t, pair, group, number - t.start[block])
        board = [0] * 12
        masks = (
            (ELEPHANT, e, re_),
            (HEN, h, rh),
            (GIRAFFE, g, rg),
            (CHICK, c, rc),
            (LION, 1 << t.lion[pair], 1 << t.rival[pair]),
        )
        for code, ours, theirs in masks:
            for s in range(12):
                board[s] += code * ((ours >> s & 1) - (theirs >> s & 1))
        all_e, all_g, all_c = self.index.material
        hand = (t.h_g[group], t.h_e[group], t.h_c[group])
        other = (
            all_g - t.n_g[group] - t.r_g[group] - hand[0],
            all_e - t.n_e[group] - t.r_e[group] - hand[1],
            all_c - t.n_c[group] - t.n_h[group] - t.r_c[group] - t.r_h[group] - hand[2],
        )
        return tuple(board), hand + other

    def probe_raw(self, board: Board, hands: Hands, side: int) -> Value:
        """Return the value of a position for the side to move.

        Args:
            board: 12 piece codes.
            hands: how many Giraffes, Elephants and Chicks sente holds, then gote.
            side: 0 if sente is to move, 1 if gote.

        Raises:
            PositionError: if the position has other animals than those of the table.
        """
        if len(board) != 12 or len(hands) != 6 or min(board) < -HEN or max(board) > HEN or min(hands) < 0:
            raise PositionError("A plain board has 12 codes from -5 to 5, the hands 6 numbers from 0 up.")
        m = [0] * 11  # masks by piece code; the negative codes count from the end
        bit = 1
        for code in board:
            m[code] |= bit
            bit += bit
        if side:
            turn = _TURN
            rival, rg, re_, rc, rh = (turn[x] for x in m[1:6])
            h, c, e, g, lion = (turn[x] for x in m[6:])
            rk_g, rk_e, rk_c, k_g, k_e, k_c = hands
        else:
            _, lion, g, e, c, h, rh, rc, re_, rg, rival = m
            k_g, k_e, k_c, rk_g, rk_e, rk_c = hands
        index = self.index
        t = index.tables
        bits = t.bits
        n_e, n_g, n_c, n_h, r_e, r_g, r_c, r_h = (bits[x] for x in (e, g, c, h, re_, rg, rc, rh))
        if (
            (n_e + r_e + k_e + rk_e, n_g + r_g + k_g + rk_g, n_c + n_h + r_c + r_h + k_c + rk_c) != index.material
            or lion not in _SQUARE
            or rival not in _SQUARE
        ):
            raise PositionError(
                "The table holds the positions with a Lion a side and, both sides together, {elephants} Elephants, "
                "{giraffes} Giraffes and {chicks} Chicks or Hens, on the board or in hand.",
                **dict(zip(("elephants", "giraffes", "chicks"), index.material, strict=True)),
            )
        if lion < 8:  # on the far row, and not caught: it has reached safely
            return _WON
        at = _SQUARE[rival]
        if e & _FROM_E[at] or g & _FROM_G[at] or c & _FROM_C[at] or h & _FROM_H[at] or lion & _FROM_L[at]:
            return _VALUES[1]
        if rival >= 1 << 9:  # the same for the rival
            return _LOST
        k = 12 * _SQUARE[lion] + at
        pair = t.pair_of[k]
        if t.flipped[k]:
            e, g, c, h, re_, rg, rc, rh = (_MIRROR[x] for x in (e, g, c, h, re_, rg, rc, rh))
        group = (
            t.group_e[9 * n_e + 3 * r_e + k_e]
            + t.group_g[9 * n_g + 3 * r_g + k_g]
            + t.group_c[81 * n_c + 27 * n_h + 9 * r_c + 3 * r_h + k_c]
        )
        n = encode_own(t, pair, group, e, h, g, c)
        n = encode_rival(t, group, n, t.free[pair] & ~(e | h | g | c), re_, rh, rg, rc)
        return _VALUES[self._map[tablefile.BODY + t.start[pair * index.groups + group] + n]]

    def probe_position(self, text: str) -> Value:
        """Return the value of a position in the one-line form, as ``gle/1c1/1C1/ELG b -``, for the side to move.

        Raises:
            PositionError: if the text is no such position, or has other animals than those of the table.
        """
        return self.probe_raw(*parse(text))


def default_folder() -> Path:
    """Return the folder of the user's own data."""
    return Path(user_data_dir("matadojo"))


@lru_cache(maxsize=4)
def _default(*homes: str | None) -> str:
    return str(default_folder() / TABLE)


@lru_cache(maxsize=4)
def _opened(name: str, stamp: tuple[int, ...]) -> Table:
    return Table(Path(name))


def open_table(path: Path | str | None = None) -> Table:
    """Open a table, by default the one in the user's data folder; check it unless it was checked since it last changed.

    Raises:
        DataError: if there is no table, or it is foreign, of another version, unfinished, cut short or damaged.
    """
    name = _default(os.environ.get("XDG_DATA_HOME"), os.environ.get("HOME")) if path is None else os.path.abspath(path)
    try:
        found = os.stat(name)
    except OSError:
        return Table(Path(name))  # which says what is wrong
    return _opened(name, (found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns))


def probe_raw(board: Board, hands: Hands, side: int) -> Value:
    """Return the value of a plain board from the default table: see `Table.probe_raw`."""
    return open_table().probe_raw(board, hands, side)


def probe_position(text: str) -> Value:
    """Return the value of a position in the one-line form from the default table: see `Table.probe_position`."""
    return open_table().probe_position(text)


_CODES = {letter: sign * code for code, both in enumerate(("Ll", "Gg", "Ee", "Cc", "Hh"), 1)
          for letter, sign in zip(both, (1, -1), strict=True)} | {EMPTY: 0}  # fmt: skip
_HELD = "GEC"


def parse(text: str) -> tuple[Board, Hands, int]:
    """Read the one-line form into a plain board, hands and side.

    >>> parse("gle/1c1/1C1/ELG b -")
    ((-2, -1, -3, 0, -4, 0, 0, 4, 0, 3, 1, 2), (0, 0, 0, 0, 0, 0), 0)

    Raises:
        PositionError: if the text is no position in which somebody is to move.
    """
    board, hands, side = parse_line(text, "position")
    if side == LOT or "L" in hands[0] + hands[1]:
        raise PositionError(
            "{given}: expected a position in which somebody is to move and no Lion is caught", given=shown(text)
        )
    return _plain(board, hands, side)


def _plain(board: str, hands: tuple[str, str], side: int) -> tuple[Board, Hands, int]:
    """Letters as codes and counts."""
    held = tuple(hand.count(animal) for hand in hands for animal in _HELD)
    return tuple([_CODES[letter] for letter in board]), held, side


def check_rules(rules: LionRules) -> None:
    """Refuse rules with which positions have other values than those in the table.

    Raises:
        PositionError: if they are such.
    """
    for name, wanted in _RULES.items():
        if getattr(rules, name) != wanted:
            raise PositionError(
                "The table of the solved Lion holds for {name}: {wanted}, not for {name}: {value}.",
                name=name,
                wanted=wanted,
                value=getattr(rules, name),
            )


_RULES = {"promotion": "mandatory", "reach": "next-turn", "no_move": "loses", "pattern": "position"}


def probe(state: State, table: Table | None = None) -> Value:
    """Return the value of a state for the side to move.

    It is that of the position: how often it has stood does not count.

    Args:
        state: a state with the usual rules, in which somebody is to move or the game is over.
        table: where to look it up; by default the table in the user's data folder.

    Raises:
        PositionError: if the rules are others, the lot has not been cast, a move is not finished, or there are other
            animals than in the table.
        DataError: if there is no table that can be trusted; it says how to make one.
    """
    check_rules(state.ruleset)
    if state.side == LOT or state.moving:
        raise PositionError("A position has a value when somebody is to move and no move is half done.")
    if "L" in state.hands[0] + state.hands[1]:
        return _WON if "L" in state.hands[state.side] else _LOST
    return (table or open_table()).probe_raw(*_plain(state.board, state.hands, state.side))


def before(value: Value) -> Value:
    """Return what a move is worth to who makes it, from the value of the position that it leads to.

    >>> before(Value("loss", 4)), before(Value("draw", None))
    (Value(result='win', distance=5), Value(result='draw', distance=None))
    """
    if value.distance is None:
        return value
    return Value("loss" if value.result == "win" else "win", value.distance + 1)


def rank(value: Value) -> tuple[int, int]:
    """Return a key by which better values come first: the quick wins, the draws, then the losses that take long."""
    order = {"win": 0, "draw": 1, "loss": 2}[value.result]
    return order, (value.distance or 0) * (-1 if value.result == "loss" else 1)


def probe_moves(state: State, table: Table | None = None) -> list[tuple[Move, Value]]:
    """Return every legal move with its value to who makes it, the best first.

    Raises:
        PositionError, DataError: as `probe`.
    """
    from . import game

    check_rules(state.ruleset)
    table = table or open_table()
    found = [(move, before(probe(game.apply(state, move), table))) for move in game.legal_moves(state)]
    return sorted(found, key=lambda one: rank(one[1]))
