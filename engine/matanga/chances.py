"""Who wins a race, and how long it takes: exact for two and three players, by simulation beyond.

**The model**, behind every figure here: constant paces. A roll takes ``roll_time``, a mark takes the pace of the
player who makes it (``mark_time``, times ``symbol_factor`` with the harder symbol); nobody presses a wrong number,
nobody hesitates. That is step mode, and everything that step mode rules holds: at equal times a mark comes before a
roll, the mark under way is lost with the pencil, the die goes round as the rules say.

**Why it is a small chain.** Rolls fall on multiples of ``roll_time``, and whoever takes the pencil begins a fresh
mark at that moment, so the clocks start together again at every taking: nothing is carried over but who holds the
pencil and how many numbers each has left. If the next pencil comes with the ``g``-th roll after a taking (chance
``p (1-p)^(g-1)``), the holder has made ``floor(g R / M)`` marks by then, and who takes the pencil follows from ``g``
too; the holder has won before, when ``g R >= left M``. That gives linear equations between the states "``h`` has just
taken the pencil, so many are left to each". Marks only ever become fewer, so they are solved level by level; only
holds without a single mark lead round in a circle on a level, which one inverted matrix for all levels undoes.

**Exact** means: these equations solved in double precision. All terms of the sums are positive, so no digits are lost
by cancelling; ``Chances.error`` is how far the seats' chances are from adding up to 1 (usually below 1e-12).

**The race's length** in full comes from the forward chain, roll by roll, over (holder, rolls since the taking as far
as they matter for marks and die, numbers left), with finishing times exact to the millisecond.

**Simulation** runs many races roll by roll with NumPy's PCG64 generator and a given seed; ``Chances.error`` is half
the width of the 95% interval, 1.96 standard errors (after Agresti and Coull).

Costs, measured on one core: a table of two players 3 ms, of three players 0.11 s, kept for the next question: moving a
slider for a head start, an end or who goes first then costs 0.1 ms. The length of a race of two 0.03 s, of three with
the usual paces 2.8 s (and 60 MB for that long): for a button, not for a slider. 20000 simulated races 0.3 s.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import gcd, lcm, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core import Trace
from ..errors import Either, GameError, PositionError, shown
from .rules import roller
from .state import FACES, NUMBERS, PLAYERS, MatangaRules, Move, State, each

EXACT = "exact"
SIMULATION = "simulation"
EXACT_PLAYERS = (2, 3)
MODEL = (
    "constant paces: every roll takes {roll} ms, the marks of the players take {marks} ms, "
    "{faces} of 6 faces show a pencil"
)
REST = 1e-9
"""The chain for the length stops when all races but this share are over."""
MAX_CELLS = 8_000_000
"""A chain with more states than this is not counted out but simulated."""

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Paces:
    """What the chances depend on.

    Args:
        roll: milliseconds a roll takes.
        marks: milliseconds a mark takes, by seat.
        lengths: numbers to cross off, by seat.
        faces: of the die with a pencil.
        keeps: the roller keeps the die while somebody else holds the pencil.
    """

    roll: int
    marks: tuple[int, ...]
    lengths: tuple[int, ...]
    faces: int
    keeps: bool

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.marks)

    @property
    def chance(self) -> float:
        """Of the pencil in one roll."""
        return self.faces / FACES

    @property
    def model(self) -> str:
        """The model in words."""
        return MODEL.format(roll=self.roll, marks=", ".join(map(str, self.marks)), faces=self.faces)

    def offset(self, number: int) -> int:
        """How far clockwise from the holder sits who makes roll ``number`` (from 1) after the taking."""
        return 1 if self.keeps else (number - 1) % (self.players - 1) + 1


def paces(rules: MatangaRules, players: int) -> Paces:
    """The paces of a ruleset.

    Raises:
        PositionError: the options do not fit so many players.
    """
    if type(players) is not int or players not in PLAYERS:
        raise PositionError("players: expected 2 to 5, got {given}", given=shown(players))
    rules.fit(players)
    seats = range(players)
    return Paces(
        rules.roll_time,
        tuple(rules.pace(seat) for seat in seats),
        tuple(rules.length(seat) for seat in seats),
        rules.pencil_faces,
        players == 2 or (players == 3 and rules.three),
    )


@dataclass(frozen=True, slots=True)
class Chances:
    """How a race will go.

    Args:
        win: chance of each seat.
        mean: expected milliseconds to the end.
        method: ``exact`` or ``simulation``.
        error: exact: how far ``win`` is from adding up to 1; simulation: half the width of the 95% interval of
            the least certain seat.
        model: in words.
        races: how many were simulated.
    """

    win: tuple[float, ...]
    mean: float
    method: str
    error: float
    model: str
    races: int = 0


# The chain from taking to taking --------------------------------------------------------------------------------------


def _hold(paces: Paces, seat: int, length: int) -> tuple[Array, Array, Array]:
    """One hold of the pencil by a seat with up to ``length`` numbers left.

    Returns:
        ``lost[o, k]``: chance that it is taken by the seat ``o`` places clockwise after ``k`` marks;
        ``wins[r]``: chance that it goes on until ``r`` numbers are crossed off;
        ``lasts[r]``: expected milliseconds until it is taken or ``r`` are crossed off.
    """
    roll, mark, p = paces.roll, paces.marks[seat], paces.chance
    q = 1 - p
    lost = np.zeros((paces.players, length))
    wins, lasts = np.zeros(length + 1), np.zeros(length + 1)
    rolls = -(-length * mark // roll)  # the first roll at which all are crossed off
    for number in range(1, rolls):
        lost[paces.offset(number), number * roll // mark] += p * q ** (number - 1)
    for left in range(1, length + 1):
        fatal = -(-left * mark // roll) - 1  # so many rolls come before the last mark
        wins[left] = q**fatal
        # sum over g of the chance that the hold outlasts roll g - 1, times the roll's length
        before = (1 - q**fatal) / p * roll
        lasts[left] = before + wins[left] * (left * mark - fatal * roll)
    return lost, wins, lasts


def _check_paces(paces: Paces, least: float) -> None:
    """See that a race comes to an end: somebody has a fair chance of at least one mark in a hold."""
    blank = 1 - paces.chance
    if max(blank ** (-(-mark // paces.roll) - 1) for mark in paces.marks) < least:
        raise GameError("hardly anybody ever finishes a mark before the pencil is taken ({model})", model=paces.model)


class Table:
    """The chances of every state "a seat has just taken the pencil", for all numbers left up to the lengths.

    ``values[h][r0 - 1, r1 - 1, ..., c]``: seat ``h`` has just taken it and ``r0, r1, ...`` numbers are left; column
    ``c`` is the chance that seat ``c`` wins, the last column the expected milliseconds to the end.
    """

    def __init__(self, paces: Paces) -> None:
        self.paces = paces
        players, sizes = paces.players, paces.lengths
        holds = [_hold(paces, seat, sizes[seat]) for seat in range(players)]
        _check_paces(paces, 1e-6)
        self.values = [np.zeros((*sizes, players + 1)) for _ in range(players)]
        last, width = players - 1, sizes[-1]
        inverse = np.linalg.inv(self._matrix(holds))
        wins_last, lasts_last = holds[last][1:]
        right = np.zeros((players, width, players + 1))
        right[last, :, last] = wins_last[1:]
        right[last, :, players] = lasts_last[1:]
        for first in range(sizes[0]):
            # What the first seat's hold adds on this level, for all numbers left to the others at once.
            lost, wins, lasts = holds[0]
            opening = np.zeros((*sizes[1:], players + 1))
            opening[..., 0] = wins[first + 1]
            opening[..., players] = lasts[first + 1]
            for offset in range(1, players):
                if first:
                    opening += np.tensordot(lost[offset, first:0:-1], self.values[offset][:first], 1)
            for rest in np.ndindex(*sizes[1:-1]):
                left = (first, *rest)
                right[0] = opening[rest]
                if players == 3:
                    lost, wins, lasts = holds[1]
                    here = rest[0]
                    right[1] = 0
                    right[1, :, 1] = wins[here + 1]
                    right[1, :, players] = lasts[here + 1]
                    for offset in (1, 2):
                        if here:
                            earlier = self.values[(1 + offset) % 3][first, :here].reshape(here, -1)
                            right[1] += (lost[offset, here:0:-1] @ earlier).reshape(width, -1)
                solved = (inverse @ right.reshape(players * width, -1)).reshape(players, width, -1)
                for seat in range(players):
                    self.values[seat][left] = solved[seat]

    def _matrix(self, holds: list[tuple[Array, Array, Array]]) -> Array:
        """What is left of the equations on one level: the last seat's whole axis, and holds without a mark."""
        players, width = self.paces.players, self.paces.lengths[-1]
        matrix = np.eye(players * width).reshape(players, width, players, width)
        for seat, (lost, _, _) in enumerate(holds):
            for offset in range(1, players):
                other = (seat + offset) % players
                if seat == players - 1:
                    for marks in range(width):
                        matrix[seat, np.arange(marks, width), other, np.arange(width - marks)] -= lost[offset, marks]
                else:
                    matrix[seat, np.arange(width), other, np.arange(width)] -= lost[offset, 0]
        return matrix.reshape(players * width, players * width)

    def row(self, holder: int, left: tuple[int, ...]) -> Array:
        """The columns of a state; all ``left`` at least 1."""
        row: Array = self.values[holder][tuple(number - 1 for number in left)]
        return row


@lru_cache(maxsize=6)  # 21 MB each with three players
def _table(paces: Paces) -> Table:
    return Table(paces)


def table(paces: Paces) -> Table:
    """The table of some paces, kept for the next time; head starts and ends are looked up in that of whole races."""
    if paces.players not in EXACT_PLAYERS:
        raise GameError("exact chances are for 2 and 3 players, got {players}", players=paces.players)
    return _table(replace(paces, lengths=(NUMBERS,) * paces.players))


def _from_start(paces: Paces, first: int) -> Array:
    """The columns of a race before its first roll."""
    found, p = table(paces), paces.chance
    q, players = 1 - p, paces.players
    row = sum(
        p * q**turn / (1 - q**players) * found.row((first + turn) % players, paces.lengths) for turn in range(players)
    )
    result = np.array(row)
    result[players] += paces.roll / p
    return result


def chances(
    rules: MatangaRules, players: int, first: int = 0, *, races: int = 20_000, seed: int = 1, method: str = ""
) -> Chances:
    """The chances of a race before its first roll.

    Args:
        first: the seat that rolls first.
        races, seed: of a simulation.
        method: ``exact`` or ``simulation``; by default exact where there is an exact way.

    Raises:
        PositionError: options that do not fit, not a number of players, not a seat.
        GameError: exact chances of more than three players; paces at which nobody gets a mark.
    """
    found = paces(rules, players)
    _check_seat(first, players)
    if method not in ("", EXACT, SIMULATION):
        raise PositionError(
            "method: expected {choices}, got {given}",
            choices=Either((EXACT, SIMULATION)),
            given=shown(method),
        )
    if method == SIMULATION or (not method and players not in EXACT_PLAYERS):
        return simulate(found, first, races, seed).chances
    return _exact(_from_start(found, first), found)


def _check_seat(seat: int, players: int) -> None:
    if type(seat) is not int or not 0 <= seat < players:
        raise PositionError("expected a seat from 0 to {last}, got {given}", last=players - 1, given=shown(seat))


def _exact(row: Array, paces: Paces) -> Chances:
    win = tuple(float(value) for value in row[:-1])
    return Chances(win, float(row[-1]), EXACT, abs(sum(win) - 1), paces.model)


def chances_from(state: State) -> Chances:
    """The chances of two or three players from a moment of a race on, as it stands: clocks in mid-mark and all.

    Of a recorded race the holder is taken to begin a mark, and the roller a roll, at that moment.

    Raises:
        GameError: more than three players, or one who has left the table.
    """
    rules, players = state.ruleset, state.players
    found = paces(rules, players)
    if state.winner is not None:
        win = tuple(float(seat == state.winner) for seat in range(players))
        return Chances(win, 0.0, EXACT, 0.0, found.model)
    if state.away or players not in EXACT_PLAYERS:
        raise GameError("exact chances are for 2 or 3 players who are all at the table")
    known, p, left = table(found), found.chance, tuple(state.left(seat) for seat in range(players))
    due = state.roll_due if state.roll_due is not None else state.time + rules.roll_time
    row, rest = np.zeros(players + 1), 1.0
    rolls = roller(state)
    assert rolls is not None
    if state.holder is None:
        for turn in range(players):
            share = p * (1 - p) ** turn / (1 - (1 - p) ** players)
            row += share * known.row((rolls + turn) % players, left)
        row[players] += due - state.time + rules.roll_time * (1 / p - 1)
        return _exact(row, found)
    holder, pace = state.holder, rules.pace(state.holder)
    mark = state.mark_due if state.mark_due is not None else state.time + pace
    end = mark + (left[holder] - 1) * pace
    while due < end:
        marks = 0 if due < mark else (due - mark) // pace + 1
        after = (*left[:holder], left[holder] - marks, *left[holder + 1 :])
        row += rest * p * known.row(rolls, after)
        row[players] += rest * p * (due - state.time)
        rest *= 1 - p
        due += rules.roll_time
        if not found.keeps:
            rolls = next(seat for seat in state.clockwise(rolls + 1) if seat != holder)
    row[holder] += rest
    row[players] += rest * (end - state.time)
    return _exact(row, found)


def course(traces: Sequence[Trace[State, Move]]) -> list[tuple[int, tuple[float, ...]]]:
    """How the chances went in a race: (milliseconds, chance of each seat) at its beginning and after each move.

    Raises:
        GameError: as :func:`chances_from`.
    """
    states = [*(trace.before for trace in traces[:1]), *(trace.after for trace in traces)]
    return [(state.time, chances_from(state).win) for state in states]


# What it is worth -----------------------------------------------------------------------------------------------------


def first_worth(rules: MatangaRules, players: int, **options: Any) -> dict[str, Any]:
    """What going first is worth.

    Returns:
        ``wins[f][s]``: chance of seat ``s`` when seat ``f`` rolls first; ``worth[s]``: what a seat gains by rolling
        first, compared with the average over who else does; ``method``, ``error`` (of a difference) and ``model``.
    """
    found = [chances(rules, players, first, **options) for first in range(players)]
    wins = tuple(one.win for one in found)
    others = [[wins[first][seat] for first in range(players) if first != seat] for seat in range(players)]
    worth = tuple(wins[seat][seat] - sum(rest) / len(rest) for seat, rest in enumerate(others))
    error = max(one.error for one in found) * (2**0.5 if found[0].method == SIMULATION else 2)
    return {"wins": wins, "worth": worth, "method": found[0].method, "error": error, "model": found[0].model}


HANDICAPS: tuple[tuple[str, str, Any], ...] = (
    ("none", "", None), ("symbol", "symbol", True), ("start 10", "start", 10), ("start 20", "start", 20),
    ("start 30", "start", 30), ("end 50", "end", 50), ("end 40", "end", 40), ("end 30", "end", 30),
)  # fmt: skip
"""The rule sheet's ways to make it fairer: name, option, value for the seat."""


def handicaps(rules: MatangaRules, players: int, seat: int, **options: Any) -> list[dict[str, Any]]:
    """What each of the rule sheet's handicaps does to a seat (the head starts and ends help it, the symbol hinders it).

    Returns:
        rows ``handicap``, ``win`` (of the seat), ``change`` (from ``none``), ``mean`` (milliseconds), ``method``,
        ``error``, ``model``. A handicap that leaves nothing to cross off is left out.
    """
    _check_seat(seat, players)
    rows: list[dict[str, Any]] = []
    for name, option, value in HANDICAPS:
        changed = rules
        if option:
            values = tuple(value if one == seat else each(getattr(rules, option), one) for one in range(players))
            changed = rules.with_options({option: values})
            if each(changed.start, seat) >= each(changed.end, seat):
                continue
        found = chances(changed, players, **options)
        base = rows[0]["win"] if rows else found.win[seat]
        rows.append(
            {
                "handicap": name, "win": found.win[seat], "change": found.win[seat] - base, "mean": found.mean,
                "method": found.method, "error": found.error, "model": found.model,
            }
        )  # fmt: skip
    return rows


# The race's length ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Length:
    """How long a race takes.

    Args:
        times: milliseconds, rising.
        shares: chance that the race ends then; of a simulation, the share of races.
        by_seat: the same for each winner: ``by_seat[s]`` adds up to the chance of seat ``s``.
        rest: chance of a longer race that was not followed to its end.
    """

    times: tuple[int, ...]
    shares: tuple[float, ...]
    by_seat: tuple[tuple[float, ...], ...]
    method: str
    model: str
    rest: float = 0.0
    races: int = 0

    @property
    def mean(self) -> float:
        """Expected milliseconds."""
        return sum(time * share for time, share in zip(self.times, self.shares, strict=True)) / sum(self.shares)

    def quantile(self, share: float) -> int:
        """The time by which such a share of the races is over."""
        total = 0.0
        for time, part in zip(self.times, self.shares, strict=True):
            total += part
            if total >= share:
                return time
        return self.times[-1]

    def bins(self, width: int) -> list[tuple[int, float]]:
        """(start, share) of equal intervals, for a chart."""
        found: dict[int, float] = {}
        for time, share in zip(self.times, self.shares, strict=True):
            found[time // width * width] = found.get(time // width * width, 0.0) + share
        return sorted(found.items())


def length(
    rules: MatangaRules, players: int, first: int = 0, *, races: int = 20_000, seed: int = 1, method: str = ""
) -> Length:
    """How long a race takes, in full.

    Exact for two and three players, unless the chain has too many states (a mark time that shares no large factor
    with the roll time; the method then says ``simulation``).

    Raises:
        PositionError: as :func:`chances`.
    """
    found = paces(rules, players)
    _check_seat(first, players)
    small = players in EXACT_PLAYERS and _cells(found) <= MAX_CELLS
    if method == SIMULATION or (not method and not small):
        return simulate(found, first, races, seed).length
    if not small:
        raise GameError("the exact length of such a race has more than {most} states; simulate it", most=MAX_CELLS)
    _check_paces(found, 1e-3)
    return _forward(found, first)


def _period(paces: Paces, seat: int) -> int:
    """After so many rolls of a hold, marks and rollers fall as after the taking."""
    marks = paces.marks[seat] // gcd(paces.marks[seat], paces.roll)
    return marks if paces.keeps else lcm(marks, paces.players - 1)


def _cells(paces: Paces) -> int:
    return sum(_period(paces, seat) for seat in range(paces.players)) * prod(paces.lengths)


@lru_cache(maxsize=32)
def _forward(paces: Paces, first: int) -> Length:
    roll, p, players, sizes = paces.roll, paces.chance, paces.players, paces.lengths
    q = 1 - p
    periods = [_period(paces, seat) for seat in range(players)]
    now = [np.zeros((period, *sizes)) for period in periods]
    then = [np.zeros_like(one) for one in now]
    steps = [[(n + 1) * roll // mark - n * roll // mark for n in range(period)]
             for mark, period in zip(paces.marks, periods, strict=True)]  # fmt: skip
    space = np.zeros(sizes)
    corner = tuple(size - 1 for size in sizes)
    ends: dict[int, list[float]] = {}
    waiting, number, rest = 1.0, 0, 1.0
    low, high = [size - 1 for size in sizes], list(sizes)  # all weight lies between
    while rest > REST and number < 1_000_000:
        for one in then:
            one[0] = 0
        before = [slice(a, b) for a, b in zip(low, high, strict=True)]
        low = [max(0, a - max(gained)) for a, gained in zip(low, steps, strict=True)]
        for seat in range(players):
            mark = paces.marks[seat]
            for phase, gained in enumerate(steps[seat]):
                mass = now[seat][phase]
                for left in range(1, min(gained, sizes[seat]) + 1):
                    slab = tuple(left - 1 if axis == seat else part for axis, part in enumerate(before))
                    weight = float(mass[slab].sum())
                    if weight:
                        when = number * roll + (phase * roll // mark + left) * mark - phase * roll
                        ends.setdefault(when, [0.0] * players)[seat] += weight
                        rest -= weight
                start, stop = max(before[seat].start, gained), before[seat].stop
                old = tuple(slice(start, stop) if axis == seat else part for axis, part in enumerate(before))
                new = tuple(
                    slice(start - gained, stop - gained) if axis == seat else part for axis, part in enumerate(before)
                )
                following = (phase + 1) % periods[seat]
                if following:
                    then[seat][following][tuple(slice(a, b) for a, b in zip(low, high, strict=True))] = 0
                if start < stop:
                    part = space[new]
                    np.multiply(mass[old], p, out=part)
                    then[(seat + paces.offset(phase + 1)) % players][0][new] += part
                    part *= q / p
                    then[seat][following][new] += part
        then[(first + number) % players][(0, *corner)] += waiting * p
        waiting *= q
        now, then = then, now
        number += 1
        if number % 8 == 0:
            low, high = _box(now, low, high)
    times = tuple(sorted(ends))
    by_seat = tuple(tuple(ends[time][seat] for time in times) for seat in range(players))
    shares = tuple(sum(ends[time]) for time in times)
    return Length(times, shares, by_seat, EXACT, paces.model, max(rest, 0.0))


def _box(masses: list[Array], low: list[int], high: list[int]) -> tuple[list[int], list[int]]:
    """A smaller box that holds all the weight but a trillionth a side, which is dropped."""
    players = len(masses)
    part = tuple(slice(a, b) for a, b in zip(low, high, strict=True))
    total = sum(one[(slice(None), *part)].sum(axis=0) for one in masses)
    new_low, new_high = list(low), list(high)
    for axis in range(players):
        weights = np.asarray(total).sum(axis=tuple(other for other in range(players) if other != axis))
        inside = np.flatnonzero(weights > _SPECK)
        if len(inside):
            new_low[axis], new_high[axis] = low[axis] + int(inside[0]), low[axis] + int(inside[-1]) + 1
    for one in masses:
        for axis in range(players):
            for side in (slice(0, new_low[axis]), slice(new_high[axis], None)):
                one[(slice(None), *(side if other == axis else slice(None) for other in range(players)))] = 0
    return new_low, new_high


_SPECK = 1e-13


# Simulation -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Simulation:
    """Many simulated races: the winner and the milliseconds of each."""

    winners: NDArray[np.int64]
    times: NDArray[np.int64]
    paces: Paces

    @property
    def chances(self) -> Chances:
        """Shares of wins, with their error."""
        races = len(self.winners)
        win = np.bincount(self.winners, minlength=self.paces.players) / races
        fair = (win * races + 1.96**2 / 2) / (races + 1.96**2)  # Agresti and Coull: right near 0 and 1 too
        error = float(1.96 * np.sqrt(np.max(fair * (1 - fair)) / (races + 1.96**2)))
        return Chances(
            tuple(float(value) for value in win), float(self.times.mean()), SIMULATION, error, self.paces.model, races
        )

    @property
    def length(self) -> Length:
        """Shares of lengths."""
        races = len(self.winners)
        times, where = np.unique(self.times, return_inverse=True)
        by_seat = tuple(
            tuple((np.bincount(where[self.winners == seat], minlength=len(times)) / races).tolist())
            for seat in range(self.paces.players)
        )
        shares = tuple((np.bincount(where, minlength=len(times)) / races).tolist())
        return Length(tuple(times.tolist()), shares, by_seat, SIMULATION, self.paces.model, races=races)


def simulate(paces: Paces, first: int, races: int, seed: int) -> Simulation:
    """Run races side by side, roll by roll.

    Raises:
        GameError: they do not end.
    """
    if type(races) is not int or not 1 <= races <= 5_000_000:
        raise PositionError("races: expected a whole number from 1 to 5000000, got {given}", given=shown(races))
    _check_paces(paces, 1e-3)
    random = np.random.Generator(np.random.PCG64(seed))
    players, roll = paces.players, paces.roll
    pace = np.array(paces.marks, dtype=np.int64)
    winners, times = np.full(races, -1, dtype=np.int64), np.zeros(races, dtype=np.int64)
    index = np.arange(races)
    left = np.tile(np.array(paces.lengths, dtype=np.int64), (races, 1))
    holder, taken = np.full(races, -1, dtype=np.int64), np.zeros(races, dtype=np.int64)
    die = np.full(races, first, dtype=np.int64)
    now = 0
    for _ in range(1_000_000):
        now += roll  # the next roll; marks up to and with this moment come first
        held = np.flatnonzero(holder >= 0)
        who, begun = holder[held], taken[held]
        made = (now - begun) // pace[who] - (now - roll - begun) // pace[who]
        still = left[held, who]
        ended = still <= made
        done = held[ended]
        if len(done):
            marks_before = (now - roll - begun[ended]) // pace[who[ended]]
            winners[index[done]] = who[ended]
            times[index[done]] = begun[ended] + (marks_before + still[ended]) * pace[who[ended]]
        left[held, who] = still - made
        pencil = random.random(len(index)) < paces.chance
        taken = np.where(pencil, now, taken)
        holder = np.where(pencil, die, holder)
        keep = ~pencil & (holder >= 0) & paces.keeps
        following = (die + 1) % players
        following = np.where(following == holder, (following + 1) % players, following)
        die = np.where(keep, die, following)
        if len(done):
            go = np.ones(len(index), dtype=bool)
            go[done] = False
            index, left, holder, taken, die = index[go], left[go], holder[go], taken[go], die[go]
            if not len(index):
                return Simulation(winners, times, paces)
    raise GameError("with these paces the races do not end ({model})", model=paces.model)


def spread(found: Length, count: int = 60) -> Iterator[tuple[int, float]]:
    """The length in about so many equal bins of whole seconds, for a chart."""
    width = max(1000, (found.quantile(0.999) - found.times[0]) // count // 1000 * 1000)
    yield from found.bins(width)
