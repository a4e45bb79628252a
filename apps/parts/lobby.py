"""Play with a friend: open a table, or take a seat at one."""

from __future__ import annotations

import random
from typing import Any

import panel as pn

from engine import GAMES, Game, get_game
from engine.words import translate

from ..school.game_keys import DOOR, TableRefusal
from ..school.game_sight import Sight
from ..school.games import Games
from ..school.limits import NICK, Patience
from .catalogue import catalogue
from .esm import module
from .forms import BY_LOT, new_game_form, state_from_form
from .pane import Pane, guarded
from .pane import sheet as style
from .seats import seat_name, signs
from .texts import LOBBY, MENU, words

chance = random.SystemRandom()
_OPENING = Patience(60, 1)
"""How many tables are opened in this process."""


class LobbyPane(Pane):
    """The browser's side."""

    _esm = module("lobby", "renderLobby")
    _stylesheets = [*Pane._stylesheets, style("lobby")]  # noqa: RUF012 (Panel's own convention)


class Lobby(pn.viewable.Viewer):
    """Before one sits at a table.

    Args:
        key: of a link by which one came.
        sight: the table that it leads to; None: open a new one.
        said: what went wrong.
        game: id of the game to begin with.
    """

    def __init__(
        self, games: Games | None, language: str, *, key: str = "", sight: Sight | None = None, said: str = "",
        game: str = "",
    ) -> None:  # fmt: skip
        super().__init__()
        self._games, self._language, self._key, self._sight = games, language, key, sight
        content = {
            "words": {**words(MENU, language), **words(LOBBY, language)},
            "longest": NICK,
            "said": said,
            "join": None if sight is None else self._join_content(sight),
            "games": [],
        }
        if sight is None:
            known = [entry.id for entry in catalogue() if entry.ready]
            chosen = game if game in known else known[0]
            content["games"] = [[id, translate(GAMES[id].title, language)] for id in known]
            content["form"] = self._form(GAMES[chosen])
        self._pane = LobbyPane(self._hear, self._say, content=content)

    def __panel__(self) -> Pane:
        return self._pane

    def _form(self, game: Game[Any, Any]) -> dict[str, Any]:
        form = new_game_form(game, game.ruleset(), min(game.seats), self._language)  # mostly it is one friend
        return {"game": game.id, "signs": signs(game, max(game.seats)), **form}

    def _join_content(self, sight: Sight) -> dict[str, Any]:
        game, language = sight.game, self._language
        places = [seat_name(game, seat, language) for seat in range(len(sight.nicks))]
        return {
            "title": translate(game.title, language),
            "seats": [[nick, place] for nick, place in zip(sight.nicks, places, strict=True)],
            "signs": signs(game, len(places)),
            "own": None if sight.right.role == DOOR else sight.right.seat,
            "table": sight.right.table,
        }

    def _say(self, text: str) -> None:
        self._pane.send({"said": text})

    def _hear(self, message: dict[str, Any]) -> None:
        guarded(lambda: self._do(message), self._say, self._language)
        if "join" in message:  # somebody else may have been faster
            guarded(self._look, self._say, self._language)

    def _look(self) -> None:
        if self._games is None or self._sight is None:
            return
        self._sight = self._games.look(self._key)
        self._pane.content = {**self._pane.content, "join": self._join_content(self._sight)}

    def _do(self, message: dict[str, Any]) -> None:
        match message:
            case {"game": str(id)}:
                self._pane.send({"form": self._form(get_game(id))})
            case {"join": {"nick": nick, "seat": None | int() as seat}} if self._games and self._sight:
                self._pane.send({"go": self._games.sit(self._key, nick, seat), "table": self._sight.right.table})
            case {
                "open": {
                    "nick": nick, "game": str(id), "seat": int(seat), "preset": str(preset), "seats": int(seats),
                    "start": int(start), "values": dict(values),
                }
            }:  # fmt: skip
                if self._games is None or not _OPENING.spend():
                    raise TableRefusal("later")
                game = get_game(id)
                state = state_from_form(game, preset, seats, start, values, chance)
                seat = chance.randrange(seats) if seat == BY_LOT else seat
                nicks = [nick if one == seat else None for one in range(seats)]
                self._pane.send({"go": self._games.open(game, state, seat=seat, nicks=nicks)})
