"""What the teacher asks the class: choose, ask, watch the answers come, close, reveal, ask again."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from engine import GAMES, GameError, practice
from engine.words import translate

from ..school.asking import Spread
from ..school.asks import Data, Prepared, label, lesson_ask, practice_ask, prepare, questions_of
from ..school.classes import Classes
from .classroom_stage import QuestionStage, Stage

IDLE, PREVIEW, LOOK, OPEN, CLOSED, REVEALED = "idle", "preview", "look", "open", "closed", "revealed"


class Questions:
    """The teacher's questions to one class.

    Args:
        say: gets sentences for the teacher.
    """

    def __init__(self, classes: Classes, secret: str, language: str, say: Callable[[str], None]) -> None:
        self.classes, self.secret, self.language, self._say = classes, secret, language, say
        self.stage: QuestionStage | None = None
        self.peek = False
        """Whether the teacher looks at the answers; the screen may be on the projector."""
        self.looking: tuple[str, str] | None = None
        """Whose wrong answer is looked at together, and the answer in words."""
        self._data: Data | None = None
        self._asking: int | None = None

    def do(self, wish: Mapping[str, Any], base: Stage | None, game: str) -> Data | None:
        """Do what the script asks for.

        Args:
            base: the game or the lesson on the desk, of this game.

        Returns:
            a question to be looked at; making it takes a while, so somebody else does.
        """
        match wish:
            case {"propose": "this"} if base is not None:
                return base.ask()
            case {"propose": "fresh", "level": int(level)} if game:
                return self.fresh(game, level)
            case {"propose": "lesson", "lesson": str(lesson), "number": int(number)}:
                return self.of_lesson(lesson, number)
            case {"another": True}:
                return self.another()
            case {"put": True}:
                self.ask()
            case {"close": True}:
                self.close()
            case {"again": True}:
                self.again()
            case {"example": str(value)}:
                self.example(value[:200])
            case {"done": True}:
                self.done()
            case {"peek": bool(peek)}:
                self.peek = peek
        return None

    # Choosing --------------------------------------------------------------------------------------------------------

    def of_lesson(self, lesson: str, number: int) -> Data:
        """A question of a lesson."""
        return lesson_ask(lesson, number, _seed(), self.language)

    def fresh(self, game: str, level: int) -> Data:
        """A question that nobody has seen before."""
        return practice_ask(game, _seed(), level, language=self.language)

    def another(self) -> Data | None:
        """Another question of the same sort, as long as this one is not asked."""
        return {**self._data, "seed": _seed()} if self._data and self._asking is None else None

    def propose(self, data: Data) -> None:
        """Look at a question before it is asked.

        Raises:
            GameError: it cannot be asked.
        """
        if self._asking is None:
            self._lay(data, prepare(data))
            self.peek = False

    def look(self, data: Data, value: str | None, nick: str) -> None:
        """Look at a wrong answer of a pupil, with the class.

        Args:
            value: None where the pupil gave up.
        """
        self.done()
        question = prepare(data)
        self._lay(data, question)
        self.looking = nick, "" if value is None else label(question.content, value)
        if self.stage is not None:
            self.stage.presents = True
            self.stage.lay(question.outcome() if value is None else question.example(value), play=True)

    # Asking ----------------------------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Put it to the class."""
        if self._data is not None and self._asking is None and self.stage is not None:
            if self.looking is not None:
                self.looking, self.stage.presents = None, False
                self.stage.lay(self.stage.question.before())
            self._asking = self.classes.ask(self.secret, self._data)

    def close(self) -> None:
        """Take no more answers."""
        self.classes.close(self.secret)

    def revealed_now(self) -> None:
        """The class sees the answer; what happens then lies on the desk, to be stepped through together."""
        self.peek = True
        if self.stage is not None:
            self.stage.lay(self.stage.question.outcome())

    def again(self) -> None:
        """Ask the same once more."""
        self._asking = self.classes.ask_again(self.secret)
        self.peek = False
        if self.stage is not None:
            self.stage.lay(self.stage.question.before())

    def example(self, value: str) -> None:
        """Look at an answer with the class."""
        if self.stage is None or not self.revealed:
            return
        self.stage.lay(self.stage.question.example(value))
        made = self.stage.shown().make()
        self.classes.present(self.secret, made, made["cursor"], beside=True)

    def done(self) -> None:
        """Enough of it."""
        if self._asking is not None:
            self.classes.dismiss(self.secret)
        self.stage, self._data, self._asking, self.looking = None, None, None, None

    def resume(self) -> None:
        """Go on with a question that is on the screens, as after the page was loaded again."""
        data = self.classes.asked(self.secret)
        self._lay(data, prepare(data))
        found = self.classes.spread(self.secret)
        self._asking = found.asking if found is not None else None
        if self.revealed and self.stage is not None:
            self.stage.lay(self.stage.question.outcome())

    @property
    def revealed(self) -> bool:
        """Whether the class sees the answer."""
        found = self._spread()
        return found is not None and found.revealed

    def _lay(self, data: Data, question: Prepared) -> None:
        self._data, self.looking = data, None
        self.stage = QuestionStage(question, self._say)

    # Drawing ---------------------------------------------------------------------------------------------------------

    def _spread(self) -> Spread | None:
        return self.classes.spread(self.secret, self._asking) if self._asking is not None else None

    def content(self) -> dict[str, Any]:
        """What the script draws; and the heat map on the desk."""
        if self.stage is None or self._data is None:
            return {"phase": IDLE}
        question = self.stage.question
        told = {
            "text": question.content["text"],
            "kind": question.content["kind"],
            "fresh": self._data["from"] == "practice",
        }
        if self.looking is not None:
            nick, answer = self.looking
            return {**told, "phase": LOOK, "nick": nick, "given": answer, "answer": question.solution()[1]}
        found = self._spread()
        if found is None:
            return {**told, "phase": PREVIEW, "answer": question.solution()[1]}
        self.stage.heat({one.value: one.count for one in found.choices} if self.peek else {})
        earlier = self.classes.spread(self.secret, found.before) if found.before is not None else None
        return {
            **told,
            "phase": REVEALED if found.revealed else CLOSED if found.closed else OPEN,
            "answers": found.answers, "pupils": found.pupils,
            "rows": side_by_side(found, earlier) if self.peek else [],
            "judged": question.asked is not None or question.find is not None,
            "peek": self.peek, "twice": earlier is not None,
            "answer": question.solution()[1] if found.revealed else "",
        }  # fmt: skip


def side_by_side(now: Spread, earlier: Spread | None) -> list[list[Any]]:
    """Each answer: value, label, how many gave it, whether it is right, and how many gave it before."""
    before = {one.value: one for one in earlier.choices} if earlier is not None else {}
    rows = []
    for one in now.choices:
        old = before.pop(one.value, None)
        rows.append([one.value, one.label, one.count, one.right, old.count if old is not None else 0])
    return rows + [[one.value, one.label, 0, one.right, one.count] for one in before.values() if one.count]


def _seed() -> int:
    return secrets.randbelow(2**31)


@lru_cache
def to_choose_from(game: str, language: str) -> Mapping[str, Any]:
    """The questions of a game's lessons, and the levels of its practice (0 where it has none)."""
    found = [
        [lesson.id, translate(lesson.title, language), questions]
        for lesson, questions in questions_of(GAMES[game], language)
    ]
    try:
        levels = practice.levels(GAMES[game])
    except GameError:
        levels = 0
    return {"lessons": found, "levels": levels}
