"""Words in the reader's language, through gettext catalogues.

The English text is the key. A language is a folder ``engine/locale/<language>/LC_MESSAGES`` with ``matadojo.mo``; text
that a catalogue does not know stays English.
"""

from __future__ import annotations

import gettext
from functools import lru_cache
from pathlib import Path

LOCALE = Path(__file__).parent / "locale"
SOURCE_LANGUAGE = "en"


def languages() -> tuple[str, ...]:
    """The languages there are words for, English first."""
    found = sorted(path.parent.parent.name for path in LOCALE.glob("*/LC_MESSAGES/matadojo.mo"))
    return (SOURCE_LANGUAGE, *found)


@lru_cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation("matadojo", LOCALE, languages=[language], fallback=True)


def translate(text: str, language: str = SOURCE_LANGUAGE) -> str:
    """A text in a language; English where there is no translation."""
    if language == SOURCE_LANGUAGE or not text:
        return text
    return _catalogue(language).gettext(text)
