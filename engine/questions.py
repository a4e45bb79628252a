"""Questions with one answer or a few, which the engine works out itself.

A question is asked about a position or about a trace: which cell, which of a few choices, which number. What is asked
is a *term* as in :mod:`engine.goals`; a room adds its own words in ``goals.py`` as a mapping ``QUESTIONS``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from .core import CHECK, Step
from .errors import shown
from .goals import AnyGame, AnyTrace, a_mapping, a_rule, a_seat, room_words, split, step_is
from .words import listed, translate

CELL, CHOICE, NUMBER, MOVE = "cell", "choice", "number", "move"


@dataclass(frozen=True, slots=True)
class Option:
    """One of the choices: the answer to give, the words that stand for it, and what to say where it is wrong."""

    value: str
    label: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """Something to answer.

    Args:
        kind: ``cell``, ``choice``, ``number``, or ``move``: a legal move to be made on the board.
        text: what is asked, in words.
        state: the position to look at.
        answers: the right ones.
        options: the choices of a ``choice``, the legal moves of a ``move``.
        rules: the rules that one has to know; the first is the one asked about.
        trace: what happens then, to be shown after the answer.
        at: how many of its steps are shown before.
        viewer: the seat that looks at it; None sees all.
    """

    game: AnyGame
    kind: str
    text: str
    state: Any
    answers: tuple[str, ...]
    options: tuple[Option, ...] = ()
    rules: tuple[str, ...] = ()
    trace: AnyTrace | None = None
    at: int = 0
    viewer: int | None = None

    @property
    def shown(self) -> Any:
        """The state to look at while one thinks."""
        return self.trace.steps[self.at - 1].state if self.trace and self.at else self.state

    def note(self, given: str) -> str:
        """What there is to say to a wrong answer; "" where there is nothing."""
        return next((option.note for option in self.options if option.value == given), "")


@dataclass(frozen=True, slots=True)
class Feedback:
    """What is said to an answer.

    Args:
        right: it is right.
        message: in words.
        traces: what happens, to be shown on the board; the last may be a refused move.
        more: right so far, and another move is due.
        counted: False where the answer could not be read, which is no wrong try.
        rules: what to look up after a wrong answer.
    """

    right: bool
    message: str
    traces: tuple[AnyTrace, ...] = ()
    more: bool = False
    counted: bool = True
    rules: tuple[str, ...] = ()

    @property
    def refusal(self) -> Step[Any] | None:
        """The check that refused the last move."""
        return self.traces[-1].refusal if self.traces else None


@dataclass(frozen=True, slots=True)
class Ask:
    """The place at which a question is asked.

    Args:
        trace: what happens; None for a question about the position alone.
        at: the number of steps seen already.
        among: the rules to choose from, where a rule is asked for.
    """

    game: AnyGame
    state: Any
    trace: AnyTrace | None = None
    at: int = 0
    among: tuple[str, ...] = ()
    language: str = "en"

    @property
    def steps(self) -> tuple[Step[Any], ...]:
        """The steps still to come.

        Raises:
            ValueError: there is no move.
        """
        if self.trace is None:
            raise ValueError("this question needs a move")
        return self.trace.steps[self.at :]

    def question(self, kind: str, answers: Iterable[object], rules: Iterable[str] = (), **more: Any) -> Question:
        """A question at this place; its words come later."""
        texts = tuple(str(answer) for answer in answers)
        return Question(
            self.game, kind, "", self.state, texts, rules=tuple(rules), trace=self.trace, at=self.at, **more
        )

    def seat_question(self, answer: object, rules: Iterable[str] = (), *others: tuple[str, str]) -> Question:
        """A choice among the seats, and perhaps other answers: (value, label)."""
        seats = range(self.game.seat_count(self.state))
        options = [Option(str(seat), self.game.rulebook.term("seat", seat, self.language)) for seat in seats]
        options += [Option(value, label) for value, label in others]
        return self.question(CHOICE, [answer], rules, options=tuple(options))

    def rule_question(self, answer: str, *others: tuple[str, str]) -> Question:
        """A choice among rules, and perhaps other answers: (value, label)."""
        options = [Option(id, self.game.rulebook.title(id, self.language)) for id in self.among]
        options += [Option(value, label) for value, label in others]
        return self.question(CHOICE, [answer], [answer], options=tuple(options))

    def yes_no(self, answer: bool, rules: Iterable[str] = ()) -> Question:
        """A choice between yes and no."""
        options = (Option("yes", translate("Yes", self.language)), Option("no", translate("No", self.language)))
        return self.question(CHOICE, ["yes" if answer else "no"], rules, options=options)


Extractor = Callable[[Ask, Any], Question | None]
"""Finds the answer; None where the trace never comes to what is asked; ValueError for an argument that does not fit."""


def _value(ask: Ask, argument: Any) -> Question | None:
    """The value of an argument of the first or the last step of a rule."""
    wanted = a_mapping(argument, {"of", "arg"}, {"which"})
    a_rule(ask.game, ask.state, wanted["of"])
    which = wanted.get("which", "first")
    if which not in ("first", "last"):
        raise ValueError(f"which: expected first or last, got {shown(which)}")
    found = [step for step in ask.steps if step.rule == wanted["of"]]
    if not found:
        return None
    step = found[0 if which == "first" else -1]
    if wanted["arg"] not in step.args:
        raise ValueError(f"{step.rule} has no argument {shown(wanted['arg'])}; it has {', '.join(step.args)}")
    value, rules = step.args[wanted["arg"]], (step.rule,)
    if wanted["arg"] == "seat":
        return ask.seat_question(value, rules)
    if type(value) is int:
        return ask.question(NUMBER, [value], rules)
    words = ask.game.rulebook.terms.get(wanted["arg"])
    if words is None and value not in [cell.id for cell in ask.game.scene(ask.state).cells]:
        raise ValueError(f"{wanted['arg']} of {step.rule} is no cell, seat, number or word, but {shown(value)}")
    if words is None:
        return ask.question(CELL, [value], rules)
    labels = {key: ask.game.rulebook.term(wanted["arg"], key, ask.language) for key in words if key != "?"}
    options = tuple(Option(key, label) for key, label in labels.items())
    return ask.question(CHOICE, [value], rules, options=options)


def _next(ask: Ask, argument: Any) -> Question | None:
    """The rule that acts next."""
    if argument is not None:
        raise ValueError(f"next: expected nothing after it, got {shown(argument)}")
    step = next((step for step in ask.steps if step.kind is not CHECK), None)
    return None if step is None else ask.rule_question(step.rule)


def _winner(ask: Ask, argument: Any) -> Question | None:
    """Who wins."""
    after = ask.steps[-1].state
    outcome = ask.game.outcome(after)
    if outcome is None:
        return None
    answer = "draw" if outcome.winner is None else outcome.winner
    return ask.seat_question(answer, [outcome.rule], ("draw", translate("Nobody: a draw", ask.language)))


def _happens(ask: Ask, argument: Any) -> Question | None:
    """Whether a rule acts, with the arguments that are named."""
    wanted = {"rule": argument} if isinstance(argument, str) else a_mapping(argument, {"rule"}, _args(argument))
    a_rule(ask.game, ask.state, wanted["rule"])
    if "seat" in wanted:
        a_seat(ask.game, ask.state, wanted["seat"])
    return ask.yes_no(any(step_is(step, wanted) for step in ask.steps), [wanted["rule"]])


def _args(argument: Any) -> set[str]:
    return set(argument) if isinstance(argument, Mapping) else set()


def _count(ask: Ask, argument: Any) -> Question | None:
    """How often a rule acts."""
    a_rule(ask.game, ask.state, argument)
    return ask.question(NUMBER, [sum(step.rule == argument and step.ok for step in ask.steps)], [argument])


QUESTIONS: Mapping[str, Extractor] = {
    "value": _value, "next": _next, "winner": _winner, "happens": _happens, "count": _count,
}  # fmt: skip


@lru_cache
def questions(game: AnyGame) -> Mapping[str, Extractor]:
    """Every kind of question that a game knows."""
    return {**QUESTIONS, **getattr(room_words(game), "QUESTIONS", {})}


def put(ask: Ask, term: Any, text: str = "", viewer: int | None = None) -> Question:
    """Ask something and work out the answer.

    Raises:
        ValueError: the term cannot be read, the trace never comes to what is asked, or the choices lack the answer.
    """
    word, argument = split(term)
    known = questions(ask.game)
    if word not in known:
        raise ValueError(f"{shown(word)} is not a question of {ask.game.title}; expected one of {', '.join(known)}")
    found = known[word](ask, argument)
    if found is None:
        raise ValueError(f"{word}: the move never comes to what is asked")
    if found.kind == CHOICE and not set(found.answers) <= {option.value for option in found.options}:
        offered = ", ".join(option.value for option in found.options) or "nothing"
        raise ValueError(f"{word}: the answer is {found.answers[0]}, but there is only {offered} to choose from")
    return replace(found, text=text, viewer=viewer)


_NUMBER = re.compile(r"[+-]?\d{1,9}", re.ASCII)


def judge(question: Question, answer: object, language: str = "en") -> Feedback:
    """Say whether an answer is right. It is given as text; a number may be one."""
    given = str(answer).strip()
    allowed: Sequence[str] = [option.value for option in question.options]
    if question.kind == CELL:
        given = given.lower()
        allowed = [cell.id for cell in question.game.scene(question.state).cells]
    elif question.kind == NUMBER and _NUMBER.fullmatch(given):
        given = str(int(given))
        allowed = [given]
    if given not in allowed:
        wish = {
            CELL: translate("Tap a cell of the board.", language),
            NUMBER: translate("Type a whole number.", language),
            CHOICE: translate("Choose an answer.", language),
            MOVE: translate("Make a move on the board.", language),
        }[question.kind]
        return Feedback(False, wish, counted=False)
    traces = () if question.trace is None else (question.trace,)
    if given in question.answers:
        message = translate("Yes, that is it!", language)
        game, trace = question.game, question.trace
        refusal = None if trace is None else game.observed_trace(trace, question.viewer).refusal
        if refusal is not None:  # the rule's own words say more than its title
            message = f"{message} {game.rulebook.sentence(refusal, language)}"
        return Feedback(True, message, traces)
    message = " ".join(filter(None, (translate("Not quite. Look at it again.", language), question.note(given))))
    return Feedback(False, message, traces, rules=question.rules)


def answer_text(question: Question, language: str = "en") -> str:
    """The right answer in words."""
    labels = {option.value: option.label for option in question.options}
    return listed((labels.get(answer, answer) for answer in question.answers), language)
