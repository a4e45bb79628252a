"""Matanga's own words for lessons: what may be a goal, and what may be asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..core import FORCED
from ..errors import shown
from ..goals import AnyGame, Goal, acted, nothing
from ..goals import a_seat as one_seat
from ..questions import CELL, CHOICE, NUMBER, Ask, Extractor, Option, Question
from .rules import due, roller
from .state import FACES, NUMBERS, State, each


def words(ask: Ask, *values: str) -> tuple[tuple[str, str], ...]:
    """Answers that are no seats, with their labels."""
    return tuple((value, ask.game.rulebook.word(f"answer.{value}", ask.language)) for value in values)


def before_the_roll(game: AnyGame, state: State) -> tuple[int, State]:
    """How many numbers are crossed off before the die falls or the race is over, and the state then."""
    count = 0
    while game.current_player(state) == FORCED and due(state).kind == "mark":
        state = game.apply(state, game.legal_moves(state)[0])
        count += 1
    return count, state


def _a_number(game: AnyGame, state: Any, value: Any) -> None:
    if type(value) is not int or not 1 <= value <= NUMBERS:
        raise ValueError(f"expected a number from 1 to {NUMBERS}, got {shown(value)}")


GOALS: Mapping[str, Goal] = {
    "crosses": Goal(
        lambda line, number: acted(line, "mark.next", number=number), _a_number, lambda _: ("mark.next",)
    ),
}  # fmt: skip


# Questions ------------------------------------------------------------------------------------------------------------


def _later(ask: Ask) -> State:
    """The state after what happens, where something does."""
    state: State = ask.state if ask.trace is None else ask.trace.after
    return state


def _sheet(ask: Ask, argument: Any) -> Question:
    """How many numbers are on a sheet."""
    nothing(ask.game, ask.state, argument)
    return ask.question(NUMBER, [NUMBERS], ["material.sheet"])


def _faces(ask: Ask, side: Any) -> Question:
    """How many sides of the die show the pencil, or are blank."""
    if side not in ("pencil", "blank"):
        raise ValueError(f"expected pencil or blank, got {shown(side)}")
    pencils = ask.state.ruleset.pencil_faces
    return ask.question(NUMBER, [pencils if side == "pencil" else FACES - pencils], ["material.die"])


def _roller(ask: Ask, argument: Any) -> Question:
    """Who rolls next."""
    nothing(ask.game, ask.state, argument)
    seat = roller(_later(ask))
    return ask.seat_question("nobody" if seat is None else seat, ["roll.order"], *words(ask, "nobody"))


def _holder(ask: Ask, argument: Any) -> Question:
    """Where the pencil is."""
    nothing(ask.game, ask.state, argument)
    holder = _later(ask).holder
    return ask.seat_question("middle" if holder is None else holder, ["roll.pencil"], *words(ask, "middle"))


def _loser(ask: Ask, argument: Any) -> Question | None:
    """From whom the pencil is taken."""
    nothing(ask.game, ask.state, argument)
    found = next((step.args["from"] for step in ask.steps if step.rule == "roll.pencil" and "from" in step.args), None)
    return None if found is None else ask.seat_question(found, ["roll.pencil"], *words(ask, "nobody"))


def _number(ask: Ask, seat: Any) -> Question:
    """The cell of the number that a player crosses off next."""
    one_seat(ask.game, ask.state, seat)
    later = _later(ask)
    if later.left(seat) <= 0:
        raise ValueError(f"seat {seat} has finished")
    return ask.question(CELL, [later.next[seat]], ["mark.next"])


def _left(ask: Ask, seat: Any) -> Question:
    """How many numbers a player has still to cross off."""
    one_seat(ask.game, ask.state, seat)
    later = _later(ask)
    rules = later.ruleset
    short = each(rules.start, seat) > 0 or each(rules.end, seat) < NUMBERS
    return ask.question(NUMBER, [later.left(seat)], ["variant.short" if short else "mark.next"])


def _coming(ask: Ask, argument: Any) -> Question:
    """Whether a mark or a roll comes next."""
    nothing(ask.game, ask.state, argument)
    later = _later(ask)
    kind = due(later).kind
    if kind not in ("mark", "roll", "over"):
        kind = "other"
    rule = "time.tie" if later.mark_due is not None and later.mark_due == later.roll_due else f"time.{kind}"
    options = tuple(Option(*one) for one in words(ask, "mark", "roll", "over"))
    rules = [rule] if rule in ask.game.rules else ["refuse.game-over"]
    return ask.question(CHOICE, [kind], rules, options=options)


def _marks(ask: Ask, argument: Any) -> Question:
    """How many numbers are crossed off before the next roll."""
    nothing(ask.game, ask.state, argument)
    return ask.question(NUMBER, [before_the_roll(ask.game, _later(ask))[0]], ["time.mark"])


QUESTIONS: Mapping[str, Extractor] = {
    "sheet": _sheet,
    "faces": _faces,
    "roller": _roller,
    "holder": _holder,
    "loser": _loser,
    "number": _number,
    "left": _left,
    "coming": _coming,
    "marks": _marks,
}

UNTAUGHT: Mapping[str, str] = {}
"""Rules that no lesson teaches, and why."""
