"""The frame of every page: header, colours, language. Plain HTML, made without a single model.

A page is a Bokeh document with one root inside this frame. The header belongs to the template, so a visitor costs the
server only what the page itself needs (``benchmarks/session.py`` compares this with Panel's templates).
"""

from __future__ import annotations

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

from engine.words import SOURCE_LANGUAGE, language_name, languages

from .catalogue import catalogue
from .esm import module
from .pane import sheet
from .texts import SHELL, words

HERE = Path(__file__).parent


def reader_language(args: Mapping[str, Sequence[bytes]]) -> str:
    """The language that an address asks for with ``?lang=``; English where there is none such."""
    asked = args.get("lang", [b""])[0].decode("ascii", "ignore")
    return asked if asked in languages() else SOURCE_LANGUAGE


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
        **frame(language, game=game, tabs=tabs, content=content),
    )


def frame(
    language: str, *, game: str = "", tabs: Sequence[str] = (), content: str = "", sheets: Sequence[str] = ()
) -> dict[str, Any]:
    """What the template needs, whoever fills it.

    Args:
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
        "games": [entry for entry in catalogue() if entry.ready],
        "game": game,
        "query": f"?{urlencode({'lang': language})}" if language != SOURCE_LANGUAGE else "",
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
