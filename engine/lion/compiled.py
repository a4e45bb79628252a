"""What the compiled loops of the solver share: tables as records, steps as masks, and how values are written.

Values while solving, one byte a position: 1, 2, 3, ... is a decided distance in plies (odd: the mover wins, even:
loses); ``OPEN`` and above is an undecided position that still has ``NONE_LEFT - value`` moves that are not known to
lose. A mover without any move has lost already: that is ``STUCK``, which no step back ever changes, for no position
follows it.

Tables go to the loops as an array of one record each. Numba counts references to the arrays of a tuple, and does so
every time one is used; the fields of a record cost nothing. Their lengths are the greatest that any material needs, so
that the loops are compiled once. All numbers are signed, for numba turns a mixture of signed and unsigned into floats.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from . import index
from .index import CHICK_STEPS, ELEPHANT_STEPS, FULL, GIRAFFE_STEPS, HEN_STEPS, LION_STEPS, SETS, Index, Tables, reach

Record = NDArray[np.void]
Masks = NDArray[np.int16]
Int = Any
"""A whole number in a compiled loop: Python's or numpy's."""

OPEN = 192
NONE_LEFT = STUCK = 255
FAR_ROW, HOME_ROW = 0b111, 0b111 << 9

# Inlined, or each call would copy what it is given.
_inlined: Any = njit(inline="always", error_model="numpy")
encode_own = _inlined(index.encode_own)
encode_rival = _inlined(index.encode_rival)
decode_own = _inlined(index.decode_own)
decode_rival = _inlined(index.decode_rival)

_PAIRS, _GROUPS, _MASKS = 72, 2100, FULL + 1
_LENGTHS: dict[type, dict[str, int]] = {
    np.int64: {"set_at": len(SETS)},
    np.int32: {"start": _PAIRS * _GROUPS, "width": _PAIRS * _GROUPS, "before": _PAIRS * 27 * 79},
    np.int16: dict.fromkeys(("below", "between"), _MASKS)
    | {"nth": 12 * _MASKS, "group_e": 27, "group_g": 27, "group_c": 243}
    | dict.fromkeys(("free", "for_e", "for_h", "for_g", "for_c"), _PAIRS),
    np.int8: dict.fromkeys(("bits", "twos", "set_of"), _MASKS)
    | {"first": 198, "second": 198, "choose": 48, "lion": _PAIRS, "rival": _PAIRS, "pair_of": 144, "flipped": 144},
}
# Numba's cache notices changes of the file that a compiled function stands in, not of those that it calls from others.
# So their source has a part in the type of the tables: when it changes, all that takes tables is compiled anew.
_SOURCE = hashlib.blake2b(
    b"".join(Path(file).read_bytes() for file in (index.__file__, __file__)), digest_size=8
).hexdigest()
_TABLES = np.dtype(
    [(name, kind, (length,)) for kind, names in _LENGTHS.items() for name, length in names.items()]
    + [
        (name, np.int8, (_GROUPS,))
        for name in Tables._fields
        if name == "shape" or name[:2] in ("n_", "r_", "h_", "w_")
    ]
    + [("groups", np.int64), (f"source_{_SOURCE}", np.int8)],
    align=True,
)


def as_record(index: Index) -> Record:
    """Return the tables of an index as one record."""
    out = np.zeros(1, _TABLES)
    out["groups"] = index.groups
    for name in Tables._fields[1:]:
        values = getattr(index.tables, name)
        out[name][0, : len(values)] = values
    return out


def make_steps() -> Record:
    """Return where animals step, as masks in one record.

    By square: ``orth``, ``diag``, ``ring``, the steps of a Giraffe, an Elephant, a Lion (the same backwards);
    ``from_hen``, the steps of the mover's Hen, and ``to_hen``, where they come from. By mask, what animals standing
    on these squares attack: ``by_e``, ``by_g`` of either side, ``by_h``, ``by_c`` the mover's, ``by_rh``, ``by_rc``
    the rival's. Also by mask: ``turn`` is it after half a turn, and ``FULL + 1`` further on the mirror image of that;
    ``mirror`` is its mirror image, ``square`` the number of its one square.
    """

    def by_square(steps: Any, way: int = 1) -> Masks:
        return np.array([reach(s, steps, way) for s in range(12)], np.int16)

    def by_mask(one: Masks) -> Masks:
        out = np.zeros(FULL + 1, np.int16)
        for s in range(12):
            out[1 << s : 2 << s] = out[: 1 << s] | one[s]
        return out

    squares = np.arange(12)
    square = np.zeros(FULL + 1, np.int16)
    square[1 << squares] = squares
    turn = by_mask((1 << (11 - squares)).astype(np.int16))
    mirror = by_mask((1 << (squares + 2 - 2 * (squares % 3))).astype(np.int16))
    fields = {
        "orth": by_square(GIRAFFE_STEPS),
        "diag": by_square(ELEPHANT_STEPS),
        "ring": by_square(LION_STEPS),
        "from_hen": by_square(HEN_STEPS),
        "to_hen": by_square(HEN_STEPS, -1),
        "by_e": by_mask(by_square(ELEPHANT_STEPS)),
        "by_g": by_mask(by_square(GIRAFFE_STEPS)),
        "by_h": by_mask(by_square(HEN_STEPS)),
        "by_c": by_mask(by_square(CHICK_STEPS)),
        "by_rh": by_mask(by_square(HEN_STEPS, -1)),
        "by_rc": by_mask(by_square(CHICK_STEPS, -1)),
        "turn": np.concatenate((turn, mirror[turn])),
        "mirror": mirror,
        "square": square,
    }
    out = np.zeros(1, [(name, np.int16, values.shape) for name, values in fields.items()])
    for name, values in fields.items():
        out[name][0] = values
    return out
