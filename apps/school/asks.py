"""Questions to a class, kept as data, so that any server process can ask, judge and reveal them, also after a restart.

The data says where a question comes from; the engine makes it anew from that:

* ``{"from": "lesson", "lesson": id, "task": number, "seed": number}``: a *predict*, *why*, *find* (of one move) or
  *practice* of a lesson;
* ``{"from": "practice", "game", "seed", "level", "kind"?, "rule"?}``: a fresh one;
* ``{"from": "predict", "game", "position", "predict": term, "text", "move"?, "at"?, "among"?, "viewer"?}``: about any
  position, or about a move of which ``at`` steps are shown;
* ``{"from": "why", "game", "position", "move", "among"?, "text"?, "viewer"?}``: which rule refuses a move;
* ``{"from": "move", "game", "position", "text"?, "viewer"?}``: what would you play here? There is no right or wrong.

Each may have ``"language"``. The functions below make such data.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from engine import CHANCE, FORCED, TERMINAL, Game, GameError, Mark, Trace, get_game, practice
from engine.core import CHECK
from engine.goals import wants_refusal
from engine.grading import grade, solve
from engine.lesson_format import Drawn, Find, Graded, Predict, Why
from engine.lessons import Lesson, get_lesson, lessons
from engine.questions import CELL, CHOICE, MOVE, Ask, Question, answer_text, judge
from engine.questions import put as work_out
from engine.session import Session
from engine.tasks import Task, entries, question, task
from engine.tasks import words as task_words
from engine.words import SOURCE_LANGUAGE, languages, translate

from ..parts.frames import compact
from ..parts.play import legal_ways
from ..parts.table import joined, upto
from .refusal import Refusal, say
from .shows import show

WAYS = 3_000
"""Moves that may be chosen from."""
AMONG = 4
"""Rules to choose from, where nobody says which."""
Data = Mapping[str, Any]
Seen = tuple[Any, tuple[Mark, ...], int]
"""What there is to look at: a trace or a position, marks, and the step at which it is opened."""


def lesson_ask(lesson: str, number: int, seed: int = 0, language: str = SOURCE_LANGUAGE) -> Data:
    """A question of a lesson; ``number`` as :func:`engine.tasks.task` counts."""
    return {"from": "lesson", "lesson": lesson, "task": number, "seed": seed, "language": language}


def practice_ask(
    game: str, seed: int | str, level: int = 1, kind: str | None = None, rule: str | None = None,
    language: str = SOURCE_LANGUAGE,
) -> Data:  # fmt: skip
    """A fresh question, as :func:`engine.practice.question` makes it."""
    return {
        "from": "practice", "game": game, "seed": seed, "level": level, "kind": kind, "rule": rule,
        "language": language,
    }  # fmt: skip


def predict_ask(
    game: Game[Any, Any], state: Any, term: Any, text: str, *, move: Any = None, at: int = 0,
    among: Sequence[str] = (), viewer: int | None = None, language: str = SOURCE_LANGUAGE,
) -> Data:  # fmt: skip
    """A term of :mod:`engine.questions` about a position, or about a move of which ``at`` steps are shown."""
    return {
        "from": "predict", "game": game.id, "position": game.format_position(state), "predict": term, "text": text,
        "move": None if move is None else game.format_move(state, move), "at": at, "among": list(among),
        "viewer": viewer, "language": language,
    }  # fmt: skip


def why_ask(
    game: Game[Any, Any], state: Any, move: Any, *, among: Sequence[str] = (), text: str = "",
    viewer: int | None = None, language: str = SOURCE_LANGUAGE,
) -> Data:  # fmt: skip
    """Ask which rule refuses a move."""
    return {
        "from": "why", "game": game.id, "position": game.format_position(state), "text": text,
        "move": game.format_move(state, move), "among": list(among), "viewer": viewer, "language": language,
    }  # fmt: skip


def move_ask(
    game: Game[Any, Any], state: Any, *, text: str = "", viewer: int | None = None, language: str = SOURCE_LANGUAGE
) -> Data:  # fmt: skip
    """Ask for any move."""
    return {
        "from": "move", "game": game.id, "position": game.format_position(state), "text": text, "viewer": viewer,
        "language": language,
    }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Prepared:
    """A question that the engine has made.

    Args:
        content: what the screens get; nothing of the answer is in it. ``kind`` (``cell``, ``choice``, ``number`` or
            ``move``), ``text``, ``board`` (a SHOW), and by kind ``taps`` (the cells), ``choices`` ([value, label]), or
            ``ways`` ([taps, value, label] for each move) with ``labels`` (of the taps that are not on the board).
        accepts: the values that are an answer; None for a number.
        asked: the question, where it is no move.
        find: the task, where a goal is to be reached by a move.
    """

    content: Data
    accepts: tuple[str, ...] | None
    game: Game[Any, Any]
    state: Any
    viewer: int | None
    language: str
    asked: Question | None = None
    find: Task | None = None
    marks: tuple[Mark, ...] = field(default=())

    def right(self, value: str) -> bool | None:
        """Whether an answer is right; None where there is no right or wrong."""
        if self.asked is not None:
            return judge(self.asked, value).right
        return None if self.find is None else grade(self.find, value).right

    @property
    def rule(self) -> str | None:
        """The rule that it is about."""
        if self.asked is not None:
            return next(iter(self.asked.rules), None)
        return None if self.find is None else rule_of(self.find)

    def solution(self) -> tuple[tuple[str, ...], str, dict[str, Any], int]:
        """The right answers, the same in words, what happens as a SHOW, and the step at which it is opened."""
        drawn = self.seen(self.outcome())
        if self.asked is not None:
            return self.asked.answers, answer_text(self.asked, self.language), drawn, drawn["cursor"]
        if self.find is None:
            return (), "", drawn, 0
        found = solve(self.find, self.language)
        return found.answers, found.text, drawn, 0

    def outcome(self) -> Seen:
        """What happens: a trace, or the position where nothing does."""
        asked = self.asked
        if asked is not None and asked.trace is not None:
            return asked.trace, self.marks, asked.at
        if asked is not None and asked.kind == CELL:
            return self.state, (*self.marks, Mark("to", asked.answers)), 0
        if self.find is not None:
            return joined(solve(self.find, self.language).traces, self.viewer) or self.state, (), 0
        return self.state, self.marks, 0

    def example(self, value: str) -> Seen:
        """The same for an answer that somebody gave: the move with its steps, or the cell that is crossed out."""
        if self.content["kind"] == MOVE:
            return self.game.trace(self.state, self.game.parse_move(self.state, value)), (), 0
        source, marks, at = self.outcome()
        if self.content["kind"] == CELL and not self.right(value):
            marks = (*self.marks, Mark("blocked", (value,)))
        return source, marks, at

    def before(self) -> Seen:
        """The same before the answer: the position, or the beginning of the trace."""
        asked = self.asked
        seen = asked is not None and asked.trace is not None and asked.at
        return (upto(asked.trace, asked.at) if seen else self.state), self.marks, 0

    def cell(self, value: str) -> str | None:
        """The cell of the board that an answer points at."""
        if self.content["kind"] == CELL:
            return value
        taps = next((taps for taps, known, _ in self.content.get("ways", ()) if known == value), ())
        cells = {cell.id for cell in self.game.scene(self.state, self.viewer).cells}
        return next((tap for tap in reversed(taps) if tap in cells), None)

    def seen(self, view: Seen) -> dict[str, Any]:
        """One of these as a SHOW."""
        source, marks, at = view
        if not isinstance(source, Trace):
            source = _session(self.game, source, self.viewer)
        return {**show(source, self.language, self.viewer, text=self.content["text"], marks=marks), "cursor": at}


def label(content: Data, value: str) -> str:
    """An answer to a question in words; ``content`` as in :class:`Prepared`."""
    named = [*content.get("choices", ()), *(way[1:] for way in content.get("ways", ()))]
    return next((str(words) for known, words in named if known == value), value)


def choices(content: Data) -> tuple[str, ...]:
    """The answers that are always counted, in the order in which they are offered."""
    return tuple(value for value, _ in content.get("choices", ()))


@lru_cache(maxsize=64)
def _prepare(text: str) -> Prepared:
    data = json.loads(text)
    try:
        make = _MAKERS[data["from"]]
        asked_language = data.get("language")
        return make(data, asked_language if asked_language in languages() else SOURCE_LANGUAGE)
    except GameError:
        raise
    except (KeyError, TypeError, ValueError) as error:
        raise GameError("this question cannot be asked: {reason}", reason=str(error)) from error


def prepare(data: Data) -> Prepared:
    """Make a question from its data; kept for a while, because it is asked, judged and revealed.

    Raises:
        GameError: it cannot be asked; says why.
    """
    return _prepare(compact(dict(data)))


def _from_lesson(data: Data, language: str) -> Prepared:
    folder, _, name = str(data["lesson"]).partition("/")
    found = task(get_lesson(get_game(folder), name), int(data["task"]), int(data.get("seed") or 0))
    activity = found.activity
    marks = tuple(Mark(role, tuple(cells)) for role, cells in activity.marks.items())
    if isinstance(activity, (Predict, Why, Drawn)):
        return _of_question(question(found, language), language, marks)
    if isinstance(activity, Find) and activity.moves == 1:
        text = task_words(found, language)
        made = replace(_of_moves(found.game, found.state, found.viewer, text, language, marks, found), find=found)
        if solve(found, language).answers[0] in (made.accepts or ()):  # some want a move that the rules refuse
            return made
    raise Refusal("not_for_a_class")


def _from_practice(data: Data, language: str) -> Prepared:
    game = get_game(data["game"])
    asked = practice.question(game, data["seed"], data.get("level") or 1, data.get("kind"), data.get("rule"), language)
    return _of_question(asked, language)


def _from_predict(data: Data, language: str) -> Prepared:
    game, state, viewer = _place(data)
    trace, at = None, 0
    if data.get("move") is not None:
        trace, at = game.trace(state, game.parse_move(state, data["move"])), int(data.get("at") or 0)
        game.refuse(trace)
        if not 0 <= at < len(trace.steps):
            raise Refusal("nothing_comes")
    among = tuple(data.get("among") or ())
    if trace is not None and data["predict"] == "next" and not among:
        acting = next((step.rule for step in trace.steps[at:] if step.kind is not CHECK), None)
        if acting is None:
            raise Refusal("nothing_comes")
        among = _among(game, acting, [step.rule for step in trace.steps if step.kind is not CHECK])
    asked = work_out(Ask(game, state, trace, at, among, language), data["predict"], str(data["text"]), viewer)
    return _of_question(asked, language)


def _from_why(data: Data, language: str) -> Prepared:
    game, state, viewer = _place(data)
    trace = game.trace(state, game.parse_move(state, data["move"]))
    refusal = game.observed_trace(trace, viewer).refusal
    if refusal is None:
        raise Refusal("is_allowed", move=data["move"])
    among = tuple(data.get("among") or ())
    if refusal.rule not in among:
        others = (game.trace(state, move).refusal for move in game.candidate_moves(state)[:200])
        among = _among(game, refusal.rule, [step.rule for step in others if step is not None])
    asked = Ask(game, state, trace, 0, among, language).rule_question(refusal.rule)
    text = data.get("text") or say("ask_why", language).format(move=data["move"])
    return _of_question(replace(asked, text=text, viewer=viewer), language)


def _from_move(data: Data, language: str) -> Prepared:
    game, state, viewer = _place(data)
    text = data.get("text") or say("ask_move", language)
    return _of_moves(game, state, viewer, text, language)


_MAKERS = {
    "lesson": _from_lesson, "practice": _from_practice, "predict": _from_predict, "why": _from_why, "move": _from_move,
}  # fmt: skip


def _place(data: Data) -> tuple[Game[Any, Any], Any, int | None]:
    game = get_game(data["game"])
    return game, game.parse_position(data["position"]), data.get("viewer")


def _among(game: Game[Any, Any], right: str, near: Sequence[str]) -> tuple[str, ...]:
    """The right rule among others: those that come near, then those of its group, in an order that tells nothing."""
    alike = [id for id, rule in game.rules.items() if rule.group == game.rules[right].group]
    others = [id for id in dict.fromkeys([*near, *alike, *game.rules]) if id != right and id in game.rules]
    found = [right, *others[: AMONG - 1]]
    random.Random(" ".join(sorted(found))).shuffle(found)
    return tuple(found)


def _of_question(asked: Question, language: str, marks: tuple[Mark, ...] = ()) -> Prepared:
    game, trace, viewer = asked.game, asked.trace, asked.viewer
    if asked.kind == MOVE:
        return replace(_of_moves(game, asked.shown, viewer, asked.text, language, marks, asked), asked=asked)
    seen = upto(trace, asked.at) if trace is not None and asked.at else _session(game, asked.state, viewer)
    board = show(seen, language, viewer, marks=marks)
    content: dict[str, Any] = {"kind": asked.kind, "text": asked.text, "board": {**board, "cursor": asked.at}}
    accepts: tuple[str, ...] | None = None
    if asked.kind == CELL:
        accepts = tuple(cell.id for cell in game.scene(asked.state).cells)
        content["taps"] = accepts
    elif asked.kind == CHOICE:
        accepts = tuple(option.value for option in asked.options)
        content["choices"] = [[option.value, option.label] for option in asked.options]
    return Prepared(content, accepts, game, asked.state, viewer, language, asked=asked, marks=marks)


def _of_moves(
    game: Game[Any, Any], state: Any, viewer: int | None, text: str, language: str,
    marks: tuple[Mark, ...] = (), goal: Task | Question | None = None,
) -> Prepared:  # fmt: skip
    mover = game.current_player(state)
    if mover == TERMINAL or (goal is None and mover in (CHANCE, FORCED)):  # a lesson may let one draw
        raise Refusal("nobody_moves")
    if game.views == "eyes" and viewer is not None and viewer != mover:
        raise Refusal("other_eyes")  # the moves that may be made would tell what the viewer may not know
    ways = legal_ways(game, state)
    if len(ways) > WAYS:
        raise Refusal("too_long")
    board = show(_session(game, state, viewer), language, viewer, marks=marks)
    scene = game.scene(state, viewer, language)
    places = {cell.id for cell in scene.cells} | {piece.tap for piece in scene.pieces}
    off = sorted({tap for way in ways for tap in way.taps} - places)
    named = [[list(way.taps), game.format_move(state, way.move), game.show_move(state, way.move)] for way in ways]
    content = {
        "kind": MOVE, "text": text, "board": board, "ways": named,
        "prompt": game.prompt(state, language), "labels": {tap: game.rulebook.button(tap, language) for tap in off},
    }  # fmt: skip
    return Prepared(content, tuple(value for _, value, _ in named), game, state, viewer, language, marks=marks)


def rule_of(task: Task) -> str:
    """The rule that a task which is answered by moves is about."""
    tests = task.activity.tests if isinstance(task.activity, Graded) else ()
    return (*tests, *task.lesson.teaches)[0]


def questions_of(
    game: Game[Any, Any], language: str = SOURCE_LANGUAGE
) -> Iterator[tuple[Lesson, list[tuple[int, str]]]]:  # fmt: skip
    """The lessons of a game that have something to ask a class: for each question its number and its words."""
    for lesson in lessons(game):
        found = []
        for number, entry in enumerate(entries(lesson)):
            activity = lesson.activities[entry]
            one_move = isinstance(activity, Find) and activity.moves == 1 and not wants_refusal(activity.find)
            if isinstance(activity, (Predict, Why)) or one_move:
                assert isinstance(activity, Graded)
                found.append((number, translate(activity.text.strip(), language)))
        if found:
            yield lesson, found


def _session(game: Game[Any, Any], state: Any, viewer: int | None) -> Session:
    return Session(game, state=state, viewer=viewer)
