"""Lessons: their format, their grading, and the lessons of every game."""

from __future__ import annotations

from typing import Any

from engine import get_game
from engine.lessons import Lesson, read

GAME = get_game("matadoon")
RUN = """
arena: ring7
board: |
  . . . . . . .
  . . . . . . .
  . . A . B . .
  . . . R . . .
  . . . J C . .
  . . . . . . .
  . . . ^ . . .
"""
LAST_TURN = """
arena: ring7
phase: place
lap: 3
hands: [RL, "", ""]
board: |
  . . . . . . .
  . . . . . . .
  . . A . . . .
  . . . . B . .
  . . C . . . .
  . . . . . . .
  . . . ^ . . .
"""


def written(activities: str, position: str = RUN, head: str = "title: A lesson\nteaches: [bull.stop]\n") -> str:
    """The text of a lesson."""
    lines = "\n".join(f"  {line}" for line in position.strip().splitlines())
    return f"{head}position:\n{lines}\nactivities:\n{activities}\n"


def lesson(activities: str, position: str = RUN, **more: Any) -> Lesson:
    """A lesson of Matadoon."""
    return read(written(activities, position, **more), "lessons/01-test.yaml", GAME)
