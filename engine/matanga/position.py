"""Positions of Matanga as text: the format of its rules page.

Beside ``players``, ``next``, ``holder``, ``roller``, ``time``, ``roll_due`` and ``mark_due`` there are ``first`` (who
rolled first), ``passing``, ``away`` (seats), ``ruleset``, any option, and ``schedule`` with ``at``: a recorded race
as a list of texts ``"5200 mark 12"`` and how many of them are over.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..errors import Either, Every, GameError, NotationError, PositionError, shown
from ..given import position_keys
from .rules import record_problem, steps
from .state import MAX_TIME, PLAYERS, MatangaRules, Schedule, State, each, format_move, parse_move

MAX_LENGTH = 600_000
"""A longer text is not a position."""
MAX_ENTRIES = 20_000
"""A longer record is not a race."""
BASE = "printed"
_KEYS = (
    "ruleset", "players", "next", "holder", "roller", "time", "roll_due", "mark_due", "first", "passing", "away",
    "schedule", "at",
)  # fmt: skip
_ENTRY = re.compile(r"([0-9]{1,10}) +(.+)")


def parse_position(position: Mapping[str, Any] | str, presets: Mapping[str, MatangaRules]) -> State:
    """Read a position.

    Args:
        position: the mapping of the rules page, or its YAML text.
        presets: the named rulesets.

    Raises:
        PositionError: which key, what was found, what was expected.
    """
    return _Reader(position_keys(position, MAX_LENGTH), presets).state()


class _Reader:
    """Reads one position, key by key."""

    def __init__(self, data: dict[Any, Any], presets: Mapping[str, MatangaRules]) -> None:
        options = {key: data.pop(key) for key in list(data) if key in MatangaRules.option_fields()}
        unknown = [key for key in data if key not in _KEYS]
        if unknown:
            raise PositionError(
                "{given} is not a key of a position; expected {choices} or an option ({options})",
                given=shown(unknown[0], 40),
                choices=_KEYS,
                options=list(MatangaRules.option_fields()),
            )
        self.data = data
        name = data.get("ruleset", BASE)
        if not isinstance(name, str) or name not in presets:
            raise PositionError("ruleset: expected {choices}, got {given}", choices=Either(presets), given=shown(name))
        self.rules = presets[name].with_options(options)

    def state(self) -> State:
        """The state that the keys describe."""
        players = self.players()
        self.rules.fit(players)
        last = players - 1
        holder = self.number("holder", 0, last, None)
        first = self.number("first", 0, last, 0)
        state = State(
            self.rules,
            self.next(players),
            holder=holder,
            roller=self.number("roller", 0, last, first if holder is None else (holder + 1) % players),
            time=self.number("time", 0, MAX_TIME, 0),
            first=first,
            passing=self.passing(),
            away=self.away(players),
        )
        finished = [seat for seat in range(players) if state.left(seat) <= 0]
        if len(finished) > 1:
            raise PositionError("next: only one player can have finished, not {choices}", choices=Every(finished))
        roll_due, mark_due = self.dues(state)
        state = replace(state, roll_due=roll_due, mark_due=mark_due)
        entries = self.schedule(state)
        at = self.number("at", 0, len(entries) - 1 if entries else 0, 0)
        if not entries:
            return state
        if "roll_due" in self.data or "mark_due" in self.data:
            raise PositionError("schedule: a recorded race has its times there, without roll_due and mark_due")
        state = replace(state, schedule=entries, at=at, roll_due=None, mark_due=None)
        _check_schedule(state)
        return state

    def players(self) -> int:
        numbers = self.data.get("next")
        count = len(numbers) if isinstance(numbers, (list, tuple)) else None
        if count is None:
            lists = [len(value) for value in self.rules.options().values() if isinstance(value, tuple)]
            count = lists[0] if lists else None
        if self.data.get("players") is None and count is None:
            raise PositionError("players: expected the number of players, 2 to 5, got nothing")
        players: int = self.number("players", PLAYERS[0], PLAYERS[-1], count)
        return players

    def number(self, key: str, low: int, high: int, default: int | None) -> Any:
        value = self.data.get(key)
        value = default if value is None else value
        if value is None:
            return None
        if type(value) is not int or not low <= value <= high:
            raise PositionError(
                "{key}: expected a whole number from {low} to {high}, got {given}",
                key=key,
                low=low,
                high=high,
                given=shown(value),
            )
        return value

    def passing(self) -> bool:
        value = self.data.get("passing", False)
        if type(value) is not bool:
            raise PositionError("passing: expected true or false, got {given}", given=shown(value))
        return value

    def next(self, players: int) -> tuple[int, ...]:
        rules = self.rules
        numbers = self.data.get("next")
        if numbers is None:
            return tuple(rules.first(seat) for seat in range(players))
        if not isinstance(numbers, (list, tuple)) or len(numbers) != players:
            raise PositionError(
                "next: expected a list of {players} numbers, one a player, got {given}",
                players=players,
                given=shown(numbers),
            )
        for seat, number in enumerate(numbers):
            low, high = rules.first(seat), rules.number(seat, each(rules.end, seat) + 1)
            if type(number) is not int or not min(low, high) <= number <= max(low, high):
                raise PositionError(
                    "next of player {seat}: expected a whole number from {low} to {high} ({high}: "
                    "finished), got {given}",
                    seat=seat,
                    low=low,
                    high=high,
                    given=shown(number),
                )
        return tuple(numbers)

    def away(self, players: int) -> tuple[int, ...]:
        value = self.data.get("away", ())
        if (
            not isinstance(value, (list, tuple))
            or any(type(seat) is not int or not 0 <= seat < players for seat in value)
            or len(set(value)) != len(value)
        ):
            raise PositionError(
                "away: expected a list of seats from 0 to {last}, got {given}",
                last=players - 1,
                given=shown(value),
            )
        return tuple(sorted(value))

    def dues(self, state: State) -> tuple[int | None, int | None]:
        """When the next roll and the next mark fall; by default as if the last thing had just happened."""
        over = state.winner is not None
        rolls = any(state.can_roll(seat) for seat in range(state.players))
        marks = state.holder is not None and state.holder not in state.away and not over
        roll = self.number("roll_due", state.time, 2 * MAX_TIME, state.time + self.rules.roll_time if rolls else None)
        pace = self.rules.pace(state.holder) if marks and state.holder is not None else 0
        mark = self.number("mark_due", state.time, 2 * MAX_TIME, state.time + pace if marks else None)
        if roll is not None and not rolls:
            raise PositionError("roll_due: there is nobody who could roll, got {roll}", roll=roll)
        if mark is not None and not marks:
            raise PositionError("mark_due: there is nobody who marks, got {mark}", mark=mark)
        return roll, mark

    def schedule(self, state: State) -> Schedule:
        value = self.data.get("schedule", ())
        if not isinstance(value, (list, tuple)) or len(value) > MAX_ENTRIES:
            raise PositionError(
                "schedule: expected a list of at most {most} texts such as 5200 mark 12, got {given}",
                most=MAX_ENTRIES,
                given=shown(value),
            )
        entries = []
        for number, text in enumerate(value, 1):
            found = _ENTRY.fullmatch(text) if isinstance(text, str) else None
            if found is None:
                raise PositionError(
                    "schedule, entry {number}: expected a text such as 5200 mark 12, got {given}",
                    number=number,
                    given=shown(text),
                )
            try:
                entries.append((int(found[1]), parse_move(found[2])))
            except NotationError as error:
                raise PositionError("schedule, entry {number}: {error}", number=number, error=error) from error
            if entries[-1][0] > MAX_TIME or (number > 1 and entries[-1][0] < entries[-2][0]):
                raise PositionError(
                    "schedule, entry {number}: the times have to go up to {most}, got {given}",
                    number=number,
                    most=MAX_TIME,
                    given=found[1],
                )
        return tuple(entries)


def _check_schedule(state: State) -> None:
    """Run through the rest of a recorded race.

    Raises:
        PositionError: the first entry that cannot happen.
    """
    for number in range(state.at, len(state.schedule)):
        time, move = state.schedule[number]
        if state.winner is not None:
            raise PositionError("schedule, entry {number}: the race is over before it", number=number + 1)
        problem = record_problem(state, move)
        if time < state.time:
            problem = GameError("comes before {time}", time=state.time)
        if problem is not None:
            raise PositionError(
                "schedule, entry {number} ({time} {move}): {problem}",
                number=number + 1,
                time=time,
                move=format_move(move),
                problem=problem,
            )
        for step in steps(state, move):
            state = step.state


def format_position(state: State, presets: Mapping[str, MatangaRules]) -> str:
    """The YAML text of a state; :func:`parse_position` reads it back."""
    base, lines = BASE, []
    name = state.ruleset.name
    if name != base and presets.get(name) == state.ruleset:
        base = name
        lines.append(f"ruleset: {base}")
    usual = presets[base].options()
    lines += [f"{key}: {_plain(value)}" for key, value in state.ruleset.options().items() if value != usual[key]]
    lines += [f"players: {state.players}", f"next: {_plain(state.next)}", f"holder: {_plain(state.holder)}"]
    lines += [f"roller: {state.roller}", f"time: {state.time}"]
    facts: tuple[tuple[str, Any, Any], ...] = (
        ("roll_due", state.roll_due, None),
        ("mark_due", state.mark_due, None),
        ("first", state.first, 0),
        ("passing", state.passing, False),
        ("away", state.away, ()),
        ("at", state.at, 0),
    )
    lines += [f"{key}: {_plain(value)}" for key, value, default in facts if value != default]
    if state.schedule:
        lines += ["schedule:", *(f"- {time} {format_move(move)}" for time, move in state.schedule)]
    return "\n".join(lines) + "\n"


def _plain(value: Any) -> str:
    """A value as YAML."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(_plain(one) for one in value)}]"
    return str(value)
