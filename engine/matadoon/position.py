"""Positions of Matadoon as text: the format of its rules page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..errors import Either, PositionError, shown
from ..given import position_keys
from ..scene import cell_name
from .state import (
    KINDS,
    UNKNOWN,
    Arena,
    Chip,
    Fighter,
    MatadoonRules,
    State,
    arenas,
    sort_chips,
    sort_fighters,
    sort_hand,
)

BULLS = dict(zip("^>v<", "NESW", strict=True))
SEATS = "ABCD"
PHASES = ("setup", "deal", "place", "bull", "refill", "over")
MAX_LENGTH = 20_000
"""A longer text is not a position."""


def parse_position(position: Mapping[str, Any] | str, presets: Mapping[str, MatadoonRules]) -> State:
    """Read a position.

    Args:
        position: the mapping of the rules page, or its YAML text.
        presets: the named rulesets.

    Raises:
        PositionError: which key, what was found, what was expected.
    """
    return _Reader(position_keys(position, MAX_LENGTH), presets).state()


class _Reader:
    """Reads one position, key by key."""

    def __init__(self, data: dict[Any, Any], presets: Mapping[str, MatadoonRules]) -> None:
        self.data = data
        options = {key: data.pop(key) for key in list(data) if key in MatadoonRules.option_fields()}
        unknown = [key for key in data if key not in _KEYS]
        if unknown:
            raise PositionError(
                "{given} is not a key of a position; expected {choices} or an option ({options})",
                given=shown(unknown[0]),
                choices=_KEYS,
                options=list(MatadoonRules.option_fields()),
            )
        self.arena: Arena = arenas()[self.word("arena", tuple(arenas()), None)]
        base = "butadoon" if self.arena.id == "pig4" else "printed"
        self.rules = presets[self.word("ruleset", tuple(presets), base)].with_options(options)

    def state(self) -> State:
        """The state that the keys describe."""
        bull, heading, fighters, faces = self.board()
        under_chip, under_fighter, under = self.under(bull)
        fighters, faces = [*fighters, *under_fighter], {**faces, **under_chip}
        players = self.players(fighters)
        phase = self.word("phase", PHASES, "place" if "hands" in self.data else "bull")
        start = self.number("start", 0, players - 1, 0)
        state = State(
            ruleset=self.rules,
            arena=self.arena.id,
            fighters=sort_fighters(fighters),
            bull=bull,
            heading=heading,
            chips=self.chips(faces, players),
            hands=self.hands(players),
            phase=phase,
            seat=self.number("seat", 0, players - 1, start),
            start=start,
            lap=self.number("lap", 1, self.rules.laps, 1),
            round=self.number("round", 1, 9999, 1),
            spent=self.number("spent_moves", 0, 99, 0),
            duel=self.flag("duel"),
            last_hit=self.number("last_hit", 0, players - 1, None),
            hits=self.number("hits", 0, self.rules.wall_hits, 0),
            jump=self.flag("jump"),
            under=under,
            returned=self.returned(players),
        )
        state = replace(state, out=self.out(state))
        self.check(state)
        return state

    def word(self, key: str, allowed: tuple[str, ...], default: str | None) -> str:
        value = self.data.get(key, default)
        if value not in allowed:
            raise PositionError(
                "{key}: expected {choices}, got {given}", key=key, choices=Either(allowed), given=shown(value)
            )
        return str(value)

    def number(self, key: str, low: int, high: int, default: int | None) -> Any:
        value = self.data.get(key, default)
        if value is None and default is None:
            return None
        if type(value) is not int or not low <= value <= high:
            raise PositionError(
                "{key}: expected a whole number from {low} to {high}, got {given}",
                key=key,
                low=low,
                high=high,
                given=shown(value),
            )
        return value

    def flag(self, key: str) -> bool:
        value = self.data.get(key, False)
        if type(value) is not bool:
            raise PositionError("{key}: expected true or false, got {given}", key=key, given=shown(value))
        return value

    def kinds(self, key: str, value: Any, allowed: str) -> str:
        if value is None:
            value = ""
        if not isinstance(value, str) or len(value) > 99 or not set(value) <= set(allowed):
            raise PositionError(
                "{key}: expected letters of {choices}, got {given}",
                key=key,
                choices=" ".join(allowed),
                given=shown(value),
            )
        return value

    def cell(self, key: str, value: Any) -> str:
        if value not in self.arena.cells:
            raise PositionError(
                "{key}: expected a cell from a1 to {last}, got {given}",
                key=key,
                last=self.arena.cells[-1],
                given=shown(value),
            )
        return str(value)

    def board(self) -> tuple[str, str, list[Fighter], dict[str, str]]:
        text = self.data.get("board")
        if not isinstance(text, str):
            raise PositionError(
                "board: expected {size} rows of signs, got {given}", size=self.arena.size, given=shown(text)
            )
        rows = [line.split() for line in text.strip().splitlines()]
        size = self.arena.size
        if len(rows) != size:
            raise PositionError(
                "board: expected {size} rows for {arena}, got {count}", size=size, arena=self.arena.id, count=len(rows)
            )
        bulls: list[tuple[str, str]] = []
        fighters: list[Fighter] = []
        faces: dict[str, str] = {}
        for y, row in enumerate(rows):
            if len(row) != size:
                raise PositionError(
                    "board: expected {size} signs in row {number}, got {count}", size=size, number=y + 1, count=len(row)
                )
            for x, sign in enumerate(row):
                cell = cell_name(x, y)
                if sign in BULLS:
                    bulls.append((cell, BULLS[sign]))
                elif len(sign) == 1 and sign in "RLJT?":
                    faces[cell] = sign
                elif len(sign) == 1 and sign.upper() in SEATS:
                    fighters.append(Fighter(SEATS.index(sign.upper()), cell, sign.islower()))
                elif sign != ".":
                    raise PositionError(
                        "board: {given} at {cell} is no sign; expected . A-D a-d R L J T ? or the bull ^ > v <",
                        given=shown(sign),
                        cell=cell,
                    )
        if len(bulls) != 1:
            raise PositionError("board: expected one bull (^ > v <), got {count}", count=len(bulls))
        return (*bulls[0], fighters, faces)

    def under(self, bull: str) -> tuple[dict[str, str], list[Fighter], str]:
        """What is on the bull's own cell: its chip, its bullfighter, and what is still to be done there."""
        data = self.data.get("under", {})
        if not isinstance(data, Mapping) or not set(data) <= {"chip", "fighter", "ignored", "acted", "fighter_waits"}:
            raise PositionError("under: expected chip and fighter, got {given}", given=shown(data))
        chip, sign = data.get("chip"), data.get("fighter")
        if chip is not None and (not isinstance(chip, str) or len(chip) != 1 or chip not in "RLJT?"):
            raise PositionError("under.chip: expected R, L, J, T or ?, got {given}", given=shown(chip))
        found: list[Fighter] = []
        if sign is not None:
            if not isinstance(sign, str) or len(sign) != 1 or sign.upper() not in SEATS:
                raise PositionError("under.fighter: expected A-D or a-d, got {given}", given=shown(sign))
            found.append(Fighter(SEATS.index(sign.upper()), bull, sign.islower()))
        flags = [key for key in ("ignored", "acted", "fighter_waits") if data.get(key, False) is not False]
        if any(data[key] is not True for key in flags) or len(flags) > 1:
            raise PositionError(
                "under: expected at most one of ignored, acted and fighter_waits to be true, got {given}",
                given=shown(data),
            )
        if "fighter_waits" in flags:
            todo = "fighter" if found else ""
        elif chip is None or "ignored" in flags:
            todo = ""
        else:
            todo = "acted" if "acted" in flags and chip != UNKNOWN else "look"
        return ({} if chip is None else {bull: chip}), found, todo

    def players(self, fighters: list[Fighter]) -> int:
        hands = self.data.get("hands")
        least = max([2, *(fighter.seat + 1 for fighter in fighters)])
        if isinstance(hands, (list, tuple)):
            least = max(least, len(hands))
        count: int = self.number("players", 2, 4, least if least <= 4 else None) or 4
        if count < least:
            raise PositionError(
                "players: expected at least {least} for this board and these hands, got {count}",
                least=least,
                count=count,
            )
        return count

    def hands(self, players: int) -> tuple[str, ...]:
        hands = self.data.get("hands", [])
        if not isinstance(hands, (list, tuple)) or len(hands) > players:
            raise PositionError(
                "hands: expected a list of at most {most} words such as RJTM, got {given}",
                most=players,
                given=shown(hands),
            )
        read = [sort_hand(self.kinds(f"hands of seat {n}", hand, KINDS + UNKNOWN)) for n, hand in enumerate(hands)]
        return (*read, *[""] * (players - len(read)))

    def chips(self, faces: Mapping[str, str], players: int) -> tuple[Chip, ...]:
        placed = self.data.get("placed_by", {})
        if not isinstance(placed, Mapping):
            raise PositionError("placed_by: expected cells and seats such as d3: 0, got {given}", given=shown(placed))
        for cell, seat in placed.items():
            if cell not in faces:
                raise PositionError("placed_by: there is no chip on {given}", given=shown(cell))
            if type(seat) is not int or not 0 <= seat < players:
                raise PositionError(
                    "placed_by.{cell}: expected a seat from 0 to {last}, got {given}",
                    cell=cell,
                    last=players - 1,
                    given=shown(seat),
                )
        return sort_chips(tuple(Chip(cell, face, placed.get(cell)) for cell, face in faces.items()))

    def returned(self, players: int) -> tuple[tuple[str, int | None], ...]:
        """The chips put back in this run: R where everybody saw it, R0 where only seat 0 knows it."""
        words = self.data.get("returned", [])
        read: list[tuple[str, int | None]] = []
        for word in words if isinstance(words, (list, tuple)) else [words]:
            found = re.fullmatch(r"([RLJT?])([0-3])?", word) if isinstance(word, str) else None
            if found is None or int(found[2] or 0) >= players:
                raise PositionError(
                    "returned: expected a list of chips such as [R, L0], got {given}", given=shown(words)
                )
            read.append((found[1], None if found[2] is None else int(found[2])))
        return tuple(read)

    def out(self, state: State) -> tuple[tuple[int, int], ...]:
        """Who is out, as the key says, or whoever has no bullfighter on the board."""
        data = self.data.get("out", {})
        if not isinstance(data, Mapping):
            raise PositionError("out: expected seats and rounds such as 2: 1, got {given}", given=shown(data))
        for seat, when in data.items():
            if type(seat) is not int or not 0 <= seat < state.players or type(when) is not int or when < 0:
                raise PositionError(
                    "out: expected seats and rounds such as 2: 1, got {given}: {given2}",
                    given=shown(seat),
                    given2=shown(when),
                )
        if state.phase == "setup":
            return tuple(data.items())
        missing = [seat for seat in range(state.players) if not state.fighter_of(seat) and seat not in data]
        return (*((seat, 0) for seat in missing), *data.items())

    def check(self, state: State) -> None:
        if state.phase == "over" and len(state.seats_in) > 1:
            raise PositionError("phase: the game is not over while more than one bullfighter is in the ring")
        if state.phase != "bull" and (state.hits or state.jump or state.under):
            raise PositionError("hits, jump and under belong to the middle of the bull's run (phase: bull)")


_KEYS = (
    "arena", "board", "players", "phase", "hands", "placed_by", "seat", "start", "lap", "round", "spent_moves", "duel",
    "out", "last_hit", "hits", "jump", "under", "returned", "ruleset",
)  # fmt: skip


def format_position(state: State, presets: Mapping[str, MatadoonRules]) -> str:
    """The YAML text of a state; :func:`parse_position` reads it back."""
    lines = [f"arena: {state.arena}"]
    base = "butadoon" if state.arena == "pig4" else "printed"
    if presets.get(state.ruleset.name) == state.ruleset and state.ruleset.name != base:
        base = state.ruleset.name
        lines.append(f"ruleset: {base}")
    usual = presets[base].options()
    changed = {key: value for key, value in state.ruleset.options().items() if value != usual[key]}
    lines += [f"{key}: {_plain(value)}" for key, value in changed.items()]
    lines += ["board: |", *(f"  {row}" for row in _rows(state))]
    lines += [f"players: {state.players}", f"phase: {state.phase}"]
    lines.append(f"hands: [{', '.join(_quoted(hand) for hand in state.hands)}]")
    placed = {chip.cell: chip.by for chip in state.chips if chip.by is not None}
    facts: tuple[tuple[str, Any, Any], ...] = (
        ("placed_by", placed, {}),
        ("seat", state.seat, state.start),
        ("start", state.start, 0),
        ("lap", state.lap, 1),
        ("round", state.round, 1),
        ("spent_moves", state.spent, 0),
        ("duel", state.duel, False),
        ("out", dict(state.out), {}),
        ("last_hit", state.last_hit, None),
        ("hits", state.hits, 0),
        ("jump", state.jump, False),
        ("under", _under(state), {}),
        ("returned", [kind if by is None else f"{kind}{by}" for kind, by in state.returned], []),
    )
    lines += [f"{key}: {_plain(value)}" for key, value, default in facts if value != default]
    return "\n".join(lines) + "\n"


def _rows(state: State) -> list[str]:
    signs = {chip.cell: chip.face for chip in state.chips}
    signs |= {fighter.cell: _sign(fighter) for fighter in state.fighters}
    signs[state.bull] = "^>v<"["NESW".index(state.heading)]
    size = state.board.size
    return [" ".join(signs.get(cell_name(x, y), ".") for x in range(size)) for y in range(size)]


def _sign(fighter: Fighter) -> str:
    return SEATS[fighter.seat].lower() if fighter.down else SEATS[fighter.seat]


def _under(state: State) -> dict[str, Any]:
    chip, fighter = state.chip_at(state.bull), state.fighter_at(state.bull)
    found: dict[str, Any] = {}
    if chip is not None:
        found["chip"] = chip.face
    if fighter is not None:
        found["fighter"] = _sign(fighter)
    if state.under == "acted":
        found["acted"] = True
    elif state.under == "fighter":
        found["fighter_waits"] = True
    elif chip is not None and state.under == "":
        found["ignored"] = True
    return found


def _plain(value: Any) -> str:
    """A value as YAML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_plain(key)}: {_plain(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_plain, value)) + "]"
    if isinstance(value, tuple):  # pairs stand for a mapping
        return _plain(dict(value))
    return _quoted(value) if isinstance(value, str) else str(value)


def _quoted(text: str) -> str:
    return text if text.isalnum() else f'"{text}"'
