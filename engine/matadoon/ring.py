"""A round of Matadoon in numbers: turns and the bull without traces, for searches and studies.

The rules are those of ``rules.py``; ``tests/matadoon/test_ring.py`` plays both side by side.
"""

from __future__ import annotations

import random
from functools import lru_cache

from ..core import TERMINAL
from .rules import stage
from .run import Track, cell_numbers, next_cells, run_on
from .state import RECOVER, SHOW, UNKNOWN, Move, State, arenas, parse_move

FACES = "RLJT"


@lru_cache
def _frame(arena: str) -> tuple[int, ...]:
    number = cell_numbers(arena)
    return tuple(sorted(number[cell] for cell in arenas()[arena].frame))


@lru_cache
def _texts(arena: str) -> dict[str, tuple[str, ...]]:
    """The texts of moves by their beginning and the number of their cell: ``R@``, ``@``, ``M>``."""
    cells = arenas()[arena].cells
    return {sign: tuple(sign + cell for cell in cells) for sign in ("@", "R@", "L@", "J@", "T@", "?@", "M>")}


@lru_cache
def _cells_of(arena: str) -> dict[str, int]:
    """The number of the cell in a move's text."""
    return {text: number for texts in _texts(arena).values() for number, text in enumerate(texts)}


@lru_cache
def _moves(arena: str) -> dict[str, Move]:
    """The moves of their texts, but for those without a cell."""
    return {text: parse_move(text, arenas()[arena]) for text in _cells_of(arena)} | {"M-": SHOW, "MM": RECOVER}


def legal_moves(state: State) -> tuple[Move, ...]:
    """The legal moves where a seat is to set up or to play and its chips are known; empty elsewhere."""
    if stage(state) not in ("setup", "place") or UNKNOWN in state.hands[state.seat]:
        return ()
    known = _moves(state.arena)
    return tuple(known[text] for text in Ring(state).moves())


class Ring:
    """The table of Matadoon, to be played on; moves are their texts (``R@c2``).

    Args:
        state: a state in which a seat is to move, with nothing hidden in it.
    """

    __slots__ = (
        "_at",
        "_frame",
        "_texts",
        "ahead",
        "bull",
        "cells",
        "chips",
        "duel",
        "fighters",
        "hands",
        "heading",
        "lap",
        "phase",
        "players",
        "rules",
        "seat",
        "seats_in",
        "start",
    )  # fmt: skip

    def __init__(self, state: State) -> None:
        number = cell_numbers(state.arena)
        self.rules = state.ruleset
        self.players = state.players
        self.ahead = next_cells(state.arena)
        self.cells = range(len(number))
        self._frame, self._texts, self._at = _frame(state.arena), _texts(state.arena), _cells_of(state.arena)
        self.chips = {number[chip.cell]: chip.face for chip in state.chips}
        self.fighters = {number[one.cell]: (one.seat, one.down) for one in state.fighters}
        self.hands = list(state.hands)
        self.bull, self.heading = number[state.bull], "NESW".index(state.heading)
        self.phase, self.seat, self.start, self.lap = stage(state), state.seat, state.start, state.lap
        self.duel, self.seats_in = state.duel, state.seats_in

    def copy(self) -> Ring:
        """Another ring with the same on it."""
        twin: Ring = object.__new__(Ring)
        for name in Ring.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.chips, twin.fighters, twin.hands = self.chips.copy(), self.fighters.copy(), self.hands.copy()
        return twin

    def player(self) -> int:
        """The seat to set up or to play; TERMINAL once chips are to be dealt or the bull runs."""
        return self.seat if self.phase in ("setup", "place") else TERMINAL

    def free(self, cell: int) -> bool:
        """Nothing lies or stands there."""
        return cell not in self.chips and cell not in self.fighters and cell != self.bull

    def moves(self) -> list[str]:
        """The legal moves, in the order of the rules."""
        chips, fighters, bull = self.chips, self.fighters, self.bull
        if self.phase == "setup":
            texts = self._texts["@"]
            return [texts[n] for n in self._frame if self.free(n)]
        hand = self.hands[self.seat]
        free = [n for n in self.cells if n not in chips and n not in fighters and n != bull]
        moves = []
        for kind in FACES:
            if kind in hand:
                texts = self._texts[kind + "@"]
                moves += [texts[n] for n in free]
        if "M" in hand:
            cell, down = self._own()
            steps = [] if down or self.duel else self._steps(cell)
            moves += [self._texts["M>"][n] for n in sorted(steps)] or ["M-"]
            if down and not self.duel and hand.count("M") > 1:
                moves.append("MM")
        return moves

    def _own(self) -> tuple[int, bool]:
        """Where the bullfighter of the seat to move is, and whether it is down."""
        return min((cell, down) for cell, (seat, down) in self.fighters.items() if seat == self.seat)

    def _steps(self, cell: int) -> list[int]:
        """The cells onto which a bullfighter may step."""
        rules, found = self.rules, []
        for ahead in self.ahead:
            to = ahead[cell]
            empty = rules.step_on_chips or to not in self.chips
            if to in self._frame and empty and to not in self.fighters and to != self.bull:
                found.append(to)
        return found

    def play(self, move: str) -> None:
        """Carry out a legal move; the turn then goes on to whoever can take it."""
        seat, hand = self.seat, self.hands[self.seat]
        if move[0] == "@":
            self.fighters[self._at[move]] = (seat, False)
            self._set_up_next()
            return
        if move[1] == "@":
            self.chips[self._at[move]] = move[0]
            self.hands[seat] = hand.replace(move[0], "", 1)
        elif move == "MM":
            self.fighters[self._own()[0]] = (seat, False)
            self.hands[seat] = hand.replace("M", "", 2)
            if not self.rules.recover_turn and self._can_act(seat):
                return
        else:
            if move[1] == ">":
                del self.fighters[self._own()[0]]
                self.fighters[self._at[move]] = (seat, False)
            self.hands[seat] = hand.replace("M", "", 1)
        self._next_turn()

    def _order(self) -> list[int]:
        """Who is in, clockwise from the start player."""
        return sorted(self.seats_in, key=lambda seat: (seat - self.start) % self.players)

    def _set_up_next(self) -> None:
        there = {seat for seat, _ in self.fighters.values()}
        self.seat = next((seat for seat in self._order() if seat not in there), -1)
        if self.seat < 0:
            self.phase = "deal"

    def _can_act(self, seat: int) -> bool:
        hand = self.hands[seat]
        if "M" in hand:
            return True
        room = len(self.cells) - len(self.chips) - len(self.fighters) - 1
        return bool(hand) and (room > 0 or any(map(self.free, self.cells)))

    def _next_turn(self) -> None:
        order = self._order()
        place = order.index(self.seat) + 1
        while self.lap <= self.rules.laps:
            for seat in order[place:]:
                if self._can_act(seat):
                    self.seat = seat
                    return
            self.lap, place = self.lap + 1, 0
        self.phase = "bull"

    def deal(self, pouch: list[str], rng: random.Random) -> None:
        """Fill the hands out of the pouch, and begin the laps."""
        rng.shuffle(pouch)
        for seat in self._order():
            while pouch and len(self.hands[seat]) < self.rules.hand_size:
                self.hands[seat] += pouch.pop()
        self.phase, self.lap = "place", 1
        able = [seat for seat in self._order() if self._can_act(seat)]
        if able:
            self.seat = able[0]
        else:
            self.phase = "bull"

    def play_at_random(self, rng: random.Random) -> None:
        """Go on until the bull runs: everybody plays any chip in hand, anywhere."""
        draw, count = rng.random, len(self.cells)
        while self.phase == "setup":
            self.play(rng.choice(self.moves()))
        while self.phase == "place":
            hand = self.hands[self.seat]
            kind = hand[int(draw() * len(hand))]
            if kind != "M":
                for _ in range(count):
                    cell = int(draw() * count)
                    if self.free(cell):
                        self.chips[cell] = kind
                        self.hands[self.seat] = hand.replace(kind, "", 1)
                        self._next_turn()
                        break
                else:
                    self.play(rng.choice(self.moves()))
                continue
            moves = self._shown()
            self.play(moves[int(draw() * len(moves))])

    def _shown(self) -> list[str]:
        """What showing M can do; standing up, where that is possible."""
        cell, down = self._own()
        if down and not self.duel and self.hands[self.seat].count("M") > 1:
            return ["MM"]
        steps = [] if down or self.duel else self._steps(cell)
        return [self._texts["M>"][n] for n in steps] or ["M-"]

    def run(self) -> Track:
        """Let the bull run; whoever it removes is gone."""
        rules = self.rules
        track = run_on(
            self.ahead, rules.wall_hits, rules.jump_over_wall, self.chips, self.fighters, self.bull, self.heading
        )
        self.bull, self.heading = track.cell, track.heading
        return track
