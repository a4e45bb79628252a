"""Names and signs of the players, as all parts show them."""

from __future__ import annotations

from typing import Any

from engine import PUBLIC, Game
from engine.drawing import art
from engine.words import SOURCE_LANGUAGE

from .texts import SEATS, words


def seat_name(game: Game[Any, Any], seat: int, language: str = SOURCE_LANGUAGE) -> str:
    """What the rulebook calls a seat; "Player 1" where it has no name for it."""
    if str(seat) in game.rulebook.terms.get("seat", {}):
        return game.rulebook.term("seat", seat, language)
    return words(SEATS, language)["player"].format(number=seat + 1)


def signs(game: Game[Any, Any], count: int) -> list[str]:
    """The form that stands for each seat beside its colour, as SVG around 0,0."""
    return [art(game.folder, f"sign-{seat}") for seat in range(count)]


def viewers(game: Game[Any, Any], count: int, language: str = SOURCE_LANGUAGE) -> list[tuple[int | None, str]]:
    """Who can look: everybody at once (None), a seat, or somebody who only watches; empty where all see the same."""
    all_eyes = words(SEATS, language)
    if game.views == "sides":
        sides = [(seat, all_eyes["side"].format(seat=seat_name(game, seat, language))) for seat in range(count)]
        return [(None if seat == 0 else seat, label) for seat, label in sides]
    if game.views == "same":
        return []
    return [
        (None, all_eyes["all"]),
        *((seat, all_eyes["eyes"].format(seat=seat_name(game, seat, language))) for seat in range(count)),
        (PUBLIC, all_eyes["public"]),
    ]
