"""The odds of the bull: where it will run and whom it will hit, as far as somebody can know.

The model is that of the rules page, "What one may know". Each chip whose face the viewer does not know is, when the
bull first turns it up, a draw without replacement from the chips that the viewer has not seen, M left out. Chips that
return to the pouch in this run were seen, so they are not drawn again. The results are exact.

How: what will still happen from a point of the run on depends on the bull, the chips that are left and the stock of
unseen faces, not on the way there. So the run is followed to the next unknown chip, split into its four faces, and
every such point is worked out once. All probabilities of a point are kept in one whole number, a lane of bits for each
event, over a common denominator; adding and weighting them is then one operation of Python's own big integers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from ..core import PUBLIC
from ..errors import PositionError
from .rules import face_stock
from .run import OUTSIDE, cell_numbers, next_cells
from .state import UNKNOWN, State

_FACES = "RLJT"
_TURN = {"R": 1, "L": -1, "J": 0, "T": 0}


@dataclass(frozen=True, slots=True)
class BullOdds:
    """Exact probabilities for one run of the bull.

    Args:
        crossed: for each cell, that the bull enters it in this run (its own cell: that it comes back).
        floored: for each seat, that its bullfighter is knocked down.
        removed: for each seat, that its bullfighter goes out. Whoever is knocked down and removed counts in both.
        hit: for each seat, that it is knocked down or goes out, or both.
    """

    crossed: Mapping[str, Fraction]
    floored: Mapping[int, Fraction]
    removed: Mapping[int, Fraction]
    hit: Mapping[int, Fraction]


def bull_odds(state: State, viewer: int | None = None) -> BullOdds:
    """The odds of the run that is about to start, or to go on.

    Args:
        state: a state in any phase; the bull runs from where it is, over the chips that lie there now.
        viewer: the seat that wonders; None for an onlooker who knows what the state shows; ``PUBLIC`` for one who
            knows only what everybody knows.

    Raises:
        PositionError: the viewer is no seat of this state.
    """
    if viewer not in (None, PUBLIC, *range(state.players)):
        raise PositionError(
            "viewer: expected a seat from 0 to {last} or None, got {viewer!r}",
            last=state.players - 1,
            viewer=viewer,
        )
    from . import game

    return _Odds(state if viewer is None else game.observation(state, viewer)).odds()


class _Odds:
    def __init__(self, state: State) -> None:
        self.state = state
        self.cells = state.board.cells
        number = cell_numbers(state.arena)
        self.ahead = next_cells(state.arena)
        self.faces = {number[chip.cell]: chip.face for chip in state.chips}
        self.fighters = {number[one.cell]: (place, one.seat) for place, one in enumerate(state.fighters)}
        stock = face_stock(state)
        self.pool = tuple(stock[kind] for kind in _FACES)
        self.spare = tuple(max(1, dict(state.ruleset.chips)[kind]) for kind in _FACES)
        # over[d]: what a probability of 1 is written as after d draws.
        unknown = sum(face == UNKNOWN for face in self.faces.values())
        over = [1]
        for drawn in reversed(range(unknown)):
            over.append(over[-1] * (max(0, sum(self.pool) - drawn) or sum(self.spare)))
        self.over = over[::-1]
        self.width = self.over[0].bit_length() + 1
        self.lane = (1 << self.width) - 1
        self.known: dict[tuple[object, ...], int] = {}

    def odds(self) -> BullOdds:
        state = self.state
        standing = sum(fighter.down << place for place, fighter in enumerate(state.fighters))
        chips = sum(1 << cell for cell in self.faces)
        start = (cell_numbers(state.arena)[state.bull], "NESW".index(state.heading), state.hits, state.jump)
        lanes = self.follow(*start, chips, standing, 0, self.pool, 0, state.under)
        count, players = len(self.cells), state.players
        values = [Fraction(lanes >> (n * self.width) & self.lane, self.over[0]) for n in range(count + 3 * players)]
        return BullOdds(
            dict(zip(self.cells, values, strict=False)),
            dict(enumerate(values[count : count + players])),
            dict(enumerate(values[count + players : count + 2 * players])),
            dict(enumerate(values[count + 2 * players :])),
        )

    def follow(
        self, cell: int, heading: int, hits: int, jump: bool, chips: int, down: int, gone: int,
        pool: tuple[int, ...], drawn: int, under: str = "",
    ) -> int:  # fmt: skip
        """What will happen from here on, as lanes over ``over[drawn]``.

        Args:
            chips: bits of the cells with a chip; down, gone: bits of the bullfighters on the ground and out.
            pool: unseen faces left, by R L J T.
            under: what is still to be done on the bull's own cell.
        """
        rules, size, width = self.state.ruleset, len(self.cells), self.width
        happened = 0
        while True:
            bit = 1 << cell
            if under == "acted":
                chips &= ~bit
            elif under == "look" and chips & bit:
                if jump:
                    jump = False
                else:
                    face = self.faces[cell]
                    chips &= ~bit
                    if face == UNKNOWN:
                        break
                    heading, jump = (heading + _TURN[face]) % 4, face == "J"
            under = ""
            if hits >= rules.wall_hits:
                return happened * self.over[drawn]
            beyond = self.ahead[heading][cell]
            if beyond == OUTSIDE:
                hits, heading, jump = hits + 1, (heading + 2) % 4, jump and rules.jump_over_wall
                chips &= ~bit
                continue
            cell, under = beyond, "look"
            happened |= 1 << cell * width
            if cell in self.fighters:
                place, seat = self.fighters[cell]
                if not gone >> place & 1:
                    happened |= 1 << (size + 2 * self.state.players + seat) * width
                if not down >> place & 1:
                    down |= 1 << place
                    happened |= 1 << (size + seat) * width
                elif not gone >> place & 1:
                    gone |= 1 << place
                    happened |= 1 << (size + self.state.players + seat) * width
        key = (cell, heading, hits, chips, down, gone, pool)
        future = self.known.get(key)
        if future is None:
            weights = pool if any(pool) else self.spare
            future = 0
            for n, weight in enumerate(weights):
                if weight:
                    face = _FACES[n]
                    left = (*pool[:n], max(0, pool[n] - 1), *pool[n + 1 :])
                    future += weight * self.follow(
                        cell, (heading + _TURN[face]) % 4, hits, face == "J", chips, down, gone, left, drawn + 1
                    )
            self.known[key] = future
        return future & ~(happened * self.lane) | happened * self.over[drawn]
