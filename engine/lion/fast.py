"""Legal moves, moves carried out and ends, straight from tables: for random play, search and counting.

The rules tell the same step by step (:mod:`.rules`); the tests compare the two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ..core import Outcome
from .state import (
    CATCHERS,
    CELLS,
    DOTS_AT,
    DROPS,
    EMPTY,
    FAR,
    INDEX,
    LOT,
    OWN,
    Move,
    State,
    count,
    position_key,
    sort_hand,
    with_key,
)

WON = {rule: (Outcome(0, rule), Outcome(1, rule)) for rule in ("end.catch", "end.reach", "end.no-move")}
REPEATED = Outcome(None, "end.repetition")
STUCK = Outcome(None, "end.no-move")


class Way(NamedTuple):
    """A step of an animal: the move, where to, and the letter that stands there afterwards."""

    move: Move
    to: int
    letter: str


def _ways(letter: str, place: int, promotion: str) -> Iterator[Way]:
    for dot in DOTS_AT[letter][place]:
        if dot.cell is None:
            continue
        source, to = CELLS[place], CELLS[dot.cell]
        side = int(letter.islower())
        grows = letter in "Cc" and dot.cell in FAR[side]
        if grows:
            yield Way(Move(source, to, promote=True), dot.cell, "Hh"[side])
        if not grows or promotion == "optional":
            yield Way(Move(source, to), dot.cell, letter)


WAYS: Mapping[str, Mapping[str, tuple[tuple[Way, ...], ...]]] = {
    promotion: {
        letter: tuple(tuple(_ways(letter, place, promotion)) for place in range(len(CELLS))) for letter in "".join(OWN)
    }
    for promotion in ("mandatory", "optional")
}
"""Promotion -> letter -> place -> its steps within the board."""
_BY_MOVE = {
    promotion: {letter: {way.move: way for ways in places for way in ways} for letter, places in letters.items()}
    for promotion, letters in WAYS.items()
}
_PUT: Mapping[str, tuple[Move, ...]] = {
    letter: tuple(Move("", cell, drop=letter) for cell in CELLS) for letter in DROPS
}
_LETTERS: tuple[Mapping[str, str], ...] = ({one: one for one in DROPS}, {one: one.lower() for one in DROPS})
_CAUGHT = {"E": "E", "G": "G", "C": "C", "H": "C", "L": "L"}


def outcome(state: State) -> Outcome | None:
    """How the game ended; None while play goes on."""
    ended = _ended(state)
    if ended is None and state.side != LOT and not state.moving and not _can_move(state):
        return STUCK if state.ruleset.no_move == "draws" else WON["end.no-move"][1 - state.side]
    return ended


def _ended(state: State) -> Outcome | None:
    """The end by a catch, a reach or a repetition."""
    board, side, hands = state.board, state.side, state.hands
    if "L" in hands[0]:
        return WON["end.catch"][0]
    if "L" in hands[1]:
        return WON["end.catch"][1]
    if state.moving or side == LOT:
        return None
    rules = state.ruleset
    if rules.reach != "on-arrival" and board.index("Ll"[side]) in FAR[side]:
        return WON["end.reach"][side]
    other = 1 - side
    place = board.index("Ll"[other])
    if place in FAR[other] and (
        rules.reach == "unconditional"
        or ((rules.reach == "next-turn" or state.arrived) and not attacked(board, side, place))
    ):
        return WON["end.reach"][other]
    stood = state.stood
    # While every position has stood once, a look at the length is enough.
    if len(stood) >= rules.repetitions and count(stood, position_key(rules, board, hands, side)) >= rules.repetitions:
        return REPEATED
    return None


def attacked(board: str, side: int, cell: int) -> bool:
    """True when a side's animal could catch on a cell."""
    return any(board[place] in letters for place, letters in CATCHERS[side][cell])


def _can_move(state: State) -> bool:
    board, own = state.board, OWN[state.side]
    if state.hands[state.side] and EMPTY in board:
        return True
    ways = WAYS["mandatory"]
    return any(
        letter in own and any(board[way.to] not in own for way in ways[letter][place])
        for place, letter in enumerate(board)
    )


def legal_moves(state: State) -> tuple[Move, ...]:
    """The legal moves, in the order of the candidates."""
    if state.side == LOT or _ended(state) is not None:
        return ()
    board, side = state.board, state.side
    own, table = OWN[side], WAYS[state.ruleset.promotion]
    moves = [
        way.move
        for place, letter in enumerate(board)
        if letter in own
        for way in table[letter][place]
        if board[way.to] not in own
    ]
    hand = state.hands[side]
    if hand:
        free = [place for place, letter in enumerate(board) if letter == EMPTY]
        for animal, puts in _PUT.items():
            if animal in hand:
                moves += [puts[place] for place in free]
    return tuple(moves)


def apply(state: State, move: Move) -> State | None:
    """The state after a move; None where the move is not legal, or one that only the rules can carry out."""
    if state.side == LOT or _ended(state) is not None:
        return None
    board, hands, side = state.board, state.hands, state.side
    if move.drop:
        place = INDEX.get(move.to)
        letter = _LETTERS[side].get(move.drop)
        if place is None or letter is None or move.promote or board[place] != EMPTY or move.drop not in hands[side]:
            return None
        board = f"{board[:place]}{letter}{board[place + 1 :]}"
        hands = _with_hand(hands, side, hands[side].replace(move.drop, "", 1))
        return passed(state, board, hands, move)
    source = INDEX.get(move.source)
    if source is None or board[source] not in OWN[side]:
        return None
    way = _BY_MOVE[state.ruleset.promotion][board[source]].get(move)
    if way is None:
        return None
    to = way.to
    caught = board[to]
    if caught != EMPTY:
        if caught in OWN[side]:
            return None
        hands = _with_hand(hands, side, sort_hand(hands[side] + _CAUGHT[caught.upper()]))
    board = f"{board[:source]}.{board[source + 1 :]}"
    return passed(state, f"{board[:to]}{way.letter}{board[to + 1 :]}", hands, move)


def passed(state: State, board: str, hands: tuple[str, str], move: Move) -> State:
    """The state in which the other side is to move, with one more position that has stood."""
    side, rules = state.side, state.ruleset
    arrived = rules.reach == "on-arrival" and _arrives(board, side, move)
    key = position_key(rules, board, hands, 1 - side)
    return State(
        rules, board, hands, 1 - side, with_key(state.stood, key), arrived, False, state.start, (*state.moves, move)
    )


def _arrives(board: str, side: int, move: Move) -> bool:
    place = INDEX[move.to]
    return board[place] == "Ll"[side] and place in FAR[side]


def _with_hand(hands: tuple[str, str], side: int, hand: str) -> tuple[str, str]:
    return (hands[0], hand) if side else (hand, hands[1])
