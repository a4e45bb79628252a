"""Positions of Maatatahay as text: the format of its rules page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ..errors import DataError, Either, Every, Phrase, PositionError, shown
from ..flow import flow
from ..given import position_keys
from .rules import can_pay, can_place
from .score import ending
from .state import BAG, CRYSTALS, ORDER, MaatatahayRules, Pair, State, Turn, Warrior, sort_crystals, sort_warriors
from .tiles import FACINGS, TRIBES, Tile, material, read_tile

PHASES = (
    "setup", "tiles", "pair", "first", "place", "pay", "draw", "charge", "over", "collect", "support", "judge", "fall",
    "turn",
)  # fmt: skip
_ON_BOARD = ("draw", "charge", "collect", "support", "judge", "fall")
"""Phases in which the new Warrior stands on the map and is being dealt with."""
_KEYS = (
    "ruleset", "map", "tiles", "warriors", "relics", "crystals", "storage", "taken", "to_place", "then", "pairs",
    "active", "track", "bag", "stack", "phase", "pair", "new", "facing", "draws", "given", "falling", "died",
)  # fmt: skip
MAX_LENGTH = 40_000
"""A longer text is not a position."""
MAX_CRYSTALS = 60
HIGHEST = 999


def parse_position(position: Mapping[str, Any] | str, presets: Mapping[str, MaatatahayRules]) -> State:
    """Read a position.

    Args:
        position: the mapping of the rules page, or its YAML text.
        presets: the named rulesets.

    Raises:
        PositionError: which key, what was found, what was expected.
    """
    try:
        return _Reader(position_keys(position, MAX_LENGTH), presets).state()
    except DataError as error:
        raise PositionError("{error}", error=error) from error


class _Reader:
    """Reads one position, key by key."""

    def __init__(self, data: dict[Any, Any], presets: Mapping[str, MaatatahayRules]) -> None:
        options = {key: data.pop(key) for key in list(data) if key in MaatatahayRules.option_fields()}
        for key in data:
            if key not in _KEYS:
                raise PositionError(
                    "{given} is not a key of a position; expected {choices} or an option ({options})",
                    given=shown(key),
                    choices=_KEYS,
                    options=list(MaatatahayRules.option_fields()),
                )
        if "tiles" in data:
            options = {**material({"tiles": data.pop("tiles")}, "position"), **options}
        self.data = data
        self.rules = presets[self.word("ruleset", tuple(presets), next(iter(presets)))].with_options(options)

    def state(self) -> State:
        """The state that the keys describe."""
        warriors = self.warriors()
        to_place, then = self.turn("to_place"), self.turn("then")
        chosen = self.pair("pair", self.data["pair"]) if self.data.get("pair") is not None else None
        state = State(
            ruleset=self.rules,
            warriors=warriors,
            relics=self.relics(warriors),
            crystals=self.on_map(),
            storage=self.storage(),
            taken=self.taken(),
            pairs=self.pairs(),
            active=TRIBES.index(self.word("active", TRIBES, TRIBES[0])),
            track=self.number("track", HIGHEST),
            died=self.number("died", HIGHEST),
            phase="place",
            chosen=chosen,
            to_place=to_place,
            then=then,
            new=self.cell("new", self.data["new"]) if self.data.get("new") is not None else "",
            facing=self.word("facing", tuple(FACINGS), None) if self.data.get("facing") is not None else "",
            draws=self.number("draws", 9),
            given=self.number("given", 8),
            falling=self.cells("falling"),
        )
        state = replace(state, bag=self.bag(state), stack=self.stack(state))
        state = replace(state, phase=self.word("phase", PHASES, _usual_phase(state)))
        _check(state)
        return state

    # Small readers

    def word(self, key: str, allowed: tuple[str, ...], default: str | None) -> str:
        value = self.data.get(key, default)
        if not isinstance(value, str) or value not in allowed:
            raise PositionError(
                "{key}: expected {choices}, got {given}", key=key, choices=Either(allowed), given=shown(value)
            )
        return value

    def number(self, key: str, highest: int) -> int:
        return _whole(key, self.data.get(key, 0), highest)

    def mapping(self, key: str, allowed: tuple[str, ...] | None = None) -> dict[str, Any]:
        value = self.data.get(key)
        value = {} if value is None else value
        if not isinstance(value, Mapping):
            raise PositionError("{key}: expected keys and values, got {given}", key=key, given=shown(value))
        for one in value:
            if allowed is not None and one not in allowed:
                raise PositionError(
                    "{key}: expected {choices}, got {given}", key=key, choices=Every(allowed), given=shown(one)
                )
        return dict(value)

    def sequence(self, key: str, value: Any) -> list[Any]:
        value = [] if value is None else value
        if not isinstance(value, (list, tuple)) or len(value) > 99:
            raise PositionError("{key}: expected a list, got {given}", key=key, given=shown(value))
        return list(value)

    def cell(self, key: str, value: Any) -> str:
        if not isinstance(value, str) or value not in ORDER:
            raise PositionError("{key}: expected a space from a1 to e5, got {given}", key=key, given=shown(value))
        return value

    def cells(self, key: str) -> tuple[str, ...]:
        found = tuple(self.cell(key, one) for one in self.sequence(key, self.data.get(key)))
        if len(set(found)) < len(found):
            raise PositionError("{key}: expected each space once, got {given}", key=key, given=shown(list(found)))
        return found

    def tile(self, key: str, value: Any, tribe: int) -> Tile:
        tiles = self.rules.tiles(tribe)
        if isinstance(value, str) and "/" not in value:
            if value not in tiles:
                raise PositionError(
                    "{key}: expected one of {choices}, got {given}", key=key, choices=list(tiles), given=shown(value)
                )
            return tiles[value]
        return read_tile(value, "position", key)

    # The keys

    def warriors(self) -> tuple[Warrior, ...]:
        return sort_warriors([self.warrior(cell, value) for cell, value in self.mapping("warriors").items()])

    def warrior(self, cell: Any, value: Any) -> Warrior:
        cell = self.cell("warriors", cell)
        key = f"warriors.{cell}"
        keys = ("tribe", "tile", "facing", "energy", "spirit", "dead")
        if not isinstance(value, Mapping) or any(one not in keys for one in value):
            raise PositionError("{key}: expected {choices}, got {given}", key=key, choices=keys, given=shown(value))
        tribe = _tribe(key, value)
        facing, dead = value.get("facing", "N"), value.get("dead", False)
        if not isinstance(facing, str) or facing not in tuple(FACINGS):
            raise PositionError(
                "{key}.facing: expected {choices}, got {given}",
                key=key,
                choices=Either(FACINGS),
                given=shown(facing),
            )
        if type(dead) is not bool:
            raise PositionError("{key}.dead: expected true or false, got {given}", key=key, given=shown(dead))
        return Warrior(
            cell,
            tribe,
            self.tile(f"{key}.tile", value.get("tile"), tribe),
            facing,
            _whole(f"{key}.energy", value.get("energy", 0), HIGHEST),
            _whole(f"{key}.spirit", value.get("spirit", 0), HIGHEST),
            dead,
        )

    def relics(self, warriors: tuple[Warrior, ...]) -> tuple[str, ...]:
        if self.data.get("relics") is None:
            return tuple(_usual_relics(self.rules, warriors))
        temples = self.rules.layout.temples
        filled = {warrior.cell for warrior in warriors}
        found = self.cells("relics")
        for cell in found:
            if cell not in temples:
                raise PositionError(
                    "relics: {cell} is no temple; the temples are {choices}",
                    cell=cell,
                    choices=list(temples) or Phrase("none"),
                )
            if cell in filled:
                raise PositionError("relics: a Warrior stands on {cell}, so its Relic is gone", cell=cell)
        return tuple(sorted(found, key=ORDER.__getitem__))

    def on_map(self) -> tuple[tuple[str, str], ...]:
        found = [(self.cell("crystals", cell), _crystals(f"crystals.{cell}", value))
                 for cell, value in self.mapping("crystals").items()]  # fmt: skip
        return tuple(sorted(((cell, some) for cell, some in found if some), key=lambda pair: ORDER[pair[0]]))

    def storage(self) -> tuple[str, str]:
        data = self.mapping("storage", TRIBES)
        balan, wazu = (_crystals(f"storage.{tribe}", data.get(tribe)) for tribe in TRIBES)
        return balan, wazu

    def taken(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        data = self.mapping("taken", TRIBES)
        both = []
        for tribe in TRIBES:
            places = self.sequence(f"taken.{tribe}", data.get(tribe))
            both.append(tuple(sorted(_whole(f"taken.{tribe}", one, 25, 1) for one in places)))
        if len({*both[0], *both[1]}) < len(both[0]) + len(both[1]):
            raise PositionError("taken: expected each place in the order once, got {given}", given=shown(data))
        return both[0], both[1]

    def turn(self, key: str) -> Turn | None:
        data = self.mapping(key, ("tribe", "tile"))
        if not data:
            return None
        tribe = _tribe(key, data)
        return Turn(tribe, self.tile(f"{key}.tile", data.get("tile"), tribe))

    def pair(self, key: str, value: Any) -> Pair:
        tiles = self.sequence(key, value)
        if len(tiles) != 2:
            raise PositionError(
                "{key}: expected two tiles, balan's and wazu's, got {given}", key=key, given=shown(value)
            )
        return self.tile(key, tiles[0], 0), self.tile(key, tiles[1], 1)

    def pairs(self) -> tuple[Pair, ...]:
        pairs = self.sequence("pairs", self.data.get("pairs"))
        return tuple(self.pair(f"pairs, number {number}", pair) for number, pair in enumerate(pairs, 1))

    def bag(self, state: State) -> tuple[int, int]:
        """The bag; where the key is left out, the 60 crystals less those that lie about."""
        if self.data.get("bag") is not None:
            data = self.mapping("bag", ("E", "S"))
            return _whole("bag.E", data.get("E", 0), HIGHEST), _whole("bag.S", data.get("S", 0), HIGHEST)
        return _usual_bag(state)

    def stack(self, state: State) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
        """The tiles not drawn yet; where the key is left out, each tribe's tiles less those that are to be seen."""
        if self.data.get("stack") is None:
            return _unseen(state, 0), _unseen(state, 1)
        data = self.mapping("stack", TRIBES)
        both = []
        for tribe, name in enumerate(TRIBES):
            tiles = [self.tile(f"stack.{name}", one, tribe) for one in self.sequence(f"stack.{name}", data.get(name))]
            both.append(tuple(sorted(tiles, key=lambda tile: tile.id)))
        return both[0], both[1]


def _usual_relics(rules: MaatatahayRules, warriors: tuple[Warrior, ...]) -> list[str]:
    filled = {warrior.cell for warrior in warriors}
    return [cell for cell in rules.layout.temples if cell not in filled]


def _usual_bag(state: State) -> tuple[int, int]:
    about = "".join(state.storage) + "".join(crystals for _, crystals in state.crystals)
    energy = about.count("E") + sum(warrior.energy for warrior in state.warriors)
    spirit = about.count("S") + sum(warrior.spirit for warrior in state.warriors)
    return max(0, BAG[0] - energy), max(0, BAG[1] - spirit)


def _unseen(state: State, tribe: int) -> tuple[Tile, ...]:
    seen = {warrior.tile.id for warrior in state.warriors if warrior.tribe == tribe}
    seen |= {pair[tribe].id for pair in state.pairs} | ({state.chosen[tribe].id} if state.chosen else set())
    seen |= {turn.tile.id for turn in (state.to_place, state.then) if turn is not None and turn.tribe == tribe}
    return tuple(sorted((tile for name, tile in state.ruleset.tiles(tribe).items() if name not in seen),
                        key=lambda tile: tile.id))  # fmt: skip


def _usual_phase(state: State) -> str:
    """The phase of a position that does not say it."""
    if state.to_place is not None:
        return "pay" if state.new else "place"
    if state.new:
        return "charge"
    if state.chosen is not None:
        return "first"
    if state.pairs:
        return "pair"
    return "tiles" if state.can_draw_pair else "over"


def _tribe(key: str, data: Mapping[str, Any]) -> int:
    tribe = data.get("tribe")
    if tribe not in TRIBES:
        raise PositionError("{key}.tribe: expected balan or wazu, got {given}", key=key, given=shown(tribe))
    return TRIBES.index(tribe)


def _whole(key: str, value: Any, highest: int, lowest: int = 0) -> int:
    if type(value) is not int or not lowest <= value <= highest:
        raise PositionError(
            "{key}: expected a whole number from {low} to {high}, got {given}",
            key=key,
            low=lowest,
            high=highest,
            given=shown(value),
        )
    return value


def _crystals(key: str, value: Any) -> str:
    value = "" if value is None or value == "-" else value
    if not isinstance(value, str) or len(value) > MAX_CRYSTALS or not set(value) <= {"E", "S"}:
        raise PositionError(
            "{key}: expected letters E (Energy) and S (Spirit) such as EES, got {given}", key=key, given=shown(value)
        )
    return sort_crystals(value)


def _check(state: State) -> None:
    """Refuse what no phase of the game could show.

    Raises:
        PositionError: which key is missing, or does not go with the others.
    """
    phase = state.phase
    if phase in ("place", "pay") and state.to_place is None:
        raise PositionError("to_place: expected tribe and tile in the phase {phase}", phase=phase)
    if phase not in ("place", "pay") and state.to_place is not None:
        raise PositionError("to_place: nobody is to place a Warrior in the phase {phase}", phase=phase)
    if (phase == "first") != (state.chosen is not None):
        raise PositionError("pair: expected the chosen pair in the phase first, and only there")
    if state.then is not None and state.to_place is None and phase not in (*_ON_BOARD, "turn"):
        raise PositionError("then: there is no placement before it (to_place)")
    if phase in _ON_BOARD:
        warrior = state.warrior_at(state.new)
        if warrior is None or (warrior.dead and phase != "fall"):
            raise PositionError(
                "new: expected the space of the Warrior just placed, got {given}", given=shown(state.new)
            )
    elif phase == "pay":
        _check_pay(state)
    elif state.new:
        raise PositionError("new: no Warrior is being placed in the phase {phase}", phase=phase)
    if (phase == "pay") != bool(state.facing):
        raise PositionError("facing: expected the facing of the new Warrior in the phase pay, and only there")
    for key, value, where in (("draws", state.draws, ("draw",)), ("given", state.given, ("support",)),
                              ("falling", state.falling, ("judge", "fall"))):  # fmt: skip
        if value and phase not in where:
            raise PositionError(
                "{key}: belongs to the phase {choices}, not to {phase}",
                key=key,
                choices=Either(where),
                phase=phase,
            )
    if any(state.warrior_at(cell) is None for cell in state.falling):
        raise PositionError("falling: expected spaces of Warriors, got {given}", given=shown(list(state.falling)))
    _check_drawing(state)
    if phase == "over" and not ending(state):
        raise PositionError("phase: the game is not over; no rule ends it here")


def _check_pay(state: State) -> None:
    turn = state.to_place
    if turn is None or state.new not in state.relics:
        raise PositionError(
            "new: expected a temple with its Relic in the phase pay, got {given}", given=shown(state.new)
        )
    if not can_pay(state, state.new, turn.tribe):
        raise PositionError(
            "storage.{tribe}: cannot pay for the Relic on {cell}", tribe=TRIBES[turn.tribe], cell=state.new
        )


def _check_drawing(state: State) -> None:
    phase = state.phase
    if phase == "setup" and not any(len(state.crystals_at(cell)) < number
                                    for cell, number in state.ruleset.layout.crystals):  # fmt: skip
        raise PositionError("phase: every space has its crystals, so it is not setup any more")
    if phase in ("setup", "draw") and not any(state.bag):
        raise PositionError("bag: expected crystals to draw in the phase {phase}", phase=phase)
    if phase == "draw" and not state.draws:
        raise PositionError("draws: expected the number of crystals still to be drawn in the phase draw")
    if phase == "tiles" and not state.can_draw_pair:
        raise PositionError("stack: expected tiles of both tribes to draw in the phase tiles")
    if phase == "pair" and not state.pairs:
        raise PositionError("pairs: expected an open pair in the phase pair")
    if phase == "charge" and not state.storage[_tribe_of(state, state.new)]:
        raise PositionError("storage: expected crystals to charge with in the phase charge")
    if phase == "place" and not can_place(state) and not state.warriors:
        raise PositionError("map: there is no space to place a Warrior on")


def _tribe_of(state: State, cell: str) -> int:
    return next(warrior.tribe for warrior in state.warriors if warrior.cell == cell)


# Writing --------------------------------------------------------------------------------------------------------------


def format_position(state: State, presets: Mapping[str, MaatatahayRules]) -> str:
    """The YAML text of a state; :func:`parse_position` reads it back."""
    lines = [f"{key}: {flow(value)}" for key, value in _options(state.ruleset, presets).items()]
    if state.warriors:
        lines += ["warriors:", *(f"  {warrior.cell}: {flow(_warrior(warrior))}" for warrior in state.warriors)]
    facts: tuple[tuple[str, Any, Any], ...] = (
        ("relics", list(state.relics), _usual_relics(state.ruleset, state.warriors)),
        ("crystals", dict(state.crystals), {}),
        ("storage", _by_tribe(state.storage), {}),
        ("taken", _by_tribe(map(list, state.taken)), {}),
        ("to_place", _turn(state.to_place), None),
        ("then", _turn(state.then), None),
        ("pair", _tiles(state.chosen or ()), []),
        ("new", state.new, ""),
        ("facing", state.facing, ""),
        ("draws", state.draws, 0),
        ("given", state.given, 0),
        ("falling", list(state.falling), []),
        ("died", state.died, 0),
        ("pairs", [_tiles(pair) for pair in state.pairs], []),
        ("active", TRIBES[state.active], TRIBES[0]),
        ("track", state.track, 0),
        ("bag", dict(zip(CRYSTALS, state.bag, strict=True)), dict(zip(CRYSTALS, _usual_bag(state), strict=True))),
    )
    lines += [f"{key}: {flow(value)}" for key, value, usual in facts if value != usual]
    if state.stack != (_unseen(state, 0), _unseen(state, 1)):
        stack = {tribe: _tiles(tiles) for tribe, tiles in zip(TRIBES, state.stack, strict=True)}
        lines.append(f"stack: {flow(stack)}")
    return "\n".join([*lines, f"phase: {state.phase}"]) + "\n"


def _by_tribe(values: Iterable[Any]) -> dict[str, Any]:
    """Values by tribe, without those that are empty."""
    return {tribe: value for tribe, value in zip(TRIBES, values, strict=True) if value}


def _tiles(tiles: Iterable[Tile]) -> list[Any]:
    return [_tile(tile) for tile in tiles]


def _options(rules: MaatatahayRules, presets: Mapping[str, MaatatahayRules]) -> dict[str, Any]:
    data: dict[str, Any] = {}
    base = next(iter(presets))
    if presets.get(rules.name) == rules and rules.name != base:
        base = data["ruleset"] = rules.name
    usual = presets[base].options()
    for key, value in rules.options().items():
        if value != usual[key]:
            data[key] = dict(value) if isinstance(value, tuple) else value
    return data


def _warrior(warrior: Warrior) -> dict[str, Any]:
    data = {"tribe": TRIBES[warrior.tribe], "tile": _tile(warrior.tile), "facing": warrior.facing}
    more = {"energy": warrior.energy, "spirit": warrior.spirit, "dead": warrior.dead}
    return data | {key: value for key, value in more.items() if value}


def _turn(turn: Turn | None) -> dict[str, Any] | None:
    return None if turn is None else {"tribe": TRIBES[turn.tribe], "tile": _tile(turn.tile)}


def _tile(tile: Tile) -> Any:
    if tile.named:
        return tile.id
    data = {"strength": tile.strength, "diamonds": tile.diamonds, "arrows": list(tile.arrows)}
    return data | ({"ability": tile.ability} if tile.ability else {})
