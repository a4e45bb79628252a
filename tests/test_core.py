"""The vocabulary that all games share, by means of the toy game."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

import engine
from engine import CHANCE, FORCED, GAMES, TERMINAL, Trace, get_game, sample
from engine.core import Mark, Step
from engine.errors import DataError, GameError, GameOverError, IllegalMoveError, PositionError, StepLimitError
from tests.toy import Move, PebbleRules, Pebbles, State, game

pytestmark = pytest.mark.usefixtures("toy_room")

OPEN = game.initial_state("open")
ROLLED = replace(OPEN, die=2)
OVER = replace(OPEN, heap=0, taken=(4, 3))


def test_a_trace_carries_every_state_on_the_way() -> None:
    trace = game.trace(ROLLED, Move("take", 2))
    assert [step.rule for step in trace.steps] == ["refuse.too-many", "turn.take"]
    assert trace.legal
    assert trace.refusal is None
    assert trace.steps[0].state == trace.before == ROLLED
    assert trace.after == trace.steps[-1].state == game.apply(ROLLED, Move("take", 2))
    assert trace.after.heap == 5
    assert trace.steps[-1].marks == (Mark("from", ("a6", "a7")),)


def test_a_refused_trace_says_which_rule_and_changes_nothing() -> None:
    trace = game.trace(ROLLED, Move("take", 3))
    assert not trace.legal
    assert trace.refusal is trace.steps[-1]
    assert trace.refusal.rule == "refuse.too-many"
    assert trace.after == ROLLED
    with pytest.raises(IllegalMoveError, match="The die allows 2 pebbles, not 3") as caught:
        game.apply(ROLLED, Move("take", 3))
    assert caught.value.trace == trace
    assert not isinstance(caught.value, GameOverError)


def test_legal_moves_are_the_candidates_that_nobody_refuses() -> None:
    assert game.candidate_moves(ROLLED) == (Move("take", 1), Move("take", 2), Move("take", 3))
    assert game.legal_moves(ROLLED) == (Move("take", 1), Move("take", 2))


def test_nothing_is_legal_after_the_end() -> None:
    assert game.current_player(OVER) == TERMINAL
    assert game.legal_moves(OVER) == ()
    with pytest.raises(GameOverError, match="The game is over"):
        game.apply(OVER, Move("take", 1))


def test_a_trace_without_steps_leaves_things_as_they_were() -> None:
    assert Trace(game, OPEN, Move("take", 1), ()).after == OPEN


def test_returns_add_up_to_nothing() -> None:
    assert game.returns(OPEN) == (0, 0)
    assert game.returns(OVER) == (1, -1)
    three = replace(game.initial_state("open", 3), heap=0, taken=(1, 2, 4))
    assert game.returns(three) == (-0.5, -0.5, 1)
    assert game.returns(replace(three, taken=(3, 3, 1))) == (0, 0, 0)


class Endless(Pebbles):
    """A game whose moves never end."""

    max_steps = 20

    def _steps(self, state, move):
        while True:
            yield Step(engine.CHECK, "turn.roll", state, {"count": 1})


def test_a_move_that_never_ends_has_an_error_of_its_own() -> None:
    for verb in (Endless().trace, Endless().apply):
        with pytest.raises(StepLimitError, match="Pebbles: a move ran for more than 20 steps"):
            verb(OPEN, Move("roll", 1))


def test_sampling_follows_the_probabilities_and_the_seed() -> None:
    class Loaded(Pebbles):
        def chance_outcomes(self, state):
            shares = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
            return tuple(zip(self.candidate_moves(state), shares, strict=True))

    rng = random.Random(5)
    counts = Counter(sample(Loaded(), OPEN, rng).number for _ in range(6000))
    assert abs(counts[1] - 3000) < 200
    assert abs(counts[2] - 2000) < 200
    assert abs(counts[3] - 1000) < 200
    first, second = random.Random(8), random.Random(8)
    assert [sample(game, OPEN, first) for _ in range(20)] == [sample(game, OPEN, second) for _ in range(20)]


def test_sampling_where_nothing_is_left_to_chance() -> None:
    with pytest.raises(PositionError, match="Pebbles: nothing is left to chance"):
        sample(game, ROLLED, random.Random(0))


def test_the_players_of_a_state() -> None:
    assert game.current_player(game.initial_state()) == CHANCE
    assert game.current_player(ROLLED) == 0
    assert game.current_player(replace(ROLLED, sweep=True)) == FORCED


def test_rulesets_come_from_the_room() -> None:
    assert list(game.rulesets) == ["usual", "short", "open"]
    assert game.ruleset() == game.ruleset("usual") == PebbleRules()
    assert game.ruleset("short").heap == 4
    own = PebbleRules(heap=3)
    assert game.ruleset(own) is own
    with pytest.raises(PositionError, match="Pebbles has no ruleset 'long'; it has usual, short, open"):
        game.ruleset("long")


def test_a_ruleset_is_equal_by_its_options_whatever_its_name() -> None:
    assert game.ruleset("usual").with_options({"heap": 4}, "mine") == game.ruleset("short")
    assert game.ruleset("short").options() == {"heap": 4, "secrets": True}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"heaps": 3}, "'heaps' is not an option; the options are heap, secrets"),
        ({"heap": "3"}, "option heap: expected a whole number, got '3'"),
        ({"heap": True}, "option heap: expected a whole number, got True"),
        ({"heap": 13}, "option heap: expected a whole number from 1 to 12, got 13"),
        ({"secrets": 1}, "option secrets: expected true or false, got 1"),
        ({"secrets": None}, "option secrets: expected true or false, got nothing"),
    ],
)
def test_a_wrong_option_is_named(options: dict[str, object], message: str) -> None:
    with pytest.raises(PositionError) as caught:
        game.ruleset().with_options(options)
    assert str(caught.value) == message


def test_a_table_has_a_row_for_each_step() -> None:
    rows = game.trace(ROLLED, Move("take", 2)).table()
    assert rows[1] == {
        "step": 2, "kind": "EFFECT", "rule": "turn.take", "title": "Take pebbles",
        "says": "Ada takes 2 pebbles; 5 are left.",
    }  # fmt: skip


def test_states_and_traces_survive_pickling() -> None:
    trace = game.trace(ROLLED, Move("take", 2))
    assert pickle.loads(pickle.dumps(trace.after)) == trace.after
    again = pickle.loads(pickle.dumps(trace))
    assert again == trace
    assert again.game is game


def test_games_are_found_by_id() -> None:
    assert get_game("toy") is GAMES["toy"] is game
    assert "toy" in GAMES
    assert len(GAMES) == len(list(GAMES))
    assert "chess" not in GAMES
    with pytest.raises(GameError, match=r"there is no game 'chess'; there are .*toy"):
        get_game("chess")
    with pytest.raises(KeyError):
        GAMES["chess"]


def test_every_error_is_a_game_error_and_a_value_error() -> None:
    error = DataError("rules.yaml", "rules.x", "expected a text")
    assert (error.file, error.key) == ("rules.yaml", "rules.x")
    assert str(error) == "rules.yaml: rules.x: expected a text"
    assert isinstance(error, GameError)
    assert isinstance(error, ValueError)


def test_a_state_is_equal_by_value() -> None:
    twin = State(PebbleRules(secrets=False), 7, (0, 0), OPEN.secrets)
    assert twin == OPEN
    assert hash(twin) == hash(OPEN)
