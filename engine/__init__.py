"""Matadojo's engine: the rules of four table games, told step by step.

>>> from engine import get_game
>>> game = get_game("matadoon")
>>> game.title
'Matadoon'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from .core import (
    CHANCE,
    CHECK,
    EFFECT,
    END,
    FORCED,
    PUBLIC,
    TERMINAL,
    Game,
    Kind,
    Mark,
    Outcome,
    Rule,
    Ruleset,
    Step,
    Trace,
    sample,
)  # fmt: skip
from .errors import (
    DataError,
    GameError,
    GameOverError,
    IllegalMoveError,
    NotationError,
    PositionError,
    StepLimitError,
    shown,
)  # fmt: skip

__all__ = [
    "CHANCE", "CHECK", "EFFECT", "END", "FORCED", "GAMES", "PUBLIC", "TERMINAL",
    "DataError", "Game", "GameError", "GameOverError", "IllegalMoveError", "Kind", "Mark", "NotationError", "Outcome",
    "PositionError", "Rule", "Ruleset", "Step", "StepLimitError", "Trace", "get_game", "sample",
]  # fmt: skip

_ROOMS = ("matadoon", "maatatahay", "lion", "matanga")


class _Games(Mapping[str, Game[Any, Any]]):
    """The games by id; a room is imported when it is first asked for."""

    def __getitem__(self, id: str) -> Game[Any, Any]:
        if id not in _ROOMS:
            raise KeyError(id)
        game: Game[Any, Any] = import_module(f".{id}", __name__).game
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(_ROOMS)

    def __len__(self) -> int:
        return len(_ROOMS)


GAMES: Mapping[str, Game[Any, Any]] = _Games()


def get_game(id: str) -> Game[Any, Any]:
    """A game by its id.

    Raises:
        GameError: there is no such game; says which there are.
    """
    if id not in _ROOMS:
        raise GameError("there is no game {given}; there are {choices}", given=shown(id), choices=_ROOMS)
    return GAMES[id]
