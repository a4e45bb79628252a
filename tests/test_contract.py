"""The contract, on random games of every room, every ruleset and every number of players."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import tests.toy
from engine import GAMES, PUBLIC, TERMINAL, PositionError, Ruleset
from engine.record import Record, parse_link, replay
from tests import contract
from tests.contract import AnyGame

pytestmark = pytest.mark.usefixtures("toy_room")

PLAYED: list[AnyGame] = [tests.toy.game, *GAMES.values()]
SETUPS = [pytest.param(game, *setup, id="-".join(map(str, (game.id, *setup)))) for game in PLAYED
          for setup in contract.setups(game)]  # fmt: skip
ROOT = Path(__file__).parents[1]
WHOLE_GAME = 3000


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("game", "ruleset", "seats"), SETUPS)
def test_a_random_game_keeps_the_contract(game: AnyGame, ruleset: str, seats: int, seed: int) -> None:
    rng = random.Random(f"{ruleset} {seats} {seed}")
    start = game.initial_state(ruleset, seats)
    state, moves, hidden = start, [], 0
    for trace in contract.walk(game, start, rng, 80):
        contract.check_turn(game, state)
        contract.check_position(game, state)
        for step in trace.steps:
            contract.check_position(game, step.state)
        contract.check_trace(game, trace)
        # Where many moves could be tried, every one of them is tried now and then.
        if len(game.candidate_moves(state)) < 12 or rng.random() < 0.1:
            contract.check_value(state)
            traces = contract.check_moves(game, state)
            contract.check_taps(game, state)
            hidden += contract.check_knowledge(game, state, traces)
            contract.check_frames(game, trace)
            for viewer in (None, PUBLIC, *range(seats)):
                contract.check_scene(game, game.scene(state, viewer))
        moves.append(game.format_move(state, trace.move))
        state = trace.after
    record = Record(game=game.id, position=game.format_position(start), moves=tuple(moves))
    assert replay(record)[-1].after == state
    assert replay(parse_link(record.to_link()))[-1].after == state
    if any(game.observation(state, viewer) != state for viewer in range(seats)):
        assert hidden, "a game with secrets has moves that some seat cannot tell apart"


@pytest.mark.parametrize(("game", "ruleset", "seats"), SETUPS)
def test_a_random_game_ends(game: AnyGame, ruleset: str, seats: int) -> None:
    rng = random.Random(f"{ruleset} {seats}")
    for _ in range(5):
        traces = list(contract.walk(game, game.initial_state(ruleset, seats), rng, WHOLE_GAME))
        state = traces[-1].after
        if game.current_player(state) == TERMINAL:
            contract.check_turn(game, state)
            contract.check_position(game, state)
            contract.check_trace(game, traces[-1])
            contract.check_end(game, state, traces[-1])
            return
    pytest.fail(f"5 random games of {WHOLE_GAME} moves without an end")


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.id)
def test_every_ruleset_and_every_number_of_players_is_played(game: AnyGame) -> None:
    played = contract.setups(game)
    assert {name for name, _ in played} == set(game.rulesets)
    assert {seats for _, seats in played} == set(game.seats)
    assert game.initial_state() == game.initial_state(next(iter(game.rulesets)))
    for wrong in (0, 1, 99, -1):
        if wrong not in game.seats:
            with pytest.raises(PositionError):
                game.initial_state(seats=wrong)


@pytest.mark.parametrize("id", GAMES)
def test_a_game_is_the_same_in_every_interpreter(id: str) -> None:
    """Nothing depends on the order of sets or on anything else that differs from one start of Python to the next."""
    texts = [
        subprocess.run(
            [sys.executable, "-m", "tests.contract", id, "7"], check=True, capture_output=True, text=True, cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert texts[0]
    assert texts[0] == texts[1]


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.id)
def test_what_no_table_could_have_is_refused_in_words(game: AnyGame) -> None:
    state = game.initial_state()
    count = game.seat_count(state)
    for seats in (0, 1, 99, -2, True, 2.0, "2", [2]):
        with pytest.raises(PositionError, match="players, got"):
            game.initial_state(seats=seats)
    for start in (-1, count, True, 1.0, "1", None):
        with pytest.raises(PositionError, match="start: expected a seat from 0"):
            game.initial_state(start=start)
    for ruleset in ("nobody's", 3, ["printed"], Ruleset()):
        with pytest.raises(PositionError, match="has no ruleset"):
            game.initial_state(ruleset)
    for viewer in (count, -1, -5, False, "0", 1.0, [0]):
        with pytest.raises(PositionError, match="viewer: expected a seat from 0"):
            game.scene(state, viewer)
