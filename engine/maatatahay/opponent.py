"""What a computer player of Maatatahay looks at, how it judges a position, and what it says about its moves."""

from __future__ import annotations

import random
from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property, lru_cache
from math import exp

from ..core import CHANCE, FORCED, sample
from ..search import Deal, Strength
from . import rules
from .score import score
from .state import Move, State, Warrior
from .strength import Board, living_beside, side, strength
from .tiles import FACINGS, Tile

STRENGTHS = {"easy": Strength(15, slips=35), "medium": Strength(150, slips=10), "strong": Strength(2000)}
EXPLORE = 0.25
SPIRIT, ENERGY = 0.85, 0.25
"""Points that a crystal in storage is worth: a Spirit is a point once it lies on a Warrior that lives."""
CLOSING = (0.0, 0.8, 0.5, 0.3, 0.2)
"""How likely a Warrior is surrounded some day, by its vacant sides. One that has been judged is not judged again."""
COMING = 1.5
"""Strength that is to be expected against it on each side that is vacant now."""
DOUBT = 1.2
"""How vague that expectation is."""
LOST = 0.3
"""What a Warrior is worth beside its points: its Strength, its support, one of the lives of the tribe."""
SCALE = 3.0
"""So many points ahead are a result of 73%."""


class _Known:
    """A state that a search has been to, and those after it: nothing is hidden, so they need no second look.

    The tree's keys of the moves are their numbers in ``moves``: a search spends much of its time looking keys up.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.player = rules.current_player(state)
        self.after: dict[Move | int, _Known] = {}

    @cached_property
    def moves(self) -> Sequence[Move]:
        """What can be done, without facings that turn a tile onto itself."""
        return different_moves(self.state)

    @cached_property
    def keys(self) -> range:
        """The numbers of the moves."""
        return range(len(self.moves))

    def then(self, key: Move | int) -> _Known:
        """What comes after a move, or after chance's."""
        known = self.after.get(key)
        if known is None:
            state = self.state
            for step in rules.steps(state, self.moves[key] if isinstance(key, int) else key):
                state = step.state
            known = self.after[key] = _Known(state)
        return known


def different_moves(state: State) -> Sequence[Move]:
    """The legal moves, without facings that turn a tile onto itself."""
    moves, turn = rules.legal_moves(state), state.to_place
    if state.phase != "place" or turn is None:
        return moves
    facings = different_facings(turn.tile)
    return [move for move in moves if move.facing in facings] if len(facings) < 4 else moves


class MaatatahayWorld:
    """The game as it stands; only chance is open. The rest is judged, not played."""

    def __init__(self, known: _Known, rng: random.Random) -> None:
        self.known, self.rng = known, rng

    def player(self) -> int:
        """The seat to move, or TERMINAL."""
        return self.known.player

    def moves(self) -> Sequence[int]:
        """The numbers of the moves that make a difference."""
        return self.known.keys

    def play(self, move: int) -> Hashable:
        """A move, and what chance and the rules do then: that is what is seen."""
        from . import game

        known, happened = self.known.then(move), []
        while known.player in (CHANCE, FORCED):
            happened.append(sample(game, known.state, self.rng) if known.player == CHANCE else known.moves[0])
            known = known.then(happened[-1])
        self.known = known
        return (move, *happened) if happened else move

    def finish(self) -> tuple[Sequence[float], Sequence[float]]:
        """Judge the position."""
        return judge(self.known.state)


@lru_cache(maxsize=256)
def different_facings(tile: Tile) -> str:
    """The facings in which a tile's arrows point elsewhere.

    >>> different_facings(Tile("champion", 5, 1)), different_facings(Tile("guard", 3, 2, ("E", "W")))
    ('N', 'NE')
    """
    seen: dict[frozenset[str], str] = {}
    for facing in FACINGS:
        seen.setdefault(frozenset(tile.arrows_facing(facing)), facing)
    return "".join(seen.values())


def judge(state: State) -> tuple[tuple[float, float], tuple[float, ...]]:
    """The results that both tribes may hope for; and points and dead Warriors of both, as they stand."""
    points = [one.total for one in score(state)]
    dead = [state.dead(tribe) for tribe in (0, 1)]
    figures = (*points, *dead)
    outcome = rules.outcome(state)
    if outcome is not None:
        results = (0.5, 0.5) if outcome.winner is None else (1.0 - outcome.winner, float(outcome.winner))
        return results, figures
    hopes = [points[tribe] + prospects(state, tribe) for tribe in (0, 1)]
    balan = 1 / (1 + exp((hopes[1] - hopes[0]) / SCALE))
    return (balan, 1 - balan), figures


def prospects(state: State, tribe: int) -> float:
    """The points that a tribe may still gain by its storage, and lose by Warriors in danger."""
    storage = state.storage[tribe]
    worth = SPIRIT * storage.count("S") + ENERGY * storage.count("E")
    board = state.board
    return worth - sum(danger(state, board, warrior) for warrior in state.warriors if warrior.tribe == tribe)


def danger(state: State, board: Board, warrior: Warrior) -> float:
    """The points that are likely to be lost with a Warrior. Its Spirit would go to the other tribe."""
    if warrior.dead:
        return 0.0
    vacant = sum(not side(board, warrior, direction, state.ruleset)[1] for direction in FACINGS)
    if not vacant:
        return 0.0
    enemies = living_beside(board, warrior.cell, 1 - warrior.tribe)
    against = sum(strength(board, board[cell], state.ruleset).total for cell in enemies) + COMING * vacant
    falls = 1 / (1 + exp((strength(board, warrior, state.ruleset).total - against) / DOUBT))
    return CLOSING[vacant] * falls * (warrior.tile.diamonds + 2 * warrior.spirit + LOST)


def worlds(observation: State, seat: int) -> Deal[int]:
    """Nothing is hidden in Maatatahay."""
    known = _Known(observation)
    return lambda rng: MaatatahayWorld(known, rng)


def move_of(observation: State, key: int) -> Move:
    """The move that a key of the tree stands for."""
    return different_moves(observation)[key]


def told(observation: State, seat: int, move: Move, figures: Sequence[float]) -> Mapping[str, float]:
    """What is said about a move: the mean points and dead Warriors where the search ended."""
    return dict(zip(("points 0", "points 1", "dead 0", "dead 1"), figures, strict=True))
