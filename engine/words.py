"""Words in the reader's language, from catalogues of gettext.

The English text is the key. A language is a folder ``engine/locale/<language>`` of ``.po`` files, which are read when
somebody first asks for that language; a text that none of them knows stays English. ``docs/translating.md`` tells how
to add a language, ``matadojo messages`` keeps the files in step with the texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

LOCALE = Path(__file__).parent / "locale"
SOURCE_LANGUAGE = "en"


@lru_cache
def languages() -> tuple[str, ...]:
    """The languages there are words for, English first."""
    return (SOURCE_LANGUAGE, *sorted({path.parent.name for path in LOCALE.glob("*/*.po")}))


@lru_cache
def language_name(language: str) -> str:
    """What a language calls itself; the name of its folder where nobody knows."""
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(language).display_name or language
    except (UnknownLocaleError, ValueError):
        return language


@lru_cache
def catalogue(language: str) -> Mapping[str, str]:
    """English text -> text in a language, of all its files; nothing for a language that is not there."""
    from babel.messages.pofile import read_po

    found: dict[str, str] = {}
    for path in sorted((LOCALE / language).glob("*.po")) if language in languages() else ():
        with path.open("rb") as file:
            found |= {str(one.id): str(one.string) for one in read_po(file) if one.id and one.string}
    return found


def translate(text: str, language: str = SOURCE_LANGUAGE) -> str:
    """A text in a language; English where there is no translation."""
    if language == SOURCE_LANGUAGE or not text:
        return text
    return catalogue(language).get(text, text)


def listed(texts: Iterable[str], language: str = SOURCE_LANGUAGE) -> str:
    """Texts one after the other, as a language separates them.

    >>> listed(["a1", "b2"])
    'a1, b2'
    """
    return translate(", ", language).join(texts)


def best_language(wishes: Sequence[str]) -> str:
    """The first of some wishes, such as ``ja-JP``, that can be fulfilled; English where none can.

    >>> best_language(["xx", "en-GB", "ja"])
    'en'
    """
    known = {language.lower(): language for language in languages()}
    for wish in wishes:
        tag = wish.lower().replace("_", "-")
        if found := known.get(tag) or known.get(tag.partition("-")[0]):
            return found
    return SOURCE_LANGUAGE
