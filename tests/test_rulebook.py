"""``rules.yaml``: a fault in it is named by file and key, and its sentences are filled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from engine.core import CHECK, EFFECT, Step
from engine.errors import DataError
from engine.rulebook import Rulebook, load_yaml, parse_yaml
from engine.words import translate
from tests.toy import game

RULE = {"title": "Wall", "text": "It turns.\n", "source": "p. 3"}
BOOK: dict[str, Any] = {
    "groups": {"bull": "The bull"},
    "rules": {
        "bull.wall": {**RULE, "say": "{seat} hits {hits} {hits:wall|walls} at {cell}.", "refused": "no wall"},
        "bull.stop": {**RULE, "say": {"first": "first stop", "second": "second stop by {by:seat}"}},
        "bull.run": RULE,
    },
    "terms": {"seat": {0: "Ada", 1: "Ben"}},
    "buttons": {"bull": "Run"},
    "words": {"hello": "hello {name}"},
    "rulesets": {"printed": {}},
    "questions": [{"q": "Why?", "a": "So."}],
}


def book(**changes: Any) -> Rulebook:
    return Rulebook({**BOOK, **changes}, "rules.yaml")


def test_the_book_holds_rules_in_their_order() -> None:
    rules = book().rules
    assert list(rules) == ["bull.wall", "bull.stop", "bull.run"]
    assert rules["bull.wall"].group == "bull"
    assert rules["bull.wall"].text == "It turns."


def test_sentences_are_filled() -> None:
    filled = book()
    one = Step(EFFECT, "bull.wall", 0, {"seat": 0, "hits": 1, "cell": "d4"})
    two = Step(EFFECT, "bull.wall", 0, {"seat": [0, 1], "hits": 2, "cell": ("d4", "d5")})
    assert filled.sentence(one) == "Ada hits 1 wall at d4."
    assert filled.sentence(two) == "Ada, Ben hits 2 walls at d4, d5."
    assert filled.sentence(Step(CHECK, "bull.wall", 0, ok=False)) == "No wall"
    assert filled.fill("{cell} is taken", {"cell": "d4"}) == "d4 is taken"
    assert filled.fill("{cell}には", {"cell": "d4"}) == "d4には", "the name ends where Japanese goes on"
    assert filled.sentence(Step(EFFECT, "bull.stop", 0, {"case": "first"})) == "First stop"
    assert filled.sentence(Step(EFFECT, "bull.stop", 0, {"case": "second", "by": 1})) == "Second stop by Ben"


def test_a_step_without_a_sentence_says_the_title() -> None:
    assert book().sentence(Step(EFFECT, "bull.run", 0)) == "Wall"
    assert book().sentence(Step(EFFECT, "bull.stop", 0, {"case": "third"})) == "Wall"


def test_a_sentence_that_names_an_argument_that_is_not_there() -> None:
    with pytest.raises(KeyError, match="hits"):
        book().sentence(Step(EFFECT, "bull.wall", 0, {"seat": 0, "cell": "d4"}))


def test_labels() -> None:
    filled = book()
    assert filled.word("hello", name="Ada") == "Hello Ada"
    assert (filled.button("bull"), filled.button("d4")) == ("Run", "d4")
    assert (filled.term("seat", 1), filled.term("seat", 9), filled.term("cell", "a1")) == ("Ben", "9", "a1")


def test_an_unknown_language_stays_english() -> None:
    assert game.rulebook.title("turn.roll", "xx") == "Roll the die"
    assert translate("Roll the die", "xx") == "Roll the die"
    assert translate("", "xx") == ""


def test_translators_see_every_text() -> None:
    texts = [text for _, text in book().messages()]
    for text in (
        "The bull",
        "Wall",
        "It turns.",
        "p. 3",
        "first stop",
        "no wall",
        "Ada",
        "Run",
        "hello {name}",
        "Why?",
    ):
        assert text in texts


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"rule": {}}, "rules.yaml: rule: unknown key; expected buttons, data, goal"),
        ({"rules": []}, ""),
        ({"rules": ["x"]}, "rules.yaml: rules: expected a mapping, got ['x']"),
        ({"rules": {"bull.wall": "turns"}}, "rules.yaml: rules.bull.wall: expected title, text and source"),
        ({"rules": {"bull.wall": {**RULE, "says": "x"}}}, "rules.yaml: rules.bull.wall.says: unknown key"),
        (
            {"rules": {"bull.wall": {"title": "Wall", "source": "p"}}},
            "rules.yaml: rules.bull.wall.text: expected a text",
        ),
        ({"rules": {"bull.wall": {**RULE, "source": 3}}}, "rules.yaml: rules.bull.wall.source: expected a text"),
        ({"rules": {"cow.wall": RULE}}, "rules.yaml: rules.cow.wall: no group 'cow'; expected one of bull"),
        ({"rules": {7: RULE}}, "rules.yaml: rules.7: no group '7'; expected one of bull"),
        ({"rules": {"bull.wall": {**RULE, "say": 7}}}, "rules.yaml: rules.bull.wall.say: expected"),
        ({"rules": {"bull.wall": {**RULE, "say": {"a": 7}}}}, "rules.yaml: rules.bull.wall.say.a: expected a text"),
        ({"groups": {"bull": 7}}, "rules.yaml: groups.bull: expected a text"),
        ({"terms": ["x"]}, "rules.yaml: terms: expected a mapping"),
        ({"terms": {"seat": "x"}}, "rules.yaml: terms.seat: expected a mapping"),
        ({"terms": {"seat": {0: 1}}}, "rules.yaml: terms.seat.0: expected a text"),
        ({"buttons": {"bull": 1}}, "rules.yaml: buttons.bull: expected a text"),
        ({"words": {"hello": None}}, "rules.yaml: words.hello: expected a text"),
        ({"rulesets": {"printed": 3}}, "rules.yaml: rulesets.printed: expected a mapping"),
        ({"story": ["x"]}, "rules.yaml: story: expected a text"),
        ({"questions": {"q": "x"}}, "rules.yaml: questions: expected a list"),
        ({"questions": [{"q": "x"}]}, "rules.yaml: questions.0.a: expected a text"),
        ({"questions": [{"q": "x", "a": "y", "rules": ["bull.none"]}]}, "rules.yaml: questions.0.rules: no rule"),
    ],
)
def test_a_fault_is_named_by_file_and_key(changes: dict[str, Any], expected: str) -> None:
    if not expected:
        assert book(**changes).rules == {}
        return
    with pytest.raises(DataError) as caught:
        book(**changes)
    assert str(caught.value).startswith(expected)
    assert caught.value.file == "rules.yaml"
    assert caught.value.key


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: &x [1]\nb: *x\n", "rules.yaml: line 2: is not YAML: aliases (*) are not allowed"),
        ("a: 1\nb: 2\na: 3\n", "rules.yaml: line 3: is not YAML: the key 'a' comes twice"),
        ("a:\n  b: 1\n  b: 2\n", "rules.yaml: line 3: is not YAML: the key 'b' comes twice"),
        ("a: [1\n", "rules.yaml: line 2: is not YAML"),
        ("a: !!python/object:os.system x\n", "rules.yaml: line 1: is not YAML: tags (!) are not allowed"),
        ("!!timestamp x\n", "rules.yaml: line 1: is not YAML: tags (!) are not allowed"),
        ("- 1\n", "rules.yaml: expected lines of keys and values such as `key: value`, got [1]"),
        ("", "rules.yaml: expected lines of keys and values such as `key: value`, got nothing"),
        ("a: 2024-99-99\n", "rules.yaml: is not YAML"),
        ("a: \x07\n", "rules.yaml: is not YAML"),
        ("[" * 5000, "rules.yaml: line 1: is not YAML: it is nested more than 30 deep"),
        ("? [a, b]\n: 1\n", "rules.yaml: line 1: is not YAML"),
    ],
)
def test_yaml_that_cannot_be_meant_is_refused(text: str, expected: str) -> None:
    with pytest.raises(DataError) as caught:
        parse_yaml(text, "rules.yaml")
    assert str(caught.value).startswith(expected)
    assert "\n" not in str(caught.value)


def test_yes_and_no_are_words_and_true_is_true() -> None:
    data = parse_yaml("{a: yes, b: no, c: on, d: off, e: true, f: False, y: n}", "x")
    assert data == {"a": "yes", "b": "no", "c": "on", "d": "off", "e": True, "f": False, "y": "n"}
    assert yaml.safe_load("a: yes") == {"a": True}, "the loader of others stays as it was"


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"none\.yaml: cannot be read: No such file"):
        load_yaml(tmp_path / "none.yaml")
    path = tmp_path / "latin.yaml"
    path.write_bytes("text: Gänse".encode("latin-1"))
    with pytest.raises(DataError, match=r"latin\.yaml: is not UTF-8 text \(byte 7\)"):
        load_yaml(path)
