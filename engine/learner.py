"""What a learner knows: the level, and when each rule should come back.

Plain values; the time is always passed in. Rules come back as the FSRS scheduler of the ``fsrs`` package says: soon
after a wrong answer, later and later after right ones. The level rises and falls with the last answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

from fsrs import Card, Rating, Scheduler, State

from . import practice
from .errors import DataError
from .goals import AnyGame
from .questions import Question
from .words import SOURCE_LANGUAGE

WINDOW = 5
"""So many answers at a level decide whether it stays."""
UP, DOWN = 4, 1
"""With so many of them right one goes up; with no more than so many, down."""


@dataclass(frozen=True, slots=True)
class Memory:
    """How well a rule is known, as the scheduler counts it.

    Args:
        due: when the rule should come back.
        last: when it was asked last.
        wrong: how often it was answered wrongly.
    """

    rule: str
    state: int
    step: int | None
    stability: float
    difficulty: float
    due: datetime
    last: datetime
    wrong: int = 0


@dataclass(frozen=True, slots=True)
class Learner:
    """A learner of one game.

    Args:
        game: its id; for a set of kinds that is practised by itself, ``lion/puzzles``.
        recent: the last answers at this level, right or wrong.
        memories: one for each rule asked so far.
        asked: how many questions so far.
    """

    game: str
    level: int = 1
    recent: tuple[bool, ...] = ()
    memories: tuple[Memory, ...] = ()
    asked: int = 0

    def memory(self, rule: str) -> Memory | None:
        """What is known of a rule."""
        return next((one for one in self.memories if one.rule == rule), None)


@lru_cache
def _scheduler() -> Scheduler:
    steps = (timedelta(minutes=1), timedelta(minutes=10))
    return Scheduler(enable_fuzzing=False, learning_steps=steps, relearning_steps=steps[1:])


def due_rule(learner: Learner, now: datetime) -> str | None:
    """The rule that has waited longest; one answered wrongly before the others."""
    waiting = [one for one in learner.memories if one.due <= now]
    return min(waiting, key=lambda one: (one.wrong == 0, one.due, one.rule)).rule if waiting else None


def next_question(
    game: AnyGame, learner: Learner, now: datetime, seed: object = 0, language: str = SOURCE_LANGUAGE,
    kind: str | None = None,
) -> Question:  # fmt: skip
    """What to ask now: about the rule that is due, or anything of the level.

    Args:
        kind: the one kind or set of kinds that is practised; then no rule has to come back.
        seed: another one gives another question; how many were asked so far is counted in.
    """
    rule = due_rule(learner, now) if kind is None else None
    if rule not in practice.rules(game):
        rule = None
    return practice.question(game, f"{seed} {learner.asked}", learner.level, kind, rule, language)


def after(game: AnyGame, learner: Learner, question: Question, right: bool, now: datetime) -> Learner:
    """The learner after an answer.

    Args:
        now: a time with a zone.
    """
    recent = (*learner.recent, right)[-WINDOW:]
    level = learner.level
    if len(recent) == WINDOW and sum(recent) >= UP and level < practice.levels(game):
        level, recent = level + 1, ()
    elif not right and len(recent) == WINDOW and sum(recent) <= DOWN and level > 1:
        level, recent = level - 1, ()
    rule = question.rules[0]
    kept = tuple(one for one in learner.memories if one.rule != rule)
    memory = _reviewed(learner.memory(rule), rule, right, now)
    memories = tuple(sorted((*kept, memory), key=lambda one: one.rule))
    return replace(learner, level=level, recent=recent, memories=memories, asked=learner.asked + 1)


def _reviewed(memory: Memory | None, rule: str, right: bool, now: datetime) -> Memory:
    now = now.astimezone(UTC)
    card = Card(card_id=0, due=now)
    if memory is not None:
        card = Card(
            card_id=0, state=State(memory.state), step=memory.step, stability=memory.stability,
            difficulty=memory.difficulty, due=memory.due, last_review=memory.last,
        )  # fmt: skip
    card, _ = _scheduler().review_card(card, Rating.Good if right else Rating.Again, now)
    assert card.stability is not None
    assert card.difficulty is not None
    wrong = (memory.wrong if memory else 0) + (not right)
    return Memory(rule, card.state.value, card.step, card.stability, card.difficulty, card.due, now, wrong)


def to_data(learner: Learner) -> dict[str, Any]:
    """The learner as data for a file."""
    memories = [{**asdict(one), "due": one.due.isoformat(), "last": one.last.isoformat()} for one in learner.memories]
    return {**asdict(learner), "recent": list(learner.recent), "memories": memories}


def from_data(data: object, file: object = "learner") -> Learner:
    """Read what :func:`to_data` wrote.

    Raises:
        DataError: it is something else.
    """
    if not isinstance(data, Mapping):
        raise DataError(file, "", "is not what a learner knows")
    try:
        memories = tuple(_memory(one) for one in data["memories"])
        learner = Learner(
            str(data["game"]), int(data["level"]), tuple(bool(one) for one in data["recent"])[-WINDOW:], memories,
            int(data["asked"]),
        )  # fmt: skip
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise DataError(file, "", "is not what a learner knows: {error}", error=error) from error
    if learner.level < 1 or learner.asked < 0:
        raise DataError(file, "level", "expected level and asked to be counted from 1 and 0")
    return learner


def _memory(data: Mapping[str, Any]) -> Memory:
    step = data["step"]
    times = [datetime.fromisoformat(data[key]).astimezone(UTC) for key in ("due", "last")]
    return Memory(
        str(data["rule"]), State(data["state"]).value, None if step is None else int(step), float(data["stability"]),
        float(data["difficulty"]), times[0], times[1], int(data["wrong"]),
    )  # fmt: skip
