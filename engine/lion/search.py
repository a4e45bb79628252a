"""Looks a few plies ahead in Let's Catch the Lion!, for where there is no table.

It only says what it has seen to the end: a win or a loss that nobody can put off or avoid within the plies looked at.
About everything else it says nothing. It plays by the rules of the state, and counts how often positions have stood.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .fast import apply, legal_moves, outcome
from .state import Move, State
from .tablebase import Value, before, rank

DEPTH = 9
POSITIONS = 60_000
"""Positions looked at, at most: half a second or so."""


@dataclass(frozen=True, slots=True)
class Search:
    """What a search has found.

    Args:
        depth: how many plies were looked at; everything within them is known.
        moves: each legal move, with its value to who makes it, or None where the plies do not decide; the best first.
        positions: how many positions were looked at.
    """

    depth: int
    moves: tuple[tuple[Move, Value | None], ...]
    positions: int


class _Spent(Exception):
    """As many positions as allowed were looked at."""


class _Looker:
    def __init__(self, positions: int) -> None:
        self.left = positions

    def value(self, state: State, depth: int) -> Value | None:
        """The value of a state if ``depth`` plies decide it."""
        self.left -= 1
        if self.left < 0:
            raise _Spent
        end = outcome(state)
        if end is not None:
            return None if end.winner is None else Value("win" if end.winner == state.side else "loss", 0)
        best: Value | None = None
        longest, open_ = 0, False
        for then in _after(state) if depth else ():
            found = self.value(then, depth - 1)
            if found is None or found.distance is None:
                open_ = True
            elif found.result == "loss":
                if best is None or found.distance + 1 < (best.distance or 0):
                    best = before(found)
                depth = found.distance - 1  # only a quicker win is of interest now
                if depth < 1:
                    return best
            else:
                longest = max(longest, found.distance + 1)
        if best is not None:
            return best
        return Value("loss", longest) if longest and not open_ else None


def _after(state: State) -> Iterator[State]:
    for move in legal_moves(state):
        then = apply(state, move)
        assert then is not None
        yield then


def value(state: State, depth: int) -> Value | None:
    """Return the value of a state for the side to move, or None where ``depth`` plies do not decide it."""
    return _Looker(10**12).value(state, depth)


def search(state: State, depth: int = DEPTH, positions: int = POSITIONS) -> Search:
    """Look at every legal move, ever deeper, until the depth is reached or as many positions were looked at.

    One ply is always looked at.
    """
    moves = legal_moves(state)
    looker = _Looker(positions)
    done = Search(1, _sorted({move: _move_value(_Looker(10**6), state, move, 1) for move in moves}), len(moves))
    for plies in range(2, depth + 1):
        if all(found is not None for _, found in done.moves):
            break
        try:
            found = {move: _move_value(looker, state, move, plies) for move in moves}
        except _Spent:
            break
        done = Search(plies, _sorted(found), positions - looker.left)
    return done


def search_moves(state: State, plies: int, positions: int = POSITIONS) -> Search | None:
    """Look at every legal move just so many plies deep; None where more positions would have to be looked at."""
    looker = _Looker(positions)
    try:
        found = {move: _move_value(looker, state, move, plies) for move in legal_moves(state)}
    except _Spent:
        return None
    return Search(plies, _sorted(found), positions - looker.left)


def _move_value(looker: _Looker, state: State, move: Move, plies: int) -> Value | None:
    then = apply(state, move)
    assert then is not None
    end = outcome(then)
    if end is not None and end.winner is None:
        return Value("draw", None)  # the game is over
    found = looker.value(then, plies - 1)
    return None if found is None else before(found)


def _sorted(found: dict[Move, Value | None]) -> tuple[tuple[Move, Value | None], ...]:
    """Wins first; what is not decided stands where a draw would."""
    return tuple(sorted(found.items(), key=lambda one: (1, 1) if one[1] is None else rank(one[1])))
