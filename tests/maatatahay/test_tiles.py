"""Tiles and maps of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import DataError, PositionError, get_game
from engine.maatatahay import load_material
from tests.maatatahay import naive

GAME = get_game("maatatahay")
GOOD = """
map: |
  T 2 2 2 T
  2 0 1 0 2
  2 1 T 1 2
  2 0 1 0 2
  T 2 2 2 T
tiles:
  balan:
    yak: {strength: 4, diamonds: 1, arrows: [S, N]}
    ox: {strength: 2, ability: elder}
  wazu:
    bear: 3/2/E+W/
    crow: 1/0//convert
"""


def write(folder: Path, text: str) -> Path:
    file = folder / "ours.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def test_the_usual_tiles_are_those_of_the_rules_page() -> None:
    rules = GAME.ruleset()
    for tribe in (0, 1):
        tiles = rules.tiles(tribe)
        assert {
            name: (tile.strength, tile.diamonds, set(tile.arrows), tile.ability) for name, tile in tiles.items()
        } == {
            name: (tile["strength"], tile["diamonds"], set(tile["arrows"]), tile["ability"])
            for name, tile in naive.TILES.items()
        }
    assert list(rules.layout.temples) == naive.TEMPLES
    assert sum(number for _, number in rules.layout.crystals) == 40


def test_a_file_of_one_s_own_is_played_with(tmp_path: Path) -> None:
    rules = GAME.ruleset().with_options(load_material(write(tmp_path, GOOD)), name="ours")
    state = GAME.initial_state(rules)
    assert state.relics == ("a1", "e1", "c3", "a5", "e5")
    assert [[tile.id for tile in tiles] for tiles in state.stack] == [["ox", "yak"], ["bear", "crow"]]
    assert rules.tiles(0)["yak"].arrows_facing("E") == ("E", "W")
    assert GAME.parse_position(GAME.format_position(state)) == state


def test_either_key_may_be_left_out(tmp_path: Path) -> None:
    options = load_material(write(tmp_path, "tiles: {yak: {strength: 4}}"))
    assert options == {"balan_tiles": (("yak", "4/0//"),), "wazu_tiles": (("yak", "4/0//"),)}


WRONG = [
    ("tiles: {yak: {strenght: 4}}", "tiles.yak", "'strenght' is not a key"),
    ("tiles: {yak: {strength: four}}", "tiles.yak.strength", "whole number"),
    ("tiles: {wazu: {yak: {diamonds: 10}}}", "tiles.wazu.yak.diamonds", "from 0 to 9"),
    ("tiles: {yak: {arrows: [N, NNE]}}", "tiles.yak.arrows", "NNE"),
    ("tiles: {yak: {arrows: [N, N]}}", "tiles.yak.arrows", "each arrow once"),
    ("tiles: {yak: {ability: fly}}", "tiles.yak.ability", "elder or convert"),
    ("tiles: {yak: 3/2/E}", "tiles.yak", "a line such as"),
    ("tiles: {yak: [3]}", "tiles.yak", "expected strength"),
    ("tiles: {a yak: {}}", "tiles", "a name of small letters"),
    ("tiles: {}", "tiles", "expected tiles"),
    ("tiles: {wazu: {}}", "tiles.wazu", "expected tiles"),
    ("map: 5", "map", "5 rows"),
    ("map: T1111/11111", "map", "expected 5 rows, got 2"),
    ("map: T1111/1111/11111/11111/11111", "map", "5 signs in row 2"),
    ("map: T1111/11x11/11111/11111/11111", "map", "at c2, got 'x'"),
    ("mapp: 5", "mapp", "expected map or tiles"),
]


@pytest.mark.parametrize(("text", "key", "message"), WRONG, ids=[text for text, _, _ in WRONG])
def test_a_wrong_file_says_which_key_of_which_tile(tmp_path: Path, text: str, key: str, message: str) -> None:
    file = write(tmp_path, text)
    with pytest.raises(DataError) as caught:
        load_material(file)
    assert (caught.value.file, caught.value.key) == (str(file), key)
    assert message in str(caught.value)


def test_too_many_tiles(tmp_path: Path) -> None:
    tiles = ", ".join(f"t{number}: {{}}" for number in range(41))
    with pytest.raises(DataError, match="at most 40"):
        load_material(write(tmp_path, f"tiles: {{{tiles}}}"))


def test_a_wrong_option_says_which_key_of_which_tile() -> None:
    with pytest.raises(PositionError, match=r"option wazu_tiles: .*yak\.strength"):
        GAME.ruleset().with_options({"wazu_tiles": {"yak": {"strength": None}}})
