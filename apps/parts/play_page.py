"""The page on which people play each other. Its address holds the link by which one came: nothing else is needed."""

from __future__ import annotations

from typing import Any

import panel as pn

from engine import GameError

from ..school.bus import bus
from ..school.game_keys import DOOR
from ..school.games import Games, games
from .lobby import Lobby
from .shell import dress, reader_language, show
from .table_view import TableView
from .texts import LOBBY, words


def play_page() -> None:
    """Make the page in the current document."""
    doc, args = pn.state.curdoc, pn.state.session_args
    language = reader_language()
    given = {name: args.get(name, [b""])[0].decode("ascii", "replace") for name in ("key", "game", "eyes")}
    root, game = _root(given, language)
    dress(doc, words(LOBBY, language)["title"], language, game=game)
    show(root, doc)


def _root(given: dict[str, str], language: str) -> tuple[Any, str]:
    tables: Games | None = None
    try:
        tables = games()
        if not given["key"]:
            return Lobby(tables, language, game=given["game"]), ""
        sight = tables.look(given["key"])
        right = sight.right
        if right.role == DOOR or (right.seat is not None and sight.nicks[right.seat] is None):
            return Lobby(tables, language, key=given["key"], sight=sight), sight.game.id
        return TableView(tables, bus(), given["key"], language, all=given["eyes"] == "all"), sight.game.id
    except GameError as error:
        return Lobby(tables, language, said=error.told(language)), ""
