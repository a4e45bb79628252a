"""Every text that a person may read, and the catalogues of translations that are kept in step with them.

A language has the files ``interface.po``, for each game ``<game>.po`` (its rulebook) and ``<game>-lessons.po``, and
``errors.po`` (what can go wrong). A text stands once, in the first of these files that needs it, with the places where
it is used as a comment.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

import engine
from engine import schema
from engine.lessons import lessons
from engine.words import LOCALE

ROOT = Path(engine.__file__).parents[1]
_WORDS = {"translate": 0}
ERRORS = {
    "Phrase": 0, "GameError": 0, "NotationError": 0, "PositionError": 0, "StepLimitError": 0, "StoreError": 0,
    "DatabaseError": 0,
    "DataError": 2,
}  # fmt: skip
"""Functions with a text for people, and which of their arguments it is."""
BARE = re.compile(r"\s*(\{[^{}|]*\}\s*)*")
"""A text without a word of its own. The comma between the words of a list is no such text."""
_TEXT = re.compile(r"[A-Z_]+")
_FIELD = re.compile(r"\{(\w+(?:!\w)?(?::[^{}|]*)?)\}")
_HEADER = """msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
Messages = Iterator[tuple[str, str]]
"""Where a text is used, and the text."""


def sources() -> dict[str, Messages]:
    """Name of a catalogue -> its messages."""
    found = {"interface": _interface()}
    for game in engine.GAMES.values():
        found[game.id] = _game(game.id)
        found[f"{game.id}-lessons"] = (
            (f"{lesson.id.partition('/')[2]}: {key}", text)
            for lesson in lessons(game)
            for key, text in lesson.messages()
        )
    return {**found, "errors": _errors()}


def _interface() -> Messages:
    for path in sorted((ROOT / "apps" / "parts").glob("texts*.py")):
        for name, texts in vars(import_module(f"apps.parts.{path.stem}")).items():
            if _TEXT.fullmatch(name) and isinstance(texts, dict) and not _is_from_another(path, name):
                yield from ((f"{name}.{key}", text) for key, text in texts.items())
    yield from _calls(_WORDS)


def _is_from_another(path: Path, name: str) -> bool:
    return re.search(rf"^{name}\b", path.read_text(encoding="utf-8"), re.MULTILINE) is None


def _game(id: str) -> Messages:
    game = engine.get_game(id)
    yield "title", game.title
    yield from game.rulebook.messages()
    for name, meta in game.ruleset_class.option_fields().items():
        yield f"options.{name}", meta["doc"]
        yield from ((f"options.{name}", choice) for choice in meta["choices"] if isinstance(choice, str))


def _errors() -> Messages:
    yield from _calls(ERRORS)
    yield from (("engine/schema.py", text) for text in schema.EXPECTED.values())


def _calls(functions: Mapping[str, int]) -> Messages:
    """The texts that stand in calls of functions."""
    for path in (path for folder in ("engine", "apps") for path in sorted((ROOT / folder).rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=name), args=args) if len(args) > functions.get(name, 99):
                    text = args[functions[name]]
                    if isinstance(text, ast.Constant) and isinstance(text.value, str):
                        yield path.relative_to(ROOT).as_posix(), text.value


def updated(language: str) -> dict[Path, str]:
    """The files of a language as they should be: each text there is, with the translation that is known."""
    folder = LOCALE / language
    known: dict[str, str] = {}
    for path in files(language):
        with path.open("rb") as file:
            known |= {str(one.id): str(one.string) for one in read_po(file) if one.id and one.string}
    catalogues: dict[str, Catalog] = {}
    owner: dict[str, Catalog] = {}
    for name, messages in sources().items():
        own = catalogues.setdefault(name, Catalog())
        for place, text in messages:
            if not BARE.fullmatch(text):
                catalogue = owner.setdefault(text, own)
                catalogue.add(text, known.get(text, ""), auto_comments=[place])
                catalogue[text].flags.clear()
    return {folder / f"{name}.po": _written(one, language) for name, one in catalogues.items()}


def _written(catalogue: Catalog, language: str) -> str:
    file = BytesIO()
    write_po(file, catalogue, width=0, omit_header=True)
    return _HEADER.format(language=language) + file.getvalue().decode("utf-8").strip() + "\n"


def update(language: str) -> list[Path]:
    """Bring the files of a language in step with the texts; gives those that changed."""
    wanted = updated(language)
    changed = [path for path, text in wanted.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    for path in changed:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(wanted[path], encoding="utf-8")
    for path in set(files(language)) - set(wanted):
        path.unlink()
        changed.append(path)
    return changed


def files(language: str) -> list[Path]:
    """The files of a language."""
    return sorted((LOCALE / language).glob("*.po"))


def faults(path: Path) -> Iterator[str]:
    """What is wrong with the translations of a file."""
    with path.open("rb") as file:
        for one in read_po(file):
            text, told = str(one.id), str(one.string)
            if text and not told:
                yield f"not translated: {text!r}"
            elif text and fields(text) != fields(told):
                yield f"{told!r}: expected the fields {', '.join(sorted(fields(text))) or 'none'} of {text!r}"
            elif text and one.fuzzy:
                yield f"marked as fuzzy: {text!r}"


def fields(text: str) -> set[str]:
    """The fields of a text, ``{seat}`` or ``{by:seat}``; not ``{hits:time|times}``, which a language may not need."""
    return set(_FIELD.findall(text))
