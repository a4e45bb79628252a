"""The picture: animals, hands, the flipped board, a Lion in danger."""

from __future__ import annotations

import pytest

from engine import PUBLIC, Mark
from engine.drawing import drawing
from engine.scene import svg
from tests.lion.tables import GAME, HAND_MADE, START, line


def test_the_board_from_both_sides() -> None:
    state = line(START)
    land, sky = GAME.scene(state, 0), GAME.scene(state, 1)
    assert land == GAME.scene(state) == GAME.scene(state, PUBLIC)
    at = {(cell.x, cell.y): cell.id for cell in land.cells}
    assert at[0, 0] == "a1"
    assert {(2 - x, 3 - y): id for (x, y), id in at.items()} == {(cell.x, cell.y): cell.id for cell in sky.cells}
    for scene, own in ((land, 0), (sky, 1)):
        assert all((piece.turn == 0) == (piece.owner == own) for piece in scene.pieces), "legs point to the owner"
        lower = max(scene.trays, key=lambda tray: tray.y)
        assert lower.owner == own
    assert [cell.id for cell in land.cells if cell.tint == "sky"] == ["a1", "b1", "c1"]
    assert {(cell.id, cell.tint) for cell in land.cells} == {(cell.id, cell.tint) for cell in sky.cells}


def test_coordinates_and_edges_turn_with_the_board() -> None:
    state = line(START)
    edge = Mark("edge", ("a4",), side="S")
    land = svg(GAME.scene(state).marked([edge]), GAME.folder)
    sky = svg(GAME.scene(state, 1).marked([edge]), GAME.folder)
    assert land.index(">a</text>") < land.index(">c</text>")
    assert sky.index(">c</text>") < sky.index(">a</text>")
    assert sky.index(">4</text>") < sky.index(">1</text>")
    assert 'rotate(180)"><path d="M-46' in land
    assert 'rotate(0)"><path d="M-46' in sky


def test_hands_show_each_animal_once_with_its_number() -> None:
    scene = GAME.scene(line("1l1/3/3/1L1 b 2CGe"))
    waiting = [(piece.at, piece.shape, piece.count, piece.tap) for piece in scene.pieces if piece.at.startswith("hand")]
    assert waiting == [
        ("hand 0", "giraffe", 1, "hand G"),
        ("hand 0", "chick", 2, "hand C"),
        ("hand 1", "elephant", 1, ""),
    ]
    labels = {target.label for target in drawing([scene], GAME.folder).frames[0].targets}
    assert {"Land (sente): Giraffe", "Land (sente): 2 Chicks", "b4: Lion of Land", "b1: Lion of Sky"} <= labels


def test_the_number_on_a_turned_tile_is_upright() -> None:
    items = {item.key: item for item in drawing([GAME.scene(line("1l1/3/3/1L1 w 2c"))], GAME.folder).frames[0].items}
    number = next(item for item in items.values() if 'class="count"' in item.markup)
    assert number.turn == 0
    assert items[number.key.removesuffix(" badges")].turn == 180


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        (START, []),
        ("1l1/1C1/3/1L1 w -", ["b1"]),
        ("1l1/1C1/3/1L1 b -", ["b1"]),
        ("3/1l1/1L1/3 b -", ["b3", "b2"]),
        ("gL1/3/2l/3 w -", ["b1"]),
        ("L2/g2/2l/3 b -", []),  # over
    ],
)
def test_a_lion_in_danger_is_marked(text: str, cells: list[str]) -> None:
    assert [cell for mark in GAME.scene(line(text)).marks if mark.role == "hit" for cell in mark.cells] == cells


def test_titles() -> None:
    titles = [GAME.scene(line(text)).title for text in (START, "gle/1c1/1C1/ELG ? -", "L2/g2/2l/3 b -")]
    assert titles == ["Land is to move.", "The lot decides who begins.", "Land has won."]
    assert GAME.scene(GAME.parse_position({"moves": ["b4a3", "b1a2", "a3b4", "a2b1"] * 2})).title == "A draw."


@pytest.mark.parametrize("text", HAND_MADE)
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_every_position_is_drawn(text: str, viewer: int | None) -> None:
    state = line(text)
    assert svg(GAME.scene(state, viewer), GAME.folder).startswith("<svg")
    active = [tray.owner for tray in GAME.scene(state, viewer).trays if tray.active]
    assert active == ([] if GAME.outcome(state) else [state.side])
