"""The compact form in which the pictures of a trace go to the browser.

All frames go at once: frame 0 is the state before the move, frame k the state after step k. What does not change from
frame to frame is sent once: a frame is a list of numbers into the table of things.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from engine.core import Mark, Trace
from engine.drawing import Drawing, Frame, Item, Target, drawing
from engine.scene import Scene
from engine.session import Session
from engine.words import SOURCE_LANGUAGE

Source = Session | Trace[Any, Any]


class Table:
    """Values, each kept once and known by its number."""

    def __init__(self) -> None:
        self.numbers: dict[Any, int] = {}

    def add(self, value: Any) -> int:
        """The number of a value, new or known."""
        return self.numbers.setdefault(value, len(self.numbers))

    def values(self) -> list[Any]:
        """The values in the order of their numbers."""
        return list(self.numbers)


def frames(
    source: Source, viewer: int | None = None, language: str = SOURCE_LANGUAGE, marks: Iterable[Mark] = ()
) -> dict[str, Any]:  # fmt: skip
    """Everything the browser needs to step through a trace, and nothing that the viewer may not know.

    Args:
        source: a trace, or a session: its last trace, or its start where no move is played.
        viewer: the seat that looks; None sees all.
        language: of the words.
        marks: shown on every picture, besides those of the steps.

    Returns:
        ``art``, ``ground`` and ``box`` of the drawing, and under ``trace`` the tables ``sprites``, ``classes``,
        ``things`` ([key, sprite, x, y, turn, scale, class]), ``targets`` ([tap, x, y, w, h, label, filled]),
        ``facts`` and a list of ``frames``, each with ``things``, ``targets``, ``title``, ``facts`` and the step's
        ``says``, ``rule``, ``kind`` and ``ok``.
    """
    trace = source.trace if isinstance(source, Session) else source
    if trace is None:
        game = source.game
        pictures = [game.scene(source.start, viewer, language)]
        words: list[dict[str, Any]] = [_BEFORE]
    else:
        game = trace.game
        pictures = scenes(trace, viewer, language)
        words = [_BEFORE, *steps(trace, viewer, language)]
    marks = tuple(marks)
    drawn = drawing([one.marked(marks) for one in pictures] if marks else pictures, game.folder)
    return {"art": drawn.art, "ground": drawn.ground, "box": drawn.box, "trace": _wire(drawn, words)}


def scenes(trace: Trace[Any, Any], viewer: int | None, language: str = SOURCE_LANGUAGE) -> list[Scene]:
    """The pictures of a trace as a viewer may see it: before, and after each step with its marks."""
    game = trace.game
    seen = game.observed_trace(trace, viewer)
    first = game.scene(seen.before, viewer, language)
    return [first, *(game.scene(step.state, viewer, language).marked(step.marks) for step in seen.steps)]


def steps(trace: Trace[Any, Any], viewer: int | None, language: str = SOURCE_LANGUAGE) -> list[dict[str, Any]]:
    """The steps in words: sentence, rule id, kind, and whether the check allowed the move."""
    game = trace.game
    return [
        {
            "says": game.rulebook.sentence(step, language),
            "rule": step.rule,
            "kind": str(step.kind).lower(),
            "ok": step.ok,
        }
        for step in game.observed_trace(trace, viewer).steps
    ]


def compact(value: Any) -> str:
    """JSON without spaces, in which characters stand for themselves."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


_BEFORE: dict[str, Any] = {"says": "", "rule": "", "kind": "", "ok": True}


def _wire(drawn: Drawing, words: Iterable[dict[str, Any]]) -> dict[str, Any]:
    sprites, classes, things, targets, facts = Table(), Table(), Table(), Table(), Table()

    def thing(item: Item) -> int:
        place = (_round(item.x), _round(item.y), _round(item.turn), _round(item.scale, 3))
        return things.add((item.key, sprites.add(item.markup), *place, classes.add(item.classes)))

    def target(one: Target) -> int:
        place = (_round(one.x), _round(one.y), _round(one.w), _round(one.h))
        return targets.add((one.tap, *place, one.label, one.filled))

    def picture(frame: Frame) -> dict[str, Any]:
        return {
            "things": [thing(item) for item in frame.items],
            "targets": [target(one) for one in frame.targets],
            "title": frame.title,
            "facts": facts.add(frame.facts),
        }

    pictures = [{**picture(frame), **said} for frame, said in zip(drawn.frames, words, strict=True)]
    return {
        "sprites": sprites.values(),
        "classes": classes.values(),
        "things": things.values(),
        "targets": targets.values(),
        "facts": facts.values(),
        "frames": pictures,
    }


def _round(value: float, digits: int = 1) -> float:
    rounded = round(value, digits)
    return int(rounded) if rounded == int(rounded) else rounded
