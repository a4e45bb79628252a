"""A trace in words: as text for the terminal and for golden files, as a table for a notebook."""

from __future__ import annotations

from html import escape
from typing import Any

from .core import Trace
from .words import translate


def trace_text(trace: Trace[Any, Any], language: str = "en") -> str:
    """The move and its steps, one line each: number, sentence, rule."""
    game = trace.game
    lines = [f"{translate(game.title, language)}: {game.format_move(trace.before, trace.move)}"]
    for row in trace.table(language):
        lines.append(f"{row['step']:4}. {row['says']}  [{row['rule']}]")
    refusal = trace.refusal
    if refusal is not None:
        lines.append(f"{translate('Not legal', language)}: {game.rulebook.title(refusal.rule, language)}")
    return "\n".join(lines)


def trace_html(trace: Trace[Any, Any], language: str = "en") -> str:
    """The steps as a table."""
    game = trace.game
    rows = "".join(
        f"<tr><td>{row['step']}</td><td style='text-align:left'>{escape(row['says'])}</td>"
        f"<td style='text-align:left'><code>{escape(row['rule'])}</code></td></tr>"
        for row in trace.table(language)
    )
    title = escape(f"{translate(game.title, language)}: {game.format_move(trace.before, trace.move)}")
    columns = translate("Step", language), translate("What happens", language), translate("Rule", language)
    heads = "".join(f"<th>{escape(one)}</th>" for one in columns)
    return f"<table><caption>{title}</caption><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
