"""A picture of a state as plain data, and the one way to draw it.

Coordinates count cells: x to the right, y down, (0, 0) the top left corner of the grid. A room turns a state into a
:class:`Scene`; :func:`drawing` turns scenes into keyed pieces of SVG, which the live board moves about in the browser
and :func:`svg` puts into one string. So a picture looks the same wherever it is shown.

The art of a piece is a small SVG file, ``art/<shape>.svg`` of the room or ``engine/art/<shape>.svg``, 100 units a cell,
centred on 0,0, coloured by CSS variables only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from html import escape
from pathlib import Path

from .core import Mark

UNIT = 100
"""SVG units a cell."""
SHARED_ART = Path(__file__).parent / "art"


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


# Drawing -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Item:
    """A keyed bit of SVG: the same key in two pictures is the same thing, moved.

    Args:
        markup: SVG around 0,0.
        x, y: where, in SVG units; turn: degrees; scale: factor.
        classes: of its group.
    """

    key: str
    markup: str
    x: float
    y: float
    turn: float = 0
    scale: float = 1
    classes: str = ""


@dataclass(frozen=True, slots=True)
class Target:
    """Where a tap lands: ``tap`` is what it sends, ``label`` what a screen reader says; x, y its middle.

    ``filled`` says that a piece lies there.
    """

    tap: str
    x: float
    y: float
    w: float
    h: float
    label: str
    filled: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture: what lies on the ground, and where one can tap."""

    items: tuple[Item, ...]
    targets: tuple[Target, ...]
    title: str
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """Pictures on one common ground.

    Args:
        box: x, y, width, height of all there is, in SVG units.
        art: the symbols used: shape -> markup.
        ground: SVG below everything.
    """

    box: tuple[float, float, float, float]
    art: dict[str, str] = field(hash=False)
    ground: str = ""
    frames: tuple[Frame, ...] = ()


def drawing(scenes: Sequence[Scene], room: Path) -> Drawing:
    """Draw scenes of one game that follow each other.

    Args:
        scenes: at least one; all with the same cells.
        room: the room's folder, for its art.
    """
    keyed = _identify(scenes)
    first = keyed[0]
    frames = tuple(_frame(scene) for scene in keyed)
    shapes = {shape for cell in first.cells for shape in cell.ground}
    for scene in keyed:
        for piece in scene.pieces:
            shapes |= {piece.shape, *(badge.shape for badge in piece.badges)}
    shapes.discard("")
    return Drawing(_box(keyed), {shape: art(room, shape) for shape in sorted(shapes)}, _ground(first), frames)


def svg(scene: Scene, room: Path, width: int = 480) -> str:
    """A scene as one SVG string that needs nothing else.

    Args:
        width: in pixels; the height follows.
    """
    drawn = drawing([scene], room)
    x, y, w, h = drawn.box
    frame = drawn.frames[0]
    defs = "".join(f'<g id="md-{shape}">{markup}</g>' for shape, markup in drawn.art.items())
    items = "".join(
        f'<g class="{item.classes}" transform="translate({_n(item.x)} {_n(item.y)})'
        f"{f' rotate({_n(item.turn)})' if item.turn else ''}{f' scale({_n(item.scale)})' if item.scale != 1 else ''}"
        f'">{item.markup}</g>'
        for item in frame.items
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="md-scene md-paper" viewBox="{_n(x)} {_n(y)} {_n(w)} {_n(h)}" '
        f'width="{width}" height="{round(width * h / w)}" role="img" aria-label="{escape(frame.title)}">'
        f"<title>{escape(frame.title)}</title><style>{_style()}</style><defs>{defs}</defs>"
        f'<rect class="paper" x="{_n(x)}" y="{_n(y)}" width="{_n(w)}" height="{_n(h)}"/>'
        f"{drawn.ground}{items}</svg>"
    )


@lru_cache
def art(room: Path, shape: str) -> str:
    """The inside of a shape's SVG file.

    Raises:
        FileNotFoundError: neither the room nor the engine has it.
    """
    path = room / "art" / f"{shape}.svg"
    if not path.exists():
        path = SHARED_ART / f"{shape}.svg"
    found = re.search(r"<svg[^>]*>(.*)</svg>", path.read_text(encoding="utf-8"), re.DOTALL)
    if found is None:
        raise FileNotFoundError(f"{path} holds no <svg>")
    return re.sub(r">\s+<", "><", found.group(1).strip())


@lru_cache
def style_sheet() -> str:
    """The style sheet of all pictures; its colours follow ``color-scheme``."""
    return (SHARED_ART / "scene.css").read_text(encoding="utf-8")


@lru_cache
def _style() -> str:
    # Not every viewer of SVG files knows light-dark(): a file is drawn in the light colours.
    return re.sub(r"light-dark\(([^,()]+),[^()]*\)", r"\1", style_sheet())


def _identify(scenes: Sequence[Scene]) -> list[Scene]:
    """Give every piece an id, so that a thing keeps its id from scene to scene even where it changed place or owner."""
    keyed: list[Scene] = []
    before: dict[str, Piece] = {}
    count = 0
    for scene in scenes:
        named = {piece.id: piece for piece in scene.pieces if piece.id}
        free = {id: piece for id, piece in before.items() if id not in named}
        ids: dict[int, str] = {}
        rest = [n for n, piece in enumerate(scene.pieces) if not piece.id]
        for same in (
            lambda a, b: (a.shape, a.owner, a.at, a.x, a.y) == (b.shape, b.owner, b.at, b.x, b.y),
            lambda a, b: (a.shape, a.owner) == (b.shape, b.owner),
            lambda a, b: a.shape == b.shape,
            lambda a, b: a.at == b.at,
        ):
            for n in [n for n in rest if n not in ids]:
                match = next((id for id, piece in free.items() if same(piece, scene.pieces[n])), None)
                if match is not None:
                    ids[n] = match
                    del free[match]
        for n in rest:
            if n not in ids:
                count += 1
                ids[n] = f"#{count}"
        pieces = tuple(replace(piece, id=ids[n]) if n in ids else piece for n, piece in enumerate(scene.pieces))
        before = {piece.id: piece for piece in pieces}
        keyed.append(replace(scene, pieces=pieces))
    return keyed


def _box(scenes: Sequence[Scene]) -> tuple[float, float, float, float]:
    left, top, right, bottom = 0.0, 0.0, 0.0, 0.0
    for scene in scenes:
        margin = 0.4 if scene.coordinates else 0.1
        left, top = min(left, -margin), min(top, -margin)
        right, bottom = max(right, scene.columns + 0.1), max(bottom, scene.rows + 0.1)
        for tray in scene.trays:
            left, top = min(left, tray.x - 0.1), min(top, tray.y - 0.1)
            right, bottom = max(right, tray.x + tray.w + 0.1), max(bottom, tray.y + tray.h + 0.1)
    return left * UNIT, top * UNIT, (right - left) * UNIT, (bottom - top) * UNIT


def _ground(scene: Scene) -> str:
    parts = [f'<rect class="board" x="-6" y="-6" width="{scene.columns * UNIT + 12}" '
             f'height="{scene.rows * UNIT + 12}" rx="10"/>']  # fmt: skip
    for cell in scene.cells:
        tint = f" {cell.tint}" if cell.tint else ""
        parity = " odd" if (int(cell.x) + int(cell.y)) % 2 else ""
        parts.append(
            f'<rect class="cell{tint}{parity}" x="{_n(cell.x * UNIT)}" y="{_n(cell.y * UNIT)}" '
            f'width="{_n(cell.w * UNIT)}" height="{_n(cell.h * UNIT)}"/>'
        )
        middle = f"translate({_n((cell.x + cell.w / 2) * UNIT)} {_n((cell.y + cell.h / 2) * UNIT)})"
        parts += [f'<g class="on-ground" transform="{middle}">{_use(shape)}</g>' for shape in cell.ground]
    if scene.coordinates:
        parts += [_text("coordinate", chr(97 + x), (x + 0.5) * UNIT, -14) for x in range(scene.columns)]
        parts += [_text("coordinate", str(y + 1), -22, (y + 0.5) * UNIT) for y in range(scene.rows)]
    return "".join(parts)


def _frame(scene: Scene) -> Frame:
    cells = {cell.id: cell for cell in scene.cells}
    trays = {tray.id: tray for tray in scene.trays}
    middles = {cell.id: ((cell.x + cell.w / 2) * UNIT, (cell.y + cell.h / 2) * UNIT) for cell in scene.cells}
    items: list[Item] = []
    targets: list[Target] = []
    for tray in scene.trays:
        items.append(_tray(tray))
    over: list[Item] = []
    for mark in scene.marks:
        for name in mark.cells:
            if name in middles:
                under, drawn = _mark(mark)
                item = Item(f"mark {mark.role} {name}{mark.side}", drawn, *middles[name], classes="mark " + mark.role)
                (items if under else over).append(item)
    by_place: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        by_place.setdefault(piece.at, []).append(piece)
    for cell in scene.cells:
        here = by_place.get(cell.id, [])
        label = f"{cell.id}: {', '.join(piece.label for piece in here)}" if here else cell.id
        targets.append(Target(cell.id, *middles[cell.id], cell.w * UNIT, cell.h * UNIT, label, bool(here)))
    for piece in scene.pieces:
        if piece.at in trays:
            row = by_place[piece.at]
            x, y, size = _slot(trays[piece.at], row.index(piece), len(row))
            if piece.tap:
                label = f"{trays[piece.at].title}: {piece.label}"
                targets.append(Target(piece.tap, x, y, size * UNIT, size * UNIT, label, True))
            items.append(_piece(piece, x, y, size))
        elif piece.at in cells:
            items.append(_piece(piece, *middles[piece.at], 1.0))
    for number, arrow in enumerate(scene.arrows):
        items.append(_arrow(arrow, number, middles))
    return Frame((*items, *over), tuple(targets), scene.title, scene.facts)


def _tray(tray: Tray) -> Item:
    owner = f" seat-{tray.owner}" if tray.owner is not None else ""
    active = " active" if tray.active else ""
    w, h = tray.w * UNIT, tray.h * UNIT
    markup = (
        f'<rect class="tray-ground" width="{_n(w)}" height="{_n(h)}" rx="12"/>'
        f'<text class="tray-title" x="12" y="20">{escape(tray.title)}</text>'
    )
    return Item(f"tray {tray.id}", markup, tray.x * UNIT, tray.y * UNIT, classes=f"tray{owner}{active}")


def _slot(tray: Tray, index: int, count: int) -> tuple[float, float, float]:
    title = 0.24 if tray.title else 0.0
    size = min(tray.h - title - 0.04, (tray.w - 0.1) / max(count, 1))
    x = tray.x + 0.05 + size * (index + 0.5)
    return x * UNIT, (tray.y + title + (tray.h - title) / 2) * UNIT, size


def _piece(piece: Piece, x: float, y: float, size: float) -> Item:
    parts = []
    if piece.shape:
        turned = f' transform="rotate({_n(piece.turn)})"' if piece.turn and piece.badges else ""
        parts.append(f"<g{turned}>{_use(piece.shape)}</g>")
    for badge in piece.badges:
        inside = _use(badge.shape) if badge.shape else _text("badge-text", badge.text, 0, 0)
        flags = " ".join(badge.flags)
        place = f"translate({_n(badge.x * UNIT)} {_n(badge.y * UNIT)})"
        spin = f" rotate({_n(badge.turn)})" if badge.turn else ""
        scale = f" scale({_n(badge.scale)})" if badge.scale != 1 else ""
        parts.append(f'<g class="badge {flags}" transform="{place}{spin}{scale}">{inside}</g>')
    if piece.count > 1:
        parts.append(
            f'<g class="count" transform="translate(30 32)"><circle r="17"/>{_text("", f"{piece.count}", 0, 0)}</g>'
        )
    owner = f" seat-{piece.owner}" if piece.owner is not None else ""
    flags = f" {' '.join(piece.flags)}" if piece.flags else ""
    # Unless it carries badges, the whole group turns, so that a turn is animated.
    turn = 0.0 if piece.badges else piece.turn
    return Item(
        piece.id, "".join(parts), x + piece.x * UNIT * size, y + piece.y * UNIT * size, turn,
        piece.scale * size, f"piece{owner}{flags}",
    )  # fmt: skip


def _arrow(arrow: Arrow, number: int, middles: dict[str, tuple[float, float]]) -> Item:
    points = [middles[cell] for cell in arrow.cells if cell in middles]
    if len(points) < 2:
        return Item(f"arrow {number}", "", 0, 0, classes=f"arrow {arrow.role}")
    (x0, y0), (x1, y1) = points[-2], points[-1]
    length = max(((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5, 1)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    head = [(x1 + 6 * ux, y1 + 6 * uy), (x1 - 18 * ux - 13 * uy, y1 - 18 * uy + 13 * ux),
            (x1 - 18 * ux + 13 * uy, y1 - 18 * uy - 13 * ux)]  # fmt: skip
    points[-1] = (x1 - 14 * ux, y1 - 14 * uy)
    line = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
    tip = " ".join(f"{_n(x)},{_n(y)}" for x, y in head)
    markup = f'<polyline class="shaft" points="{line}"/><polygon class="head" points="{tip}"/>'
    return Item(f"arrow {number}", markup, 0, 0, classes=f"arrow {arrow.role}")


_CORNERS = "".join(f'<path d="M-46 -28V-46H-28" transform="rotate({turn})"/>' for turn in (0, 90, 180, 270))
_RING = '<rect x="-46" y="-46" width="92" height="92" rx="8"/>'
_CROSS = '<path d="M-26 -26L26 26M26 -26L-26 26"/>'
_SIDES = {"N": 0, "E": 90, "S": 180, "W": 270, "": 0}
# Each role has a form of its own, so that colour is never the only sign. True: drawn below the pieces.
_MARKS: dict[str, tuple[bool, str]] = {
    "from": (True, '<rect class="dash" x="-46" y="-46" width="92" height="92" rx="8"/>'),
    "to": (True, _RING),
    "path": (True, '<circle class="dot" r="9"/>'),
    "reveal": (False, _CORNERS),
    "attacker": (
        False,
        '<path class="solid" d="M-46 -46H-20L-46 -20ZM46 -46H20L46 -20ZM-46 46H-20L-46 20ZM46 46H20L46 20Z"/>',
    ),
    "defender": (False, '<rect x="-46" y="-46" width="92" height="92" rx="22"/>'),
    "friend": (False, '<circle r="44"/>'),
    "vacant": (True, '<circle class="dash" r="30"/>'),
    "filled": (False, '<rect x="-40" y="-40" width="80" height="80" rx="4" class="dash"/>'),
    "edge": (False, '<path d="M-48 -47H48" class="bar"/>'),
    "blocked": (False, _CROSS),
    "hit": (
        True,
        '<path d="M0 -46L10 -20L36 -34L24 -8L48 4L22 12L30 40L4 24L-16 46L-18 18L-46 22L-28 0L-46 -22L-18 -18Z"/>',
    ),
}  # fmt: skip


def _mark(mark: Mark) -> tuple[bool, str]:
    under, markup = _MARKS.get(mark.role, (False, _RING))
    if mark.side:
        markup = f'<g transform="rotate({_SIDES[mark.side]})">{markup}</g>'
    return under, markup


def _use(shape: str) -> str:
    return f'<use href="#md-{shape}"/>'


def _text(classes: str, text: str, x: float, y: float) -> str:
    return f'<text class="{classes}" x="{_n(x)}" y="{_n(y)}">{escape(text)}</text>'


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
