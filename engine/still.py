"""A scene as one SVG string, for notebooks, files and documents."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from pathlib import Path

from .drawing import Item, drawing, style_sheet
from .marks import number as n
from .scene import Scene


def still(scene: Scene, room: Path, width: int) -> str:
    """A scene as one SVG string that needs nothing else, in the light colours.

    Args:
        room: the room's folder, for its art.
        width: in pixels; the height follows.
    """
    drawn = drawing([scene], room)
    frame = drawn.frames[0]
    x, y, w, h = map(n, drawn.box)
    height = round(width * drawn.box[3] / drawn.box[2])
    title = escape(frame.title)
    defs = "".join(f'<g id="md-{shape}">{markup}</g>' for shape, markup in drawn.art.items())
    items = "".join(f'<g class="{i.classes}" transform="{_transform(i)}">{i.markup}</g>' for i in frame.items)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="md-scene md-paper" viewBox="{x} {y} {w} {h}" width="{width}" '
        f'height="{height}" role="img" aria-label="{title}"><title>{title}</title><style>{_light_style()}</style>'
        f'<defs>{defs}</defs><rect class="paper" x="{x}" y="{y}" width="{w}" height="{h}"/>{drawn.ground}{items}</svg>'
    )


def _transform(item: Item) -> str:
    parts = [f"translate({n(item.x)} {n(item.y)})"]
    if item.turn:
        parts.append(f"rotate({n(item.turn)})")
    if item.scale != 1:
        parts.append(f"scale({n(item.scale)})")
    return " ".join(parts)


@lru_cache
def _light_style() -> str:
    # Not every viewer of SVG files knows light-dark(): a file is drawn in the light colours.
    return re.sub(r"light-dark\(([^,()]+),[^()]*\)", r"\1", style_sheet())
