"""Lessons: what a lesson file holds, and reading it.

A lesson is one YAML file, ``engine/<room>/lessons/NN-name.yaml``: a title, the rules it teaches, a position, and
activities. ``docs/add-a-lesson.md`` tells how to write one; :mod:`engine.grading` runs it, :mod:`engine.lesson_check`
proves that it holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from . import get_game
from .errors import DataError, GameError, Phrase, shown
from .goals import AnyGame
from .lesson_format import KINDS, Activity, After, Content
from .rulebook import key_lines, parse_yaml
from .schema import told

MAX_BYTES = 200_000
"""A longer file is no lesson."""
Key = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson of a game.

    Args:
        id: game and name of the file, ``matadoon/03-the-bull-runs``.
        lines: the line of each key in the file.
    """

    game: AnyGame
    id: str
    file: str
    content: Content
    lines: Mapping[Key, int] = field(repr=False, compare=False)

    @property
    def title(self) -> str:
        """A few words."""
        return self.content.title

    @property
    def teaches(self) -> tuple[str, ...]:
        """Ids of the rules it teaches."""
        return self.content.teaches

    @property
    def activities(self) -> tuple[Activity, ...]:
        """What it consists of."""
        return self.content.activities

    def error(self, key: Key, message: str) -> DataError:
        """A fault at a key, with its line."""
        return _fault(self.file, self.lines, key, message)

    def messages(self) -> Iterator[tuple[str, str]]:
        """Every text that a translator has to see, with its kind of activity and key."""
        yield "title", self.title
        for one in self.activities:
            for key in ("tell", "text", "remarks", "hints", "explain"):
                found = getattr(one, key, ())
                texts = found.values() if isinstance(found, Mapping) else [found] if isinstance(found, str) else found
                yield from ((f"{one.kind}.{key}" if key != one.kind else key, text) for text in texts if text)


def _fault(file: str, lines: Mapping[Key, int], key: Key, message: str) -> DataError:
    known = next((key[:length] for length in range(len(key), 0, -1) if key[:length] in lines), ())
    return DataError(file, ".".join(map(str, key)), message, lines.get(known))


def read(text: str, file: object, game: AnyGame | None = None) -> Lesson:
    """Read the text of a lesson.

    Args:
        text: YAML.
        file: its path or name; the lesson's id comes from it, and its game too unless it is given.

    Raises:
        DataError: the first fault, with file, line and key.
    """
    path = Path(str(file))
    if game is None:
        try:
            game = get_game(path.parent.parent.name)
        except GameError as error:
            raise DataError(file, "", "lies in no game's folder engine/<game>/lessons: {error}", error=error) from error
    lesson, faults = read_with_faults(text, str(file), game)
    if lesson is None:
        raise faults[0]
    return lesson


def read_with_faults(text: str, file: str, game: AnyGame) -> tuple[Lesson | None, list[DataError]]:
    """Read the text of a lesson of a game: the lesson, or every fault of its form."""
    if len(text) > MAX_BYTES:
        return None, [
            DataError(file, "", "is too long for a lesson: at most {most} characters are read", most=MAX_BYTES)
        ]
    try:
        data = parse_yaml(text, file)
        lines = key_lines(text)
        content = Content.model_validate(data)
    except DataError as error:
        return None, [_with_line(error)]
    except ValidationError as error:
        found = error.errors()
        places = [one["loc"] for one in found]
        # A list whose entries are at fault counts as too short as well.
        own = [
            one
            for one in found
            if all(place[: len(one["loc"])] != one["loc"] or place == one["loc"] for place in places)
        ]
        return None, [_form_fault(file, lines, one) for one in own]
    return Lesson(game, f"{game.id}/{Path(file).stem}", file, content, lines), []


def _with_line(error: DataError) -> DataError:
    """A fault of YAML, whose key is only the line."""
    found = re.fullmatch(r"line (\d+)", error.key)
    return DataError(error.file, "", error.what, int(found[1])) if found else error


def _form_fault(file: str, lines: Mapping[Key, int], error: Any) -> DataError:
    """What pydantic found, in our words and with our keys."""
    loc: tuple[Any, ...] = error["loc"]
    model: type[BaseModel] = Content
    if loc[:1] == ("activities",) and len(loc) > 2:  # the kind of the activity stands in the way
        model, loc = KINDS[loc[2]], loc[:2] + loc[3:]
    if len(loc) > 1 and loc[-2:-1] == ("after",):
        model = After
    return _fault(file, lines, tuple(loc), str(told(error, model.model_fields)))


def load(path: str | Path, game: AnyGame | None = None) -> Lesson:
    """Read a lesson file.

    Raises:
        DataError: it cannot be read, or as :func:`read`.
    """
    return read(read_text(path), path, game)


def read_text(path: str | Path) -> str:
    """The text of a file.

    Raises:
        DataError: it cannot be read.
    """
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise DataError(path, "", "cannot be read: {reason}", reason=error.strerror) from error
    except UnicodeDecodeError as error:
        raise DataError(path, "", "is not UTF-8 text (byte {number})", number=error.start) from error


def lesson_files(game: AnyGame) -> tuple[Path, ...]:
    """The lesson files of a game, in the order of their names."""
    return tuple(sorted((game.folder / "lessons").glob("*.yaml")))


@lru_cache
def lessons(game: AnyGame) -> tuple[Lesson, ...]:
    """The course of a game.

    Raises:
        DataError: a file does not fit.
    """
    return tuple(load(path, game) for path in lesson_files(game))


def get_lesson(game: AnyGame, which: int | str) -> Lesson:
    """A lesson by its number, from 1, or by the name of its file or its id.

    Raises:
        GameError: there is none; says which there are.
    """
    course = lessons(game)
    if isinstance(which, int):
        if 1 <= which <= len(course):
            return course[which - 1]
        raise GameError(
            "{title} has lessons 1 to {count}, not {number}", title=Phrase(game.title), count=len(course), number=which
        )
    for lesson in course:
        if which in (lesson.id, lesson.id.partition("/")[2]):
            return lesson
    raise GameError(
        "{title} has no lesson {given}; it has {choices}",
        title=Phrase(game.title),
        given=shown(which),
        choices=[one.id for one in course],
    )
