"""Let's Catch the Lion!: four animals a side on twelve spaces.

The animals go one step, as the dots on their pictures say. Whoever catches the other side's Lion wins, and so does
whoever takes the own Lion safely to the far side. Caught animals change sides and may be put down again. The rules with
their ids are in ``rules.yaml``; :mod:`.repetition` tells when positions stood before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..core import Game, Outcome, Step
from ..scene import Scene
from . import fast, position, rules
from .repetition import Difference, difference, look_alikes, repetitions
from .scene import scene
from .state import INDEX, LOT, LionRules, Move, State, format_move, parse_move, position_key, show_move

__all__ = [
    "Difference", "LionRules", "Move", "State", "difference", "game", "look_alikes", "repetitions", "show_move",
]  # fmt: skip


class Lion(Game[State, Move]):
    """The game."""

    id = "lion"
    title = "Let's Catch the Lion!"
    seats = (2,)
    folder = Path(__file__).parent
    ruleset_class = LionRules
    views = "sides"

    def _initial_state(self, ruleset: LionRules, seats: int, start: int) -> State:
        return rules.initial_state(ruleset, start)

    def current_player(self, state: State) -> int:
        return rules.current_player(state)

    def candidate_moves(self, state: State) -> tuple[Move, ...]:
        return rules.candidate_moves(state)

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        return fast.legal_moves(state) if state.side != LOT else super().legal_moves(state)

    def apply(self, state: State, move: Move) -> State:
        after = fast.apply(state, move)
        return super().apply(state, move) if after is None else after

    def _steps(self, state: State, move: Move) -> Iterator[Step[State]]:
        return rules.steps(state, move)

    def chance_outcomes(self, state: State) -> tuple[tuple[Move, Fraction], ...]:
        return rules.chance_outcomes(state)

    def outcome(self, state: State) -> Outcome | None:
        return fast.outcome(state)

    def observation(self, state: State, seat: int) -> State:
        return state

    def position_key(self, state: State) -> str | None:
        if state.moving or state.side == LOT:
            return None
        return position_key(state.ruleset, state.board, state.hands, state.side)

    def parse_position(self, position_: Mapping[str, Any] | str) -> State:
        return position.parse_position(position_, self._presets, self._play)

    def format_position(self, state: State) -> str:
        return position.format_position(state, self._presets)

    def options_of(self, state: State) -> dict[str, Any]:
        """The keys by which a position names the state's rules."""
        return position.options_of(state.ruleset, self._presets)

    def parse_move(self, state: State, text: str) -> Move:
        return parse_move(state, text)

    def format_move(self, state: State, move: Move) -> str:
        return format_move(move)

    def show_move(self, state: State, move: Move) -> str:
        return show_move(state, move)

    def taps(self, state: State, move: Move) -> tuple[str, ...]:
        if move.first >= 0:
            return (format_move(move),)
        start = f"hand {move.drop}" if move.drop else move.source
        if move.to not in INDEX:  # a tap on the animal alone asks why it cannot go that way
            return (start,)
        if move.drop or not rules.grows(state.at(move.source), INDEX[move.to]):
            return (start, move.to, "flip") if move.promote else (start, move.to)
        if move.promote and state.ruleset.promotion == "mandatory":
            return (start, move.to)
        return (start, move.to, "flip" if move.promote else "stay")

    def scene(self, state: State, viewer: int | None = None, language: str = "en") -> Scene:
        self.check_viewer(state, viewer)
        return scene(state, self.rulebook, language, flipped=viewer == 1)

    def prompt(self, state: State, language: str = "en") -> str:
        if self.outcome(state) is not None:
            return self.rulebook.word("prompt.over", language)
        if state.side == LOT:
            return self.rulebook.word("prompt.lot", language)
        word = "prompt.play" if state.moves or state.start.split()[0] != rules.START else "prompt.start"
        return self.rulebook.word(word, language, seat=state.side)

    def _play(self, state: State, text: str) -> State:
        return self.apply(state, self.parse_move(state, text))

    @property
    def _presets(self) -> dict[str, LionRules]:
        return {name: one for name, one in self.rulesets.items() if isinstance(one, LionRules)}


game = Lion()
