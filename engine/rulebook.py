"""The texts of a game: ``rules.yaml`` with its rules, sentences, terms and presets.

The file holds:

* ``groups``: prefix of rule ids -> title of the group in the rulebook;
* ``rules``: rule id -> ``title``, ``text``, ``source`` and the sentences of its steps: ``say``, and ``refused``
  where a check refuses. A sentence is one text, or a mapping from the step's argument ``case`` to texts;
* ``terms``: argument -> value -> word, for the sentences; ``buttons``: tap -> label; ``words``: other labels;
* ``rulesets``: name of a preset -> its options, the usual one first; ``data``: what the room needs besides;
* ``story``, ``goal``, ``tip`` and ``questions`` (``q``, ``a``, ``rules``).

In a sentence ``{cell}`` stands for an argument (through ``terms``, where they know it), ``{by:seat}`` takes the words
of ``seat`` for the argument ``by``, and ``{hits:time|times}`` chooses by number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from .errors import DataError, shown
from .words import listed, translate

if TYPE_CHECKING:
    from .core import Step


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a game.

    Args:
        id: for example ``bull.wall``.
        title: a few words.
        text: the rule in full.
        source: where it comes from.
    """

    id: str
    title: str
    text: str
    source: str

    @property
    def group(self) -> str:
        """The part of the id before the first dot."""
        return self.id.partition(".")[0]


MAX_DEPTH = 30
"""Nothing that a person writes is nested deeper."""
_FIELD = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
_SENTENCE = re.compile(r".*?([.!?][\")]?(?=\s|$)|。)", re.DOTALL)
_CELL = re.compile(r"[a-z]\d+\b", re.ASCII)
_RULE_KEYS = {"title", "text", "source", "say", "refused"}
_FILE_KEYS = {
    "groups", "rules", "terms", "buttons", "words", "rulesets", "data", "story", "goal", "tip", "questions",
}  # fmt: skip


class Rulebook:
    """The content of one ``rules.yaml``."""

    def __init__(self, data: Mapping[str, Any], file: object) -> None:
        self.file = file
        for key in data:
            if key not in _FILE_KEYS:
                raise DataError(file, str(key), "unknown key; expected {choices}", choices=sorted(_FILE_KEYS))
        self.groups = self._labels("groups", data.get("groups"))
        self.terms = {
            name: self._labels(f"terms.{name}", words)
            for name, words in self._mapping("terms", data.get("terms")).items()
        }
        self.buttons = self._labels("buttons", data.get("buttons"))
        self.words = self._labels("words", data.get("words"))
        self.rulesets: dict[str, dict[str, Any]] = {
            name: self._mapping(f"rulesets.{name}", options)
            for name, options in self._mapping("rulesets", data.get("rulesets")).items()
        }
        self.data = self._mapping("data", data.get("data"))
        self.story, self.goal, self.tip = (self._text(key, data.get(key, "")) for key in ("story", "goal", "tip"))
        self.rules: dict[str, Rule] = {}
        self._sentences: dict[tuple[str, bool], str | dict[str, str]] = {}
        for id, entry in self._mapping("rules", data.get("rules")).items():
            self._add_rule(id, entry)
        self.questions = self._questions(data.get("questions") or [])

    def _text(self, key: str, value: Any) -> str:
        if not isinstance(value, str):
            raise DataError(self.file, key, "expected a text, got {given}", given=shown(value))
        return value

    def _mapping(self, key: str, value: Any) -> dict[str, Any]:
        if not isinstance(value or {}, dict):
            raise DataError(self.file, key, "expected a mapping, got {given}", given=shown(value))
        return {str(name): one for name, one in (value or {}).items()}

    def _labels(self, key: str, value: Any) -> dict[str, str]:
        return {name: self._text(f"{key}.{name}", word) for name, word in self._mapping(key, value).items()}

    def _add_rule(self, id: str, entry: Any) -> None:
        key = f"rules.{id}"
        if not isinstance(entry, dict):
            raise DataError(self.file, key, "expected title, text and source")
        for name in entry:
            if name not in _RULE_KEYS:
                raise DataError(
                    self.file, f"{key}.{name}", "unknown key; expected {choices}", choices=sorted(_RULE_KEYS)
                )
        title, text, source = (self._text(f"{key}.{name}", entry.get(name)) for name in ("title", "text", "source"))
        rule = Rule(id, title, text.strip(), source)
        if rule.group not in self.groups:
            raise DataError(
                self.file,
                key,
                "no group {group!r}; expected one of {choices}",
                group=rule.group,
                choices=list(self.groups),
            )
        self.rules[id] = rule
        for name, ok in (("say", True), ("refused", False)):
            if isinstance(entry.get(name), dict):
                self._sentences[id, ok] = self._labels(f"{key}.{name}", entry[name])
            elif name in entry:
                self._sentences[id, ok] = self._text(f"{key}.{name}", entry[name])

    def _questions(self, value: Any) -> list[dict[str, Any]]:
        if not isinstance(value, list):
            raise DataError(self.file, "questions", "expected a list, got {given}", given=shown(value))
        for number, entry in enumerate(value):
            key = f"questions.{number}"
            question = self._mapping(key, entry)
            for name in ("q", "a"):
                self._text(f"{key}.{name}", question.get(name))
            unknown = [id for id in question.get("rules") or () if id not in self.rules]
            if unknown:
                raise DataError(self.file, f"{key}.rules", "no rule {unknown!r}", unknown=unknown[0])
        return value

    def speaks(self, id: str) -> bool:
        """True for a rule that steps cite: it has a sentence. Others say what there is, or how a game is set up."""
        return (id, True) in self._sentences or (id, False) in self._sentences

    def title(self, id: str, language: str = "en") -> str:
        """The title of a rule."""
        return translate(self.rules[id].title, language)

    def short(self, id: str, language: str = "en") -> str:
        """The first sentence of a rule's text."""
        text = translate(self.rules[id].text, language)
        found = _SENTENCE.match(text)
        return found[0] if found else text

    def word(self, key: str, language: str = "en", **args: Any) -> str:
        """A label from ``words``, filled with arguments."""
        return self.fill(translate(self.words[key], language), args, language)

    def button(self, tap: str, language: str = "en") -> str:
        """The label of a tap that is neither a cell nor a piece."""
        return translate(self.buttons.get(tap, tap), language)

    def term(self, name: str, value: object, language: str = "en") -> str:
        """The word for a value of an argument, or the value itself."""
        if hasattr(value, "told"):
            return str(value.told(language))
        if isinstance(value, (list, tuple)):
            return listed((self.term(name, one, language) for one in value), language)
        word = self.terms.get(name, {}).get(str(value))
        return str(value) if word is None else translate(word, language)

    def sentence(self, step: Step[Any], language: str = "en") -> str:
        """What a step says, in the reader's language."""
        template = self._sentences.get((step.rule, step.ok))
        if isinstance(template, dict):
            template = template.get(str(step.args.get("case", "")))
        if template is None:
            return self.title(step.rule, language)
        return self.fill(translate(template, language), step.args, language)

    def sentence_cases(self) -> tuple[tuple[str, bool, str], ...]:
        """Every way in which a step may be told: rule, whether it refuses nothing, and case ("" for the only one)."""
        return tuple(
            (id, ok, case)
            for (id, ok), sentence in self._sentences.items()
            for case in (sentence if isinstance(sentence, dict) else ("",))
        )

    def fill(self, template: str, args: Mapping[str, Any], language: str = "en") -> str:
        """Put arguments into a sentence.

        Raises:
            KeyError: the sentence names an argument that is not there.
        """

        def one(found: re.Match[str]) -> str:
            name, spec = found.groups()
            value = args[name]
            if spec and "|" in spec:
                single, _, many = spec.partition("|")
                return single if value == 1 else many
            return self.term(spec or name, value, language)

        text = _FIELD.sub(one, template)
        # The name of a cell stays as it stands on the board.
        return text if _CELL.match(text) else text[:1].upper() + text[1:]

    def messages(self) -> Iterator[tuple[str, str]]:
        """Every text that a translator has to see, with its key in the file."""
        yield from ((key, getattr(self, key)) for key in ("story", "goal", "tip") if getattr(self, key))
        yield from ((f"groups.{group}", title) for group, title in self.groups.items())
        for id, rule in self.rules.items():
            yield from ((f"rules.{id}.{name}", getattr(rule, name)) for name in ("title", "text", "source"))
            for name, ok in (("say", True), ("refused", False)):
                sentence = self._sentences.get((id, ok), {})
                cases = {"": sentence} if isinstance(sentence, str) else sentence
                yield from ((f"rules.{id}.{name}.{case}".strip("."), text) for case, text in cases.items())
        labels = {"buttons": self.buttons, "words": self.words, **{f"terms.{n}": w for n, w in self.terms.items()}}
        for name, words in labels.items():
            yield from ((f"{name}.{key}", word) for key, word in words.items() if word)
        for number, question in enumerate(self.questions):
            yield from ((f"questions.{number}.{name}", question[name]) for name in ("q", "a"))


@dataclass(frozen=True, slots=True)
class Said:
    """What a step says, among the values of a message."""

    book: Rulebook
    step: Step[Any]

    def told(self, language: str) -> str:
        """The sentence in a language."""
        return self.book.sentence(self.step, language)


@lru_cache
def load_rulebook(path: Path) -> Rulebook:
    """Read a file, once.

    Raises:
        DataError: it cannot be read or does not fit.
    """
    return Rulebook(load_yaml(path), path)


def load_yaml(path: Path) -> dict[str, Any]:
    """Read a YAML file that holds a mapping.

    Raises:
        DataError: not there, not UTF-8, not YAML, or not a mapping.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise DataError(path, "", "cannot be read: {reason}", reason=error.strerror) from error
    except UnicodeDecodeError as error:
        raise DataError(path, "", "is not UTF-8 text (byte {number})", number=error.start) from error
    return parse_yaml(text, path)


def parse_yaml(text: str, file: object) -> dict[str, Any]:
    """Read YAML text that holds a mapping.

    Raises:
        DataError: not YAML, or not a mapping; says the line.
    """
    try:
        data = yaml.load(text, _loader())
    except yaml.MarkedYAMLError as error:
        line = f"line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise DataError(file, line, "is not YAML: {problem}", problem=error.problem) from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise DataError(file, "", "is not YAML: {value}", value=str(error).partition(chr(10))[0]) from error
    if not isinstance(data, dict):
        raise DataError(
            file, "", "expected lines of keys and values such as `key: value`, got {given}", given=shown(data)
        )
    return data


def key_lines(text: str) -> dict[tuple[str | int, ...], int]:
    r"""The line, from 1, of every key and list entry of YAML text that :func:`parse_yaml` reads.

    >>> key_lines("title: Bull\nsteps:\n- go\n- stop")[("steps", 1)]
    4
    """
    lines: dict[tuple[str | int, ...], int] = {}

    def visit(node: yaml.Node | None, path: tuple[str | int, ...]) -> None:
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                lines[(*path, str(key.value))] = key.start_mark.line + 1
                visit(value, (*path, str(key.value)))
        elif isinstance(node, yaml.SequenceNode):
            for number, value in enumerate(node.value):
                lines[(*path, number)] = value.start_mark.line + 1
                visit(value, (*path, number))

    visit(yaml.compose(text, _loader()), ())
    return lines


@lru_cache
def _loader() -> type[yaml.SafeLoader]:
    """A safe loader that says when a key comes twice, refuses aliases and tags, and reads ``no`` and ``on`` as words.

    YAML 1.1 takes yes, no, on and off for truth values. Aliases let a small text grow without bound, deep nesting takes
    long, and a tag is a request to make something else of a value.
    """

    class Loader(yaml.SafeLoader):
        depth = 0

        def compose_node(self, parent: Any, index: Any) -> Any:
            event: Any = self.peek_event()  # type: ignore[no-untyped-call]
            problem = ""
            if isinstance(event, yaml.AliasEvent):
                problem = "aliases (*) are not allowed"
            elif getattr(event, "tag", None) is not None:
                problem = "tags (!) are not allowed"
            elif self.depth >= MAX_DEPTH:
                problem = f"it is nested more than {MAX_DEPTH} deep"
            if problem:
                raise yaml.constructor.ConstructorError(None, None, problem, event.start_mark)
            self.depth += 1
            node = super().compose_node(parent, index)
            self.depth -= 1
            return node

        def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
            seen = set()
            for key_node, _ in node.value:
                key = getattr(key_node, "value", None)
                if isinstance(key, str):
                    if key in seen:
                        raise yaml.constructor.ConstructorError(
                            None, None, f"the key {key!r} comes twice", key_node.start_mark
                        )
                    seen.add(key)
            return super().construct_mapping(node, deep)

    resolvers = {
        first: [(tag, pattern) for tag, pattern in pairs if tag != "tag:yaml.org,2002:bool"]
        for first, pairs in Loader.yaml_implicit_resolvers.items()
    }
    Loader.yaml_implicit_resolvers = resolvers
    Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|True|false|False)$"), list("tTfF"))
    return Loader
