"""How fast the rules are: ``python -m benchmarks.engine``.

Runs of the bull without and with a trace side by side, random play of the Lion and random games of Maatatahay through
the public ``legal_moves`` and ``apply``. CPU time of this process, so that other work on the machine counts little.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from engine import CHANCE, TERMINAL, get_game, sample
from engine.matadoon.run import bull_run

SEED = 1
ROUNDS = 3


def rate(action: Callable[[], int]) -> float:
    """The best of some rounds: how many things a second of CPU an action does."""
    best = 0.0
    for _ in range(ROUNDS):
        start = time.process_time()
        count = action()
        best = max(best, count / (time.process_time() - start))
    return best


def bulls(count: int) -> list[object]:
    """States of Matadoon in which the bull is about to run, from random games."""
    game, rng, found = get_game("matadoon"), random.Random(SEED), []
    while len(found) < count:
        state = game.initial_state(seats=rng.choice((2, 3, 4)))
        while game.current_player(state) != TERMINAL and len(found) < count:
            if state.phase == "bull":
                found.append(state)
            chance = game.current_player(state) == CHANCE
            state = game.apply(state, sample(game, state, rng) if chance else rng.choice(game.legal_moves(state)))
    return found


def play(id: str, games: int) -> int:
    """Random games; returns the number of moves."""
    game, rng, moves = get_game(id), random.Random(SEED), 0
    for _ in range(games):
        state = game.initial_state()
        while game.current_player(state) != TERMINAL:
            chance = game.current_player(state) == CHANCE
            state = game.apply(state, sample(game, state, rng) if chance else rng.choice(game.legal_moves(state)))
            moves += 1
    return moves


def main() -> None:
    """Print the table."""
    states = bulls(300)
    matadoon = get_game("matadoon")
    move = matadoon.parse_move(states[0], "bull")
    fast = rate(lambda: len([bull_run(state) for state in states * 20]))
    traced = rate(lambda: len([matadoon.trace(state, move) for state in states]))
    print(f"runs of the bull a second: {fast:,.0f} without a trace, {traced:,.0f} with one: {fast / traced:.0f} to 1")
    print(f"plies of the Lion a second: {rate(lambda: play('lion', 100)):,.0f}")
    games = 30
    seconds = games / rate(lambda: (play("maatatahay", games), games)[1])
    print(f"a random game of Maatatahay: {1000 * seconds / games:.0f} ms")


if __name__ == "__main__":
    main()
