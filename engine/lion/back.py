"""The solver's step back: from the positions decided at one distance to those a move before.

A position a move before is seen by its own mover, here *we*, who in the decided position are the rival. Our animals are
moved back, and what the move caught is put back on the board; or a dropped animal is taken back into the hand.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from .compiled import FAR_ROW, NONE_LEFT, OPEN, STUCK, Int, decode_own, decode_rival, encode_own, encode_rival
from .index import FULL

STEP, DROP_E, DROP_G, DROP_C, PROMOTION = range(5)
"""How a move was made."""

NOTHING, CAUGHT_E, CAUGHT_G, CAUGHT_C, CAUGHT_H = range(5)
"""What it caught."""

_SHIFT = (48, 0, 24, 36, 12)
"""Where the caught animal goes in a packed side; nothing goes beyond it."""

OURS, THEIRS, PAIR, TO, HOW = range(5)
"""A move taken back: both sides packed, without what it caught; the Lions' pair; the square of arrival; how."""


@njit(inline="always")
def _pack(e: Int, h: Int, g: Int, c: Int) -> Int:
    return e | h << 12 | g << 24 | c << 36


@njit(inline="always")
def _mirrored(s: Any, e: Int, h: Int, g: Int, c: Int) -> Int:
    return _pack(s.mirror[e], s.mirror[h], s.mirror[g], s.mirror[c])


@njit
def _groups_before(t: Any, group: Int, material: Any, ways: Any, before: Any, shift: Any) -> None:
    """Write the groups a move before: ``before[how, n]`` for each of ``ways[how]`` things that it can have caught."""
    all_e, all_g, all_c = material
    for how in range(5):
        n_e, n_h, n_g, n_c = t.r_e[group], t.r_h[group], t.r_g[group], t.r_c[group]  # ours on the board
        m_e, m_h, m_g, m_c = t.n_e[group], t.n_h[group], t.n_g[group], t.n_c[group]  # theirs
        k_e, k_g = all_e - n_e - m_e - t.h_e[group], all_g - n_g - m_g - t.h_g[group]  # in our hand
        k_c = all_c - n_c - n_h - m_c - m_h - t.h_c[group]
        n_e, k_e = n_e - (how == DROP_E), k_e + (how == DROP_E)
        n_g, k_g = n_g - (how == DROP_G), k_g + (how == DROP_G)
        n_c, k_c = n_c - (how == DROP_C) + (how == PROMOTION), k_c + (how == DROP_C)
        n_h -= how == PROMOTION
        ways[how] = 0
        for caught in range(5 if how in (STEP, PROMOTION) else 1):
            b_e, j_e = m_e + (caught == CAUGHT_E), k_e - (caught == CAUGHT_E)
            b_g, j_g = m_g + (caught == CAUGHT_G), k_g - (caught == CAUGHT_G)
            b_c, b_h = m_c + (caught == CAUGHT_C), m_h + (caught == CAUGHT_H)
            j_c = k_c - (caught >= CAUGHT_C)
            if min(n_e, n_h, n_g, n_c, j_e, j_g, j_c) >= 0:
                before[how, ways[how]] = (
                    t.group_e[9 * n_e + 3 * b_e + j_e]
                    + t.group_g[9 * n_g + 3 * b_g + j_g]
                    + t.group_c[81 * n_c + 27 * n_h + 9 * b_c + 3 * b_h + j_c]
                )
                shift[how, ways[how]] = _SHIFT[caught]
                ways[how] += 1


@njit(inline="always")
def _take_back(
    s: Any,
    e: Int,
    h: Int,
    g: Int,
    c: Int,
    theirs: Int,
    us: Int,
    them: Int,
    pair: Int,
    no_e: Int,
    no_h: Int,
    no_g: Int,
    no_c: Int,
    must: Int,
    moves: Any,
) -> tuple[Int, Int]:
    """List the moves of our animals that can have been the last; ``no_e``, ... are where they would attack the Lion."""
    may = must if must else np.int64(FULL)
    m = theirs
    empty = FULL & ~(e | h | g | c | m | m >> 12 | m >> 24 | m >> 36 | 1 << us | 1 << them)
    n = 0
    left = e & may
    while left:
        b = left & -left
        left ^= b
        moves[n, OURS], moves[n, TO], moves[n, HOW] = _pack(e ^ b, h, g, c), b, DROP_E
        n += 1
        source = s.diag[s.square[b]] & empty & ~no_e
        while source:
            f = source & -source
            source ^= f
            moves[n, OURS], moves[n, TO], moves[n, HOW] = _pack(e ^ b ^ f, h, g, c), b, STEP
            n += 1
    left = g & may
    while left:
        b = left & -left
        left ^= b
        moves[n, OURS], moves[n, TO], moves[n, HOW] = _pack(e, h, g ^ b, c), b, DROP_G
        n += 1
        source = s.orth[s.square[b]] & empty & ~no_g
        while source:
            f = source & -source
            source ^= f
            moves[n, OURS], moves[n, TO], moves[n, HOW] = _pack(e, h, g ^ b ^ f, c), b, STEP
            n += 1
    left = c & may
    while left:
        b = left & -left
        left ^= b
        moves[n, OURS], moves[n, TO], moves[n, HOW] = _pack(e, h, g, c ^ b), b, DROP_C
        n += 1
        f = b << 3 & empty & ~no_c
        if f and not b & FAR_ROW:
            moves[n, OURS], moves[n, TO], moves[n, HOW] = _pack(e, h, g, c ^ b ^ f), b, STEP
            n += 1
    left = h & may
    while left:
        b = left & -left
        left ^= b
        source = s.to_hen[s.square[b]] & empty & ~no_h
        while source:
            f = source & -source
            source ^= f
            moves[n, OURS], moves[n, TO], moves[n, HOW] = _pack(e, h ^ b ^ f, g, c), b, STEP
            n += 1
        f = b << 3 & empty & ~no_c
        if f and b & FAR_ROW:
            moves[n, OURS], moves[n, TO], moves[n, HOW] = _pack(e, h ^ b, g, c | f), b, PROMOTION
            n += 1
    for k in range(n):
        moves[k, THEIRS], moves[k, PAIR] = theirs, pair
    return n, empty


@njit(inline="always")
def _take_back_lion(
    t: Any, s: Any, e: Int, h: Int, g: Int, c: Int, theirs: Int, us: Int, them: Int, empty: Int, n: Int, moves: Any
) -> Int:
    """List the moves of our Lion that can have been the last, after the ``n`` in the list.

    With both Lions in the middle column a position and its mirror image have a number each, elsewhere one for both. So
    from one number to two, the move is told to both; from two to one, by one of them.
    """
    central = us % 3 == 1 and them % 3 == 1
    source = s.ring[us] & empty & ~FAR_ROW
    while source:
        f = source & -source
        source ^= f
        square = s.square[f]
        at = 12 * square + them
        pair = np.int64(t.pair_of[at])
        if pair < 0:
            continue
        if not t.flipped[at]:
            moves[n, OURS], moves[n, THEIRS], moves[n, TO] = _pack(e, h, g, c), theirs, 1 << us
            moves[n, PAIR], moves[n, HOW] = pair, STEP
            n += 1
        if not central and (t.flipped[at] or (square % 3 == 1 and them % 3 == 1)):
            m = theirs
            moves[n, OURS], moves[n, TO] = _mirrored(s, e, h, g, c), s.mirror[1 << us]
            moves[n, THEIRS] = _mirrored(s, m & FULL, m >> 12 & FULL, m >> 24 & FULL, m >> 36)
            moves[n, PAIR], moves[n, HOW] = pair, STEP
            n += 1
    return n


@njit(nogil=True, cache=True, error_model="numpy")
def step_back(tables: Any, steps: Any, table: Any, now: Any, then: Any, depth: Int, pairs: Any, material: Any) -> Int:
    """From the positions decided at ``depth`` in the blocks of ``pairs`` that ``now`` marks, tell those a move before.

    Blocks where a position became decided at ``depth + 1`` are marked in ``then``.

    Returns:
        How many positions became decided.
    """
    t, s = tables[0], steps[0]
    moves = np.empty((96, 5), np.int64)
    ways, before, shift = np.empty(5, np.int64), np.empty((5, 5), np.int64), np.empty((5, 5), np.int64)
    numbers, blocks = np.empty(480, np.int64), np.empty(480, np.int64)
    # What becomes of a value when a move is known to lead to a position decided at this depth: looked up, for a branch
    # would mostly be taken wrongly by the processor.
    after = np.arange(256).astype(np.uint8)
    for v in range(OPEN, STUCK):
        after[v] = v + 1 if depth & 1 and v + 1 < NONE_LEFT else depth + 1
    decided = 0
    for group in range(t.groups):
        _groups_before(t, group, material, ways, before, shift)
        rest = np.int64(t.w_e[group]) * t.w_g[group] * t.w_c[group] * t.w_h[group]
        for last_pair in pairs:
            block = last_pair * t.groups + group
            if not now[block]:
                continue
            us, them = 11 - np.int64(t.rival[last_pair]), 11 - np.int64(t.lion[last_pair])
            way = 0
            if t.flipped[12 * us + them]:
                us, them, way = us + 2 - 2 * (us % 3), them + 2 - 2 * (them % 3), FULL + 1
            pair = np.int64(t.pair_of[12 * us + them])
            no_e, no_h = ~np.int64(t.for_e[pair]), ~np.int64(t.for_h[pair])
            no_g, no_c = ~np.int64(t.for_g[pair]), ~np.int64(t.for_c[pair])
            start, end = np.int64(t.start[block]), np.int64(t.start[block]) + t.width[block]
            last_own, m_e, m_h, m_g, m_c, free, theirs = -1, 0, 0, 0, 0, 0, 0
            i = start - 1
            while True:
                i += 1
                while i + 32 <= end:
                    hit = False
                    for j in range(32):
                        hit |= table[i + j] == depth
                    if hit:
                        break
                    i += 32
                while i < end and table[i] != depth:
                    i += 1
                if i >= end:
                    break
                own = (i - start) // rest
                if own != last_own:
                    last_own = own
                    m_e, m_h, m_g, m_c = decode_own(t, last_pair, group, own)
                    free = t.free[last_pair] & ~(m_e | m_h | m_g | m_c)
                    theirs = _pack(s.turn[way + m_e], s.turn[way + m_h], s.turn[way + m_g], s.turn[way + m_c])
                e, h, g, c = decode_rival(t, group, (i - start) % rest, free)
                e, h, g, c = s.turn[way + e], s.turn[way + h], s.turn[way + g], s.turn[way + c]
                # an animal that attacks their Lion must be the one that moved, for before the move it was not attacked
                must = (e & no_e) | (h & no_h) | (g & no_g) | (c & no_c)
                if must & (must - 1):
                    continue
                n, empty = _take_back(s, e, h, g, c, theirs, us, them, pair, no_e, no_h, no_g, no_c, must, moves)
                if must == 0:
                    n = _take_back_lion(t, s, e, h, g, c, theirs, us, them, empty, n, moves)
                found = 0
                for k in range(n):
                    ours, m, p, to, how = moves[k, OURS], moves[k, THEIRS], moves[k, PAIR], moves[k, TO], moves[k, HOW]
                    e, h, g, c = ours & FULL, ours >> 12 & FULL, ours >> 24 & FULL, ours >> 36
                    left = t.free[p] & ~(e | h | g | c)
                    placed = encode_own(t, p, before[how, 0], e, h, g, c)
                    for w in range(ways[how]):
                        q = before[how, w]
                        x = m | to << shift[how, w]
                        x = encode_rival(t, q, placed, left, x & FULL, x >> 12 & FULL, x >> 24 & FULL, x >> 36 & FULL)
                        blocks[found] = p * t.groups + q
                        numbers[found] = t.start[blocks[found]] + x
                        found += 1
                for k in range(found):
                    v = table[numbers[k]]
                    became = after[v]
                    table[numbers[k]] = became
                    new = (v != became) & (became == depth + 1)
                    then[blocks[k]] |= new
                    decided += new
    return decided


@njit(nogil=True, cache=True)
def count_decided(table: Any) -> Int:
    """Count the decided positions."""
    n = 0
    for i in range(len(table)):
        n += 0 < table[i] < OPEN
    return n


@njit(nogil=True, cache=True)
def settle(table: Any) -> Int:
    """Mark what is still open as drawn, 0; return how many positions that are."""
    n = 0
    for i in range(len(table)):
        if OPEN <= table[i] < STUCK:
            table[i] = 0
            n += 1
    return n
