"""A picture of a state as plain data.

Coordinates count cells: x to the right, y down, (0, 0) the top left corner of the grid. A room turns a state into a
:class:`Scene`; ``engine.drawing`` turns scenes into keyed bits of SVG, which the live board moves about in the browser
and :func:`svg` puts into one string. So a picture looks the same wherever it is shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from .core import Mark


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the board.

    Args:
        id: its name, which a tap sends.
        x, y: its top left corner.
        tint: a kind of ground (a class of the style sheet), for example ``frame`` or ``temple``.
        ground: shapes drawn on the ground, below everything.
        w, h: its size.
    """

    id: str
    x: float
    y: float
    tint: str = ""
    ground: tuple[str, ...] = ()
    w: float = 1
    h: float = 1


@dataclass(frozen=True, slots=True)
class Badge:
    """A small thing on a piece: a shape or a short text, placed from the middle of the piece in cells."""

    shape: str = ""
    text: str = ""
    x: float = 0
    y: float = 0
    scale: float = 1
    turn: float = 0
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that lies on a cell or in a tray.

    Args:
        shape: name of its art; "" for a piece made of badges alone.
        at: id of the cell or tray.
        label: its name for those who hear the board.
        id: identity from one picture to the next; "" lets :func:`drawing` find it by shape and owner.
        owner: seat whose colours it wears.
        turn: degrees clockwise from north.
        x, y: shift from the middle of the place, in cells; scale: its size.
        badges: drawn on it, unturned unless ``Badge.turn`` says so.
        flags: classes of the style sheet (``down``, ``faded``, ``small``, ...).
        tap: what a tap sends; "" for the cell it lies on.
        count: shown as "x3" when more than 1.
    """

    shape: str
    at: str
    label: str
    id: str = ""
    owner: int | None = None
    turn: float = 0
    x: float = 0
    y: float = 0
    scale: float = 1
    badges: tuple[Badge, ...] = ()
    flags: tuple[str, ...] = ()
    tap: str = ""
    count: int = 1


@dataclass(frozen=True, slots=True)
class Tray:
    """A place beside the board where pieces lie in a row: a hand, a storage.

    Args:
        w: width in cells; pieces shrink to fit. h: height.
        active: its owner is to move.
    """

    id: str
    title: str
    x: float
    y: float
    w: float
    h: float = 1
    owner: int | None = None
    active: bool = False


@dataclass(frozen=True, slots=True)
class Arrow:
    """A line through the middles of cells, with a head."""

    cells: tuple[str, ...]
    role: str = "path"


@dataclass(frozen=True, slots=True)
class Scene:
    """All there is to see of a state.

    Args:
        title: the whole in a sentence, for those who hear it.
        facts: label and value of what has no place on the board (lap, score, pouch).
        flipped: seen from the other side. The cells are placed so already; coordinates and edges follow.
    """

    columns: int
    rows: int
    title: str
    cells: tuple[Cell, ...]
    pieces: tuple[Piece, ...] = ()
    trays: tuple[Tray, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    marks: tuple[Mark, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    coordinates: bool = True
    flipped: bool = False

    def marked(self, marks: Iterable[Mark], arrows: Iterable[Arrow] = ()) -> Scene:
        """The scene with more marks and arrows."""
        return replace(self, marks=(*self.marks, *marks), arrows=(*self.arrows, *arrows))


def grid(columns: int, rows: int) -> tuple[str, ...]:
    """Names of the cells in reading order: ``a1`` top left, letters to the right, numbers down.

    >>> grid(2, 2)
    ('a1', 'b1', 'a2', 'b2')
    """
    return tuple(f"{chr(97 + x)}{y + 1}" for y in range(rows) for x in range(columns))


def cell_xy(cell: str) -> tuple[int, int]:
    """Column and row of a cell name, from 0.

    >>> cell_xy("c4")
    (2, 3)
    """
    return ord(cell[0]) - 97, int(cell[1:]) - 1


def cell_name(x: int, y: int) -> str:
    """The name of the cell in a column and row, from 0.

    >>> cell_name(2, 3)
    'c4'
    """
    return f"{chr(97 + x)}{y + 1}"


def svg(scene: Scene, room: Path, width: int = 480) -> str:
    """A scene as one SVG string that needs nothing else.

    Args:
        room: the room's folder, for its art.
        width: in pixels; the height follows.
    """
    from .still import still

    return still(scene, room, width)
