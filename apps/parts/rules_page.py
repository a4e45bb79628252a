"""The rulebook: every rule with its source, an example to step through, questions, and a search by words."""

from __future__ import annotations

from typing import Any

import panel as pn
import param
from panel.custom import Child

from engine import Game, get_game
from engine.examples import example, example_rules
from engine.session import Session
from engine.words import SOURCE_LANGUAGE, translate

from .board import Board
from .esm import module
from .pane import Pane, sheet
from .steps import StepList
from .texts import RULES, words


class RulesPane(Pane):
    """The browser's side; ``example`` is the one that is open."""

    example = Child(default=None)

    _esm = module("rules_page", "renderRules")
    _stylesheets = [*Pane._stylesheets, sheet("rules_page")]  # noqa: RUF012 (Panel's own convention)


class RulesPage(pn.viewable.Viewer):
    """The rulebook of a game.

    An example's board is made when somebody asks for it, and the one before goes: a page holds one at most.
    """

    game: Game[Any, Any] = param.Parameter(constant=True)  # type: ignore[assignment]
    language = param.String(default=SOURCE_LANGUAGE, constant=True)

    def __init__(self, game: Game[Any, Any] | str, language: str = SOURCE_LANGUAGE) -> None:
        super().__init__(game=get_game(game) if isinstance(game, str) else game, language=language)
        self._pane = RulesPane(self._hear, self._say, lambda: language, content=rulebook_content(self.game, language))

    def __panel__(self) -> Pane:
        return self._pane

    def _say(self, sentence: str) -> None:
        self._pane.send({"error": sentence})

    def _hear(self, message: dict[str, Any]) -> None:
        match message:
            case {"example": str(id)}:
                self._pane.example = example_view(self.game, id, self.language)
            case {"example": None}:
                self._pane.example = None


def example_view(game: Game[Any, Any], id: str, language: str = SOURCE_LANGUAGE) -> pn.viewable.Viewable:
    """A board and a list of steps that show one rule at work."""
    trace = example(game, id)
    session = Session(game, state=trace.before, language=language)
    return pn.Column(
        Board(session, trace=trace, facts=False),
        StepList(session, trace=trace),
        css_classes=["example"], sizing_mode="stretch_width", stylesheets=[sheet("theme", "example")],
    )  # fmt: skip


def rulebook_content(game: Game[Any, Any], language: str = SOURCE_LANGUAGE) -> dict[str, Any]:
    """All texts of a rulebook, as the script draws them."""
    book, shown = game.rulebook, set(example_rules(game))
    say = words(RULES, language)

    def told(text: str) -> str:
        return translate(text, language)

    groups = [
        {
            "id": group,
            "title": told(title),
            "rules": [
                {
                    "id": rule.id,
                    "title": told(rule.title),
                    "text": told(rule.text),
                    "source": told(rule.source),
                    "example": rule.id in shown,
                }
                for rule in book.rules.values()
                if rule.group == group
            ],
        }
        for group, title in book.groups.items()
    ]
    return {
        "title": told(game.title),
        "story": told(book.story),
        "goal": told(book.goal),
        "tip": told(book.tip),
        "groups": [group for group in groups if group["rules"]],
        "questions": [
            {
                "q": told(question["q"]),
                "a": told(question["a"]),
                "rules": [[id, book.title(id, language)] for id in question.get("rules", [])],
            }
            for question in book.questions
        ],
        "words": say,
    }
