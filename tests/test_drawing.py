"""Scenes become SVG: keys, marks, trails, and a picture that needs nothing else."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

from engine.core import Mark
from engine.drawing import Frame, Item, drawing, style_sheet
from engine.marks import mark_form, trail
from engine.scene import Badge, Cell, Piece, Scene, Tray, cell_xy, grid, svg

ROOM = Path(__file__).parent.parent / "engine" / "matadoon"
CELLS = tuple(Cell(cell, *map(float, cell_xy(cell))) for cell in grid(4, 4))


def scene(*pieces: Piece, marks: tuple[Mark, ...] = ()) -> Scene:
    return Scene(4, 4, "A board", CELLS, pieces, trays=(Tray("hand", "Hand", 0, 4.2, 4),), marks=marks)


def frames(*scenes: Scene) -> tuple[Frame, ...]:
    return drawing(scenes, ROOM).frames


def item(frame: Frame, key: str) -> Item:
    return next(item for item in frame.items if item.key == key)


def chip(at: str, face: str = "R", **more: object) -> Piece:
    return replace(Piece(f"chip-{face}", at, "a chip"), **more)  # type: ignore[arg-type]


def test_a_nameless_piece_keeps_its_key_when_it_moves() -> None:
    one, two = frames(scene(chip("a1"), chip("b2", "L")), scene(chip("b2", "L"), chip("c3")))
    assert item(one, "#1").x, item(one, "#1").y == (50, 50)
    assert (item(two, "#1").x, item(two, "#1").y) == (250, 250)
    assert (item(two, "#2").x, item(two, "#2").y) == (150, 150)


def test_a_piece_turned_over_keeps_its_key() -> None:
    one, two = frames(scene(chip("a1", "back")), scene(chip("a1", "J")))
    assert item(one, "#1").markup != item(two, "#1").markup


def test_what_a_piece_carries_does_not_turn_with_it() -> None:
    (frame,) = frames(scene(Piece("bull", "a1", "bull", id="bull", turn=90, badges=(Badge(text="J"),))))
    assert item(frame, "bull").turn == 90
    assert item(frame, "bull badges").turn == 0


def test_targets_name_what_lies_there() -> None:
    (frame,) = frames(scene(chip("a1"), chip("hand", tap="hand R")))
    labels = {target.tap: (target.label, target.filled) for target in frame.targets}
    assert labels["a1"] == ("a1: a chip", True)
    assert labels["b1"] == ("b1", False)
    assert labels["hand R"] == ("Hand: a chip", True)


def test_a_mark_that_names_a_cell_twice_is_drawn_once() -> None:
    (frame,) = frames(
        scene(marks=(Mark("friend", ("a1", "a1")), Mark("edge", ("a1",), "N"), Mark("edge", ("a1",), "E")))
    )
    keys = [item.key for item in frame.items]
    assert len(keys) == len(set(keys))
    assert {"mark friend a1", "mark edge a1N", "mark edge a1E"} <= set(keys)


def test_the_way_is_a_trail_under_the_pieces() -> None:
    (frame,) = frames(scene(chip("c1"), marks=(Mark("path", ("a1", "b1", "c1")),)))
    keys = [item.key for item in frame.items]
    assert keys.index("trail") < keys.index("#1")
    assert "mark path a1" not in keys


def test_the_way_back_lies_beside_the_way_there() -> None:
    points = re.findall(r'points="([^"]*)"', trail([(50, 250), (50, 50), (50, 250)]))[0].split()
    across = {float(point.split(",")[0]) for point in points}
    assert across == {58, 42}


def test_a_picture_needs_nothing_else() -> None:
    text = svg(scene(chip("a1"), marks=(Mark("hit", ("a1",)),)), ROOM, width=300)
    root = ElementTree.fromstring(text)
    assert root.get("width") == "300"
    assert "light-dark" not in text
    used, there = set(re.findall(r'href="#([^"]+)"', text)), set(re.findall(r'id="([^"]+)"', text))
    assert used
    assert used <= there


def test_every_colour_variable_is_defined() -> None:
    rooms = ROOM.parent
    art = "".join(path.read_text(encoding="utf-8") for path in rooms.glob("**/art/*.svg"))
    sheet = style_sheet()
    used = set(re.findall(r"var\((--[\w-]+)", art + sheet))
    assert used <= set(re.findall(r"(--[\w-]+):", sheet))


def test_roles_have_forms_of_their_own() -> None:
    roles = (
        "from",
        "to",
        "path",
        "reveal",
        "attacker",
        "defender",
        "friend",
        "vacant",
        "filled",
        "edge",
        "blocked",
        "hit",
    )
    assert len({mark_form(Mark(role, ())) for role in roles}) == len(roles)
