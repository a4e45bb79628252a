"""The bull's run without a trace: the same rules as in ``rules.py``, fast enough for tables of odds and studies.

``tests/matadoon`` holds the two equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ..errors import PositionError
from .state import UNKNOWN, State, arenas

OUTSIDE = -1


class Run(NamedTuple):
    """What a run of the bull did.

    Args:
        path: the cells entered, in order.
        bull, heading: where it stopped, and which way it looks then.
        floored, out: the seats knocked down and removed, in order.
        returned: (cell, kind) of the chips that went back, in order.
    """

    path: tuple[str, ...]
    bull: str
    heading: str
    floored: tuple[int, ...]
    out: tuple[int, ...]
    returned: tuple[tuple[str, str], ...]


@lru_cache
def next_cells(arena: str) -> tuple[tuple[int, ...], ...]:
    """For each heading N E S W: the number of the cell after each cell, or -1 outside."""
    size = arenas()[arena].size
    cells = range(size * size)
    return (
        tuple(n - size if n >= size else OUTSIDE for n in cells),
        tuple(n + 1 if n % size < size - 1 else OUTSIDE for n in cells),
        tuple(n + size if n < size * (size - 1) else OUTSIDE for n in cells),
        tuple(n - 1 if n % size else OUTSIDE for n in cells),
    )


@lru_cache
def cell_numbers(arena: str) -> dict[str, int]:
    """The number of each cell in reading order."""
    return {cell: number for number, cell in enumerate(arenas()[arena].cells)}


def bull_run(state: State) -> Run:
    """Let the bull run from a state in phase ``bull``, from the start of its run.

    Raises:
        PositionError: a chip is unknown, or the state is not one in which a run starts.
    """
    if state.phase != "bull" or state.under or any(chip.face == UNKNOWN for chip in state.chips):
        raise PositionError("expected the start of the bull's run, with every chip known")
    rules = state.ruleset
    number = cell_numbers(state.arena)
    cells = arenas()[state.arena].cells
    ahead = next_cells(state.arena)
    chips = {number[chip.cell]: chip.face for chip in state.chips}
    fighters = {number[fighter.cell]: (fighter.seat, fighter.down) for fighter in state.fighters}
    track = run_on(
        ahead, rules.wall_hits, rules.jump_over_wall, chips, fighters,
        number[state.bull], "NESW".index(state.heading), state.hits, state.jump,
    )  # fmt: skip
    return Run(
        tuple(cells[n] for n in track.path),
        cells[track.cell],
        "NESW"[track.heading],
        tuple(track.floored),
        tuple(track.out),
        tuple((cells[n], kind) for n, kind in track.returned),
    )


class Track(NamedTuple):
    """A run in numbers of cells; ``heading`` counts N E S W from 0."""

    path: list[int]
    cell: int
    heading: int
    floored: list[int]
    out: list[int]
    returned: list[tuple[int, str]]


def run_on(
    ahead: Sequence[Sequence[int]], wall_hits: int, jump_over_wall: bool, chips: dict[int, str],
    fighters: dict[int, tuple[int, bool]], cell: int, heading: int, hits: int = 0, jump: bool = False,
) -> Track:  # fmt: skip
    """Let the bull run in numbers. ``chips`` and ``fighters`` are changed to what is left.

    Args:
        ahead: :func:`next_cells` of the arena.
        chips: cell -> face.
        fighters: cell -> (seat, down).
        cell, heading, hits, jump: where the run is.
    """
    path: list[int] = []
    floored: list[int] = []
    out: list[int] = []
    returned: list[tuple[int, str]] = []
    while hits < wall_hits:
        beyond = ahead[heading][cell]
        if beyond == OUTSIDE:
            hits += 1
            heading = (heading + 2) % 4
            jump = jump and jump_over_wall
            if cell in chips:
                returned.append((cell, chips.pop(cell)))
            continue
        cell = beyond
        path.append(cell)
        # On one cell the order of bullfighter and chip changes nothing that is counted here.
        if cell in fighters:
            seat, down = fighters[cell]
            if down:
                out.append(seat)
                del fighters[cell]
            else:
                floored.append(seat)
                fighters[cell] = (seat, True)
        if cell in chips:
            if jump:
                jump = False
                continue
            kind = chips.pop(cell)
            returned.append((cell, kind))
            if kind == "R":
                heading = (heading + 1) % 4
            elif kind == "L":
                heading = (heading - 1) % 4
            elif kind == "J":
                jump = True
    return Track(path, cell, heading, floored, out, returned)
