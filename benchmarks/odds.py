"""How long the odds of the bull take: 1,000 random positions with 12 unknown chips, always the same ones.

Run ``python -m benchmarks.odds`` from the project's folder. Of each position the best of three times counts, so that
what else the machine does is left out as far as possible.
"""

from __future__ import annotations

import random
import statistics
import time
from dataclasses import replace

from engine import get_game
from engine.matadoon.advice import chip_effects
from engine.matadoon.odds import bull_odds
from engine.matadoon.state import HEADINGS, UNKNOWN, Chip, Fighter, State

POSITIONS = 1000
UNKNOWN_CHIPS = 12
SEED = 20240229


def random_state(rng: random.Random) -> State:
    """The end of a last lap as an onlooker sees it: everybody is in, some lie on the ground, the bull is anywhere."""
    players = rng.choice((2, 3, 4))
    state = get_game("matadoon").initial_state(seats=players)
    frame = rng.sample(sorted(state.board.frame), players)
    fighters = tuple(Fighter(seat, cell, rng.random() < 0.3) for seat, cell in enumerate(frame))
    bull, *cells = rng.sample(sorted(set(state.board.cells) - set(frame)), UNKNOWN_CHIPS + 1)
    chips = tuple(Chip(cell, UNKNOWN, n % players) for n, cell in enumerate(cells))
    return replace(state, fighters=fighters, chips=chips, bull=bull, heading=rng.choice(HEADINGS), phase="bull")


def best_of_three(state: State) -> float:
    """Milliseconds for the odds of one state."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        bull_odds(state)
        times.append(time.perf_counter() - start)
    return 1000 * min(times)


def whole_map(state: State) -> float:
    """Milliseconds for where a chip would hurt whom: the odds after it is put on each free cell."""
    state = replace(state, phase="place", hands=("R", *state.hands[1:]))
    start = time.perf_counter()
    for _ in chip_effects(state, "R", 0):
        pass
    return 1000 * (time.perf_counter() - start)


def main() -> None:
    """Measure and print."""
    rng = random.Random(SEED)
    states = [random_state(rng) for _ in range(POSITIONS)]
    times = sorted(map(best_of_three, states))
    print(f"| odds of the bull, {POSITIONS:,} positions with {UNKNOWN_CHIPS} unknown chips | |")
    print("| --- | --- |")
    print(f"| median | {statistics.median(times):.2f} ms |")
    print(f"| 95% | {times[int(0.95 * POSITIONS)]:.2f} ms |")
    print(f"| slowest | {times[-1]:.2f} ms |")
    maps = sorted(map(whole_map, states[:100]))
    print(f"| a chip on every free cell, median / slowest of 100 | {statistics.median(maps):.0f} / {maps[-1]:.0f} ms |")


if __name__ == "__main__":
    main()
