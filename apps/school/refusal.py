"""What the classroom refuses, in words for whoever asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from engine.errors import GameError
from engine.words import SOURCE_LANGUAGE, translate

from ..parts.texts_school import SCHOOL


class Refusal(GameError):
    """Something that is not done; ``told(language)`` says why.

    Args:
        key: of its ``texts``.
        fields: of its text.
    """

    texts: ClassVar[Mapping[str, str]] = SCHOOL

    def __init__(self, key: str, **fields: Any) -> None:
        self.key = key
        super().__init__(self.texts[key], **fields)


def say(key: str, language: str = SOURCE_LANGUAGE) -> str:
    """A text of the classroom."""
    return translate(SCHOOL[key], language)
