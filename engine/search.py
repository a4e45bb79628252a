"""Information-set Monte Carlo tree search: a move from what one seat may know, whatever is hidden.

The search is the single-observer ISMCTS of P. Cowling, E. Powley and D. Whitehouse, "Information Set Monte Carlo Tree
Search", IEEE Transactions on Computational Intelligence and AI in Games 4(2), 2012. Each iteration deals what is hidden
anew, in a way the seat cannot tell from the truth (a *determinization*), walks down one tree that all deals share, adds
one move to it, and plays or judges the rest. Moves of others are chosen among those possible in the deal at hand, by
what is best for them; the tree then goes on from what the seat *sees* of the move, so it never acts on a hidden chip.

The tree knows no game: a :class:`World` tells it what can happen. :class:`GameWorld` is one for any game.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from typing import Any, Generic, Protocol, TypeVar

from .core import CHANCE, FORCED, TERMINAL, Game, sample

K = TypeVar("K", bound=Hashable)
AnyGame = Game[Any, Any]
EXPLORE = 0.7
"""How much the search looks at moves that it has seldom looked at, for results from 0 to 1."""
LOOK_AT_CLOCK = 16
"""Iterations between two looks at the clock."""
ENDLESS = 5000
"""A random game longer than this counts as undecided."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How well a search plays.

    Args:
        iterations: how often it looks ahead for a move, at most.
        slips: in how many of 100 moves it does not look ahead at all.
    """

    iterations: int
    slips: int = 0


class World(Protocol[K]):
    """One way things may be. A search plays it on, changing it, and throws it away."""

    def player(self) -> int:
        """The seat to move; negative where the search looks no further."""

    def moves(self) -> Sequence[K]:
        """The moves of the seat to move, as keys of the tree."""

    def play(self, move: K) -> Hashable:
        """Carry out a move, and what chance and the rules do then; gives what the searching seat sees of it."""

    def finish(self) -> tuple[Sequence[float], Sequence[float]]:
        """Play or judge the rest.

        Returns:
            the result of each seat from 0 (lost) to 1 (won), and figures to be averaged for the reasons.
        """


Deal = Callable[[random.Random], World[K]]


@dataclass(slots=True)
class _Edge:
    """What is known of a move: how often it was made, was there to be made, and what came of it for the mover."""

    visits: int = 0
    available: int = 0
    total: float = 0.0


@dataclass(slots=True)
class _Node(Generic[K]):
    """What the searching seat can tell of a situation."""

    edges: dict[K, _Edge] = field(default_factory=dict)
    after: dict[Hashable, _Node[K]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Candidate(Generic[K]):
    """A move that the search has looked at.

    Args:
        visits: how often it was tried.
        result: the mean result for the mover, from 0 (lost) to 1 (won).
        figures: the means of the world's figures.
    """

    move: K
    visits: int
    result: float
    figures: tuple[float, ...] = ()


def search(
    deal: Deal[K], rng: random.Random, iterations: int, seconds: float | None = None, explore: float = EXPLORE
) -> tuple[Candidate[K], ...]:
    """Search from a decision.

    Args:
        deal: makes a world out of luck; all of them look the same to the seat to move.
        rng: the same luck and number of iterations give the same answer.
        iterations: how often at most the tree is walked.
        seconds: how long at most; None: as long as it takes.
        explore: the constant of the upper confidence bound.

    Returns:
        the moves tried, the best first: that is the most visited one.
    """
    root: _Node[K] = _Node()
    figures: dict[K, list[float]] = {}
    stop = None if seconds is None else time.perf_counter() + seconds
    for count in range(iterations):
        if stop is not None and count % LOOK_AT_CLOCK == 0 and count and time.perf_counter() > stop:
            break
        first, found = _iterate(root, deal(rng), rng, explore)
        sums = figures.get(first)
        figures[first] = list(found) if sums is None else [one + more for one, more in zip(sums, found, strict=True)]
    tried = [
        Candidate(move, edge.visits, edge.total / edge.visits, tuple(one / edge.visits for one in figures[move]))
        for move, edge in root.edges.items()
    ]
    return tuple(sorted(tried, key=lambda one: (-one.visits, -one.result)))


def _iterate(root: _Node[K], world: World[K], rng: random.Random, explore: float) -> tuple[K, Sequence[float]]:
    """One walk down the tree; gives its first move and the figures of its end."""
    node, path = root, []
    first: K | None = None
    while (player := world.player()) >= 0:
        moves = world.moves()
        edges = node.edges
        new = [move for move in moves if move not in edges]
        for move in moves:
            if move in edges:
                edges[move].available += 1
        if new:
            move = new[int(rng.random() * len(new))]
            edge = edges[move] = _Edge(available=1)
        else:
            move = moves[0] if len(moves) == 1 else _most_promising(edges, moves, explore)
            edge = edges[move]
        path.append((edge, player))
        first = move if first is None else first
        seen = world.play(move)
        if new:
            break
        after = node.after.get(seen)
        if after is None:
            after = node.after[seen] = _Node()
        node = after
    results, figures = world.finish()
    for edge, player in path:
        edge.visits += 1
        edge.total += results[player]
    assert first is not None, "a search begins where a seat is to move"
    return first, figures


def _most_promising(edges: dict[K, _Edge], moves: Sequence[K], explore: float) -> K:
    """The move with the highest upper confidence bound, among those that can be made in this deal."""
    best, best_bound = moves[0], -1.0
    for move in moves:
        edge = edges[move]
        visits = edge.visits
        bound = edge.total / visits + explore * sqrt(log(edge.available) / visits)
        if bound > best_bound:
            best, best_bound = move, bound
    return best


class GameWorld:
    """Any game through its own rules: the rest is played at random, to the end.

    Args:
        state: with nothing hidden in it.
        seat: who searches.
    """

    def __init__(self, game: AnyGame, state: Any, seat: int, rng: random.Random) -> None:
        self.game, self.state, self.seat, self.rng = game, state, seat, rng

    def player(self) -> int:
        """The seat to move, or TERMINAL."""
        return self.game.current_player(self.state)

    def moves(self) -> Sequence[Any]:
        """The legal moves."""
        return self.game.legal_moves(self.state)

    def play(self, move: Any) -> Hashable:
        """A move, and what chance and the rules do then."""
        self.state = self.game.apply(self.state, move)
        while self.game.current_player(self.state) in (CHANCE, FORCED):
            chance = self.game.current_player(self.state) == CHANCE
            forced = sample(self.game, self.state, self.rng) if chance else self.moves()[0]
            self.state = self.game.apply(self.state, forced)
        seen: Hashable = self.game.observation(self.state, self.seat)
        return seen

    def finish(self) -> tuple[Sequence[float], Sequence[float]]:
        """Random moves to the end."""
        for _ in range(ENDLESS):
            if self.player() == TERMINAL:
                break
            self.play(self.rng.choice(self.moves()))
        return shares(self.game, self.state), ()


def shares(game: AnyGame, state: Any) -> tuple[float, ...]:
    """What each seat has won, adding up to 1: the winner 1, in a draw and during play everybody the same."""
    count, outcome = game.seat_count(state), game.outcome(state)
    if outcome is None or outcome.winner is None:
        return (1 / count,) * count
    return tuple(float(seat == outcome.winner) for seat in range(count))
