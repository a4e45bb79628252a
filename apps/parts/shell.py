"""The frame of every page: header, colours, language. Plain HTML, made without a single model.

A page is a Bokeh document with one root inside this frame. The header belongs to the template, so a visitor costs the
server only what the page itself needs (``benchmarks/session.py`` compares this with Panel's templates).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import panel as pn
from bokeh.document import Document
from jinja2 import Environment, FileSystemLoader, Template
from markupsafe import Markup
from panel.io.resources import LOCAL_DIST

from engine.words import best_language, language_name, languages

from .catalogue import catalogue
from .esm import module
from .pane import sheet
from .texts import SHELL, words

HERE = Path(__file__).parent


def chosen_language(args: Mapping[str, Sequence[bytes]]) -> str:
    """The language that an address asks for with ``?lang=``; "" where it asks for none that there is."""
    asked = args.get("lang", [b""])[0].decode("ascii", "ignore")
    return asked if asked in languages() else ""


def reader_language() -> str:
    """The language of the page that is being made: as its address asks, or the browser, else English."""
    return chosen_language(pn.state.session_args) or best_language(wishes(pn.state.headers.get("Accept-Language", "")))


def wishes(header: str) -> list[str]:
    """The languages that a browser asks for, the best first.

    >>> wishes("de;q=0.5, ja-JP, *;q=0.1")
    ['ja-JP', 'de', '*']
    """
    found = re.findall(r"([\w*-]{1,20})\s*(?:;\s*q\s*=\s*([01](?:\.\d*)?))?", header[:500])
    return [tag for tag, _ in sorted(found, key=lambda pair: -float(pair[1] or 1))]


def language_query() -> str:
    """What a link to another page carries on: the language, where somebody has chosen it."""
    chosen = chosen_language(pn.state.session_args)
    return f"?{urlencode({'lang': chosen})}" if chosen else ""


def dress(
    doc: Document,
    title: str,
    language: str,
    *,
    game: str = "",
    tabs: Sequence[str] = (),
    content: str = "",
) -> None:
    """Put a document into the frame.

    Args:
        game: id of the game that the page is about.
        tabs: keys of ``texts.SHELL``; each becomes a link to ``#key``.
        content: HTML that stands before the document's root.
    """
    doc.title = f"{title} · Matadojo" if title != "Matadojo" else title
    doc.template = template()
    doc.template_variables.update(
        # Panel sets this when it sends the page. Who connects later than the page is kept for gets a second document by
        # the websocket alone, and its style sheets would come from another host.
        dist_url=f"{pn.state.rel_path}/{LOCAL_DIST}" if pn.state.rel_path else LOCAL_DIST,
        **frame(language, query=language_query(), game=game, tabs=tabs, content=content),
    )


def frame(
    language: str, *, query: str = "", game: str = "", tabs: Sequence[str] = (), content: str = "",
    sheets: Sequence[str] = (),
) -> dict[str, Any]:  # fmt: skip
    """What the template needs, whoever fills it.

    Args:
        query: what links to other pages carry on.
        sheets: names of further style sheets.
    """
    say = words(SHELL, language)
    return {
        "language": language,
        "words": say,
        "style": Markup(sheet("theme", "shell", *sheets)),
        "script": Markup(module("shell")),
        "logo": Markup(_logo()),
        "icon": Markup(quote(_logo())),
        "games": [entry for entry in catalogue(language) if entry.ready],
        "game": game,
        "query": query,
        "tabs": [{"id": tab, "label": say[tab]} for tab in tabs],
        "languages": [{"id": one, "name": language_name(one)} for one in languages()],
        "content": Markup(content),
    }


@lru_cache
def template(name: str = "shell") -> Template:
    """The frame as a Jinja template, or a page that extends it."""
    return Environment(loader=FileSystemLoader(HERE), autoescape=True).get_template(f"{name}.html")


@lru_cache
def _logo() -> str:
    return (HERE / "logo.svg").read_text(encoding="utf-8")


def show(view: Any, doc: Document) -> None:
    """Make a view the root of a document, without Panel's own models of the address and of the browser."""
    with pn.config.set(browser_info=False):  # nobody reads it, and each page would hold and send it
        pn.panel(view).server_doc(doc, doc.title, location=False)
