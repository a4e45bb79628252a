"""The set work of a class as the teacher's page draws it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from engine import GAMES, GameError
from engine.lessons import lessons

from ..school.asks import label, prepare
from ..school.work import PRACTICE, Error, Work, title_of


def work_content(work: Work, secret: str, game: str, language: str) -> dict[str, Any]:
    """What is set, who knows what, and where the class goes wrong."""
    grid, book = work.grid(secret, game), GAMES[game].rulebook
    to_set = [*(lesson.id for lesson in lessons(GAMES[game])), f"{game}{PRACTICE}"]
    assigned = work.assigned(secret)
    return {
        "game": game,
        "set": [[one, title_of(one, language)] for one in assigned if _there(one)],
        "lessons": [[one, _short(one, language)] for one in to_set if one not in assigned],
        "heads": [_short(one, language) for one in grid.lessons],
        "rules": [[id, book.title(id, language)] for id in grid.rules],
        "rows": [[line.pupil, line.nick, line.lessons, line.rules] for line in grid.lines],
        "errors": [told for one in grid.errors if (told := _told(one, language))],
    }


def _there(work: str) -> bool:
    with suppress(GameError):
        title_of(work)
        return True
    return False


def _short(work: str, language: str) -> str:
    """A title without that of the game."""
    return title_of(work, language).partition(": ")[2]


def _told(error: Error, language: str) -> list[Any] | None:
    """A wrong answer in words: the try, the question, the answer, how many gave it."""
    with suppress(GameError):
        content = prepare({**error.asked, "language": language}).content
        return [error.tried, content["text"], label(content, error.value), error.pupils]
    return None
