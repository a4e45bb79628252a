"""The texts of every game: whole, unambiguous, and in order."""

from __future__ import annotations

import re

import pytest

from engine import GAMES
from engine.rulebook import load_yaml
from engine.words import SOURCE_LANGUAGE, languages

FIELD = re.compile(r"\{(\w+)(?::([^{}]*))?\}")


@pytest.mark.parametrize("id", GAMES)
def test_every_rule_has_its_words_and_its_source(id: str) -> None:
    for rule in GAMES[id].rules.values():
        assert re.fullmatch(r"[a-z]+\.[a-z0-9-]+", rule.id), rule.id
        assert rule.title == rule.title.strip()
        assert rule.title
        assert len(rule.title) <= 60, rule.title
        assert rule.text.endswith((".", ")", "!", "?")), rule.id
        assert rule.source, rule.id


@pytest.mark.parametrize("id", GAMES)
def test_every_group_has_a_rule(id: str) -> None:
    game = GAMES[id]
    assert {rule.group for rule in game.rules.values()} == set(game.rulebook.groups)


@pytest.mark.parametrize("id", GAMES)
def test_no_text_has_a_stray_brace_or_space(id: str) -> None:
    for _, text in GAMES[id].rulebook.messages():
        bare = FIELD.sub("", text)
        assert "{" not in bare, text
        assert "}" not in bare, text
        assert not re.search(r" {2,}| [.,;:!?](?:\s|$)", text.replace("\n", " ")), text


@pytest.mark.parametrize("id", GAMES)
def test_sentences_use_terms_that_there_are(id: str) -> None:
    """``{by:seat}`` needs the term ``seat``; ``{hits:time|times}`` needs none."""
    book = GAMES[id].rulebook
    for _, text in book.messages():
        for _, spec in FIELD.findall(text):
            assert not spec or "|" in spec or spec in book.terms, text


@pytest.mark.parametrize("id", GAMES)
def test_the_first_ruleset_is_that_of_the_game_as_printed(id: str) -> None:
    game = GAMES[id]
    names = list(game.rulesets)
    assert names
    assert next(iter(load_yaml(game.folder / "rules.yaml")["rulesets"])) == names[0]
    assert all(ruleset.name == name for name, ruleset in game.rulesets.items())


@pytest.mark.parametrize("id", GAMES)
def test_every_ruleset_has_a_name(id: str) -> None:
    game = GAMES[id]
    assert {f"ruleset.{name}" for name in game.rulesets} <= set(game.rulebook.words)


@pytest.mark.parametrize("id", GAMES)
def test_every_option_says_what_it_decides(id: str) -> None:
    for name, meta in GAMES[id].ruleset_class.option_fields().items():
        assert meta["doc"], name


@pytest.mark.parametrize("id", GAMES)
def test_the_rules_page_has_its_story_goal_and_questions(id: str) -> None:
    book = GAMES[id].rulebook
    assert book.story
    assert book.goal
    assert all(question["q"].endswith("?") for question in book.questions)


def test_english_comes_first() -> None:
    assert languages()[0] == SOURCE_LANGUAGE
