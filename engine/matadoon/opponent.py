"""What a computer player of Matadoon may know, what it looks at, and what it says about its moves."""

from __future__ import annotations

import random
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace

from ..search import Deal, Strength
from .odds import bull_odds
from .ring import FACES, Ring
from .state import UNKNOWN, Move, State, parse_move, sort_hand

STRENGTHS = {"easy": Strength(20, slips=35), "medium": Strength(200, slips=10), "strong": Strength(4000)}
EXPLORE = 0.6
DOWN = 0.4
"""What a bullfighter on the ground is worth, where a standing one is worth 1 and one that is out nothing."""


class Hidden:
    """The chips that an observation does not show, to be dealt anew: each way to deal them is as likely as another.

    A face-down chip is never an M. So the unknown chips on the arena are drawn first, from all unseen chips but M; the
    hands are drawn from what is left then.
    """

    def __init__(self, observation: State) -> None:
        unseen = observation.unseen()
        self.arena = sum(chip.face == UNKNOWN for chip in observation.chips)
        self.returned = sum(kind == UNKNOWN for kind, _ in observation.returned)
        self.in_hands = [hand.count(UNKNOWN) for hand in observation.hands]
        # What went back to the pouch before the eyes of all lies neither on the arena nor in a hand.
        self.back = [kind for kind, _ in observation.returned if kind != UNKNOWN]
        self.faces = [kind for kind in FACES for _ in range(unseen[kind] - self.back.count(kind))]
        self.m = ["M"] * unseen["M"]
        # A position made by hand may show more chips than there are; then every chip is as likely as in the pouch.
        usual = [kind for kind, number in observation.ruleset.chips if kind != "M" for _ in range(number)]
        self.usual = usual or list(FACES)

    @property
    def nothing(self) -> bool:
        """All is known."""
        return not (self.arena or self.returned or any(self.in_hands))

    def deal(self, rng: random.Random) -> tuple[list[str], list[str], list[str], list[str]]:
        """Faces of the unknown chips on the arena and of those put back, the chips missing in each hand, the pouch."""
        pool = self.faces.copy()
        arena = self._draw(pool, self.arena, rng)
        returned = self._draw(pool, self.returned, rng)
        pool += self.m
        hands = ["".join(self._draw(pool, number, rng)) for number in self.in_hands]
        return arena, returned, hands, pool + returned + self.back

    def _draw(self, pool: list[str], number: int, rng: random.Random) -> list[str]:
        drawn = []
        for _ in range(number):
            if not pool:
                drawn.append(rng.choice(self.usual))
                continue
            place = int(rng.random() * len(pool))
            drawn.append(pool[place])
            pool[place] = pool[-1]
            pool.pop()
        return drawn


def deal(observation: State, rng: random.Random) -> State:
    """A state in which nothing is hidden, drawn evenly from all that an observation leaves open."""
    arena, returned, hands, _ = Hidden(observation).deal(rng)
    return replace(
        observation,
        chips=tuple(replace(one, face=arena.pop()) if one.face == UNKNOWN else one for one in observation.chips),
        returned=tuple((returned.pop() if kind == UNKNOWN else kind, by) for kind, by in observation.returned),
        hands=tuple(
            sort_hand(hand.replace(UNKNOWN, "") + drawn) for hand, drawn in zip(observation.hands, hands, strict=True)
        ),
    )


class MatadoonWorld:
    """One way the chips may lie. A search looks as far as the end of the bull's run."""

    def __init__(self, ring: Ring, seat: int, pouch: list[str], rng: random.Random, *, open_: bool) -> None:
        self.ring, self.seat, self.pouch, self.rng, self.open = ring, seat, pouch, rng, open_
        self.player, self.moves = ring.player, ring.moves

    def play(self, move: str) -> Hashable:
        """A move; of a chip that somebody else puts down, only the cell is seen."""
        hidden = move[1] == "@" and self.ring.seat != self.seat and not self.open
        self.ring.play(move)
        return UNKNOWN + move[1:] if hidden else move

    def finish(self) -> tuple[Sequence[float], Sequence[float]]:
        """Play at random until the bull has run, and judge who is left."""
        ring = self.ring
        if ring.phase == "setup":
            ring.play_at_random(self.rng)
        if ring.phase == "deal":
            ring.deal(self.pouch, self.rng)
        ring.play_at_random(self.rng)
        ring.run()
        return judge(ring), ()


def judge(ring: Ring) -> list[float]:
    """The share of the game that each seat may hope for after a run; all equal where nobody is left."""
    worth = [0.0] * ring.players
    for seat, down in ring.fighters.values():
        worth[seat] = DOWN if down else 1.0
    total = sum(worth)
    return [one / total for one in worth] if total else [1 / ring.players] * ring.players


def worlds(observation: State, seat: int) -> Deal[str]:
    """Deals what a seat does not know."""
    hidden = Hidden(observation)
    ring = Ring(observation)
    unknown = [n for n, face in ring.chips.items() if face == UNKNOWN]
    known = [hand.replace(UNKNOWN, "") for hand in ring.hands]

    def world(rng: random.Random) -> MatadoonWorld:
        twin = ring.copy()
        arena, _, hands, pouch = hidden.deal(rng)
        for n, face in zip(unknown, arena, strict=True):
            twin.chips[n] = face
        twin.hands = [one + more for one, more in zip(known, hands, strict=True)]
        return MatadoonWorld(twin, seat, pouch, rng, open_=hidden.nothing)

    return world


def move_of(observation: State, key: str) -> Move:
    """The move that a key of the tree stands for."""
    return parse_move(key, observation.board)


def told(observation: State, seat: int, move: Move, figures: Sequence[float]) -> Mapping[str, float]:
    """What is said about a move: with what probability the bull hits whom, if it ran over the chips that lie then.

    Exact, as far as the seat can know (:mod:`.odds`).
    """
    from . import game

    odds = bull_odds(game.apply(observation, move), seat)
    return {f"hit {one}": float(odds.hit[one]) for one in observation.seats_in}
