"""The rules of Let's Catch the Lion!: what one may try, and the steps of every move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from ..core import CHANCE, CHECK, EFFECT, END, TERMINAL, Mark, Outcome, Step
from .fast import outcome, passed
from .repetition import alike
from .state import (
    CELLS,
    COLUMNS,
    DOTS_AT,
    DROPS,
    EMPTY,
    FAR,
    INDEX,
    LOT,
    OWN,
    ROWS,
    Dot,
    LionRules,
    Move,
    State,
    any_name,
    any_xy,
    catchers,
    position_key,
    sort_hand,
)

Steps = Iterator[Step[State]]
START = "gle/1c1/1C1/ELG"
_BOARD = "gle.c..C.ELG"
RULES = {"L": "move.lion", "E": "move.elephant", "G": "move.giraffe", "C": "move.chick", "H": "move.hen"}
_BEGINS = {"land": 0, "sky": 1, "lot": LOT}
LETTERS = {0: "b", 1: "w", LOT: "?"}
"""How a position in one line writes the side."""


def initial_state(ruleset: LionRules, start: int) -> State:
    """The first position.

    Args:
        start: the side that begins, where the ruleset lets Land begin.
    """
    side = _BEGINS[ruleset.first] or start
    stood = () if side == LOT else (position_key(ruleset, _BOARD, ("", ""), side),)
    return State(ruleset, _BOARD, ("", ""), side, stood, start=f"{START} {LETTERS[side]} -")


def current_player(state: State) -> int:
    """The seat to move, or CHANCE, TERMINAL."""
    if outcome(state) is not None:
        return TERMINAL
    return CHANCE if state.side == LOT else state.side


def chance_outcomes(state: State) -> tuple[tuple[Move, Fraction], ...]:
    """Who begins, where the lot decides."""
    if current_player(state) != CHANCE:
        return ()
    return tuple((Move("", "", first=side), Fraction(1, 2)) for side in (0, 1))


def candidate_moves(state: State) -> tuple[Move, ...]:
    """All that one might try: to every space with an own animal or one from the hand, and the other side's animals."""
    if outcome(state) is not None:
        return ()
    if state.side == LOT:
        return tuple(move for move, _ in chance_outcomes(state))
    own = [place for place, letter in enumerate(state.board) if letter in OWN[state.side]]
    other = [place for place, letter in enumerate(state.board) if letter in OWN[1 - state.side]]
    found: list[Move] = []
    for place in own:
        found += _tries(state, place)
    for animal in DROPS:
        found += _puts(state, animal)
    for place in other:
        cells = [dot.cell for dot in DOTS_AT[state.board[place]][place] if dot.cell is not None]
        found += [Move(CELLS[place], CELLS[cell]) for cell in cells]
    return tuple(found)


def _tries(state: State, place: int) -> Iterator[Move]:
    """Along the dots first, then off the board, then all other spaces."""
    letter, source = state.board[place], CELLS[place]
    dots = DOTS_AT[letter][place]
    inside = [dot.cell for dot in dots if dot.cell is not None]
    for cell in inside:
        if grows(letter, cell):
            yield Move(source, CELLS[cell], promote=True)
        yield Move(source, CELLS[cell])
    for dot in dots:
        if dot.cell is None:
            yield Move(source, any_name(dot.x, dot.y))
    for cell, name in enumerate(CELLS):
        if cell not in inside and cell != place:
            yield Move(source, name)


def _puts(state: State, animal: str) -> Iterator[Move]:
    if animal not in state.hands[state.side]:
        yield Move("", "b2", drop=animal)
        return
    yield from (Move("", cell, drop=animal) for cell in CELLS)
    if animal == "C":
        yield from (Move("", CELLS[cell], promote=True, drop="C") for cell in FAR[state.side])


def grows(letter: str, cell: int) -> bool:
    """True for a Chick that comes to its far row."""
    return letter in "Cc" and cell in FAR[int(letter.islower())]


# The steps of a move --------------------------------------------------------------------------------------------------


def steps(state: State, move: Move) -> Steps:
    """Carry out a move."""
    if outcome(state) is not None:
        yield _refused(state, "refuse.game-over")
    elif (state.side == LOT) != (move.first >= 0):
        yield _refused(state, "refuse.not-now", case="lot" if state.side == LOT else "begun")
    elif move.first >= 0:
        yield _first(state, move)
    elif move.drop:
        yield from _drop(state, move)
    else:
        yield from _walk(state, move)


def _refused(state: State, rule: str, *marks: Mark, **args: object) -> Step[State]:
    return Step(CHECK, rule, state, args, ok=False, marks=marks)


def _first(state: State, move: Move) -> Step[State]:
    key = position_key(state.ruleset, state.board, state.hands, move.first)
    state = replace(state, side=move.first, stood=(key,), moves=(move,))
    return Step(EFFECT, "setup.first", state, {"seat": move.first})


def _drop(state: State, move: Move) -> Steps:
    side, animal, to = state.side, move.drop, move.to
    args = {"seat": side, "animal": animal}
    if animal not in state.hands[side]:
        yield _refused(state, "refuse.not-in-hand", **args)
        return
    if to not in INDEX:
        yield _refused(state, "refuse.off-board", **args, case="drop")
        return
    if state.at(to) != EMPTY:
        yield _refused(state, "move.drop", Mark("blocked", (to,)), **args, cell=to, other=state.at(to).upper())
        return
    far = INDEX[to] in FAR[side]
    if move.promote:
        case = "flip" if animal == "C" else "other"
        yield _refused(state, "drop.chick", Mark("to", (to,)), **args, cell=to, case=case)
        return
    hand = state.hands[side].replace(animal, "", 1)
    state = replace(_with_hand(state, side, hand), moving=True)
    state = _with_animal(state, INDEX[to], animal.lower() if side else animal)
    yield Step(EFFECT, "move.drop", state, {**args, "cell": to}, marks=(Mark("to", (to,)),))
    if animal == "C":
        yield Step(
            CHECK, "drop.chick", state, {**args, "cell": to, "case": "far" if far else "here"},
            marks=(Mark("to", (to,)),),
        )  # fmt: skip
    yield from _after(state, move)


def _walk(state: State, move: Move) -> Steps:
    side, source = state.side, move.source
    if state.owner(source) is None:
        yield _refused(state, "refuse.nobody-there", Mark("vacant", (source,)), cell=source)
        return
    letter = state.at(source)
    animal = letter.upper()
    args = {"seat": side, "animal": animal, "from": source}
    at = Mark("from", (source,))
    if state.owner(source) != side:
        yield _refused(state, "refuse.not-yours", Mark("blocked", (source,)), **args)
        return
    if move.to == source:
        yield _refused(state, "move.one", at, **args, case="pass")
        return
    dot = _dot(letter, move)
    if dot is None and move.to in INDEX:
        goes = (Mark("path", (cell,)) for cell in _targets(letter, source))
        yield _refused(state, RULES[animal], at, *goes, Mark("blocked", (move.to,)), **args, cell=move.to)
        return
    if dot is not None:
        marks = (at, *((Mark("to", (move.to,)),) if dot.cell is not None else ()))
        yield Step(CHECK, "look.dot", state, {**args, "way": dot.way}, marks=marks)
    if move.to not in INDEX:
        yield _refused(state, "refuse.off-board", at, *_edges(move), **args, case="step")
        return
    args["cell"] = move.to
    refusal = _cannot_enter(state, move, animal)
    if refusal is not None:
        rule, case = refusal
        own = state.at(move.to).upper()
        marks = (at, Mark("blocked" if rule == "move.one" else "to", (move.to,)))
        yield _refused(state, rule, *marks, **args, other=own, case=case)
        return
    yield from _step(state, move, animal)


def _dot(letter: str, move: Move) -> Dot | None:
    """The dot that a move uses."""
    return next((dot for dot in DOTS_AT[letter][INDEX[move.source]] if (dot.x, dot.y) == any_xy(move.to)), None)


def _targets(letter: str, source: str) -> tuple[str, ...]:
    return tuple(CELLS[dot.cell] for dot in DOTS_AT[letter][INDEX[source]] if dot.cell is not None)


def _edges(move: Move) -> Iterator[Mark]:
    """The edges of the board that a move would cross, where it starts beside them."""
    (x, y), (column, row) = any_xy(move.to), any_xy(move.source)
    for side, crossed in (
        ("N", y < 0 and row == 0),
        ("E", x >= COLUMNS and column == COLUMNS - 1),
        ("S", y >= ROWS and row == ROWS - 1),
        ("W", x < 0 and column == 0),
    ):
        if crossed:
            yield Mark("edge", (move.source,), side=side)


def _cannot_enter(state: State, move: Move, animal: str) -> tuple[str, str] | None:
    """The rule and case that forbid a move along a dot."""
    if state.owner(move.to) == state.side:
        return "move.one", "own"
    far = grows(state.at(move.source), INDEX[move.to])
    if move.promote and not far:
        return "promote.chick", "not-far" if animal == "C" else "not-chick"
    if far and not move.promote and state.ruleset.promotion == "mandatory":
        return "promote.chick", "must"
    return None


def _step(state: State, move: Move, animal: str) -> Steps:
    """Catch who stands there, go there, and grow."""
    side, place = state.side, INDEX[move.to]
    args = {"seat": side, "animal": animal, "from": move.source, "cell": move.to}
    marks = (Mark("from", (move.source,)), Mark("to", (move.to,)))
    caught = state.at(move.to)
    state = replace(state, moving=True)
    if caught != EMPTY:
        other = caught.upper()
        hand = sort_hand(state.hands[side] + other)
        state = _with_animal(_with_hand(state, side, hand), place, EMPTY)
        said = {**args, "other": other, "loser": 1 - side}
        yield Step(EFFECT, "move.capture", state, said, marks=(marks[0], Mark("hit", (move.to,))))
        if other == "H":
            state = _with_hand(state, side, sort_hand(hand.replace("H", "C", 1)))
            yield Step(EFFECT, "capture.hen", state, {"seat": side, "cell": move.to}, marks=(marks[1],))
    letter = state.at(move.source)
    state = _with_animal(_with_animal(state, INDEX[move.source], EMPTY), place, letter)
    yield Step(EFFECT, RULES[animal], state, args, marks=marks)
    if move.promote:
        state = _with_animal(state, place, "Hh"[side])
        yield Step(EFFECT, "promote.chick", state, {"seat": side, "cell": move.to}, marks=(marks[1],))
    yield from _after(state, move)


def _with_hand(state: State, side: int, hand: str) -> State:
    hands = (state.hands[0], hand) if side else (hand, state.hands[1])
    return replace(state, hands=hands)


def _with_animal(state: State, place: int, letter: str) -> State:
    return replace(state, board=f"{state.board[:place]}{letter}{state.board[place + 1 :]}")


# What comes of it -----------------------------------------------------------------------------------------------------


def _after(state: State, move: Move) -> Steps:
    """The reach, the end or the other side's turn."""
    side = state.side
    final = passed(state, state.board, state.hands, move)
    end = outcome(final)
    if end is not None and end.rule == "end.catch":
        yield _end(final, end, INDEX[move.to])
        return
    yield from _missed(state)
    if state.ruleset.reach != "unconditional" and (end is None or end.winner != 1 - side or end.rule != "end.reach"):
        yield from _reach(state, move)
    if end is not None and end.rule == "end.reach":
        yield _end(final, end, final.board.index("Ll"[end.winner or 0]))
        return
    yield Step(EFFECT, "move.one", final, {"seat": final.side, "case": "next"})
    yield from _look(final)
    if end is not None:
        yield _end(final, end)


def _missed(state: State) -> Steps:
    """The other side's Lion has reached the far row, could have been caught there, and was not."""
    other = 1 - state.side
    place = state.board.index("Ll"[other])
    if place in FAR[other] and (state.ruleset.reach == "next-turn" or state.arrived):
        case = "missed" if state.ruleset.reach == "next-turn" else "stays"
        marks = (Mark("to", (CELLS[place],)),)
        yield Step(CHECK, "end.reach-caught", state, {"seat": other, "cell": CELLS[place], "case": case}, marks=marks)


def _reach(state: State, move: Move) -> Steps:
    """Who could catch the Lion that has just come to its far row, one animal after the other."""
    side, place = state.side, INDEX[move.to]
    if state.board[place] != "Ll"[side] or place not in FAR[side]:
        return
    to = Mark("to", (move.to,))
    found = catchers(state.board, 1 - side, place)
    for one in found:
        letter, name = state.board[one], CELLS[one]
        way = next(dot.way for dot in DOTS_AT[letter][one] if dot.cell == place)
        args = {"seat": 1 - side, "animal": letter.upper(), "from": name, "cell": move.to, "way": way}
        yield Step(CHECK, "look.catcher", state, {**args, "case": "can"}, marks=(to, Mark("attacker", (name,))))
    if found:
        case = "on" if state.ruleset.reach == "next-turn" else "unsafe"
        marks = (to, Mark("attacker", tuple(CELLS[one] for one in found)))
        args = {"seat": side, "cell": move.to, "case": case, "number": len(found)}
        yield Step(CHECK, "end.reach-caught", state, args, marks=marks)
    else:
        yield Step(CHECK, "look.catcher", state, {"seat": 1 - side, "cell": move.to, "case": "nobody"}, marks=(to,))


def _look(state: State) -> Steps:
    """A Lion in danger, and positions that stood before."""
    if outcome(state) is None:
        yield from _look_at(state, state.side)
        # Of a Lion that has come to its far row it has been told already.
        if state.board.index("Ll"[1 - state.side]) not in FAR[1 - state.side]:
            yield from _look_at(state, 1 - state.side)
    times = state.times
    if times > 1:
        yield Step(CHECK, "look.repetition", state, {"number": times, "last": state.ruleset.repetitions})
    else:
        found = alike(state)
        if found is not None:
            yield Step(CHECK, "look.alike", state, {"case": found})


def danger(state: State, side: int) -> tuple[str, tuple[str, ...]]:
    """The cell of a side's Lion, and the enemy animals that could catch it there."""
    place = state.board.find("Ll"[side])
    if place < 0:
        return "", ()
    return CELLS[place], tuple(CELLS[one] for one in catchers(state.board, 1 - side, place))


def _look_at(state: State, side: int) -> Steps:
    """One look at a Lion that could be caught."""
    cell, enemies = danger(state, side)
    if enemies:
        case = "own" if side == state.side else "other"
        marks = (Mark("hit", (cell,)), Mark("attacker", enemies))
        args = {"seat": side, "other": 1 - side, "cell": cell, "cells": enemies, "case": case}
        yield Step(CHECK, "look.danger", state, args, marks=marks)


def _end(state: State, end: Outcome, place: int | None = None) -> Step[State]:
    marks = () if place is None else (Mark("to", (CELLS[place],)),)
    args: dict[str, object] = {"case": "draw"} if end.winner is None else {"case": "won", "seat": end.winner}
    if end.rule == "end.reach" and state.ruleset.reach == "unconditional":
        args["case"] = "any"
    if end.rule == "end.repetition":
        args["number"] = state.ruleset.repetitions
    if end.rule == "end.no-move":
        args["side"] = state.side
    return Step(END, end.rule, state, args, marks=marks)
