"""Endless practice: one fresh question after the other."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import Any

from engine import practice
from engine.learner import Learner, after, due_rule, next_question
from engine.questions import CELL, MOVE, answer_text, judge

from ..school.asks import practice_ask
from ..school.attempt import Attempt, Tell, nobody
from .asking import ask_content, lookup, moves_content, put
from .table import Table
from .texts import LEARN, words


class Drill:
    """A learner at practice.

    Args:
        known: what is known of the learner.
        set: the set of kinds that is practised by itself; by default all kinds.
        tell: gets each try.
    """

    def __init__(
        self, game: Any, known: Learner, table: Table, language: str, set: str | None = None, tell: Tell = nobody
    ) -> None:  # fmt: skip
        self._report = tell
        self.game, self.known, self.table, self.language, self.set = game, known, table, language, set
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
            text = feedback.message if feedback.right else self._wrong("not_quite", self.question.note(given))
            self._tell(feedback.right, text, given)

    def tap(self, at: str) -> None:
        """A tap on the board."""
        if self.question.kind == CELL:
            self.answer(at)
        elif self.question.kind == MOVE and self.told is None:
            self.table.tap(at)
            if self.told is None:  # otherwise it was the last tap of a move
                self.notice = self.table.taps.notice
                self.table.show_taps()

    def solve(self) -> None:
        """The learner does not know."""
        if self.told is None:
            self.notice = ""
            self._tell(False, self._wrong("never_mind"), None)

    def go_on(self) -> None:
        """The next question."""
        if self.told is not None:
            self._ask()

    @property
    def by_moves(self) -> bool:
        """True when a move is to be made on the board."""
        return self.question.kind == MOVE

    def move(self, text: str) -> None:
        """The taps made a move."""
        if self.question.kind == MOVE:
            self.answer(text)

    def again(self) -> None:
        """A question is asked once."""

    def back(self) -> None:
        """What was asked is not asked again."""

    def hint(self) -> None:
        """There are none."""

    def _ask(self) -> None:
        self.told: dict[str, Any] | None = None
        self.given: str | None = None
        self.notice = ""
        now = datetime.now(UTC)
        due = None if self.set else due_rule(self.known, now)
        self._about = due if due in practice.rules(self.game) else None
        self.question = next_question(self.game, self.known, now, self._seed, self.language, self.set)
        put(self.table, self.question)

    def _wrong(self, word: str, note: str = "") -> str:
        answer = self.say["answer_is"].format(answer=answer_text(self.question, self.language))
        return " ".join(filter(None, (self.say[word], note, answer)))

    def _tell(self, right: bool, text: str, given: str | None) -> None:
        level, known, rule = self.known.level, self.known, self.question.rules[0]
        asked = practice_ask(self.game.id, f"{self._seed} {known.asked}", level, self.set, self._about, self.language)
        self._report(Attempt(self.game.id, rule, right, asked, given))
        self.known = after(self.game, self.known, self.question, right, datetime.now(UTC))
        if self.known.level != level:
            text = f"{text} {self.say['up' if self.known.level > level else 'down'].format(level=self.known.level)}"
        self.count += 1
        self.right += right
        self.given = given
        rules = [] if right else lookup(self.question, self.question.answers[0], self.language)
        self.told = {"good": right if given is not None else None, "text": text, "rules": rules}
        put(self.table, self.question, answers=self.question.answers)

    def _asked(self, wrong: tuple[str, ...], done: bool) -> dict[str, Any] | None:
        if self.question.kind == MOVE:
            return None if done else moves_content(self.table)
        return ask_content(self.question, wrong, self.language, self.question.answers if done else ())

    def content(self) -> dict[str, Any]:
        """The question in words."""
        done = self.told is not None
        level = self.say["level"].format(level=self.known.level, levels=practice.levels(self.game))
        wrong = () if self.given is None or self.given in self.question.answers else (self.given,)
        return {
            "view": "task",
            "title": self.say[self.set or "practice"],
            "number": self.count - done,
            "count": None,
            "level": level,
            "score": self.say["score"].format(right=self.right, count=self.count) if self.count else "",
            "kind": "practice",
            "text": self.question.text,
            "ask": self._asked(wrong, done),
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
