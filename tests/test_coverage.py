"""Every rule is seen at work somewhere, and every rule that acts is in the rulebook."""

from __future__ import annotations

from typing import Any

import pytest

from engine import GAMES, Trace
from engine.examples import example, example_rules
from tests.golden import golden_traces, specs

TOLD = ("material", "setup", "variant")
"""Groups that say what there is and how games differ; no move makes them act."""


def traces(id: str) -> list[Trace[Any, Any]]:
    """The examples and golden playthroughs of a game."""
    game = GAMES[id]
    found = [example(game, rule) for rule in example_rules(game)]
    return found + [trace for spec in specs(id) for trace in golden_traces(spec)]


def cited(id: str) -> set[str]:
    """The rules to which they come."""
    return {step.rule for trace in traces(id) for step in trace.steps}


@pytest.mark.parametrize("id", GAMES)
def test_every_rule_is_cited(id: str) -> None:
    rules = GAMES[id].rules.values()
    assert {rule.id for rule in rules if rule.group not in TOLD} <= cited(id)


@pytest.mark.parametrize("id", GAMES)
def test_every_cited_rule_is_in_the_rulebook(id: str) -> None:
    assert cited(id) <= set(GAMES[id].rules)


@pytest.mark.parametrize("id", GAMES)
def test_every_sentence_is_told(id: str) -> None:
    """Of a rule that acts or refuses in several ways, every way is seen."""
    told = set()
    for trace in traces(id):
        for step in trace.steps:
            told |= {(step.rule, step.ok, ""), (step.rule, step.ok, str(step.args.get("case", "")))}
    assert set(GAMES[id].rulebook.sentence_cases()) <= told
