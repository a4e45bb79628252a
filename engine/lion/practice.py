"""Fresh questions about Let's Catch the Lion!: ways, catches, danger, the reach, who wins, and puzzles."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..core import CHECK
from ..practice import Maker, Practised
from ..questions import CELL, NUMBER, Ask, Question
from . import game
from .fast import apply, legal_moves, outcome
from .goals import ways, words
from .puzzle_questions import hold, mate
from .rules import RULES as WAY_RULES
from .rules import danger, grows
from .state import CELLS, DROPS, EMPTY, FAR, INDEX, Move, State, catchers
from .thrown import LEVELS, board  # noqa: F401 (the levels are those of the positions)

_NAMES = {"C": "chick", "E": "elephant", "G": "giraffe", "H": "hen", "L": "lion"}
_WALKS = tuple(WAY_RULES.values())
_REFUSING = (
    *_WALKS, "move.one", "move.drop", "promote.chick", "drop.chick", "refuse.not-yours", "refuse.nobody-there",
    "refuse.off-board", "refuse.not-in-hand",
)  # fmt: skip
_LATER = {"move.hen": 2, "move.drop": 2, "drop.chick": 2, "refuse.not-in-hand": 2, "promote.chick": 2}
"""Rules about which one is asked from this level on."""
_ENDS = ("end.catch", "end.reach", "end.reach-caught")
_NEXT = ("move.capture", "capture.hen", "promote.chick", *_WALKS, "move.one", "end.catch", "end.reach")
RULES: Mapping[str, Practised] = {
    **{rule: Practised(_LATER.get(rule, 1), ("allowed", "ways") if rule in _WALKS else ("allowed",))
       for rule in _REFUSING},
    "move.capture": Practised(1, ("waiting",)),
    "promote.chick": Practised(2, ("allowed", "next")),
    "capture.hen": Practised(2, ("waiting", "next")),
    "look.danger": Practised(1, ("danger", "escape")),
    "look.catcher": Practised(2, ("safe",)),
    "end.catch": Practised(1, ("ends", "win")),
    "end.reach": Practised(1, ("ends", "win")),
    "end.reach-caught": Practised(2, ("ends",)),
    "end.repetition": Practised(2, ("stood",)),
}  # fmt: skip


def _after(state: State, move: Move) -> State:
    after = apply(state, move)
    assert after is not None
    return after


def _said(found: Question, word: str, language: str, rules: Sequence[str], **args: Any) -> Question:
    """The question in words, with the rules that it is about."""
    return replace(found, text=game.rulebook.word(f"ask.{word}", language, **args), rules=tuple(rules))


def _told(state: State, move: Move) -> dict[str, Any]:
    """What the words say of a move."""
    animal = move.drop or state.at(move.source).upper()
    return {"seat": state.side, "animal": animal, "from": move.source, "cell": move.to}


def _ways(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """To how many spaces an animal can go."""
    state = board(rng, level)
    if state is None:
        return None
    cells = [cell for cell in CELLS if state.at(cell) != EMPTY and (level > 2 or state.owner(cell) == 0)]
    cells = [cell for cell in cells if rule in (None, WAY_RULES[state.at(cell).upper()])]
    if not cells:
        return None
    cell = rng.choice(cells)
    seat, animal = state.owner(cell), state.at(cell).upper()
    found = Ask(game, state, None, 0, (), language).question(NUMBER, [len(ways(state, cell))])
    return _said(found, "ways", language, [WAY_RULES[animal]], seat=seat, animal=animal, cell=cell)


def _allowed(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """Whether a move is allowed, or which rule refuses it."""
    state = board(rng, level)
    if state is None:
        return None
    by_rule: dict[str, list[Move]] = {}
    for move in (*game.candidate_moves(state), *_from_nowhere(state)):
        if level > 1 or not (move.drop or _grows(state, move)):
            by_rule.setdefault(_verdict(state, move), []).append(move)
    by_rule.pop("", None)
    asked = [one for one in by_rule if rule in (None, one)]
    if not asked:
        return None
    answer = rng.choice(sorted(asked)) if rule or rng.random() < 0.7 else "allowed"
    if answer not in by_rule:
        return None
    move = rng.choice(by_rule[answer])
    known = [one for one in _REFUSING if level >= _LATER.get(one, 1) and one != answer]
    others = rng.sample(known, 3)
    among = tuple(one for one in _REFUSING if one in (answer, *others))
    ask = Ask(game, state, game.trace(state, move), 0, among, language)
    found = ask.rule_question(answer, *words(ask, "allowed"))
    about = answer
    if answer == "allowed":
        about = "move.drop" if move.drop else WAY_RULES[state.at(move.source).upper()]
    dot = next((step for step in ask.steps if step.rule == "look.dot"), None)
    told = _told(state, move) | ({} if dot is None else {"way": dot.args["way"]})
    way = dot is not None and (move.to not in INDEX or (not _grows(state, move) and rng.random() < 0.5))
    return _said(found, "allowed.way" if way else _word(state, move), language, [about], **told)


def _word(state: State, move: Move) -> str:
    """How one asks about a move."""
    if move.drop:
        return "allowed.drop-flip" if move.promote else "allowed.drop"
    if state.at(move.source) == EMPTY:
        return "allowed.from"
    if _grows(state, move):
        return "allowed.flip" if move.promote else "allowed.stay"
    return "allowed"


def _grows(state: State, move: Move) -> bool:
    """True for a Chick's step to the far row, and for any other that is to make a Hen."""
    return move.promote or (not move.drop and move.to in INDEX and grows(state.at(move.source), INDEX[move.to]))


def _from_nowhere(state: State) -> list[Move]:
    """Moves from empty spaces to empty spaces beside them."""
    cells = [cell for cell in CELLS if state.at(cell) == EMPTY]
    return [Move(cell, to) for cell in cells for to in cells if to[1] == cell[1] and to != cell and "b" in to + cell]


def _verdict(state: State, move: Move) -> str:
    """The one rule that refuses a move, "allowed", or "" where more than one rule could be named."""
    if not move.drop and move.to not in INDEX:
        return "refuse.off-board" if state.owner(move.source) == state.side else ""
    if move.drop and move.promote and state.at(move.to) != EMPTY:
        return ""
    refusal = game.trace(state, move).refusal
    if refusal is None:
        return "allowed"
    if refusal.rule in _WALKS and state.owner(move.to) == state.side:
        return ""  # its own animal stands there as well
    if refusal.rule == "refuse.not-in-hand" and state.at(move.to) != EMPTY:
        return ""
    return refusal.rule


def _waiting(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """How many animals of a kind wait after a catch."""
    state = board(rng, level)
    if state is None:
        return None
    catches = [move for move in legal_moves(state) if not move.drop and state.at(move.to) not in (EMPTY, "L", "l")]
    if rule == "capture.hen" or (rule is None and level > 2):
        catches = [move for move in catches if state.at(move.to) in "Hh"] or ([] if rule else catches)
    if not catches:
        return None
    move = rng.choice(catches)
    caught = state.at(move.to).upper()
    kind = "C" if caught == "H" else rng.choice([caught, caught, *DROPS]) if level > 1 else caught
    ask = Ask(game, state, game.trace(state, move), 0, (), language)
    count = _after(state, move).hands[state.side].count(kind)
    rules = ["capture.hen", "move.capture"] if caught == "H" and rule != "move.capture" else ["move.capture"]
    found = ask.question(NUMBER, [count])
    return _said(found, f"waiting.{_NAMES[kind]}", language, rules, **_told(state, move))


def _danger(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """Which animal could catch the Lion."""
    state = board(rng, level)
    if state is None:
        return None
    cell, attackers = danger(state, state.side)
    if len(attackers) != 1:
        return None
    found = Ask(game, state, None, 0, (), language).question(CELL, attackers)
    return _said(found, "danger", language, ["look.danger"], seat=state.side, cell=cell)


def _escape(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """The one space where the Lion is safe."""
    state = board(rng, level)
    if state is None:
        return None
    cell, attackers = danger(state, state.side)
    steps = [move for move in legal_moves(state) if move.source == cell]
    if not attackers or len(steps) < min(level, 3) + 1 or any(INDEX[move.to] in FAR[state.side] for move in steps):
        return None
    if any(state.at(move.to) in "Ll" and state.at(move.to) != EMPTY for move in steps):
        return None
    safe = [move.to for move in steps if not danger(_after(state, move), state.side)[1]]
    if len(safe) != 1:
        return None
    found = Ask(game, state, None, 0, (), language).question(CELL, safe)
    return _said(found, "escape", language, ["look.danger"], seat=state.side, cell=cell)


def _arrivals(state: State) -> list[Move]:
    """Steps of the Lion onto the far row, without a catch of the other Lion."""
    lion = CELLS[state.board.index("Ll"[state.side])]
    moves = (move for move in legal_moves(state) if move.source == lion and INDEX[move.to] in FAR[state.side])
    return [move for move in moves if state.at(move.to) not in ("L", "l")]


def _safe(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """Which animal could catch a Lion that comes to the far row."""
    state = board(rng, level)
    arrivals = [] if state is None else _arrivals(state)
    if state is None or not arrivals:
        return None
    move = rng.choice(arrivals)
    found = catchers(_after(state, move).board, 1 - state.side, INDEX[move.to])
    if len(found) != 1:
        return None
    ask = Ask(game, state, game.trace(state, move), 0, (), language)
    asked = ask.question(CELL, [CELLS[found[0]]])
    return _said(asked, "safe", language, ["look.catcher"], **_told(state, move))


def _ends(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """Who wins by a move."""
    state = board(rng, level)
    if state is None:
        return None
    if level > 1 and rng.random() < 0.4:  # a Lion is on the far row already, and one move decides
        first = [move for move in _arrivals(state) if outcome(_after(state, move)) is None]
        state = _after(state, rng.choice(first)) if first else state
    moves = legal_moves(state)
    wanted = rule or rng.choice(_ENDS)
    by_rule: dict[str, list[Move]] = {}
    for move in moves:
        by_rule.setdefault(_about(state, move), []).append(move)
    if not by_rule.get(wanted) or (level == 1 and wanted == "end.reach-caught"):
        return None
    move = rng.choice(by_rule[wanted])
    trace = game.trace(state, move)
    ask = Ask(game, state, trace, 0, (), language)
    end = outcome(trace.after)
    found = ask.seat_question("on" if end is None else end.winner, (), *words(ask, "draw", "on"))
    word = "ends.drop" if move.drop else "ends"
    return _said(found, word, language, [wanted], **_told(state, move))


def _about(state: State, move: Move) -> str:
    """The rule that says what a move leads to, or ""."""
    after = _after(state, move)
    end = outcome(after)
    if end is not None and end.rule == "end.catch":
        return "end.catch"
    if state.board.index("Ll"[1 - state.side]) in FAR[1 - state.side]:
        return "end.reach-caught"
    if move in _arrivals(state):
        return "end.reach" if end is not None else "end.reach-caught"
    return ""


def _win(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """Where the one winning move goes."""
    state = board(rng, level)
    if state is None:
        return None
    wins = [move for move in legal_moves(state) if (end := outcome(_after(state, move))) and end.winner == state.side]
    cells = {move.to for move in wins}
    if len(cells) != 1:
        return None
    move = wins[0]
    end = outcome(_after(state, move))
    if end is None or any(outcome(_after(state, one)) != end for one in wins):
        return None
    ask = Ask(game, state, game.trace(state, move), 0, (), language)
    return _said(ask.question(CELL, cells), "win", language, [end.rule], seat=state.side)


def _next(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """In the middle of a move: the rule that acts next."""
    state = board(rng, level)
    if state is None:
        return None
    moves = [move for move in legal_moves(state) if not move.drop and (move.promote or state.at(move.to) != EMPTY)]
    if not moves:
        return None
    move = rng.choice(moves)
    trace = game.trace(state, move)
    acting = [(at, step.rule) for at, step in enumerate(trace.steps) if step.kind is not CHECK]
    seen = [0, *(at + 1 for at, _ in acting)]  # a question comes right after something has happened
    places = [(at, id) for at, (_, id) in zip(seen, acting, strict=False) if id in (rule or id, *_NEXT)]
    places = [(at, id) for at, id in places if at and rule in (None, id)]
    if not places:
        return None
    at, answer = rng.choice(places)
    others = rng.sample([id for id in _NEXT if id != answer], 3)
    among = tuple(sorted((answer, *others), key=_NEXT.index))
    found = Ask(game, state, trace, at, among, language).rule_question(answer)
    return _said(found, "next", language, [answer], **_told(state, move))


def _stood(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """How often a position stood, after the Lions went to and fro."""
    state = board(rng, min(level, 3))
    if state is None:
        return None
    told = []
    for _ in range(2 * rng.randint(2, 2 + min(level, 3)) - rng.randint(0, 1)):
        steps = _quiet(state)
        if outcome(state) is not None or not steps:
            return None
        been = [move.source for move in state.moves[-2::-2]]
        back = [move for move in steps if move.to in been]
        move = rng.choice(back or steps)
        told.append(f"{move.source}-{move.to}")
        state = _after(state, move)
    if state.times == 1 and rng.random() < 0.6:
        return None
    found = Ask(game, state, None, 0, (), language).question(NUMBER, [state.times])
    return _said(found, "stood", language, ["end.repetition"], moves=told)


def _quiet(state: State) -> list[Move]:
    """Steps of the Lion after which neither Lion is in danger or on its far row."""
    lion = CELLS[state.board.index("Ll"[state.side])]
    found = []
    for move in legal_moves(state):
        if move.source == lion and state.at(move.to) == EMPTY and INDEX[move.to] not in FAR[state.side]:
            after = _after(state, move)
            if not danger(after, 0)[1] and not danger(after, 1)[1]:
                found.append(move)
    return found


KINDS: Mapping[str, Maker] = {
    "ways": _ways, "allowed": _allowed, "waiting": _waiting, "danger": _danger, "escape": _escape, "safe": _safe,
    "ends": _ends, "win": _win, "next": _next, "stood": _stood, "mate": mate, "hold": hold,
}  # fmt: skip
FROM: Mapping[str, int] = {"mate": 3, "hold": 3}
"""Kinds that come from this level on, where no kind is asked for."""
SETS: Mapping[str, tuple[str, ...]] = {"puzzles": ("mate", "hold")}
"""Kinds that can be practised by themselves."""
