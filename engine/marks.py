"""The forms of marks, trails and arrows: SVG around the middle of a cell, or through the middles of several.

Each role has a form of its own, so that colour is never the only sign.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from .core import Mark

Point = tuple[float, float]

_CORNERS = "".join(f'<path d="M-46 -28V-46H-28" transform="rotate({turn})"/>' for turn in (0, 90, 180, 270))
_WEDGES = "M-46 -46H-20L-46 -20ZM46 -46H20L46 -20ZM-46 46H-20L-46 20ZM46 46H20L46 20Z"
_STAR = "M0 -46L10 -20L36 -34L24 -8L48 4L22 12L30 40L4 24L-16 46L-18 18L-46 22L-28 0L-46 -22L-18 -18Z"
_RING = '<rect x="-46" y="-46" width="92" height="92" rx="8"/>'
_SIDES = {"N": 0, "E": 90, "S": 180, "W": 270, "": 0}

_FORMS: dict[str, tuple[bool, str]] = {
    "from": (True, '<rect class="dash" x="-46" y="-46" width="92" height="92" rx="8"/>'),
    "to": (True, _RING),
    "path": (True, '<circle class="dot" r="7"/>'),
    "reveal": (False, _CORNERS),
    "attacker": (False, f'<path class="solid" d="{_WEDGES}"/>'),
    "defender": (False, '<rect x="-46" y="-46" width="92" height="92" rx="22"/>'),
    "friend": (False, '<circle r="44"/>'),
    "vacant": (True, '<circle class="dash" r="30"/>'),
    "filled": (False, '<rect x="-40" y="-40" width="80" height="80" rx="4" class="dash"/>'),
    "edge": (False, '<path d="M-46 -47H46" class="bar"/>'),
    "blocked": (False, '<path d="M-26 -26L26 26M26 -26L-26 26"/>'),
    "hit": (True, f'<path d="{_STAR}"/>'),
}
"""Role -> whether it lies below the pieces, and its SVG."""
ROLES = (*_FORMS, "aim")
"""What a mark may show."""


def mark_form(mark: Mark, *, flipped: bool = False) -> tuple[bool, str]:
    """Whether a mark lies below the pieces, and its SVG; an unknown role is a plain ring."""
    under, markup = _FORMS.get(mark.role, (False, _RING))
    if mark.side:
        markup = f'<g transform="rotate({(_SIDES[mark.side] + 180 * flipped) % 360})">{markup}</g>'
    return under, markup


def trail(points: Sequence[Point]) -> str:
    """The way somebody went, with a head before the last point.

    Args:
        points: in the order they were passed, two or more.

    It keeps a little to the right of the middle, so that a way there and the way back lie beside each other.
    """
    aside = 8.0
    steps = [_direction(a, b) for a, b in pairwise(points)]
    line = [_shifted(points[0], steps[0], 0, aside)]
    for point, (before, after) in zip(points[1:], pairwise(steps), strict=False):
        if before == after:
            continue
        if before == (-after[0], -after[1]):  # back the way it came: round the turning point
            line += [_shifted(point, before, 14, aside), _shifted(point, after, -14, aside)]
        else:
            line.append(_shifted(_shifted(point, before, 0, aside), after, 0, aside))
    line.append(_shifted(points[-1], steps[-1], -62, aside))
    head = [_shifted(points[-1], steps[-1], *at) for at in ((-40, aside), (-66, aside + 15), (-66, aside - 15))]
    x, y = line[0]
    return f'<circle class="start" cx="{number(x)}" cy="{number(y)}" r="11"/>{_line(line, head)}'


def straight(points: Sequence[Point]) -> str:
    """An arrow through points, its tip on the last."""
    step = _direction(points[-2], points[-1])
    line = [*points[:-1], _shifted(points[-1], step, -14, 0)]
    head = [_shifted(points[-1], step, *at) for at in ((6, 0), (-20, 14), (-20, -14))]
    return _line(line, head)


def number(value: float) -> str:
    """A number as SVG has it, without zeros at its end."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def _line(line: Sequence[Point], head: Sequence[Point]) -> str:
    shaft, tip = (" ".join(f"{number(x)},{number(y)}" for x, y in points) for points in (line, head))
    return f'<polyline class="shaft" points="{shaft}"/><polygon class="head" points="{tip}"/>'


def _direction(a: Point, b: Point) -> Point:
    x, y = b[0] - a[0], b[1] - a[1]
    length = max((x * x + y * y) ** 0.5, 1.0)
    return x / length, y / length


def _shifted(point: Point, direction: Point, ahead: float, right: float) -> Point:
    (x, y), (dx, dy) = point, direction
    return x + dx * ahead - dy * right, y + dy * ahead + dx * right
