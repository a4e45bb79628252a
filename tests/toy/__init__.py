"""Pebbles: a toy game with chance, force, secrets and refusals, for tests of what all games share.

The heap lies on one column of cells, its last pebble at the bottom. Each player draws a secret number from 1 to 3. On a
turn the die allows 1 to 3 pebbles to be taken. Whoever leaves as many as the own secret number must sweep up the rest.
When the heap is gone, the most pebbles win.

It is also the smallest example of a room: see ``docs/add-a-game.md``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import yaml

from engine.core import (
    CHANCE,
    CHECK,
    EFFECT,
    END,
    FORCED,
    TERMINAL,
    Game,
    Mark,
    Outcome,
    Ruleset,
    Step,
    Trace,
    option,
)  # fmt: skip
from engine.errors import DataError, NotationError, PositionError
from engine.rulebook import parse_yaml
from engine.scene import Cell, Piece, Scene, Tray

UNKNOWN = -1
"""A secret number that the viewer does not know."""
NONE = 0
"""A secret number that is not drawn yet."""


@dataclass(frozen=True, slots=True)
class PebbleRules(Ruleset):
    """The options of Pebbles."""

    heap: int = option(7, "pebbles on the heap", bounds=(1, 12))
    secrets: bool = option(True, "each player has a secret number")


@dataclass(frozen=True, slots=True)
class State:
    """What lies on the table; ``die`` is 0 before it is rolled, ``sweep`` is set when the rest must be taken."""

    ruleset: PebbleRules
    heap: int
    taken: tuple[int, ...]
    secrets: tuple[int, ...]
    seat: int = 0
    die: int = 0
    sweep: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """``secret n``, ``roll n``, ``take n`` or ``sweep``; ``secret ?`` for those who do not see the number."""

    verb: str
    number: int = 0


class Pebbles(Game[State, Move]):
    """The toy game."""

    id = "toy"
    title = "Pebbles"
    seats = (2, 3)
    folder = Path(__file__).parent
    ruleset_class = PebbleRules
    views = "eyes"

    def _initial_state(self, ruleset: PebbleRules, seats: int, start: int) -> State:
        return State(ruleset, ruleset.heap, (0,) * seats, (NONE if ruleset.secrets else UNKNOWN,) * seats, start)

    def current_player(self, state: State) -> int:
        if not state.heap:
            return TERMINAL
        if state.sweep:
            return FORCED
        return state.seat if state.die and NONE not in state.secrets else CHANCE

    def candidate_moves(self, state: State) -> tuple[Move, ...]:
        match self.current_player(state):
            case x if x == TERMINAL:
                return ()
            case x if x == FORCED:
                return (Move("sweep"),)
            case x if x == CHANCE:
                return tuple(Move("secret" if NONE in state.secrets else "roll", n) for n in (1, 2, 3))
        return tuple(Move("take", n) for n in (1, 2, 3))

    def _steps(self, state: State, move: Move) -> Iterator[Step[State]]:
        player = self.current_player(state)
        now = {"secret": CHANCE, "roll": CHANCE, "sweep": FORCED, "take": state.seat}[move.verb]
        if player == TERMINAL:
            yield Step(CHECK, "refuse.over", state, ok=False)
        elif player != now or (player == CHANCE and (move.verb == "secret") != (NONE in state.secrets)):
            yield Step(CHECK, "refuse.not-now", state, ok=False)
        elif move.verb == "secret":
            seat = state.secrets.index(NONE)
            secrets = (*state.secrets[:seat], move.number, *state.secrets[seat + 1 :])
            yield Step(EFFECT, "setup.secret", replace(state, secrets=secrets), {"seat": seat})
        elif move.verb == "roll":
            yield Step(EFFECT, "turn.roll", replace(state, die=move.number), {"count": move.number})
        else:
            yield from self._taking(state, move)

    def _taking(self, state: State, move: Move) -> Iterator[Step[State]]:
        seat, count = state.seat, state.heap if move.verb == "sweep" else move.number
        if move.verb == "take":
            args = {"die": state.die, "count": count}
            fits = count <= state.die
            yield Step(CHECK, "refuse.too-many", state, args, ok=fits)
            if not fits:
                return
            if count > state.heap:
                yield Step(CHECK, "refuse.heap", state, {"left": state.heap, "count": count}, ok=False)
                return
        left = state.heap - count
        taken = (*state.taken[:seat], state.taken[seat] + count, *state.taken[seat + 1 :])
        sweep = left > 0 and state.secrets[seat] == left
        after = replace(state, heap=left, taken=taken, sweep=sweep, die=state.die if sweep else 0)
        if not sweep:
            after = replace(after, seat=(seat + 1) % len(taken))
        cells = tuple(f"a{n}" for n in range(left + 1, state.heap + 1))
        rule = "turn.sweep" if move.verb == "sweep" else "turn.take"
        yield Step(EFFECT, rule, after, {"seat": seat, "count": count, "left": left}, marks=(Mark("from", cells),))
        if not left:
            outcome = self.outcome(after)
            assert outcome is not None
            case = "draw" if outcome.winner is None else "win"
            yield Step(END, "end.count", after, {"case": case, "seat": outcome.winner})

    def chance_outcomes(self, state: State) -> tuple[tuple[Move, Fraction], ...]:
        if self.current_player(state) != CHANCE:
            return ()
        return tuple((move, Fraction(1, 3)) for move in self.candidate_moves(state))

    def outcome(self, state: State) -> Outcome | None:
        if state.heap:
            return None
        best = [seat for seat, count in enumerate(state.taken) if count == max(state.taken)]
        return Outcome(best[0] if len(best) == 1 else None, "end.count", state.taken)

    def observation(self, state: State, seat: int) -> State:
        hidden = (n if n == NONE or owner == seat else UNKNOWN for owner, n in enumerate(state.secrets))
        return replace(state, secrets=tuple(hidden))

    def observed_trace(self, trace: Trace[State, Move], viewer: int | None) -> Trace[State, Move]:
        if viewer is None:
            return trace
        drawer = next((step.args["seat"] for step in trace.steps if step.rule == "setup.secret"), viewer)
        return replace(
            trace,
            before=self.observation(trace.before, viewer),
            move=trace.move if drawer == viewer else Move("secret", UNKNOWN),
            steps=tuple(replace(step, state=self.observation(step.state, viewer)) for step in trace.steps),
        )

    def parse_position(self, position: Mapping[str, Any] | str) -> State:
        if isinstance(position, str):
            try:
                position = parse_yaml(position, "position")
            except DataError as error:
                raise PositionError(str(error)) from error
        data = dict(position)
        name = data.pop("rules", None)
        lists = {key: data.pop(key, default) for key, default in (("taken", [0, 0]), ("secrets", None))}
        numbers = {key: data.pop(key, default) for key, default in (("left", None), ("seat", 0), ("die", 0))}
        sweep = data.pop("sweep", False)
        rules = self.ruleset(name).with_options(data)
        assert isinstance(rules, PebbleRules)
        count = len(lists["taken"]) if isinstance(lists["taken"], list) else 0
        start = self.initial_state(rules, count)
        numbers["left"] = rules.heap if numbers["left"] is None else numbers["left"]
        lists["secrets"] = list(start.secrets) if lists["secrets"] is None else lists["secrets"]
        for key, value in numbers.items():
            if type(value) is not int or not 0 <= value <= 12:
                raise PositionError(f"{key}: expected a number from 0 to 12, got {value!r:.60}")
        for key, values in lists.items():
            if len(values) != count or any(type(value) is not int for value in values):
                raise PositionError(f"{key}: expected {count} numbers, got {values!r:.60}")
        return State(
            rules, numbers["left"], tuple(lists["taken"]), tuple(lists["secrets"]), numbers["seat"] % count,
            numbers["die"], bool(sweep),
        )  # fmt: skip

    def format_position(self, state: State) -> str:
        data = {
            "rules": state.ruleset.name, **state.ruleset.options(), "left": state.heap, "taken": list(state.taken),
            "secrets": list(state.secrets), "seat": state.seat, "die": state.die, "sweep": state.sweep,
        }  # fmt: skip
        text: str = yaml.safe_dump(data, sort_keys=False, default_flow_style=None)
        return text

    def parse_move(self, state: State, text: str) -> Move:
        """Read a move.

        >>> game.parse_move(game.initial_state(), "take 2")
        Move(verb='take', number=2)
        """
        found = re.fullmatch(r"(secret|roll|take) ([123?])|sweep", text.strip())
        if found is None:
            raise NotationError(f"{text!r:.60} is not a move: expected take 1, roll 1, secret 1 (or 2 or 3) or sweep")
        if found[1] is None:
            return Move("sweep")
        return Move(found[1], UNKNOWN if found[2] == "?" else int(found[2]))

    def format_move(self, state: State, move: Move) -> str:
        if move.verb == "sweep":
            return "sweep"
        return f"{move.verb} {'?' if move.number == UNKNOWN else move.number}"

    def taps(self, state: State, move: Move) -> tuple[str, ...]:
        return (self.format_move(state, move),)

    def scene(self, state: State, viewer: int | None = None, language: str = "en") -> Scene:
        self.check_viewer(state, viewer)
        seen = state if viewer is None else self.observation(state, viewer)
        size = max(seen.ruleset.heap, seen.heap, 1)
        names = [self.rulebook.term("seat", seat, language) for seat in range(len(seen.taken))]
        pebbles = tuple(Piece("pebble", f"a{n}", "a pebble", id=f"pebble {n}") for n in range(1, seen.heap + 1))
        own = tuple(
            Piece("pebble", f"tray {seat}", "taken", id=f"taken {seat}", owner=seat, count=count)
            for seat, count in enumerate(seen.taken)
            if count
        )
        return Scene(
            columns=1,
            rows=size,
            cells=tuple(Cell(f"a{n}", 0, n - 1) for n in range(1, size + 1)),
            pieces=(*pebbles, *own),
            trays=tuple(
                Tray(f"tray {seat}", name, 1.2, seat * 1.1, 2, owner=seat, active=seat == seen.seat)
                for seat, name in enumerate(names)
            ),
            title=f"{seen.heap} pebbles",
            facts=tuple(zip(names, map(str, seen.secrets), strict=True)),
        )

    def rematch(self, state: State) -> State:
        return self.initial_state(state.ruleset, len(state.taken))

    def seat_count(self, state: State) -> int:
        return len(state.taken)


game = Pebbles()

__all__ = ["Move", "PebbleRules", "Pebbles", "State", "game"]
