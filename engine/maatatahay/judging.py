"""Life and death after a placement: who is surrounded, whose Strength suffices, what becomes of the dead."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from ..core import CHECK, EFFECT, Mark, Step
from .state import BESIDE, State, Warrior
from .strength import Board, living_beside, looked_at, side, strength, surrounded
from .tiles import FACINGS

Part = Generator[Step[State], None, State]
"""Steps, and the state after them."""
_MARKS = {"vacant": "vacant", "friend": "friend", "enemy": "attacker", "down": "filled"}


def judge(state: State) -> Part:
    """Look at the new Warrior and its neighbours; judge those that are surrounded; the losers die."""
    cells = looked_at(state.board, state.new)
    marks = (Mark("to", (state.new,)), Mark("reveal", cells))
    yield Step(CHECK, "surround.when", state, {"cell": state.new, "cells": cells}, marks=marks)
    if state.ruleset.together:
        return (yield from _together(state, cells))
    for cell in cells:
        board = state.board
        if not board[cell].dead:
            yield from _sides(state, board, board[cell])
            if surrounded(board, board[cell], state.ruleset):
                state = yield from _compare(state, board[cell])
                state = yield from fall(state)
    return state


def _together(state: State, cells: tuple[str, ...]) -> Part:
    board = state.board
    closed = []
    for cell in cells:
        yield from _sides(state, board, board[cell])
        if surrounded(board, board[cell], state.ruleset):
            closed.append(cell)
    if len(closed) > 1:
        args = {"cells": tuple(closed), "number": len(closed)}
        yield Step(CHECK, "surround.together", state, args, marks=(Mark("defender", tuple(closed)),))
    for cell in closed:
        state = yield from _compare(state, board[cell])
    return (yield from fall(state))


def _sides(state: State, board: Board, warrior: Warrior) -> Generator[Step[State], None, None]:
    """One step for each side of a Warrior."""
    cell = warrior.cell
    for direction in FACINGS:
        case, filled = side(board, warrior, direction, state.ruleset)
        beside = BESIDE[cell][direction]
        args = {
            "cell": cell,
            "side": direction,
            "beside": beside,
            "case": case if filled or case == "vacant" else f"{case}-open",
            "filled": filled,
        }
        mark = Mark("edge", (cell,), direction) if case == "edge" else Mark(_MARKS[case], (beside,))
        yield Step(CHECK, "surround.check", state, args, marks=(Mark("defender", (cell,)), mark))


def _compare(state: State, warrior: Warrior) -> Part:
    """Add up both sides of a surrounded Warrior, and judge it."""
    board, rules, cell = state.board, state.ruleset, warrior.cell
    here = Mark("defender", (cell,))
    own = strength(board, warrior, rules)
    if own.energy:
        yield Step(CHECK, "strength.energy", state, {"cell": cell, "number": own.energy}, marks=(here,))
    if warrior.tile.ability:
        role = "friend" if warrior.tile.ability == "elder" else "attacker"
        args = {"cell": cell, "number": own.ability, "cells": own.helpers}
        yield Step(CHECK, f"ability.{warrior.tile.ability}", state, args, marks=(here, Mark(role, own.helpers)))
    parts = {"cell": cell, "printed": own.printed, "energy": own.energy, "ability": own.ability, "own": own.total,
             "case": "printed" if own.total == own.printed else "sum"}  # fmt: skip
    yield Step(CHECK, "strength.own", state, {**parts, "sum": own.sum}, marks=(here,))

    enemies = living_beside(board, cell, 1 - warrior.tribe)
    strengths = [strength(board, board[enemy], rules) for enemy in enemies]
    against = sum(one.total for one in strengths)
    args = {
        "cell": cell,
        "case": "some" if enemies else "none",
        "enemies": enemies,
        "strengths": tuple(one.total for one in strengths),
        "sum": tuple(f"{enemy} {one.sum}" for enemy, one in zip(enemies, strengths, strict=True)),
        "against": against,
    }
    yield Step(CHECK, "surround.against", state, args, marks=(here, Mark("attacker", enemies)))

    dies = own.total < against
    if dies and cell not in state.falling:
        state = replace(state, falling=(*state.falling, cell))
    args = {"cell": cell, "own": own.total, "against": against, "dies": dies, "case": "dies" if dies else "lives"}
    marks = (here, Mark("attacker", enemies), *((Mark("hit", (cell,)),) if dies else ()))
    yield Step(EFFECT, "surround.judge", state, args, marks=marks)
    return state


def fall(state: State) -> Part:
    """Turn the losers face down and deal with their crystals."""
    new_dies = state.new in state.falling or state.board[state.new].dead
    for cell in state.falling:
        warrior = state.board[cell]
        rest = tuple(one for one in state.falling if one != cell)
        if not warrior.dead:
            waits = state.falling if warrior.spirit else rest
            args = {"cell": cell, "seat": warrior.tribe, "energy": warrior.energy, "number": warrior.spirit,
                    "case": "energy" if warrior.energy else "plain"}  # fmt: skip
            bag = state.bag
            if state.ruleset.energy_to == "bag":
                bag = state.with_bag("E" * warrior.energy, 1)
            warrior = replace(warrior, dead=True, energy=0)
            state = state.with_warrior(warrior, phase="fall", falling=waits, died=state.died + 1, bag=bag)
            yield Step(EFFECT, "death.down", state, args, marks=(Mark("hit", (cell,)),))
        if warrior.spirit:
            state = _spirit(state, warrior, rest, removed=new_dies)
            args = {"cell": cell, "to": state.new, "number": warrior.spirit, "case": "removed" if new_dies else "new"}
            marks = (Mark("from", (cell,)), *(() if new_dies else (Mark("to", (state.new,)),)))
            yield Step(EFFECT, "death.spirit", state, args, marks=marks)
    return state


def _spirit(state: State, warrior: Warrior, rest: tuple[str, ...], *, removed: bool) -> State:
    """The Spirit of a dead Warrior handed to the new one, or removed."""
    state = state.with_warrior(replace(warrior, spirit=0), falling=rest)
    if removed:
        return state
    new = state.board[state.new]
    return state.with_warrior(replace(new, spirit=new.spirit + warrior.spirit))
