"""Maatatahay's table as a picture."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from pathlib import Path
from typing import Any

from ..rulebook import Rulebook
from ..scene import Badge, Cell, Piece, Scene, Tray, cell_xy
from ..words import listed
from .rules import amounts, current_player, first_chooser, next_space, placer, stage
from .score import relic_worth, score
from .state import MaatatahayRules, State, Warrior
from .strength import Board, Strength, price, strength
from .tiles import CELLS, DIRECTIONS, FACINGS, Tile

_ON_SPACE = {
    1: ((0, 0),), 2: ((-0.2, 0), (0.2, 0)), 3: ((-0.22, 0.17), (0.22, 0.17), (0, -0.2)),
    4: ((-0.2, -0.2), (0.2, -0.2), (-0.2, 0.2), (0.2, 0.2)),
}  # fmt: skip
"""Where crystals lie on a space, by their number."""
_MOST_CRYSTALS = 9
"""More crystals than this lie in heaps, in a storage."""


def prompt(state: State, book: Rulebook, language: str) -> str:
    """What is to be done now."""
    due = stage(state)
    args: dict[str, Any] = {"seat": 0, "cell": state.new or next_space(state), "tile": "", "number": 0}
    if due in ("pair", "first"):
        args["seat"] = current_player(state)
    elif due in ("place", "pay", "pass", "draw", "charge"):
        args["seat"] = placer(state)
        warrior = state.to_place or state.warrior_at(state.new)
        args["tile"] = _name(warrior.tile) if warrior else ""
    if due == "pay":
        args["number"] = price(state.board, state.new, args["seat"])
    return book.word(f"prompt.{due}", language, **args)


def scene(state: State, book: Rulebook, language: str) -> Scene:
    """The picture of a state."""
    points = score(state)
    rows, slots = _trays(state, book, language)
    return Scene(
        columns=5,
        rows=5,
        title=book.word("scene", language, number=_turn(state), count=_turns(state.ruleset),
                        balan=points[0].total, wazu=points[1].total),
        cells=_cells(state.ruleset.layout.temples),
        pieces=(
            *_on_map(state, book, language),
            *_warriors(state, book, language),
            *_storages(state, book, language),
            *slots,
        ),
        trays=rows,
        facts=_facts(state, book, language),
    )  # fmt: skip


@lru_cache
def _cells(temples: tuple[str, ...]) -> tuple[Cell, ...]:
    return tuple(
        Cell(cell, *cell_xy(cell), tint="temple", ground=("temple",)) if cell in temples else Cell(cell, *cell_xy(cell))
        for cell in CELLS
    )


def _turns(rules: MaatatahayRules) -> int:
    return min(len(rules.balan_tiles), len(rules.wazu_tiles))


def _turn(state: State) -> int:
    """The number of the turn, from 1: two Warriors are placed in each."""
    placed = len(state.warriors)
    waiting = 2 * bool(state.chosen) + bool(state.to_place) + bool(state.then)
    if waiting or state.phase not in ("setup", "tiles", "pair"):
        return max(1, (placed + waiting + 1) // 2)
    return placed // 2 + 1


# Pieces ---------------------------------------------------------------------------------------------------------------


def _on_map(state: State, book: Rulebook, language: str) -> tuple[Piece, ...]:
    """Relics and crystals."""
    label = book.word("piece.relic", language)
    pieces = [Piece("relic", cell, label, id=f"relic {cell}") for cell in state.relics]
    filled = {warrior.cell for warrior in state.warriors}
    for cell, crystals in state.crystals:
        if cell in filled:
            continue
        heaps = _heaps(crystals) if len(crystals) > 4 else tuple((crystal, 1) for crystal in crystals)
        small = cell in state.relics
        for (crystal, number), (x, y) in zip(heaps, _ON_SPACE[len(heaps)], strict=True):
            shape = _shape(crystal)
            words = book.word(f"piece.{shape}", language, number=number)
            pieces.append(Piece(shape, cell, words, x=x, y=y + 0.3 * small, scale=0.6 if small else 0.95, count=number))
    if state.facing and state.to_place:
        pieces.append(_wanted(state, state.to_place.tribe, state.to_place.tile, book, language))
    return tuple(pieces)


def _wanted(state: State, tribe: int, tile: Tile, book: Rulebook, language: str) -> Piece:
    """The Warrior that stands before a temple until its Relic is paid for."""
    label = book.word("piece.wanted", language, tile=_name(tile), facing=state.facing)
    return Piece(
        f"tile-{tribe}", state.new, label, id="wanted", owner=tribe, turn=90 * FACINGS.index(state.facing),
        badges=_badges(tile, state.facing, Strength(tile.strength, 0, 0), 0, 0), flags=("faded",),
    )  # fmt: skip


def _heaps(crystals: str) -> tuple[tuple[str, int], ...]:
    return tuple((crystal, crystals.count(crystal)) for crystal in "ES" if crystal in crystals)


def _shape(crystal: str) -> str:
    return "energy" if crystal == "E" else "spirit"


def _warriors(state: State, book: Rulebook, language: str) -> tuple[Piece, ...]:
    board = state.board
    names = _Names()
    return tuple(_warrior(state, board, warrior, names, book, language) for warrior in state.warriors)


class _Names:
    """Ids of tiles: the same tile keeps its id on its way from the open pairs to the map."""

    def __init__(self) -> None:
        self.seen: dict[str, int] = {}

    def of(self, tribe: int, tile: Tile) -> str:
        """The next id for a tile; there may be several alike in a position made by hand."""
        name = f"warrior {tribe} {tile.id}"
        number = self.seen[name] = self.seen.get(name, 0) + 1
        return name if number == 1 else f"{name} {number}"


def _warrior(state: State, board: Board, one: Warrior, names: _Names, book: Rulebook, language: str) -> Piece:
    id, turn = names.of(one.tribe, one.tile), 90 * FACINGS.index(one.facing)
    if one.dead:
        label = book.word("piece.down", language, seat=one.tribe, tile=_name(one.tile))
        spirit = (Badge("spirit", x=-0.18, y=0.3, scale=0.6),) if one.spirit else ()
        return Piece(f"tile-down-{one.tribe}", one.cell, label, id=id, owner=one.tribe, turn=turn, badges=spirit,
                     flags=("down",))  # fmt: skip
    now = strength(board, one, state.ruleset)
    sum = now.sum if now.total != now.printed else str(now.printed)
    label = book.word("piece.warrior", language, seat=one.tribe, tile=_name(one.tile), sum=sum, number=now.total,
                      facing=one.facing)  # fmt: skip
    label = listed((label, *_details(one.tile, one.facing, book, language), *_load(one, book, language)), language)
    badges = _badges(one.tile, one.facing, now, one.energy, one.spirit)
    return Piece(f"tile-{one.tribe}", one.cell, label, id=id, owner=one.tribe, turn=turn, badges=badges)


def _load(one: Warrior, book: Rulebook, language: str) -> tuple[str, ...]:
    load = (("energy", one.energy), ("spirit", one.spirit))
    return tuple(book.word(f"piece.{kind}", language, number=number) for kind, number in load if number)


def _details(tile: Tile, facing: str, book: Rulebook, language: str) -> tuple[str, ...]:
    """What a tile shows besides its Strength, in words."""
    words = []
    if tile.ability:
        words.append(book.word("piece.ability", language, ability=tile.ability))
    if tile.diamonds:
        words.append(book.word("piece.diamonds", language, number=tile.diamonds))
    if tile.arrows:
        words.append(book.word("piece.arrows", language, arrows=tile.arrows_facing(facing)))
    return tuple(words)


def _badges(tile: Tile, facing: str, now: Strength, energy: int, spirit: int) -> tuple[Badge, ...]:
    """Emblem, Strength, Diamonds, arrows and crystals. Only the arrows turn with the tile."""
    badges = [_arrow(arrow) for arrow in tile.arrows_facing(facing)]
    badges.append(_emblem(tile.id))
    badges += [Badge("strength", x=-0.2, y=0.03), Badge(text=str(now.total), x=-0.2, y=0.03, flags=("own",))]
    few = tile.diamonds < 3
    badges += [Badge("diamond", x=x, y=-0.28, scale=0.55) for x in (-0.17, 0.17)[: tile.diamonds if few else 1]]
    if not few:
        badges.append(Badge(text=str(tile.diamonds), x=0.1, y=-0.28, scale=0.9, flags=("own-ink",)))
    for shape, number, x in (("spirit", spirit, -0.19), ("energy", energy, 0.19)):
        if number > 1:
            badges += [Badge(shape, x=x - 0.09, y=0.28, scale=0.62), Badge("worth", x=x + 0.07, y=0.29, scale=0.85)]
            badges.append(Badge(text=str(number), x=x + 0.07, y=0.29, scale=0.8, flags=("plain",)))
        elif number:
            badges.append(Badge(shape, x=x, y=0.29, scale=0.62))
    return tuple(badges)


@lru_cache(maxsize=16)
def _arrow(direction: str) -> Badge:
    number = DIRECTIONS.index(direction)
    angle, out = number * pi / 4, 0.41 if number % 2 == 0 else 0.47
    return Badge("arrow", x=round(out * sin(angle), 3), y=round(-out * cos(angle), 3), scale=1, turn=45 * number)


@lru_cache(maxsize=256)
def _emblem(id: str) -> Badge:
    """The emblem of a tile; of one that has no picture, its first letters."""
    if (Path(__file__).parent / "art" / f"warrior-{id}.svg").exists():
        return Badge(f"warrior-{id}", x=0.13, y=-0.01, scale=0.85)
    text, scale = (id[:3], 0.8) if "/" not in id else ("*", 1.8)
    return Badge(text=text, x=0.15, y=0.02, scale=scale, flags=("own-ink",))


def _name(tile: Tile) -> str:
    return tile.id if tile.named else "warrior"


# Beside the map -------------------------------------------------------------------------------------------------------


def _trays(state: State, book: Rulebook, language: str) -> tuple[tuple[Tray, ...], tuple[Piece, ...]]:
    """The storages, then rows of three: what is to be placed, and the open pairs."""
    mover = current_player(state)
    trays = [
        Tray(f"storage {seat}", book.word("tray.storage", language, seat=seat), x=2.55 * seat, y=5.15, w=2.45, h=0.95,
             owner=seat, active=seat == mover)
        for seat in (0, 1)
    ]  # fmt: skip
    pieces: list[Piece] = []
    slots: list[tuple[str, str, str, tuple[tuple[int, Tile], ...]]] = []
    if state.chosen is not None:
        both = tuple(enumerate(state.chosen))
        slots.append(("chosen", book.word("tray.chosen", language), "", both))
    turns = tuple((turn.tribe, turn.tile) for turn in (state.to_place, state.then) if turn is not None)
    if turns and not (state.facing and len(turns) == 1):
        slots.append(("to place", book.word("tray.next", language), "", turns[1:] if state.facing else turns))
    for number, pair in enumerate(state.pairs, 1):
        tap = f"pair {number}" if state.phase == "pair" else ""
        slots.append((f"open {number}", book.word("tray.pair", language, number=number), tap, tuple(enumerate(pair))))
    names = _Names()
    for warrior in state.warriors:
        names.of(warrior.tribe, warrior.tile)
    for place, (id, title, tap, tiles) in enumerate(slots):
        choosing = tap or (id == "chosen" and state.phase == "first")
        owner = state.active if tap else first_chooser(state) if choosing else None
        trays.append(Tray(id, title, x=(place % 3) * 1.7, y=6.2 + (place // 3) * 1.26, w=1.6, h=1.16, owner=owner,
                          active=bool(choosing)))  # fmt: skip
        for tribe, tile in tiles:
            words = (book.word("piece.tile", language, seat=tribe, tile=_name(tile), number=tile.strength),
                     *_details(tile, "N", book, language))  # fmt: skip
            badges = _badges(tile, "N", Strength(tile.strength, 0, 0), 0, 0)
            pieces.append(Piece(f"tile-{tribe}", id, listed(words, language), id=names.of(tribe, tile), owner=tribe,
                                badges=badges, tap=tap))  # fmt: skip
    return tuple(trays), tuple(pieces)


def _storages(state: State, book: Rulebook, language: str) -> tuple[Piece, ...]:
    """Crystals in storage, and Relics taken with their worth."""
    pieces = []
    for seat, crystals in enumerate(state.storage):
        heaps = _heaps(crystals) if len(crystals) > _MOST_CRYSTALS else tuple((one, 1) for one in crystals)
        for crystal, number in heaps:
            shape = _shape(crystal)
            label = book.word(f"piece.{shape}", language, number=number)
            pieces.append(Piece(shape, f"storage {seat}", label, scale=1.5, count=number))
        for number, worth in enumerate(relic_worth(state, seat)):
            label = book.word("piece.taken", language, number=worth)
            badges = (Badge("worth"), Badge(text=str(worth), flags=("plain",)))
            pieces.append(
                Piece("relic", f"storage {seat}", label, id=f"taken {seat} {number}", scale=1.8, badges=badges)
            )
    return tuple(pieces)


def _facts(state: State, book: Rulebook, language: str) -> tuple[tuple[str, str], ...]:
    points = score(state)
    dead = book.word("fact.dead-of", language, balan=state.dead(0), wazu=state.dead(1))
    bag = book.word("fact.crystals", language, **amounts("E" * state.bag[0] + "S" * state.bag[1]))
    facts = [
        (book.word("fact.score", language, seat=seat),
         book.word("fact.points", language, total=one.total, **one._asdict()))
        for seat, one in enumerate(points)
    ]  # fmt: skip
    facts += [
        (book.word("fact.turn", language), f"{_turn(state)} / {_turns(state.ruleset)}"),
        (book.word("fact.active", language), book.term("seat", state.active, language)),
        (book.word("fact.track", language), str(state.track)),
        (book.word("fact.dead", language), dead),
        (book.word("fact.free", language), str(len(state.free_spaces()))),
        (book.word("fact.bag", language), bag),
    ]
    return tuple(facts)
