"""Matanga!: a race to cross off sixty numbers with one pencil.

Two to five players have a sheet each with the numbers 1 to 60 scattered over it, and one pencil between them. Whoever
rolls the pencil takes it, out of another's hand too, and crosses off number after number until it is taken away.
Whoever crosses off the last number wins. The rules with their ids are in ``rules.yaml``.

Here a race is a list of events, each with its time (*step mode*): rolls are chance, marks are forced. ``race``
carries out such a list, ``timeline`` turns it into lanes for a chart. :mod:`.sheet` scatters the numbers,
:mod:`.chances` counts who wins, :mod:`.live` keeps a table for people who race in real time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..core import Game, Outcome, Step
from ..scene import Scene
from . import position, rules
from .scene import scene
from .state import PLAYERS, ROLLS, MatangaRules, Move, State, format_move, parse_move
from .timeline import Lane, Timeline, race, timeline

__all__ = ["Lane", "MatangaRules", "Move", "State", "Timeline", "game", "race", "timeline"]


class Matanga(Game[State, Move]):
    """The game."""

    id = "matanga"
    title = "Matanga!"
    seats = PLAYERS
    folder = Path(__file__).parent
    ruleset_class = MatangaRules

    def _initial_state(self, ruleset: MatangaRules, seats: int, start: int) -> State:
        return rules.initial_state(ruleset, seats, start)

    def seats_for(self, ruleset: MatangaRules) -> tuple[int, ...]:
        lists = [len(value) for value in ruleset.options().values() if isinstance(value, tuple)]
        usual = lists[0] if lists else 3
        return tuple(sorted(PLAYERS, key=lambda players: (players != usual, players)))

    def current_player(self, state: State) -> int:
        return rules.current_player(state)

    def candidate_moves(self, state: State) -> tuple[Move, ...]:
        return rules.candidate_moves(state)

    def _steps(self, state: State, move: Move) -> Iterator[Step[State]]:
        return rules.steps(state, move)

    def chance_outcomes(self, state: State) -> tuple[tuple[Move, Fraction], ...]:
        return rules.chance_outcomes(state)

    def outcome(self, state: State) -> Outcome | None:
        return rules.outcome(state)

    def observation(self, state: State, seat: int) -> State:
        """Nothing is hidden."""
        return state

    def parse_position(self, position_: Mapping[str, Any] | str) -> State:
        return position.parse_position(position_, self._presets)

    def format_position(self, state: State) -> str:
        return position.format_position(state, self._presets)

    def parse_move(self, state: State, text: str) -> Move:
        return parse_move(text)

    def format_move(self, state: State, move: Move) -> str:
        return format_move(move)

    def taps(self, state: State, move: Move) -> tuple[str, ...]:
        """A mark is a tap on its number; a side of the die, and what comes next in a record, have buttons."""
        if move.kind == "mark":
            return (str(move.number),)
        return (move.kind,) if move.kind in ROLLS else ("record",)

    def scene(self, state: State, viewer: int | None = None, language: str = "en") -> Scene:
        self.check_viewer(state, viewer)
        return scene(state, self.rulebook, language)

    def prompt(self, state: State, language: str = "en") -> str:
        found = rules.due(state)
        args: dict[str, Any] = {"clock": rules.seconds(found.time)}
        if found.kind == "roll":
            args["seat"] = rules.roller(state)
        elif found.kind == "mark" and state.holder is not None:
            args |= {"seat": state.holder, "number": state.next[state.holder]}
        elif found.recorded is not None:
            args["seat"] = found.recorded.seat
        return self.rulebook.word(f"prompt.{found.kind}", language, **args)

    def seat_count(self, state: State) -> int:
        return state.players

    def hand(self, state: State) -> int | None:
        """Who rolls, or who crosses off. What is recorded happens by itself."""
        found = rules.due(state)
        if found.recorded is not None or found.kind == "over":
            return None
        return rules.roller(state) if found.kind == "roll" else state.holder

    def rematch(self, state: State) -> State:
        """The youngest rolls first again."""
        return rules.initial_state(state.ruleset, state.players, state.first)

    @property
    def _presets(self) -> dict[str, MatangaRules]:
        return {name: one for name, one in self.rulesets.items() if isinstance(one, MatangaRules)}


game = Matanga()
