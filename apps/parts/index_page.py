"""The index: a card for each game, made as plain HTML. It asks the server for nothing more."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any

import panel as pn

import engine
from engine import CHANCE, FORCED, GAMES, TERMINAL, Game, sample
from engine.drawing import art, style_sheet
from engine.scene import svg
from engine.words import SOURCE_LANGUAGE, translate

from .catalogue import Entry, catalogue
from .pane import sheet
from .shell import dress, language_query, reader_language
from .texts import SHELL, words

_MOVES = 24
"""How far a game has come in its picture."""


def index_page() -> None:
    """Make the index in the current document."""
    language = reader_language()
    dress(pn.state.curdoc, "Matadojo", language, content=index_html(language, language_query()))


@lru_cache
def index_html(language: str = SOURCE_LANGUAGE, query: str = "") -> str:
    """The cards.

    Args:
        query: of their addresses.
    """
    say = words(SHELL, language)
    cards = "".join(_card(entry, language, query) for entry in catalogue(language))
    doors = "".join(f'<a href="./{page}{query}">{escape(say[page])}</a>' for page in ("play", "join", "classroom"))
    return (
        f"<style>{sheet('index')}</style><h1>{escape(say['index_title'])}</h1>"
        f'<p class="lead">{escape(say["index_text"])}</p>'
        f'<p class="doors">{doors}</p><ul class="cards">{cards}</ul>'
    )


def _card(entry: Entry, language: str, query: str) -> str:
    title = escape(entry.title)
    if not entry.ready:
        coming = escape(words(SHELL, language)["coming"])
        return (
            f'<li class="card coming"><div class="picture" aria-hidden="true">{_emblem(entry)}</div>'
            f'<h2>{title} <span class="tag">{coming}</span></h2></li>'
        )
    game = GAMES[entry.id]
    goal = escape(translate(game.rulebook.goal, language))
    return (
        f'<li class="card"><a href="./{entry.id}{query}">'
        f'<div class="picture" aria-hidden="true">{_picture(game, language)}</div>'
        f"<h2>{title}</h2><p>{goal}</p></a></li>"
    )


def _picture(game: Game[Any, Any], language: str) -> str:
    """The game's board in the middle of a game, always the same one."""
    scene = game.scene(_lively(game), language=language)
    cells = {cell.id for cell in scene.cells}
    pieces = tuple(piece for piece in scene.pieces if piece.at in cells)
    return _shadow(svg(replace(scene, trays=(), pieces=pieces, coordinates=False), game.folder))


def _lively(game: Game[Any, Any]) -> Any:
    rng, state = random.Random(1), game.initial_state()
    for number in range(_MOVES):
        player = game.current_player(state)
        # Just before the rules take over, most lies on the table.
        if player == TERMINAL or (player == FORCED and number > _MOVES / 3):
            break
        state = game.apply(state, sample(game, state, rng) if player == CHANCE else rng.choice(game.legal_moves(state)))
    return state


def _emblem(entry: Entry) -> str:
    folder = Path(engine.__file__).parent / entry.id
    return _shadow(
        f'<svg class="md-scene" viewBox="-60 -60 120 120"><g class="seat-0">{art(folder, entry.emblem)}</g></svg>'
    )


def _shadow(drawn: str) -> str:
    """A picture in a shadow root of its own: its style sheet is meant for it alone, and follows the page's colours."""
    drawn = re.sub(r"<style>.*?</style>", "", drawn, flags=re.DOTALL)  # that of a file, in the light colours
    return (
        f'<template shadowrootmode="open"><style>{style_sheet()} svg {{ width: 100%; height: 100%; }}</style>'
        f"{drawn}</template>"
    )
