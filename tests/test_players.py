"""Computer players: fair, repeatable, and legal in every game."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import GAMES, TERMINAL, GameError, PositionError, get_game
from engine.matadoon import opponent as matadoon
from engine.players import names, play, player
from engine.search import Candidate, GameWorld, search, shares
from tests.contract import AnyGame, setups

WHOLE_SETUP = 60
"""After so many moves of chance somebody is to move in any game."""
EXAMPLES = {"random": 20, "easy": 12, "medium": 6, "strong": 2}


def decision(game: AnyGame, ruleset: str, seats: int, seed: int, moves: int) -> Any:
    """A state in which somebody is to move, about so many random moves into a game."""
    start = game.initial_state(ruleset, seats)
    walk = play(game, start, [player(game, "random")] * seats, random.Random(seed))
    decisions = [start] if game.current_player(start) >= 0 else []
    for _, state in islice(walk, moves if decisions else WHOLE_SETUP + moves):
        if game.current_player(state) >= 0:
            decisions.append(state)
    return decisions[-1]


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("id", ["matadoon", "maatatahay"])
def test_what_cannot_be_seen_changes_nothing(id: str, name: str) -> None:
    """Two states that look the same to a seat give the same choice, with the same reasons."""
    game = get_game(id)
    mind = player(game, name, seconds=None)

    @settings(max_examples=EXAMPLES[name], deadline=None)
    @given(setup=st.sampled_from(setups(game)), seed=st.integers(0, 10**6), moves=st.integers(1, 120))
    def check(setup: tuple[str, int], seed: int, moves: int) -> None:
        state = decision(game, *setup, seed, moves)
        seat = game.current_player(state)
        seen = game.observation(state, seat)
        other = matadoon.deal(seen, random.Random(seed + 1)) if id == "matadoon" else seen
        assert game.observation(other, seat) == seen
        choices = [mind.choose(one, seat, random.Random(seed)) for one in (state, other, seen)]
        assert choices[0] == choices[1] == choices[2]
        assert choices[0].move in game.legal_moves(state)
        assert all(reason.move in game.legal_moves(state) for reason in choices[0].reasons)
        assert all(0 <= reason.result <= 1 for reason in choices[0].reasons)

    check()


@pytest.mark.parametrize("id", GAMES)
def test_every_game_has_players_that_play_to_the_end(id: str) -> None:
    game = get_game(id)
    for name in names(game)[:2]:
        mind = player(game, name, seconds=None)
        *_, (_, end) = play(
            game, game.initial_state(), [mind] * game.seat_count(game.initial_state()), random.Random(4)
        )
        assert game.outcome(end) is not None


def test_the_clock_stops_a_search_and_there_is_a_move_all_the_same() -> None:
    game = get_game("maatatahay")
    state = decision(game, "printed", 2, 1, 60)
    seat = game.current_player(state)
    choice = player(game, "strong", seconds=0.0).choose(state, seat, random.Random(1))
    assert choice.move in game.legal_moves(state)
    assert choice.looks < 2000


def test_a_player_moves_only_in_its_turn() -> None:
    game = get_game("lion")
    with pytest.raises(PositionError, match="not the turn of seat 1"):
        player(game, "random").choose(game.initial_state(), 1, random.Random(1))


def test_an_unknown_player_is_named() -> None:
    with pytest.raises(GameError, match="there is no player 'genius'; there are random, easy, medium, strong"):
        player(get_game("matadoon"), "genius")


def test_the_search_finds_the_better_of_two_odds() -> None:
    """A world of one decision: the first move wins 4 times of 10, the second 6 of 10."""

    class Bet:
        def __init__(self, rng: random.Random) -> None:
            self.rng, self.made = rng, -1

        def player(self) -> int:
            return 0 if self.made < 0 else TERMINAL

        def moves(self) -> tuple[int, ...]:
            return (0, 1)

        def play(self, move: int) -> int:
            self.made = move
            return move

        def finish(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
            won = float(self.rng.random() < (0.4, 0.6)[self.made])
            return (won,), (won, 7)

    best, other = search(Bet, random.Random(3), 2000)
    assert (best.move, other.move) == (1, 0)
    assert best.visits + other.visits == 2000
    assert best.result == pytest.approx(0.6, abs=0.05)
    assert best.figures == pytest.approx((best.result, 7))
    assert isinstance(best, Candidate)


def test_it_does_not_tell_apart_what_the_seat_cannot_see() -> None:
    """The other seat hides a coin, then one guesses. A search that peeked would always guess right."""

    class Coin:
        def __init__(self, rng: random.Random) -> None:
            self.made: list[int] = []

        def player(self) -> int:
            return (0, 1, 0, TERMINAL)[len(self.made)]

        def moves(self) -> tuple[int, ...]:
            return (0, 1) if self.made else (0,)

        def play(self, move: int) -> str | int:
            self.made.append(move)
            return "hidden" if len(self.made) == 2 else move

        def finish(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
            won = 0.5 if len(self.made) < 3 else float(self.made[1] == self.made[2])
            return (won, 1 - won), ()

    (begin,) = search(Coin, random.Random(1), 4000)
    assert begin.result == pytest.approx(0.5, abs=0.05)


def test_any_game_can_be_searched_by_its_rules() -> None:
    """The Lion: one move catches the other Lion."""
    game = get_game("lion")
    state = game.parse_position("3/1l1/1C1/1L1 b -")
    found = search(lambda rng: GameWorld(game, state, 0, rng), random.Random(1), 200)
    assert game.format_move(state, found[0].move) == "b3b2"
    assert found[0].result == 1
    assert shares(game, state) == (0.5, 0.5)
    assert shares(game, game.apply(state, found[0].move)) == (1, 0)
