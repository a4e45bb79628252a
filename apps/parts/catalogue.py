"""Which games there are, and which are coming: the one place for the cards of the index and the menu of the header."""

from __future__ import annotations

from engine import GAMES

COMING = {
    "matadoon": "Matadoon",
    "maatatahay": "Maatatahay",
    "lion": "Let's Catch the Lion!",
    "matanga": "Matanga!",
}
"""Title of each game on the index, in its order; one that the engine has is no longer "coming"."""


def titles() -> list[tuple[str, str, bool]]:
    """Id, title, and whether it can be played, of each game."""
    ids = [*COMING, *(id for id in GAMES if id not in COMING)]
    return [(id, GAMES[id].title if id in GAMES else COMING[id], id in GAMES) for id in ids]
