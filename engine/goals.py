"""What a learner is to reach: predicates over a line of play, put together with ``all``, ``any`` and ``not``.

A *term* is a word (``draw``) or one word with its argument (``{winner: 0}``). The words here fit every game; a room
adds its own in ``goals.py`` as a mapping ``GOALS``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from types import ModuleType
from typing import Any

from .core import CHECK, FORCED, TERMINAL, Game, Step, Trace
from .errors import GameError, Phrase, shown

AnyGame = Game[Any, Any]
AnyTrace = Trace[Any, Any]
MAX_FORCED = 1000
"""Rules that force more moves than this in a row go round in circles."""


@dataclass(frozen=True, slots=True)
class Line:
    """Moves played one after the other, the last of them perhaps refused.

    Args:
        start: the state before the first.
    """

    game: AnyGame
    start: Any
    traces: tuple[AnyTrace, ...] = ()

    @property
    def state(self) -> Any:
        """The state at the end."""
        return self.traces[-1].after if self.traces else self.start

    @property
    def steps(self) -> Iterator[Step[Any]]:
        """Every step of every move."""
        return (step for trace in self.traces for step in trace.steps)

    @property
    def refusal(self) -> Step[Any] | None:
        """The check that refused the last move."""
        return self.traces[-1].refusal if self.traces else None

    @property
    def whole(self) -> AnyTrace | None:
        """All moves as one trace to be stepped through; None before the first."""
        if not self.traces:
            return None
        first = self.traces[0]
        return Trace(first.game, first.before, first.move, tuple(self.steps))

    @property
    def player(self) -> int:
        """Who is to move at the end."""
        return self.game.current_player(self.state)

    def then(self, move: Any) -> Line:
        """The line with one more move, and the moves that the rules force after it."""
        line = Line(self.game, self.start, (*self.traces, self.game.trace(self.state, move)))
        return line if line.refusal else line.forced()

    def forced(self) -> Line:
        """The line with the moves that the rules force now.

        Raises:
            GameError: they never end.
        """
        traces = list(self.traces)
        state = self.state
        for _ in range(MAX_FORCED):
            if self.game.current_player(state) != FORCED:
                return Line(self.game, self.start, tuple(traces))
            traces.append(self.game.trace(state, self.game.legal_moves(state)[0]))
            state = traces[-1].after
        raise GameError(
            "{title}: the rules force more than {most} moves in a row",
            title=Phrase(self.game.title),
            most=MAX_FORCED,
        )


Check = Callable[[AnyGame, Any, Any], None]
"""Looks at (game, state, argument); raises ValueError with what was expected."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A predicate.

    Args:
        holds: whether a line reached it, given the argument.
        check: whether the argument can be used in a game and a state.
        rules: the ids of the rules that the argument is about.
    """

    holds: Callable[[Line, Any], bool]
    check: Check
    rules: Callable[[Any], tuple[str, ...]] = lambda argument: ()


# Arguments ------------------------------------------------------------------------------------------------------------


def nothing(game: AnyGame, state: Any, value: Any) -> None:
    """The word stands alone."""
    if value is not None:
        raise ValueError(f"expected nothing after it, got {shown(value)}")


def a_rule(game: AnyGame, state: Any, value: Any) -> None:
    """The id of a rule that acts or refuses."""
    if not isinstance(value, str) or value not in game.rules:
        raise ValueError(f"{game.title} has no rule {shown(value)}")


def a_seat(game: AnyGame, state: Any, value: Any) -> None:
    """The number of a player."""
    if type(value) is not int or value not in range(game.seat_count(state)):
        raise ValueError(f"expected a seat from 0 to {game.seat_count(state) - 1}, got {shown(value)}")


def a_cell(game: AnyGame, state: Any, value: Any) -> None:
    """A cell of the board."""
    cells = [cell.id for cell in game.scene(state).cells]
    if value not in cells:
        raise ValueError(f"expected a cell from {cells[0]} to {cells[-1]}, got {shown(value)}")


def a_mapping(value: Any, needed: set[str], allowed: set[str]) -> Mapping[str, Any]:
    """Keys and values.

    Raises:
        ValueError: not a mapping, a key is missing, or there is one too many.
    """
    if not isinstance(value, Mapping) or not needed <= set(value) <= needed | allowed:
        wish = ", ".join([*sorted(needed), *(f"perhaps {key}" for key in sorted(allowed))])
        raise ValueError(f"expected {wish}, got {shown(value)}")
    return value


def _a_step(game: AnyGame, state: Any, value: Any) -> None:
    if not isinstance(value, Mapping) or "rule" not in value:
        raise ValueError(f"expected rule and arguments of its step, got {shown(value)}")
    a_rule(game, state, value["rule"])


def _a_piece(game: AnyGame, state: Any, value: Any) -> None:
    a_mapping(value, {"shape", "at"}, {"owner"})
    a_cell(game, state, value["at"])
    if "owner" in value:
        a_seat(game, state, value["owner"])


# Predicates -----------------------------------------------------------------------------------------------------------


def step_is(step: Step[Any], wanted: Mapping[str, Any]) -> bool:
    """True for a step that acts by a rule, with the arguments that are named."""
    return (
        step.ok
        and step.rule == wanted["rule"]
        and all(step.args.get(key) == value for key, value in wanted.items() if key != "rule")
    )


def acted(line: Line, rule: str, **args: Any) -> bool:
    """True when a rule acted somewhere in a line, with these arguments."""
    return any(step.kind is not CHECK and step_is(step, {"rule": rule, **args}) for step in line.steps)


def _winner(line: Line, seat: int) -> bool:
    outcome = line.game.outcome(line.state)
    return outcome is not None and outcome.winner == seat


def _draw(line: Line, _: None) -> bool:
    outcome = line.game.outcome(line.state)
    return outcome is not None and outcome.winner is None


def _piece(line: Line, wanted: Mapping[str, Any]) -> bool:
    """A piece of the picture: its shape, its cell, perhaps its owner."""
    return any(
        (piece.shape, piece.at) == (wanted["shape"], wanted["at"]) and piece.owner == wanted.get("owner", piece.owner)
        for piece in line.game.scene(line.state).pieces
    )


GOALS: Mapping[str, Goal] = {
    "rule": Goal(acted, a_rule, lambda id: (id,)),
    "step": Goal(
        lambda line, wanted: any(step_is(step, wanted) for step in line.steps),
        _a_step,
        lambda wanted: (wanted["rule"],),
    ),
    "refused": Goal(
        lambda line, id: line.refusal is not None and line.refusal.rule == id, a_rule, lambda id: (id,)
    ),
    "winner": Goal(_winner, a_seat),
    "draw": Goal(_draw, nothing),
    "over": Goal(lambda line, _: line.player == TERMINAL, nothing),
    "piece": Goal(_piece, _a_piece),
}  # fmt: skip
_JOINED = ("all", "any")


@lru_cache
def room_words(game: AnyGame) -> ModuleType | None:
    """A room's ``goals.py``, if it has one."""
    if not (game.folder / "goals.py").exists():
        return None
    return import_module(f"{type(game).__module__}.goals")


@lru_cache
def goals(game: AnyGame) -> Mapping[str, Goal]:
    """Every predicate that a game knows."""
    return {**GOALS, **getattr(room_words(game), "GOALS", {})}


# Terms ----------------------------------------------------------------------------------------------------------------


def split(term: Any) -> tuple[str, Any]:
    """The word of a term and its argument.

    >>> split("draw"), split({"winner": 0})
    (('draw', None), ('winner', 0))

    Raises:
        ValueError: neither a word nor one word with its argument.
    """
    if isinstance(term, str):
        return term, None
    if isinstance(term, Mapping) and len(term) == 1:
        word, argument = next(iter(term.items()))
        if isinstance(word, str):
            return word, argument
    raise ValueError(f"expected a word, or one word with what belongs to it, got {shown(term)}")


def check_goal(game: AnyGame, state: Any, term: Any) -> None:
    """See whether a goal can be read.

    Raises:
        ValueError: says what was expected.
    """
    word, argument = split(term)
    if word in _JOINED:
        if not isinstance(argument, (list, tuple)) or not argument:
            raise ValueError(f"{word}: expected a list of goals, got {shown(argument)}")
        for one in argument:
            check_goal(game, state, one)
    elif word == "not":
        check_goal(game, state, argument)
    elif word not in (known := goals(game)):
        words = ", ".join([*_JOINED, "not", *known])
        raise ValueError(f"{shown(word)} is not a goal of {game.title}; expected one of {words}")
    else:
        try:
            known[word].check(game, state, argument)
        except ValueError as error:
            raise ValueError(f"{word}: {error}") from error


def reached(line: Line, term: Any) -> bool:
    """True when a line reached a goal."""
    word, argument = split(term)
    if word == "not":
        return not reached(line, argument)
    if word in _JOINED:
        parts = (reached(line, one) for one in argument)
        return all(parts) if word == "all" else any(parts)
    return goals(line.game)[word].holds(line, argument)


def leaves(term: Any) -> Iterator[tuple[str, Any]]:
    """The words of a term that ask for something, without those under ``not``."""
    word, argument = split(term)
    if word in _JOINED:
        for one in argument:
            yield from leaves(one)
    elif word != "not":
        yield word, argument


def goal_rules(game: AnyGame, term: Any) -> tuple[str, ...]:
    """The rules that a goal asks for."""
    known = goals(game)
    return tuple(dict.fromkeys(id for word, argument in leaves(term) for id in known[word].rules(argument)))


def wants_refusal(term: Any) -> bool:
    """True when a refused move may reach a goal."""
    return any(word == "refused" for word, _ in leaves(term))
