"""Each example of the rulebook page comes to the rule it stands for."""

from __future__ import annotations

import pytest

from engine import GAMES
from engine.examples import example, example_rules

CASES = [(game, rule) for game in GAMES for rule in example_rules(GAMES[game])]


@pytest.mark.parametrize(("game", "rule"), CASES)
def test_example_cites_its_rule(game: str, rule: str) -> None:
    assert rule in GAMES[game].rules
    trace = example(GAMES[game], rule)
    assert rule in {step.rule for step in trace.steps}
