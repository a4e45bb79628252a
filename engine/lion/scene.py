"""The board of Let's Catch the Lion! as a picture."""

from __future__ import annotations

from ..core import Mark
from ..rulebook import Rulebook
from ..scene import Cell, Piece, Scene, Tray
from .fast import outcome
from .rules import danger
from .state import CELLS, COLUMNS, FAR, LOT, ROWS, State, owner

_SHAPES = {"L": "lion", "E": "elephant", "G": "giraffe", "C": "chick", "H": "hen"}
_TILE = 0.92
"""Size of an animal: marks on its space show around it."""
_TRAY = 1.25
"""Height of a hand: with its title, a tile of nearly a space's size fits in."""
_GAP = 0.15
_LETTERS = 0.3
"""Height of the column letters above the board."""


def scene(state: State, book: Rulebook, language: str, *, flipped: bool = False) -> Scene:
    """The picture of a state.

    Args:
        flipped: seen from Sky's side: its own animals are at the bottom.
    """
    return Scene(
        columns=COLUMNS,
        rows=ROWS,
        title=_title(state, book, language),
        cells=_cells(flipped),
        pieces=(*_animals(state, book, language, flipped), *_waiting(state, book, language, flipped)),
        trays=tuple(_tray(state, seat, book, language, flipped) for seat in (1, 0)),
        marks=_danger(state),
        facts=_facts(state, book, language),
        flipped=flipped,
    )


def _cells(flipped: bool) -> tuple[Cell, ...]:
    last = len(CELLS) - 1
    places = (last - place if flipped else place for place in range(len(CELLS)))
    return tuple(
        Cell(cell, place % COLUMNS, place // COLUMNS, tint=_tint(number))
        for number, (cell, place) in enumerate(zip(CELLS, places, strict=True))
    )


def _tint(place: int) -> str:
    return "sky" if place in FAR[0] else "land" if place in FAR[1] else ""


def _title(state: State, book: Rulebook, language: str) -> str:
    end = outcome(state)
    if end is None:
        return book.word("scene.lot" if state.side == LOT else "scene", language, seat=state.side)
    return book.word("scene.draw" if end.winner is None else "scene.won", language, seat=end.winner)


def _turn(seat: int | None, flipped: bool) -> int:
    """The legs of an animal point to its owner."""
    return 180 if (seat == 1) != flipped else 0


def _animals(state: State, book: Rulebook, language: str, flipped: bool) -> tuple[Piece, ...]:
    pieces = []
    for cell, letter in zip(CELLS, state.board, strict=True):
        seat = owner(letter)
        if seat is not None:
            label = book.word("piece", language, seat=seat, animal=letter.upper())
            turn = _turn(seat, flipped)
            pieces.append(Piece(_SHAPES[letter.upper()], cell, label, owner=seat, turn=turn, scale=_TILE))
    return tuple(pieces)


def _waiting(state: State, book: Rulebook, language: str, flipped: bool) -> tuple[Piece, ...]:
    """One tile for each kind of animal in a hand."""
    pieces = []
    over = outcome(state) is not None
    for seat, hand in enumerate(state.hands):
        for animal in dict.fromkeys(hand):
            number = hand.count(animal)
            label = book.word("piece.hand" if number == 1 else "piece.hands", language, animal=animal, number=number)
            pieces.append(
                Piece(
                    _SHAPES[animal],
                    f"hand {seat}",
                    label,
                    owner=seat,
                    turn=_turn(seat, flipped),
                    scale=_TILE,
                    tap=f"hand {animal}" if seat == state.side and not over and not state.moving else "",
                    count=number,
                )
            )
    return tuple(pieces)


def _tray(state: State, seat: int, book: Rulebook, language: str, flipped: bool) -> Tray:
    """The hand of a side, on its own side of the board."""
    above = (seat == 1) != flipped
    return Tray(
        id=f"hand {seat}",
        title=book.word("tray", language, seat=seat, role=seat),
        x=0,
        y=-_LETTERS - _GAP - _TRAY if above else ROWS + _GAP,
        w=COLUMNS,
        h=_TRAY,
        owner=seat,
        active=seat == state.side and outcome(state) is None,
    )


def _danger(state: State) -> tuple[Mark, ...]:
    """The Lions that could be caught by the next move or the one after it."""
    if state.moving or state.side == LOT or outcome(state) is not None:
        return ()
    marks = []
    for side in (0, 1):
        cell, enemies = danger(state, side)
        if enemies:
            marks.append(Mark("hit", (cell,)))
    return tuple(marks)


def _facts(state: State, book: Rulebook, language: str) -> tuple[tuple[str, str], ...]:
    if state.times < 2:
        return ()
    times = f"{state.times} / {state.ruleset.repetitions}"
    return ((book.word("fact.stood", language), times),)
