"""What the classroom refuses, in words for whoever asked."""

from __future__ import annotations

from typing import Any

from engine.errors import GameError
from engine.words import SOURCE_LANGUAGE

from ..parts.texts import SCHOOL, words


class Refusal(GameError):
    """Something that is not done.

    Args:
        key: of ``texts.SCHOOL``.
        fields: of its text.
    """

    def __init__(self, key: str, **fields: Any) -> None:
        self.key, self.fields = key, fields
        super().__init__(self.said())

    def said(self, language: str = SOURCE_LANGUAGE) -> str:
        """The reason in a reader's language."""
        return words(SCHOOL, language)[self.key].format(**self.fields)
