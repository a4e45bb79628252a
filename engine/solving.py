"""Reaching goals: the search behind *find*, and the simple opponent and the tries behind *play*.

Nothing here is random by itself: chance and the opponent follow from a seed and the moves played so far, so the same
moves always lead to the same game.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any

from .core import CHANCE, TERMINAL, sample
from .errors import GameError, Phrase
from .goals import AnyGame, Line, reached, wants_refusal

MAX_TRACES = 30_000
"""A search that tries more moves than this is too large for a lesson."""
PLAY_TRIES = 40
"""So many games are tried to see whether a *play* can be won."""
MAX_WAIT = 2000
"""So many moves of others, one after the other, are too many to wait for."""
LOOKED_AT = 24
"""The simple opponent looks at no more moves than this on a turn."""


def find(line: Line, goal: Any, moves: int) -> tuple[Any, ...] | None:
    """The fewest moves that reach a goal.

    Args:
        line: where to begin.
        moves: how many may be made, for whoever's turn it is. What the rules force after each is not counted.

    Returns:
        the moves, or None where there are none.

    Raises:
        GameError: the search is too large.
    """
    budget = iter(range(MAX_TRACES))
    for depth in range(1, moves + 1):
        found = _search(line, goal, depth, budget)
        if found is not None:
            return found
    return None


def _search(line: Line, goal: Any, depth: int, budget: Iterator[int]) -> tuple[Any, ...] | None:
    for move in _tries(line, goal):
        if next(budget, None) is None:
            raise GameError("the search is too large: more than {most} moves", most=MAX_TRACES)
        after = line.then(move)
        if reached(after, goal):
            if depth == 1:
                return (move,)
        elif depth > 1 and not after.refusal:
            rest = _search(after, goal, depth - 1, budget)
            if rest is not None:
                return (move, *rest)
    return None


def _tries(line: Line, goal: Any) -> Iterable[Any]:
    """The moves of the player to move. Chance is not the learner's to choose."""
    if line.player in (CHANCE, TERMINAL):
        return ()
    moves: Iterable[Any] = line.game.legal_moves(line.state)
    if wants_refusal(goal):
        legal = set(moves)
        moves = (*moves, *(move for move in line.game.candidate_moves(line.state) if move not in legal))
    return moves


# Play -----------------------------------------------------------------------------------------------------------------


def wait(line: Line, seat: int, seed: int) -> Line:
    """Let chance and the opponents move until it is a seat's turn, or the game is over.

    Raises:
        GameError: the seat has to wait for ever.
    """
    line = line.forced()
    for _ in range(MAX_WAIT):
        if line.player in (seat, TERMINAL):
            return line
        rng = _luck(line, seed)
        chance = line.player == CHANCE
        line = line.then(sample(line.game, line.state, rng) if chance else simple_move(line.game, line.state, rng))
    raise GameError(
        "{title}: seat {seat} has no turn in {most} moves", title=Phrase(line.game.title), seat=seat, most=MAX_WAIT
    )


def _luck(line: Line, seed: int) -> random.Random:
    """The luck at the end of a line: the same after the same moves."""
    moves = " ".join(line.game.format_move(trace.before, trace.move) for trace in line.traces)
    return random.Random(f"{seed} {moves}")


def simple_move(game: AnyGame, state: Any, rng: random.Random) -> Any:
    """A move of the simple opponent: it wins at once if it can see how, avoids losing at once, and else plays anything.

    It looks at what its seat may know, and no further than the moves that the rules force next.
    """
    seat = game.current_player(state)
    seen = Line(game, game.observation(state, seat))
    moves = game.legal_moves(state)
    best: list[Any] = []
    best_value = float("-inf")
    for move in rng.sample(moves, min(len(moves), LOOKED_AT)):
        after = seen.then(move)
        value = game.returns(after.state)[seat] if not after.refusal else float("-inf")
        if value > best_value:
            best, best_value = [], value
        if value == best_value:
            best.append(move)
    return rng.choice(best)


def play_out(line: Line, goal: Any, seat: int, moves: int, seed: int) -> tuple[Any, ...] | None:
    """The moves of a seat that reach a goal against the simple opponents, found by trying games.

    Args:
        line: it is the seat's turn at its end.
        moves: how many the seat may still make.
    """
    for number in range(PLAY_TRIES):
        rng = random.Random(f"{seed} {number}")
        made: list[Any] = []
        game = line
        while len(made) < moves and game.player == seat:
            move = _look_ahead(game, goal, rng)
            made.append(move)
            game = game.then(move)
            if not reached(game, goal):
                game = wait(game, seat, seed)
            if reached(game, goal):
                return tuple(made)
    return None


def _look_ahead(line: Line, goal: Any, rng: random.Random) -> Any:
    moves = line.game.legal_moves(line.state)
    tried = rng.sample(moves, min(len(moves), LOOKED_AT))
    wins = (move for move in tried if reached(line.then(move), goal))
    return next(wins, None) or simple_move(line.game, line.state, rng)
