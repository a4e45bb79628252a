"""What is on Matanga's table at a moment of the race, and the moves that change it.

Times are whole milliseconds. A number that a player has to cross off has a *place*: the place of the number ``k`` is
``k`` counting up and ``61 - k`` counting down, so a race always runs from place ``start + 1`` to place ``end``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeVar

from ..core import Ruleset, option
from ..errors import GameError, NotationError, PositionError, shown

PLAYERS = (2, 3, 4, 5)
NUMBERS = 60
FACES = 6
MAX_TIME = 10**9
"""A race is over long before (11 days)."""

T = TypeVar("T")


def each(value: T | tuple[T, ...], seat: int) -> T:
    """The value for a seat of an option that is one for all, or a tuple with one a player.

    >>> each(5, 1), each((5, 7), 1)
    (5, 7)
    """
    return value[seat] if isinstance(value, tuple) else value


def _one_or_each(check: Callable[[Any], T]) -> Callable[[Any], T | tuple[T, ...]]:
    """A converter of an option that is one value, or a list of values by seat."""

    def convert(value: Any) -> T | tuple[T, ...]:
        if not isinstance(value, (list, tuple)):
            return check(value)
        if len(value) not in PLAYERS:
            raise GameError("expected one value, or a list of 2 to 5, one a player; got {count}", count=len(value))
        return tuple(check(one) for one in value)

    return convert


def _whole(low: int, high: int) -> Callable[[Any], int]:
    def check(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise GameError(
                "expected a whole number from {low} to {high}, got {given}", low=low, high=high, given=shown(value)
            )
        return value

    return check


def _flag(value: Any) -> bool:
    if type(value) is not bool:
        raise GameError("expected true or false, got {given}", given=shown(value))
    return value


def _factor(value: Any) -> int | float:
    if type(value) not in (int, float) or not 1 <= value <= 20:
        raise GameError("expected a number from 1 to 20, got {given}", given=shown(value))
    short = round(value, 3)
    return int(short) if short == int(short) else short


@dataclass(frozen=True, slots=True)
class MatangaRules(Ruleset):
    """The rulings, variants and paces of the rules page as options.

    Where the type says ``int | tuple[int, ...]``, the option is one value for all or a list with one for each player.
    """

    pencil_faces: int = option(2, "Faces of the die with a pencil, of 6", bounds=(1, 5))
    roll_time: int = option(1000, "Milliseconds that a roll takes", bounds=(1, 60_000))
    mark_time: int | tuple[int, ...] = option(
        1500, "Milliseconds that a mark takes", bounds=(1, 60_000), convert=_one_or_each(_whole(1, 60_000))
    )
    three: bool = option(False, "With three players the roller keeps rolling until the pencil comes")
    down: bool | tuple[bool, ...] = option(False, "Count down from 60 to 1", convert=_one_or_each(_flag))
    symbol: bool | tuple[bool, ...] = option(
        False, "Mark with a harder symbol, a signature", convert=_one_or_each(_flag)
    )
    symbol_factor: float | tuple[float, ...] = option(
        2, "How many times as long the harder symbol takes", convert=_one_or_each(_factor)
    )
    start: int | tuple[int, ...] = option(
        0, "Start from this number (10, 20 or 30; 0: the whole race)", bounds=(0, 59),
        convert=_one_or_each(_whole(0, NUMBERS - 1)),
    )  # fmt: skip
    end: int | tuple[int, ...] = option(
        NUMBERS, "The last number to cross off (30, 40 or 50; 60: the whole race)", bounds=(1, 60),
        convert=_one_or_each(_whole(1, NUMBERS)),
    )  # fmt: skip
    wrong_pause: int = option(0, "Seconds for which a player may not mark after a wrong number, live", bounds=(0, 60))

    def fit(self, players: int) -> None:
        """See that the options can be played by so many.

        Raises:
            PositionError: a list of another length, or a player who has nothing to cross off.
        """
        for name, value in self.options().items():
            if isinstance(value, tuple) and len(value) != players:
                raise PositionError(
                    "option {name}: expected one value, or {players}, one a player; got {count}",
                    name=name,
                    players=players,
                    count=len(value),
                )
        for seat in range(players):
            if each(self.start, seat) >= each(self.end, seat):
                raise PositionError(
                    "options start and end: player {seat} starts from {start} and ends at {end}; "
                    "expected at least one number between",
                    seat=seat,
                    start=each(self.start, seat),
                    end=each(self.end, seat),
                )

    def pace(self, seat: int) -> int:
        """Milliseconds that one mark takes a player, the harder symbol included."""
        time = each(self.mark_time, seat)
        if not each(self.symbol, seat):
            return time
        slow = Fraction(Decimal(str(each(self.symbol_factor, seat)))) * time
        return int(slow + Fraction(1, 2))

    def number(self, seat: int, place: int) -> int:
        """The number at a place of a player's race.

        >>> MatangaRules().number(0, 12), MatangaRules(down=True).number(0, 12)
        (12, 49)
        """
        return NUMBERS + 1 - place if each(self.down, seat) else place

    place = number
    """The place of a number: the same turning round, the other way."""

    def first(self, seat: int) -> int:
        """The first number a player crosses off."""
        return self.number(seat, each(self.start, seat) + 1)

    def last(self, seat: int) -> int:
        """The last number a player crosses off."""
        return self.number(seat, each(self.end, seat))

    def length(self, seat: int) -> int:
        """How many numbers a player has to cross off in all."""
        return each(self.end, seat) - each(self.start, seat)


@dataclass(frozen=True, slots=True)
class Move:
    """Something that happens.

    Args:
        kind: ``pencil`` or ``blank`` (the die), ``mark``; in recorded races also ``miss`` (a number was pressed and
            did not count), ``leave`` and ``back``.
        number: of ``mark`` and ``miss``.
        seat: of ``miss``, ``leave`` and ``back``; otherwise -1.
    """

    kind: str
    number: int = 0
    seat: int = -1


PENCIL, BLANK = Move("pencil"), Move("blank")
ROLLS = ("pencil", "blank")
Schedule = tuple[tuple[int, Move], ...]


@dataclass(frozen=True, slots=True)
class State:
    """A moment of the race.

    Args:
        next: by seat, the number to cross off next; one step past the last when the player has finished.
        holder: the seat that holds the pencil; None while it lies in the middle.
        roller: the seat that has the die.
        time: when the last thing happened.
        roll_due: when the next roll falls; None when nobody can roll, and in a recorded race.
        mark_due: when the holder's mark is done; None when nobody marks, and in a recorded race.
        first: the seat that rolled first, the youngest.
        passing: the roll is over and the die not yet handed on (between two steps of a move).
        away: seats that have left the table.
        schedule: a recorded race: what happens when. The paces take over where it ends.
        at: how many entries of it are over.
    """

    ruleset: MatangaRules
    next: tuple[int, ...]
    holder: int | None = None
    roller: int = 0
    time: int = 0
    roll_due: int | None = None
    mark_due: int | None = None
    first: int = 0
    passing: bool = False
    away: tuple[int, ...] = ()
    schedule: Schedule = ()
    at: int = 0

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.next)

    def crossed(self, seat: int) -> int:
        """The place of the last number crossed off (numbers before a later start count as crossed off)."""
        return self.ruleset.place(seat, self.next[seat]) - 1

    def left(self, seat: int) -> int:
        """How many numbers a player still has to cross off."""
        return each(self.ruleset.end, seat) - self.crossed(seat)

    @property
    def winner(self) -> int | None:
        """The seat that has crossed off its last number."""
        return next((seat for seat in range(self.players) if self.left(seat) <= 0), None)

    def with_next(self, seat: int, number: int) -> State:
        """The state with another next number for a seat."""
        return replace(self, next=(*self.next[:seat], number, *self.next[seat + 1 :]))

    def can_roll(self, seat: int) -> bool:
        """Neither holds the pencil nor has left."""
        return seat != self.holder and seat not in self.away

    def clockwise(self, first: int) -> tuple[int, ...]:
        """All seats from one on."""
        return tuple((first + n) % self.players for n in range(self.players))

    def _repr_svg_(self) -> str:
        from ..scene import svg
        from . import game

        return svg(game.scene(self), game.folder)


_MOVE = re.compile(
    r"(?P<roll>pencil|blank)|mark +(?P<mark>[0-9]{1,2})|miss +(?P<misser>[0-4]) +(?P<miss>[0-9]{1,2})"
    r"|(?P<gone>leave|back) +(?P<who>[0-4])"
)


def parse_move(text: str) -> Move:
    """Read a move.

    >>> parse_move("mark 12")
    Move(kind='mark', number=12, seat=-1)

    Raises:
        NotationError: not a move.
    """
    found = _MOVE.fullmatch(text.strip()) if isinstance(text, str) else None
    number = int(found["mark"] or found["miss"] or 1) if found else 0
    if found is None or not 1 <= number <= NUMBERS:
        raise NotationError(
            "{given} is not a move of Matanga; expected pencil, blank or mark 12 (numbers 1 to "
            "{numbers}), in a recorded race also miss 2 13, leave 1 or back 1 (seats from 0)",
            given=shown(text),
            numbers=NUMBERS,
        )
    if found["roll"]:
        return Move(found["roll"])
    if found["mark"]:
        return Move("mark", number)
    return Move("miss", number, int(found["misser"])) if found["miss"] else Move(found["gone"], 0, int(found["who"]))


def format_move(move: Move) -> str:
    """The text of a move.

    >>> format_move(Move("mark", 12)), format_move(Move("leave", seat=1))
    ('mark 12', 'leave 1')
    """
    parts = [move.kind, *([str(move.seat)] if move.seat >= 0 else []), *([str(move.number)] if move.number else [])]
    return " ".join(parts)
