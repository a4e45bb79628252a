"""Matadoon's own words for lessons: what may be a goal, and what may be asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import PositionError, shown
from ..goals import Goal, Line, a_cell, a_mapping, a_seat, acted, nothing
from ..questions import CELL, CHOICE, NUMBER, Ask, Extractor, Option, Question
from .odds import bull_odds
from .state import KINDS, UNKNOWN, MatadoonRules, State, arenas


def words(ask: Ask, *values: str) -> tuple[tuple[str, str], ...]:
    """Answers that are no seats, with their labels."""
    return tuple((value, ask.game.rulebook.word(f"answer.{value}", ask.language)) for value in values)


def _stands(line: Line, seat: int) -> bool:
    fighter = line.state.fighter_of(seat)
    return fighter is not None and not fighter.down


GOALS: Mapping[str, Goal] = {
    "floored": Goal(
        lambda line, seat: acted(line, "fighter.down", seat=seat), a_seat, lambda seat: ("fighter.down",)
    ),
    "out": Goal(lambda line, seat: acted(line, "fighter.out", seat=seat), a_seat, lambda seat: ("fighter.out",)),
    "stands": Goal(_stands, a_seat),
    "stops": Goal(
        lambda line, cell: acted(line, "bull.stop", cell=cell), a_cell, lambda cell: ("bull.stop",)
    ),
    "crosses": Goal(
        lambda line, cell: acted(line, "bull.advance", cell=cell), a_cell, lambda cell: ("bull.advance",)
    ),
}  # fmt: skip


# About a run of the bull ----------------------------------------------------------------------------------------------


def _stop(ask: Ask, argument: Any) -> Question | None:
    """The cell where the bull stops."""
    nothing(ask.game, ask.state, argument)
    stops = [step for step in ask.steps if step.rule == "bull.stop"]
    return ask.question(CELL, [stops[-1].args["cell"]], ["bull.stop"]) if stops else None


def _first_hit(ask: Ask, argument: Any) -> Question:
    """Whom the bull hits first."""
    nothing(ask.game, ask.state, argument)
    hits = [step for step in ask.steps if step.rule in ("fighter.down", "fighter.out")]
    answer, rule = (hits[0].args["seat"], hits[0].rule) if hits else ("nobody", "fighter.down")
    return ask.seat_question(answer, [rule], *words(ask, "nobody"))


def _could(ask: Ask, argument: Any) -> Question:
    """Whether the bull hits a bullfighter never, perhaps or surely, as far as a viewer can know."""
    wanted = a_mapping(argument, {"hit"}, {"viewer"})
    a_seat(ask.game, ask.state, wanted["hit"])
    try:
        odds = bull_odds(ask.state, wanted.get("viewer"))
    except PositionError as error:
        raise ValueError(str(error)) from error
    fighter = ask.state.fighter_of(wanted["hit"])
    down = fighter is not None and fighter.down
    chance = (odds.removed if down else odds.floored)[wanted["hit"]]
    answer = "never" if chance == 0 else "surely" if chance == 1 else "perhaps"
    options = tuple(Option(*one) for one in words(ask, "never", "perhaps", "surely"))
    return ask.question(CHOICE, [answer], ["chance.face"], options=options)


# About the table ------------------------------------------------------------------------------------------------------


def _rules(ask: Ask) -> MatadoonRules:
    state: State = ask.state
    return state.ruleset


def _chips(ask: Ask, kind: Any) -> Question:
    """How many chips there are, of a kind or of all."""
    counts = dict(_rules(ask).chips)
    if kind not in (*KINDS, "all"):
        raise ValueError(f"chips: expected all or one of {', '.join(KINDS)}, got {shown(kind)}")
    return ask.question(NUMBER, [sum(counts.values()) if kind == "all" else counts[kind]], ["material.chips"])


def _size(ask: Ask, players: Any) -> Question:
    """How many cells wide the arena is for a number of players."""
    arena = dict(_rules(ask).arenas).get(players)
    if arena is None:
        raise ValueError(f"size: expected a number of players, got {shown(players)}")
    return ask.question(NUMBER, [arenas()[arena].size], ["material.arena"])


def _frame(ask: Ask, argument: Any) -> Question:
    """A cell of the white frame; any of them."""
    nothing(ask.game, ask.state, argument)
    return ask.question(CELL, sorted(ask.state.board.frame), ["material.frame"])


def _bull_start(ask: Ask, argument: Any) -> Question:
    """The cell where the bull begins a game."""
    nothing(ask.game, ask.state, argument)
    return ask.question(CELL, [ask.state.board.start], ["setup.bull"])


def _starter(ask: Ask, argument: Any) -> Question:
    """Who starts the next game of the same players."""
    nothing(ask.game, ask.state, argument)
    return ask.seat_question(ask.game.rematch(ask.state).start, ["setup.start"])


def _hand_size(ask: Ask, argument: Any) -> Question:
    """How many chips one draws."""
    nothing(ask.game, ask.state, argument)
    return ask.question(NUMBER, [_rules(ask).hand_size], ["setup.deal"])


def _knows(ask: Ask, cell: Any) -> Question:
    """Who knows what a face-down chip is."""
    a_cell(ask.game, ask.state, cell)
    chip = ask.state.chip_at(cell)
    if chip is None:
        raise ValueError(f"knows: there is no chip on {cell}")
    if chip.by is not None:
        answer: object = chip.by
    else:
        answer = "nobody" if chip.face == UNKNOWN else "everybody"
    return ask.seat_question(answer, ["turn.place"], *words(ask, "nobody", "everybody"))


def _butadoon(ask: Ask, argument: Any) -> Question | None:
    """Who starts Butadoon after this game."""
    nothing(ask.game, ask.state, argument)
    for word, seats, state in ask.game.next_games(ask.state):
        if word == "butadoon":
            return ask.seat_question(seats[state.start], ["variant.butadoon"])
    return None


QUESTIONS: Mapping[str, Extractor] = {
    "stop": _stop,
    "first-hit": _first_hit,
    "could": _could,
    "chips": _chips,
    "size": _size,
    "frame": _frame,
    "bull-start": _bull_start,
    "starter": _starter,
    "hand-size": _hand_size,
    "knows": _knows,
    "butadoon": _butadoon,
}

UNTAUGHT: Mapping[str, str] = {
    "look.face": "only says that a face has to be drawn; what is drawn is taught under chance.face",
    "look.draw": "only says who draws next; drawing is taught under setup.deal and round.refill",
    "refuse.not-in-pouch": "refuses draws that a learner never makes, for chance draws",
}
"""Rules that no lesson teaches, and why."""
