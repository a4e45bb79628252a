"""Fresh questions about Matanga: who has the pencil, who rolls, which number comes, and what the clock says."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..core import CHECK
from ..practice import Maker, Practised
from ..questions import CELL, CHOICE, NUMBER, Ask, Option, Question
from . import game
from .goals import before_the_roll, words
from .rules import due, roller, seconds, settled
from .state import BLANK, PENCIL, MatangaRules, Move, State, each

LEVELS = 4
_ORDER = ("roll.order", "roll.two", "variant.three")
_NEXT = ("roll.blank", "roll.pencil", "mark.lost", "mark.keep", *_ORDER)
_PRESS = ("mark.next", "time.mark", "refuse.game-over")
RULES: Mapping[str, Practised] = {
    "roll.blank": Practised(1, ("holder",)),
    "roll.pencil": Practised(1, ("holder", "begins")),
    "roll.order": Practised(1, ("roller", "next")),
    "roll.two": Practised(2, ("roller", "next")),
    "variant.three": Practised(3, ("roller", "next")),
    "mark.next": Practised(1, ("then", "press")),
    "mark.keep": Practised(1, ("lost", "next")),
    "mark.lost": Practised(2, ("next",)),
    "time.mark": Practised(2, ("coming", "marks", "press")),
    "time.roll": Practised(2, ("coming",)),
    "time.tie": Practised(2, ("coming",)),
    "variant.down": Practised(3, ("then",)),
    "variant.short": Practised(3, ("left",)),
    "refuse.game-over": Practised(2, ("press",)),
}


def _rules(rng: random.Random, level: int) -> tuple[MatangaRules, int]:
    """The way to play, and how many play."""
    players = 3 if level == 1 else rng.choice((2, 2, 3, 3, 4)) if level < 4 else rng.randint(2, 5)
    options: dict[str, Any] = {"mark_time": rng.choice((500, 1000, 1500))}
    if level >= 3:
        options |= {"three": players == 3 and rng.random() < 0.5, "down": rng.random() < 0.4}
        if level == 4:
            options["start"] = tuple(rng.choice((0, 10, 20)) for _ in range(players))
        elif rng.random() < 0.6:
            options["start"] = rng.choice((0, 10, 20))
        if rng.random() < 0.5:
            options["end"] = rng.choice((30, 40, 50))
    rules = game.rulesets["printed"]
    assert isinstance(rules, MatangaRules)
    return rules.with_options(options), players


def _race(rng: random.Random, level: int, *, held: bool | None = None, first: str = "roll") -> State:
    """A moment of a race.

    Args:
        held: whether somebody has the pencil; by default either.
        first: what is due first, ``roll``, ``mark`` or ``any``.
    """
    rules, players = _rules(rng, level)
    places = [rng.randint(each(rules.start, seat) + 1, each(rules.end, seat)) for seat in range(players)]
    numbers = tuple(rules.number(seat, place) for seat, place in enumerate(places))
    holder = rng.randrange(players) if (rng.random() < 0.8 if held is None else held) else None
    time = 100 * rng.randint(100, 900)
    soon, late = 100 * rng.randint(1, 4), 100 * rng.randint(5, 9)
    either = (100 * rng.randint(1, 9), 100 * rng.randint(1, 9))
    roll, mark = {"roll": (soon, late), "mark": (late, soon)}.get(first, either)
    return settled(
        State(
            rules, numbers, holder=holder, roller=rng.randrange(players), time=time, roll_due=time + roll,
            mark_due=None if holder is None else time + mark,
        )
    )  # fmt: skip


def _ask(state: State, move: Move | None, language: str) -> Ask:
    return Ask(game, state, None if move is None else game.trace(state, move), 0, (), language)


def _said(found: Question, word: str, language: str, rules: Sequence[str], **args: Any) -> Question:
    """The question in words, with the rules that it is about."""
    return replace(found, text=game.rulebook.word(f"ask.{word}", language, **args), rules=tuple(rules))


def _face(rng: random.Random, wanted: bool | None = None) -> Move:
    pencil = rng.random() < 0.5 if wanted is None else wanted
    return PENCIL if pencil else BLANK


def _holder(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """Where the pencil is after a roll."""
    move = _face(rng, None if rule is None else rule == "roll.pencil")
    state = _race(rng, level)
    after = game.apply(state, move).holder
    ask = _ask(state, move, language)
    found = ask.seat_question("middle" if after is None else after, (), *words(ask, "middle"))
    return _said(found, "holder", language, [f"roll.{move.kind}"], roller=roller(state), face=move.kind)


def _roller(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """Who rolls after a roll."""
    move = _face(rng)
    state = _race(rng, level)
    ask = _ask(state, move, language)
    passed = next(step for step in ask.steps if step.rule in _ORDER)
    found = ask.seat_question(passed.args["seat"])
    word = "roller.three" if state.ruleset.three else "roller"
    return _said(found, word, language, [passed.rule], roller=roller(state), face=move.kind)


def _begins(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """The number with which the roller begins."""
    state = _race(rng, level)
    seat = roller(state)
    assert seat is not None
    found = _ask(state, PENCIL, language).question(CELL, [state.next[seat]])
    return _said(found, "begins", language, ["roll.pencil"], roller=seat)


def _lost(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """The number with which the player goes on who loses the pencil."""
    state = _race(rng, level, held=True)
    assert state.holder is not None
    found = _ask(state, PENCIL, language).question(CELL, [state.next[state.holder]])
    return _said(found, "lost", language, ["mark.keep"], roller=roller(state), seat=state.holder)


def _marking(rng: random.Random, level: int) -> tuple[State, int, Move] | None:
    """A race in which a mark is due that is not the last, its player, and the mark."""
    state = _race(rng, level, held=True, first="mark")
    seat = state.holder
    assert seat is not None
    return (state, seat, Move("mark", state.next[seat])) if state.left(seat) > 1 else None


def _then(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """The number after a number."""
    made = _marking(rng, level)
    if made is None:
        return None
    state, seat, move = made
    found = _ask(state, move, language).question(CELL, [game.apply(state, move).next[seat]])
    down = bool(each(state.ruleset.down, seat))
    about = "variant.down" if down else "mark.next"
    return _said(found, "then.down" if down else "then", language, [about], seat=seat, number=move.number)


def _left(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """How many numbers are left after a mark."""
    made = _marking(rng, level)
    if made is None:
        return None
    state, seat, move = made
    rules = state.ruleset
    short = each(rules.end, seat) < 60
    found = _ask(state, move, language).question(NUMBER, [game.apply(state, move).left(seat)])
    about = "variant.short" if short else "mark.next"
    return _said(found, "left", language, [about], seat=seat, number=move.number, last=rules.last(seat))


def _press(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """Whether a mark counts, or which rule refuses it."""
    answers = ["allowed", "mark.next"] if level == 1 else ["allowed", *_PRESS]
    answer = rule if rule in _PRESS else rng.choice(answers)
    held, first = (None if answer == "mark.next" else True), ("roll" if answer == "time.mark" else "mark")
    state = _race(rng, level, held=held, first=first)
    seat = state.holder
    number = rng.randint(1, 60) if seat is None else state.next[seat]
    if answer == "refuse.game-over":
        assert seat is not None
        last = state.ruleset.last(seat)
        state = state.with_next(seat, state.ruleset.number(seat, state.ruleset.place(seat, last) + 1))
        state = replace(state, roll_due=None, mark_due=None)
        seat = next(one for one in range(state.players) if one != state.holder)
        number = state.next[seat]
        if state.left(seat) <= 0:
            return None
    elif answer == "mark.next" and seat is not None:
        number += rng.choice((-2, -1, 1, 2, 10))
    if not 1 <= number <= 60:
        return None
    trace = game.trace(state, Move("mark", number))
    refusal = trace.refusal
    if (refusal.rule if refusal else "allowed") != answer:
        return None
    options = [Option(id, game.rulebook.title(id, language)) for id in _PRESS]
    ask = Ask(game, state, trace, 0, (), language)
    options += [Option(*one) for one in words(ask, "allowed")]
    found = ask.question(CHOICE, [answer], options=tuple(options))
    about = "mark.next" if answer == "allowed" else answer
    if seat is None:
        return _said(found, "press.middle", language, [about], number=number)
    if answer == "refuse.game-over":
        return _said(found, "press.late", language, [about], seat=seat, number=number)
    assert state.roll_due is not None
    assert state.mark_due is not None
    clocks = {"mark": seconds(state.mark_due), "roll": seconds(state.roll_due)}
    return _said(found, "press", language, [about], seat=seat, number=number, **clocks)


def _coming(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """Whether the mark or the roll comes first."""
    state = _race(rng, level, held=True, first="any")
    if rule == "time.tie" or (rule is None and rng.random() < 0.25):
        state = replace(state, mark_due=state.roll_due)
    assert state.mark_due is not None
    assert state.roll_due is not None
    kind = due(state).kind
    about = "time.tie" if state.mark_due == state.roll_due else f"time.{kind}"
    ask = _ask(state, None, language)
    options = tuple(Option(*one) for one in words(ask, "mark", "roll"))
    found = ask.question(CHOICE, [kind], options=options)
    clocks = {"mark": seconds(state.mark_due), "roll": seconds(state.roll_due)}
    return _said(found, "coming", language, [about], seat=state.holder, **clocks)


def _marks(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """How many numbers are crossed off before the next roll."""
    state = _race(rng, min(level, 2), held=True, first="mark")
    seat = state.holder
    assert seat is not None
    assert state.mark_due is not None
    pace = rng.choice((200, 250, 500))
    rules = replace(state.ruleset, roll_time=2000, mark_time=pace)
    start = state.time
    roll = start + 100 * rng.randint(2, 5 + 5 * min(level, 3))
    state = replace(state, ruleset=rules, mark_due=start + pace, roll_due=roll)
    count, after = before_the_roll(game, state)
    assert state.roll_due is not None
    assert state.mark_due is not None
    if count > 9 or after.winner is not None:
        return None
    found = _ask(state, None, language).question(NUMBER, [count])
    clocks = {"now": seconds(start), "mark": seconds(state.mark_due), "roll": seconds(state.roll_due)}
    return _said(found, "marks", language, ["time.mark"], seat=seat, pace=seconds(pace), **clocks)


def _next(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """In the middle of a roll: the rule that acts next."""
    state = _race(rng, level)
    move = _face(rng, rng.random() < 0.7)
    trace = game.trace(state, move)
    acting = [at for at, step in enumerate(trace.steps) if step.kind is not CHECK]
    places = [at for at in acting[1:] if rule in (None, trace.steps[at].rule)]
    if not places:
        return None
    at = rng.choice(places)
    answer = trace.steps[at].rule
    others = rng.sample([id for id in _NEXT if id != answer], 3)
    among = tuple(sorted((answer, *others), key=_NEXT.index))
    found = Ask(game, state, trace, at, among, language).rule_question(answer)
    word = "next.three" if state.ruleset.three else "next"
    return _said(found, word, language, [answer], roller=roller(state), face=move.kind)


KINDS: Mapping[str, Maker] = {
    "holder": _holder, "roller": _roller, "begins": _begins, "lost": _lost, "then": _then, "left": _left,
    "press": _press, "coming": _coming, "marks": _marks, "next": _next,
}  # fmt: skip
FROM: Mapping[str, int] = {"marks": 2}
"""Kinds that come from this level on, where no kind is asked for."""
