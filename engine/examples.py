"""Small traces that show one rule at work: ``examples.yaml`` of a room, rule id -> ``position`` and ``move``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from .core import Game, Trace
from .errors import DataError, GameError
from .rulebook import load_yaml


@dataclass(frozen=True, slots=True)
class Example:
    """A position and the move that makes the rule act there, or that the rule refuses."""

    position: Mapping[str, Any] | str
    move: str


@lru_cache
def examples(game: Game[Any, Any]) -> Mapping[str, Example]:
    """The examples of a game by the id of their rule; empty where the room has no file of them.

    Raises:
        DataError: the file cannot be read, names a rule that there is not, or an entry lacks something.
    """
    file = game.folder / "examples.yaml"
    if not file.exists():
        return MappingProxyType({})
    return MappingProxyType({id: _example(game, file, id, entry) for id, entry in load_yaml(file).items()})


def _example(game: Game[Any, Any], file: Path, id: str, entry: Any) -> Example:
    if id not in game.rules:
        raise DataError(file, id, f"is not a rule of {game.title}")
    if not isinstance(entry, dict) or set(entry) != {"position", "move"} or not isinstance(entry["move"], str):
        raise DataError(file, id, "expected position and move, and nothing else")
    if not isinstance(entry["position"], (dict, str)):
        raise DataError(file, f"{id}.position", "expected a position as a mapping or a text")
    return Example(entry["position"], entry["move"])


def example_trace(game: Game[Any, Any], id: str) -> Trace[Any, Any]:
    """The trace that shows a rule.

    Raises:
        DataError: there is no example of it, or the example cannot be played.
    """
    file = game.folder / "examples.yaml"
    example = examples(game).get(id)
    if example is None:
        raise DataError(file, id, "has no example")
    try:
        state = game.parse_position(example.position)
        return game.trace(state, game.parse_move(state, example.move))
    except GameError as error:
        raise DataError(file, id, str(error)) from error
