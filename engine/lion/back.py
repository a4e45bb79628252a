"""The solver's step back: from the positions decided at one distance to those a move before."""

from __future__ import annotations

import numpy as np
from numba import njit

from .compiled import FAR_ROW, NONE_LEFT, OPEN, STUCK, decode_own, decode_rival, encode_own, encode_rival
from .index import FULL


@njit(inline="always")
def _pack(e, h, g, c):
    return e | h << 12 | g << 24 | c << 36


@njit(inline="always")
def _both_central(lion, rival):
    return lion % 3 == 1 and rival % 3 == 1


@njit(inline="always")
def _touch(table, marks, block, i, depth):
    """Tell the position ``i`` that one of its moves leads to a position decided at ``depth``; return 1 if it decides it."""
    v = np.int64(table[i])
    if v < OPEN:
        return 0
    if depth & 1 and v + 1 < NONE_LEFT:
        table[i] = v + 1
        return 0
    table[i] = depth + 1
    marks[block] = 1
    return 1


@njit(nogil=True, cache=True, error_model="numpy")
def step_back(t, s, table, now, then, depth, pairs, material):
    """From the positions decided at ``depth`` in the blocks of ``pairs`` that ``now`` marks, tell those a move before.

    A position a move before is seen by its own mover, here *we*, who in the decided position are the rival. Our
    animals are moved back, with the animal caught put back on the board, or taken back into the hand. Blocks where a
    position became decided at ``depth + 1`` are marked in ``then``.
    """
    groups = len(t.n_e)
    ours = np.empty(96, np.int64)
    theirs = np.empty(96, np.int64)
    where = np.empty(96, np.int64)
    to = np.empty(96, np.int64)
    kind = np.empty(96, np.int64)
    by_kind = np.empty((5, 5), np.int64)
    tot_e, tot_g, tot_c = material
    put = (0, 0, 24, 36, 12)
    decided = 0
    for group in range(groups):
        n_e, n_h, n_g, n_c = np.int64(t.r_e[group]), np.int64(t.r_h[group]), np.int64(t.r_g[group]), np.int64(t.r_c[group])
        m_e, m_h, m_g, m_c = np.int64(t.n_e[group]), np.int64(t.n_h[group]), np.int64(t.n_g[group]), np.int64(t.n_c[group])
        k_e = tot_e - n_e - m_e - t.h_e[group]  # in our hand
        k_g = tot_g - n_g - m_g - t.h_g[group]
        k_c = tot_c - n_c - n_h - m_c - m_h - t.h_c[group]
        # by_kind[what moved back, what was put back] is the group before
        for moved in range(5):
            a_e, a_h, a_g, a_c, i_e, i_g, i_c = n_e, n_h, n_g, n_c, k_e, k_g, k_c
            if moved == 1:
                a_e, i_e = a_e - 1, i_e + 1
            elif moved == 2:
                a_g, i_g = a_g - 1, i_g + 1
            elif moved == 3:
                a_c, i_c = a_c - 1, i_c + 1
            elif moved == 4:
                a_h, a_c = a_h - 1, a_c + 1
            for back in range(5):
                b_e, b_h, b_g, b_c, j_e, j_g, j_c = m_e, m_h, m_g, m_c, i_e, i_g, i_c
                if back == 1:
                    b_e, j_e = b_e + 1, j_e - 1
                elif back == 2:
                    b_g, j_g = b_g + 1, j_g - 1
                elif back == 3:
                    b_c, j_c = b_c + 1, j_c - 1
                elif back == 4:
                    b_h, j_c = b_h + 1, j_c - 1
                by_kind[moved, back] = -1
                if min(a_e, a_h, a_g, a_c, j_e, j_g, j_c) >= 0 and (back == 0 or not 1 <= moved <= 3):
                    by_kind[moved, back] = (
                        t.group_e[9 * a_e + 3 * b_e + j_e]
                        + t.group_g[9 * a_g + 3 * b_g + j_g]
                        + t.group_c[81 * a_c + 27 * a_h + 9 * b_c + 3 * b_h + j_c]
                    )
        rest = np.int64(t.w_e[group]) * t.w_g[group] * t.w_c[group] * t.w_h[group]
        for pair in pairs:
            block = pair * groups + group
            if not now[block]:
                continue
            start, end = np.int64(t.start[block]), np.int64(t.start[block]) + t.width[block]
            lion, rival = np.int64(t.lion[pair]), np.int64(t.rival[pair])
            central = _both_central(lion, rival)
            us, them = 11 - rival, 11 - lion
            flip = np.int64(t.flipped[12 * us + them])
            if flip:
                us += 2 - 2 * (us % 3)
                them += 2 - 2 * (them % 3)
            before = np.int64(t.pair_of[12 * us + them])
            not_e, not_h, not_g, not_c = (
                ~np.int64(t.for_e[before]),
                ~np.int64(t.for_h[before]),
                ~np.int64(t.for_g[before]),
                ~np.int64(t.for_c[before]),
            )
            last_own, own_e, own_h, own_g, own_c = -1, 0, 0, 0, 0
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
                    own_e, own_h, own_g, own_c = decode_own(t, pair, group, own)
                    last_own = own
                me, mh, mg, mc = own_e, own_h, own_g, own_c
                e, h, g, c = decode_rival(t, group, (i - start) % rest, t.free[pair] & ~(me | mh | mg | mc))
                e, h, g, c = s.turn[e], s.turn[h], s.turn[g], s.turn[c]
                me, mh, mg, mc = s.turn[me], s.turn[mh], s.turn[mg], s.turn[mc]
                if flip:
                    e, h, g, c = s.mirror[e], s.mirror[h], s.mirror[g], s.mirror[c]
                    me, mh, mg, mc = s.mirror[me], s.mirror[mh], s.mirror[mg], s.mirror[mc]
                # an animal that attacks their Lion must be the one that moved, for before it there was no such attack
                must = (e & not_e) | (h & not_h) | (g & not_g) | (c & not_c)
                if must & (must - 1):
                    continue
                may = must if must else np.int64(FULL)
                empty = FULL & ~(e | h | g | c | me | mh | mg | mc | 1 << us | 1 << them)
                many = 0
                other = _pack(me, mh, mg, mc)
                left = e & may
                while left:
                    b = left & -left
                    left ^= b
                    ours[many], to[many], kind[many] = _pack(e ^ b, h, g, c), b, 1
                    many += 1
                    src = s.diag[s.square[b]] & empty & ~not_e
                    while src:
                        f = src & -src
                        src ^= f
                        ours[many], to[many], kind[many] = _pack(e ^ b ^ f, h, g, c), b, 0
                        many += 1
                left = g & may
                while left:
                    b = left & -left
                    left ^= b
                    ours[many], to[many], kind[many] = _pack(e, h, g ^ b, c), b, 2
                    many += 1
                    src = s.orth[s.square[b]] & empty & ~not_g
                    while src:
                        f = src & -src
                        src ^= f
                        ours[many], to[many], kind[many] = _pack(e, h, g ^ b ^ f, c), b, 0
                        many += 1
                left = c & may
                while left:
                    b = left & -left
                    left ^= b
                    ours[many], to[many], kind[many] = _pack(e, h, g, c ^ b), b, 3
                    many += 1
                    f = b << 3 & empty & ~not_c
                    if f and not b & FAR_ROW:
                        ours[many], to[many], kind[many] = _pack(e, h, g, c ^ b ^ f), b, 0
                        many += 1
                left = h & may
                while left:
                    b = left & -left
                    left ^= b
                    src = s.to_hen[s.square[b]] & empty & ~not_h
                    while src:
                        f = src & -src
                        src ^= f
                        ours[many], to[many], kind[many] = _pack(e, h ^ b ^ f, g, c), b, 0
                        many += 1
                    f = b << 3 & empty & ~not_c
                    if f and b & FAR_ROW:
                        ours[many], to[many], kind[many] = _pack(e, h ^ b, g, c | f), b, 4
                        many += 1
                for k in range(many):
                    where[k], theirs[k] = before, other
                if must == 0:
                    src = s.ring[us] & empty & ~FAR_ROW
                    own = _pack(e, h, g, c)
                    while src:
                        f = src & -src
                        src ^= f
                        at = 12 * s.square[f] + them
                        p = np.int64(t.pair_of[at])
                        if p < 0:
                            continue
                        now_central = _both_central(s.square[f], them)
                        if not t.flipped[at]:
                            ours[many], theirs[many], where[many], to[many], kind[many] = own, other, p, 1 << us, 0
                            many += 1
                        if (t.flipped[at] and not central) or (now_central and not central):
                            # the mirror image; two Lions in the middle count apart from theirs
                            ours[many] = _pack(s.mirror[e], s.mirror[h], s.mirror[g], s.mirror[c])
                            theirs[many] = _pack(s.mirror[me], s.mirror[mh], s.mirror[mg], s.mirror[mc])
                            where[many], to[many], kind[many] = p, s.mirror[1 << us], 0
                            many += 1
                for k in range(many):
                    own, other, p, b = ours[k], theirs[k], where[k], to[k]
                    e, h, g, c = own & FULL, own >> 12 & FULL, own >> 24 & FULL, own >> 36
                    free = t.free[p] & ~(e | h | g | c)
                    n = encode_own(t, p, by_kind[kind[k], 0], e, h, g, c)
                    for back in range(5):
                        q = by_kind[kind[k], back]
                        if q < 0:
                            continue
                        added = other | b << put[back] if back else other
                        me, mh, mg, mc = added & FULL, added >> 12 & FULL, added >> 24 & FULL, added >> 36
                        x = encode_rival(t, q, n, free, me, mh, mg, mc)
                        decided += _touch(table, then, p * groups + q, t.start[p * groups + q] + x, depth)
    return decided


@njit(nogil=True, cache=True)
def count_decided(table):
    """Count the decided positions."""
    n = 0
    for i in range(len(table)):
        n += 0 < table[i] < OPEN
    return n


@njit(nogil=True, cache=True)
def settle(table):
    """Mark what is still open as drawn, 0; return how many positions that are."""
    n = 0
    for i in range(len(table)):
        if OPEN <= table[i] < STUCK:
            table[i] = 0
            n += 1
    return n
