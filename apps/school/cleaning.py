"""How long things are kept, and the end of those that nobody has used for longer."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime, timedelta

from engine.errors import GameError

from ..db import Database
from ..store import Store
from .desk import now

CLASS_DAYS, LEARNER_DAYS = "MATADOJO_CLASS_DAYS", "MATADOJO_LEARNER_DAYS"
DEFAULTS = {CLASS_DAYS: 30, LEARNER_DAYS: 400}
EVERY = 3600.0
"""Seconds between two cleanings."""


def kept(name: str) -> timedelta:
    """How long something is kept after it was last used: so many days as an environment variable says.

    Raises:
        GameError: it says no number of days.
    """
    text = os.environ.get(name, "").strip() or str(DEFAULTS[name])
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:6]) <= 36_500:
        raise GameError("{name}: expected a number of days from 1 to 36500, got {given}", name=name, given=text[:40])
    return timedelta(days=int(text))


def forget_learners(database: Database, clock: Callable[[], datetime] = now) -> None:
    """Delete the progress of learners who have not been here for long."""
    Store(database).clean(clock() - kept(LEARNER_DAYS))
