"""Fresh questions without end: each is made from a seed, and the engine works out its one right answer.

A room says in ``practice.py`` what can be asked: ``KINDS`` maps a name to a :data:`Maker`, ``LEVELS`` is the highest
level, ``RULES`` maps each rule that can be practised to a :class:`Practised`. Rooms without that file have no practice.
It may also have ``FROM``: the lowest level at which a kind comes by itself, and ``SETS``: kinds that are practised by
themselves, under one name.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from types import ModuleType

from .errors import GameError, Phrase, shown
from .goals import AnyGame
from .questions import Question
from .words import SOURCE_LANGUAGE

Maker = Callable[[random.Random, int, str | None, str], Question | None]
"""Makes a question from (luck, level, the rule it should be about or None, language); None when luck was out."""


@dataclass(frozen=True, slots=True)
class Practised:
    """Where questions about a rule are found.

    Args:
        level: the lowest level at which it comes.
        kinds: the kinds of question that may be about it.
    """

    level: int
    kinds: tuple[str, ...]


TRIES = 500
"""So often a maker is asked before we say that there is no such question."""


def room_practice(game: AnyGame) -> ModuleType:
    """A room's ``practice.py``.

    Raises:
        GameError: it has none.
    """
    if not (game.folder / "practice.py").exists():
        raise GameError("{title} has no practice", title=Phrase(game.title))
    return import_module(f"{type(game).__module__}.practice")


def levels(game: AnyGame) -> int:
    """The highest level."""
    return int(room_practice(game).LEVELS)


def kinds(game: AnyGame) -> tuple[str, ...]:
    """What can be asked."""
    return tuple(room_practice(game).KINDS)


def sets(game: AnyGame) -> tuple[str, ...]:
    """Names of kinds that can be practised by themselves, such as ``puzzles``."""
    return tuple(getattr(room_practice(game), "SETS", ()))


def rules(game: AnyGame) -> tuple[str, ...]:
    """The rules that can be practised."""
    return tuple(room_practice(game).RULES)


def question(
    game: AnyGame, seed: object, level: int = 1, kind: str | None = None, rule: str | None = None,
    language: str = SOURCE_LANGUAGE,
) -> Question:  # fmt: skip
    """A fresh question.

    Args:
        seed: the same seed gives the same question.
        level: from 1 to :func:`levels`; a higher one counts as the highest.
        kind: one of :func:`kinds` or of :func:`sets`; by default any that comes at this level.
        rule: the rule that it is to be about; by default any. The level is raised to the lowest at which it comes.

    Returns:
        a question with exactly one right answer; ``rules[0]`` is the rule that it is about.

    Raises:
        GameError: no such kind or rule, or nothing that fits was found.
    """
    room = room_practice(game)
    named: Mapping[str, tuple[str, ...]] = {**{one: (one,) for one in room.KINDS}, **getattr(room, "SETS", {})}
    if kind is not None and kind not in named:
        raise GameError(
            "{title} has no questions of kind {given}; it has {choices}",
            title=Phrase(game.title),
            given=shown(kind),
            choices=list(room.KINDS),
        )
    if rule is not None and rule not in room.RULES:
        raise GameError(
            "{title} has no practice for {given}; it has {choices}",
            title=Phrase(game.title),
            given=shown(rule),
            choices=list(room.RULES),
        )
    level = max(1, min(level, room.LEVELS))
    rng = random.Random(f"{game.id} {seed} {level} {kind} {rule}")
    first = getattr(room, "FROM", {})
    names = list(named[kind]) if kind else [name for name in room.KINDS if first.get(name, 1) <= level]
    if rule is not None:
        level = max(level, room.RULES[rule].level)
        names = [name for name in names if name in room.RULES[rule].kinds]
        if not names:
            raise GameError(
                "{title}: questions of kind {kind} are not about {rule}", title=Phrase(game.title), kind=kind, rule=rule
            )
    for _ in range(TRIES):
        made: Question | None = room.KINDS[rng.choice(names)](rng, level, rule, language)
        if made is not None and (rule is None or made.rules[0] == rule):
            return made
    about = " ".join(word for word in (kind, rule) if word)
    raise GameError(
        "{title}: found no question at level {level} about {about}",
        title=Phrase(game.title),
        level=level,
        about=about or Phrase("anything"),
    )


@lru_cache(maxsize=256)
def drawn(
    game: AnyGame, seed: str, level: int, allowed: tuple[str, ...], language: str = SOURCE_LANGUAGE
) -> Question:  # fmt: skip
    """A question of one of several kinds, for a lesson. It is kept, for it is asked about more than once.

    Raises:
        GameError: as :func:`question`, or the level is too high.
    """
    if level > levels(game):
        raise GameError(
            "{title} has levels 1 to {count}, not {level}", title=Phrase(game.title), count=levels(game), level=level
        )
    return question(game, seed, level, random.Random(seed).choice(allowed), None, language)
