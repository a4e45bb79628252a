"""What is kept of a learner: how far in which lesson, with how many stars, and what practice knows of each game."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from engine import DataError, progress
from engine.lessons import Lesson
from engine.progress import Progress


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a lesson.

    Args:
        data: the run as :func:`engine.progress.to_data` writes it.
        stars: the best of all runs.
    """

    data: dict[str, Any] = field(default_factory=dict)
    stars: int = 0


class Keep:
    """Keeps it as long as the page is open."""

    def __init__(self) -> None:
        self.lessons: dict[str, Kept] = {}
        self.learners: dict[str, dict[str, Any]] = {}

    def stars(self, lesson: Lesson) -> int:
        """The stars of a lesson so far."""
        return self.lessons.get(lesson.id, Kept()).stars

    def run(self, lesson: Lesson) -> Progress | None:
        """The run to go on with; None where there is none, or where the lesson has changed since."""
        kept = self.lessons.get(lesson.id)
        if kept is None:
            return None
        try:
            return progress.from_data(kept.data, lesson)
        except DataError:
            return None

    def done(self, lesson: Lesson) -> int:
        """How many activities of the present run are done, without reading it in full."""
        done = self.lessons.get(lesson.id, Kept()).data.get("activity", 0)
        return done if isinstance(done, int) else 0

    def save_run(self, lesson: Lesson, run: Progress) -> None:
        """Keep a run."""
        kept = self.lessons.get(lesson.id, Kept())
        stars = max(kept.stars, progress.stars(lesson, run))
        self.lessons[lesson.id] = replace(kept, data=progress.to_data(run), stars=stars)
