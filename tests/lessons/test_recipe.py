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


@pytest.mark.parametrize("word", [*KINDS, *GOALS, *QUESTIONS])
def test_it_tells_of_every_word(word: str) -> None:
    assert re.search(rf"`\{{?{word}\b", TEXT), word


@pytest.mark.parametrize("id", [id for id in GAMES if (GAMES[id].folder / "goals.py").exists()])
def test_it_tells_of_every_word_of_a_game(id: str) -> None:
    game = GAMES[id]
    rest = TEXT.partition(f"* {game.title}: ")[2]
    told = re.split(r"\n\s*(?:\*|\d\.|#)", rest)[0]
    assert told, "no entry of its own"
    words = {*goals(game), *questions(game), *practice.kinds(game)} - {*GOALS, *QUESTIONS}
    assert [word for word in sorted(words) if not re.search(rf"`\{{?{word}\b", told)] == []
