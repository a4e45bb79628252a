"""The fast way through the moves says what the steps say."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine import Game, GameOverError, IllegalMoveError
from engine.lion import Move, State, fast
from tests.lion.tables import GAME, HAND_MADE, OPTIONS, line, random_game, random_line, random_options


def check(state: State, rng: random.Random) -> None:
    legal = GAME.legal_moves(state)
    assert legal == Game.legal_moves(GAME, state)
    for move in rng.sample(legal, min(3, len(legal))):
        after = Game.apply(GAME, state, move)
        assert GAME.apply(state, move) == after
        assert GAME.apply(state, move).moves == after.moves
        ends = [step.rule for step in GAME.trace(state, move).steps if step.kind == "END"]
        outcome = GAME.outcome(after)
        assert ends == ([] if outcome is None else [outcome.rule])
    allowed = set(legal)
    for move in GAME.candidate_moves(state):
        if move not in allowed:
            assert fast.apply(state, move) is None, move


@pytest.mark.parametrize("seed", range(3))
def test_equal_on_positions_of_games(seed: int) -> None:
    rng = random.Random(seed)
    count = 0
    while count < 400:
        for state in random_game(rng, **random_options(rng)):
            check(state, rng)
            count += 1


@pytest.mark.parametrize("seed", range(3))
def test_equal_on_positions_thrown_together(seed: int) -> None:
    rng = random.Random(100 + seed)
    for _ in range(300):
        check(line(random_line(rng), **random_options(rng)), rng)


@pytest.mark.parametrize("text", HAND_MADE)
@pytest.mark.parametrize("reach", OPTIONS["reach"])
@pytest.mark.parametrize("promotion", OPTIONS["promotion"])
def test_equal_on_positions_made_by_hand(text: str, reach: str, promotion: str) -> None:
    check(line(text, reach=reach, promotion=promotion), random.Random(text))


@pytest.mark.parametrize(
    "move",
    [
        Move("", ""),
        Move("b3", "zz"),
        Move("x9", "b2"),
        Move("b3", "b2", promote=True),
        Move("", "b2", drop="L"),
        Move("", "b2", drop="H"),
        Move("", "d9", drop="C"),
        Move("", "", first=1),
    ],
)
def test_moves_that_are_none_are_refused(move: Move) -> None:
    state = line("gle/3/1C1/ELG b c")
    assert fast.apply(state, move) is None


def test_refusals_raise_with_their_trace() -> None:
    state = GAME.initial_state()
    with pytest.raises(IllegalMoveError, match=r"a4a3 is not legal here: .* \(move\.elephant\)") as caught:
        GAME.apply(state, GAME.parse_move(state, "a4a3"))
    assert caught.value.trace.refusal.rule == "move.elephant"
    over = line("L2/2g/2l/3 w -")
    with pytest.raises(GameOverError, match="The game is over"):
        GAME.apply(over, GAME.parse_move(over, "c3c4"))


def test_the_lot_has_two_outcomes() -> None:
    state: Any = GAME.initial_state("by-lot")
    assert GAME.legal_moves(state) == tuple(move for move, _ in GAME.chance_outcomes(state))
    sky = GAME.apply(state, GAME.parse_move(state, "first sky"))
    assert sky.side == 1
    assert sky.times == 1
    assert GAME.format_position(sky).splitlines()[-1] == "moves: [first sky]"
