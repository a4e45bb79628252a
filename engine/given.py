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
            raise PositionError(f"the position is too long: {len(position)} characters, at most {longest}")
        try:
            position = parse_yaml(position, "position")
        except DataError as error:
            raise PositionError(str(error)) from error
    if not isinstance(position, Mapping):
        raise PositionError(f"expected a position as keys and values, got {shown(position)}")
    return dict(position)
