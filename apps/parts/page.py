"""The page of a game, for any game."""

from __future__ import annotations

import panel as pn

from engine import get_game
from engine.lessons import lesson_files
from engine.session import Session
from engine.words import translate

from .explorer import Explorer
from .link import open_link
from .pane import guarded
from .room import LEARN, RULES, Room, Views
from .shell import dress, reader_language, show
from .texts import SHELL, words


def game_page(id: str, views: Views | None = None) -> None:
    """Make the page of a game in the current document.

    Args:
        id: of the game.
        views: what the game has to show besides Explore, Learn (where it has lessons) and Rules.
    """
    doc, args = pn.state.curdoc, pn.state.session_args
    language = reader_language()
    game = get_game(id)
    session = Session(game, language=language)
    wrong: list[str] = []
    guarded(lambda: open_link(session, args), wrong.append, language)
    explorer = Explorer(session)
    if wrong:
        explorer.play.say(words(SHELL, language)["link_wrong"].format(why=wrong[0]))
    views = {**(LEARN if lesson_files(game) else {}), **RULES, **(views or {})}
    dress(doc, translate(game.title, language), language, game=id, tabs=("explore", *views))
    show(Room(explorer, views), doc)
