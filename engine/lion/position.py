"""Positions of Let's Catch the Lion! as text: the formats of its rules page.

One line, ``gle/1c1/1C1/ELG b -``: the rows from the top, the side to move (``b`` Land, ``w`` Sky, ``?`` while the lot
has not decided), the hands. Or a mapping ``{start: gle/1c1/1C1/ELG b -, moves: [c4c3, b1a2]}`` with options beside it;
``now`` gives what lies on the table in the middle of the next move.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ..errors import DataError, GameError, Phrase, PositionError
from ..rulebook import parse_yaml
from .rules import LETTERS, START
from .state import COLUMNS, EMPTY, FAR, HAND, LOT, ROWS, LionRules, State, format_move, position_key, sort_hand

Play = Callable[[State, str], State]
KEYS = ("start", "moves", "now", "ruleset")
SIDES = {letter: side for side, letter in LETTERS.items()}
MAX_LENGTH = 100_000
"""A longer text is not a position."""
MAX_MOVES = 20_000
MOST = 12
"""No more animals of a kind than there are spaces fit into a hand."""
_LINE = Phrase("expected the board, the side and the hands, for example gle/1c1/1C1/ELG b -")
_NUMBER = re.compile(r"[0-9]+\.+")


def parse_position(position: Mapping[str, Any] | str, presets: Mapping[str, LionRules], play: Play) -> State:
    """Read a position: a line, a mapping or its YAML text, or moves from the first position.

    Args:
        presets: the named rulesets, the usual one first.
        play: carries out a move given as text.

    Raises:
        PositionError: which key or which move, what was found, what was expected.
    """
    if isinstance(position, str):
        if len(position) > MAX_LENGTH:
            raise PositionError(
                "the position is too long: {count} characters, at most {most}",
                count=len(position),
                most=MAX_LENGTH,
            )
        position = _from_text(position)
    if not isinstance(position, Mapping):
        raise PositionError(
            "expected a position as one line or as keys and values, got {given}", given=_shown(position)
        )
    return _from_mapping(dict(position), presets, play)


def _from_text(text: str) -> Mapping[str, Any]:
    """The mapping that a text stands for."""
    words = text.split()
    if not words:
        raise PositionError("the position is empty: {expected}", expected=_LINE)
    if ":" not in text and "/" in text:
        if len(words) > 3 and words[3] == "moves":
            return {"start": " ".join(words[:3]), "moves": words[4:]}
        return {"start": text.strip()}
    if ":" not in text and not text.lstrip().startswith(("{", "[", "-")):
        lot = {"start": f"{START} {LETTERS[LOT]} -"} if words[0] == "first" else {}
        return {**lot, "moves": list(_bare_moves(words))}
    try:
        return parse_yaml(text, "position")
    except DataError as error:
        raise PositionError("{error}", error=error) from error


def _bare_moves(words: list[str]) -> Iterator[str]:
    """The moves of a pasted list, without the numbers before them."""
    previous = ""
    for word in words:
        if previous == "first":
            yield f"first {word}"
        elif word != "first":
            bare = _NUMBER.sub("", word.strip(",;"), count=1)
            if bare:
                yield bare
        previous = word
    if previous == "first":
        yield previous


def _from_mapping(data: dict[Any, Any], presets: Mapping[str, LionRules], play: Play) -> State:
    if not data:
        raise PositionError("the position is empty: expected {choices} or an option", choices=KEYS)
    options = {key: data.pop(key) for key in list(data) if key in LionRules.option_fields()}
    for key in data:
        if key not in KEYS:
            raise PositionError(
                "{given} is not a key of a position; expected {choices} or an option ({options})",
                given=_shown(key),
                choices=KEYS,
                options=list(LionRules.option_fields()),
            )
    name = data.get("ruleset", next(iter(presets)))
    if not isinstance(name, str) or name not in presets:
        raise PositionError(
            "ruleset: expected one of {choices}, got {given}", choices=list(presets), given=_shown(name)
        )
    rules = presets[name].with_options(options)
    state = _first(data, rules)
    moves = data.get("moves", [])
    if not isinstance(moves, (list, tuple)) or len(moves) > MAX_MOVES:
        raise PositionError("moves: expected a list of moves like c4c3, got {given}", given=_shown(moves))
    for number, text in enumerate(moves, 1):
        try:
            state = play(state, text)
        except GameError as error:
            raise PositionError("moves, move {number}: {error}", number=number, error=error) from error
    return _midway(state, data["now"]) if "now" in data else state


def _first(data: Mapping[str, Any], rules: LionRules) -> State:
    """The position before the moves."""
    default = f"{START} {LETTERS[{'land': 0, 'sky': 1, 'lot': LOT}[rules.first]]} -"
    board, hands, side = parse_line(data.get("start", default), "start")
    _check_lions(board, hands, "start")
    stood = () if side == LOT else (position_key(rules, board, hands, side),)
    far = board.find("Ll"[1 - side]) if side != LOT else -1
    arrived = rules.reach == "on-arrival" and far in FAR[1 - side] if far >= 0 else False
    return State(rules, board, hands, side, stood, arrived, start=format_line(board, hands, side))


def _midway(state: State, value: Any) -> State:
    board, hands, side = parse_line(value, "now", midway=True)
    _check_lions(board, hands, "now")
    if state.side == LOT:
        raise PositionError("now: nobody is in the middle of a move before the lot has decided who begins")
    if side != state.side:
        raise PositionError(
            "now: expected side {side}, whose move it is, got {given}", side=LETTERS[state.side], given=LETTERS[side]
        )
    return replace(state, board=board, hands=hands, moving=True)


def parse_line(value: Any, key: str, *, midway: bool = False) -> tuple[str, tuple[str, str], int]:
    """Read board, hands and side of one line.

    Args:
        key: where the line stands, for what is said about it.
        midway: in the middle of a move a Hen may be in a hand.

    Raises:
        PositionError: what was found, what was expected.
    """
    words = value.split() if isinstance(value, str) else []
    if len(words) != 3:
        raise PositionError("{key}: {expected}; got {given}", key=key, expected=_LINE, given=_shown(value))
    if words[1] not in SIDES:
        raise PositionError("{key}: expected b or w for the side to move, got {given}", key=key, given=_shown(words[1]))
    return _board(words[0], key), _hands(words[2], key, midway), SIDES[words[1]]


def _board(text: str, key: str) -> str:
    rows = text.split("/")
    if len(rows) != ROWS:
        raise PositionError(
            "{key}: expected {rows} rows with / between them, got {count} in {given}",
            key=key,
            rows=ROWS,
            count=len(rows),
            given=_shown(text),
        )
    return "".join(_row(row, number, key) for number, row in enumerate(rows, 1))


def _row(text: str, number: int, key: str) -> str:
    found = ""
    for sign in re.findall(r"\+?.", text, re.DOTALL):
        if sign in ("1", "2", "3"):
            found += EMPTY * int(sign)
        elif sign in "LEGClegc":
            found += sign
        elif sign in ("+C", "+c"):
            found += "H" if sign[1] == "C" else "h"
        else:
            raise PositionError(
                "{key}: {given} in row {number} is no animal; expected L E G C +C (Land), l e g c +c "
                "(Sky) or a number of empty spaces",
                key=key,
                given=_shown(sign),
                number=number,
            )
    if len(found) != COLUMNS:
        raise PositionError(
            "{key}: expected {columns} spaces in row {number}, got {count} in {given}",
            key=key,
            columns=COLUMNS,
            number=number,
            count=len(found),
            given=_shown(text),
        )
    return found


def _hands(text: str, key: str, midway: bool) -> tuple[str, str]:
    hands = ["", ""]
    if text == "-":
        return ("", "")
    wrong = PositionError(
        "{key}: expected the hands like 2Cg (two Chicks of Land, a Giraffe of Sky) or -, got {given}",
        key=key,
        given=_shown(text),
    )
    parts = re.findall(r"([0-9]*)(\+?)([A-Za-z])", text)
    if "".join(map("".join, parts)) != text:
        raise wrong
    for number, plus, letter in parts:
        animal = "H" if plus and letter in "Cc" else letter.upper()
        if (plus and animal != "H") or animal not in HAND or (number and not 1 < int(number[:3]) <= MOST):
            raise wrong
        if animal == "H" and not midway:
            raise PositionError(
                "{key}: a Hen in hand is a Chick again; expected C or c, got {given}", key=key, given=_shown(text)
            )
        hands[letter.islower()] += animal * int(number or 1)
    if any(hand.count(animal) > MOST for hand in hands for animal in HAND):
        raise wrong
    return sort_hand(hands[0]), sort_hand(hands[1])


def _check_lions(board: str, hands: tuple[str, str], key: str) -> None:
    """Each side has one Lion, on the board or, caught, in the other's hand; both cannot be caught."""
    for side, lion in enumerate("Ll"):
        found = board.count(lion) + hands[1 - side].count("L")
        if found != 1:
            raise PositionError(
                "{key}: expected one Lion of {name}, on the board or in the other hand; got {found}",
                key=key,
                name=(Phrase("Land (L)"), Phrase("Sky (l)"))[side],
                found=found,
            )
    if "L" in hands[0] and "L" in hands[1]:
        raise PositionError("{key}: both Lions are caught; the game ends with the first", key=key)


# Writing --------------------------------------------------------------------------------------------------------------


def format_line(board: str, hands: tuple[str, str], side: int) -> str:
    """A position in one line.

    >>> format_line("gle.c..C.ELG", ("CC", "G"), 0)
    'gle/1c1/1C1/ELG b 2Cg'
    """
    rows = "/".join(board[place : place + COLUMNS] for place in range(0, len(board), COLUMNS))
    rows = re.sub(r"\.+", lambda gap: str(len(gap[0])), rows).replace("H", "+C").replace("h", "+c")
    held = _hand(hands[0]) + _hand(hands[1]).lower()
    return f"{rows} {LETTERS[side]} {held or '-'}"


def _hand(hand: str) -> str:
    found = ""
    for animal in dict.fromkeys(hand):
        number = hand.count(animal)
        found += f"{number if number > 1 else ''}{animal.replace('H', '+C')}"
    return found


def format_position(state: State, presets: Mapping[str, LionRules]) -> str:
    """The text of a state: one line where that says it all, otherwise YAML."""
    options = options_of(state.ruleset, presets)
    line = format_line(state.board, state.hands, state.side)
    if not options and not state.moves and not state.moving:
        return line
    data: dict[str, str] = {key: str(value) for key, value in options.items()}
    data["start"] = state.start
    if state.moves:
        data["moves"] = f"[{', '.join(format_move(move) for move in state.moves)}]"
    if state.moving:
        data["now"] = line
    return "\n".join(f"{key}: {value}" for key, value in data.items())


def options_of(ruleset: LionRules, presets: Mapping[str, LionRules]) -> dict[str, Any]:
    """The keys by which a position names its rules: a preset, or the options that differ from the usual."""
    usual = next(iter(presets))
    if ruleset == presets[usual]:
        return {}
    if presets.get(ruleset.name) == ruleset:
        return {"ruleset": ruleset.name}
    base = presets[usual].options()
    return {key: value for key, value in ruleset.options().items() if value != base[key]}


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
