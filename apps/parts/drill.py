"""Endless practice: one fresh question after the other."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import Any

from engine import practice
from engine.learner import Learner, after, next_question
from engine.questions import CELL, answer_text, judge

from .asking import ask_content, lookup, put
from .table import Table
from .texts import LEARN, words


class Drill:
    """A learner at practice.

    Args:
        known: what is known of the learner.
    """

    def __init__(self, game: Any, known: Learner, table: Table, language: str) -> None:
        self.game, self.known, self.table, self.language = game, known, table, language
        self.say = words(LEARN, language)
        self.right = self.count = 0
        self._seed = secrets.randbelow(2**31)
        self._ask()

    def answer(self, given: str) -> None:
        """An answer."""
        if self.told is not None:
            return
        feedback = judge(self.question, given, self.language)
        self.notice = "" if feedback.counted else feedback.message
        if feedback.counted:
            text = feedback.message if feedback.right else self._wrong("not_quite")
            self._tell(feedback.right, text, given)

    def tap(self, tap: str) -> None:
        """A tap on the board."""
        if self.question.kind == CELL:
            self.answer(tap)

    def solve(self) -> None:
        """The learner does not know."""
        if self.told is None:
            self.notice = ""
            self._tell(False, self._wrong("never_mind"), None)

    def go_on(self) -> None:
        """The next question."""
        if self.told is not None:
            self._ask()

    def move(self, text: str) -> None:
        """No moves are made here."""

    def again(self) -> None:
        """A question is asked once."""

    def hint(self) -> None:
        """There are none."""

    def _ask(self) -> None:
        self.told: dict[str, Any] | None = None
        self.given: str | None = None
        self.notice = ""
        now = datetime.now(UTC)
        self.question = next_question(self.game, self.known, now, self._seed, self.language)
        put(self.table, self.question)

    def _wrong(self, word: str) -> str:
        return f"{self.say[word]} {self.say['answer_is'].format(answer=answer_text(self.question, self.language))}"

    def _tell(self, right: bool, text: str, given: str | None) -> None:
        level = self.known.level
        self.known = after(self.game, self.known, self.question, right, datetime.now(UTC))
        if self.known.level != level:
            text = f"{text} {self.say['up' if self.known.level > level else 'down'].format(level=self.known.level)}"
        self.count += 1
        self.right += right
        self.given = given
        rules = [] if right else lookup(self.question, self.question.answers[0], self.language)
        self.told = {"good": right if given is not None else None, "text": text, "rules": rules}
        put(self.table, self.question, answer=self.question.answers[0])

    def content(self) -> dict[str, Any]:
        """The question in words."""
        done = self.told is not None
        level = self.say["level"].format(level=self.known.level, levels=practice.levels(self.game))
        wrong = () if self.given in (None, *self.question.answers) else (self.given,)
        return {
            "view": "task",
            "title": self.say["practice"],
            "number": self.count - done,
            "count": None,
            "level": level,
            "score": self.say["score"].format(right=self.right, count=self.count) if self.count else "",
            "kind": "practice",
            "text": self.question.text,
            "ask": ask_content(self.question, wrong, self.language, self.question.answers if done else ()),
            "phase": "done" if done else "ask",
            "told": self.told,
            "notice": self.notice,
            "hints": [],
            "more_hints": False,
            "can_solve": not done,
            "remarks": {},
            "steps": self.table.trace is not None,
            "channel": self.table.channel,
        }
