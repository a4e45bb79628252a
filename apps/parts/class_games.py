"""A class plays: the teacher puts pupils together and looks at their boards."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

import panel as pn

from engine import Game, get_game

from ..school.classes import GONE
from ..school.pairing import BEST, Pairing, groups
from .catalogue import catalogue
from .esm import module
from .pane import Pane, guarded
from .pane import sheet as style
from .seats import signs
from .texts import CLASS_GAMES, words

LOOK = 4000
"""Milliseconds after which the list of boards is read again."""


class ClassGamesPane(Pane):
    """The browser's side."""

    _esm = module("class_games", "renderClassGames")
    _stylesheets = [*Pane._stylesheets, style("class_games")]  # noqa: RUF012 (Panel's own convention)


class ClassGames(pn.viewable.Viewer):
    """Who plays whom in a class, and the list of their boards. The teacher's page calls ``refresh`` when told to.

    Args:
        secret: of the class; the server checks it with every verb.
        game: id of the one to begin with.
    """

    def __init__(self, pairing: Pairing, secret: str, language: str, game: str = "") -> None:
        super().__init__()
        self._pairing, self._secret, self._language, self._first = pairing, secret, language, game
        self._chance = random.SystemRandom()
        self._pane = ClassGamesPane(self._hear, self._say, content=self._content())
        if pn.state.curdoc is not None:
            self._clock = pn.state.add_periodic_callback(self.refresh, period=LOOK)

    def __panel__(self) -> Pane:
        return self._pane

    def refresh(self) -> None:
        """Show what is new."""
        content: list[dict[str, Any]] = []
        guarded(lambda: content.append(self._content()), self._say, self._language)
        if content and content[0] != self._pane.content:
            self._pane.content = content[0]

    def leave(self) -> None:
        """The pane is not shown any more."""
        if pn.state.curdoc is not None:
            self._clock.stop()

    def _content(self) -> dict[str, Any]:
        pairing, language = self._pairing, self._language
        games = [_choices(pairing, get_game(one.id), one.title, language) for one in catalogue(language) if one.ready]
        roster = pairing.classes.roster(self._secret)
        return {
            "games": games,
            "first": self._first or games[0]["id"],
            "roster": [[one.id, one.nick, one.where != GONE] for one in roster],
            "boards": [
                {
                    "table": board.table, "game": board.game, "nicks": list(board.nicks), "moves": board.moves,
                    "turn": board.turn, "over": board.over, "winner": board.winner,
                }
                for board in pairing.boards(self._secret)
            ],
            "signs": {game["id"]: signs(get_game(game["id"]), 5) for game in games},
            "words": words(CLASS_GAMES, language),
        }  # fmt: skip

    def _say(self, text: str) -> None:
        self._pane.send({"said": text})

    def _hear(self, message: dict[str, Any]) -> None:
        guarded(lambda: self._do(message), self._say, self._language)

    def _do(self, message: dict[str, Any]) -> None:
        pairing, secret = self._pairing, self._secret
        match message:
            case {"lots": {"game": str(id), "preset": str(preset)}}:
                here = [one.id for one in pairing.classes.roster(secret) if one.where != GONE]
                made = groups(here, pairing.sizes(id, preset), self._chance, BEST.get(id))
                self._pane.send({"groups": made})
            case {"pair": {"game": str(id), "preset": str(preset), "groups": list(wanted)}}:
                pairing.pair(secret, id, [[int(one) for one in group] for group in wanted], preset)
                self._pane.send({"paired": True})
                self.refresh()
            case {"watch": str(table), "all": bool(all)}:
                eyes = "&eyes=all" if all else ""
                self._pane.send({"open": f"./play?key={pairing.watch(secret, table)}{eyes}"})
            case {"stop": None | str() as table}:
                pairing.stop(secret, table)
                self.refresh()


@lru_cache(maxsize=64)
def _choices(pairing: Pairing, game: Game[Any, Any], title: str, language: str) -> dict[str, Any]:
    """A game, its presets, and how many can play each."""
    book = game.rulebook
    return {
        "id": game.id,
        "title": title,
        "hides": game.views == "eyes",
        "presets": [
            {
                "name": name,
                "label": book.word(f"ruleset.{name}", language) if f"ruleset.{name}" in book.words else name,
                "sizes": list(pairing.sizes(game, name)),
            }
            for name in game.rulesets
        ],
    }
