"""Whatever the engine says to a person comes through the catalogues: traces, boards, prompts, practice, lessons."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import CHANCE, GAMES, PUBLIC, TERMINAL, practice, progress, sample
from engine.examples import example, example_rules
from engine.grading import grade, solve
from engine.lesson_format import Show
from engine.lessons import lessons
from engine.questions import MOVE, Question, answer_text
from engine.scene import Scene
from engine.tasks import question, remarks, task, task_count, words

from . import pseudo

LANGUAGE = pseudo.LANGUAGE


@pytest.fixture(scope="module", autouse=True)
def language(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        pseudo.speak(tmp_path_factory.mktemp("locale"), patch)
        yield
    pseudo.forget()


def untranslated(texts: Iterator[str]) -> set[str]:
    """Texts with words that are not translated."""
    return {text for text in texts if pseudo.untranslated(text)}


def labels(asked: Question) -> Iterator[str]:
    """The words of the choices; a move is written alike in every language."""
    yield from (option.note if asked.kind == MOVE else option.label for option in asked.options)


def seen(scene: Scene) -> Iterator[str]:
    yield scene.title
    yield from (piece.label for piece in scene.pieces)
    yield from (badge.text for piece in scene.pieces for badge in piece.badges)
    yield from (tray.title for tray in scene.trays)
    yield from (part for fact in scene.facts for part in fact)


@pytest.mark.parametrize("id", GAMES)
def test_every_example_speaks_the_language(id: str) -> None:
    game = GAMES[id]

    def told() -> Iterator[str]:
        for rule in example_rules(game):
            trace = example(game, rule)
            for row in trace.table(LANGUAGE):
                yield from (row["title"], row["says"])
            for step in trace.steps[-2:]:
                yield from seen(game.scene(step.state, None, LANGUAGE))

    assert not untranslated(told())


@pytest.mark.parametrize("id", GAMES)
def test_every_point_of_a_game_speaks_the_language(id: str) -> None:
    game, rng = GAMES[id], random.Random(8)

    def told() -> Iterator[str]:
        for ruleset in game.rulesets.values():
            state: Any = game.initial_state(ruleset)
            for _ in range(60):
                yield game.prompt(state, LANGUAGE)
                player = game.current_player(state)
                for viewer in (None, PUBLIC) if game.views == "eyes" else (None,):
                    yield from seen(game.scene(state, viewer, LANGUAGE))
                if player == TERMINAL:
                    break
                moves = game.legal_moves(state)
                cells = {cell.id for cell in game.scene(state).cells}
                taps = {tap for move in moves[:50] for tap in game.taps(state, move)} - cells
                yield from (game.rulebook.button(tap, LANGUAGE) for tap in taps if tap in game.rulebook.buttons)
                state = game.apply(state, sample(game, state, rng) if player == CHANCE else rng.choice(moves))

    assert not untranslated(told())


@pytest.mark.parametrize("id", GAMES)
def test_practice_speaks_the_language(id: str) -> None:
    game = GAMES[id]

    def told() -> Iterator[str]:
        for kind in practice.kinds(game):
            for level in range(1, practice.levels(game) + 1):
                for seed in range(2):
                    asked = practice.question(game, seed, level, kind, language=LANGUAGE)
                    yield asked.text
                    yield from labels(asked)

    assert not untranslated(told())


@pytest.mark.parametrize("id", GAMES)
def test_lessons_speak_the_language(id: str) -> None:
    def told() -> Iterator[str]:
        for lesson in lessons(GAMES[id]):
            for number in range(task_count(lesson)):
                one = task(lesson, number)
                yield words(one, LANGUAGE)
                if isinstance(one.activity, Show):
                    yield from remarks(one, LANGUAGE).values()
                elif one.graded:
                    found = solve(one, LANGUAGE)
                    if not one.by_moves:
                        asked = question(one, LANGUAGE)
                        yield from labels(asked)
                        yield "" if asked.kind == MOVE else answer_text(asked, LANGUAGE)
                    made: list[str] = []
                    for answer in found.answers:
                        yield grade(one, answer, made, LANGUAGE).message
                        made.append(answer)
                    if one.kind != "play":
                        yield grade(one, "nonsense", (), LANGUAGE).message
                    yield progress.hint(lesson, progress.Progress(lesson.id, number), LANGUAGE)[1]

    assert not untranslated(told())


def test_words_outside_of_brackets_are_found(tmp_path: Path) -> None:
    assert pseudo.untranslated("⟦a ⟦Lion⟧ goes⟧ to d4") == "to"
    assert pseudo.untranslated("⟦a ⟦Lion⟧ goes to⟧: d4, 3 x") == ""
