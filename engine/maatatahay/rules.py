"""Maatatahay's rules: what one may try, and the steps of every move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ..core import CHANCE, CHECK, EFFECT, END, FORCED, TERMINAL, Mark, Outcome, Step
from .judging import Part, fall, judge
from .score import decide, ending, relic_worth, score
from .state import (
    CRYSTALS,
    DRAWS,
    FIRSTS,
    GO,
    PASS,
    PLACEMENTS,
    RELIC_DRAWS,
    RELIC_PRICE,
    STORAGE_LIMIT,
    MaatatahayRules,
    Move,
    State,
    Turn,
    Warrior,
    holds,
    less,
)
from .strength import charges, living_beside, payments, price, supporters
from .tiles import CELLS, Tile

Steps = Iterator[Step[State]]
AUTOMATIC = ("collect", "support", "judge", "fall", "turn")
"""Phases that no move ends in: they lie between two steps of one."""
_STAGES = {
    "pair": "pair", "first": "first", "place": "place", "pay": "pay", "charge": "charge", "tiles": "tiles",
    "pass": "pass", "go": "go",
}  # fmt: skip


def initial_state(rules: MaatatahayRules, active: int) -> State:
    """The map with its Relics; crystals and pairs are still to be drawn."""
    stack = [tuple(sorted(rules.tiles(tribe).values(), key=lambda tile: tile.id)) for tribe in (0, 1)]
    state = State(rules, relics=rules.layout.temples, stack=(stack[0], stack[1]), active=active)
    return state if next_space(state) else _next_turn(state)


def stage(state: State) -> str:
    """What kind of move is due: a phase, ``pass`` where nothing can be placed, or ``go`` between two steps."""
    if state.phase == "place":
        return "place" if can_place(state) else "pass"
    return "go" if state.phase in AUTOMATIC else state.phase


def next_space(state: State) -> str:
    """The space that the next crystal of the set-up is drawn for, or "" when there is none."""
    if not any(state.bag):
        return ""
    lying = dict(state.crystals)
    return next((cell for cell, number in state.ruleset.layout.crystals if len(lying.get(cell, "")) < number), "")


def can_place(state: State) -> bool:
    """There is a space on which the next Warrior can be placed."""
    turn = state.to_place
    if turn is None:
        return False
    return bool(state.free_spaces()) or any(can_pay(state, cell, turn.tribe) for cell in state.relics)


def can_pay(state: State, cell: str, tribe: int) -> bool:
    """A tribe's storage holds the price of a Relic."""
    return bool(payments(state.storage[tribe], price(state.board, cell, tribe)))


def current_player(state: State) -> int:
    """The seat to move, or CHANCE, FORCED, TERMINAL."""
    match stage(state):
        case "setup" | "tiles" | "draw":
            return CHANCE
        case "pass" | "go":
            return FORCED
        case "over":
            return TERMINAL
        case "first":
            return first_chooser(state)
        case "pair":
            return state.active
    return placer(state)


def first_chooser(state: State) -> int:
    """Who decides on the first placement: the player of the Warrior with the lower Strength, else the Active Player."""
    assert state.chosen is not None
    balan, wazu = (tile.strength for tile in state.chosen)
    return state.active if balan == wazu else 0 if balan < wazu else 1


def placer(state: State) -> int:
    """The seat whose Warrior is being placed."""
    if state.to_place is not None:
        return state.to_place.tribe
    warrior = state.warrior_at(state.new)
    assert warrior is not None
    return warrior.tribe


def outcome(state: State) -> Outcome | None:
    """Who won, once the game is over."""
    if state.phase != "over":
        return None
    winner, _ = decide(state)
    balan, wazu = score(state)
    return Outcome(winner, ending(state), (balan.total, wazu.total))


def candidate_moves(state: State) -> tuple[Move, ...]:
    """All that one might try."""
    match stage(state):
        case "setup" | "draw":
            return tuple(DRAWS.values())
        case "tiles":
            return tuple(move for move, _ in chance_outcomes(state))
        case "pair":
            return tuple(Move("pair", number=number) for number in range(1, len(state.pairs) + 1))
        case "first":
            return FIRSTS
        case "place":
            return tuple(move for cell in CELLS for move in PLACEMENTS[cell])
        case "pay":
            return tuple(
                Move("pay", crystals="E" * energy + "S" * (number - energy))
                for number in range(1, RELIC_PRICE + 1)
                for energy in range(number + 1)
            )
        case "charge":
            storage = state.storage[placer(state)]
            return tuple(
                Move("charge", crystals="E" * energy + "S" * spirit)
                for energy in range(storage.count("E") + 1)
                for spirit in range(storage.count("S") + 1)
            )
        case "pass":
            return (PASS, *(move for cell in CELLS for move in PLACEMENTS[cell]))
        case "go":
            return (GO,)
    return ()


def legal_moves(state: State) -> tuple[Move, ...]:
    """The candidates that nothing refuses, found without their steps."""
    match stage(state):
        case "setup" | "draw":
            return tuple(DRAWS[crystal] for crystal, number in zip(CRYSTALS, state.bag, strict=True) if number)
        case "place":
            assert state.to_place is not None
            filled = {warrior.cell for warrior in state.warriors}
            filled.update(cell for cell in state.relics if not can_pay(state, cell, state.to_place.tribe))
            return tuple(move for cell in CELLS if cell not in filled for move in PLACEMENTS[cell])
        case "pay":
            tribe = placer(state)
            ways = set(payments(state.storage[tribe], price(state.board, state.new, tribe)))
            return tuple(move for move in candidate_moves(state) if move.crystals in ways)
        case "charge":
            return tuple(Move("charge", crystals=one) for one in charges(state.storage[placer(state)]))
        case "pass":
            return (PASS,)
    return candidate_moves(state)


def chance_outcomes(state: State) -> tuple[tuple[Move, Fraction], ...]:
    """What may be drawn, with exact odds."""
    if state.phase in ("setup", "draw"):
        total = sum(state.bag)
        pairs = zip(CRYSTALS, state.bag, strict=True)
        return tuple((DRAWS[crystal], Fraction(number, total)) for crystal, number in pairs if number)
    if state.phase != "tiles":
        return ()
    counts = [_counts(tiles) for tiles in state.stack]
    total = len(state.stack[0]) * len(state.stack[1])
    return tuple(
        (Move("tiles", tiles=(balan, wazu)), _share(many * more, total))
        for balan, many in counts[0].items()
        for wazu, more in counts[1].items()
    )


_share = lru_cache(maxsize=1024)(Fraction)


def _counts(tiles: tuple[Tile, ...]) -> dict[str, int]:
    found: dict[str, int] = {}
    for tile in tiles:
        found[tile.id] = found.get(tile.id, 0) + 1
    return found


# The steps of a move --------------------------------------------------------------------------------------------------


def steps(state: State, move: Move) -> Steps:
    """Carry out a move."""
    due = stage(state)
    if due == "over":
        yield _refused(state, "refuse.game-over")
    elif move.kind == "draw" and due in ("setup", "draw"):
        yield from _draw(state, move)
    elif move.kind == "place" and due == "pass":
        yield from _place(state, move)
    elif _STAGES.get(move.kind) != due:
        yield _refused(state, "refuse.not-your-turn", case=due, seat=max(0, current_player(state)))
    else:
        yield from _MOVES[move.kind](state, move)


def _refused(state: State, rule: str, *marks: Mark, **args: Any) -> Step[State]:
    return Step(CHECK, rule, state, args, ok=False, marks=marks)


def _draw(state: State, move: Move) -> Steps:
    crystal = move.crystals
    if crystal not in DRAWS or not state.bag[CRYSTALS.index(crystal)]:
        yield _refused(state, "refuse.not-in-bag", crystal=crystal)
    elif state.phase == "setup":
        cell = next_space(state)
        crystals = state.with_crystals(cell, state.crystals_at(cell) + crystal)
        state = replace(state, crystals=crystals, bag=state.with_bag(crystal, -1))
        if not next_space(state):
            state = _next_turn(state)
        args: dict[str, Any] = {"cell": cell, "crystal": crystal}
        yield Step(EFFECT, "setup.crystals", state, args, marks=(Mark("to", (cell,)),))
    else:
        seat = placer(state)
        storage = state.with_storage(seat, state.storage[seat] + crystal)
        state = replace(state, storage=storage, bag=state.with_bag(crystal, -1), draws=state.draws - 1)
        state = settled(state)
        args = {"seat": seat, "crystal": crystal, "cell": state.new}
        yield Step(EFFECT, "place.draw", state, args, marks=(Mark("from", (state.new,)),))
        if state.phase != "draw":
            yield from _resolve(state)


def _next_turn(state: State) -> State:
    """The state in which a pair is drawn, or chosen where enough lie open or nothing is left to draw."""
    draws = len(state.pairs) < state.ruleset.open_pairs and state.can_draw_pair
    return replace(state, phase="tiles" if draws else "pair")


def _tiles(state: State, move: Move) -> Steps:
    found = [next((tile for tile in stack if tile.id == id), None)
             for stack, id in zip(state.stack, move.tiles, strict=True)]  # fmt: skip
    balan, wazu = found
    if balan is None or wazu is None:
        missing = 0 if balan is None else 1
        yield _refused(state, "refuse.not-in-stack", seat=missing, tile=_name(move.tiles[missing]))
        return
    stack = (_without(state.stack[0], balan), _without(state.stack[1], wazu))
    state = _next_turn(replace(state, stack=stack, pairs=(*state.pairs, (balan, wazu))))
    args = {"balan": _name(balan.id), "wazu": _name(wazu.id), "number": len(state.pairs)}
    yield Step(EFFECT, "turn.draw", state, args)


def _without(tiles: tuple[Tile, ...], one: Tile) -> tuple[Tile, ...]:
    place = tiles.index(one)
    return (*tiles[:place], *tiles[place + 1 :])


def _name(id: str) -> str:
    """A tile's name as sentences use it."""
    return "warrior" if "/" in id else id


def _pair(state: State, move: Move) -> Steps:
    number = move.number
    if not 1 <= number <= len(state.pairs):
        yield _refused(state, "turn.pair", number=number, count=len(state.pairs))
        return
    balan, wazu = pair = state.pairs[number - 1]
    pairs = (*state.pairs[: number - 1], *state.pairs[number:])
    state = replace(state, pairs=pairs, chosen=pair, phase="first")
    args = {"seat": state.active, "number": number, "balan": _name(balan.id), "wazu": _name(wazu.id)}
    yield Step(EFFECT, "turn.pair", state, args)
    strengths = {"balan": balan.strength, "wazu": wazu.strength}
    case = "equal" if balan.strength == wazu.strength else "lower"
    yield Step(CHECK, "look.first", state, {"seat": first_chooser(state), **strengths, "case": case})


def _first(state: State, move: Move) -> Steps:
    assert state.chosen is not None
    chooser, tribe = first_chooser(state), move.tribe
    turns = [Turn(seat, state.chosen[seat]) for seat in (tribe, 1 - tribe)]
    state = replace(state, chosen=None, to_place=turns[0], then=turns[1], phase="place")
    args = {"seat": chooser, "by": tribe, "tile": _name(turns[0].tile.id)}
    yield Step(EFFECT, "turn.first", state, args)


# Placing --------------------------------------------------------------------------------------------------------------


def _place(state: State, move: Move) -> Steps:
    turn, cell, board = state.to_place, move.cell, state.board
    assert turn is not None
    seat = turn.tribe
    if cell in board:
        case = "dead" if board[cell].dead else "warrior"
        yield _refused(state, "place.free", Mark("blocked", (cell,)), case=case, cell=cell, seat=board[cell].tribe)
        return
    args = {"seat": seat, "tile": _name(turn.tile.id), "cell": cell, "facing": move.facing}
    if cell in state.relics:
        look = _price(state, cell, seat)
        yield look
        storage, cost = state.storage[seat], look.args["price"]
        if len(storage) < cost or "S" not in storage:
            case = "few" if len(storage) < cost else "spirit"
            args = {"case": case, "cell": cell, "seat": seat, "price": cost, "number": len(storage)}
            yield _refused(state, "place.relic", Mark("blocked", (cell,)), **args)
            return
        state = replace(state, phase="pay", new=cell, facing=move.facing)
        yield Step(EFFECT, "place.temple", state, {**args, "price": cost}, marks=(Mark("to", (cell,)),))
        return
    state = _put(state, turn, cell, move.facing, "collect")
    yield Step(EFFECT, "place.free", state, args, marks=(Mark("to", (cell,)),))
    yield from _resolve(state)


def _price(state: State, cell: str, seat: int) -> Step[State]:
    """The price of a Relic, added up."""
    friends, cost = living_beside(state.board, cell, seat), price(state.board, cell, seat)
    args = {"cell": cell, "seat": seat, "base": RELIC_PRICE, "friends": friends, "number": len(friends), "price": cost,
            "case": "friends" if friends else "alone"}  # fmt: skip
    return Step(CHECK, "place.price", state, args, marks=(Mark("to", (cell,)), Mark("friend", friends)))


def _put(state: State, turn: Turn, cell: str, facing: str, phase: str) -> State:
    """The state with the Warrior on the map, in the first phase in which there is something to do."""
    warrior = Warrior(cell, turn.tribe, turn.tile, facing)
    return settled(state.with_warrior(warrior, to_place=None, new=cell, facing="", given=0, phase=phase))


def _pay(state: State, move: Move) -> Steps:
    turn, cell, paid = state.to_place, state.new, move.crystals
    assert turn is not None
    seat = turn.tribe
    look = _price(state, cell, seat)
    yield look
    cost, here = look.args["price"], Mark("blocked", (cell,))
    if len(paid) != cost:
        yield _refused(state, "place.relic", here, case="number", cell=cell, price=cost, number=len(paid))
    elif "S" not in paid:
        yield _refused(state, "place.relic", here, case="no-spirit", cell=cell, price=cost)
    elif not holds(state.storage[seat], paid):
        yield _refused(state, "refuse.not-in-storage", here, seat=seat, **amounts(state.storage[seat]))
    else:
        taken = (*state.taken[seat], 1 + max((*state.taken[0], *state.taken[1]), default=0))
        state = replace(
            state,
            storage=state.with_storage(seat, less(state.storage[seat], paid)),
            bag=state.with_bag(paid, 1) if state.ruleset.paid_to == "bag" else state.bag,
            relics=tuple(one for one in state.relics if one != cell),
            taken=(state.taken[0], taken) if seat else (taken, state.taken[1]),
            draws=RELIC_DRAWS,
        )
        state = _put(state, turn, cell, state.facing, "draw")
        args = {"seat": seat, "tile": _name(turn.tile.id), "cell": cell, "paid": paid, **amounts(paid),
                "worth": relic_worth(state, seat)[-1]}  # fmt: skip
        yield Step(EFFECT, "place.relic", state, args, marks=(Mark("to", (cell,)),))
        if state.phase != "draw":
            yield from _resolve(state)


def amounts(crystals: str) -> dict[str, Any]:
    """Crystals as a sentence counts them."""
    energy, spirit = crystals.count("E"), crystals.count("S")
    kind = "both" if energy and spirit else "energy" if energy else "spirit" if spirit else "none"
    return {"energy": energy, "spirit": spirit, "case": kind}


def settled(state: State) -> State:
    """The state in the next phase of a placement that has something to do or to ask."""
    phase = state.phase
    if phase == "draw" and not (state.draws and any(state.bag)):
        phase = "support"
    if phase == "collect" and not state.crystals_at(state.new):
        phase = "support"
    if phase == "support" and state.given >= len(supporters(state, state.new, placer(state))):
        phase = "charge"
    if phase == "charge" and not state.storage[placer(state)]:
        phase = "judge"
    if phase == state.phase:
        return state
    draws = state.draws if phase == "draw" else 0
    return replace(state, phase=phase, draws=draws, given=state.given if phase == "support" else 0)


def _resolve(state: State) -> Steps:
    """All that follows by itself until somebody is asked."""
    if state.phase == "collect":
        state = yield from _collect(state)
    if state.phase == "support":
        state = yield from _support(state)
    if state.phase == "charge":
        return
    if state.phase == "judge":
        state = yield from judge(state)
    elif state.phase == "fall":
        state = yield from fall(state)
    yield from _after_placement(state)


def _collect(state: State) -> Part:
    seat, cell = placer(state), state.new
    found = state.crystals_at(cell)
    storage = state.with_storage(seat, state.storage[seat] + found)
    state = settled(replace(state, storage=storage, crystals=state.with_crystals(cell, ""), phase="support"))
    args = {"seat": seat, "cell": cell, "crystals": found, **amounts(found)}
    yield Step(EFFECT, "place.collect", state, args, marks=(Mark("from", (cell,)),))
    return state


def _support(state: State) -> Part:
    cell = state.new
    for friend in supporters(state, cell, placer(state))[state.given :]:
        new = state.board[cell]
        state = settled(state.with_warrior(replace(new, energy=new.energy + 1), given=state.given + 1))
        args = {"cell": friend, "to": cell, "seat": new.tribe}
        marks = (Mark("friend", (friend,)), Mark("to", (cell,)), Mark("aim", (friend, cell)))
        yield Step(EFFECT, "support.energy", state, args, marks=marks)
    return state


def _charge(state: State, move: Move) -> Steps:
    seat, cell, moved = placer(state), state.new, move.crystals
    storage = state.storage[seat]
    here = Mark("blocked", (cell,))
    if not holds(storage, moved):
        yield _refused(state, "refuse.not-in-storage", here, seat=seat, **amounts(storage))
        return
    rest = less(storage, moved)
    if len(rest) > STORAGE_LIMIT:
        least = len(storage) - STORAGE_LIMIT
        yield _refused(state, "material.storage", here, seat=seat, number=len(rest), least=least)
        return
    new = state.board[cell]
    new = replace(new, energy=new.energy + moved.count("E"), spirit=new.spirit + moved.count("S"))
    state = state.with_warrior(new, storage=state.with_storage(seat, rest), phase="judge")
    args = {"seat": seat, "cell": cell, "crystals": moved, **amounts(moved)}
    yield Step(EFFECT, "place.charge", state, args, marks=(Mark("to", (cell,)),))
    yield from _resolve(state)


def _pass(state: State, move: Move) -> Steps:
    turn = state.to_place
    assert turn is not None
    state = replace(state, to_place=None, phase="turn")
    yield Step(EFFECT, "place.none", state, {"seat": turn.tribe, "tile": _name(turn.tile.id)})
    yield from _after_placement(state)


def _go(state: State, move: Move) -> Steps:
    yield from _resolve(settled(state))


# The end of a placement and of a turn ---------------------------------------------------------------------------------


def _after_placement(state: State) -> Steps:
    state = replace(state, new="", falling=(), phase="turn")
    if state.then is not None:
        turn = state.then
        state = replace(state, to_place=turn, then=None, phase="place")
        yield Step(EFFECT, "turn.second", state, {"seat": turn.tribe, "tile": _name(turn.tile.id)})
        return
    number = state.died
    state = replace(state, track=state.track + number, died=0)
    args = {"number": number, "total": state.track, "case": "some" if number else "none"}
    yield Step(EFFECT, "turn.track", state, args)
    rule = ending(state)
    if rule:
        yield from _end(state, rule)
    else:
        state = _next_turn(replace(state, active=1 - state.active))
        yield Step(EFFECT, "turn.next", state, {"seat": state.active, "case": state.phase})


def _end(state: State, rule: str) -> Steps:
    state = replace(state, phase="over")
    free, dead = state.free_spaces(), tuple(state.dead(tribe) for tribe in (0, 1))
    fallen = tuple(warrior.cell for warrior in state.warriors if warrior.dead)
    marks = {"end.space": (Mark("vacant", free),), "end.deaths": (Mark("hit", fallen),)}.get(rule, ())
    case = state.ruleset.deaths if rule == "end.deaths" else ""
    args = {"case": case, "balan": dead[0], "wazu": dead[1], "free": free, "number": len(free)}
    yield Step(END, rule, state, {key: value for key, value in args.items() if value != ""}, marks=marks)
    for seat, points in enumerate(score(state)):
        living = state.living(seat)
        jewels = Mark("reveal", tuple(warrior.cell for warrior in living if warrior.tile.diamonds))
        yield Step(CHECK, "score.diamonds", state, {"seat": seat, "number": points.diamonds}, marks=(jewels,))
        spirits = Mark("reveal", tuple(warrior.cell for warrior in living if warrior.spirit))
        yield Step(CHECK, "score.spirit", state, {"seat": seat, "number": points.spirit}, marks=(spirits,))
        relics = "score.relics" if state.ruleset.relic_mode == "progressive" else "score.relics-standard"
        worth = relic_worth(state, seat)
        case = "none" if not worth else "one" if len(worth) == 1 else "some"
        args = {"seat": seat, "number": points.relics, "sum": "+".join(map(str, worth)), "case": case}
        yield Step(CHECK, relics, state, args)
    winner, case = decide(state)
    balan, wazu = (points.total for points in score(state))
    who = {} if winner is None else {"seat": winner}
    yield Step(CHECK, "score.tie", state, {"case": case, "balan": balan, "wazu": wazu, **who})


_MOVES = {
    "pair": _pair, "first": _first, "place": _place, "pay": _pay, "charge": _charge, "tiles": _tiles, "pass": _pass,
    "go": _go,
}  # fmt: skip
