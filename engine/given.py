"""What somebody gives as a position, before a room reads its keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .errors import DataError, PositionError, shown
from .rulebook import parse_yaml


def position_keys(position: Mapping[str, Any] | str, longest: int) -> dict[Any, Any]:
    """The keys and values of a position: of a mapping, or of its YAML text.

    Args:
        position: as it was given.
        longest: a longer text is not a position of this game.

    Raises:
        PositionError: neither, too long, or text that cannot be read.
    """
    if isinstance(position, str):
        if len(position) > longest:
            raise PositionError(
                "the position is too long: {count} characters, at most {most}", count=len(position), most=longest
            )
        try:
            position = parse_yaml(position, "position")
        except DataError as error:
            raise PositionError("{error}", error=error) from error
    if not isinstance(position, Mapping):
        raise PositionError("expected a position as keys and values, got {given}", given=shown(position))
    return dict(position)
