"""What the compiled loops of the solver share: tables as arrays, steps as masks, and how values are written.

Values while solving, one byte a position: 1, 2, 3, ... is a decided distance in plies (odd: the mover wins, even: loses);
``OPEN`` and above is an undecided position that still has ``NONE_LEFT - value`` moves that are not known to lose. A mover
without any move has lost already: that is ``STUCK``, which no step back ever changes, for no position follows it.

Compiled code counts in signed 64-bit integers; the tables are signed too, for numba turns a mixture of signed and
unsigned numbers into floats.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from . import index
from .index import CHICK_STEPS, ELEPHANT_STEPS, FULL, GIRAFFE_STEPS, HEN_STEPS, LION_STEPS, Index, Tables, reach

OPEN = 192
NONE_LEFT = STUCK = 255
FAR_ROW, HOME_ROW = 0b111, 0b111 << 9

# Inlined, or each call would copy the whole set of tables: that alone made the solver four times as slow.
encode_own = njit(index.encode_own, inline="always", error_model="numpy")
encode_rival = njit(index.encode_rival, inline="always", error_model="numpy")
decode_own = njit(index.decode_own, inline="always", error_model="numpy")
decode_rival = njit(index.decode_rival, inline="always", error_model="numpy")


class Steps(NamedTuple):
    """Where animals step, as masks.

    ``orth``, ``diag``, ``ring``: from a square, the steps of a Giraffe, an Elephant, a Lion (by square; all the same
    backwards). ``to_hen``: squares from which the mover's Hen attacks a square; ``from_hen`` the squares it attacks. By mask, what animals standing on
    these squares attack: ``by_e``, ``by_g`` of either side, ``by_h``, ``by_c`` the mover's, ``by_rh``, ``by_rc`` the rival's.
    ``turn`` is the mask turned by half a turn, ``mirror`` its mirror image.
    """

    orth: NDArray[np.int16]
    diag: NDArray[np.int16]
    ring: NDArray[np.int16]
    to_hen: NDArray[np.int16]
    from_hen: NDArray[np.int16]
    by_e: NDArray[np.int16]
    by_g: NDArray[np.int16]
    by_h: NDArray[np.int16]
    by_c: NDArray[np.int16]
    by_rh: NDArray[np.int16]
    by_rc: NDArray[np.int16]
    turn: NDArray[np.int16]
    mirror: NDArray[np.int16]
    square: NDArray[np.int16]


def make_steps() -> Steps:
    """Return the tables of steps."""

    def by_square(steps: Any, way: int = 1) -> NDArray[np.int16]:
        return np.array([reach(s, steps, way) for s in range(12)], np.int16)

    def by_mask(one: NDArray[np.int16]) -> NDArray[np.int16]:
        out = np.zeros(FULL + 1, np.int16)
        for s in range(12):
            out[1 << s : 2 << s] = out[: 1 << s] | one[s]
        return out

    squares = np.arange(12)
    turn = by_mask((1 << (11 - squares)).astype(np.int16))
    mirror = by_mask((1 << (squares + 2 - 2 * (squares % 3))).astype(np.int16))
    square = np.zeros(FULL + 1, np.int16)
    square[1 << squares] = squares
    return Steps(
        by_square(GIRAFFE_STEPS),
        by_square(ELEPHANT_STEPS),
        by_square(LION_STEPS),
        by_square(HEN_STEPS, -1),
        by_square(HEN_STEPS),
        by_mask(by_square(ELEPHANT_STEPS)),
        by_mask(by_square(GIRAFFE_STEPS)),
        by_mask(by_square(HEN_STEPS)),
        by_mask(by_square(CHICK_STEPS)),
        by_mask(by_square(HEN_STEPS, -1)),
        by_mask(by_square(CHICK_STEPS, -1)),
        turn,
        mirror,
        square,
    )


def as_arrays(index: Index) -> Tables:
    """Return the tables of an index as the smallest arrays that hold them."""
    out = []
    for name, values in zip(Tables._fields, index.tables, strict=True):
        low, high = min(values), max(values)
        kind = next(k for k in (np.int8, np.int16, np.int32, np.int64) if np.iinfo(k).min <= low <= high <= np.iinfo(k).max)
        if name in ("start", "width", "before"):
            kind = np.int32
        elif name == "set_at":
            kind = np.int64
        out.append(np.array(values, kind))
    return Tables(*out)
