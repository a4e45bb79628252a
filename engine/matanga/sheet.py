"""The number sheets: sixty numbers scattered over a page, the same everywhere for the same seed.

A page is 1000 units wide and 1600 high, the shape of a phone held upright. Whatever the pattern and the seed, no two
numbers are nearer to each other than :data:`MIN_DISTANCE`, and none is nearer to the edge than half of that: drawn
390 pixels wide, numbers are at least 43 pixels apart, the width of a fingertip, and a tap belongs to the nearest
number.

Nothing here depends on the machine: places are whole numbers, the random numbers are made here (SplitMix64) and not
by the standard library, and the spiral and the rings use only sums, products and quotients.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ..errors import Either, PositionError, shown
from .state import NUMBERS

WIDTH, HEIGHT = 1000, 1600
MIN_DISTANCE = 112
"""No two numbers are nearer to each other, middle to middle."""
MARGIN = MIN_DISTANCE // 2
PATTERNS = ("scattered", "spiral", "rings")
MAX_TURN = 25
"""Degrees by which a number is tilted at most: a 6 never looks like a 9."""
MAX_SEED = 2**53

Point = tuple[int, int]
Places = tuple[list[Point], tuple[tuple[Point, ...], ...]]
_REACH = 60


@dataclass(frozen=True, slots=True)
class Spot:
    """A number on a sheet.

    Args:
        x, y: its middle, in units from the top left corner.
        turn: how it is tilted, in degrees clockwise.
        size: of its figures, in percent of the usual (85 to 115).
    """

    number: int
    x: int
    y: int
    turn: int
    size: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """A player's sheet.

    Args:
        spots: by number, the 1 first.
        lines: faint lines through the places, to be drawn below the numbers: the spiral, or the rings.
    """

    pattern: str
    seed: int
    spots: tuple[Spot, ...]
    lines: tuple[tuple[Point, ...], ...] = ()

    def spot(self, number: int) -> Spot:
        """Where a number is.

        Raises:
            PositionError: not a number from 1 to 60.
        """
        if type(number) is not int or not 1 <= number <= NUMBERS:
            raise PositionError("expected a number from 1 to {last}, got {given}", last=NUMBERS, given=shown(number))
        return self.spots[number - 1]

    def nearest(self, x: float, y: float, reach: float = MARGIN) -> int | None:
        """The number at a place; None where there is none within reach."""
        best = min(self.spots, key=lambda spot: (spot.x - x) ** 2 + (spot.y - y) ** 2)
        return best.number if (best.x - x) ** 2 + (best.y - y) ** 2 <= reach**2 else None


class _Random:
    """SplitMix64: the same numbers on every machine and in every version of Python."""

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((z ^ (z >> 31)) * limit) >> 64


_MASK = 2**64 - 1


def sheet(seed: int, pattern: str = "scattered") -> Sheet:
    """Make a sheet.

    Args:
        seed: a whole number from 0 on; the same seed gives the same sheet.
        pattern: one of :data:`PATTERNS`: how the places lie. Which number lies where is random in all of them.

    Raises:
        PositionError: no such pattern, or not a seed.
    """
    if pattern not in PATTERNS:
        raise PositionError("pattern: expected {choices}, got {given}", choices=Either(PATTERNS), given=shown(pattern))
    if type(seed) is not int or not 0 <= seed < MAX_SEED:
        raise PositionError(
            "seed: expected a whole number from 0 to {last}, got {given}", last=MAX_SEED - 1, given=shown(seed)
        )
    return _sheet(seed, pattern)


@lru_cache(maxsize=64)
def _sheet(seed: int, pattern: str) -> Sheet:
    random = _Random(seed * len(PATTERNS) + PATTERNS.index(pattern))
    points, lines = {"scattered": _scattered, "spiral": _spiral, "rings": _rings}[pattern](random)
    for last in range(NUMBERS - 1, 0, -1):
        other = random.below(last + 1)
        points[last], points[other] = points[other], points[last]
    spots = (
        Spot(number, x, y, random.below(2 * MAX_TURN + 1) - MAX_TURN, 85 + random.below(31))
        for number, (x, y) in enumerate(points, 1)
    )
    return Sheet(pattern, seed, tuple(spots), lines)


def sheets(seed: int, players: int, pattern: str = "scattered") -> tuple[Sheet, ...]:
    """A sheet for each player, each another one.

    Raises:
        PositionError: as :func:`sheet`.
    """
    if type(seed) is not int or not 0 <= seed < MAX_SEED:
        raise PositionError(
            "seed: expected a whole number from 0 to {last}, got {given}", last=MAX_SEED - 1, given=shown(seed)
        )
    random = _Random(seed)
    found: list[Sheet] = []
    while len(found) < players:
        one = sheet(random.below(MAX_SEED), pattern)
        if one not in found:
            found.append(one)
    return tuple(found)


def _apart(points: list[Point], x: int, y: int) -> bool:
    """None of the points is too near."""
    return all((x - a) ** 2 + (y - b) ** 2 >= MIN_DISTANCE**2 for a, b in points)


def _within(x: int, y: int) -> bool:
    return MARGIN <= x <= WIDTH - MARGIN and MARGIN <= y <= HEIGHT - MARGIN


def _scattered(random: _Random) -> Places:
    """Six columns of ten, shaken like discs on a table until nothing of them is left to see."""
    columns, rows = 6, 10
    points = [
        ((2 * column + 1) * WIDTH // (2 * columns), (2 * row + 1) * HEIGHT // (2 * rows))
        for row in range(rows)
        for column in range(columns)
    ]
    # Who is near is looked up in squares as wide as the least distance: only the nine around a place matter.
    squares: dict[Point, set[int]] = {}
    for n, (x, y) in enumerate(points):
        squares.setdefault((x // MIN_DISTANCE, y // MIN_DISTANCE), set()).add(n)
    for _ in range(120):
        for n, (a, b) in enumerate(points):
            x, y = a + random.below(2 * _REACH + 1) - _REACH, b + random.below(2 * _REACH + 1) - _REACH
            if not _within(x, y):
                continue
            column, row = x // MIN_DISTANCE, y // MIN_DISTANCE
            near = [
                points[other]
                for square in _around(column, row)
                if square in squares
                for other in squares[square]
                if other != n
            ]
            if _apart(near, x, y):
                squares[a // MIN_DISTANCE, b // MIN_DISTANCE].discard(n)
                squares.setdefault((column, row), set()).add(n)
                points[n] = (x, y)
    return points, ()


@lru_cache
def _around(column: int, row: int) -> tuple[Point, ...]:
    """A square and those around it."""
    return tuple((column + a, row + b) for a in (-1, 0, 1) for b in (-1, 0, 1))


def _turns(steps: int) -> Iterator[tuple[float, float]]:
    """Cosine and sine of once round in so many steps, by a recurrence that is the same on every machine."""
    angle = 6.283185307179586 / steps
    square = angle * angle
    cosine = 1 - square / 2 * (1 - square / 12 * (1 - square / 30))
    sine = angle * (1 - square / 6 * (1 - square / 20 * (1 - square / 42)))
    x, y = 1.0, 0.0
    for _ in range(steps):
        yield x, y
        x, y = x * cosine - y * sine, x * sine + y * cosine


_STEPS = 1440
_CIRCLE = tuple(_turns(_STEPS))
_RADIUS = WIDTH / 2 - MARGIN
_STRETCH = (HEIGHT / 2 - MARGIN) / _RADIUS


def _on_page(radius: float, step: int, mirrored: bool) -> Point:
    cosine, sine = _CIRCLE[step % _STEPS]
    x = -radius * cosine if mirrored else radius * cosine
    return round(WIDTH / 2 + x), round(HEIGHT / 2 + radius * _STRETCH * sine)


def _spiral(random: _Random) -> Places:
    """One line that winds from the middle to the edge."""
    phase, mirrored = random.below(_STEPS), random.below(2) == 1
    pitch = float(MIN_DISTANCE)
    for gap in range(MIN_DISTANCE + 16, MIN_DISTANCE - 1, -2):  # as far apart as sixty of them can be
        points: list[Point] = []
        for step in range(_STEPS * 5):
            radius = _RADIUS - pitch * step / _STEPS
            if radius < 0 or len(points) == NUMBERS:
                break
            x, y = _on_page(radius, phase + step, mirrored)
            if _gap(points, x, y) >= gap**2 and _apart(points, x, y):
                points.append((x, y))
        if len(points) == NUMBERS:
            break
    turns = int(_RADIUS / pitch * _STEPS)
    line = (_on_page(_RADIUS - pitch * step / _STEPS, phase + step, mirrored) for step in range(0, turns, 15))
    return points, (tuple(line),)


def _gap(points: list[Point], x: int, y: int) -> int:
    """Square of the distance from the last point."""
    return (x - points[-1][0]) ** 2 + (y - points[-1][1]) ** 2 if points else WIDTH**2


def _rings(random: _Random) -> Places:
    """Rings around the middle, each turned at random."""
    phases, mirrored = [random.below(_STEPS) for _ in range(5)], random.below(2) == 1
    pitch = float(MIN_DISTANCE)
    for gap in range(MIN_DISTANCE + 60, MIN_DISTANCE - 1, -1):
        points: list[Point] = []
        for ring, phase in enumerate(phases):
            radius = _RADIUS - pitch * ring
            if radius < 0:
                break
            own: list[Point] = []
            for step in range(_STEPS):
                x, y = _on_page(radius, phase + step, mirrored)
                near_start = bool(own) and (x - own[0][0]) ** 2 + (y - own[0][1]) ** 2 < gap**2
                if not near_start and _gap(own, x, y) >= gap**2 and _apart(points + own, x, y):
                    own.append((x, y))
            points += own
        if len(points) >= NUMBERS:
            break
    radii = (_RADIUS - pitch * ring for ring in range(int(_RADIUS / pitch) + 1))
    lines = (tuple(_on_page(radius, step, False) for step in range(0, _STEPS + 1, 15)) for radius in radii)
    return points[:NUMBERS], tuple(lines)
