"""One HTML file that steps through moves in any browser: no server, no network, no Panel.

It runs the very JavaScript of the live parts, on data that lies in the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from engine.core import Game, Mark, Trace
from engine.session import Session
from engine.words import SOURCE_LANGUAGE, translate

from .esm import module
from .frames import compact, frames, steps
from .steps import rules
from .texts import BOARD, EXPORT, RULE, STEPS, words

_PAGE = Path(__file__).parent / "export.html"


def export_page(
    source: Session | Trace[Any, Any] | Sequence[Trace[Any, Any]],
    path: str | Path,
    language: str = SOURCE_LANGUAGE,
    viewer: int | None = None,
    title: str = "",
) -> Path:
    """Write a page.

    Args:
        source: a session (all moves of its line, open at the one on show), a trace, or traces in order.
        path: the file to write.
        language: of the words.
        viewer: the seat whose view is written; what it may not know is not in the file. A session has its own.
        title: heading; by default the game's title.

    Returns:
        the path.
    """
    path = Path(path)
    path.write_text(page(source, language, viewer, title), encoding="utf-8")
    return path


def page(
    source: Session | Trace[Any, Any] | Sequence[Trace[Any, Any]],
    language: str = SOURCE_LANGUAGE,
    viewer: int | None = None,
    title: str = "",
) -> str:
    """The text of the page that :func:`export_page` writes."""
    if isinstance(source, Session):
        game, viewer = source.game, source.viewer
        moves = [move_content(trace, viewer, language) for trace in source.history] or [start_content(source, language)]
        first = max(source.ply - 1, 0)
        moves[first]["cursor"] = source.cursor if source.ply else 0
    else:
        traces = [source] if isinstance(source, Trace) else list(source)
        game, first = traces[0].game, 0
        moves = [move_content(trace, viewer, language) for trace in traces]
    return _fill(game, moves, first, language, title)


def move_content(
    trace: Trace[Any, Any], viewer: int | None, language: str, marks: Iterable[Mark] = ()
) -> dict[str, Any]:  # fmt: skip
    """A move as the page's script takes it: label, steps, rules and frames; nothing that the viewer may not know."""
    seen = trace.game.observed_trace(trace, viewer)
    return {
        "label": trace.game.format_move(seen.before, seen.move),
        "cursor": 0,
        "count": len(trace.steps),
        "steps": compact(steps(trace, viewer, language)),
        "rules": compact(rules(trace, viewer, language)),
        **frames(trace, viewer, language, marks),
    }


def start_content(session: Session, language: str, marks: Iterable[Mark] = ()) -> dict[str, Any]:
    """A position without a move, likewise: that at which a session began."""
    drawn = frames(Session(session.game, state=session.start), session.viewer, language, marks)
    return {"label": "", "cursor": 0, "count": 0, "steps": "[]", "rules": compact(rules(None, None, language)), **drawn}


def part_words(language: str) -> dict[str, str]:
    """The words of the parts that show a move, each as JSON."""
    return {
        part: compact(words(texts, language)) for part, texts in (("board", BOARD), ("steps", STEPS), ("rule", RULE))
    }


def _fill(game: Game[Any, Any], moves: list[dict[str, Any]], first: int, language: str, title: str) -> str:
    art = compact({shape: markup for move in moves for shape, markup in move["art"].items()})
    for number, move in enumerate(moves):
        cursor, count = move.pop("cursor"), move.pop("count")
        move["at"] = compact({"trace": f"move {number}", "cursor": cursor, "count": count, "play": False})
        move["trace"] = compact(move["trace"])
        del move["art"]
    data = {
        "first": first,
        "moves": moves,
        "options": {"art": art, "player": True, "facts": True, "can": [], "chosen": []},
        "words": part_words(language),
    }
    heading = escape(title or translate(game.title, language))
    return Template(_PAGE.read_text(encoding="utf-8")).substitute(
        language=escape(language),
        title=heading,
        heading=heading,
        moves=escape(translate(EXPORT["moves"], language)),
        # "</script>" in a text must not end the script; "<!--" would change how the rest is read.
        data=compact(data).replace("<", "\\u003c"),
        script=module("page").replace("</script", "<\\/script"),
    )
