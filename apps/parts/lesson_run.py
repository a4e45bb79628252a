"""One lesson as one learner goes through it: what the engine says, put on the table and into words."""

from __future__ import annotations

from typing import Any

from engine import Mark, progress
from engine.grading import Solution, line_of, solve
from engine.lesson_format import Drawn, Find, Play, Predict, Show, Why
from engine.lessons import Lesson
from engine.progress import Progress
from engine.questions import CELL, MOVE, Feedback, Question
from engine.tasks import Task, question, remarks, show_traces, task, task_count
from engine.tasks import words as task_words
from engine.words import translate

from ..school.asks import Data, lesson_ask, move_ask, rule_of
from ..school.attempt import Attempt, Tell, nobody
from .asking import ask_content, lookup, moves_content, put
from .table import Table
from .texts import LEARN, words

ASK, WRONG, DONE = "ask", "wrong", "done"
"""Something is to be done; a wrong move is on the board; the activity is done."""


class LessonRun:
    """A learner in a lesson.

    Args:
        at: how far the learner is.
        tell: gets each try.
    """

    def __init__(self, lesson: Lesson, at: Progress, table: Table, language: str, tell: Tell = nobody) -> None:
        self.lesson, self.table, self.language, self._tell = lesson, table, language, tell
        self.say = words(LEARN, language)
        self.at = at
        if at.solved:  # it was answered when the page was closed
            self.at = progress.go_on(lesson, at)
        self._enter()

    @property
    def finished(self) -> bool:
        """True when every activity is done."""
        return progress.finished(self.lesson, self.at)

    @property
    def number(self) -> int:
        """The activity on show, from 0: the one that is to be done, or one before it."""
        return self.at.activity if self.past is None else self.past

    # What the learner does -------------------------------------------------------------------------------------------

    def answer(self, given: str) -> None:
        """An answer to the question."""
        if self.phase == ASK and self.question is not None and given not in self.tried:
            self._judge(given)

    def tap(self, at: str) -> None:
        """A tap on the board."""
        if self.phase == WRONG:
            self.again()
            if at not in self.table.can:  # a tap to get on with it; otherwise it begins the next try
                return
        if self.phase == ASK and self.by_moves:
            self.told = None
            self.table.tap(at)
            if self.phase == ASK:
                self.notice = self.table.taps.notice
                self.table.show_taps()
        elif self.phase == ASK and self.question is not None and self.question.kind == CELL:
            self.answer(at)

    def move(self, text: str) -> None:
        """The taps made a move."""
        if self.phase == ASK and self.by_moves and text not in self.tried:
            self._judge(text)

    @property
    def by_moves(self) -> bool:
        """True when moves are made on the board."""
        return self.task.by_moves or (self.question is not None and self.question.kind == MOVE)

    def again(self) -> None:
        """After a wrong move: back to the position of the activity."""
        if self.phase == WRONG:
            self.phase, self.told = ASK, None
            self._lay()

    def hint(self) -> None:
        """The next hint."""
        if self.phase != DONE and self.task.graded:
            self.at, _ = progress.hint(self.lesson, self.at, self.language)

    def solve(self) -> None:
        """Show the solution."""
        if self.phase != DONE and self.task.graded:
            before = self.at
            self.at, found = progress.give_up(self.lesson, before, self.language)
            self._tried(before, None, right=False)
            self._solved(found)

    def retry(self, at: Progress, *, lay: bool = False) -> None:
        """Go back within this activity, as if nothing had been tried since.

        Args:
            at: where to.
            lay: whether something else was laid on the table since.
        """
        self.at, self.phase, self.told, self.notice, self.tried = at, ASK, None, "", ()
        if lay:
            self._lay(first=True)

    def back(self) -> None:
        """To the activity before, to read it again; what is asked there is answered already."""
        if not self.finished and self.number:
            self._look_back(self.number - 1)

    def go_on(self) -> None:
        """To the next activity."""
        if self.past is not None and self.past + 1 < self.at.activity:
            self._look_back(self.past + 1)
        elif self.past is not None and not self.at.solved:
            self._enter()
        elif self.phase == DONE or not self.task.graded:
            self.at = progress.go_on(self.lesson, self.at)
            self._enter()

    # Inside ----------------------------------------------------------------------------------------------------------

    def _look_back(self, number: int) -> None:
        self.past, self.phase, self.told, self.notice, self.tried = number, DONE, None, "", ()
        self.task = task(self.lesson, number, self.at.seed)
        self.question = question(self.task, self.language) if self.task.graded and not self.task.by_moves else None
        if not self.task.graded:
            self._lay(first=True)
        elif self.task.kind == "play":  # a game is not played again
            self.table.lay(self.task.state, self.task.viewer)
        else:
            self._solved(solve(self.task, self.language))

    def _enter(self) -> None:
        self.past: int | None = None
        self.phase = ASK
        self.told: dict[str, Any] | None = None
        self.notice = ""
        self.tried: tuple[str, ...] = ()
        self.question: Question | None = None
        if self.finished:
            return
        self.task: Task = progress.current(self.lesson, self.at)
        if self.task.graded and not self.task.by_moves:
            self.question = question(self.task, self.language)
        self._lay(first=True)

    def _lay(self, first: bool = False) -> None:
        """Lay what is to be looked at while the learner thinks."""
        task, table, activity = self.task, self.table, self.task.activity
        marks = [Mark(role, tuple(cells)) for role, cells in activity.marks.items()]
        if self.question is not None:
            put(table, self.question, marks, opens=(0, True) if first else (self.question.at, False))
        elif isinstance(activity, (Find, Play)):
            line = line_of(task, self.at.moves)
            # What happened before the learner's turn is worth a look; what was made in an earlier visit is not.
            traces = line.traces if first and not self.at.moves else ()
            # In a long game a move that is not allowed is explained and costs nothing.
            table.taps.refused = isinstance(activity, Find)
            table.lay(line.state, task.viewer, traces=traces, marks=marks, opens=(0, True), moves=True)
        elif isinstance(activity, Show):
            table.lay(task.state, task.viewer, traces=show_traces(task), opens=(0, False))
        else:
            table.lay(task.state, task.viewer, marks=marks)

    def _judge(self, given: str) -> None:
        before = self.at
        self.at, feedback = progress.answer(self.lesson, before, given, self.language)
        self.notice = "" if feedback.counted else feedback.message
        if not feedback.counted:
            return
        if not feedback.right or self.at.solved:
            self._tried(before, given, feedback.right)
        self.told = {"good": feedback.right, "text": feedback.message, "rules": []}
        if self.question is not None:
            self._answered(self.question, given, feedback)
        else:
            self._moved(feedback)

    def _tried(self, before: Progress, given: str | None, right: bool) -> None:
        """Tell of a try, but not of the right one after a wrong one."""
        if right and not self.at.clean[-1]:
            return
        task, game = self.task, self.lesson.game
        rules = () if self.question is None else self.question.rules
        rule = next(iter(rules), None) or rule_of(task)
        asked: Data | None = None
        if not right and self.question is not None:
            seed = before.seed if isinstance(task.activity, Drawn) else 0  # the same for all who fail at it
            asked = lesson_ask(self.lesson.id, before.activity, seed)
        elif not right:
            state, text = line_of(task, before.moves).state, task_words(task, self.language)
            asked = move_ask(game, state, text=text, viewer=task.viewer)
        self._tell(Attempt(game.id, rule, right, asked, given))

    def _answered(self, asked: Question, given: str, feedback: Feedback) -> None:
        if feedback.right:
            self.phase = DONE
            put(self.table, asked, answers=(given,))
            return
        self.tried = (*self.tried, given)
        self.told = {**(self.told or {}), "rules": lookup(asked, given, self.language)}
        if asked.kind == CELL:
            self._cross(self.tried)
        elif asked.kind == MOVE:
            put(self.table, asked, opens=(asked.at, False))

    def _cross(self, cells: tuple[str, ...]) -> None:
        self.table.marks = (Mark("blocked", cells),)

    def _moved(self, feedback: Feedback) -> None:
        task, table = self.task, self.table
        refused = len(feedback.traces) == 1 and feedback.refusal is not None
        self.phase = ASK if feedback.more else DONE if feedback.right else WRONG
        # What comes after this move is played from where it leads; a wrong one leads back to the beginning.
        state = line_of(task, self.at.moves).state if feedback.more else table.session.state
        opens = None if refused else (0, True)
        table.lay(state, task.viewer, traces=feedback.traces, opens=opens, moves=feedback.more)

    def _solved(self, found: Solution) -> None:
        self.phase, self.notice = DONE, ""
        # What is said to a game that was won, or to a question of an exam, is praise, and not meant for this.
        activity = self.task.activity
        explain = activity.explain if isinstance(activity, (Find, Predict, Why)) else ""
        said = self.say["one_way"] if self.task.by_moves else self.say["answer_is"].format(answer=found.text)
        self.told = {"good": None, "text": f"{said} {translate(explain, self.language)}".strip(), "rules": []}
        if self.question is not None:
            put(self.table, self.question, answers=self.question.answers)
        else:
            self.table.lay(self.task.state, self.task.viewer, traces=found.traces, opens=(0, True))

    # What the script draws -------------------------------------------------------------------------------------------

    def content(self) -> dict[str, Any]:
        """The activity in words, or the end of the lesson."""
        count = task_count(self.lesson)
        head = {"title": translate(self.lesson.title, self.language), "number": self.number, "count": count}
        if self.finished:
            right, total = sum(self.at.clean), len(self.at.clean)
            return {
                "view": "end", **head, "stars": progress.stars(self.lesson, self.at),
                "share": self.say["at_once"].format(right=right, total=total) if total else "",
            }  # fmt: skip
        hints = self.hints
        open_ = self.phase != DONE and self.task.graded
        return {
            "view": "task", **head,
            "kind": self.task.kind,
            "text": task_words(self.task, self.language),
            "ask": self._ask(),
            "phase": self.phase if self.task.graded else DONE,
            "told": self.told,
            "notice": self.notice,
            "hints": hints[: self.at.hints] if self.phase != DONE else [],
            "more_hints": open_ and self.at.hints < len(hints),
            "can_solve": open_ and (self.at.tries > 0 or bool(hints) or self.task.kind == "play"),
            "remarks": self._remarks(),
            "steps": self.table.trace is not None,
            "channel": self.table.channel,
        }  # fmt: skip

    @property
    def hints(self) -> list[str]:
        """All hints of the activity."""
        return [translate(one, self.language) for one in getattr(self.task.activity, "hints", ())]

    def _ask(self) -> dict[str, Any] | None:
        if self.by_moves:
            playing = isinstance(self.task.activity, Play)
            return moves_content(self.table, playing=playing) if self.phase == ASK else None
        if self.question is None:
            return None
        right = self.question.answers if self.phase == DONE else ()
        return ask_content(self.question, self.tried, self.language, right)

    def _remarks(self) -> dict[str, str]:
        """Cursor -> what is said there."""
        if not isinstance(self.task.activity, Show):
            return {}
        counts = [len(trace.steps) for trace in show_traces(self.task)]
        return {
            str(sum(counts[:trace]) + step + 1): text
            for (trace, step), text in remarks(self.task, self.language).items()
        }
