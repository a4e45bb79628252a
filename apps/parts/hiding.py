"""What a teacher can hide from everybody: what the computer knows about moves."""

from __future__ import annotations

import os

HIDE = "MATADOJO_HIDE_INSIGHT"
"""Set to 1, this hides Insight, and the reasons of the computer's moves."""


def hidden() -> bool:
    """Whether a teacher has hidden them."""
    return os.environ.get(HIDE, "") not in ("", "0")
