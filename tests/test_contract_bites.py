"""The contract notices when a game breaks it: the toy game with one fault each."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from engine.core import CHECK, EFFECT, Mark, Step
from tests import contract
from tests.toy import Move, Pebbles, State

pytestmark = pytest.mark.usefixtures("toy_room")

HIDDEN: list[int] = []


class Impure(Pebbles):
    def candidate_moves(self, state: State) -> tuple[Move, ...]:
        HIDDEN.append(1)
        return super().candidate_moves(state)[:: 1 if len(HIDDEN) % 2 else -1]


class LoadedDie(Pebbles):
    def chance_outcomes(self, state: State) -> Any:
        return tuple((move, Fraction(1, 4)) for move, _ in super().chance_outcomes(state))


class UnknownRule(Pebbles):
    def _steps(self, state: State, move: Move) -> Any:
        return (replace(step, rule="turn.none") for step in super()._steps(state, move))


class LooksAndChanges(Pebbles):
    def _steps(self, state: State, move: Move) -> Any:
        return (replace(step, kind=CHECK) for step in super()._steps(state, move))


class ActsBeforeRefusing(Pebbles):
    def _steps(self, state: State, move: Move) -> Any:
        yield Step(EFFECT, "turn.roll", state, {"count": 1})
        yield from super()._steps(state, move)


class LeavesABrace(Pebbles):
    def _steps(self, state: State, move: Move) -> Any:
        return (replace(step, args={**step.args, "seat": "{seat}"}) for step in super()._steps(state, move))


class MarksOutside(Pebbles):
    def _steps(self, state: State, move: Move) -> Any:
        return (replace(step, marks=(Mark("to", ("z9",)),)) for step in super()._steps(state, move))


class OneTextForTwoMoves(Pebbles):
    def format_move(self, state: State, move: Move) -> str:
        return super().format_move(state, replace(move, number=min(move.number, 2)))


class ForgetsTheDie(Pebbles):
    def format_position(self, state: State) -> str:
        return super().format_position(replace(state, die=0))


class PlaysOn(Pebbles):
    def outcome(self, state: State) -> Any:
        return None


class TapsTwice(Pebbles):
    def taps(self, state: State, move: Move) -> tuple[str, ...]:
        return ("sweep",)


class TapsThinAir(Pebbles):
    def taps(self, state: State, move: Move) -> tuple[str, ...]:
        return (f"nowhere {move.number}",)


class ShowsSecrets(Pebbles):
    def scene(self, state: State, viewer: int | None = None, language: str = "en") -> Any:
        return super().scene(state, None, language)


class TellsSecrets(Pebbles):
    def observed_trace(self, trace: Any, viewer: int | None) -> Any:
        return replace(super().observed_trace(trace, viewer), move=trace.move)


class HidesNothing(Pebbles):
    def observed_trace(self, trace: Any, viewer: int | None) -> Any:
        return trace


class PutsPiecesNowhere(Pebbles):
    def scene(self, state: State, viewer: int | None = None, language: str = "en") -> Any:
        scene = super().scene(state, viewer, language)
        return replace(scene, pieces=tuple(replace(piece, at="z9") for piece in scene.pieces))


def check(game: Pebbles) -> None:
    """What the contract test does at every state, for one game."""
    rng = random.Random(3)
    state = game.initial_state()
    for trace in contract.walk(game, state, rng, 40):
        contract.check_turn(game, state)
        contract.check_position(game, state)
        contract.check_value(state)
        traces = contract.check_moves(game, state)
        contract.check_taps(game, state)
        contract.check_knowledge(game, state, traces)
        contract.check_scene(game, game.scene(state))
        contract.check_turn(game, trace.after)
        state = trace.after


def test_the_toy_game_itself_is_sound() -> None:
    check(Pebbles())


FAULTS: list[Callable[[], Pebbles]] = [
    Impure, LoadedDie, UnknownRule, LooksAndChanges, ActsBeforeRefusing, LeavesABrace, MarksOutside,
    OneTextForTwoMoves, ForgetsTheDie, PlaysOn, TapsTwice, TapsThinAir, ShowsSecrets, TellsSecrets, HidesNothing,
    PutsPiecesNowhere,
]  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_noticed(fault: Callable[[], Pebbles]) -> None:
    with pytest.raises((AssertionError, KeyError)):
        check(fault())
