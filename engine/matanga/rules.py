"""Matanga's rules: what happens next, and the steps of everything that happens.

The race has no turns. What is next is what is due first: the holder's mark (one move, forced) or the roll (chance).
In a recorded race it is the next entry of the record.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ..core import CHANCE, CHECK, EFFECT, END, FORCED, TERMINAL, Mark, Outcome, Step
from ..errors import GameError
from .state import BLANK, FACES, NUMBERS, PENCIL, ROLLS, MatangaRules, Move, State, each, format_move

Steps = Iterator[Step[State]]


def initial_state(ruleset: MatangaRules, players: int, start: int) -> State:
    """The pencil in the middle, the die with the youngest."""
    ruleset.fit(players)
    numbers = tuple(ruleset.first(seat) for seat in range(players))
    return State(ruleset, numbers, roller=start, first=start, roll_due=ruleset.roll_time)


# What is next ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Due:
    """What happens next.

    Args:
        kind: ``roll``, ``mark``, ``miss``, ``leave``, ``back``, or ``over``.
        time: when.
        recorded: the move of a recorded race.
    """

    kind: str
    time: int
    recorded: Move | None = None


def due(state: State) -> Due:
    """What happens next, and when. At equal times a mark comes before a roll."""
    if state.winner is not None:
        return Due("over", state.time)
    if state.at < len(state.schedule):
        time, move = state.schedule[state.at]
        return Due("roll" if move.kind in ROLLS else move.kind, time, move)
    if state.mark_due is not None and (state.roll_due is None or state.mark_due <= state.roll_due):
        return Due("mark", state.mark_due)
    if state.roll_due is not None:
        return Due("roll", state.roll_due)
    return Due("over", state.time)


def roller(state: State) -> int | None:
    """The seat that rolls next; None when nobody at the table can."""
    after = state.passing and not keeps_rolling(state)
    order = state.clockwise(state.roller + 1 if after else state.roller)
    return next((seat for seat in order if state.can_roll(seat)), None)


def keeps_rolling(state: State) -> bool:
    """Whoever has rolled keeps the die while somebody else holds the pencil: two players, or the variant for three."""
    alone = state.players == 2 or (state.players == 3 and state.ruleset.three)
    return alone and state.holder is not None and state.can_roll(state.roller)


def settled(state: State) -> State:
    """The state with the die handed on."""
    seat = roller(state)
    return replace(state, passing=False, roller=state.roller if seat is None else seat)


def current_player(state: State) -> int:
    """CHANCE for a roll, FORCED for a mark and for what is recorded, TERMINAL."""
    return {"roll": CHANCE, "over": TERMINAL}.get(due(state).kind, FORCED)


def outcome(state: State) -> Outcome | None:
    """Who won, once the race is over."""
    if state.winner is not None:
        return Outcome(state.winner, "end.win")
    return Outcome(None, "end.empty") if due(state).kind == "over" else None


def candidate_moves(state: State) -> tuple[Move, ...]:
    """All that one might try."""
    found = due(state)
    if found.kind == "over":
        return ()
    marks = tuple(Move("mark", number) for number in range(1, NUMBERS + 1))
    special = (found.recorded,) if found.recorded and found.kind in _RECORDED else ()
    return (PENCIL, BLANK, *marks, *special)


def chance_outcomes(state: State) -> tuple[tuple[Move, Fraction], ...]:
    """The two sides of a roll."""
    if due(state).kind != "roll":
        return ()
    chance = Fraction(state.ruleset.pencil_faces, FACES)
    return (PENCIL, chance), (BLANK, 1 - chance)


# The steps of what happens --------------------------------------------------------------------------------------------


def steps(state: State, move: Move) -> Steps:
    """Let something happen."""
    found = due(state)
    refused = _refusal(state, move, found)
    if refused is not None:
        yield refused
        return
    acts = {"mark": _mark, "miss": _miss, "leave": _leave, "back": _back}.get(move.kind, _roll)
    yield from acts(state, move, found)


def _refused(state: State, rule: str, *marks: Mark, **args: Any) -> Step[State]:
    return Step(CHECK, rule, state, args, ok=False, marks=marks)


def _refusal(state: State, move: Move, found: Due) -> Step[State] | None:
    """The check that refuses a move, if one does."""
    if found.kind == "over":
        return _refused(state, "refuse.game-over", move=format_move(move))
    if move.kind == "mark":
        problem = mark_problem(state, move.number)
        if problem is not None:
            return problem
    if found.recorded is not None:
        if move == found.recorded or (move.kind in ROLLS and found.kind == "roll"):
            return None
        return _refused(state, "time.record", case="other", move=format_move(found.recorded), **_at(found.time))
    if move.kind in _RECORDED:
        return _refused(state, "time.record", case="none", move=format_move(move), **_at(state.time))
    if move.kind == "mark" and found.kind == "roll":
        late = state.mark_due if state.mark_due is not None else found.time
        cells = Mark("blocked", (str(move.number),))
        args = {"seat": state.holder, "number": move.number, "done": seconds(late), **_at(found.time)}
        return _refused(state, "time.mark", cells, **args)
    if move.kind in ROLLS and found.kind == "mark":
        assert state.holder is not None
        tie = state.roll_due == found.time
        cells = Mark("to", (str(state.next[state.holder]),))
        args = {"seat": state.holder, "number": state.next[state.holder], **_at(found.time)}
        return _refused(state, "time.tie" if tie else "time.roll", cells, **args)
    return None


_RECORDED = ("miss", "leave", "back")


def mark_problem(state: State, number: int, seat: int | None = None) -> Step[State] | None:
    """The check that refuses a mark whatever the clock says: no pencil, or not the next number.

    Args:
        seat: who marks; None for whoever holds the pencil.
    """
    cell = Mark("blocked", (str(number),))
    holder = state.holder
    if holder is None or (seat is not None and seat != holder):
        case = "middle" if holder is None else "other"
        args = {"case": case, "number": number, "seat": seat if seat is not None else -1, "holder": holder}
        return _refused(state, "mark.next", cell, **{k: v for k, v in args.items() if v is not None})
    wanted = state.next[holder]
    if number != wanted:
        done = state.ruleset.place(holder, number) <= state.crossed(holder)
        marks = (cell, Mark("reveal", (str(wanted),)))
        args = {"case": "crossed" if done else "number", "number": number, "next": wanted, "seat": holder}
        return _refused(state, "mark.next", *marks, **args)
    return None


def seconds(time: int) -> str:
    """A time in seconds for people; the sentences add the unit.

    >>> seconds(5200), seconds(61050)
    ('5.2', '61.05')
    """
    return f"{time // 1000}.{time % 1000:03}".rstrip("0").rstrip(".")


def _at(time: int) -> dict[str, Any]:
    return {"time": time, "clock": seconds(time)}


def _moved_on(state: State, found: Due, move: Move, **changes: Any) -> State:
    """The state after something happened: its time, and what is due from now on."""
    rules, time = state.ruleset, found.time
    after = replace(settled(state), time=time, **changes)
    if found.recorded == move and state.at + 1 < len(state.schedule):
        return replace(after, at=state.at + 1, roll_due=None, mark_due=None)
    marks = after.holder is not None and after.holder not in after.away and after.winner is None
    rolls = any(after.can_roll(seat) for seat in range(after.players))
    if found.recorded is not None:  # the record ends here, or something else happened: the paces take over
        after = replace(after, schedule=(), at=0, roll_due=None, mark_due=None)
    roll_due, mark_due = after.roll_due, after.mark_due
    if found.kind == "roll" or roll_due is None:
        roll_due = time + rules.roll_time
    if after.holder is not None and (found.kind == "mark" or mark_due is None or after.holder != state.holder):
        mark_due = time + rules.pace(after.holder)
    return replace(after, roll_due=roll_due if rolls else None, mark_due=mark_due if marks else None)


def _roll(state: State, move: Move, found: Due) -> Steps:
    seat = roller(state)
    assert seat is not None
    at = _at(found.time)
    if state.time == 0 and state.holder is None and state.at == 0 and not state.away:
        yield Step(CHECK, "setup.first", state, {"seat": seat})
    args = {"seat": seat, "faces": state.ruleset.pencil_faces, "blanks": FACES - state.ruleset.pencil_faces, **at}
    yield Step(CHECK, "material.die", state, args)
    if found.recorded is not None and found.recorded != move:
        yield Step(CHECK, "time.record", state, {"case": "branch", "move": format_move(found.recorded), **at})
    if move == BLANK:
        after = _moved_on(state, found, move, passing=True)
        yield Step(EFFECT, "roll.blank", after, {"seat": seat, **at})
        yield _pass_die(after, found.time)
        return
    loser = state.holder
    after = _moved_on(state, found, move, holder=seat, passing=True)
    to = Mark("to", (str(state.next[seat]),))
    taken = {"seat": seat, "number": state.next[seat], **at}
    if loser is None:
        yield Step(EFFECT, "roll.pencil", after, {**taken, "case": "middle"}, marks=(to,))
    else:
        yield Step(EFFECT, "roll.pencil", after, {**taken, "case": "taken", "from": loser}, marks=(to,))
        yield from _lost(state, after, loser, found)
    yield _pass_die(after, found.time)


def _lost(before: State, after: State, loser: int, found: Due) -> Steps:
    """The loser keeps the marks made; the mark under way is lost."""
    at = _at(found.time)
    number = before.next[loser]
    if before.mark_due is not None:
        spent = found.time - (before.mark_due - before.ruleset.pace(loser))
        if spent > 0:
            args = {"seat": loser, "number": number, "spent": seconds(spent), **at}
            yield Step(EFFECT, "mark.lost", after, args, marks=(Mark("blocked", (str(number),)),))
    crossed = before.crossed(loser) - each(before.ruleset.start, loser)
    case = "some" if crossed else "none"
    yield Step(EFFECT, "mark.keep", after, {"case": case, "seat": loser, "marks": crossed, "number": number, **at})


def _pass_die(state: State, time: int) -> Step[State]:
    """Hand the die on."""
    after = settled(state)
    seat = roller(state)
    args: dict[str, Any] = {"seat": seat, **_at(time)}
    if seat is None:
        return Step(EFFECT, "roll.order", after, {"case": "nobody", **_at(time)})
    if seat == state.roller and state.holder is not None and state.can_roll(seat) and state.players == 2:
        return Step(EFFECT, "roll.two", after, args)
    if seat == state.roller and keeps_rolling(state):
        return Step(EFFECT, "variant.three", after, args)
    order = state.clockwise(state.roller + 1)
    skipped = order[: order.index(seat)]
    gone = tuple(one for one in skipped if one in state.away)
    if state.holder in skipped and state.holder not in gone and state.holder != state.roller:
        return Step(EFFECT, "roll.order", after, {"case": "skip", "skipped": state.holder, **args})
    if gone:
        return Step(EFFECT, "roll.order", after, {"case": "gone", "skipped": gone, **args})
    return Step(EFFECT, "roll.order", after, {"case": "next", **args})


def _mark(state: State, move: Move, found: Due) -> Steps:
    seat, number, rules = state.holder, move.number, state.ruleset
    assert seat is not None
    at = _at(found.time)
    here = (Mark("to", (str(number),)),)
    yield Step(CHECK, "material.sheet", state, {"seat": seat, "number": number, **at}, marks=here)
    if found.recorded is None and state.roll_due == found.time:
        yield Step(CHECK, "time.tie", state, {"seat": seat, "number": number, **at})
    if each(rules.symbol, seat):
        args = {"seat": seat, "pace": seconds(rules.pace(seat)), "usual": seconds(each(rules.mark_time, seat))}
        yield Step(CHECK, "variant.symbol", state, {**args, **at})
    place = rules.place(seat, number)
    following = rules.number(seat, place + 1)
    after = _moved_on(state.with_next(seat, following), found, move)
    last = place == each(rules.end, seat)
    args = {"case": "last" if last else "next", "seat": seat, "number": number, "next": following, **at}
    yield Step(EFFECT, "mark.next", after, args, marks=here)
    if each(rules.down, seat) and not last:
        yield Step(CHECK, "variant.down", after, {"seat": seat, "number": number, "next": following})
    if (place == each(rules.start, seat) + 1 > 1) or (last and place < NUMBERS):
        args = {"case": "end" if last and place < NUMBERS else "start", "seat": seat, "number": number}
        yield Step(CHECK, "variant.short", after, args)
    if last:
        yield Step(END, "end.win", after, {"seat": seat, "number": number, **at}, marks=here)


# What only a recorded race holds --------------------------------------------------------------------------------------


def _miss(state: State, move: Move, found: Due) -> Steps:
    at = _at(found.time)
    problem = mark_problem(state, move.number, move.seat)
    after = _moved_on(state, found, move)
    cell = (Mark("blocked", (str(move.number),)),)
    if problem is None:
        args = {"case": "early", "seat": move.seat, "number": move.number, **at}
        yield Step(EFFECT, "live.miss", after, args, marks=cell)
        return
    args = {**problem.args, "seat": move.seat, **at}
    yield Step(EFFECT, "live.miss", after, args, marks=problem.marks)


def _leave(state: State, move: Move, found: Due) -> Steps:
    away = tuple(sorted({*state.away, move.seat}))
    had_die = roller(state) == move.seat
    after = _moved_on(state, found, move, away=away)
    case = "pencil" if state.holder == move.seat else "die" if had_die else "seat"
    yield Step(EFFECT, "live.leave", after, {"case": case, "seat": move.seat, **_at(found.time)})
    if len(away) == state.players:
        if due(after).kind == "over":
            yield Step(END, "end.empty", after, _at(found.time))
    elif had_die:
        yield _pass_die(after, found.time)


def _back(state: State, move: Move, found: Due) -> Steps:
    away = tuple(seat for seat in state.away if seat != move.seat)
    rested = roller(state) is None
    after = _moved_on(state, found, move, away=away)
    at = _at(found.time)
    yield Step(EFFECT, "live.back", after, {"seat": move.seat, **at})
    if rested and roller(after) is not None:
        yield Step(EFFECT, "roll.order", settled(after), {"case": "next", "seat": roller(after), **at})


def record_problem(state: State, move: Move) -> GameError | None:
    """Why the next entry of a record cannot happen in a state."""
    here = range(state.players)
    if move.kind in ROLLS:
        return None if roller(state) is not None else GameError("nobody can roll")
    if move.kind == "mark":
        if state.holder is None or state.holder in state.away:
            return GameError("nobody marks")
        wanted = state.next[state.holder]
        if move.number == wanted:
            return None
        return GameError("the next number of player {seat} is {number}", seat=state.holder, number=wanted)
    if move.seat not in here:
        return GameError("there are {count} players, seats 0 to {last}", count=state.players, last=state.players - 1)
    if (move.seat in state.away) == (move.kind != "back"):
        told = "player {seat} is not away" if move.kind == "back" else "player {seat} is away"
        return GameError(told, seat=move.seat)
    return None
