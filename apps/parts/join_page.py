"""A pupil's screen: one page without Panel, the same for everybody, that hears of the class by one socket."""

from __future__ import annotations

from functools import lru_cache

from engine.words import SOURCE_LANGUAGE

from .catalogue import catalogue
from .esm import module
from .export import part_words
from .frames import compact
from .shell import frame, template
from .texts import JOIN, LEARN, words


@lru_cache
def join_page(language: str = SOURCE_LANGUAGE) -> str:
    """The page as HTML. Nothing in it is about a class or a pupil."""
    say = {**words(JOIN, language), **{key: words(LEARN, language)[key] for key in ("number", "check")}}
    titles = {one.id: one.title for one in catalogue(language)}
    data = compact({"words": say, "parts": part_words(language), "titles": titles}).replace("<", "\\u003c")
    script = module("join").replace("</script", "<\\/script")
    content = (
        f'<div id="class"></div><script type="application/json" id="data">{data}</script>'
        f'<script type="module">{script}</script>'
    )
    title = f"{say['title']} · Matadojo"
    return template("join").render(title=title, **frame(language, content=content, sheets=("pane", "question", "join")))
