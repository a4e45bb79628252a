"""The one way to draw a scene: keyed pieces of SVG for the live board, or one SVG string.

The art of a piece is a small SVG file, ``art/<shape>.svg`` of the room or ``engine/art/<shape>.svg``, 100 units a cell,
centred on 0,0, coloured by CSS variables only. The style sheet of all pictures is ``engine/art/scene.css``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from pathlib import Path

from .identity import identify
from .marks import mark_form, straight, trail
from .marks import number as n
from .scene import Arrow, Cell, Piece, Scene, Tray

UNIT = 100
"""SVG units a cell."""
SHARED_ART = Path(__file__).parent / "art"

Points = dict[str, tuple[float, float]]


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
    keyed = identify(scenes)
    first = keyed[0]
    frames = tuple(_frame(scene) for scene in keyed)
    shapes = {shape for cell in first.cells for shape in cell.ground}
    for scene in keyed:
        for piece in scene.pieces:
            shapes |= {piece.shape, *(badge.shape for badge in piece.badges)}
    shapes.discard("")
    return Drawing(_box(keyed), {shape: art(room, shape) for shape in sorted(shapes)}, _ground(first), frames)


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
    width, height = scene.columns * UNIT + 12, scene.rows * UNIT + 12
    parts = [f'<rect class="board" x="-6" y="-6" width="{width}" height="{height}" rx="10"/>']
    for cell in scene.cells:
        tint = f" {cell.tint}" if cell.tint else ""
        parity = " odd" if (int(cell.x) + int(cell.y)) % 2 else ""
        x, y, w, h = (n(value * UNIT) for value in (cell.x, cell.y, cell.w, cell.h))
        parts.append(f'<rect class="cell{tint}{parity}" x="{x}" y="{y}" width="{w}" height="{h}"/>')
        x, y = map(n, _middle(cell))
        parts += [f'<g class="on-ground" transform="translate({x} {y})">{_use(shape)}</g>' for shape in cell.ground]
    if scene.coordinates:
        way = -1 if scene.flipped else 1
        columns = [chr(97 + x) for x in range(scene.columns)][::way]
        rows = [str(y + 1) for y in range(scene.rows)][::way]
        parts += [_text("coordinate", name, (x + 0.5) * UNIT, -23) for x, name in enumerate(columns)]
        parts += [_text("coordinate", name, -23, (y + 0.5) * UNIT) for y, name in enumerate(rows)]
    return "".join(parts)


def _frame(scene: Scene) -> Frame:
    middles = {cell.id: _middle(cell) for cell in scene.cells}
    under, over = _marks(scene, middles)
    pieces, on_trays = _pieces(scene, middles)
    trays = [_tray(tray) for tray in scene.trays]
    arrows = [_arrow(arrow, number, middles) for number, arrow in enumerate(scene.arrows)]
    items = (*trays, *under, *pieces, *arrows, *over)
    return Frame(items, (*_cell_targets(scene, middles), *on_trays), scene.title, scene.facts)


def _marks(scene: Scene, middles: Points) -> tuple[list[Item], list[Item]]:
    """Marks below and above the pieces."""
    under: dict[str, Item] = {}
    over: dict[str, Item] = {}
    for mark in scene.marks:
        cells = [cell for cell in mark.cells if cell in middles]
        if mark.role == "path" and len(cells) > 1:
            under["trail"] = Item("trail", trail([middles[cell] for cell in cells]), 0, 0, classes="arrow trail")
            continue
        if mark.role == "aim" and len(cells) > 1:
            key = f"aim {' '.join(cells)}"
            over[key] = Item(key, _between(*(middles[cell] for cell in cells[:2])), 0, 0, classes="arrow aim")
            continue
        below, markup = mark_form(mark, flipped=scene.flipped)
        for cell in cells:
            key = f"mark {mark.role} {cell}{mark.side}"
            (under if below else over)[key] = Item(key, markup, *middles[cell], classes=f"mark {mark.role}")
    return list(under.values()), list(over.values())


def _between(a: tuple[float, float], b: tuple[float, float]) -> str:
    """An arrow from a cell to another that leaves the middles of both to be seen."""
    (x, y), (dx, dy) = a, (b[0] - a[0], b[1] - a[1])
    return straight([(x + 0.26 * dx, y + 0.26 * dy), (x + 0.7 * dx, y + 0.7 * dy)])


def _cell_targets(scene: Scene, middles: Points) -> list[Target]:
    names: dict[str, list[str]] = {}
    for piece in scene.pieces:
        names.setdefault(piece.at, []).append(piece.label)
    targets = []
    for cell in scene.cells:
        here = names.get(cell.id, [])
        label = f"{cell.id}: {', '.join(here)}" if here else cell.id
        targets.append(Target(cell.id, *middles[cell.id], cell.w * UNIT, cell.h * UNIT, label, bool(here)))
    return targets


def _pieces(scene: Scene, middles: Points) -> tuple[list[Item], list[Target]]:
    """The pieces, and the targets that lie in trays."""
    rows: dict[str, list[str]] = {}
    for piece in scene.pieces:
        rows.setdefault(piece.at, []).append(piece.id)
    trays = {tray.id: tray for tray in scene.trays}
    items: list[Item] = []
    targets: list[Target] = []
    for piece in scene.pieces:
        if piece.at in middles:
            items += _piece(piece, *middles[piece.at], 1.0)
        elif piece.at in trays:
            tray, row = trays[piece.at], rows[piece.at]
            x, y, size = _slot(tray, row.index(piece.id), len(row))
            items += _piece(piece, x, y, size)
            if piece.tap:
                targets.append(Target(piece.tap, x, y, size * UNIT, size * UNIT, f"{tray.title}: {piece.label}", True))
    return items, targets


def _tray(tray: Tray) -> Item:
    owner = f" seat-{tray.owner}" if tray.owner is not None else ""
    active = " active" if tray.active else ""
    markup = (
        f'<rect class="tray-ground" width="{n(tray.w * UNIT)}" height="{n(tray.h * UNIT)}" rx="12"/>'
        f'<text class="tray-title" x="14" y="20">{escape(tray.title)}</text>'
    )
    return Item(f"tray {tray.id}", markup, tray.x * UNIT, tray.y * UNIT, classes=f"tray{owner}{active}")


def _slot(tray: Tray, index: int, count: int) -> tuple[float, float, float]:
    """Where a piece lies in a tray: its middle in SVG units, and its size in cells."""
    title = 0.28 if tray.title else 0.0
    size = min(tray.h - title - 0.06, (tray.w - 0.16) / max(count, 1))
    x = tray.x + 0.08 + size * (index + 0.5)
    return x * UNIT, (tray.y + title + (tray.h - title - 0.06) / 2) * UNIT, size


def _piece(piece: Piece, x: float, y: float, size: float) -> list[Item]:
    """A piece, and apart from it what it carries: the one turns, the other does not, and both glide."""
    x, y = x + piece.x * UNIT * size, y + piece.y * UNIT * size
    owner = f" seat-{piece.owner}" if piece.owner is not None else ""
    flags = "".join(f" {flag}" for flag in piece.flags)
    items = []
    if piece.shape:
        items.append(Item(piece.id, _use(piece.shape), x, y, piece.turn, piece.scale * size, f"piece{owner}{flags}"))
    carried = _carried(piece)
    if carried:
        key = f"{piece.id} badges"
        items.append(Item(key, carried, x, y, 0, piece.scale * size, f"badges{owner}{flags}"))
    return items


def _carried(piece: Piece) -> str:
    parts = []
    for badge in piece.badges:
        inside = _use(badge.shape) if badge.shape else _text("badge-text", badge.text, 0, 0)
        classes = " ".join(("badge", *badge.flags))
        place = f"translate({n(badge.x * UNIT)} {n(badge.y * UNIT)})"
        spin = f" rotate({n(badge.turn)})" if badge.turn else ""
        scale = f" scale({n(badge.scale)})" if badge.scale != 1 else ""
        parts.append(f'<g class="{classes}" transform="{place}{spin}{scale}">{inside}</g>')
    if piece.count > 1:
        text = _text("", str(piece.count), 0, 0)
        parts.append(f'<g class="count" transform="translate(30 32)"><circle r="17"/>{text}</g>')
    return "".join(parts)


def _arrow(arrow: Arrow, number: int, middles: Points) -> Item:
    points = [middles[cell] for cell in arrow.cells if cell in middles]
    markup = straight(points) if len(points) > 1 else ""
    return Item(f"arrow {number}", markup, 0, 0, classes=f"arrow {arrow.role}")


def _middle(cell: Cell) -> tuple[float, float]:
    return (cell.x + cell.w / 2) * UNIT, (cell.y + cell.h / 2) * UNIT


def _use(shape: str) -> str:
    return f'<use href="#md-{shape}"/>'


def _text(classes: str, text: str, x: float, y: float) -> str:
    return f'<text class="{classes}" x="{n(x)}" y="{n(y)}">{escape(text)}</text>'
