"""How well the computer players play: ``python -m benchmarks.opponents``.

Each line is a match with its share of wins and the 95% interval of Wilson. The seats and who starts change from game to
game, and a match is the same whenever it is played: players count iterations, and look at no clock.

Matadoon is a game of luck, so its line compares: what the strong player wins against a random one, with what the same
search wins when it is shown all chips (``Ratio``).
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import replace
from math import exp, sqrt
from typing import Any

from engine import Game, get_game
from engine.players import Player, RandomPlayer, SearchPlayer, play, player
from engine.search import Strength

SEED = 20240501
Z = 1.96


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95% interval of a share (E. B. Wilson, 1927).

    >>> tuple(round(end, 3) for end in wilson(90, 100))
    (0.826, 0.945)
    """
    share, square = wins / games, Z * Z / games
    middle, spread = share + square / 2, Z * sqrt(share * (1 - share) / games + square / games / 4)
    return (middle - spread) / (1 + square), (middle + spread) / (1 + square)


def ratio(wins: tuple[int, int], games: int) -> tuple[float, float, float]:
    """The ratio of two shares of wins, and its 95% interval by the logarithm (D. Katz and others, 1978)."""
    first, second = wins
    found = first / second
    spread = Z * sqrt(1 / first - 1 / games + 1 / second - 1 / games)
    return found, found * exp(-spread), found * exp(spread)


def match(game: Game[Any, Any], one: Player, other: Player, games: int) -> tuple[int, int, float, float]:
    """The games that one has won and that nobody has, the seconds of CPU a game, and those of the longest move."""
    wins, draws, start, slowest = 0, 0, time.process_time(), 0.0
    for number in range(games):
        seat = number % 2
        first = game.initial_state(seats=2, start=number // 2 % 2)
        players = [one, other] if seat == 0 else [other, one]
        began = time.process_time()
        states = [first]
        for _, state in play(game, first, players, random.Random(f"{SEED} {number}")):
            states.append(state)
            slowest, began = max(slowest, time.process_time() - began), time.process_time()
        outcome = game.outcome(states[-1])
        assert outcome is not None
        wins += outcome.winner == seat
        draws += outcome.winner is None
    return wins, draws, (time.process_time() - start) / games, slowest


def line(what: str, game: Game[Any, Any], one: Player, other: Player, games: int) -> int:
    """Play a match and print its line; gives the wins."""
    wins, draws, seconds, slowest = match(game, one, other, games)
    low, high = wilson(wins, games)
    print(
        f"| {what} | {wins} of {games}, {draws} drawn | {wins / games:.1%} | {low:.1%} to {high:.1%} "
        f"| {seconds:.2f} s | {slowest:.2f} s |",
        flush=True,
    )
    return wins


def main() -> None:
    """Play all matches and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400, help="games a match (default: 400)")
    parser.add_argument("--game", choices=["matadoon", "maatatahay"], help="only this game")
    parser.add_argument("--iterations", type=int, help="of the strong player (default: as many as on the page)")
    parser.add_argument("--ladder", action="store_true", help="also each strength against the one below it")
    given = parser.parse_args()
    print("| match | wins | share | 95% interval | CPU a game | slowest move |")
    print("| --- | --- | --- | --- | --- | --- |")
    for id in [given.game] if given.game else ["matadoon", "maatatahay"]:
        game, below = get_game(id), "random"
        strong = player(game, "strong", seconds=None)
        if given.iterations and isinstance(strong, SearchPlayer):
            strong = replace(strong, strength=Strength(given.iterations))
        wins = line(f"{id}, strong against random", game, strong, RandomPlayer(game), given.games)
        if id == "matadoon":
            assert isinstance(strong, SearchPlayer)
            shown = SearchPlayer(game, strong.strength, "shown", None, sees_all=True)
            most = line(f"{id}, the same shown all chips", game, shown, RandomPlayer(game), given.games)
            found, low, high = ratio((wins, most), given.games)
            print(f"| {id}, ratio of the two | | {found:.3f} | {low:.3f} to {high:.3f} | | |", flush=True)
        if given.ladder:
            for name in ("easy", "medium", "strong"):
                one, other = player(game, name, seconds=None), player(game, below, seconds=None)
                line(f"{id}, {name} against {below}", game, one, other, given.games)
                below = name


if __name__ == "__main__":
    main()
