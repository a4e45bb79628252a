"""Maatatahay: two tribes surround each other's Warriors on a map of 5 x 5 spaces.

Balan and Wazu place twelve Warriors each, gather crystals and Relics, and strengthen what they place. A Warrior with no
vacant side fights alone against the enemies around it. The rules with their ids are in ``rules.yaml``, the surround
check in ``judging.py``; the tiles and the map are data (``tiles.py`` tells how to write one's own).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..core import Game, Outcome, Step, Trace
from ..scene import Scene
from . import position, rules
from .scene import prompt, scene
from .score import Score, score
from .state import MaatatahayRules, Move, State, format_move, parse_move
from .strength import charges
from .tiles import Tile, load_material

__all__ = ["MaatatahayRules", "Move", "Score", "State", "Tile", "game", "load_material"]


class Maatatahay(Game[State, Move]):
    """The game."""

    id = "maatatahay"
    title = "Maatatahay"
    seats = (2,)
    folder = Path(__file__).parent
    ruleset_class = MaatatahayRules

    def _initial_state(self, ruleset: MaatatahayRules, seats: int, start: int) -> State:
        return rules.initial_state(ruleset, start)

    def current_player(self, state: State) -> int:
        return rules.current_player(state)

    def candidate_moves(self, state: State) -> tuple[Move, ...]:
        return rules.candidate_moves(state)

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        return rules.legal_moves(state)

    def _steps(self, state: State, move: Move) -> Iterator[Step[State]]:
        return rules.steps(state, move)

    def chance_outcomes(self, state: State) -> tuple[tuple[Move, Fraction], ...]:
        return rules.chance_outcomes(state)

    def outcome(self, state: State) -> Outcome | None:
        return rules.outcome(state)

    def score(self, state: State) -> tuple[Score, Score]:
        """The points of both tribes by seat, with their parts, as if the game ended now."""
        return score(state)

    def observation(self, state: State, seat: int) -> State:
        return state

    def shows_first(self, move: Move) -> bool:
        return move.kind == "place"

    def preview(self, state: State, move: Move) -> Trace[State, Move]:
        """The trace of a move; of a placement, with what comes of it when as little as possible is charged."""
        trace = self.trace(state, move)
        if move.kind != "place" or not trace.legal or rules.stage(trace.after) != "charge":
            return trace
        least = min(charges(trace.after.storage[rules.placer(trace.after)]), key=lambda one: (len(one), one))
        charge = self.trace(trace.after, Move("charge", crystals=least))
        return Trace(self, state, move, (*trace.steps, *charge.steps))

    def parse_position(self, position_: Mapping[str, Any] | str) -> State:
        return position.parse_position(position_, self._presets)

    def format_position(self, state: State) -> str:
        return position.format_position(state, self._presets)

    def parse_move(self, state: State, text: str) -> Move:
        return parse_move(text)

    def format_move(self, state: State, move: Move) -> str:
        return format_move(move)

    def taps(self, state: State, move: Move) -> tuple[str, ...]:
        if move.kind == "place":
            return (move.cell, f"facing {move.facing}")
        if move.kind == "charge":
            storage = state.storage[rules.placer(state)]
            kinds = (("energy", "E"), ("spirit", "S"))
            return tuple(f"{name} {move.crystals.count(kind)}" for name, kind in kinds if kind in storage)
        return (format_move(move),)

    def scene(self, state: State, viewer: int | None = None, language: str = "en") -> Scene:
        self.check_viewer(state, viewer)
        return scene(state, self.rulebook, language)

    def prompt(self, state: State, language: str = "en") -> str:
        return prompt(state, self.rulebook, language)

    @property
    def _presets(self) -> dict[str, MaatatahayRules]:
        return {name: one for name, one in self.rulesets.items() if isinstance(one, MaatatahayRules)}


game = Maatatahay()
