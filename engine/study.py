"""Many games between computer players, one row a game.

Each game has luck of its own, made from the seed of the study and its number, and no player looks at a clock. So a row
is the same wherever and in whatever order the games are played. A room may count what is its own: its ``study.py`` has
``COLUMNS``, ``begin``, ``watch`` and ``end``.
"""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from importlib import import_module
from math import sqrt
from types import ModuleType
from typing import Any

from . import get_game
from .core import Game
from .errors import GameError, shown
from .players import play, player

CHUNK = 100
"""Games that are played, kept and, if need be, played again together."""
FORMAT = 1
COLUMNS = ("game", "start", "winner", "rule", "moves")
"""Number of the game, the seat that began, the seat that won (empty: a draw), the rule that ended it, its moves."""
Z = 1.96


@dataclass(frozen=True, slots=True)
class Study:
    """What is to be played.

    Args:
        game: id of the game.
        games: how many.
        players: a name of :func:`engine.players.names` for each seat; one name stands for all seats.
        ruleset: the name of a preset; "" for the first.
        options: house rules, as a form or a file gives them.
        seats: number of players; None: as many as ``players`` names, or the game's usual number.

    Raises:
        GameError: there is no such game, player, preset or option, or not a number that can be played.
    """

    game: str
    games: int = 1000
    seed: int = 1
    players: tuple[str, ...] = ("random",)
    ruleset: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    seats: int | None = None

    def __post_init__(self) -> None:
        if self.games < 1:
            raise GameError("a study plays at least one game, not {number}", number=self.games)
        game = get_game(self.game)
        count = self.seats or (len(self.players) if len(self.players) > 1 else None)
        state = game.initial_state(self._rules(game), count)
        seats = game.seat_count(state)
        if len(self.players) not in (1, seats):
            raise GameError(
                "expected 1 player or {seats}, one for each seat, got {number}: {given}",
                seats=seats, number=len(self.players), given=shown(",".join(self.players)),
            )  # fmt: skip
        names = self.players if len(self.players) == seats else self.players * seats
        for name in names:
            player(game, name)
        object.__setattr__(self, "seats", seats)
        object.__setattr__(self, "players", names)
        object.__setattr__(self, "ruleset", self.ruleset or game.ruleset().name)

    def _rules(self, game: Game[Any, Any]) -> Any:
        return game.ruleset(self.ruleset or None).with_options(self.options)

    def settings(self) -> str:
        """All that the table depends on, as JSON. Two studies with the same text have the same table."""
        return (
            json.dumps({"format": FORMAT, "chunk": CHUNK, **asdict(self)}, sort_keys=True, ensure_ascii=False, indent=1)
            + "\n"
        )

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        room = _room(get_game(self.game))
        return (*COLUMNS, *(room.COLUMNS if room else ()))

    @property
    def chunks(self) -> int:
        """How many pieces the work has."""
        return -(-self.games // CHUNK)

    def row(self, number: int) -> tuple[Any, ...]:
        """Play one game.

        Args:
            number: of the game, from 0. Who begins changes from game to game.
        """
        game = get_game(self.game)
        assert self.seats is not None
        start, rng = number % self.seats, random.Random(f"{self.seed} {number}")
        state = game.initial_state(self._rules(game), self.seats, start=start)
        minds = [player(game, name, seconds=None) for name in self.players]
        room, moves = _room(game), 0
        counts = room.begin() if room else {}
        for move, after in play(game, state, minds, rng):
            if room:
                room.watch(counts, state, move)
            state, moves = after, moves + 1
        outcome = game.outcome(state)
        assert outcome is not None
        if room:
            room.end(counts, state)
        winner = "" if outcome.winner is None else outcome.winner
        return (number, start, winner, outcome.rule, moves, *(counts[name] for name in self.columns[len(COLUMNS) :]))

    def chunk(self, number: int) -> str:
        """Play one piece of the work; gives its rows as CSV, without the heads."""
        return table(self.row(game) for game in range(number * CHUNK, min((number + 1) * CHUNK, self.games)))


def table(rows: Any) -> str:
    """Rows as CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _room(game: Game[Any, Any]) -> ModuleType | None:
    """What a room counts beside the rest."""
    has_one = (game.folder / "study.py").exists()
    return import_module(f"{type(game).__module__}.study") if has_one else None


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95% interval of a share (E. B. Wilson, 1927).

    >>> tuple(round(end, 3) for end in wilson(90, 100))
    (0.826, 0.945)
    """
    share, square = wins / games, Z * Z / games
    middle, spread = share + square / 2, Z * sqrt(share * (1 - share) / games + square / games / 4)
    return (middle - spread) / (1 + square), (middle + spread) / (1 + square)
