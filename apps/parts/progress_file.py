"""Progress as a file: to take it to another computer, or to keep it."""

from __future__ import annotations

import json
from math import isfinite
from typing import Any

from engine import DataError, GameError, get_game, learner, practice, progress
from engine.learner import Learner, Memory
from engine.lessons import get_lesson

from .keep import Keep, Kept

FORM = "matadojo progress"
MAX_BYTES = 1_000_000


def progress_text(keep: Keep) -> str:
    """What is kept, as the text of a file."""
    lessons = {id: {"stars": kept.stars, "run": kept.data} for id, kept in sorted(keep.lessons.items())}
    data = {"form": FORM, "version": 1, "lessons": lessons, "practice": keep.games}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def read_progress(text: str, file: str) -> tuple[dict[str, Kept], dict[str, dict[str, Any]]]:
    """Read what :func:`progress_text` wrote. What is about lessons or games that are not there any more is left out.

    Raises:
        DataError: it is something else.
    """
    if len(text) > MAX_BYTES:
        raise DataError(file, "", "is too long: at most {most} characters are read", most=MAX_BYTES)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DataError(file, "", "is not progress that was saved here") from error
    if not isinstance(data, dict) or data.get("form") != FORM or data.get("version") != 1:
        raise DataError(file, "", "is not progress that was saved here")
    lessons, games = data.get("lessons"), data.get("practice")
    if not isinstance(lessons, dict) or not isinstance(games, dict):
        raise DataError(file, "lessons", "expected lessons and practice, each with keys and values")
    kept = {id: one for id, value in lessons.items() if (one := _lesson(id, value, file)) is not None}
    known = {id: one for id, value in games.items() if (one := _game(id, value, file)) is not None}
    return kept, known


def _lesson(id: str, value: object, file: str) -> Kept | None:
    if not isinstance(value, dict) or type(value.get("stars")) is not int or not 0 <= value["stars"] <= 3:
        raise DataError(file, f"lessons.{id[:80]}", "expected stars from 0 to 3, and a run")
    try:
        lesson = get_lesson(get_game(id.partition("/")[0]), id)
    except GameError:
        return None
    run = value.get("run")
    # Moves made in an activity that is not done yet are made again: to check them, their games would have to be played.
    data = {**run, "moves": []} if isinstance(run, dict) else {}
    try:
        return Kept(progress.to_data(progress.from_data(data, lesson, file)), value["stars"])
    except DataError:  # the lesson has changed since
        return Kept({}, value["stars"])


def _game(id: str, value: object, file: str) -> dict[str, Any] | None:
    try:
        game, _, part = id.partition("/")
        of = get_game(game)
        rules, levels = practice.rules(of), practice.levels(of)
        if part and part not in practice.sets(of):
            return None
    except GameError:
        return None
    known = learner.from_data(value, file)
    memories = {one.rule: one for one in known.memories if one.rule in rules and _sound(one)}
    return learner.to_data(
        Learner(id, min(known.level, levels), known.recent, tuple(memories.values()), min(known.asked, 1_000_000))
    )


def _sound(memory: Memory) -> bool:
    """Numbers that the scheduler can go on with."""
    numbers = memory.stability, memory.difficulty
    return (
        all(isfinite(one) for one in numbers)
        and 0.001 <= memory.stability <= 36500
        and 1 <= memory.difficulty <= 10
        and 0 <= memory.wrong <= 1_000_000
        and memory.step in (None, 0, 1)
    )
