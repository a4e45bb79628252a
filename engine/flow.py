"""Writing plain values as YAML in one line, for the text of positions.

PyYAML writes the same, some fifty times slower; and every step of every trace has a position.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

_PLAIN = re.compile(r"[A-Za-z][\w/+-]*", re.ASCII)
_WORDS = frozenset(("true", "false", "yes", "no", "on", "off", "null", "y", "n"))
"""Words that some reader of YAML takes for something else."""


def flow(value: Any) -> str:
    """A value of mappings, lists, words, numbers and truth values as YAML in one line.

    >>> flow({"a1": "EES", "dead": True, "tiles": ["guard", "no"]})
    '{a1: EES, dead: true, tiles: [guard, "no"]}'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        plain = _PLAIN.fullmatch(value) and (value.lower() not in _WORDS or value == "N")
        return value if plain else json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{flow(key)}: {flow(one)}" for key, one in value.items()) + "}"
    if isinstance(value, Iterable):
        return "[" + ", ".join(flow(one) for one in value) + "]"
    return "null" if value is None else str(value)
