"""The index: a card for each game, made as plain HTML. It asks the server for nothing more."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import Any
from urllib.parse import urlencode

import panel as pn

from engine import GAMES, Game
from engine.scene import style_sheet, svg
from engine.words import SOURCE_LANGUAGE, translate

from .catalogue import titles
from .pane import sheet
from .shell import dress, reader_language
from .texts import SHELL, words


def index_page() -> None:
    """Make the index in the current document."""
    language = reader_language(pn.state.session_args)
    dress(pn.state.curdoc, "Matadojo", language, content=index_html(language))


@lru_cache
def index_html(language: str = SOURCE_LANGUAGE) -> str:
    """The cards."""
    say = words(SHELL, language)
    cards = "".join(_card(id, title, ready, language) for id, title, ready in titles())
    return (
        f"<style>{sheet('index')}</style><h1>{escape(say['index_title'])}</h1>"
        f'<p class="lead">{escape(say["index_text"])}</p><ul class="cards">{cards}</ul>'
    )


def _card(id: str, title: str, ready: bool, language: str) -> str:
    if not ready:
        coming = escape(words(SHELL, language)["coming"])
        return (
            f'<li class="card coming"><div class="picture" aria-hidden="true">?</div>'
            f'<h2>{escape(title)} <span class="tag">{coming}</span></h2></li>'
        )
    game = GAMES[id]
    query = f"?{urlencode({'lang': language})}" if language != SOURCE_LANGUAGE else ""
    goal = escape(translate(game.rulebook.goal, language))
    return (
        f'<li class="card"><a href="./{id}{query}"><div class="picture">{_picture(game)}</div>'
        f"<h2>{escape(title)}</h2><p>{goal}</p></a></li>"
    )


def _picture(game: Game[Any, Any]) -> str:
    """The game's table; in a shadow root of its own, for its style sheet is meant for it alone."""
    drawn = svg(game.scene(game.initial_state()), game.folder)
    return f'<template shadowrootmode="open"><style>{style_sheet()}</style>{drawn}</template>'
