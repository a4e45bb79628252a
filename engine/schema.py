"""What a schema finds wrong in data, in our own words: pydantic speaks to programmers."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from .errors import GameError, shown

EXPECTED = {
    "string_type": "expected a text, got {given}",
    "int_type": "expected a whole number, got {given}",
    "int_parsing": "expected a whole number, got {given}",
    "int_from_float": "expected a whole number, got {given}",
    "tuple_type": "expected a list, got {given}",
    "dict_type": "expected keys and values, got {given}",
    "model_type": "expected keys and values, got {given}",
    "literal_error": "expected {expected}, got {given}",
    "missing": "is missing",
    "too_short": "expected at least {min_length} in the list, got {actual_length}",
    "too_long": "expected at most {max_length} in the list, got {actual_length}",
    "string_too_short": "expected a text, got an empty one",
    "string_too_long": "expected at most {max_length} characters",
    "greater_than_equal": "expected {ge} or more, got {given}",
    "less_than_equal": "expected {le} or less, got {given}",
}
"""Pydantic's kind of fault -> what we say of it, with the fields of its context."""


def told(fault: Any, keys: Collection[str]) -> GameError:
    """A fault of a ``pydantic.ValidationError`` as a person reads it.

    Args:
        fault: an entry of its ``errors()``.
        keys: those that the place knows, for a key that it does not know.
    """
    if fault["type"] == "extra_forbidden":
        return GameError("unknown key; expected one of {choices}", choices=list(keys))
    if fault["type"] not in EXPECTED:  # a check of our own
        return GameError(re.sub(r"^Value error, ", "", str(fault["msg"])))
    return GameError(EXPECTED[fault["type"]], **{**fault.get("ctx", {}), "given": shown(fault.get("input"))})
