"""Computer players: whoever asks for a move gives what a seat may know, and gets the move with its reasons.

>>> import random
>>> from engine import get_game
>>> game = get_game("maatatahay")
>>> choice = player(game, "random").choose(game.initial_state(), 0, random.Random(1))
Traceback (most recent call last):
engine.errors.PositionError: Maatatahay: it is not the turn of seat 0
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from typing import Any, Generic, Protocol, TypeVar

from .core import CHANCE, FORCED, TERMINAL, Game, sample
from .errors import GameError, Phrase, PositionError, StepLimitError, shown
from .search import EXPLORE, Candidate, Deal, GameWorld, Strength, search

M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)
AnyGame = Game[Any, Any]
TOLD = 6
"""So many moves are told with their reasons."""


@dataclass(frozen=True, slots=True)
class Reason(Generic[M_co]):
    """What speaks for a move, in numbers.

    Args:
        move: the move.
        visits: how often the player looked at it; 0 where it did not look.
        result: what the mover may expect, from 0 (lost) to 1 (won).
        figures: what else the game tells: ``hit 1`` (the probability that the bull hits seat 1), ``points 0``,
            ``dead 1``, ...
    """

    move: M_co
    visits: int
    result: float
    figures: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choice(Generic[M_co]):
    """A move and why.

    Args:
        reasons: the best moves that were looked at, the best first; empty where nobody looked.
        looks: how often the player looked ahead in all.
    """

    move: M_co
    reasons: tuple[Reason[M_co], ...] = ()
    looks: int = 0


class Player(Protocol):
    """Chooses moves. It looks at ``game.observation(state, seat)`` and at nothing else of a state."""

    @property
    def name(self) -> str:
        """What it is called."""

    def choose(self, state: Any, seat: int, rng: random.Random) -> Choice[Any]:
        """The move of a seat whose turn it is.

        Args:
            state: what the seat sees; of a whole state, the player looks only at that.
            rng: the same luck gives the same choice, where the player does not look at the clock.

        Raises:
            PositionError: it is not this seat's turn.
        """


STRENGTHS: Mapping[str, Strength] = {
    "easy": Strength(10, slips=35),
    "medium": Strength(100, slips=10),
    "strong": Strength(1000),
}
"""The searching players by name, the weakest first, of games that do not say it otherwise."""
SECONDS = 1.5
"""No search takes longer than this, unless it is told to."""
ENDLESS = 20_000
"""A game of more moves than this does not end."""


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Plays any legal move."""

    game: AnyGame
    name: str = "random"

    def choose(self, state: Any, seat: int, rng: random.Random) -> Choice[Any]:
        """Any legal move, all equally likely."""
        return Choice(rng.choice(_moves(self.game, self.game.observation(state, seat), seat)))


@dataclass(frozen=True, slots=True)
class SearchPlayer:
    """Looks ahead with :func:`~engine.search.search`, as the game's own ``opponent.py`` says or by its rules alone.

    Args:
        seconds: no search takes longer; None, to play the same on every machine: as long as the iterations take.
        sees_all: it looks at the whole state, hidden chips too. No fair player: it is there to measure others by.
    """

    game: AnyGame
    strength: Strength
    name: str = "search"
    seconds: float | None = SECONDS
    sees_all: bool = False

    def choose(self, state: Any, seat: int, rng: random.Random) -> Choice[Any]:
        """The move that looks best."""
        game = self.game
        seen = state if self.sees_all else game.observation(state, seat)
        moves = _moves(game, seen, seat)
        if len(moves) == 1 or rng.randrange(100) < self.strength.slips:
            return Choice(rng.choice(moves))
        room = _room(game) if hasattr(_room(game), "worlds") else None
        deal: Deal[Any] = room.worlds(seen, seat) if room else _plain_worlds(game, seen, seat)
        found = search(deal, rng, self.strength.iterations, self.seconds, room.EXPLORE if room else EXPLORE)
        reasons = tuple(self._reason(room, seen, seat, one) for one in found[:TOLD])
        return Choice(reasons[0].move, reasons, sum(one.visits for one in found))

    def _reason(self, room: Any, seen: Any, seat: int, one: Candidate[Any]) -> Reason[Any]:
        move = room.move_of(seen, one.move) if room else one.move
        figures = room.told(seen, seat, move, one.figures) if room else {}
        return Reason(move, one.visits, one.result, figures)


def check_turn(game: AnyGame, seen: Any, seat: int) -> None:
    """Raise where it is not a seat's turn.

    Raises:
        PositionError: says so.
    """
    if game.current_player(seen) != seat or seat < 0:
        raise PositionError("{title}: it is not the turn of seat {seat}", title=Phrase(game.title), seat=seat)


def _moves(game: AnyGame, seen: Any, seat: int) -> Sequence[Any]:
    check_turn(game, seen, seat)
    return game.legal_moves(seen)


@lru_cache
def _room(game: AnyGame) -> Any:
    """A room's ``opponent.py``, or None."""
    has_one = (game.folder / "opponent.py").exists()
    return import_module(f"{type(game).__module__}.opponent") if has_one else None


def _plain_worlds(game: AnyGame, seen: Any, seat: int) -> Deal[Any]:
    if game.views == "eyes":
        raise GameError("{title} has no opponent.py that deals what it hides", title=Phrase(game.title))
    return lambda rng: GameWorld(game, seen, seat, rng)


def play(game: AnyGame, state: Any, players: Sequence[Player], rng: random.Random) -> Iterator[tuple[Any, Any]]:
    """A game between players, to its end.

    Args:
        players: by seat.
        rng: for chance and for the players.

    Yields:
        each move and the state after it.

    Raises:
        StepLimitError: the game does not end.
    """
    for _ in range(ENDLESS):
        seat = game.current_player(state)
        if seat == TERMINAL:
            return
        if seat == CHANCE:
            move = sample(game, state, rng)
        elif seat == FORCED:
            move = game.legal_moves(state)[0]
        else:
            move = players[seat].choose(state, seat, rng).move
        state = game.apply(state, move)
        yield move, state
    raise StepLimitError("{title}: a game was not over after {number} moves", title=Phrase(game.title), number=ENDLESS)


def names(game: AnyGame) -> tuple[str, ...]:
    """The players that a game has, the weakest first."""
    room = _room(game)
    return ("random", *(room.names() if hasattr(room, "names") else _strengths(game)))


def has_opponents(game: AnyGame) -> bool:
    """Whether a game has players of its own, good enough to play against."""
    return _room(game) is not None


def _strengths(game: AnyGame) -> Mapping[str, Strength]:
    found: Mapping[str, Strength] = getattr(_room(game), "STRENGTHS", STRENGTHS)
    return found


def player(game: AnyGame, name: str, seconds: float | None = SECONDS) -> Player:
    """A player by its name.

    Args:
        name: ``random``, or one of the strengths of the game, by default :data:`STRENGTHS`.
        seconds: no search takes longer; None, to play the same on every machine: as long as its iterations take.

    Raises:
        GameError: there is no such player; says which there are.
    """
    if name == "random":
        return RandomPlayer(game)
    room = _room(game)
    if name not in names(game):
        raise GameError("there is no player {given}; there are {choices}", given=shown(name), choices=names(game))
    if hasattr(room, "player"):
        own: Player = room.player(name)
        return own
    return SearchPlayer(game, _strengths(game)[name], name, seconds)
