"""Anything may happen at a table in any order: the log has each number once, and the game always replays."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from sqlalchemy import select

from apps.db import Database
from apps.school.bus import LocalBus
from apps.school.game_keys import DOOR, derived
from apps.school.game_rows import GameEntryRow
from apps.school.games import AGAIN, BACK, ENOUGH, Games
from apps.school.line import MOVE, Entry, Line
from engine import CHANCE, FORCED, GameError, get_game


class Killed(BaseException):
    """The process is gone."""


class TableMachine(RuleBasedStateMachine):
    """A table, two server processes, and people who send whatever comes to their minds, twice."""

    database: Database
    seeds: list[int]

    @initialize(id=st.sampled_from(["lion", "matadoon", "maatatahay", "matanga"]))
    def open(self, id: str) -> None:
        self.seeds[:] = range(1000, 0, -1)  # the same game gives the same table in every run
        self.game = get_game(id)
        self.processes = [Games(self.database, LocalBus()), Games(self.database, LocalBus())]
        state = self.game.initial_state(seats=self.game.seats[0])
        host = self.processes[0].open(self.game, state, seat=0, nicks=["Anna"])
        self.seats = self.game.seat_count(state)
        self.door, self.keys = derived(host, DOOR), [host]
        self.sent: list[tuple[Any, ...]] = []
        self.accepted: list[tuple[int, int, str]] = []

    @rule(process=st.sampled_from([0, 1]))
    def restart(self, process: int) -> None:
        self.processes[process] = Games(self.database, LocalBus())

    @precondition(lambda self: len(self.keys) < self.seats)
    @rule(process=st.sampled_from([0, 1]))
    def sit(self, process: int) -> None:
        self.keys.append(self.processes[process].sit(self.door, f"Player {len(self.keys)}"))

    @rule(
        process=st.sampled_from([0, 1]), seat=st.integers(0, 4), late=st.sampled_from([0, 0, 0, -1, 1]),
        right=st.sampled_from([True, True, True, False]), pick=st.integers(0, 2**20),
        killed=st.sampled_from([False] * 4 + [True]),
    )  # fmt: skip
    def move(self, process: int, seat: int, late: int, right: bool, pick: int, killed: bool) -> None:
        games = self.processes[process]
        line = games.look(self.keys[0]).line
        seat = line.turn if right and line.turn is not None else seat % len(self.keys)
        text = ""
        if line.begun and line.mover not in (CHANCE, FORCED):
            moves = line.game.legal_moves(line.state)
            text = line.game.format_move(line.state, moves[pick % len(moves)]) if moves else "nonsense"
        message = (seat, max(0, line.count + late), text)
        self.sent.append(message)
        if killed:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(Line, "follows", _die)
                with pytest.raises((Killed, GameError)):
                    games.move(self.keys[seat], *message[1:])
            self.processes[process] = Games(self.database, LocalBus())
            assert games.look(self.keys[0]).line.count == line.count, "a move is written whole or not at all"
        else:
            self._send(process, message)

    @precondition(lambda self: self.sent)
    @rule(process=st.sampled_from([0, 1]), which=st.integers(0, 30))
    def send_again(self, process: int, which: int) -> None:
        message = self.sent[-1 - which % len(self.sent)]
        before = self.processes[process].look(self.keys[0]).line.count
        done = any(one[:2] == message[:2] and message[2] in ("", one[2]) for one in self.accepted)
        self._send(process, message)
        if done:
            assert self.processes[1 - process].look(self.keys[0]).line.count == before

    def _send(self, process: int, message: tuple[int, int, str]) -> None:
        seat, number, text = message
        games = self.processes[process]
        line = games.look(self.keys[0]).line
        done = any(one[:2] == message[:2] and text in ("", one[2]) for one in self.accepted)
        legal = line.begun and not line.over and line.turn == seat and number == line.count
        try:
            games.move(self.keys[seat], number, text)
        except GameError:
            assert not done, "what was accepted once is accepted again"
            assert not legal or text == "nonsense"
        else:
            assert done or legal
            after = games.look(self.keys[0]).line
            if not done:
                assert after.count > line.count
                made = line.game.format_move(line.state, after.traces[len(line.traces)].move)
                self.accepted.append((seat, number, made))

    @rule(
        process=st.sampled_from([0, 1]), seat=st.integers(0, 4),
        verb=st.sampled_from([BACK, BACK, AGAIN, AGAIN, ENOUGH, "no", "resign"]), all_agree=st.booleans(),
    )  # fmt: skip
    def wish(self, process: int, seat: int, verb: str, all_agree: bool) -> None:
        games, key = self.processes[process], self.keys[seat % len(self.keys)]
        try:
            if verb == "no":
                games.decline(key)
            elif verb == "resign":
                games.resign(key, games.look(key).line.count)
            else:
                games.ask(key, verb)
                for other in self.keys if all_agree else ():
                    games.ask(other, verb, agree=True)
        except GameError:
            pass

    @invariant()
    def the_log_replays(self) -> None:
        if not hasattr(self, "game"):
            return
        sights = [games.look(self.keys[0]) for games in self.processes]
        table = sights[0].right.table
        with self.database.reading() as session:
            rows = session.scalars(
                select(GameEntryRow).where(GameEntryRow.table == table).order_by(GameEntryRow.number)
            ).all()
            log = [Entry(row.number, row.kind, row.text, row.seat) for row in rows]
        assert [entry.number for entry in log] == list(range(len(log)))
        line = Line(self.game)
        for entry in log:
            line = line.after(entry)
        for sight in sights:
            assert (sight.line.count, sight.line.by, sight.line.left) == (line.count, line.by, line.left)
            assert sight.state == (line.state if line.begun else sight.position)
        assert not line.begun or line.over or line.turn is not None, "nobody waits for the server"
        for seat, number, text in self.accepted:
            assert (log[number].kind, log[number].seat, log[number].text) == (MOVE, seat, text)
        assert sights[0].ask is None or sights[0].ask.count == line.count
        assert bool(sights[0].seed) == line.over


def _die(*_: object) -> None:
    raise Killed


def test_a_table(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []
    for module in ("games", "game_write"):
        monkeypatch.setattr(f"apps.school.{module}.new_seed", lambda: f"{seeds.pop():032x}")

    class Machine(TableMachine):
        pass

    Machine.database, Machine.seeds = database, seeds
    Machine.TestCase.settings = settings(
        max_examples=25, stateful_step_count=40, deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )  # fmt: skip
    Machine.TestCase("runTest").runTest()
