"""Which games there are, and which are coming: the one place for the cards of the index and the menu of the header."""

from __future__ import annotations

from typing import NamedTuple

from engine import GAMES
from engine.words import SOURCE_LANGUAGE, translate


class Entry(NamedTuple):
    """A game in the catalogue.

    Args:
        emblem: a shape of the room's art that stands for a game that is not there yet.
        ready: the engine has it.
    """

    id: str
    title: str
    emblem: str = ""
    ready: bool = False


_KNOWN = (
    Entry("matadoon", "Matadoon", "bull"),
    Entry("maatatahay", "Maatatahay", "warrior-champion"),
    Entry("lion", "Let's Catch the Lion!", "lion"),
    Entry("matanga", "Matanga!", "pencil"),
)
"""In the order of the index; a game that the engine has is no longer "coming"."""


def catalogue(language: str = SOURCE_LANGUAGE) -> tuple[Entry, ...]:
    """All games with their titles in a language: those known by name, then whatever else the engine has."""
    known = {entry.id for entry in _KNOWN}
    entries = (*_KNOWN, *(Entry(id, "") for id in GAMES if id not in known))
    return tuple(
        entry._replace(title=translate(GAMES[entry.id].title, language), ready=True) if entry.id in GAMES else entry
        for entry in entries
    )
