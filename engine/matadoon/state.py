"""What lies on Matadoon's table, and the moves that change it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..core import Ruleset, option
from ..errors import DataError, GameError, NotationError, shown
from ..rulebook import load_rulebook
from ..scene import cell_name, cell_xy, grid

KINDS = "RLJTM"
"""The five kinds of mantle chip, in the order in which hands are written."""
UNKNOWN = "?"
HEADINGS = "NESW"
_DELTA = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}

Counts = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Arena:
    """A board.

    Args:
        size: cells a side.
        frame: the cells of the white frame.
        start: where the bull begins.
        heading: which way it looks then.
    """

    id: str
    size: int
    frame: frozenset[str]
    start: str
    heading: str

    @property
    def cells(self) -> tuple[str, ...]:
        """All cells in reading order."""
        return grid(self.size, self.size)


@lru_cache
def arenas() -> Mapping[str, Arena]:
    """The arenas of ``rules.yaml``, by id.

    Raises:
        DataError: one of them does not fit.
    """
    file = Path(__file__).with_name("rules.yaml")
    found = {}
    for id, data in load_rulebook(file).data["arenas"].items():
        try:
            size, (first, last) = data["size"], data["frame"]
            (left, top), (right, bottom) = cell_xy(first), cell_xy(last)
            frame = {cell_name(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)}
            arena = Arena(id, size, frozenset(frame), data["start"], data["heading"])
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise DataError(
                file, f"data.arenas.{id}", "expected size, frame, start and heading: {error}", error=error
            ) from error
        if arena.heading not in HEADINGS or not frame | {arena.start} <= set(arena.cells):
            raise DataError(file, f"data.arenas.{id}", "frame and start lie within the arena, heading is N E S W")
        found[id] = arena
    return found


def _counts(value: Any) -> Counts:
    if not isinstance(value, Mapping) or set(value) != set(KINDS):
        raise GameError("expected a number for each of {choices}, got {value!r}", choices=tuple(KINDS), value=value)
    if any(type(number) is not int or not 0 <= number <= 99 for number in value.values()):
        raise GameError("expected whole numbers from 0 to 99, got {value!r}", value=dict(value))
    return tuple((kind, value[kind]) for kind in KINDS)


def _arena_by_players(value: Any) -> tuple[tuple[int, str], ...]:
    if not isinstance(value, Mapping) or not value:
        raise GameError("expected an arena for each number of players, got {value!r}", value=value)
    for players, arena in value.items():
        if players not in (2, 3, 4) or arena not in arenas():
            raise GameError(
                "expected 2, 3 or 4 players and one of {choices}, got {players!r}: {arena!r}",
                choices=list(arenas()),
                players=players,
                arena=arena,
            )
    return tuple(sorted(value.items()))


@dataclass(frozen=True, slots=True)
class MatadoonRules(Ruleset):
    """The rulings of the rules page as options."""

    chips: Counts = option(
        (("R", 9), ("L", 9), ("J", 5), ("T", 5), ("M", 7)), "How many chips of each kind there are", convert=_counts
    )
    arenas: tuple[tuple[int, str], ...] = option(
        ((2, "vs5"), (3, "ring7"), (4, "ring7")), "The arena for each number of players", convert=_arena_by_players
    )
    hand_size: int = option(4, "Chips in hand at the start of a round", bounds=(1, 10))
    laps: int = option(3, "Laps before the bull runs", bounds=(1, 10))
    wall_hits: int = option(2, "The bull stops at this hit of the wall", bounds=(1, 9))
    keep_unturned: bool = option(False, "Chips that were not turned up stay on the arena")
    duel_rule: bool = option(True, "The last two of three or four players cannot move or recover")
    step_on_chips: bool = option(False, "A bullfighter may step onto a cell with a chip")
    fighters_first: bool = option(True, "The bull knocks a bullfighter down before it obeys the chip on the same cell")
    recover_turn: bool = option(True, "Standing up again takes the whole turn")
    jump_over_wall: bool = option(True, "A jump still counts after the bull has turned at the wall")
    out_hand: str = option(
        "pouch", "The chips of a player who is out", choices=("pouch", "kept")
    )  # kept: out of the game


@dataclass(frozen=True, slots=True)
class Fighter:
    """A bullfighter on the arena.

    Args:
        down: it lies on the ground.
    """

    seat: int
    cell: str
    down: bool = False


@dataclass(frozen=True, slots=True)
class Chip:
    """A mantle chip on the arena.

    Args:
        face: its kind, or "?".
        by: the seat that put it there and knows it; None when everybody knows it.
    """

    cell: str
    face: str
    by: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    """Everything on the table.

    Args:
        fighters: those on the arena, by seat. (A position made by hand may give a seat more than one.)
        hands: by seat; a hand is a string of kinds in the order R L J T M ?.
        chips: the face-down chips on the arena in reading order.
        phase: ``setup``, ``deal``, ``place``, ``bull``, ``refill`` or ``over``.
        seat: whose turn it is to set up, draw or place.
        start: the start player of the round.
        spent: M chips that have left the game.
        out: (seat, round) of those who are out, in the order in which they went.
        last_hit: the seat that the bull hit last.
        hits, jump: wall hits so far and whether a jump is pending, in the middle of a run.
        under: what is to be done with the chip under the bull: "" nothing (it was ignored), "look" at it, or put it
            back, for it has "acted".
        returned: (kind, seat that knows it) of the chips that went back to the pouch in this run, in order; None where
            everybody saw it.
    """

    ruleset: MatadoonRules
    arena: str
    bull: str
    heading: str
    hands: tuple[str, ...]
    fighters: tuple[Fighter, ...] = ()
    chips: tuple[Chip, ...] = ()
    phase: str = "setup"
    seat: int = 0
    start: int = 0
    lap: int = 1
    round: int = 1
    spent: int = 0
    duel: bool = False
    out: tuple[tuple[int, int], ...] = ()
    last_hit: int | None = None
    hits: int = 0
    jump: bool = False
    under: str = ""
    returned: tuple[tuple[str, int | None], ...] = ()

    @property
    def board(self) -> Arena:
        """The arena played on."""
        return arenas()[self.arena]

    @property
    def players(self) -> int:
        """How many play, those who are out included."""
        return len(self.hands)

    @property
    def seats_in(self) -> tuple[int, ...]:
        """The seats that are not out."""
        gone = {seat for seat, _ in self.out}
        return tuple(seat for seat in range(self.players) if seat not in gone)

    def clockwise(self, first: int) -> tuple[int, ...]:
        """All seats from one on."""
        return tuple((first + n) % self.players for n in range(self.players))

    def chip_at(self, cell: str) -> Chip | None:
        """The chip on a cell."""
        return next((chip for chip in self.chips if chip.cell == cell), None)

    def fighter_at(self, cell: str) -> Fighter | None:
        """The bullfighter on a cell."""
        return next((fighter for fighter in self.fighters if fighter.cell == cell), None)

    def fighter_of(self, seat: int) -> Fighter | None:
        """The bullfighter of a seat."""
        return next((fighter for fighter in self.fighters if fighter.seat == seat), None)

    def free(self, cell: str) -> bool:
        """Nothing lies or stands there."""
        return cell != self.bull and self.chip_at(cell) is None and self.fighter_at(cell) is None

    def unseen(self) -> dict[str, int]:
        """How many of each kind are neither on show in this state nor out of the game."""
        seen = "".join(self.hands) + "".join(chip.face for chip in self.chips) + "M" * self.spent
        return {kind: max(0, number - seen.count(kind)) for kind, number in self.ruleset.chips}

    def pouch_size(self) -> int:
        """How many chips are in the pouch."""
        unknown = sum(hand.count(UNKNOWN) for hand in self.hands)
        unknown += sum(chip.face == UNKNOWN for chip in self.chips)
        return max(0, sum(self.unseen().values()) - unknown)

    def with_fighter(self, old: Fighter | None, new: Fighter | None) -> State:
        """The state with a bullfighter added, changed or removed."""
        others = [fighter for fighter in self.fighters if fighter != old]
        return replace(self, fighters=sort_fighters((*others, new) if new else others))

    def with_hand(self, seat: int, hand: str) -> State:
        """The state with one hand changed."""
        return replace(self, hands=(*self.hands[:seat], sort_hand(hand), *self.hands[seat + 1 :]))

    def with_chip(self, chip: Chip) -> State:
        """The state with one more chip on the arena."""
        return replace(self, chips=sort_chips((*self.chips, chip)))

    def without_chip(self, cell: str) -> State:
        """The state without the chip on a cell."""
        return replace(self, chips=tuple(chip for chip in self.chips if chip.cell != cell))

    def _repr_svg_(self) -> str:
        from ..scene import svg
        from . import game

        return svg(game.scene(self), game.folder)


def sort_hand(hand: str) -> str:
    """A hand in the order R L J T M ?."""
    return "".join(sorted(hand, key=(KINDS + UNKNOWN).index))


def sort_chips(chips: tuple[Chip, ...]) -> tuple[Chip, ...]:
    """Chips in reading order."""
    return tuple(sorted(chips, key=lambda chip: cell_xy(chip.cell)[::-1]))


def sort_fighters(fighters: Iterable[Fighter]) -> tuple[Fighter, ...]:
    """Bullfighters by seat, then in reading order."""
    return tuple(sorted(fighters, key=lambda fighter: (fighter.seat, cell_xy(fighter.cell)[::-1])))


def ahead(cell: str, heading: str) -> tuple[int, int]:
    """Column and row of the next cell, which may be outside."""
    (x, y), (dx, dy) = cell_xy(cell), _DELTA[heading]
    return x + dx, y + dy


def turned(heading: str, quarters: int) -> str:
    """A heading after quarter turns to the right.

    >>> turned("N", 1), turned("N", -1), turned("N", 2)
    ('E', 'W', 'S')
    """
    return HEADINGS[(HEADINGS.index(heading) + quarters) % 4]


def neighbours(cell: str) -> Iterator[tuple[int, int]]:
    """Column and row of the four cells beside a cell; they may be outside."""
    return (ahead(cell, heading) for heading in HEADINGS)


@dataclass(frozen=True, slots=True)
class Move:
    """A move.

    Args:
        kind: ``setup``, ``place``, ``step``, ``show``, ``recover``, ``draw``, ``face``, ``bull`` or ``pass``.
        chip: the kind placed, drawn or turned up.
        cell: where to.
    """

    kind: str
    chip: str = ""
    cell: str = ""


SHOW = Move("show", "M")
RECOVER = Move("recover", "M")

_MOVE = re.compile(
    r"""(?P<setup>@)(?P<c1>[a-z]\d+) | (?P<place>[RLJTM?])@(?P<c2>[a-z]\d+) | M>(?P<step>[a-z]\d+)
    | (?P<show>M-) | (?P<recover>MM) | (?P<how>draw|face)\s+(?P<chip>[RLJTM]) | (?P<forced>bull|pass)""",
    re.VERBOSE,
)


def parse_move(text: str, arena: Arena) -> Move:
    """Read a move.

    >>> parse_move("R@c2", arenas()["ring7"])
    Move(kind='place', chip='R', cell='c2')

    Raises:
        NotationError: not a move, or a cell that this arena does not have.
    """
    found = _MOVE.fullmatch(text.strip()) if isinstance(text, str) else None
    if found is None:
        raise NotationError(
            "{given} is not a move of Matadoon; expected @d4, R@c2, M>d4, M-, MM, draw R, face R or bull",
            given=shown(text),
        )
    cell = found["c1"] or found["c2"] or found["step"] or ""
    if cell and cell not in arena.cells:
        raise NotationError(
            "{cell} is not a cell of this arena; its cells are a1 to {last}", cell=cell, last=arena.cells[-1]
        )
    if found["setup"]:
        return Move("setup", "", cell)
    if found["place"]:
        return Move("place", found["place"], cell)
    if found["step"]:
        return Move("step", "M", cell)
    if found["how"]:
        return Move(found["how"], found["chip"])
    if found["forced"]:
        return Move(found["forced"])
    return SHOW if found["show"] else RECOVER


def format_move(move: Move) -> str:
    """The text of a move.

    >>> format_move(Move("step", "M", "d4"))
    'M>d4'
    """
    texts = {
        "setup": f"@{move.cell}",
        "place": f"{move.chip}@{move.cell}",
        "step": f"M>{move.cell}",
        "show": "M-",
        "recover": "MM",
        "draw": f"draw {move.chip}",
        "face": f"face {move.chip}",
    }
    return texts.get(move.kind, move.kind)
