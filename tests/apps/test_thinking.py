"""Where computer players think, without a browser."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import CancelledError
from typing import Any

import pytest

from apps.parts.thinking import LEAST, Thinkers
from engine import PositionError, get_game
from engine.players import SearchPlayer, player
from engine.search import Strength

GAME = get_game("lion")


@pytest.fixture
def thinkers() -> Iterator[Thinkers]:
    made = Thinkers(1)
    yield made
    made.close()


def test_an_answer_is_that_of_the_player(thinkers: Thinkers) -> None:
    mind, state = player(GAME, "medium"), GAME.initial_state()
    found = thinkers.ask(mind, state, 0, 7).result(60)
    assert found == mind.choose(state, 0, random.Random(7))
    assert thinkers.waiting == 0


def test_a_process_that_was_killed_is_replaced(thinkers: Thinkers) -> None:
    mind, state = player(GAME, "random"), GAME.initial_state()
    first = thinkers.ask(mind, state, 0, 7).result(60)
    thinkers._processes[0].kill()
    thinkers._processes[0].wait()
    assert thinkers.ask(mind, state, 0, 7).result(60) == first


def test_what_goes_wrong_is_told_and_the_process_goes_on(thinkers: Thinkers) -> None:
    mind, state = player(GAME, "random"), GAME.initial_state()
    with pytest.raises(RuntimeError, match="PositionError"):
        thinkers.ask(mind, state, 1, 7).result(60)
    assert thinkers.ask(mind, state, 0, 7).result(60).move in GAME.legal_moves(state)
    with pytest.raises(PositionError):
        mind.choose(state, 1, random.Random(7))


def test_who_does_not_wait_any_more_is_not_served(thinkers: Thinkers) -> None:
    state = GAME.initial_state()
    slow = SearchPlayer(GAME, Strength(100_000), seconds=0.5)
    first, second = thinkers.ask(slow, state, 0, 1), thinkers.ask(slow, state, 0, 2)
    assert second.cancel()
    assert first.result(60).looks > 0
    with pytest.raises(CancelledError):
        second.result(1)
    assert thinkers.waiting == 0


def test_where_many_wait_each_gets_less_time() -> None:
    thinkers = Thinkers(2)
    mind = SearchPlayer(GAME, Strength(9), seconds=1.5)

    def seconds(waiting: int) -> float | None:
        thinkers.waiting = waiting
        given: Any = thinkers._hurried(mind)
        return given.seconds

    assert seconds(1) == seconds(2) == 1.5
    assert seconds(4) == pytest.approx(0.75)
    assert seconds(100) == LEAST
    thinkers.waiting = 100
    assert thinkers._hurried(player(GAME, "random")) == player(GAME, "random")
    assert thinkers._hurried(SearchPlayer(GAME, Strength(9), seconds=None)).seconds is None
