"""What can go wrong, in words a teacher understands.

Every error is a :class:`GameError`. Its message says what was given, what was expected and where, and is fit to be
shown to a person as it stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .words import SOURCE_LANGUAGE, listed, translate

if TYPE_CHECKING:
    from .core import Trace


class Phrase(str):
    """Words among the values of a message that are translated too; what a person typed never is."""

    __slots__ = ()


class Either(tuple[object, ...]):
    """Values of a message of which one was expected: told with "or"."""

    __slots__ = ()


class Every(tuple[object, ...]):
    """Values of a message of which all were expected: told with "and"."""

    __slots__ = ()


class GameError(ValueError):
    """Anything a person asked for that cannot be done.

    Args:
        text: the message in English; with values, a text with fields such as ``{key}``.
        values: what is filled in. A list is told with commas; another error or a :class:`Phrase` in the same language.
    """

    def __init__(self, text: str = "", /, **values: object) -> None:
        self.text = text
        self.values = values
        super().__init__(self.told())

    def told(self, language: str = SOURCE_LANGUAGE) -> str:
        """The message in a language."""
        text = translate(self.text, language)
        values = {name: _told(value, language) for name, value in self.values.items()}
        return text.format(**values) if values else text


def _told(value: object, language: str) -> object:
    if isinstance(value, Phrase):
        return translate(value, language)
    if isinstance(value, (list, tuple)):
        parts = [str(_told(one, language)) for one in value]
        if isinstance(value, Either):
            return translate(" or ", language).join(parts)
        return translate(" and ", language).join(parts) if isinstance(value, Every) else listed(parts, language)
    return value.told(language) if hasattr(value, "told") else value


class NotationError(GameError):
    """A move that cannot be read."""


class PositionError(GameError):
    """A position that cannot be read, or that no table could show."""


class IllegalMoveError(GameError):
    """A move that the rules refuse. ``trace`` shows which rule, and why."""

    def __init__(self, text: str, /, trace: Trace[Any, Any], **values: object) -> None:
        super().__init__(text, **values)
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
        text: what was found and what was expected, with fields for values.
        line: the line of that key, counted from 1, where it is known.
    """

    def __init__(self, file: object, key: str, text: str, /, line: int | None = None, **values: object) -> None:
        self.file = str(file)
        self.key = key
        self.line = line
        super().__init__(text, **values)
        self.what = super().told()

    def told(self, language: str = SOURCE_LANGUAGE) -> str:
        """The message in a language, with the place."""
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return ": ".join(part for part in (place, self.key, super().told(language)) if part)


def shown(value: object, width: int = 60) -> str:
    """A value that somebody gave, short enough for a message, whatever it is.

    >>> shown(None), shown("ten"), shown([1] * 99, 12)
    ('nothing', "'ten'", '[1, 1, 1,...')
    """
    if value is None:
        return Phrase("nothing")
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, a list within itself
        return Phrase("something too large to show")
    return text if len(text) <= width else text[: width - 3] + "..."
