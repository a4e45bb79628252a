"""Matadoon: bullfighters who let the bull run into each other.

Two to four players hide mantle chips on an arena; then the bull runs, turns and jumps as the chips say, knocks down
whoever is in its way, and stops at its second wall. The last one in the ring wins. The rules with their ids are in
``rules.yaml``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..core import Game, Outcome, Step, Trace
from ..scene import Scene
from . import position, ring, rules
from .scene import scene
from .state import UNKNOWN, MatadoonRules, Move, State, format_move, parse_move

__all__ = ["MatadoonRules", "Move", "State", "game"]


class Matadoon(Game[State, Move]):
    """The game."""

    id = "matadoon"
    title = "Matadoon"
    seats = (2, 3, 4)
    folder = Path(__file__).parent
    ruleset_class = MatadoonRules
    views = "eyes"

    def _initial_state(self, ruleset: MatadoonRules, seats: int, start: int) -> State:
        return rules.initial_state(ruleset, seats, start)

    def seats_for(self, ruleset: MatadoonRules) -> tuple[int, ...]:
        return tuple(sorted((players for players, _ in ruleset.arenas), key=lambda players: (players != 3, players)))

    def current_player(self, state: State) -> int:
        return rules.current_player(state)

    def candidate_moves(self, state: State) -> tuple[Move, ...]:
        return rules.candidate_moves(state)

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        return ring.legal_moves(state) or super().legal_moves(state)

    def _steps(self, state: State, move: Move) -> Iterator[Step[State]]:
        return rules.steps(state, move)

    def chance_outcomes(self, state: State) -> tuple[tuple[Move, Fraction], ...]:
        return rules.chance_outcomes(state)

    def outcome(self, state: State) -> Outcome | None:
        return rules.outcome(state)

    def observation(self, state: State, seat: int) -> State:
        hands = tuple(hand if owner == seat else UNKNOWN * len(hand) for owner, hand in enumerate(state.hands))
        chips = tuple(
            chip
            if chip.by in (None, seat) or (chip.cell == state.bull and state.under == "acted")
            else replace(chip, face=UNKNOWN)
            for chip in state.chips
        )
        returned = tuple((kind if by in (None, seat) else UNKNOWN, by) for kind, by in state.returned)
        return replace(state, hands=hands, chips=chips, returned=returned)

    def observed_trace(self, trace: Trace[State, Move], viewer: int | None) -> Trace[State, Move]:
        if viewer is None:
            return trace
        steps = tuple(
            replace(step, state=self.observation(step.state, viewer), args=_observed_args(step, viewer))
            for step in trace.steps
        )
        move = trace.move
        secret = move.kind == "place" or (move.kind == "draw" and trace.legal)
        if secret and trace.before.seat != viewer:
            move = replace(move, chip=UNKNOWN)
        return Trace(self, self.observation(trace.before, viewer), move, steps)

    def parse_position(self, position_: Mapping[str, Any] | str) -> State:
        return position.parse_position(position_, self._presets)

    def format_position(self, state: State) -> str:
        return position.format_position(state, self._presets)

    def parse_move(self, state: State, text: str) -> Move:
        return parse_move(text, state.board)

    def format_move(self, state: State, move: Move) -> str:
        return format_move(move)

    def taps(self, state: State, move: Move) -> tuple[str, ...]:
        if move.kind == "setup":
            return (move.cell,)
        if move.kind in ("place", "step"):
            return (f"hand {move.chip}", move.cell)
        if move.kind in ("show", "recover"):
            return ("hand M", format_move(move))
        return (format_move(move),)

    def scene(self, state: State, viewer: int | None = None, language: str = "en") -> Scene:
        self.check_viewer(state, viewer)
        return scene(state if viewer is None else self.observation(state, viewer), self.rulebook, language)

    def prompt(self, state: State, language: str = "en") -> str:
        return self.rulebook.word(f"prompt.{rules.stage(state)}", language, seat=state.seat)

    def seat_count(self, state: State) -> int:
        return state.players

    def rematch(self, state: State) -> State:
        start = state.start if state.last_hit is None else state.last_hit
        return rules.initial_state(state.ruleset, state.players, start)

    def next_games(self, state: State) -> tuple[tuple[str, tuple[int, ...], State], ...]:
        """Butadoon, once the third and fourth of a game of four are known. The one who came fourth starts."""
        if state.players != 4 or len(state.out) < 2 or rules.stage(state) == "bull":
            return ()
        third, fourth = rules.places(state)[2:]
        return (("butadoon", (fourth, third), self.initial_state("butadoon", 2)),)

    @property
    def _presets(self) -> dict[str, MatadoonRules]:
        return {name: one for name, one in self.rulesets.items() if isinstance(one, MatadoonRules)}


def _observed_args(step: Step[State], viewer: int) -> Mapping[str, Any]:
    """The face of a chip is seen by whoever draws or places it; one that was not turned up goes back unseen."""
    if not step.ok or step.rule not in ("setup.deal", "round.refill", "turn.place", "mantle.wall"):
        return step.args
    knows = step.args["by" if step.rule == "mantle.wall" else "seat"]
    return step.args if knows in (None, viewer) else {**step.args, "chip": UNKNOWN}


game = Matadoon()
