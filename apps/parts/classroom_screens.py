"""The screens of a class as the teacher's page drives them: they follow what is on the desk, or they do not."""

from __future__ import annotations

from typing import Any

from ..school.classes import Classes
from .classroom_stage import Stage


class Screens:
    """The screens of one class."""

    def __init__(self, classes: Classes, secret: str) -> None:
        self._classes, self._secret = classes, secret
        self.air = True
        """Whether they follow."""
        self._told: tuple[Any, ...] | None = None
        self._at = ("", 0)  # trace and step on show in the teacher's browser

    def show(self, stage: Stage | None) -> None:
        """Show what is on the desk, if they are to follow and do not show it yet."""
        seen = None if stage is None or not stage.presents else stage.shown()
        if not self.air or seen is None or seen.key == self._told:
            return
        made = seen.make()
        trace, cursor = self._at
        self._classes.present(self._secret, made, cursor if trace == seen.trace else made["cursor"])
        self._told = seen.key

    def knows(self, stage: Stage) -> None:
        """They show it already."""
        seen = stage.shown()
        if seen is not None:
            self._told = seen.key

    def step(self, stage: Stage | None, trace: str, cursor: int) -> None:
        """The teacher is at a step of something on the desk."""
        self._at = trace, cursor
        seen = None if stage is None else stage.shown()
        if self.air and seen is not None and seen.key == self._told and seen.trace == trace:
            self._classes.step(self._secret, cursor)
