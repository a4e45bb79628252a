"""Adding up in Maatatahay: Strength, support, the price of a Relic, who is surrounded. Nothing acts in here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .state import BESIDE, RELIC_PRICE, STORAGE_LIMIT, MaatatahayRules, State, Warrior
from .tiles import DIRECTIONS, FACINGS

Board = Mapping[str, Warrior]
DIAGONALS = ("NE", "SE", "SW", "NW")
FILLED, OPEN = "filled", "open"


@dataclass(frozen=True, slots=True)
class Strength:
    """A Strength and what it is made of.

    Args:
        helpers: the neighbours that the ability counts.
    """

    printed: int
    energy: int
    ability: int
    helpers: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """The sum."""
        return self.printed + self.energy + self.ability

    @property
    def sum(self) -> str:
        """The parts that count, for example ``3+2``."""
        return "+".join(str(part) for part in (self.printed, self.energy, self.ability) if part) or "0"


def strength(board: Board, warrior: Warrior, rules: MaatatahayRules) -> Strength:
    """The Strength of a living Warrior where it stands."""
    tile = warrior.tile
    helpers: tuple[str, ...] = ()
    if tile.ability == "elder":
        helpers = living_beside(board, warrior.cell, warrior.tribe)
    elif tile.ability == "convert":
        helpers = living_beside(board, warrior.cell, 1 - warrior.tribe, DIAGONALS)
    return Strength(tile.strength, warrior.energy, rules.ability_size * len(helpers), helpers)


def living_beside(board: Board, cell: str, tribe: int, directions: tuple[str, ...] | str = FACINGS) -> tuple[str, ...]:
    """The neighbouring spaces with a living Warrior of a tribe."""
    beside = BESIDE[cell]
    found = []
    for direction in directions:
        warrior = board.get(beside[direction])
        if warrior is not None and not warrior.dead and warrior.tribe == tribe:
            found.append(warrior.cell)
    return tuple(found)


def side(board: Board, warrior: Warrior, direction: str, rules: MaatatahayRules) -> tuple[str, bool]:
    """What is on one side of a Warrior, and whether that fills the side.

    Returns:
        ``edge``, ``vacant``, ``down``, ``friend`` or ``enemy``; and True where the side is filled.
    """
    cell = BESIDE[warrior.cell][direction]
    if not cell:
        return "edge", rules.edge_fills
    other = board.get(cell)
    if other is None:
        return "vacant", False
    if other.dead:
        return "down", rules.dead_fill
    return ("friend" if other.tribe == warrior.tribe else "enemy"), True


def surrounded(board: Board, warrior: Warrior, rules: MaatatahayRules) -> bool:
    """No side is vacant."""
    return all(side(board, warrior, direction, rules)[1] for direction in FACINGS)


def looked_at(board: Board, new: str) -> tuple[str, ...]:
    """The new Warrior and the living Warriors on its four sides."""
    cells = [new, *(BESIDE[new][direction] for direction in FACINGS)]
    return tuple(cell for cell in cells if cell in board and not board[cell].dead)


def supporters(state: State, cell: str, tribe: int) -> tuple[str, ...]:
    """The spaces of living friends with an arrow that points at a space, clockwise from north."""
    board = state.board
    found = []
    for number, direction in enumerate(DIRECTIONS):
        friend = board.get(BESIDE[cell][direction])
        if friend is not None and not friend.dead and friend.tribe == tribe:
            back = DIRECTIONS[(number + 4 - 2 * FACINGS.index(friend.facing)) % 8]
            if back in friend.tile.arrows:
                found.append(friend.cell)
    return tuple(found)


def price(board: Board, cell: str, tribe: int) -> int:
    """The crystals that a Relic costs."""
    return max(1, RELIC_PRICE - len(living_beside(board, cell, tribe)))


def payments(storage: str, cost: int) -> tuple[str, ...]:
    """The ways to pay a price out of a storage: with a Spirit at least."""
    energy, spirit = storage.count("E"), storage.count("S")
    return tuple("E" * (cost - paid) + "S" * paid for paid in range(1, min(cost, spirit) + 1) if cost - paid <= energy)


def charges(storage: str) -> tuple[str, ...]:
    """The crystals one may move onto a new Warrior: enough that storage then holds what it may."""
    energy, spirit = storage.count("E"), storage.count("S")
    least = energy + spirit - STORAGE_LIMIT
    return tuple("E" * e + "S" * s for e in range(energy + 1) for s in range(spirit + 1) if e + s >= least)
