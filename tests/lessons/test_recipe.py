"""What ``docs/add-a-lesson.md`` says is so."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

from engine import GAMES, practice
from engine.goals import GOALS, goals
from engine.lesson_check import check_text, coverage
from engine.lesson_format import KINDS
from engine.lessons import read
from engine.questions import QUESTIONS, questions
from tests.lessons import GAME

TEXT = (Path(__file__).parents[2] / "docs" / "add-a-lesson.md").read_text(encoding="utf-8")
EXAMPLE = textwrap.dedent(TEXT.partition("```yaml\n")[2].partition("   ```\n")[0])


def test_its_lesson_holds() -> None:
    assert [str(fault) for fault in check_text(EXAMPLE, "example.yaml", GAME)] == []
    rows = coverage(GAME, [read(EXAMPLE, "example.yaml", GAME)])
    assert [row.rule for row in rows if row.tested] == ["turn.place", "fighter.down", "mantle.right"]


OF_ROOMS = [
    word
    for game in GAMES.values()
    if (game.folder / "practice.py").exists()
    for word in (*goals(game), *questions(game), *practice.kinds(game))
]


@pytest.mark.parametrize("word", dict.fromkeys([*KINDS, *GOALS, *QUESTIONS, *OF_ROOMS]))
def test_it_tells_of_every_word(word: str) -> None:
    assert re.search(rf"`\{{?{word}\b", TEXT), word
