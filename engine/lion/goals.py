"""The own words of Let's Catch the Lion! for lessons: what may be a goal, and what may be asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import shown
from ..goals import AnyGame, Goal, Line, a_cell, a_mapping, a_seat, acted, nothing
from ..questions import CELL, CHOICE, NUMBER, Ask, Extractor, Option, Question
from .fast import apply, legal_moves, outcome
from .rules import RULES, danger
from .search import value
from .state import CELLS, DOTS_AT, DROPS, INDEX, NAMES, State, owner

MOST_PLIES = 4
"""A goal is looked for among many moves, so a win may be this far off, and no farther."""


def words(ask: Ask, *values: str) -> tuple[tuple[str, str], ...]:
    """Answers that are no seats, with their labels."""
    return tuple((value, ask.game.rulebook.word(f"answer.{value}", ask.language)) for value in values)


def ways(state: State, cell: str) -> tuple[str, ...]:
    """Where the animal on a cell may go, whoever is to move."""
    letter = state.at(cell)
    side = owner(letter)
    dots = () if side is None else DOTS_AT[letter][INDEX[cell]]
    return tuple(CELLS[dot.cell] for dot in dots if dot.cell is not None and owner(state.board[dot.cell]) != side)


def wins_at_once(state: State, side: int) -> bool:
    """True when the side to move can end the game by this move, as its winner."""
    return any(_won(_after(state, move), side) for move in legal_moves(state))


def trapped(state: State, side: int) -> bool:
    """True when the side to move loses now or by the very next move of the other side, whatever it does."""
    if outcome(state) is not None or state.side != side:
        return _won(state, 1 - side)
    after = (_after(state, move) for move in legal_moves(state))
    return all(_won(one, 1 - side) or (one.side != side and wins_at_once(one, 1 - side)) for one in after)


def _after(state: State, move: Any) -> State:
    after = apply(state, move)
    assert after is not None
    return after


def _won(state: State, side: int) -> bool:
    end = outcome(state)
    return end is not None and end.winner == side


def an_animal(game: AnyGame, state: Any, value: Any) -> None:
    """The letter of an animal."""
    if value not in NAMES:
        raise ValueError(f"expected one of {', '.join(NAMES)}, got {shown(value)}")


def _in_danger(line: Line, seat: int) -> bool:
    return bool(danger(line.state, seat)[1])


def _safe(line: Line, seat: int) -> bool:
    return not line.refusal and not _in_danger(line, seat) and not _won(line.state, 1 - seat)


def _within(game: AnyGame, state: Any, value: Any) -> None:
    """A side, and how many plies it has from now on."""
    wanted = a_mapping(value, {"seat", "within"}, set())
    a_seat(game, state, wanted["seat"])
    if type(wanted["within"]) is not int or not 0 <= wanted["within"] <= MOST_PLIES:
        raise ValueError(f"within: expected 0 to {MOST_PLIES} plies, got {shown(wanted['within'])}")


def _forced(line: Line, wanted: Mapping[str, Any]) -> bool:
    """The side wins within so many more plies, whatever the other one does."""
    found = None if line.refusal else value(line.state, wanted["within"])
    return found is not None and found.result == ("win" if line.state.side == wanted["seat"] else "loss")


def _holds(line: Line, wanted: Mapping[str, Any]) -> bool:
    """The side has moved, and the other one cannot force a win within so many plies."""
    state: State = line.state
    if line.refusal or state.side == wanted["seat"]:
        return False
    found = value(state, wanted["within"])
    return found is None or found.result != "win"


GOALS: Mapping[str, Goal] = {
    "catches": Goal(
        lambda line, animal: acted(line, "move.capture", other=animal), an_animal, lambda _: ("move.capture",)
    ),
    "safe": Goal(_safe, a_seat, lambda _: ("look.danger",)),
    "danger": Goal(_in_danger, a_seat, lambda _: ("look.danger",)),
    "trapped": Goal(lambda line, seat: trapped(line.state, seat), a_seat),
    "forced": Goal(_forced, _within),
    "holds": Goal(_holds, _within),
}


# Questions ------------------------------------------------------------------------------------------------------------


def _later(ask: Ask) -> State:
    """The state after the move, where there is one."""
    state: State = ask.state if ask.trace is None else ask.trace.after
    return state


def _where(ask: Ask, argument: Any) -> Question:
    """The cell of an animal of a side; any of them."""
    wanted = a_mapping(argument, {"animal", "seat"}, set())
    an_animal(ask.game, ask.state, wanted["animal"])
    a_seat(ask.game, ask.state, wanted["seat"])
    letter = wanted["animal"].lower() if wanted["seat"] else wanted["animal"]
    cells = [cell for cell, one in zip(CELLS, _later(ask).board, strict=True) if one == letter]
    if not cells:
        raise ValueError(f"there is no {letter} on the board")
    return ask.question(CELL, cells, ["setup.animals"])


def _goes(ask: Ask, cell: Any) -> Question:
    """A cell to which an animal may go; any of them."""
    return ask.question(CELL, _ways(ask, cell), _moves_like(ask, cell))


def _counted(ask: Ask, cell: Any) -> Question:
    """To how many cells an animal may go."""
    return ask.question(NUMBER, [len(_ways(ask, cell))], _moves_like(ask, cell))


def _ways(ask: Ask, cell: Any) -> tuple[str, ...]:
    a_cell(ask.game, ask.state, cell)
    if ask.state.owner(cell) is None:
        raise ValueError(f"there is no animal on {cell}")
    return ways(ask.state, cell)


def _moves_like(ask: Ask, cell: str) -> tuple[str, ...]:
    return (RULES[ask.state.at(cell).upper()],)


def _danger(ask: Ask, seat: Any) -> Question:
    """Whether a side's Lion could be caught by the next move."""
    a_seat(ask.game, ask.state, seat)
    return ask.yes_no(bool(danger(_later(ask), seat)[1]), ["look.danger"])


def _attacker(ask: Ask, seat: Any) -> Question | None:
    """An animal that could catch a side's Lion; any of them."""
    a_seat(ask.game, ask.state, seat)
    found = danger(_later(ask), seat)[1]
    return ask.question(CELL, found, ["look.danger"]) if found else None


def _waiting(ask: Ask, argument: Any) -> Question:
    """How many animals of a kind wait beside a side."""
    wanted = a_mapping(argument, {"animal", "seat"}, set())
    a_seat(ask.game, ask.state, wanted["seat"])
    if wanted["animal"] not in DROPS:
        raise ValueError(f"expected one of {', '.join(DROPS)}, got {shown(wanted['animal'])}")
    hand = _later(ask).hands[wanted["seat"]]
    return ask.question(NUMBER, [hand.count(wanted["animal"])], ["move.capture"])


def _caught(ask: Ask, argument: Any) -> Question | None:
    """Which animal is caught."""
    nothing(ask.game, ask.state, argument)
    found = next((step.args["other"] for step in ask.steps if step.rule == "move.capture"), None)
    labels = {animal: ask.game.rulebook.term("animal", animal, ask.language) for animal in NAMES}
    options = tuple(Option(animal, label) for animal, label in labels.items())
    return None if found is None else ask.question(CHOICE, [found], ["move.capture"], options=options)


def _stood(ask: Ask, argument: Any) -> Question:
    """For which time the position stands."""
    nothing(ask.game, ask.state, argument)
    return ask.question(NUMBER, [_later(ask).times], ["end.repetition"])


def _ends(ask: Ask, argument: Any) -> Question:
    """Who has won after the move, or whether the game goes on."""
    nothing(ask.game, ask.state, argument)
    end = outcome(_later(ask))
    answer: object = "on" if end is None else "draw" if end.winner is None else end.winner
    rules = [] if end is None else [end.rule]
    return ask.seat_question(answer, rules, *words(ask, "draw", "on"))


def _greeting(ask: Ask, argument: Any) -> Question:
    """What the players say to each other before and after the game."""
    nothing(ask.game, ask.state, argument)
    answer = "hello" if outcome(_later(ask)) is None else "thanks"
    options = tuple(Option(*one) for one in words(ask, "hello", "thanks", "catch", "reach"))
    return ask.question(CHOICE, [answer], ["setup.greeting"], options=options)


def _call(ask: Ask, argument: Any) -> Question:
    """What the player who has just moved calls out."""
    nothing(ask.game, ask.state, argument)
    end = outcome(_later(ask))
    called = {"end.catch": "catch", "end.reach": "reach"}
    answer = "nothing" if end is None else called.get(end.rule, "nothing")
    options = tuple(Option(*one) for one in words(ask, "catch", "reach", "nothing"))
    return ask.question(CHOICE, [answer], [] if end is None else [end.rule], options=options)


QUESTIONS: Mapping[str, Extractor] = {
    "where": _where,
    "goes": _goes,
    "ways": _counted,
    "danger": _danger,
    "attacker": _attacker,
    "waiting": _waiting,
    "caught": _caught,
    "stood": _stood,
    "ends": _ends,
    "greeting": _greeting,
    "call": _call,
}

UNTAUGHT: Mapping[str, str] = {}
"""Rules that no lesson teaches, and why."""
