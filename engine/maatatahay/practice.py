"""Fresh questions about Maatatahay: who lives, what is added up, what is allowed, what comes next, who wins."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from ..core import EFFECT
from ..practice import Maker, Practised
from ..questions import NUMBER, Ask, Question, questions
from . import game
from .goals import QUESTIONS, fate, point_rules, words
from .rules import initial_state, placer, stage
from .score import score
from .state import BAG, BESIDE, STORAGE_LIMIT, MaatatahayRules, Move, State, Turn, Warrior, holds, sort_warriors
from .strength import payments, price, supporters
from .tiles import CELLS, FACINGS, Tile

LEVELS = 5
_FIGHT = ("fate", "deaths")
_REFUSING = ("place.free", "place.relic", "material.storage", "refuse.not-in-storage", "refuse.not-your-turn")
_ENDS = ("end.deaths", "end.space", "end.tiles", "turn.next")
_ACTS = ("place.collect", "support.energy", "surround.judge", "death.down", "death.spirit", "turn.second")
_RARE = (
    "surround.together", "ability.elder", "ability.convert", "strength.energy", "support.energy", "surround.against",
    "surround.judge", "surround.check",
)  # fmt: skip
"""The rules of a fight; a question is about the first of them that matters, unless another one is wanted."""
_LEVEL = {"surround.together": 3, "ability.elder": 3, "ability.convert": 3, "strength.energy": 2, "support.energy": 2}
RULES: Mapping[str, Practised] = {
    **{rule: Practised(_LEVEL.get(rule, 1), ("fate",)) for rule in _RARE},
    "surround.together": Practised(3, _FIGHT),
    "surround.judge": Practised(1, (*_FIGHT, "next")),
    "ability.elder": Practised(3, ("fate", "strength")),
    "ability.convert": Practised(3, ("fate", "strength")),
    "strength.energy": Practised(2, ("fate", "strength")),
    "support.energy": Practised(2, ("fate", "support", "next")),
    "death.spirit": Practised(2, ("spirit", "next")),
    "death.down": Practised(2, ("next",)),
    "place.collect": Practised(2, ("next",)),
    "turn.second": Practised(2, ("next",)),
    "place.price": Practised(1, ("price",)),
    **{rule: Practised(1 if rule in _REFUSING[:2] else 2, ("allowed",)) for rule in _REFUSING},
    "material.storage": Practised(1, ("allowed", "least")),
    "look.first": Practised(1, ("first",)),
    **{rule: Practised(1, ("points",)) for rule in ("score.diamonds", "score.spirit", "score.relics")},
    "score.relics-standard": Practised(4, ("points",)),
    "score.tie": Practised(2, ("wins",)),
    **{rule: Practised(2, ("ends",)) for rule in _ENDS},
    "end.space": Practised(3, ("ends",)),
}


# Maps -----------------------------------------------------------------------------------------------------------------


def _rules(rng: random.Random, level: int) -> MaatatahayRules:
    standard = level >= 4 and rng.random() < 0.4
    rules = game.rulesets["standard" if standard else "printed"]
    assert isinstance(rules, MaatatahayRules)
    return rules


class _Table:
    """A map that is being filled: each tile comes once."""

    def __init__(self, rng: random.Random, level: int) -> None:
        self.rng, self.level = rng, level
        self.rules = _rules(rng, level)
        self.tiles: list[list[Tile]] = []
        for tribe in (0, 1):
            tiles = [tile for tile in self.rules.tiles(tribe).values() if level >= 3 or not tile.ability]
            rng.shuffle(tiles)
            if rng.random() < 0.4:  # those with an ability come to the map first
                tiles.sort(key=lambda tile: bool(tile.ability))
            self.tiles.append(tiles)
        self.board: dict[str, Warrior] = {}

    def put(self, cell: str, tribe: int | None = None, *, spirit: float = 0.15, dead: float = 0.12) -> None:
        """A Warrior on a space."""
        rng, level = self.rng, self.level
        tribe = rng.randrange(2) if tribe is None else tribe
        if cell in self.board or not self.tiles[tribe]:
            return
        tile = self.tiles[tribe].pop()
        down = level >= 2 and rng.random() < dead
        energy = rng.choice((0, 0, 1, 2)) if level >= 2 and not down else 0
        white = rng.choice((1, 1, 2)) if level >= 2 and not down and rng.random() < spirit else 0
        self.board[cell] = Warrior(cell, tribe, tile, rng.choice(FACINGS), energy, white, down)

    def state(self, mover: int, **changes: Any) -> State:
        """The position in which somebody is to place a Warrior, and the other one after that."""
        turns = [Turn(seat, self.tiles[seat].pop()) for seat in (mover, 1 - mover)]
        state = replace(
            initial_state(self.rules, mover),
            warriors=sort_warriors(self.board.values()),
            relics=tuple(cell for cell in self.rules.layout.temples if cell not in self.board),
            to_place=turns[0],
            then=turns[1],
            phase="place",
        )
        return _counted(replace(state, **changes))


def _counted(state: State) -> State:
    """The position with what is left in the bag and among the tiles."""
    seen: tuple[set[str], set[str]] = (set(), set())
    for warrior in state.warriors:
        seen[warrior.tribe].add(warrior.tile.id)
    for turn in (state.to_place, state.then):
        if turn is not None:
            seen[turn.tribe].add(turn.tile.id)
    for pair in (*state.pairs, *([state.chosen] if state.chosen else [])):
        seen[0].add(pair[0].id)
        seen[1].add(pair[1].id)
    stack = [tuple(sorted((tile for id, tile in state.ruleset.tiles(tribe).items() if id not in seen[tribe]),
                          key=lambda tile: tile.id)) for tribe in (0, 1)]  # fmt: skip
    about = "".join(state.storage) + "".join(crystals for _, crystals in state.crystals)
    energy = about.count("E") + sum(warrior.energy for warrior in state.warriors)
    spirit = about.count("S") + sum(warrior.spirit for warrior in state.warriors)
    bag = (max(0, BAG[0] - energy), max(0, BAG[1] - spirit))
    return replace(state, stack=(stack[0], stack[1]), bag=bag)


def _sides(cell: str) -> list[str]:
    return [BESIDE[cell][direction] for direction in FACINGS if BESIDE[cell][direction]]


def _fight(rng: random.Random, level: int, spirit: float = 0.15) -> tuple[State, Move] | None:
    """A position and a placement that fills the last side of somebody, or nearly."""
    table = _Table(rng, level)
    focus, mover = rng.choice(CELLS), rng.randrange(2)
    target = rng.choice([focus, *_sides(focus)])
    around = [cell for cell in _sides(focus) if cell != target]
    if target != focus:
        table.put(focus, 1 - mover if rng.random() < 0.75 else mover, spirit=max(spirit, 0.25), dead=0)
    for cell in around:
        if rng.random() < 0.92:
            table.put(cell, mover if rng.random() < 0.6 else None, spirit=spirit)
    if level >= 3:  # the new Warrior may be closed in as well
        for cell in _sides(target):
            if cell != focus and rng.random() < 0.4 + 0.1 * level:
                table.put(cell, spirit=spirit)
    for cell in rng.sample(CELLS, level + rng.randrange(3)):
        if cell not in (target, focus) and len(table.board) < 16:
            table.put(cell, spirit=spirit)
    if not table.tiles[0] or not table.tiles[1]:
        return None
    state = table.state(mover)
    if target in state.relics:
        state = replace(state, relics=tuple(cell for cell in state.relics if cell != target))
    if level == 1 and supporters(state, target, mover):
        return None
    return state, Move("place", target, rng.choice(FACINGS))


def _ask(state: State, move: Move, language: str) -> Ask:
    trace = game.trace(state, move)
    return Ask(game, state, trace, 0, (), language)


def _worded(found: Question, word: str, language: str, rules: Sequence[str] = (), **args: Any) -> Question:
    """A question in words, about the rules given."""
    return replace(found, text=game.rulebook.word(f"ask.{word}", language, **args), rules=tuple(rules) or found.rules)


def _first(rules: Sequence[str], rule: str | None) -> tuple[str, ...]:
    """Rules with the one that is wanted first, if it is among them."""
    return tuple(sorted(rules, key=lambda one: one != rule))


def _said(state: State, move: Move) -> dict[str, Any]:
    """Who places what where, for a sentence."""
    turn = state.to_place
    assert turn is not None
    return {"seat": turn.tribe, "tile": turn.tile.id, "cell": move.cell}


# Life and death -------------------------------------------------------------------------------------------------------


def _fate(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """What becomes of a Warrior after a placement."""
    made = _fight(rng, level)
    if made is None:
        return None
    state, move = made
    ask = _ask(state, move, language)
    if level < _LEVEL["surround.together"] and any(step.rule == "surround.together" for step in ask.steps):
        return None
    looked = next(step.args["cells"] for step in ask.steps if step.rule == "surround.when")
    judged = [step.args["cell"] for step in ask.steps if step.rule == "surround.judge"]
    cell = rng.choice(judged if judged and rng.random() < 0.85 else looked)
    if cell not in judged and rule != "surround.check" and rng.random() < 0.7:
        return None  # "not surrounded" is right now and then, not most of the time
    found = fate(ask, cell)
    return _worded(found, "fate", language, _first(_matter(ask, cell), rule), at=cell, **_said(state, move))


def _matter(ask: Ask, cell: str) -> list[str]:
    """The rules that decide on a Warrior, those that are rarely needed first."""
    own = {step.rule for step in ask.steps if step.args.get("cell") == cell and step.rule != "support.energy"}
    if "surround.judge" not in own:
        return ["surround.check"]
    if any(step.rule == "surround.together" and cell in step.args["cells"] for step in ask.steps):
        own.add("surround.together")
    to = next(step.args["cell"] for step in ask.steps if step.rule == "place.free")
    against = next(step for step in ask.steps if step.rule == "surround.against" and step.args["cell"] == cell)
    if to in (cell, *against.args["enemies"]) and any(step.rule == "support.energy" for step in ask.steps):
        own.add("support.energy")
    return [id for id in _RARE if id in own]


def _deaths(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """How many Warriors die."""
    made = _fight(rng, level)
    if made is None:
        return None
    state, move = made
    ask = _ask(state, move, language)
    judged = sum(step.rule == "surround.judge" for step in ask.steps)
    if not judged or (judged > 1 and level < _LEVEL["surround.together"]):
        return None
    dead = sum(step.rule == "death.down" for step in ask.steps)
    rules = (*(("surround.together",) if judged > 1 else ()), "surround.judge")
    return _worded(ask.question(NUMBER, [dead]), "deaths", language, _first(rules, rule), **_said(state, move))


def _strength(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """How strong the new Warrior is, with support and what its ability adds."""
    made = _fight(rng, max(level, 2))
    if made is None:
        return None
    state, move = made
    ask = _ask(state, move, language)
    found = QUESTIONS["strength"](ask, move.cell)
    if found is None or len(found.rules) < 2:
        return None
    rules = [one for one in found.rules if one in RULES]
    return _worded(found, "strength", language, _first(rules, rule), **_said(state, move))


def _support(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """How much Energy the arrows give."""
    table = _Table(rng, level)
    mover, target = rng.randrange(2), rng.choice(CELLS)
    for cell in sorted(BESIDE[target].values()):
        if cell and rng.random() < 0.25 + 0.1 * level:
            table.put(cell, mover if rng.random() < 0.8 else 1 - mover)
    if not table.board or not table.tiles[mover] or not table.tiles[1 - mover]:
        return None
    state = table.state(mover)
    state = replace(state, relics=tuple(cell for cell in state.relics if cell != target))
    move = Move("place", target, rng.choice(FACINGS))
    given = len(supporters(state, target, mover))
    if not given and rng.random() < 0.7:
        return None
    found = _ask(state, move, language).question(NUMBER, [given])
    return _worded(found, "support", language, ["support.energy"], **_said(state, move))


def _spirit(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """Where the Spirit of a dead Warrior goes."""
    wanted = rng.choice(("new", "removed"))  # either is right as often
    for _ in range(60):
        made = _fight(rng, max(level, 3), 0.8)
        if made is None:
            continue
        state, move = made
        ask = _ask(state, move, language)
        fallen = [step.args["cell"] for step in ask.steps if step.rule == "death.spirit"
                  and step.args["case"] == wanted and step.args["cell"] != move.cell]  # fmt: skip
        if not fallen:
            continue
        cell = rng.choice(fallen)
        found = QUESTIONS["spirit"](ask, cell)
        assert found is not None
        return _worded(found, "spirit", language, at=cell, **_said(state, move))
    return None


# Placing --------------------------------------------------------------------------------------------------------------


def _crowd(rng: random.Random, level: int, mover: int, many: int) -> _Table:
    """A map with Warriors here and there."""
    table = _Table(rng, level)
    for cell in rng.sample(CELLS, many):
        table.put(cell, mover if rng.random() < 0.55 else 1 - mover)
    return table


def _storage(rng: random.Random, most: int) -> str:
    energy = rng.randint(0, most)
    return "E" * energy + "S" * rng.randint(0, most - energy)


def _price(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """What a Relic costs."""
    mover = rng.randrange(2)
    table = _Table(rng, level)
    cell = rng.choice(table.rules.layout.temples)
    for beside in _sides(cell):
        if rng.random() < 0.65:
            table.put(beside, mover if rng.random() < 0.7 else 1 - mover)
    for other in rng.sample(CELLS, level):
        if other != cell:
            table.put(other)
    storage = "EESS"
    state = table.state(mover, storage=("", storage) if mover else (storage, ""))
    ask = _ask(state, Move("place", cell, rng.choice(FACINGS)), language)
    if price(state.board, cell, mover) == 4 and rng.random() < 0.7:
        return None
    found = QUESTIONS["price"](ask, cell)
    assert found is not None
    return _worded(found, "price", language, seat=mover, cell=cell)


def _least(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """How many crystals have to be moved onto the new Warrior."""
    mover = rng.randrange(2)
    table = _crowd(rng, level, mover, 3 + level)
    storage = _storage(rng, STORAGE_LIMIT)
    cell = rng.choice([one for one in CELLS if one not in table.board and one not in table.rules.layout.temples])
    lying = dict(table.rules.layout.crystals)[cell]
    white = rng.randint(0, lying)
    there = "E" * (lying - white) + "S" * white
    state = table.state(mover, storage=("", storage) if mover else (storage, ""), crystals=((cell, there),))
    ask = _ask(state, Move("place", cell, rng.choice(FACINGS)), language)
    found = QUESTIONS["least"](ask, mover)
    assert found is not None
    if found.answers == ("0",) and rng.random() < 0.7:
        return None
    return _worded(found, "least", language, seat=mover, cell=cell)


def _allowed(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """Whether a move is allowed, or which rule refuses it."""
    known = _REFUSING[:2] if level == 1 else _REFUSING
    wanted = rng.choice(("allowed", *known)) if rule is None or rng.random() < 0.2 else rule
    for _ in range(40):
        state, move = _try(rng, level, wanted)
        trace = game.trace(state, move)
        refusal = trace.refusal
        if wanted == ("allowed" if refusal is None else refusal.rule):
            break
    else:
        return None
    others = rng.sample([id for id in _REFUSING if id != wanted], 3 - (wanted == "allowed"))
    among = tuple(id for id in _REFUSING if id in (wanted, *others))
    found = Ask(game, state, trace, 0, among, language).rule_question(
        wanted, *words(Ask(game, state, language=language), "allowed")
    )
    about = wanted
    if refusal is None:
        on_temple = move.kind == "pay" or move.cell in state.relics
        about = "material.storage" if move.kind == "charge" else "place.relic" if on_temple else "place.free"
    warrior = state.to_place or state.warrior_at(state.new)
    args = {"seat": _seat(state), "tile": warrior.tile.id if warrior else "", "cell": move.cell or state.new,
            "energy": move.crystals.count("E"), "spirit": move.crystals.count("S")}  # fmt: skip
    return _worded(found, f"allowed.{move.kind}", language, [about], **args)


def _try(rng: random.Random, level: int, wanted: str) -> tuple[State, Move]:
    """A position and something that one might try in it; if it breaks a rule, then this one only."""
    mover = rng.randrange(2)
    table = _crowd(rng, level, mover, 6 + level)
    storage = _storage(rng, STORAGE_LIMIT)
    state = table.state(mover, storage=("", storage) if mover else (storage, ""))
    if wanted == "refuse.not-your-turn":
        return _too_early(rng, state)
    ways = {"place.free": (_placement,), "place.relic": (_placement, _payment), "material.storage": (_charge,),
            "refuse.not-in-storage": (_payment, _charge)}  # fmt: skip
    ways["allowed"] = (_placement,) if level == 1 else (_placement, _payment, _charge)
    way = rng.choice((_placement,) if level == 1 else ways[wanted])
    return way(rng, state) or _placement(rng, state)


def _seat(state: State) -> int:
    return state.active if stage(state) in ("pair", "first") else placer(state)


def _placement(rng: random.Random, state: State) -> tuple[State, Move]:
    """A Warrior is placed anywhere, more often than not on a Warrior or a Relic."""
    cells = [sorted(state.board), list(state.relics) or list(CELLS), list(CELLS)]
    return state, Move("place", rng.choice(rng.choice(cells)), rng.choice(FACINGS))


def _payment(rng: random.Random, state: State) -> tuple[State, Move] | None:
    """Somebody stands before a temple and pays, perhaps wrongly, but in one way only."""
    seat = placer(state)
    storage = state.storage[seat]
    temples = [cell for cell in state.relics if payments(storage, price(state.board, cell, seat))]
    if not temples:
        return None
    cell = rng.choice(temples)
    cost = price(state.board, cell, seat)
    number = cost if rng.random() < 0.6 else rng.randint(1, 4)
    energy = rng.randint(0, number)
    paid = "E" * energy + "S" * (number - energy)
    if (number != cost or energy == number) and not holds(storage, paid):
        return None
    return replace(state, phase="pay", new=cell, facing=rng.choice(FACINGS)), Move("pay", crystals=paid)


def _charge(rng: random.Random, state: State) -> tuple[State, Move] | None:
    """A Warrior was just placed, and its storage is nearly full, or more than full."""
    free, turn = state.free_spaces(), state.to_place
    assert turn is not None
    if not free:
        return None
    cell, storage = rng.choice(free), "E" * rng.randint(1, 4) + "S" * rng.randint(0, 3)
    moved = "E" * rng.randint(0, 3) + "S" * rng.randint(0, 2)
    if not holds(storage, moved) and len(storage) - len(moved) > STORAGE_LIMIT:
        return None
    state = state.with_warrior(Warrior(cell, turn.tribe, turn.tile, rng.choice(FACINGS)), to_place=None, new=cell,
                               phase="charge", storage=state.with_storage(turn.tribe, storage))  # fmt: skip
    return state, Move("charge", crystals=moved)


def _too_early(rng: random.Random, state: State) -> tuple[State, Move]:
    """Somebody places a Warrior before a pair has been chosen, or before it is known who places first."""
    tiles = {turn.tribe: turn.tile for turn in (state.to_place, state.then) if turn is not None}
    pair = (tiles[0], tiles[1])
    early = replace(state, to_place=None, then=None, pairs=(pair,), phase="pair")
    if rng.random() < 0.5:
        early = replace(early, pairs=(), chosen=pair, phase="first")
    return early, Move("place", rng.choice(early.free_spaces()), rng.choice(FACINGS))


# A turn ---------------------------------------------------------------------------------------------------------------


def _who_first(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """Who decides who places first."""
    table = _crowd(rng, level, 0, level)
    rng.shuffle(table.tiles[0])
    rng.shuffle(table.tiles[1])
    pairs = tuple(zip(table.tiles[0][:3], table.tiles[1][:3], strict=True))
    active, number = rng.randrange(2), rng.randint(1, 3)
    state = _counted(replace(table.state(active), to_place=None, then=None, pairs=pairs, phase="pair"))
    ask = _ask(state, Move("pair", number=number), language)
    look = next(step for step in ask.steps if step.rule == "look.first")
    found = ask.seat_question(look.args["seat"], ["look.first"])
    return _worded(found, "first", language, seat=active, number=number)


def _next(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """In the middle of a placement: the rule that acts next."""
    made = _fight(rng, max(level, 2), 0.4)
    if made is None:
        return None
    state, move = made
    if rng.random() < 0.3 or rule == "place.collect":
        state = replace(state, crystals=((move.cell, rng.choice(("E", "EE", "ES", "S"))),))
    trace = game.trace(state, move)
    effects = [n for n, step in enumerate(trace.steps) if step.kind is EFFECT]
    places = [(n, m) for n, m in pairwise(effects)
              if trace.steps[m].rule in _ACTS and rule in (None, trace.steps[m].rule)]  # fmt: skip
    if not places:
        return None
    seen, acts = rng.choice(places)
    answer = trace.steps[acts].rule
    if answer == "turn.second" and rule is None and rng.random() < 0.5:
        return None
    others = rng.sample([id for id in _ACTS if id != answer], 3)
    among = tuple(id for id in _ACTS if id in (answer, *others))
    found = Ask(game, state, trace, seen + 1, among, language).rule_question(answer)
    return _worded(found, "next", language, **_said(state, move))


# The end --------------------------------------------------------------------------------------------------------------


def _last(rng: random.Random, level: int) -> tuple[State, Move] | None:
    """The last placement of a game."""
    made = _fight(rng, max(level, 2) if rng.random() < 0.7 else level, 0.4)
    if made is None:
        return None
    state, move = made
    taken: tuple[list[int], list[int]] = ([], [])
    places = 5 - len(state.relics)
    for place in range(1, places + 1):
        taken[rng.randrange(2)].append(place)
    state = replace(state, then=None, stack=((), ()), taken=(tuple(taken[0]), tuple(taken[1])))
    return state, move


def _points(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """How many Victory Points a tribe has at the end."""
    made = _last(rng, level)
    if made is None:
        return None
    state, move = made
    ask = _ask(state, move, language)
    assert ask.trace is not None
    before, after = score(state), score(ask.trace.after)
    changed = [seat for seat in (0, 1) if before[seat] != after[seat]]
    if not changed:
        return None
    seat = rng.choice(changed)
    found = QUESTIONS["points"](ask, {"seat": seat})
    assert found is not None
    kinds = [kind for kind in ("relics", "spirit", "diamonds") if getattr(after[seat], kind)]
    rules = _first(point_rules(state, kinds), rule)
    return _worded(found, "points", language, rules, whose=seat, **_said(state, move)) if rules else None


def _wins(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """Who wins after the last placement."""
    made = _last(rng, level)
    if made is None:
        return None
    state, move = made
    ask = _ask(state, move, language)
    assert ask.trace is not None
    points = [one.total for one in score(ask.trace.after)]
    near = abs(points[0] - points[1])
    if near > 6 - level or (near and rng.random() < (0.2 if level < 4 else 0.8)):
        return None
    tie = next(step for step in ask.steps if step.rule == "score.tie")
    if tie.args["case"] == "relic" and state.ruleset.relic_mode == "progressive":
        return None  # the picture does not show who took a Relic last
    found = questions(game)["winner"](ask, None)
    return None if found is None else _worded(found, "wins", language, ["score.tie"], **_said(state, move))


def _ends(rng: random.Random, level: int, rule: str | None, language: str) -> Question | None:
    """Whether the game ends after a turn, and why."""
    level = max(level, RULES[_ENDS[0]].level)
    known = [one for one in _ENDS if RULES[one].level <= level]
    wanted = rule or rng.choice(known)
    for _ in range(40):
        made = _last_of_turn(rng, level, wanted)
        if made is None:
            continue
        ask = replace(_ask(*made, language), among=_ENDS)
        answer = next((step.rule for step in ask.steps if step.rule in _ENDS), None)
        if answer == wanted:
            return _worded(ask.rule_question(answer), "ends", language, **_said(*made))
    return None


def _last_of_turn(rng: random.Random, level: int, wanted: str) -> tuple[State, Move] | None:
    """The second placement of a turn, after which the game may be over."""
    full = level >= RULES["end.space"].level and (wanted == "end.space" or rng.random() < 0.2)
    made = _full(rng, level) if full else _fight(rng, level)
    if made is None:
        return None
    state, move = made
    if wanted == "end.deaths" or rng.random() < 0.3:
        state = _with_dead(rng, state, rng.randrange(2), rng.choice((4, 5, 5)), move.cell)
    state = _counted(replace(state, then=None))
    if wanted == "end.tiles":
        return replace(state, stack=((), ())), move
    pairs = tuple(zip(*(rng.sample(tiles, min(2, len(tiles))) for tiles in state.stack), strict=False))
    return (_counted(replace(state, pairs=pairs)), move) if pairs else None  # one sees that the game can go on


def _with_dead(rng: random.Random, state: State, tribe: int, number: int, target: str) -> State:
    """The position with so many dead Warriors of a tribe, added where nothing is."""
    seen = {warrior.tile.id for warrior in state.warriors if warrior.tribe == tribe}
    seen |= {turn.tile.id for turn in (state.to_place, state.then) if turn is not None and turn.tribe == tribe}
    tiles = [tile for id, tile in state.ruleset.tiles(tribe).items() if id not in seen]
    near = {target, *_sides(target)}
    free = [cell for cell in state.free_spaces() if cell not in near and cell not in state.ruleset.layout.temples]
    many = max(0, number - state.dead(tribe))
    for cell, tile in zip(rng.sample(free, min(many, len(free))), tiles, strict=False):
        state = state.with_warrior(Warrior(cell, tribe, tile, dead=True))
    return _counted(state)


def _full(rng: random.Random, level: int) -> tuple[State, Move] | None:
    """A map with one, two or three free spaces."""
    table = _Table(rng, level)
    relics = rng.sample(table.rules.layout.temples, 3)
    cells = [cell for cell in rng.sample(CELLS, 25) if cell not in relics]
    left, mover = rng.choice((1, 2, 2, 3)), rng.randrange(2)
    for number, cell in enumerate(cells[left:]):
        table.put(cell, number % 2)
    if not table.tiles[0] or not table.tiles[1]:
        return None
    state = table.state(mover)
    return replace(state, relics=tuple(cell for cell in state.relics if cell in relics)), Move("place", cells[0], "N")


KINDS: Mapping[str, Maker] = {
    "fate": _fate, "deaths": _deaths, "strength": _strength, "support": _support, "spirit": _spirit, "price": _price,
    "least": _least, "allowed": _allowed, "first": _who_first, "next": _next, "points": _points, "wins": _wins,
    "ends": _ends,
}  # fmt: skip
