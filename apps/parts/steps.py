"""The steps of the trace in words, and the rule that acts now. Both move with the board's cursor, in the browser."""

from __future__ import annotations

from typing import Any

import param

from engine.core import Trace
from engine.words import translate

from .esm import module
from .frames import compact, steps
from .part import Part, View
from .texts import RULE, STEPS, words


class StepListView(View):
    """The browser's side of the list."""

    steps = param.String(doc="JSON: sentence, rule, kind and ok of each step.")

    _esm = module("steps", "renderSteps")


class StepList(Part):
    """The steps in words, the current one marked; a click goes there."""

    view_class = StepListView
    texts = STEPS

    def _drawn(self, trace: Trace[Any, Any] | None, viewer: int | None, language: str) -> dict[str, Any]:
        told = steps(trace, viewer, language) if trace is not None else []
        return {"steps": compact(told), "words": compact(words(self.texts, language))}


class RuleCardView(View):
    """The browser's side of the card."""

    rules = param.String(doc="JSON: the rules that act in this trace, and the rule of each step.")

    _esm = module("rule", "renderRule")


class RuleCard(Part):
    """The rule that acts now, in full, with its source."""

    view_class = RuleCardView
    texts = RULE

    def _drawn(self, trace: Trace[Any, Any] | None, viewer: int | None, language: str) -> dict[str, Any]:
        return {
            "rules": compact(rules(trace, viewer, language)),
            "words": compact(words(self.texts, language)),
        }


def rules(trace: Trace[Any, Any] | None, viewer: int | None, language: str) -> dict[str, Any]:
    """The rules that act in a trace: ``cards`` (id -> title, text, source, group), and ``acting``: each step's."""
    if trace is None:
        return {"cards": {}, "acting": []}
    book = trace.game.rulebook
    acting = [step.rule for step in trace.game.observed_trace(trace, viewer).steps]
    cards = {
        id: {
            "title": book.title(id, language),
            "text": translate(book.rules[id].text, language),
            "source": translate(book.rules[id].source, language),
            "group": translate(book.groups[book.rules[id].group], language),
        }
        for id in dict.fromkeys(acting)
    }
    return {"cards": cards, "acting": acting}
