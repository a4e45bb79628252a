"""A class plays: who plays whom, at tables that the teacher can watch."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import delete, select

from engine import Game, PositionError, Ruleset, get_game

from .classes import Classes, classes
from .desk import class_of
from .game_keys import HOST, TableRefusal
from .game_pupils import pupil_game
from .game_rows import GameSeatRow, GameTableRow
from .game_sight import Lines
from .game_write import open_table, put_key, write
from .games import Games, games, topic
from .line import STOP
from .names import new_secret
from .tables import PupilRow

BOARDS = 200
"""Tables that a class may have; the oldest go."""


@dataclass(frozen=True, slots=True)
class Board:
    """A table of a class, as its teacher sees it in the list.

    Args:
        pupils: ids by seat; None: not in the class any more.
        moves: how many players' moves there were.
        turn: whose turn it is; None where the game is over.
        winner: the seat that won, if any.
    """

    table: str
    game: str
    nicks: tuple[str, ...]
    pupils: tuple[int | None, ...]
    moves: int
    turn: int | None
    over: bool
    winner: int | None


def groups(pupils: Iterable[int], sizes: Sequence[int], rng: random.Random, best: int | None = None) -> list[list[int]]:
    """Put pupils into groups by lot, with as few left over as can be, and as near to the best size as can be.

    Args:
        sizes: how many can play together.
        best: the size to aim at; by default the smallest.

    >>> [len(one) for one in groups(range(7), (2, 3, 4), random.Random(1), 3)]
    [4, 3]
    >>> [len(one) for one in groups(range(5), (2,), random.Random(1))]
    [2, 2]
    """
    left = list(pupils)
    rng.shuffle(left)
    found = []
    for size in _sizes(len(left), tuple(sorted(sizes)), best or min(sizes)):
        found.append(left[:size])
        del left[:size]
    return found


@lru_cache(maxsize=2000)
def _sizes(count: int, sizes: tuple[int, ...], best: int) -> tuple[int, ...]:
    """The sizes of the groups, the largest first."""
    ways: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, ())]  # for each number of pupils: left over, strain, sizes
    for number in range(1, count + 1):
        alone = ways[number - 1]
        choices = [(alone[0] + 1, alone[1], alone[2])]
        for size in sizes:
            if size <= number:
                over, strain, before = ways[number - size]
                choices.append((over, strain + (size - best) ** 2, (*before, size)))
        ways.append(min(choices, key=lambda one: one[:2]))
    return tuple(sorted(ways[count][2], reverse=True))


class Pairing:
    """The tables of the classes."""

    def __init__(self, classes: Classes, games: Games) -> None:
        self.classes, self.games = classes, games

    def pair(
        self, secret: str, game: Game[Any, Any] | str, groups: Sequence[Sequence[int]],
        ruleset: Ruleset | str | None = None,
    ) -> tuple[str, ...]:  # fmt: skip
        """Open a table for each group of pupils. Whoever is in none may watch.

        Args:
            groups: ids of pupils, in the order of the seats.

        Returns:
            the ids of the tables.

        Raises:
            Refusal: no such class, pupil or number of players.
        """
        game = get_game(game) if isinstance(game, str) else game
        flat = [pupil for group in groups for pupil in group]
        if len(set(flat)) != len(flat) or not flat:
            raise TableRefusal("groups")
        states = [game.initial_state(ruleset, len(group)) for group in groups]
        made = []
        with self.classes.teaching(secret) as (session, news, row):
            pupils = session.scalars(select(PupilRow).where(PupilRow.class_id == row.id)).all()
            nicks = {pupil.id: pupil.nick for pupil in pupils}
            if not set(flat) <= set(nicks):
                raise TableRefusal("groups")
            for group, state in zip(groups, states, strict=True):
                table, _ = open_table(
                    session, Lines(), self.classes.clock(), game, state,
                    nicks=[nicks[pupil] for pupil in group], pupils=group, class_id=row.id,
                )  # fmt: skip
                made.append(table)
            old = select(GameTableRow.id).where(GameTableRow.class_id == row.id)
            session.execute(
                delete(GameTableRow).where(
                    GameTableRow.id.in_(
                        session.scalars(old.order_by(GameTableRow.made.desc(), GameTableRow.id).offset(BOARDS)).all()
                    )
                )
            )
            for pupil in pupils:
                news.pupil(row, pupil.id, {"game": pupil_game(session, pupil)})
            news.teacher(row.id, "games")
        return tuple(made)

    def boards(self, secret: str) -> tuple[Board, ...]:
        """The tables of a class, the newest first.

        Raises:
            Refusal: no such class.
        """
        with self.games.database.reading() as session:
            row = class_of(session, secret)
            tables = session.scalars(
                select(GameTableRow)
                .where(GameTableRow.class_id == row.id)
                .order_by(GameTableRow.made.desc(), GameTableRow.id)
            ).all()
            seats: dict[str, list[Any]] = {}
            ids = [table.id for table in tables]
            for seat in session.scalars(
                select(GameSeatRow).where(GameSeatRow.table.in_(ids)).order_by(GameSeatRow.seat)
            ):
                seats.setdefault(seat.table, []).append(seat)
            found = []
            for table in tables:
                line = self.games.lines.read(session, table)
                self.games.lines.keep(table.id, line)
                found.append(
                    Board(
                        table.id, table.game, tuple(one.nick or "" for one in seats[table.id]),
                        tuple(one.pupil for one in seats[table.id]), sum(by is not None for by in line.by),
                        line.turn, line.over, line.winner,
                    )
                )  # fmt: skip
            return tuple(found)

    def watch(self, secret: str, table: str) -> str:
        """A key for the teacher to a table of the class: to watch, with all that is hidden or without, and to end it.

        Raises:
            Refusal: no such class or table.
        """
        with self.classes.teaching(secret) as (session, _, row):
            found = session.get(GameTableRow, table)
            if found is None or found.class_id != row.id:
                raise TableRefusal("no_table")
            key = new_secret()
            put_key(session, self.classes.clock(), key, table, HOST)
        return key

    def stop(self, secret: str, table: str | None = None) -> None:
        """End a game of the class, or all that are on.

        Raises:
            Refusal: no such class or table.
        """
        stopped = []
        with self.classes.teaching(secret) as (session, news, row):
            mine = select(GameTableRow).where(GameTableRow.class_id == row.id).with_for_update()
            for found in session.scalars(mine if table is None else mine.where(GameTableRow.id == table)).all():
                line = self.games.lines.read(session, found)
                if line.begun and not line.over:
                    write(session, self.classes.clock(), found, line, STOP)
                    stopped.append(found.id)
            news.teacher(row.id, "games")
        for id in stopped:
            self.games.bus.publish(topic(id), {"changed": True})

    def sizes(self, game: Game[Any, Any] | str, ruleset: Ruleset | str | None = None) -> tuple[int, ...]:
        """How many pupils can play a game together."""
        game = get_game(game) if isinstance(game, str) else game
        return tuple(count for count in game.seats if _can(game, ruleset, count))


def _can(game: Game[Any, Any], ruleset: Ruleset | str | None, count: int) -> bool:
    try:
        game.initial_state(ruleset, count)
    except PositionError:
        return False
    return True


BEST: Mapping[str, int] = {"matadoon": 3, "matanga": 3}
"""How many play a game together where there is a choice."""


@lru_cache
def pairing() -> Pairing:
    """The tables of the classes of this process's database."""
    return Pairing(classes(), games())
