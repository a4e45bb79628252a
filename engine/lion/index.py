"""Numbers every undecided position of Let's Catch the Lion! from 0 up, without holes.

A position is seen by the side to move, the *mover*, who plays up the board; the other side is the *rival*. Squares
are numbered 0-11 by rows from the top (``3 * row + column``), and a set of squares is a 12-bit mask, bit *s* for
square *s*.

What has no number, because it is decided at a glance: the mover can catch the rival's Lion (won in one); a Lion
stands on its far row. What is left is numbered in this order:

1. the **pair** of Lions' squares. The board may be mirrored left to right, so the mover's Lion stands in column a or b,
   and if in b, the rival's in a or b: 21 pairs. (With both in column b a position and its mirror image have a number
   each: one position in 17 counted twice, which spares the solver every question about positions that are their own
   image.)
2. the **group**: for each animal how many the mover and the rival have on the board and in hand, Chicks and Hens apart.
   10 x 10 x 21 = 2100 groups with two of each animal.
3. the squares of the mover's animals, then of the rival's. No animal of the mover may attack the rival's Lion. The
   squares where a Hen does not are among those where a Giraffe does not, and these among those where a Chick does
   not; so Hens, then Giraffes, then Chicks are placed, and each has a number of places that the earlier ones' squares
   do not change. Elephants fit in no such order: they are placed first, and a table says how many positions come
   before each set of their squares.

The functions here read their tables by name and subscript only, so the same source serves plain Python (the tables are
lists) and numba (they are the fields of a record).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple

FULL = 0xFFF
"""All twelve squares."""

GIRAFFE_STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))
ELEPHANT_STEPS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
LION_STEPS = GIRAFFE_STEPS + ELEPHANT_STEPS
CHICK_STEPS = ((-1, 0),)
HEN_STEPS = (*GIRAFFE_STEPS, (-1, -1), (-1, 1))
"""Steps (rows down, columns right) of an animal that plays up the board."""

Ints = Sequence[int]

COUPLES = [(r, s) for s in range(12) for r in range(s)]
"""Two numbers below 12, the smaller first, in the order in which `encode` counts two squares."""

SETS = [0] + [1 << s for s in range(12)] + [1 << r | 1 << s for r, s in COUPLES]
"""Every set of at most two squares; its place in this list is its *set number* (79 in all)."""

SHAPES = [(h, g, c) for h in range(3) for g in range(3) for c in range(3)]
"""Numbers of Hens, Giraffes and Chicks of the mover on the board."""


def reach(square: int, steps: Sequence[tuple[int, int]], way: int = 1) -> int:
    """Return the mask of squares one step from ``square``; ``way`` -1 turns the steps round."""
    row, column = divmod(square, 3)
    mask = 0
    for down, right in steps:
        r, c = row + way * down, column + way * right
        if 0 <= r < 4 and 0 <= c < 3:
            mask |= 1 << (3 * r + c)
    return mask


class Tables(NamedTuple):
    """What `encode` and `decode` look up: flat sequences.

    By mask: ``bits``, how many; ``twos``, how many pairs of them; ``below``, the squares before the first bit;
    ``between``, those before the second, 0 without one; ``set_of``, the set number, from which ``set_at`` leads
    back. ``nth[12 * mask + n]`` is the mask of its n-th bit, 0 beyond the last. The n-th way to choose k squares takes
    the bits ``first[66 * k + n]`` and ``second[66 * k + n]``: the same one for k = 1, one beyond the last for k =
    0. ``choose[16 * k + n]`` is "n over k".

    By pair: ``free``, the squares without Lions; ``for_e``, ``for_h``, ``for_g``, ``for_c``, those of them where
    the mover's animal leaves the rival's Lion in peace; ``lion`` and ``rival``, the Lions' squares. ``pair_of[12 *
    lion + rival]`` is the pair, -1 if it has no number; ``flipped`` there is 1 if it has that of its mirror image.

    By group: ``shape``; on the board, ``n_e``, ``n_h``, ``n_g``, ``n_c`` of the mover, ``r_e``, ``r_h``, ``r_g``,
    ``r_c`` of the rival; in the mover's hand, ``h_e``, ``h_g``, ``h_c``; ways to place the rival's animals one kind
    after the other, ``w_e``, ``w_g``, ``w_c``, ``w_h``. ``group_e`` and ``group_g``, by 9 * the mover's + 3 * the
    rival's + those in the mover's hand, and ``group_c``, by 81 * the mover's Chicks + 27 * its Hens + 9 * the
    rival's Chicks + 3 * its Hens + those in the mover's hand, add up to the group; -1 where there is none.
    ``groups`` is their number.

    By block, ``pair * groups + group``: ``start``, its first number, and ``width``, how many there are.
    ``before[(pair * 27 + shape) * 79 + set]`` placements of the mover's animals come before those with this set of
    Elephants.
    """

    groups: int
    bits: Ints
    twos: Ints
    below: Ints
    between: Ints
    set_of: Ints
    set_at: Ints
    nth: Ints
    first: Ints
    second: Ints
    choose: Ints
    free: Ints
    for_e: Ints
    for_h: Ints
    for_g: Ints
    for_c: Ints
    lion: Ints
    rival: Ints
    pair_of: Ints
    flipped: Ints
    shape: Ints
    n_e: Ints
    n_h: Ints
    n_g: Ints
    n_c: Ints
    r_e: Ints
    r_h: Ints
    r_g: Ints
    r_c: Ints
    h_e: Ints
    h_g: Ints
    h_c: Ints
    w_e: Ints
    w_g: Ints
    w_c: Ints
    w_h: Ints
    group_e: Ints
    group_g: Ints
    group_c: Ints
    start: Ints
    width: Ints
    before: Ints


class Index(NamedTuple):
    """Tables for one material; ``size`` positions in ``pairs`` x ``groups`` blocks."""

    material: tuple[int, int, int]
    size: int
    pairs: int
    groups: int
    tables: Tables


def encode_own(t: Tables, pair: int, group: int, e: int, h: int, g: int, c: int) -> int:
    """Return the number of the placement of the mover's animals (masks of its Elephants, Hens, Giraffes, Chicks)."""
    n = 0
    taken = e
    if h:
        f = t.for_h[pair] & ~taken
        n = t.bits[f & t.below[h]] + t.twos[f & t.between[h]]
        taken |= h
    if g:
        f = t.for_g[pair] & ~taken
        n = n * t.choose[16 * t.n_g[group] + t.bits[f]] + t.bits[f & t.below[g]] + t.twos[f & t.between[g]]
        taken |= g
    if c:
        f = t.for_c[pair] & ~taken
        n = n * t.choose[16 * t.n_c[group] + t.bits[f]] + t.bits[f & t.below[c]] + t.twos[f & t.between[c]]
    return n + t.before[(pair * 27 + t.shape[group]) * 79 + t.set_of[e]]


def encode_rival(t: Tables, group: int, n: int, free: int, e: int, h: int, g: int, c: int) -> int:
    """Return the number within the block, ``n`` being the mover's placement; the rival has the ``free`` squares."""
    if e:
        n = n * t.w_e[group] + t.bits[free & t.below[e]] + t.twos[free & t.between[e]]
        free &= ~e
    if g:
        n = n * t.w_g[group] + t.bits[free & t.below[g]] + t.twos[free & t.between[g]]
        free &= ~g
    if c:
        n = n * t.w_c[group] + t.bits[free & t.below[c]] + t.twos[free & t.between[c]]
        free &= ~c
    if h:
        n = n * t.w_h[group] + t.bits[free & t.below[h]] + t.twos[free & t.between[h]]
    return n


def decode_own(t: Tables, pair: int, group: int, n: int) -> tuple[int, int, int, int]:
    """Return the masks (e, h, g, c) of the mover's n-th placement; the inverse of `encode_own`."""
    low = (0, 1, 13)[t.n_e[group]]
    high = (1, 13, 79)[t.n_e[group]]
    row = (pair * 27 + t.shape[group]) * 79
    while high - low > 1:  # the last set of Elephants with no more than n placements before it
        middle = (low + high) // 2
        if t.before[row + middle] <= n:
            low = middle
        else:
            high = middle
    n -= t.before[row + low]
    e = t.set_at[low]
    k_h, k_g, k_c = t.n_h[group], t.n_g[group], t.n_c[group]
    n_c = t.choose[16 * k_c + t.bits[t.for_c[pair] & ~e] - k_h - k_g]
    n_g = t.choose[16 * k_g + t.bits[t.for_g[pair] & ~e] - k_h]
    f, i = 12 * (t.for_h[pair] & ~e), 66 * k_h + n // n_c // n_g
    h = t.nth[f + t.first[i]] | t.nth[f + t.second[i]]
    f, i = 12 * (t.for_g[pair] & ~(e | h)), 66 * k_g + n // n_c % n_g
    g = t.nth[f + t.first[i]] | t.nth[f + t.second[i]]
    f, i = 12 * (t.for_c[pair] & ~(e | h | g)), 66 * k_c + n % n_c
    c = t.nth[f + t.first[i]] | t.nth[f + t.second[i]]
    return e, h, g, c


def decode_rival(t: Tables, group: int, n: int, free: int) -> tuple[int, int, int, int]:
    """Return the masks (e, h, g, c) of the rival's n-th placement on ``free`` squares."""
    w_h, w_c, w_g = t.w_h[group], t.w_c[group], t.w_g[group]
    f, i = 12 * free, 66 * t.r_e[group] + n // w_h // w_c // w_g
    e = t.nth[f + t.first[i]] | t.nth[f + t.second[i]]
    free &= ~e
    f, i = 12 * free, 66 * t.r_g[group] + n // w_h // w_c % w_g
    g = t.nth[f + t.first[i]] | t.nth[f + t.second[i]]
    free &= ~g
    f, i = 12 * free, 66 * t.r_c[group] + n // w_h % w_c
    c = t.nth[f + t.first[i]] | t.nth[f + t.second[i]]
    free &= ~c
    f, i = 12 * free, 66 * t.r_h[group] + n % w_h
    h = t.nth[f + t.first[i]] | t.nth[f + t.second[i]]
    return e, h, g, c


def encode(t: Tables, pair: int, group: int, e: int, h: int, g: int, c: int, re: int, rh: int, rg: int, rc: int) -> int:
    """Return the number of a position.

    Args:
        t: the tables of the material.
        pair: number of the Lions' squares.
        group: number of the counts on the board and in hand.
        e, h, g, c: squares (masks) of the mover's Elephants, Hens, Giraffes, Chicks.
        re, rh, rg, rc: the same of the rival's.
    """
    n = encode_own(t, pair, group, e, h, g, c)
    n = encode_rival(t, group, n, t.free[pair] & ~(e | h | g | c), re, rh, rg, rc)
    return t.start[pair * t.groups + group] + n


def decode(t: Tables, pair: int, group: int, n: int) -> tuple[int, int, int, int, int, int, int, int]:
    """Return the masks (e, h, g, c, re, rh, rg, rc) of the n-th position of a block; the inverse of `encode`."""
    rest = t.w_e[group] * t.w_g[group] * t.w_c[group] * t.w_h[group]
    e, h, g, c = decode_own(t, pair, group, n // rest)
    re, rh, rg, rc = decode_rival(t, group, n % rest, t.free[pair] & ~(e | h | g | c))
    return e, h, g, c, re, rh, rg, rc


def _mask_tables() -> dict[str, list[int]]:
    """Return the tables that depend on masks alone."""
    bits = [mask.bit_count() for mask in range(FULL + 1)]
    rest = [mask & (mask - 1) for mask in range(FULL + 1)]  # without the first bit
    set_of = [0] * (FULL + 1)
    for number, mask in enumerate(SETS):
        set_of[mask] = number
    nth = [0] * (12 * (FULL + 1))
    for mask in range(FULL + 1):
        left, at = mask, 12 * mask
        while left:
            nth[at] = left & -left
            left, at = rest[left], at + 1
    return {
        "bits": bits,
        "twos": [n * (n - 1) // 2 for n in bits],
        "below": [(mask & -mask) - 1 if mask else 0 for mask in range(FULL + 1)],
        "between": [(left & -left) - 1 if left else 0 for left in rest],
        "set_of": set_of,
        "nth": nth,
        "set_at": SETS,
        "first": [11] * 66 + [n % 12 for n in range(66)] + [r for r, _ in COUPLES],
        "second": [11] * 66 + [n % 12 for n in range(66)] + [s for _, s in COUPLES],
        "choose": [comb(n, k) for k in range(3) for n in range(16)],
    }


def _pair_tables(whole: bool) -> dict[str, list[int]]:
    """Return the tables of the Lions' squares; ``whole`` also numbers what is decided at a glance."""
    names = ("free", "for_e", "for_h", "for_g", "for_c", "lion", "rival")
    out: dict[str, list[int]] = {name: [] for name in names}
    out["pair_of"], out["flipped"] = [-1] * 144, [0] * 144
    for lion in range(12):
        for rival in range(12):
            if lion == rival or lion % 3 == 2 or (lion % 3 == 1 and rival % 3 == 2):
                continue
            if not whole and (lion < 3 or rival > 8 or reach(lion, LION_STEPS) >> rival & 1):
                continue
            free = FULL & ~(1 << lion | 1 << rival)
            pair = len(out["lion"])
            kept_from = [() if whole else s for s in (ELEPHANT_STEPS, HEN_STEPS, GIRAFFE_STEPS, CHICK_STEPS)]
            for_each = [free & ~reach(rival, steps, -1) for steps in kept_from]
            for name, value in zip(names, (free, *for_each, lion, rival), strict=True):
                out[name].append(value)
            mirrored = 12 * (lion + 2 - 2 * (lion % 3)) + rival + 2 - 2 * (rival % 3)
            out["pair_of"][mirrored], out["flipped"][mirrored] = pair, 1
            out["pair_of"][12 * lion + rival], out["flipped"][12 * lion + rival] = pair, 0
    return out


def _group_tables(material: tuple[int, int, int]) -> dict[str, list[int]]:
    """Return the tables of the counts: every way to share out the animals between board and hands."""
    n_e, n_g, n_c = material
    ways_e = [(a, b, k) for a in range(n_e + 1) for b in range(n_e + 1 - a) for k in range(n_e + 1 - a - b)]
    ways_g = [(a, b, k) for a in range(n_g + 1) for b in range(n_g + 1 - a) for k in range(n_g + 1 - a - b)]
    ways_c = [
        (c, h, rc, rh, k)
        for c in range(n_c + 1)
        for h in range(n_c + 1 - c)
        for rc in range(n_c + 1 - c - h)
        for rh in range(n_c + 1 - c - h - rc)
        for k in range(n_c + 1 - c - h - rc - rh)
    ]
    names = ["shape", "n_e", "n_h", "n_g", "n_c", "r_e", "r_h", "r_g", "r_c", "h_e", "h_g", "h_c"]
    names += ["w_e", "w_g", "w_c", "w_h"]
    out: dict[str, list[int]] = {name: [] for name in names}
    out["group_e"], out["group_g"], out["group_c"] = [-1] * 27, [-1] * 27, [-1] * 243
    for i, (a, b, k) in enumerate(ways_e):
        out["group_e"][9 * a + 3 * b + k] = i * len(ways_g) * len(ways_c)
    for i, (a, b, k) in enumerate(ways_g):
        out["group_g"][9 * a + 3 * b + k] = i * len(ways_c)
    for i, (c, h, rc, rh, k) in enumerate(ways_c):
        out["group_c"][81 * c + 27 * h + 9 * rc + 3 * rh + k] = i
    for e, re, he in ways_e:
        for g, rg, hg in ways_g:
            for c, h, rc, rh, hc in ways_c:
                left = 10 - e - g - c - h
                ways = [comb(left, re), comb(left - re, rg), comb(left - re - rg, rc), comb(left - re - rg - rc, rh)]
                row = (SHAPES.index((h, g, c)), e, h, g, c, re, rh, rg, rc, he, hg, hc, *ways)
                for name, value in zip(names, row, strict=True):
                    out[name].append(value)
    return out


def _block_tables(t: dict[str, list[int]]) -> dict[str, list[int]]:
    """Return where each block begins and how wide it is, and how many placements come before a set of Elephants."""
    pairs = len(t["lion"])
    before = [0] * (pairs * 27 * 79)
    placed: dict[tuple[int, int, int], int] = {}  # (pair, shape, Elephants) -> placements of the mover's animals
    for pair in range(pairs):
        for shape, (h, g, c) in enumerate(SHAPES):
            for_e, for_h, for_g, for_c = (t[name][pair] for name in ("for_e", "for_h", "for_g", "for_c"))
            total = 0
            for number, mask in enumerate(SETS):
                if number in (1, 13):
                    total = 0
                before[(pair * 27 + shape) * 79 + number] = total
                if not mask & ~for_e and h + c <= 2:
                    total += (
                        comb((for_h & ~mask).bit_count(), h)
                        * comb(max(0, (for_g & ~mask).bit_count() - h), g)
                        * comb(max(0, (for_c & ~mask).bit_count() - h - g), c)
                    )
                if number in (0, 12, 78):
                    placed[pair, shape, mask.bit_count()] = total
    start, width, at = [], [], 0
    ways = [w_e * w_g * w_c * w_h for w_e, w_g, w_c, w_h in zip(t["w_e"], t["w_g"], t["w_c"], t["w_h"], strict=True)]
    for pair in range(pairs):
        for shape, elephants, rest in zip(t["shape"], t["n_e"], ways, strict=True):
            start.append(at)
            width.append(placed[pair, shape, elephants] * rest)
            at += width[-1]
    return {"start": start, "width": width, "before": before}


@lru_cache(maxsize=8)
def make_index(material: tuple[int, int, int] = (2, 2, 2), whole: bool = False) -> Index:
    """Return the index of the positions with so many Elephants, Giraffes and Chicks (at most two of each).

    Args:
        material: how many of each animal both sides have together.
        whole: also number the positions that are decided at a glance (for counting them).
    """
    parts = _mask_tables() | _pair_tables(whole) | _group_tables(material)
    parts |= _block_tables(parts)
    tables = Tables(len(parts["shape"]), **parts)
    size = tables.start[-1] + tables.width[-1]
    return Index(material, size, len(tables.lion), tables.groups, tables)
