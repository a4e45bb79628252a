"""The printed material of Maatatahay as data: Warrior tiles and the map, and the files a teacher may write.

Tiles and map are options of the rules, so a printed game can be typed in. A file of one's own looks like this::

    map: |                # 5 rows; T a temple with a Relic, a digit: so many crystals at the start
      3 2 2 2 3
      2 T 1 T 2
      2 1 T 1 2
      2 T 1 T 2
      3 2 2 2 3
    tiles:                # for both tribes; or balan: and wazu: below it, each with tiles of its own
      guard: {strength: 3, diamonds: 2, arrows: [E, W]}
      elder: {strength: 2, diamonds: 2, arrows: [N, E, W], ability: elder}

Both keys may be left out. ``arrows`` are those of the tile facing N; ``ability`` is ``elder``, ``convert`` or left out.
In one line a tile is written ``3/2/E+W/`` or ``2/2/N+E+W/elder``: Strength, Diamonds, arrows, ability.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..errors import DataError, Either, shown
from ..rulebook import load_rulebook, load_yaml
from ..scene import grid

CELLS = grid(5, 5)
"""The spaces of the map in reading order."""
TRIBES = ("balan", "wazu")
"""The tribes by seat."""
DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""The sides and corners of a tile, clockwise."""
FACINGS = "NESW"
ABILITIES = ("elder", "convert")
MAX_TILES = 40
"""A tribe has no more tiles than this."""
_NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")
_KEYS = ("strength", "diamonds", "arrows", "ability")


@dataclass(frozen=True, slots=True)
class Tile:
    """A Warrior tile.

    Args:
        id: its name, or its line (``3/2/E+W/``) where it has none.
        arrows: the Support Arrows of the tile facing N, clockwise from N.
        ability: ``elder``, ``convert`` or "".
    """

    id: str
    strength: int
    diamonds: int
    arrows: tuple[str, ...] = ()
    ability: str = ""

    @property
    def line(self) -> str:
        """The tile in one line.

        >>> Tile("elder", 2, 2, ("N", "E", "W"), "elder").line
        '2/2/N+E+W/elder'
        """
        return f"{self.strength}/{self.diamonds}/{'+'.join(self.arrows)}/{self.ability}"

    @property
    def named(self) -> bool:
        """False for a tile given in place."""
        return "/" not in self.id

    def arrows_facing(self, facing: str) -> tuple[str, ...]:
        """The arrows as they point on the map: a turn of the tile turns every arrow with it.

        >>> Tile("archer", 3, 1, ("N", "NE", "NW")).arrows_facing("E")
        ('E', 'SE', 'NE')
        """
        return tuple(_turned(arrow, facing) for arrow in self.arrows)


@lru_cache
def _turned(arrow: str, facing: str) -> str:
    return DIRECTIONS[(DIRECTIONS.index(arrow) + 2 * FACINGS.index(facing)) % 8]


Lines = tuple[tuple[str, str], ...]
"""A tribe's tiles as an option holds them: (name, line)."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A map.

    Args:
        temples: the spaces with a Relic at the start.
        crystals: by space in reading order, how many crystals lie there at the start.
    """

    temples: tuple[str, ...]
    crystals: tuple[tuple[str, int], ...]


# Reading and checking ------------------------------------------------------------------------------------------------


def read_tile(value: Any, file: object, key: str, name: str = "") -> Tile:
    """A tile from its line or its mapping.

    Args:
        value: what a file or a position holds.
        file, key: where it stands, for the message.
        name: the name it goes by; by default its line.

    Raises:
        DataError: says which key of the tile is wrong, and what was expected there.
    """
    if isinstance(value, str):
        value = _split(value, file, key)
    if not isinstance(value, Mapping):
        raise DataError(file, key, "expected {choices}, got {given}", choices=_KEYS, given=shown(value))
    for one in value:
        if one not in _KEYS:
            raise DataError(
                file, key, "{given} is not a key of a tile; expected {choices}", given=shown(one), choices=_KEYS
            )
    arrows = value.get("arrows")
    arrows = [] if arrows is None else arrows
    if not isinstance(arrows, (list, tuple)) or any(
        not isinstance(one, str) or one not in DIRECTIONS for one in arrows
    ):
        raise DataError(
            file,
            f"{key}.arrows",
            "expected a list out of {choices}, got {given}",
            choices=DIRECTIONS,
            given=shown(arrows),
        )
    if len(set(arrows)) < len(arrows):
        raise DataError(file, f"{key}.arrows", "expected each arrow once, got {given}", given=shown(arrows))
    ability = value.get("ability")
    if ability not in (None, "", *ABILITIES):
        raise DataError(
            file,
            f"{key}.ability",
            "expected {choices} or nothing, got {given}",
            choices=Either(ABILITIES),
            given=shown(ability),
        )
    tile = Tile(
        name,
        _number(value.get("strength", 0), 99, file, f"{key}.strength"),
        _number(value.get("diamonds", 0), 9, file, f"{key}.diamonds"),
        tuple(sorted(arrows, key=DIRECTIONS.index)),
        ability or "",
    )
    return tile if name else Tile(tile.line, tile.strength, tile.diamonds, tile.arrows, tile.ability)


def _split(line: str, file: object, key: str) -> Mapping[str, Any]:
    parts = line.split("/")
    if len(parts) != 4 or not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts[:2]):
        raise DataError(
            file, key, "expected a line such as 3/2/E+W/ or 2/2/N+E+W/elder, got {given}", given=shown(line)
        )
    arrows = parts[2].split("+") if parts[2] else []
    return {"strength": int(parts[0]), "diamonds": int(parts[1]), "arrows": arrows, "ability": parts[3]}


def _number(value: Any, highest: int, file: object, key: str) -> int:
    if type(value) is not int or not 0 <= value <= highest:
        raise DataError(
            file, key, "expected a whole number from 0 to {high}, got {given}", high=highest, given=shown(value)
        )
    return value


def read_tiles(value: Any, file: object = "tiles", key: str = "") -> Lines:
    """A tribe's tiles from a mapping of names to tiles, or from such lines.

    Raises:
        DataError: says which key of which tile is wrong.
    """
    if isinstance(value, (list, tuple)) and all(isinstance(one, (list, tuple)) and len(one) == 2 for one in value):
        value = {one[0] if isinstance(one[0], str) else repr(one[0]): one[1] for one in value}
    if not isinstance(value, Mapping) or not value:
        raise DataError(file, key, "expected tiles by their names, got {given}", given=shown(value))
    if len(value) > MAX_TILES:
        raise DataError(file, key, "expected at most {most} tiles, got {count}", most=MAX_TILES, count=len(value))
    lines = []
    for name, tile in value.items():
        if not isinstance(name, str) or not _NAME.fullmatch(name) or name in TRIBES:
            raise DataError(file, key, "expected a name of small letters, digits and -, got {given}", given=shown(name))
        lines.append((name, read_tile(tile, file, f"{key}.{name}" if key else name, name).line))
    return tuple(lines)


def read_map(value: Any, file: object = "map", key: str = "") -> str:
    """A map as one line, ``32223/2T1T2/...``, from its rows.

    Raises:
        DataError: says which row is wrong, or which sign.
    """
    if not isinstance(value, str):
        raise DataError(file, key, "expected 5 rows of 5 signs, got {given}", given=shown(value))
    rows = [row for row in ("".join(line.split()) for line in re.split(r"[/\n]", value)) if row]
    if len(rows) != 5:
        raise DataError(file, key, "expected 5 rows, got {count}", count=len(rows))
    for y, row in enumerate(rows):
        if len(row) != 5:
            raise DataError(file, key, "expected 5 signs in row {number}, got {given}", number=y + 1, given=shown(row))
        for x, sign in enumerate(row):
            if sign not in "0123456789T":
                raise DataError(
                    file, key, "expected T or a digit at {cell}, got {sign!r}", cell=CELLS[5 * y + x], sign=sign
                )
    return "/".join(rows)


def material(data: Mapping[str, Any], file: object) -> dict[str, Any]:
    """The options ``map``, ``balan_tiles`` and ``wazu_tiles`` from the keys ``map`` and ``tiles``.

    Raises:
        DataError: an unknown key, or one that is wrong.
    """
    options: dict[str, Any] = {}
    for key, value in data.items():
        if key == "map":
            options["map"] = read_map(value, file, "map")
        elif key == "tiles":
            options |= _tiles_of_both(value, file)
        else:
            raise DataError(file, str(key), "expected map or tiles")
    return options


def _tiles_of_both(value: Any, file: object) -> dict[str, Lines]:
    if isinstance(value, Mapping) and value and set(value) <= set(TRIBES):
        return {f"{tribe}_tiles": read_tiles(tiles, file, f"tiles.{tribe}") for tribe, tiles in value.items()}
    lines = read_tiles(value, file, "tiles")
    return {f"{tribe}_tiles": lines for tribe in TRIBES}


def load_material(path: str | Path) -> dict[str, Any]:
    """The options in a file of one's own: ``game.ruleset().with_options(load_material("ours.yaml"))``.

    Raises:
        DataError: the file cannot be read, or says which key of which tile, or which row of the map, is wrong.
    """
    return material(load_yaml(Path(path)), path)


@lru_cache(maxsize=64)
def tile_set(lines: Lines) -> Mapping[str, Tile]:
    """The tiles of checked lines by their names."""
    return {name: read_tile(line, "tiles", name, name) for name, line in lines}


@lru_cache(maxsize=64)
def layout(line: str) -> Layout:
    """The map of a checked line."""
    signs = dict(zip(CELLS, line.replace("/", ""), strict=True))
    return Layout(
        tuple(cell for cell, sign in signs.items() if sign == "T"),
        tuple((cell, int(sign)) for cell, sign in signs.items() if sign not in "T0"),
    )


@lru_cache(maxsize=1)
def usual_material() -> Mapping[str, Any]:
    """The options that ``rules.yaml`` gives under ``data``."""
    file = Path(__file__).with_name("rules.yaml")
    return material(load_rulebook(file).data, file)
