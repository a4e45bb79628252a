"""A race over time: from a list of moves to lanes for a chart, and from a time back to a move."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..core import Trace
from ..errors import NotationError
from .rules import roller
from .state import ROLLS, Move, State, each

Interval = tuple[int, int]
RaceTrace = Trace[State, Move]


@dataclass(frozen=True, slots=True)
class Lane:
    """What one player did, in milliseconds.

    Args:
        rolling: from when to when the player had the die.
        holding: from when to when the player had the pencil.
        away: from when to when the player had left the table.
        rolls: (time, face) of each roll, the face ``pencil`` or ``blank``.
        progress: (time, numbers crossed off) at the beginning, at each mark, and at the end. The count is that of the
            places: a player who starts from 10 begins with 10.
        misses: (time, number) of presses that did not count (recorded races).
        goal: the place of the last number.
    """

    seat: int
    rolling: tuple[Interval, ...]
    holding: tuple[Interval, ...]
    away: tuple[Interval, ...]
    rolls: tuple[tuple[int, str], ...]
    progress: tuple[tuple[int, int], ...]
    misses: tuple[tuple[int, int], ...]
    goal: int


@dataclass(frozen=True, slots=True)
class Timeline:
    """A race over time.

    Args:
        start, end: first and last time, in milliseconds.
        lanes: by seat.
        times: the time of each move, in order; ``times[k]`` is when move ``k`` (from 0) happened.
        winner: the seat that has won, if one has.
    """

    start: int
    end: int
    lanes: tuple[Lane, ...]
    times: tuple[int, ...]
    winner: int | None

    def ply_at(self, time: float) -> int:
        """How many moves have been played at a time, as ``Session.goto`` takes it: what scrubbing needs."""
        return bisect_right(self.times, time)

    def rows(self) -> list[dict[str, Any]]:
        """Everything as flat rows for a data frame: ``seat``, ``what``, ``start``, ``end``, ``value``.

        ``what`` is ``rolling``, ``holding``, ``away`` (intervals), ``pencil``, ``blank``, ``mark``, ``miss``
        (moments; the value of a mark is how many are crossed off, that of a miss the number pressed).
        """
        found: list[dict[str, Any]] = []

        def add(seat: int, what: str, start: int, end: int, value: int | None = None) -> None:
            found.append({"seat": seat, "what": what, "start": start, "end": end, "value": value})

        for lane in self.lanes:
            for what, spans in (("rolling", lane.rolling), ("holding", lane.holding), ("away", lane.away)):
                for start, end in spans:
                    add(lane.seat, what, start, end)
            for time, face in lane.rolls:
                add(lane.seat, face, time, time)
            for (_, before), (time, crossed) in zip(lane.progress, lane.progress[1:], strict=False):
                if crossed > before:
                    add(lane.seat, "mark", time, time, crossed)
            for time, number in lane.misses:
                add(lane.seat, "miss", time, time, number)
        return sorted(found, key=lambda row: (row["start"], row["seat"]))


def race(state: State, moves: Iterable[Move | str]) -> tuple[RaceTrace, ...]:
    """Carry out a list of moves.

    Args:
        moves: moves or their texts.

    Raises:
        NotationError: a text that is no move; says which.
        IllegalMoveError: the first move that the rules refuse.
    """
    from . import game

    traces = []
    for number, move in enumerate(moves, 1):
        try:
            read = game.parse_move(state, move) if isinstance(move, str) else move
        except NotationError as error:
            raise NotationError("move {number}: {error}", number=number, error=error) from error
        trace = game.trace(state, read)
        game.refuse(trace)
        traces.append(trace)
        state = trace.after
    return tuple(traces)


def timeline(traces: Sequence[RaceTrace], start: State | None = None) -> Timeline:
    """The lanes of a race.

    Args:
        traces: one after the other, as :func:`race` or a session's history gives them.
        start: the state before them; needed only where there are none.
    """
    if not traces and start is None:
        return Timeline(0, 0, (), (), None)
    states = [traces[0].before if start is None else start, *(trace.after for trace in traces)]
    first, last = states[0], states[-1]
    lanes = tuple(
        Lane(
            seat,
            _spans(states, [roller(state) == seat and state.winner is None for state in states]),
            _spans(states, [state.holder == seat for state in states]),
            _spans(states, [seat in state.away for state in states]),
            tuple(
                (trace.after.time, trace.move.kind)
                for trace in traces
                if trace.move.kind in ROLLS and roller(trace.before) == seat
            ),
            _progress(states, seat),
            tuple(
                (trace.after.time, trace.move.number)
                for trace in traces
                if trace.move.kind == "miss" and trace.move.seat == seat
            ),
            each(first.ruleset.end, seat),
        )
        for seat in range(first.players)
    )
    return Timeline(first.time, last.time, lanes, tuple(state.time for state in states[1:]), last.winner)


def _spans(states: Sequence[State], holds: Sequence[bool]) -> tuple[Interval, ...]:
    """The intervals in which something held; a state lasts until the next one."""
    found: list[Interval] = []
    since: int | None = None
    for state, now in zip(states, holds, strict=True):
        if now and since is None:
            since = state.time
        elif not now and since is not None:
            found.append((since, state.time))
            since = None
    if since is not None:
        found.append((since, states[-1].time))
    return tuple(span for span in found if span[0] < span[1])


def _progress(states: Sequence[State], seat: int) -> tuple[tuple[int, int], ...]:
    points = [(states[0].time, states[0].crossed(seat))]
    for state in states[1:]:
        if state.crossed(seat) != points[-1][1]:
            points.append((state.time, state.crossed(seat)))
    if points[-1][0] != states[-1].time:
        points.append((states[-1].time, points[-1][1]))
    return tuple(points)
