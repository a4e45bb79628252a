"""A language in which every translated text stands in ⟦brackets⟧: what stands outside was not translated."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from apps.parts import messages
from apps.parts.index_page import index_html
from engine import words

LANGUAGE = "xx"
_WORD = re.compile(r"[A-Za-z]{2,}")


def speak(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Let the app know the language, and no other but English, as long as the patch holds."""
    catalogue = Catalog()
    for found in messages.sources().values():
        for _, text in found:
            if not messages.BARE.fullmatch(text):
                catalogue.add(text, f"⟦{text}⟧")
    (folder / LANGUAGE).mkdir()
    with (folder / LANGUAGE / "all.po").open("wb") as file:
        write_po(file, catalogue)
    patch.setattr(words, "LOCALE", folder)
    forget()


def forget() -> None:
    """Let go of what is kept of languages."""
    for kept in (words.languages, words.catalogue, index_html):
        kept.cache_clear()


def untranslated(text: str) -> str:
    """The words of a text outside of all brackets."""
    depth, outside = 0, []
    for sign in text:
        depth += (sign == "⟦") - (sign == "⟧")
        outside.append(sign if depth == 0 and sign != "⟧" else " ")
    return " ".join(_WORD.findall("".join(outside)))
