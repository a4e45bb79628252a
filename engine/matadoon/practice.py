"""Fresh questions about Matadoon: runs of the bull, turns, and what is allowed."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..core import CHECK, EFFECT
from ..practice import Maker, Practised
from ..questions import CELL, Ask, Question
from . import game
from .goals import words
from .rules import initial_state
from .state import Chip, Fighter, Move, State, sort_chips, sort_hand

LEVELS = 5
_FACES = ("", "RRLL", "RRLLTT", "RRLLTJJ", "RLTJJ", "RLTJJ")
_CHIPS = ((0, 0), (2, 4), (3, 6), (4, 8), (6, 11), (9, 15))
"""The least and the most chips on the arena, by level."""
_RARE = (
    "mantle.wall", "mantle.ignored", "mantle.jump", "fighter.out", "mantle.through", "mantle.return", "mantle.left",
    "mantle.right", "fighter.down", "bull.wall", "bull.stop", "bull.advance",
)  # fmt: skip
"""The rules of a run; a question is about the first of them that acts, unless another one is wanted."""
_PLACING = ("turn.place", "refuse.not-in-hand")
_REFUSING = ("turn.place", "refuse.not-in-hand", "move.step", "move.blocked", "move.recover", "duel.rule")
_IN_A_RUN = ("stop", "hit", "out", "next")
RULES: Mapping[str, Practised] = {
    **{rule: Practised(1, _IN_A_RUN) for rule in _RARE},
    "mantle.through": Practised(2, _IN_A_RUN),
    "mantle.jump": Practised(3, _IN_A_RUN),
    "mantle.ignored": Practised(3, _IN_A_RUN),
    "mantle.wall": Practised(3, _IN_A_RUN),
    "bull.advance": Practised(1, ("stop", "hit", "out")),
    **{rule: Practised(1 if rule in _PLACING else 2, ("allowed",)) for rule in _REFUSING},
    "duel.rule": Practised(4, ("allowed",)),
    "turn.order": Practised(1, ("turn",)),
}


def _arena(rng: random.Random, level: int, players: int) -> State:
    """An arena with bullfighters, some of them down from level 3 on, and the bull at an edge."""
    state = initial_state(game.rulesets["printed"], players, 0)  # type: ignore[arg-type]
    cells = rng.sample(sorted(state.board.frame), players)
    for seat, cell in enumerate(cells):
        state = state.with_fighter(None, Fighter(seat, cell, level >= 3 and rng.random() < 0.4))
    if level >= 4:
        size, place = state.board.size, rng.randrange(state.board.size)
        edge = {"N": (place, size - 1), "S": (place, 0), "E": (0, place), "W": (size - 1, place)}
        heading = rng.choice("NESW")
        x, y = edge[heading]
        state = replace(state, bull=state.board.cells[y * size + x], heading=heading)
    return state


def _with_chips(rng: random.Random, level: int, state: State) -> State:
    """Chips on free cells, more often than not in the lines that the bull may take."""
    least, most = _CHIPS[level]
    free = [cell for cell in state.board.cells if state.free(cell)]
    row = [cell for cell in free if cell[0] == state.bull[0] or cell[1:] == state.bull[1:]]
    count = rng.randint(least, most)
    cells = list(dict.fromkeys([*rng.sample(row, min(len(row), 1 + level // 2)), *rng.sample(free, len(free))]))[:count]
    return replace(state, chips=sort_chips(tuple(Chip(cell, rng.choice(_FACES[level])) for cell in cells)))


def _run(rng: random.Random, level: int, language: str) -> Ask | None:
    """A run of the bull in which a chip acts."""
    state = _with_chips(rng, level, _arena(rng, level, 2 if level == 1 else rng.choice((2, 3, 4))))
    trace = game.trace(replace(state, phase="bull"), Move("bull"))
    if sum(step.rule.startswith("mantle") for step in trace.steps) < 1 + level:
        return None
    return Ask(game, trace.before, trace, 0, (), language)


def _about(found: Question, steps: Sequence[Any], rule: str | None, word: str, language: str) -> Question:
    """The question in words, with the rules that acted, the one it is about first."""
    acting = {step.rule for step in steps if step.kind is not CHECK}
    rules = [id for id in _RARE if id in acting]
    if rule in rules:
        rules = [rule, *(id for id in rules if id != rule)]
    return replace(found, text=game.rulebook.word(f"ask.{word}", language), rules=tuple(rules))


def _upto(steps: Sequence[Any], *rules: str) -> Sequence[Any]:
    """The steps until the first of some rules, itself included; all of them when none acts."""
    return steps[: next((n for n, step in enumerate(steps, 1) if step.rule in rules), len(steps))]


def _stop(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    ask = _run(rng, level, language)
    if ask is None:
        return None
    steps = _upto(ask.steps, "bull.stop")
    found = ask.question(CELL, [steps[-1].args["cell"]])
    return _about(found, steps, rule, "stop", language)


def _hit(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    ask = _run(rng, level, language)
    if ask is None:
        return None
    hits = [step for step in ask.steps if step.rule in ("fighter.down", "fighter.out")]
    if not hits and rng.random() < 0.8:  # "nobody" is right now and then, not most of the time
        return None
    steps = _upto(ask.steps, "fighter.down", "fighter.out", "bull.stop")
    found = ask.seat_question(hits[0].args["seat"] if hits else "nobody", (), *words(ask, "nobody"))
    return _about(found, steps, rule, "hit", language)


def _out(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    ask = _run(rng, level, language)
    if ask is None:
        return None
    gone = {step.args["seat"] for step in ask.steps if step.rule == "fighter.out"}
    if len(gone) > 1 or (not gone and rng.random() < 0.7):
        return None
    steps = _upto(ask.steps, "bull.stop")
    found = ask.seat_question(next(iter(gone), "nobody"), (), *words(ask, "nobody"))
    return _about(found, steps, rule, "out", language)


def _next(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """In the middle of a run: the rule that acts next."""
    ask = _run(rng, level, language)
    if ask is None:
        return None
    steps = _upto(ask.steps, "bull.stop")
    places = [
        n for n, step in enumerate(steps[1:], 1) if step.rule == (rule or step.rule) and step.rule != "bull.advance"
    ]
    if not places:
        return None
    at = rng.choice(places)
    answer = steps[at].rule
    others = rng.sample([id for id in _RARE if id != answer], 3)
    among = tuple(sorted((answer, *others), key=_RARE.index))
    found = replace(ask, at=at, among=among).rule_question(answer)
    return replace(found, text=game.rulebook.word("ask.next", language))


# Turns ----------------------------------------------------------------------------------------------------------------


def _table(rng: random.Random, level: int) -> State:
    """A table in the laps, with chips in the hands."""
    duel = level >= 4 and rng.random() < 0.25
    players = 3 if duel or level == 1 else rng.choice((2, 3, 4))
    state = _arena(rng, min(level, 3), players)
    if duel:  # the last seat has gone out
        state = replace(state.with_fighter(state.fighter_of(2), None), out=((2, 1),), duel=True)
    state = _with_chips(rng, max(1, level - 1), state)
    chips = tuple(replace(chip, by=rng.choice(state.seats_in)) for chip in state.chips)
    most = 4 if level < 3 else rng.choice((1, 2, 4))
    sizes = [rng.randint(most > 2, most) if seat in state.seats_in else 0 for seat in range(players)]
    hands = tuple(sort_hand("".join(rng.choices("RLJTMM", k=size))) for size in sizes)
    seat = rng.choice([one for one in range(players) if hands[one]] or [0])
    start, lap = rng.choice(state.seats_in), rng.choice((1, 2))
    return replace(state, phase="place", chips=chips, hands=hands, seat=seat, start=start, lap=lap)


def _says(word: str, state: State, move: Move, language: str) -> str:
    return game.rulebook.word(f"ask.{word}", language, seat=state.seat, chip=move.chip, cell=move.cell)


def _allowed(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """Whether a move is allowed, or which rule refuses it."""
    state = _table(rng, level)
    if not state.hands[state.seat]:
        return None
    moves = [move for move in game.candidate_moves(state) if level > 1 or move.kind == "place"]
    by_rule: dict[str, list[Move]] = {}
    for move in moves:
        refused = _only_refusal(state, move)
        if refused:
            by_rule.setdefault(refused, []).append(move)
    if not by_rule or rule not in (None, *by_rule):
        return None
    answer = rule or rng.choice(sorted(by_rule))
    move = rng.choice(by_rule[answer])
    others = rng.sample([id for id in _REFUSING if id != answer], 3 - (answer == "allowed"))
    among = tuple(id for id in _REFUSING if id in (answer, *others))
    trace = game.trace(state, move)
    ask = Ask(game, state, trace, 0, among, language)
    found = ask.rule_question(answer, *words(ask, "allowed"))
    about = answer
    if answer == "allowed":
        about = next(step.rule for step in trace.steps if step.kind is EFFECT)
    return replace(found, text=_says(f"allowed.{move.kind}", state, move, language), rules=(about,))


def _only_refusal(state: State, move: Move) -> str:
    """The one rule that refuses a move, "allowed", or "" where more than one rule could be named."""
    refusal = game.trace(state, move).refusal
    if refusal is None:
        return "allowed"
    seat, rule, hand = state.seat, refusal.rule, state.hands[state.seat]
    mended = state
    if rule == "refuse.not-in-hand":
        mended = state.with_hand(seat, hand + move.chip)
    elif rule == "duel.rule":
        mended = replace(state, duel=False)
    elif rule == "move.blocked" and move.kind == "step":
        mended = _standing(state)
    elif (rule == "turn.place" and move.chip not in hand) or (
        rule == "move.recover" and (state.duel or "M" not in hand)
    ):
        return ""
    return rule if mended is state or game.is_legal(mended, move) else ""


def _standing(state: State) -> State:
    fighter = state.fighter_of(state.seat)
    assert fighter is not None
    return state.with_fighter(fighter, replace(fighter, down=False))


def _turn(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """Whose turn it is after a chip was placed."""
    state = _table(rng, level)
    move = rng.choice(game.legal_moves(state) or [Move("pass")])
    if move.kind != "place":
        return None
    trace = game.trace(state, move)
    turns = [step for step in trace.steps if step.rule == "turn.order" and step.args["case"] in ("next", "bull")]
    last = turns[-1]
    bull = last.args["case"] == "bull"
    ask = Ask(game, state, trace, 0, (), language)
    found = ask.seat_question("bull" if bull else last.args["seat"], ["turn.order"], *words(ask, "bull"))
    return replace(found, text=_says("turn", state, move, language))


KINDS: Mapping[str, Maker] = {
    "stop": _stop, "hit": _hit, "out": _out, "next": _next, "allowed": _allowed, "turn": _turn,
}  # fmt: skip
