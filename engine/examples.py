"""Small traces that show a rule at work, for the rulebook page.

A room's ``examples.yaml`` maps rule ids to ``{position: ..., move: ...}``: a position in the format of the game and a
move from it (legal or refused) whose trace cites the rule.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from .core import Game, Trace
from .errors import DataError, GameError
from .rulebook import load_yaml


@lru_cache
def _examples(game: Game[Any, Any]) -> dict[str, Any]:
    file = game.folder / "examples.yaml"
    return load_yaml(file) if file.exists() else {}


def example_rules(game: Game[Any, Any]) -> tuple[str, ...]:
    """The rules that have an example, in the order of the file."""
    return tuple(_examples(game))


def example(game: Game[Any, Any], rule: str) -> Trace[Any, Any]:
    """The trace that shows a rule.

    Raises:
        DataError: there is none, or the file does not fit the game; says which key.
    """
    file = game.folder / "examples.yaml"
    entry = _examples(game).get(rule)
    if not isinstance(entry, dict) or set(entry) != {"position", "move"}:
        raise DataError(file, rule, "expected a position and a move")
    try:
        state = game.parse_position(entry["position"])
        trace = game.trace(state, game.parse_move(state, entry["move"]))
    except GameError as error:
        raise DataError(file, rule, "{error}", error=error) from error
    if all(step.rule != rule for step in trace.steps):
        raise DataError(file, rule, "the move does not come to this rule")
    return trace
