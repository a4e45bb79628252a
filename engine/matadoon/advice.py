"""Where a chip would hurt whom: the odds of the bull after a chip is put on each free cell.

The one who wonders is the seat that holds the chip. It has seen the chip already, so the chips among which it expects
the unknown faces stay the same; only the bull's way changes. The odds are those of a run right after this chip: what
others will still put down, nobody knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ..errors import PositionError
from .odds import BullOdds, bull_odds
from .state import Chip, State


def placeable(state: State, seat: int | None = None) -> tuple[str, ...]:
    """The kinds of chip in a hand that may be put on the arena, each once; of the seat to move by default."""
    hand = state.hands[state.seat if seat is None else seat]
    return tuple(kind for kind in "RLJT" if kind in hand)


def chip_effects(state: State, chip: str, seat: int | None = None) -> Iterator[tuple[str, BullOdds]]:
    """Each free cell in reading order, with the odds as they are once the chip lies there.

    Lazy, so that whoever has other things to do can take it cell by cell.

    Args:
        chip: a kind in the hand of the seat: R, L, J or T.
        seat: who puts the chip down and wonders; the seat to move by default.

    Raises:
        PositionError: there is no such seat, or it does not hold that chip.
    """
    seat = state.seat if seat is None else seat
    if seat not in range(state.players):
        raise PositionError("seat: expected a seat from 0 to {last}, got {seat!r}", last=state.players - 1, seat=seat)
    if chip not in placeable(state, seat):
        held = ", ".join(placeable(state, seat)) or "none"
        raise PositionError(
            "chip: expected one that seat {seat} can place ({held}), got {chip!r}", seat=seat, held=held, chip=chip
        )
    return _effects(state.with_hand(seat, state.hands[seat].replace(chip, "", 1)), chip, seat, bull_odds(state, seat))


def _effects(state: State, chip: str, seat: int, now: BullOdds) -> Iterator[tuple[str, BullOdds]]:
    for cell in state.board.cells:
        if state.free(cell):
            # Where the bull never comes, a chip changes nothing.
            yield cell, bull_odds(state.with_chip(Chip(cell, chip, seat)), seat) if now.crossed[cell] else now


def changes(now: BullOdds, after: BullOdds) -> dict[int, Fraction]:
    """By how much the probability of each seat to be hit (knocked down, or put out) grows or shrinks."""
    return {seat: after.hit[seat] - hit for seat, hit in now.hit.items()}


def hurts(state: State, chip: str, seat: int | None = None) -> dict[str, dict[int, Fraction]]:
    """For each free cell, what a chip put there changes for each seat.

    Args and errors: as for :func:`chip_effects`.
    """
    seat = state.seat if seat is None else seat
    effects = chip_effects(state, chip, seat)
    now = bull_odds(state, seat)
    return {cell: changes(now, after) for cell, after in effects}
