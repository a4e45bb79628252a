"""Maatatahay's own words for lessons: what may be a goal, and what may be asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import shown
from ..goals import AnyGame, Goal, Line, a_cell, a_mapping, a_seat, acted, nothing
from ..questions import CELL, CHOICE, NUMBER, Ask, Extractor, Option, Question
from .rules import placer
from .score import score
from .state import BAG, BESIDE, CRYSTALS, STORAGE_LIMIT, State, Warrior, holds
from .strength import living_beside, price, side, strength
from .tiles import FACINGS


def words(ask: Ask, *values: str) -> tuple[tuple[str, str], ...]:
    """Answers that are no seats, with their labels."""
    return tuple((value, ask.game.rulebook.word(f"answer.{value}", ask.language)) for value in values)


def a_number(game: AnyGame, state: State, value: Any) -> None:
    """A whole number from 1."""
    if type(value) is not int or value < 1:
        raise ValueError(f"expected a whole number from 1, got {shown(value)}")


# Goals ----------------------------------------------------------------------------------------------------------------


def _living(state: State, cell: str) -> Warrior | None:
    warrior = state.warrior_at(cell)
    return None if warrior is None or warrior.dead else warrior


def _strikes(line: Line, seat: int) -> bool:
    """A placement of a tribe makes a Warrior of the other tribe fall."""
    new = line.start.warrior_at(line.start.new) if line.start.new else None
    mover = None if new is None else new.tribe
    for step in line.steps:
        if step.ok and step.rule in ("place.free", "place.relic"):
            mover = step.args["seat"]
        elif step.rule == "death.down" and mover == seat != step.args["seat"]:
            return True
    return False


def _strength(line: Line, least: int) -> bool:
    """The Warrior placed last lives and has at least this Strength."""
    placed = [step.args["cell"] for step in line.steps if step.ok and step.rule in ("place.free", "place.relic")]
    warrior = _living(line.state, placed[-1]) if placed else None
    return warrior is not None and strength(line.state.board, warrior, line.state.ruleset).total >= least


def _keeps(line: Line, wanted: Mapping[str, Any]) -> bool:
    """A tribe still has these crystals in storage."""
    return holds(line.state.storage[wanted["seat"]], wanted["crystals"])


def _some_crystals(game: AnyGame, state: State, value: Any) -> None:
    a_mapping(value, {"seat", "crystals"}, set())
    a_seat(game, state, value["seat"])
    crystals = value["crystals"]
    if not isinstance(crystals, str) or not crystals or set(crystals) - set(CRYSTALS):
        raise ValueError(f"crystals: expected letters E and S such as EES, got {shown(crystals)}")


def _supported(line: Line, least: int) -> bool:
    """Support Arrows give at least so much Energy."""
    return sum(step.rule == "support.energy" for step in line.steps) >= least


GOALS: Mapping[str, Goal] = {
    "dies": Goal(lambda line, cell: acted(line, "death.down", cell=cell), a_cell, lambda cell: ("death.down",)),
    "falls": Goal(lambda line, seat: acted(line, "death.down", seat=seat), a_seat, lambda seat: ("death.down",)),
    "strikes": Goal(_strikes, a_seat, lambda seat: ("death.down",)),
    "survives": Goal(
        lambda line, cell: acted(line, "surround.judge", cell=cell, dies=False),
        a_cell,
        lambda cell: ("surround.judge",),
    ),
    "lives": Goal(lambda line, cell: _living(line.state, cell) is not None, a_cell),
    "relic": Goal(lambda line, seat: acted(line, "place.relic", seat=seat), a_seat, lambda seat: ("place.relic",)),
    "keeps": Goal(_keeps, _some_crystals),
    "strength": Goal(_strength, a_number, lambda least: ("strength.own",)),
    "supported": Goal(_supported, a_number, lambda least: ("support.energy",)),
}


# About Warriors -------------------------------------------------------------------------------------------------------


def judging(ask: Ask) -> State:
    """The state when Warriors are judged; where no move is made, the position; else that after the move."""
    if ask.trace is None:
        state: State = ask.state
        return state
    looks = (step.state for step in ask.trace.steps if step.rule == "surround.when")
    after: State = next(looks, ask.trace.after)
    return after


def _warrior(ask: Ask, state: State, cell: Any) -> Warrior:
    a_cell(ask.game, state, cell)
    warrior = _living(state, cell)
    if warrior is None:
        raise ValueError(f"there is no living Warrior on {cell}")
    return warrior


def _strength_of(ask: Ask, cell: Any) -> Question:
    """The Strength of a Warrior, when it would be judged."""
    state = judging(ask)
    warrior = _warrior(ask, state, cell)
    ability = [f"ability.{warrior.tile.ability}"] if warrior.tile.ability else []
    energy = ["strength.energy"] if warrior.energy else []
    total = strength(state.board, warrior, state.ruleset).total
    return ask.question(NUMBER, [total], [*ability, *energy, "strength.own"])


def _against(ask: Ask, cell: Any) -> Question:
    """The Strengths of the living enemies beside a Warrior, added up."""
    state = judging(ask)
    board, warrior = state.board, _warrior(ask, state, cell)
    enemies = living_beside(board, warrior.cell, 1 - warrior.tribe)
    total = sum(strength(board, board[enemy], state.ruleset).total for enemy in enemies)
    return ask.question(NUMBER, [total], ["surround.against"])


def fate(ask: Ask, cell: Any) -> Question:
    """Whether a Warrior lives, dies, or is not surrounded at all."""
    _warrior(ask, judging(ask), cell)
    judged = [step for step in ask.steps if step.rule == "surround.judge" and step.args["cell"] == cell]
    answer = ("dies" if judged[0].args["dies"] else "lives") if judged else "open"
    options = tuple(Option(*one) for one in words(ask, "lives", "dies", "open"))
    rule = "surround.judge" if judged else "surround.check"
    return ask.question(CHOICE, [answer], [rule], options=options)


def _vacant_sides(ask: Ask, cell: Any) -> list[str]:
    state = judging(ask)
    warrior, board = _warrior(ask, state, cell), state.board
    sides = [(direction, *side(board, warrior, direction, state.ruleset)) for direction in FACINGS]
    return [BESIDE[cell][direction] for direction, _, filled in sides if not filled]


def _vacant(ask: Ask, cell: Any) -> Question | None:
    """A vacant side of a Warrior; any of them."""
    found = [beside for beside in _vacant_sides(ask, cell) if beside]
    return ask.question(CELL, found, ["surround.check"]) if found else None


def _sides(ask: Ask, cell: Any) -> Question:
    """How many sides of a Warrior are vacant."""
    return ask.question(NUMBER, [len(_vacant_sides(ask, cell))], ["surround.check"])


def _aims(ask: Ask, cell: Any) -> Question | None:
    """A space at which a Support Arrow of a Warrior points; any of them."""
    warrior = _warrior(ask, judging(ask), cell)
    found = [BESIDE[cell][arrow] for arrow in warrior.tile.arrows_facing(warrior.facing) if BESIDE[cell][arrow]]
    return ask.question(CELL, found, ["support.energy"]) if found else None


def _spirit(ask: Ask, cell: Any) -> Question | None:
    """What becomes of the Spirit of a Warrior that dies."""
    a_cell(ask.game, ask.state, cell)
    found = [step for step in ask.steps if step.rule == "death.spirit" and step.args["cell"] == cell]
    if not found:
        return None
    options = tuple(Option(*one) for one in words(ask, "new", "removed"))
    return ask.question(CHOICE, [found[0].args["case"]], ["death.spirit"], options=options)


# About the table ------------------------------------------------------------------------------------------------------


def _after(ask: Ask) -> State:
    state: State = ask.state if ask.trace is None else ask.trace.after
    return state


def _temple(ask: Ask, argument: Any) -> Question:
    """A temple; any of them."""
    nothing(ask.game, ask.state, argument)
    return ask.question(CELL, ask.state.ruleset.layout.temples, ["material.map"])


def _tiles(ask: Ask, argument: Any) -> Question:
    """How many Warriors a tribe has."""
    nothing(ask.game, ask.state, argument)
    return ask.question(NUMBER, [len(ask.state.ruleset.balan_tiles)], ["material.tiles"])


def _crystals(ask: Ask, kind: Any) -> Question:
    """How many crystals the bag holds before the game, of a kind or of both."""
    counts = {"E": BAG[0], "S": BAG[1], "all": sum(BAG)}
    if kind not in counts:
        raise ValueError(f"crystals: expected {', '.join(counts)}, got {shown(kind)}")
    return ask.question(NUMBER, [counts[kind]], ["material.crystals"])


def _lie(ask: Ask, cell: Any) -> Question:
    """How many crystals lie on a space at the start."""
    a_cell(ask.game, ask.state, cell)
    return ask.question(NUMBER, [dict(ask.state.ruleset.layout.crystals).get(cell, 0)], ["setup.crystals"])


def _limit(ask: Ask, argument: Any) -> Question:
    """How many crystals may stay in storage."""
    nothing(ask.game, ask.state, argument)
    return ask.question(NUMBER, [STORAGE_LIMIT], ["material.storage"])


def _least(ask: Ask, seat: Any) -> Question:
    """How many crystals a tribe has to move onto its new Warrior at least."""
    a_seat(ask.game, ask.state, seat)
    return ask.question(NUMBER, [max(0, len(_after(ask).storage[seat]) - STORAGE_LIMIT)], ["material.storage"])


def _storage(ask: Ask, seat: Any) -> Question:
    """How many crystals a tribe has in storage after the move."""
    a_seat(ask.game, ask.state, seat)
    acting = {step.rule for step in ask.steps} if ask.trace else set()
    rules = [rule for rule in ("place.collect", "place.relic", "place.draw", "place.charge") if rule in acting]
    return ask.question(NUMBER, [len(_after(ask).storage[seat])], rules)


def _price(ask: Ask, cell: Any) -> Question:
    """What a Relic costs whoever is to place."""
    if cell not in ask.state.relics or ask.state.to_place is None:
        raise ValueError(f"price: expected a temple with its Relic, and a Warrior to place, got {shown(cell)}")
    return ask.question(NUMBER, [price(ask.state.board, cell, placer(ask.state))], ["place.price"])


def _free(ask: Ask, argument: Any) -> Question:
    """How many spaces are free after the move."""
    nothing(ask.game, ask.state, argument)
    return ask.question(NUMBER, [len(_after(ask).free_spaces())], ["end.space"])


def _points(ask: Ask, argument: Any) -> Question:
    """The Victory Points of a tribe after the move: all, or those of a kind."""
    wanted = a_mapping(argument, {"seat"}, {"of"})
    a_seat(ask.game, ask.state, wanted["seat"])
    state = _after(ask)
    found = score(state)[wanted["seat"]]
    of = wanted.get("of", "total")
    if of not in (*found._fields, "total"):
        raise ValueError(f"of: expected one of {', '.join(found._fields)}, got {shown(of)}")
    rules = point_rules(state, found._fields if of == "total" else (of,))
    return ask.question(NUMBER, [getattr(found, of)], rules)


def point_rules(state: State, kinds: Iterable[str]) -> tuple[str, ...]:
    """The rules by which points are counted."""
    standard = state.ruleset.relic_mode == "standard"
    return tuple(f"score.{kind}-standard" if kind == "relics" and standard else f"score.{kind}" for kind in kinds)


QUESTIONS: Mapping[str, Extractor] = {
    "strength": _strength_of,
    "against": _against,
    "fate": fate,
    "vacant": _vacant,
    "sides": _sides,
    "aims": _aims,
    "spirit": _spirit,
    "temple": _temple,
    "tiles": _tiles,
    "crystals": _crystals,
    "lie": _lie,
    "limit": _limit,
    "least": _least,
    "storage": _storage,
    "price": _price,
    "free": _free,
    "points": _points,
}

UNTAUGHT: Mapping[str, str] = {
    "refuse.not-in-bag": "refuses draws that a learner never makes, for chance draws",
    "refuse.not-in-stack": "refuses draws that a learner never makes, for chance draws",
}
"""Rules that no lesson teaches, and why."""
