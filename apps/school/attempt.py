"""A try at a question, as a page tells of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Attempt:
    """How a try went.

    Args:
        rule: the one that it is about.
        right: at once and without help.
        asked: the question as :mod:`apps.school.asks` has it, where it went wrong.
        value: the wrong answer, or what comes nearest to one.
    """

    game: str
    rule: str
    right: bool
    asked: Mapping[str, Any] | None = None
    value: str | None = None


Tell = Callable[[Attempt], None]


def nobody(_: Attempt) -> None:
    """Whom to tell where nobody wants to know."""
