"""Compiled loops that play forwards, for checking what the solver found by working back.

They share the numbering and the masks of steps with the solver, but neither its first look nor its step back.

A position is a row of 13 numbers: the mover's Elephants, Hens, Giraffes, Chicks (masks) and its Lion's square, the
same of the rival, and the Elephants, Giraffes and Chicks in the mover's hand.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from .compiled import FAR_ROW, STUCK, Int, decode_own, decode_rival, encode_own, encode_rival
from .index import FULL

E, H, G, C, LION, RE, RH, RG, RC, RIVAL, K_E, K_G, K_C = range(13)
MOST = 96
"""More moves than any position has."""

DRAWN, LOST = -1, 0


@njit(inline="always")
def _locate(t: Any, s: Any, material: Any, p: Any, whole: bool) -> Int:
    """Return the number of a position; of the two of a position with central Lions the smaller one if ``whole``."""
    at = 12 * p[LION] + p[RIVAL]
    pair = np.int64(t.pair_of[at])
    group = (
        t.group_e[9 * t.bits[p[E]] + 3 * t.bits[p[RE]] + p[K_E]]
        + t.group_g[9 * t.bits[p[G]] + 3 * t.bits[p[RG]] + p[K_G]]
        + t.group_c[81 * t.bits[p[C]] + 27 * t.bits[p[H]] + 9 * t.bits[p[RC]] + 3 * t.bits[p[RH]] + p[K_C]]
    )
    found = np.int64(-1)
    central = p[LION] % 3 == 1 and p[RIVAL] % 3 == 1
    for mirrored in range(2):
        if mirrored != t.flipped[at] and not (whole and central):
            continue
        e, h, g, c, re, rh, rg, rc = p[E], p[H], p[G], p[C], p[RE], p[RH], p[RG], p[RC]
        if mirrored:
            e, h, g, c = s.mirror[e], s.mirror[h], s.mirror[g], s.mirror[c]
            re, rh, rg, rc = s.mirror[re], s.mirror[rh], s.mirror[rg], s.mirror[rc]
        n = encode_own(t, pair, group, e, h, g, c)
        n = encode_rival(t, group, n, t.free[pair] & ~(e | h | g | c), re, rh, rg, rc)
        n += t.start[pair * t.groups + group]
        if found < 0 or n < found:
            found = n
    return found


@njit
def _child(s: Any, bits: Any, material: Any, p: Any, q: Any, f: Int, b: Int, kind: Int, child: Any) -> None:
    """Write to ``child`` what the other side sees after an animal of ``kind`` went from ``f`` (0: a hand) to ``b``."""
    for k in range(13):
        q[k] = p[k]
    if kind == LION:
        q[LION] = s.square[b]
    elif f:
        q[kind] ^= f
    if not f:
        q[K_E if kind == E else K_G if kind == G else K_C] -= 1
    if kind == C and f and b & FAR_ROW:
        q[H] |= b
    elif kind != LION:
        q[kind] |= b
    for k in (RE, RH, RG, RC):
        if q[k] & b:
            q[k] ^= b
            q[K_E if k == RE else K_G if k == RG else K_C] += 1
    for k in range(4):
        child[RE + k], child[E + k] = s.turn[q[E + k]], s.turn[q[RE + k]]
    child[RIVAL], child[LION] = 11 - q[LION], 11 - q[RIVAL]
    child[K_E] = material[0] - bits[q[E]] - bits[q[RE]] - q[K_E]
    child[K_G] = material[1] - bits[q[G]] - bits[q[RG]] - q[K_G]
    child[K_C] = material[2] - bits[q[C] | q[H]] - bits[q[RC] | q[RH]] - q[K_C]


@njit
def children(s: Any, bits: Any, material: Any, p: Any, q: Any, out: Any) -> Int:
    """List the positions after each move of a position where the rival's Lion is not attacked; return how many."""
    mine = p[E] | p[H] | p[G] | p[C] | 1 << p[LION]
    theirs = p[RE] | p[RH] | p[RG] | p[RC] | 1 << p[RIVAL]
    n = 0
    for kind in (E, H, G, C, LION):
        left = 1 << p[LION] if kind == LION else p[kind]
        while left:
            f = left & -left
            left ^= f
            square = s.square[f]
            if kind == E:
                to = s.diag[square] & ~mine
            elif kind == H:
                to = s.from_hen[square] & ~mine
            elif kind == G:
                to = s.orth[square] & ~mine
            elif kind == C:
                to = f >> 3 & ~mine
            else:
                to = s.ring[square] & ~mine
            while to:
                b = to & -to
                to ^= b
                _child(s, bits, material, p, q, f, b, kind, out[n])
                n += 1
    for kind, hand in ((E, K_E), (G, K_G), (C, K_C)):
        if p[hand]:
            to = FULL & ~(mine | theirs)
            while to:
                b = to & -to
                to ^= b
                _child(s, bits, material, p, q, np.int64(0), b, kind, out[n])
                n += 1
    return n


@njit
def _attacked(s: Any, p: Any) -> Int:
    """Tell whether the mover can catch the rival's Lion."""
    return (s.by_e[p[E]] | s.by_h[p[H]] | s.by_g[p[G]] | s.by_c[p[C]] | s.ring[p[LION]]) >> p[RIVAL] & 1


@njit(inline="always")
def _read(t: Any, s: Any, material: Any, table: Any, p: Any) -> Int:
    """Return the distance to the end for the mover of ``p``, even if it loses, odd if it wins; or `DRAWN`."""
    if _attacked(s, p):
        return 1
    if p[RIVAL] > 8:  # the rival has reached the far row, and nothing can be done about it
        return LOST
    v = np.int64(table[_locate(t, s, material, p, False)])
    if v == 0:
        return DRAWN
    return LOST if v == STUCK else v


@njit(inline="always")
def _unpack(t: Any, pair: Int, group: Int, n: Int, rest: Int, p: Any) -> None:
    """Write the n-th position of a block to ``p``."""
    p[E], p[H], p[G], p[C] = decode_own(t, pair, group, n // rest)
    p[RE], p[RH], p[RG], p[RC] = decode_rival(t, group, n % rest, t.free[pair] & ~(p[E] | p[H] | p[G] | p[C]))
    p[LION], p[RIVAL] = t.lion[pair], t.rival[pair]
    p[K_E], p[K_G], p[K_C] = t.h_e[group], t.h_g[group], t.h_c[group]


@njit(nogil=True, cache=True)
def count_wrong(tables: Any, steps: Any, material: Any, table: Any, first: Int, last: Int) -> Int:
    """Count the positions of blocks ``first <= block < last`` whose value does not follow from those a move later."""
    t, s = tables[0], steps[0]
    groups = t.groups
    p, q, out = np.empty(13, np.int64), np.empty(13, np.int64), np.empty((MOST, 13), np.int64)
    wrong = 0
    for block in range(first, last):
        pair, group = block // groups, block % groups
        rest = np.int64(t.w_e[group]) * t.w_g[group] * t.w_c[group] * t.w_h[group]
        for n in range(t.width[block]):
            _unpack(t, pair, group, n, rest, p)
            many = children(s, t.bits, material, p, q, out)
            win, loss, drawn = 255, -1, False
            for k in range(many):
                v = _read(t, s, material, table, out[k])
                if v == DRAWN:
                    drawn = True
                elif v & 1:
                    loss = max(loss, v)
                else:
                    win = min(win, v)
            if win < 255:
                right = win + 1
            elif drawn:
                right = 0
            else:
                right = loss + 1
            if many == 0:
                right = STUCK
            wrong += table[t.start[block] + n] != right
    return wrong


@njit(nogil=True, cache=True)
def spread(tables: Any, steps: Any, material: Any, seen: Any, done: Any, first: Int, last: Int) -> tuple[Int, Int]:
    """Play every move from the positions of the blocks that are ``seen`` and not ``done`` (bits by number).

    A position counts as ended when the mover can catch the Lion, or cannot and it stands on the far row.

    Returns:
        How many positions were dealt with, and how many of them had not ended.
    """
    t, s = tables[0], steps[0]
    groups = t.groups
    p, q, out = np.empty(13, np.int64), np.empty(13, np.int64), np.empty((MOST, 13), np.int64)
    dealt, going_on = 0, 0
    for block in range(first, last):
        pair, group = block // groups, block % groups
        rest = np.int64(t.w_e[group]) * t.w_g[group] * t.w_c[group] * t.w_h[group]
        start = np.int64(t.start[block])
        for at in range(start, start + t.width[block]):
            if not (seen[at >> 3] & ~done[at >> 3]) >> (at & 7) & 1:
                continue
            done[at >> 3] |= 1 << (at & 7)
            dealt += 1
            _unpack(t, pair, group, at - start, rest, p)
            if _attacked(s, p) or p[RIVAL] > 8:
                continue
            going_on += 1
            for k in range(children(s, t.bits, material, p, q, out)):
                x = _locate(t, s, material, out[k], True)
                seen[x >> 3] |= 1 << (x & 7)
    return dealt, going_on


@njit(nogil=True, cache=True)
def first_bit(tables: Any, steps: Any, material: Any, p: Any) -> Int:
    """Return the number, in the whole index, of a position given as a row."""
    return _locate(tables[0], steps[0], material, p, True)
