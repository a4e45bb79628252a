"""Positions that stand again: how often, when, and what two look-alikes have that is different."""

from __future__ import annotations

from dataclasses import dataclass

from .fast import apply
from .state import CELLS, LOT, State, position_key


@dataclass(frozen=True, slots=True)
class Difference:
    """What differs between two positions; all of it empty where they are the same.

    Args:
        cells: the spaces that do not hold the same.
        hands: the seats whose hands differ.
        side: another side is to move.
    """

    cells: tuple[str, ...] = ()
    hands: tuple[int, ...] = ()
    side: bool = False

    def __bool__(self) -> bool:
        return bool(self.cells or self.hands or self.side)


def difference(a: State, b: State) -> Difference:
    """What differs between two positions: the board, the hands, the side to move."""
    return Difference(
        tuple(cell for cell, one, other in zip(CELLS, a.board, b.board, strict=True) if one != other),
        tuple(seat for seat in (0, 1) if a.hands[seat] != b.hands[seat]),
        a.side != b.side,
    )


def line(state: State) -> tuple[State, ...]:
    """The positions on the way to a state, one after each move; its first position comes first."""
    from . import game

    states = [game.parse_position({"start": state.start, **game.options_of(state)})]
    for move in state.moves:
        after = apply(states[-1], move)
        states.append(game.apply(states[-1], move) if after is None else after)
    return tuple(states)


def repetitions(state: State) -> tuple[int, ...]:
    """The plies after which the present position stood, this one included; 0 is the first position.

    There are as many as ``state.times``. The plies are counted on the way that the state itself took.
    """
    if state.moving or state.side == LOT:
        return ()
    key = _key(state)
    return tuple(ply for ply, one in enumerate(line(state)) if one.side != LOT and _key(one) == key)


def look_alikes(state: State) -> tuple[tuple[int, Difference], ...]:
    """The plies after which the same board stood, but with other hands or the other side to move."""
    if state.moving or state.side == LOT:
        return ()
    found = [(ply, difference(one, state)) for ply, one in enumerate(line(state)) if one.side != LOT]
    return tuple((ply, what) for ply, what in found if what and not what.cells)


def alike(state: State) -> str | None:
    """What is different, where the same board stood before: ``hands``, ``side``, ``both``; None if it did not stand."""
    if state.ruleset.pattern == "board":
        return None
    hands, side = " ".join(state.hands), str(state.side)
    others = [key.split(" ", 2)[1:] for key in state.stood if key.startswith(state.board)]
    cases = {(other_hands != hands, other_side != side) for other_side, other_hands in others}
    # What differs least is told.
    told = {"side": (False, True), "hands": (True, False), "both": (True, True)}
    return next((case for case, what in told.items() if what in cases), None)


def _key(state: State) -> str:
    return position_key(state.ruleset, state.board, state.hands, state.side)
