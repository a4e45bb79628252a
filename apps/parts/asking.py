"""A question as it stands on the table and beside it: nothing of the answer is in it before it was given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine import Mark
from engine.questions import CELL, CHOICE, MOVE, Question
from engine.words import translate

from .table import Table, upto
from .texts import LEARN, words


def put(
    table: Table,
    asked: Question,
    marks: Sequence[Mark] = (),
    *,
    answers: Sequence[str] = (),
    opens: tuple[int, bool] = (0, True),
) -> None:
    """Lay a question on the table.

    Args:
        answers: the right ones to mark, once they are known: then everything is shown.
        opens: where the part that is shown before the answer is opened.
    """
    trace = asked.trace
    if answers:
        traces = () if trace is None else (trace,)
        on_board = trace is None and asked.kind == CELL
        if on_board:
            marks = (*marks, Mark("to", tuple(answers)))
        table.lay(asked.state, asked.viewer, traces=traces, marks=marks, opens=(asked.at, True))
    else:
        traces = (upto(trace, asked.at),) if trace is not None and asked.at else ()
        table.taps.refused = False  # a move that is not allowed is explained, and costs nothing
        table.lay(asked.state, asked.viewer, traces=traces, marks=marks, opens=opens, moves=asked.kind == MOVE)


def moves_content(table: Table, *, playing: bool = False) -> dict[str, Any]:
    """What the script needs where a move is to be made on the board.

    Args:
        playing: whether this is a game, in which what the rules force may be left to a button. Where a move is asked
            for, neither a button nor the prompt may tell it.
    """
    taps, language = table.taps, table.taps.session.language
    told = set() if playing else taps.places & set(taps.buttons)
    prompt = words(LEARN, language)["ask_cell"] if told else taps.session.game.prompt(taps.session.state, language)
    buttons = [[tap, taps.label(tap)] for tap in taps.buttons if tap not in told]
    return {"kind": "moves", "prompt": prompt, "options": [], "buttons": buttons}


def ask_content(asked: Question, tried: Sequence[str], language: str, right: Sequence[str] = ()) -> dict[str, Any]:
    """What the script needs to ask.

    Args:
        tried: the wrong answers given so far.
        right: the right ones, once they are known.
    """
    say, book = words(LEARN, language), asked.game.rulebook

    def state(value: str) -> str:
        return "right" if value in right else "wrong" if value in tried else ""

    return {
        "kind": asked.kind,
        "prompt": "" if right else say[f"ask_{asked.kind}"],
        "options": [[one.value, one.label, state(one.value)] for one in asked.options],
        "about": {one.value: book.short(one.value, language) for one in asked.options if one.value in book.rules},
        "open": not right,
    }


def lookup(asked: Question, given: str, language: str) -> list[list[str]]:
    """What to read after a wrong answer: title and text of the rule asked about, or where rules are the choices, of the
    one that was chosen.
    """
    book = asked.game.rulebook
    choices = {option.value for option in asked.options} if asked.kind == CHOICE else set()
    if asked.kind == MOVE:
        return []
    rules = asked.rules[:1] if not choices & set(asked.game.rules) else (given,)
    return [[book.title(id, language), translate(book.rules[id].text, language)] for id in rules if id in book.rules]
