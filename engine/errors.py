"""What can go wrong, in words a teacher understands.

Every error is a :class:`GameError`. Its message says what was given, what was expected and where, and is fit to be
shown to a person as it stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .core import Trace


class GameError(ValueError):
    """Anything a person asked for that cannot be done."""


class NotationError(GameError):
    """A move that cannot be read."""


class PositionError(GameError):
    """A position that cannot be read, or that no table could show."""


class IllegalMoveError(GameError):
    """A move that the rules refuse. ``trace`` shows which rule, and why."""

    def __init__(self, message: str, trace: Trace[Any, Any]) -> None:
        super().__init__(message)
        self.trace = trace


class GameOverError(IllegalMoveError):
    """A move after the end of the game."""


class StepLimitError(GameError):
    """A move whose steps would not end: the rules or the data of a game are at fault."""


class DataError(GameError):
    """A file that does not hold what it should.

    Args:
        file: the file as the reader knows it (a path or a name).
        key: where in it, as a dotted path ("" for the whole file).
        message: what was found and what was expected.
        line: the line of that key, counted from 1, where it is known.
    """

    def __init__(self, file: object, key: str, message: str, line: int | None = None) -> None:
        self.file = str(file)
        self.key = key
        self.line = line
        self.what = message
        place = str(file) if line is None else f"{file}:{line}"
        super().__init__(f"{place}: {key}: {message}" if key else f"{place}: {message}")


def shown(value: object, width: int = 60) -> str:
    """A value that somebody gave, short enough for a message, whatever it is.

    >>> shown(None), shown("ten"), shown([1] * 99, 12)
    ('nothing', "'ten'", '[1, 1, 1,...')
    """
    if value is None:
        return "nothing"
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, a list within itself
        return "something too large to show"
    return text if len(text) <= width else text[: width - 3] + "..."
