"""What a teacher puts on the screens of a class: one trace, or one position, with all its frames.

It is made once, and the same text goes to every pupil's browser. What the viewer may not know is not in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.core import Mark, Trace
from engine.session import Session
from engine.words import SOURCE_LANGUAGE, translate

from ..parts.export import move_content, part_words, start_content
from ..parts.frames import compact


def show(
    source: Session | Trace[Any, Any],
    language: str = SOURCE_LANGUAGE,
    viewer: int | None = None,
    *,
    title: str = "",
    text: str = "",
    link: str = "",
    marks: Iterable[Mark] = (),
) -> dict[str, Any]:
    """A SHOW.

    Args:
        source: a session (its move on show, or its start), or a trace.
        viewer: the seat whose view it is; a session has its own.
        title: by default the game's.
        text: a paragraph, as of a lesson.
        link: the query of an address that opens it in the explorer; "" where that would show too much.
        marks: shown on every picture.

    Returns:
        ``game``, ``title``, ``text``, ``link``, ``words`` (of the parts, each as JSON), ``cursor`` and ``move``
        (``label``, ``count``, ``steps``, ``rules``, ``art``, ``ground``, ``box``, ``trace``) as ``js/page.js`` takes
        them: strings of JSON where the parts want strings.
    """
    cursor = 0
    if isinstance(source, Session):
        game, viewer = source.game, source.viewer
        trace = source.trace
        move = start_content(source, language, marks) if trace is None else move_content(trace, viewer, language, marks)
        cursor = source.cursor if trace is not None else 0
    else:
        game = source.game
        move = move_content(source, viewer, language, marks)
    del move["cursor"]
    move["trace"], move["art"] = compact(move["trace"]), compact(move["art"])
    return {
        "game": game.id,
        "title": title or translate(game.title, language),
        "text": text,
        "link": link,
        "words": part_words(language),
        "cursor": min(cursor, move["count"]),
        "move": move,
    }
