"""What lies on Maatatahay's table, and the moves that change it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..core import Ruleset, option
from ..errors import NotationError, shown
from ..scene import cell_name, cell_xy
from .tiles import (
    CELLS,
    DIRECTIONS,
    FACINGS,
    TRIBES,
    Layout,
    Lines,
    Tile,
    layout,
    read_map,
    read_tiles,
    tile_set,
    usual_material,
)

CRYSTALS = "ES"
"""Energy and Spirit, in the order in which crystals are written."""
BAG = (45, 15)
"""Energy and Spirit in the bag before the game."""
STORAGE_LIMIT = 4
"""Crystals in a storage after a placement."""
RELIC_PRICE = 4
RELIC_DRAWS = 2
DEATHS_LIMIT = 6
"""So many dead Warriors end the game."""
SPACE_LIMIT = 1
"""So few free spaces end the game."""
ORDER = {cell: number for number, cell in enumerate(CELLS)}
_DELTA = {
    "N": (0, -1), "NE": (1, -1), "E": (1, 0), "SE": (1, 1), "S": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (-1, -1),
}  # fmt: skip


def _beside(cell: str, direction: str) -> str:
    (x, y), (dx, dy) = cell_xy(cell), _DELTA[direction]
    return cell_name(x + dx, y + dy) if 0 <= x + dx < 5 and 0 <= y + dy < 5 else ""


BESIDE: dict[str, dict[str, str]] = {
    cell: {direction: _beside(cell, direction) for direction in DIRECTIONS} for cell in CELLS
}
"""Space -> direction -> the space there, "" past the edge of the map."""


@dataclass(frozen=True, slots=True)
class MaatatahayRules(Ruleset):
    """The rulings of the rules page as options."""

    open_pairs: int = option(3, "Pairs of Warriors that lie open", bounds=(1, 12))
    relic_mode: str = option(
        "progressive",
        "Relics are worth more by one's own order, or by that of both",
        choices=("progressive", "standard"),
    )
    deaths: str = option(
        "either", "The game ends with 6 dead Warriors of either tribe, or of both in total", choices=("either", "total")
    )
    together: bool = option(True, "Warriors surrounded by one placement are judged together")
    edge_fills: bool = option(True, "The edge of the map counts as filled")
    dead_fill: bool = option(True, "A face-down Warrior fills its space")
    ability_size: int = option(1, "Strength an Elder or a Convert gains for each neighbour", bounds=(0, 9))
    paid_to: str = option("bag", "Where crystals paid for a Relic go", choices=("bag", "away"))
    energy_to: str = option("supply", "Where the Energy of the dead goes", choices=("supply", "bag"))
    map: str = option(
        usual_material()["map"], "The map: five rows of T (temple) or a number of crystals", convert=read_map
    )
    balan_tiles: Lines = option(usual_material()["balan_tiles"], "The tiles of Balan", convert=read_tiles)
    wazu_tiles: Lines = option(usual_material()["wazu_tiles"], "The tiles of Wazu", convert=read_tiles)

    @property
    def layout(self) -> Layout:
        """The map."""
        return layout(self.map)

    def tiles(self, tribe: int) -> Mapping[str, Tile]:
        """A tribe's tiles by their names."""
        return tile_set(self.wazu_tiles if tribe else self.balan_tiles)


@dataclass(frozen=True, slots=True)
class Warrior:
    """A Warrior on the map.

    Args:
        tribe: 0 balan, 1 wazu.
        energy, spirit: crystals on it.
        dead: it lies face down.
    """

    cell: str
    tribe: int
    tile: Tile
    facing: str = "N"
    energy: int = 0
    spirit: int = 0
    dead: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """A Warrior that is to be placed."""

    tribe: int
    tile: Tile


Pair = tuple[Tile, Tile]


@dataclass(frozen=True, slots=True)
class State:
    """Everything on the table.

    Args:
        warriors: in reading order of their spaces.
        relics: temples whose Relic is still there, in reading order.
        crystals: (space, crystals such as "EES") in reading order.
        storage: each tribe's crystals.
        taken: for each tribe, which places in the order of both its Relics were taken at.
        bag: Energy and Spirit in the bag.
        stack: each tribe's tiles not drawn yet, by name.
        pairs: the open pairs, balan's and wazu's tile; the last one drawn is last.
        active: the Active Player.
        track: the Spirit Track.
        died: deaths since the turn began.
        phase: ``setup`` (crystals are drawn for the spaces), ``tiles`` (a pair is drawn), ``pair``, ``first``,
            ``place``, ``pay``, ``draw``, ``charge``, ``over``; and, only between two steps of a move, ``collect``,
            ``support``, ``judge``, ``fall``, ``turn``.
        chosen: the pair chosen, until it is known who places first.
        to_place: whose placement is next; None while a Warrior just placed is dealt with.
        then: the placement after it in this turn.
        new: the space of the Warrior being placed.
        facing: its facing, while its Relic is not paid for yet.
        draws: crystals still to be drawn for a Relic.
        given: support Energy given to it so far.
        falling: Warriors that have been judged to die and are not dealt with yet.
    """

    ruleset: MaatatahayRules
    warriors: tuple[Warrior, ...] = ()
    relics: tuple[str, ...] = ()
    crystals: tuple[tuple[str, str], ...] = ()
    storage: tuple[str, str] = ("", "")
    taken: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    bag: tuple[int, int] = BAG
    stack: tuple[tuple[Tile, ...], tuple[Tile, ...]] = ((), ())
    pairs: tuple[Pair, ...] = ()
    active: int = 0
    track: int = 0
    died: int = 0
    phase: str = "setup"
    chosen: Pair | None = None
    to_place: Turn | None = None
    then: Turn | None = None
    new: str = ""
    facing: str = ""
    draws: int = 0
    given: int = 0
    falling: tuple[str, ...] = ()

    @property
    def board(self) -> dict[str, Warrior]:
        """Space -> the Warrior there, alive or dead."""
        return {warrior.cell: warrior for warrior in self.warriors}

    def warrior_at(self, cell: str) -> Warrior | None:
        """The Warrior on a space, alive or dead."""
        return next((warrior for warrior in self.warriors if warrior.cell == cell), None)

    def crystals_at(self, cell: str) -> str:
        """The crystals on a space."""
        return next((crystals for where, crystals in self.crystals if where == cell), "")

    def free_spaces(self) -> tuple[str, ...]:
        """The spaces with neither a Warrior nor a Relic."""
        filled = {warrior.cell for warrior in self.warriors}
        return tuple(cell for cell in CELLS if cell not in filled and cell not in self.relics)

    def dead(self, tribe: int) -> int:
        """How many Warriors a tribe has lost."""
        return sum(warrior.dead for warrior in self.warriors if warrior.tribe == tribe)

    def living(self, tribe: int) -> tuple[Warrior, ...]:
        """A tribe's living Warriors."""
        return tuple(warrior for warrior in self.warriors if warrior.tribe == tribe and not warrior.dead)

    @property
    def can_draw_pair(self) -> bool:
        """Both tribes have tiles left to draw."""
        return bool(self.stack[0] and self.stack[1])

    def with_warrior(self, new: Warrior, /, **changes: Any) -> State:
        """The state with a Warrior added, or put in place of the one on its space; and other changes."""
        others = [warrior for warrior in self.warriors if warrior.cell != new.cell]
        return replace(self, warriors=sort_warriors([*others, new]), **changes)

    def with_storage(self, tribe: int, crystals: str) -> tuple[str, str]:
        """Both storages with one changed."""
        crystals = sort_crystals(crystals)
        return (self.storage[0], crystals) if tribe else (crystals, self.storage[1])

    def with_crystals(self, cell: str, crystals: str) -> tuple[tuple[str, str], ...]:
        """The crystals of the map with those of one space changed."""
        found = dict(self.crystals) | {cell: sort_crystals(crystals)}
        return tuple((where, found[where]) for where in sorted(found, key=ORDER.__getitem__) if found[where])

    def with_bag(self, crystals: str, sign: int) -> tuple[int, int]:
        """The bag with crystals put in (sign 1) or taken out (sign -1)."""
        energy, spirit = self.bag
        return energy + sign * crystals.count("E"), spirit + sign * crystals.count("S")

    def _repr_svg_(self) -> str:
        from ..scene import svg
        from . import game

        return svg(game.scene(self), game.folder)


def sort_warriors(warriors: Iterable[Warrior]) -> tuple[Warrior, ...]:
    """Warriors in reading order."""
    return tuple(sorted(warriors, key=lambda warrior: ORDER[warrior.cell]))


def sort_crystals(crystals: str) -> str:
    """Crystals as they are written: Energy first.

    >>> sort_crystals("ESE")
    'EES'
    """
    return "E" * crystals.count("E") + "S" * crystals.count("S")


def holds(stock: str, wanted: str) -> bool:
    """All the crystals wanted are in the stock."""
    return all(wanted.count(one) <= stock.count(one) for one in CRYSTALS)


def less(stock: str, taken: str) -> str:
    """The stock without the crystals taken, which it holds."""
    energy, spirit = (stock.count(one) - taken.count(one) for one in CRYSTALS)
    return "E" * energy + "S" * spirit


# Moves ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Move:
    """A move.

    Args:
        kind: ``pair``, ``first``, ``place``, ``pay``, ``charge``, ``draw``, ``tiles``, ``pass`` or ``go``.
        cell, facing: where a Warrior is placed, and how.
        crystals: those paid, charged or drawn.
        number: which open pair, from 1.
        tribe: who places first.
        tiles: the tiles drawn, balan's and wazu's.
    """

    kind: str
    cell: str = ""
    facing: str = ""
    crystals: str = ""
    number: int = 0
    tribe: int = -1
    tiles: tuple[str, ...] = ()


PASS, GO = Move("pass"), Move("go")
PLACEMENTS = {cell: tuple(Move("place", cell, facing) for facing in FACINGS) for cell in CELLS}
"""Space -> the four ways to place a Warrior there."""
FIRSTS = tuple(Move("first", tribe=tribe) for tribe in (0, 1))
DRAWS = {crystal: Move("draw", crystals=crystal) for crystal in CRYSTALS}

_MOVE = re.compile(
    r"""pair\s+(?P<pair>\d{1,2}) | first\s+(?P<first>balan|wazu) | (?P<cell>[a-z]\d{1,2})\s+(?P<facing>[NESW])
    | (?P<how>pay|charge)\s+(?P<some>[ES]{1,99}|-) | draw\s+(?P<draw>[ES])
    | tiles\s+(?P<balan>[\w/+-]{1,60})\s+(?P<wazu>[\w/+-]{1,60}) | (?P<forced>pass|go)""",
    re.VERBOSE | re.ASCII,
)


def parse_move(text: str) -> Move:
    """Read a move.

    >>> parse_move("charge SEE")
    Move(kind='charge', cell='', facing='', crystals='EES', number=0, tribe=-1, tiles=())

    Raises:
        NotationError: not a move, or a space that the map does not have.
    """
    found = _MOVE.fullmatch(text.strip()) if isinstance(text, str) else None
    if found is None:
        raise NotationError(
            "{given} is not a move of Maatatahay; expected pair 2, first wazu, c3 N, pay ES, "
            "charge EES, charge -, draw S or tiles guard archer",
            given=shown(text),
        )
    if found["pair"]:
        return Move("pair", number=int(found["pair"]))
    if found["first"]:
        return FIRSTS[TRIBES.index(found["first"])]
    if found["cell"]:
        if found["cell"] not in ORDER:
            raise NotationError("{found} is not a space of the map; its spaces are a1 to e5", found=found["cell"])
        return PLACEMENTS[found["cell"]][FACINGS.index(found["facing"])]
    if found["how"]:
        return Move(found["how"], crystals=sort_crystals(found["some"]))
    if found["draw"]:
        return DRAWS[found["draw"]]
    if found["balan"]:
        return Move("tiles", tiles=(found["balan"], found["wazu"]))
    return Move(found["forced"])


def format_move(move: Move) -> str:
    """The text of a move.

    >>> format_move(Move("pay", crystals="ES"))
    'pay ES'
    """
    match move.kind:
        case "pair":
            return f"pair {move.number}"
        case "first":
            return f"first {TRIBES[move.tribe]}"
        case "place":
            return f"{move.cell} {move.facing}"
        case "pay" | "charge":
            return f"{move.kind} {move.crystals or '-'}"
        case "draw":
            return f"draw {move.crystals}"
        case "tiles":
            return f"tiles {' '.join(move.tiles)}"
    return move.kind
