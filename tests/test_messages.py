"""The catalogues of translations: in step with the texts, whole, and of one mind."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from apps.parts import messages
from engine import GAMES
from engine.words import SOURCE_LANGUAGE, best_language, catalogue, language_name, languages, listed, translate

ROOT = Path(__file__).parents[1]
TRANSLATED = languages()[1:]
FILES = [path for language in TRANSLATED for path in messages.files(language)]


def name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def entries(path: Path) -> Iterator[tuple[str, str]]:
    with path.open("rb") as file:
        yield from ((str(one.id), str(one.string)) for one in read_po(file) if one.id)


def test_there_is_japanese() -> None:
    assert TRANSLATED == ("ja",)
    assert [language_name(one) for one in languages()] == ["English", "日本語"]


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_files_are_in_step_with_the_texts(language: str) -> None:
    """If this fails, run ``matadojo messages`` and translate what it left empty."""
    files = messages.updated(language)
    assert set(files) == set(messages.files(language))
    for path, text in files.items():
        assert path.read_text(encoding="utf-8") == text, name(path)


@pytest.mark.parametrize("path", FILES, ids=name)
def test_every_text_is_translated_with_its_fields(path: Path) -> None:
    assert not list(messages.faults(path))


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_text_stands_once(language: str) -> None:
    texts = [text for path in messages.files(language) for text, _ in entries(path)]
    assert len(texts) == len(set(texts))


def glossary(id: str) -> list[tuple[str, str]]:
    """The words of a game in English and Japanese, the longest first."""
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    part = text.partition(f"\n## {GAMES[id].title}\n")[2].partition("\n## ")[0]
    found = []
    for row in re.findall(r"^\| (.+?) \| (.+?) \|", part, re.MULTILINE)[2:]:
        english, japanese = row[0].split(", "), row[1].split("、")
        if len(english) == len(japanese):
            found += [pair for pair in zip(english, japanese, strict=True) if re.match(r"[A-Z][a-z]", pair[0])]
    return sorted(found, key=lambda pair: -len(pair[0]))


@pytest.mark.parametrize("id", GAMES)
def test_the_rulebook_keeps_to_the_glossary(id: str) -> None:
    words = glossary(id)
    assert words
    wrong = []
    for text, told in entries(messages.LOCALE / "ja" / f"{id}.po"):
        rest = text
        for english, japanese in words if told else ():
            pattern = rf"\b{re.escape(english)}(?:s?\b|(?<=!))"
            if re.search(pattern, rest):
                rest = re.sub(pattern, "", rest)
                if japanese not in told:
                    wrong.append(f"{english} = {japanese}: {told} ({text})")
    assert not wrong


@pytest.mark.parametrize("folder", ["engine", "apps/parts"])
def test_errors_hold_a_text_and_its_values(folder: str) -> None:
    """``GameError(f"no {cell}")`` cannot be translated, ``GameError("no {cell}", cell=cell)`` can."""
    wrong = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=name), args=args) if len(args) > messages.ERRORS.get(name, 99):
                    if isinstance(args[messages.ERRORS[name]], ast.JoinedStr) and path.name != "serving.py":
                        wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert not wrong


def test_faults_are_found(tmp_path: Path) -> None:
    path = tmp_path / "lion.po"
    path.write_text(
        'msgid "a {seat}"\nmsgstr "b {seet}"\n\nmsgid "c"\nmsgstr ""\n\n#, fuzzy\nmsgid "d"\nmsgstr "e"\n\n'
        'msgid "{n} {n:time|times} {by:seat}"\nmsgstr "{by:seat} {n}"\n',
        encoding="utf-8",
    )
    found = list(messages.faults(path))
    assert len(found) == 3
    assert "seet" in found[0]
    assert found[1] == "not translated: 'c'"
    assert "fuzzy" in found[2]


def test_an_update_keeps_what_is_translated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "LOCALE", tmp_path)
    texts = {"interface": [("A", "one"), ("B", "two")], "lion": [("C", "two"), ("D", "three")]}
    monkeypatch.setattr(messages, "sources", lambda: {key: iter(value) for key, value in texts.items()})
    assert len(messages.update("xx")) == 2
    path = tmp_path / "xx" / "lion.po"
    assert list(entries(path)) == [("three", "")]
    path.write_text(path.read_text(encoding="utf-8").replace('"three"\nmsgstr ""', '"three"\nmsgstr "drei"'), "utf-8")
    assert messages.update("xx") == []
    texts["interface"].append(("E", "three"))
    del texts["lion"]
    assert messages.update("xx") == [tmp_path / "xx" / "interface.po", path]
    assert dict(entries(tmp_path / "xx" / "interface.po")) == {"one": "", "two": "", "three": "drei"}


def test_a_language_that_is_not_there_is_english() -> None:
    assert catalogue("xx") == {}
    assert catalogue("../ja") == {}
    assert translate("Step", "xx") == "Step"
    assert listed(["a1", "b2"], SOURCE_LANGUAGE) == "a1, b2"


@pytest.mark.parametrize(
    ("wishes", "language"),
    [([], "en"), (["ja"], "ja"), (["JA-jp", "en"], "ja"), (["xx", "en-GB", "ja"], "en"), (["de", "ja"], "ja")],
)
def test_the_first_wish_that_can_be_fulfilled_counts(wishes: list[str], language: str) -> None:
    assert best_language(wishes) == language
