"""Matadoon's rules: what one may try, and the steps of every move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ..core import CHANCE, CHECK, EFFECT, END, FORCED, TERMINAL, Mark, Outcome, Step
from ..scene import cell_name
from .state import (
    KINDS,
    RECOVER,
    SHOW,
    UNKNOWN,
    Chip,
    Fighter,
    MatadoonRules,
    Move,
    State,
    ahead,
    arenas,
    neighbours,
    turned,
)

Steps = Iterator[Step[State]]
_PHASES = {
    "setup": "setup", "place": "place", "step": "place", "show": "place", "recover": "place", "draw": "draw",
    "face": "face", "bull": "bull", "pass": "pass",
}  # fmt: skip
_TURNS = {"R": ("mantle.right", 1), "L": ("mantle.left", -1), "T": ("mantle.through", 0), "J": ("mantle.jump", 0)}


def initial_state(ruleset: MatadoonRules, players: int, start: int) -> State:
    """The empty arena with the bull at its start."""
    arena = dict(ruleset.arenas)[players]
    board = arenas()[arena]
    return State(ruleset, arena, board.start, board.heading, ("",) * players, seat=start, start=start)


def stage(state: State) -> str:
    """What kind of move is due: a phase, or ``draw``, ``face``, ``pass``.

    In play every turn is somebody's who can take it. ``pass`` is for what a position made by hand, or one between two
    steps of a move, may hold: a turn that nobody can take.
    """
    seat = state.seat
    if state.phase == "setup":
        return "setup" if state.fighter_of(seat) is None and seat in state.seats_in else "pass"
    if state.phase in ("deal", "refill"):
        return "draw" if _draws(state, seat) else "pass"
    if state.phase == "place":
        return "place" if seat in state.seats_in and _can_act(state, seat) else "pass"
    if state.phase == "bull" and state.under == "look" and not state.jump:
        chip = state.chip_at(state.bull)
        if chip is not None and chip.face == UNKNOWN:
            return "face"
    return state.phase


def _draws(state: State, seat: int) -> bool:
    return seat in state.seats_in and len(state.hands[seat]) < state.ruleset.hand_size and state.pouch_size() > 0


def current_player(state: State) -> int:
    """The seat to move, or CHANCE, FORCED, TERMINAL."""
    due = stage(state)
    return {"draw": CHANCE, "face": CHANCE, "bull": FORCED, "pass": FORCED, "over": TERMINAL}.get(due, state.seat)


def outcome(state: State) -> Outcome | None:
    """Who won, once the game is over."""
    if state.phase != "over":
        return None
    left = state.seats_in
    return Outcome(left[0], "end.win") if left else Outcome(None, "end.draw")


def candidate_moves(state: State) -> tuple[Move, ...]:
    """All that one might try."""
    cells = state.board.cells
    due = stage(state)
    if due == "setup":
        return tuple(Move("setup", "", cell) for cell in cells)
    if due == "place":
        kinds = KINDS + UNKNOWN if UNKNOWN in state.hands[state.seat] else KINDS
        places = tuple(Move("place", kind, cell) for kind in kinds for cell in cells)
        return (*places, *(Move("step", "M", cell) for cell in cells), SHOW, RECOVER)
    if due in ("bull", "pass"):
        return (Move(due),)
    return tuple(Move(due, kind) for kind in KINDS) if due in ("draw", "face") else ()


def chance_outcomes(state: State) -> tuple[tuple[Move, Fraction], ...]:
    """What may be drawn or turned up, with exact odds."""
    due = stage(state)
    if due == "draw":
        stock = state.unseen()
    elif due == "face":
        stock = face_stock(state)
    else:
        return ()
    total = sum(stock.values())
    return tuple((Move(due, kind), Fraction(number, total)) for kind, number in stock.items() if number)


def face_stock(state: State) -> dict[str, int]:
    """The chips among which an onlooker expects an unknown face: not M, not on show, not put back in this run."""
    stock = {kind: number for kind, number in state.unseen().items() if kind != "M"}
    seen = [kind for kind, _ in state.returned]
    stock = {kind: max(0, number - seen.count(kind)) for kind, number in stock.items()}
    # A position made by hand may show more chips than there are; then every chip is as likely as it was in the pouch.
    return stock if any(stock.values()) else {kind: number or 1 for kind, number in state.ruleset.chips if kind != "M"}


# The steps of a move --------------------------------------------------------------------------------------------------


def steps(state: State, move: Move) -> Steps:
    """Carry out a move."""
    due = stage(state)
    if due == "over":
        yield _refused(state, "refuse.game-over")
    elif _PHASES[move.kind] != due:
        yield _refused(state, "refuse.not-your-turn", case=due, seat=state.seat)
    else:
        yield from _MOVES[move.kind](state, move)


def _refused(state: State, rule: str, *marks: Mark, **args: Any) -> Step[State]:
    return Step(CHECK, rule, state, args, ok=False, marks=marks)


def _setup(state: State, move: Move) -> Steps:
    cell, seat = move.cell, state.seat
    if cell not in state.board.frame:
        yield _refused(state, "setup.fighters", Mark("blocked", (cell,)), case="frame", cell=cell)
        return
    if not state.free(cell):
        yield _refused(state, "setup.fighters", Mark("blocked", (cell,)), case="taken", cell=cell)
        return
    state = state.with_fighter(None, Fighter(seat, cell))
    yield Step(EFFECT, "setup.fighters", state, {"seat": seat, "cell": cell}, marks=(Mark("to", (cell,)),))
    yield from _setup_next(state)


def _setup_next(state: State) -> Steps:
    waiting = [seat for seat in state.clockwise(state.start) if seat in state.seats_in and not state.fighter_of(seat)]
    if waiting:
        yield _turn(replace(state, seat=waiting[0]), "setup")
    else:
        yield from _draw_next(replace(state, phase="deal"))


def _draw(state: State, move: Move) -> Steps:
    seat = state.seat
    if not state.unseen().get(move.chip):
        yield _refused(state, "refuse.not-in-pouch", chip=move.chip)
        return
    rule = "setup.deal" if state.phase == "deal" else "round.refill"
    state = state.with_hand(seat, state.hands[seat] + move.chip)
    yield Step(EFFECT, rule, state, {"seat": seat, "chip": move.chip})
    yield from _draw_next(state)


def _draw_next(state: State) -> Steps:
    """Find who draws next; when nobody does, begin the laps or the next round."""
    for seat in state.clockwise(state.start):
        if _draws(state, seat):
            state = replace(state, seat=seat)
            yield Step(EFFECT, "look.draw", state, {"seat": seat, "number": state.pouch_size()})
            return
    if state.phase == "deal":
        yield from _lap(replace(state, phase="place"), 1, state.clockwise(state.start))
    else:
        yield from _next_round(state)


def _place(state: State, move: Move) -> Steps:
    seat, chip, cell = state.seat, move.chip, move.cell
    if chip == "M":
        yield _refused(state, "turn.place", Mark("blocked", (cell,)), case="move-chip", cell=cell)
    elif chip not in state.hands[seat]:
        yield _refused(state, "refuse.not-in-hand", seat=seat, chip=chip)
    elif not state.free(cell):
        case = "bull" if cell == state.bull else "chip" if state.chip_at(cell) else "fighter"
        yield _refused(state, "turn.place", Mark("blocked", (cell,)), case=case, cell=cell)
    else:
        state = state.with_hand(seat, state.hands[seat].replace(chip, "", 1)).with_chip(Chip(cell, chip, seat))
        yield Step(
            EFFECT, "turn.place", state, {"seat": seat, "chip": chip, "cell": cell}, marks=(Mark("to", (cell,)),)
        )
        yield from _pass_turn(state)


def _own(state: State) -> Fighter:
    """The bullfighter of the seat to move; whoever is in has one."""
    fighter = state.fighter_of(state.seat)
    assert fighter is not None
    return fighter


def step_cells(state: State, seat: int) -> tuple[str, ...]:
    """The cells onto which a bullfighter may step, if it may step at all."""
    own = state.fighter_of(seat)
    names = [cell_name(x, y) for x, y in neighbours(own.cell) if x >= 0 and y >= 0] if own else []
    return tuple(cell for cell in names if cell in state.board.frame and _enterable(state, cell))


def _enterable(state: State, cell: str) -> bool:
    if state.ruleset.step_on_chips:
        return cell != state.bull and state.fighter_at(cell) is None
    return state.free(cell)


def _step(state: State, move: Move) -> Steps:
    seat, cell = state.seat, move.cell
    fighter = _own(state)
    to, own = Mark("blocked", (cell,)), Mark("from", (fighter.cell,))
    if "M" not in state.hands[seat]:
        yield _refused(state, "refuse.not-in-hand", seat=seat, chip="M")
    elif state.duel:
        yield _refused(state, "duel.rule", own, case="step", seat=seat)
    elif fighter.down:
        yield _refused(state, "move.blocked", own, case="down", seat=seat)
    elif cell not in (cell_name(x, y) for x, y in neighbours(fighter.cell) if x >= 0 and y >= 0):
        yield _refused(state, "move.step", own, to, case="far", cell=cell, seat=seat)
    elif cell not in state.board.frame:
        yield _refused(state, "move.step", own, to, case="frame", cell=cell, seat=seat)
    elif not _enterable(state, cell):
        yield _refused(state, "move.step", own, to, case="taken", cell=cell, seat=seat)
    else:
        state = state.with_fighter(fighter, replace(fighter, cell=cell))
        marks = (Mark("from", (fighter.cell,)), Mark("to", (cell,)))
        yield Step(EFFECT, "move.step", state, {"seat": seat, "from": fighter.cell, "cell": cell}, marks=marks)
        yield from _spend(state, 1)


def _show(state: State, move: Move) -> Steps:
    seat = state.seat
    fighter = _own(state)
    own = Mark("from", (fighter.cell,))
    if "M" not in state.hands[seat]:
        yield _refused(state, "refuse.not-in-hand", seat=seat, chip="M")
    elif not (fighter.down or state.duel) and (cells := step_cells(state, seat)):
        yield _refused(state, "move.blocked", own, Mark("vacant", cells), case="can-move", seat=seat, cells=cells)
    else:
        case = "duel" if state.duel else "down" if fighter.down else "stuck"
        yield Step(EFFECT, "move.blocked", state, {"seat": seat, "case": case}, marks=(own,))
        yield from _spend(state, 1)


def _recover(state: State, move: Move) -> Steps:
    seat = state.seat
    fighter = _own(state)
    own = Mark("from", (fighter.cell,))
    if state.hands[seat].count("M") < 2:
        yield _refused(state, "move.recover", own, case="chips", seat=seat, number=state.hands[seat].count("M"))
    elif not fighter.down:
        yield _refused(state, "move.recover", own, case="standing", seat=seat)
    elif state.duel:
        yield _refused(state, "duel.rule", own, case="recover", seat=seat)
    else:
        state = state.with_fighter(fighter, replace(fighter, down=False))
        yield Step(EFFECT, "move.recover", state, {"seat": seat, "cell": fighter.cell}, marks=(own,))
        yield from _spend(state, 2)


def _spend(state: State, number: int) -> Steps:
    seat = state.seat
    state = replace(state.with_hand(seat, state.hands[seat].replace("M", "", number)), spent=state.spent + number)
    yield Step(EFFECT, "move.spent", state, {"seat": seat, "number": number})
    if number == 2 and not state.ruleset.recover_turn and _can_act(state, seat):
        yield _turn(state, "again")
    else:
        yield from _pass_turn(state)


def _can_act(state: State, seat: int) -> bool:
    hand = state.hands[seat]
    if "M" in hand:
        return True
    return bool(hand) and any(state.free(cell) for cell in state.board.cells)


def _pass(state: State, move: Move) -> Steps:
    if state.phase == "setup":
        yield from _setup_next(state)
    elif state.phase == "place":
        yield _turn(state, "skip")
        yield from _pass_turn(state)
    else:
        yield from _draw_next(state)


def _turn(state: State, case: str) -> Step[State]:
    return Step(EFFECT, "turn.order", state, {"case": case, "seat": state.seat, "lap": state.lap})


def _pass_turn(state: State) -> Steps:
    order = state.clockwise(state.start)
    yield from _lap(state, state.lap, order[order.index(state.seat) + 1 :])


def _lap(state: State, lap: int, seats: tuple[int, ...]) -> Steps:
    """Give the turn to the first of ``seats`` who can take it, then go through the laps that are left."""
    while lap <= state.ruleset.laps:
        state = replace(state, lap=lap)
        for seat in seats:
            if seat in state.seats_in:
                state = replace(state, seat=seat)
                if _can_act(state, seat):
                    yield _turn(state, "next")
                    return
                yield _turn(state, "skip")
        lap, seats = lap + 1, state.clockwise(state.start)
    yield _turn(replace(state, phase="bull", seat=state.start), "bull")


# The bull -------------------------------------------------------------------------------------------------------------


def _bull(state: State, move: Move) -> Steps:
    path: tuple[str, ...] = (state.bull,)
    hits = state.hits
    while hits < state.ruleset.wall_hits:
        if state.under:
            acts = {"look": _chip, "acted": _return, "fighter": _fighter}[state.under](state, path)
        elif _within(state, ahead(state.bull, state.heading)):
            path = (*path, cell_name(*ahead(state.bull, state.heading)))
            acts = _advance(state, path)
        else:
            hits += 1
            acts = _wall(state, path)
        for step in acts:
            state = step.state
            yield step
            if step.rule == "look.face":
                return
    yield from _after_run(replace(state, hits=0, jump=False, under="", returned=()))


def _within(state: State, cell: tuple[int, int]) -> bool:
    return all(0 <= part < state.board.size for part in cell)


def _advance(state: State, path: tuple[str, ...]) -> Steps:
    cell = path[-1]
    chip = "look" if state.chip_at(cell) else ""
    state = replace(state, bull=cell)
    first = state.ruleset.fighters_first
    state = replace(state, under=chip if first or chip or state.fighter_at(cell) is None else "fighter")
    marks = (Mark("path", path), Mark("to", (cell,)))
    yield Step(EFFECT, "bull.advance", state, {"cell": cell, "heading": state.heading}, marks=marks)
    if first:
        yield from _fighter(state, path)


def _fighter(state: State, path: tuple[str, ...]) -> Steps:
    fighter = state.fighter_at(state.bull)
    if fighter is None:
        return
    seat = fighter.seat
    marks = (Mark("path", path), Mark("hit", (state.bull,)))
    args = {"seat": seat, "cell": state.bull}
    state = replace(state, last_hit=seat, under="" if state.under == "fighter" else state.under)
    if fighter.down:
        state = replace(state.with_fighter(fighter, None), out=(*state.out, (seat, state.round)))
        yield Step(EFFECT, "fighter.out", state, args, marks=marks)
    else:
        state = state.with_fighter(fighter, replace(fighter, down=True))
        yield Step(EFFECT, "fighter.down", state, args, marks=marks)


def _chip(state: State, path: tuple[str, ...]) -> Steps:
    chip = state.chip_at(state.bull)
    assert chip is not None
    marks = (Mark("path", path), Mark("reveal", (chip.cell,)))
    if state.jump:
        state = replace(state, jump=False, under=_chip_done(state))
        ignored = (Mark("path", path), Mark("blocked", (chip.cell,)))
        yield Step(EFFECT, "mantle.ignored", state, {"cell": chip.cell}, marks=ignored)
        return
    if chip.face == UNKNOWN:
        yield Step(CHECK, "look.face", state, {"cell": chip.cell}, marks=marks)
        return
    rule, quarters = _TURNS[chip.face]
    state = replace(state, heading=turned(state.heading, quarters), jump=state.jump or chip.face == "J", under="acted")
    args = {"cell": chip.cell, "chip": chip.face, "heading": state.heading}
    yield Step(EFFECT, rule, state, args, marks=marks)


def _return(state: State, path: tuple[str, ...]) -> Steps:
    chip = state.chip_at(state.bull)
    assert chip is not None
    after = state.without_chip(chip.cell)
    after = replace(after, under=_chip_done(state), returned=(*state.returned, (chip.face, None)))
    args = {"cell": chip.cell, "chip": chip.face}
    yield Step(EFFECT, "mantle.return", after, args, marks=(Mark("path", path), Mark("from", (chip.cell,))))


def _chip_done(state: State) -> str:
    """What is left to do on the bull's cell once its chip is dealt with."""
    return "" if state.ruleset.fighters_first or state.fighter_at(state.bull) is None else "fighter"


def _wall(state: State, path: tuple[str, ...]) -> Steps:
    hits = state.hits + 1
    side = Mark("edge", (state.bull,), state.heading)
    state = replace(
        state,
        hits=hits,
        heading=turned(state.heading, 2),
        jump=state.jump and state.ruleset.jump_over_wall,
    )
    rule = "bull.wall" if hits < state.ruleset.wall_hits else "bull.stop"
    args = {"cell": state.bull, "heading": state.heading, "number": hits}
    yield Step(EFFECT, rule, state, args, marks=(Mark("path", path), side))
    chip = state.chip_at(state.bull)
    if chip is not None:
        # Nobody turned it up: only the seat that put it there knows what goes back.
        state = replace(state.without_chip(chip.cell), returned=(*state.returned, (chip.face, chip.by)))
        args = {"cell": chip.cell, "chip": chip.face, "by": chip.by}
        yield Step(EFFECT, "mantle.wall", state, args, marks=(Mark("path", path), Mark("from", (chip.cell,))))


def _face(state: State, move: Move) -> Steps:
    chip = state.chip_at(state.bull)
    assert chip is not None
    if not face_stock(state).get(move.chip):
        yield _refused(state, "refuse.not-in-pouch", Mark("reveal", (chip.cell,)), chip=move.chip)
        return
    state = state.without_chip(chip.cell).with_chip(Chip(chip.cell, move.chip))
    yield Step(
        EFFECT, "chance.face", state, {"cell": chip.cell, "chip": move.chip}, marks=(Mark("reveal", (chip.cell,)),)
    )


# The end of the round -------------------------------------------------------------------------------------------------


def _after_run(state: State) -> Steps:
    left = state.seats_in
    over = replace(state, phase="over")
    if not left:
        yield Step(END, "end.draw", over, {})
        return
    if len(left) == 1:
        title = "pigfighter" if state.arena == "pig4" else "maestro"
        yield Step(END, "end.win", over, {"seat": left[0], "title": title}, marks=(Mark("to", _cells(state, left)),))
        return
    state = replace(state, phase="refill")
    gone = tuple(seat for seat, _ in state.out if state.hands[seat]) if state.ruleset.out_hand == "pouch" else ()
    cells = () if state.ruleset.keep_unturned else tuple(chip.cell for chip in state.chips)
    if gone or cells:
        number = len(cells) + sum(len(state.hands[seat]) for seat in gone)
        for seat in gone:
            state = state.with_hand(seat, "")
        state = replace(state, chips=tuple(chip for chip in state.chips if chip.cell not in cells))
        args = {"number": number, "cells": cells, "seats": gone}
        yield Step(EFFECT, "round.collect", state, args, marks=(Mark("from", cells),))
    yield from _draw_next(state)


def _next_round(state: State) -> Steps:
    start = next(seat for seat in state.clockwise(state.start)[1:] if seat in state.seats_in)
    state = replace(state, phase="place", start=start, seat=start, round=state.round + 1, lap=1)
    yield Step(EFFECT, "round.start", state, {"seat": start, "number": state.round})
    if state.ruleset.duel_rule and state.players > 2 and len(state.seats_in) == 2 and not state.duel:
        state = replace(state, duel=True)
        marks = (Mark("to", _cells(state, state.seats_in)),)
        yield Step(EFFECT, "duel.rule", state, {"seats": state.seats_in}, marks=marks)
    yield from _lap(state, 1, state.clockwise(start))


def _cells(state: State, seats: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(fighter.cell for fighter in state.fighters if fighter.seat in seats)


_MOVES = {
    "setup": _setup, "place": _place, "step": _step, "show": _show, "recover": _recover, "draw": _draw, "face": _face,
    "bull": _bull, "pass": _pass,
}  # fmt: skip


# Afterwards -----------------------------------------------------------------------------------------------------------


def places(state: State) -> tuple[int, ...]:
    """The seats from the first place to the last, once the game is over or as far as it is known.

    Those still in come first, by seat. In a draw those who fell in the last run are ordered by seat.
    """
    last = state.out[-1][1] if state.out else 0
    draw = state.phase == "over" and not state.seats_in
    fell_last = sorted(seat for seat, when in state.out if when == last) if draw else []
    earlier = [seat for seat, when in state.out if not (draw and when == last)]
    return (*state.seats_in, *fell_last, *reversed(earlier))
