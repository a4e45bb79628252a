"""The solver's first look at every position."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from .compiled import FAR_ROW, HOME_ROW, NONE_LEFT, STUCK, Int, decode_own
from .index import FULL


@njit
def _quiet_moves(t: Any, s: Any, e: Int, h: Int, g: Int, c: Int, mine: Int) -> Int:
    """Count the moves of the mover's animals but the Lion, the rival's animals left out of account."""
    n = np.int64(t.bits[c >> 3 & ~mine])
    left = e
    while left:
        n += t.bits[s.diag[s.square[left & -left]] & ~mine]
        left &= left - 1
    left = h
    while left:
        n += t.bits[s.from_hen[s.square[left & -left]] & ~mine]
        left &= left - 1
    left = g
    while left:
        n += t.bits[s.orth[s.square[left & -left]] & ~mine]
        left &= left - 1
    return n


@njit
def _list_moves(
    s: Any, e: Int, h: Int, g: Int, c: Int, lion: Int, want: Int, kinds_in_hand: Int, dest: Any, bare: Any
) -> tuple[Int, Int, Int]:
    """List the moves by square of arrival, with the squares of ``want`` that the mover does not guard after it.

    Returns how many of the moves are steps of animals, steps of these or the Lion, and all (the rest are drops).
    """
    mine = e | h | g | c | 1 << lion
    n = 0
    for kind in range(4):
        left = (e, h, g, c)[kind]
        while left:
            f = left & -left
            left ^= f
            if kind == 0:
                to = s.diag[s.square[f]] & ~mine
            elif kind == 1:
                to = s.from_hen[s.square[f]] & ~mine
            elif kind == 2:
                to = s.orth[s.square[f]] & ~mine
            else:
                to = f >> 3 & ~mine
            while to:
                b = to & -to
                to ^= b
                e1 = e ^ f ^ b if kind == 0 else e
                h1 = h ^ f ^ b if kind == 1 else h
                g1 = g ^ f ^ b if kind == 2 else g
                c1 = c
                if kind == 3:
                    c1 = c ^ f
                    if b & FAR_ROW:
                        h1 = h | b
                    else:
                        c1 |= b
                dest[n] = b
                bare[n] = want & ~(s.by_e[e1] | s.by_h[h1] | s.by_g[g1] | s.by_c[c1] | s.ring[lion])
                n += 1
    animals = n
    guarded = s.by_e[e] | s.by_h[h] | s.by_g[g] | s.by_c[c]
    to = s.ring[lion] & ~mine
    while to:
        b = to & -to
        to ^= b
        dest[n] = b
        bare[n] = want & ~(guarded | s.ring[s.square[b]])
        n += 1
    walks = n
    guarded |= s.ring[lion]
    for kind in range(3):
        if kinds_in_hand >> kind & 1:
            to = FULL & ~mine
            while to:
                b = to & -to
                to ^= b
                e1 = e | b if kind == 0 else e
                g1 = g | b if kind == 1 else g
                c1 = c | b if kind == 2 else c
                dest[n] = b
                bare[n] = want & ~(guarded | s.by_e[e1] | s.by_g[g1] | s.by_c[c1])
                n += 1
    return animals, walks, n


@njit(nogil=True, cache=True, error_model="numpy")
def look(tables: Any, steps: Any, table: Any, first: Int, last: Int) -> None:
    """Give every position of the blocks ``first <= block < last`` its first value.

    That is 1 if the Lion can reach the far row safely, else the count of moves that *hold*: after them the rival has no
    win in one; without such a move 2, or ``STUCK`` without any move at all.

    Every step is to a neighbour: nothing stands between, and no move uncovers or blocks another. So without a check
    every animal's move holds, with one check only its capture does, with two none, whatever stands elsewhere, and the
    count of the mover's animals' moves does not change with the rival's squares. Only a rival's Lion about to reach
    the home row makes the moves differ, and they are listed.
    """
    t, s = tables[0], steps[0]
    groups = t.groups
    dest = np.empty(96, np.int64)
    bare = np.empty(96, np.int64)
    for block in range(first, last):
        if t.width[block] == 0:
            continue
        pair, group = block // groups, block % groups
        lion, rival = np.int64(t.lion[pair]), np.int64(t.rival[pair])
        w_e, w_g, w_c, w_h = (
            np.int64(t.w_e[group]),
            np.int64(t.w_g[group]),
            np.int64(t.w_c[group]),
            np.int64(t.w_h[group]),
        )
        k_e, k_g = 66 * np.int64(t.r_e[group]), 66 * np.int64(t.r_g[group])
        k_c, k_h = 66 * np.int64(t.r_c[group]), 66 * np.int64(t.r_h[group])
        kinds = int(t.h_e[group] > 0) | int(t.h_g[group] > 0) << 1 | int(t.h_c[group] > 0) << 2
        at = np.int64(t.start[block])
        want = s.ring[rival] & HOME_ROW if rival > 5 else 0
        for own in range(t.width[block] // (w_e * w_g * w_c * w_h)):
            e, h, g, c = decode_own(t, pair, group, own)
            mine = e | h | g | c | 1 << lion
            free = t.free[pair] & ~mine
            ring = s.ring[lion] & ~mine
            reach = ring & FAR_ROW if lion < 6 else 0
            if want:
                animals, walks, moves = _list_moves(s, e, h, g, c, lion, want, kinds, dest, bare)
                stuck = moves == 0
            else:
                quiet = _quiet_moves(t, s, e, h, g, c, mine)
                empty = t.bits[free] - t.r_e[group] - t.r_g[group] - t.r_c[group] - t.r_h[group]
                quiet += empty * (kinds & 1) + empty * (kinds >> 1 & 1) + empty * (kinds >> 2)
                stuck = quiet == 0 and ring == 0
            for i_e in range(w_e):
                i, f = k_e + i_e, 12 * free
                re = t.nth[f + t.first[i]] | t.nth[f + t.second[i]]
                free_g = free & ~re
                attacked_e = s.by_e[re] | s.ring[rival]
                checks_e = re & s.diag[lion]
                for i_g in range(w_g):
                    i, f = k_g + i_g, 12 * free_g
                    rg = t.nth[f + t.first[i]] | t.nth[f + t.second[i]]
                    free_c = free_g & ~rg
                    attacked_g = attacked_e | s.by_g[rg]
                    checks_g = checks_e | (rg & s.orth[lion])
                    for i_c in range(w_c):
                        i, f = k_c + i_c, 12 * free_c
                        rc = t.nth[f + t.first[i]] | t.nth[f + t.second[i]]
                        free_h = free_c & ~rc
                        attacked_c = attacked_g | s.by_rc[rc]
                        checks_c = checks_g | (rc & (1 << lion >> 3))
                        for i_h in range(w_h):
                            i, f = k_h + i_h, 12 * free_h
                            rh = t.nth[f + t.first[i]] | t.nth[f + t.second[i]]
                            attacked = attacked_c | s.by_rh[rh]
                            checks = checks_c | (rh & s.from_hen[lion])
                            if reach & ~attacked:
                                table[at] = 1
                                at += 1
                                continue
                            hold = 0
                            if not want:
                                hold += t.bits[ring & ~attacked]
                                if checks == 0:
                                    hold += quiet
                                elif checks & (checks - 1) == 0:
                                    k = s.square[checks]
                                    hold += t.bits[e & s.diag[k]] + t.bits[h & s.to_hen[k]]
                                    hold += t.bits[g & s.orth[k]] + t.bits[c & checks << 3]
                            else:
                                theirs = re | rg | rc | rh | 1 << rival
                                if checks == 0:
                                    for m in range(animals):
                                        hold += bare[m] & (~theirs | dest[m]) == 0
                                    for m in range(walks, moves):
                                        hold += (bare[m] & ~theirs) | (dest[m] & theirs) == 0
                                elif checks & (checks - 1) == 0:
                                    for m in range(animals):
                                        hold += (dest[m] ^ checks) | (bare[m] & (~theirs | dest[m])) == 0
                                for m in range(animals, walks):
                                    hold += (bare[m] & (~theirs | dest[m])) | (dest[m] & attacked) == 0
                            if hold:
                                table[at] = NONE_LEFT - hold
                            else:
                                table[at] = STUCK if stuck else 2
                            at += 1
