"""Sessions: whatever one does, no line is lost and every view is told once."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine import DataError, GameError, IllegalMoveError, NotationError, PositionError, sample
from engine.record import Branch, Record, parse_link, parse_record
from engine.session import Session
from tests.toy import Move, game

pytestmark = pytest.mark.usefixtures("toy_room")

ALL = ["ruleset", "start", "tree", "history", "line", "ply", "cursor", "viewer", "language"]
Line = tuple[str, ...]


@contextmanager
def told(session: Session, times: int | tuple[int, ...]) -> Iterator[None]:
    """Hold that somebody who watches everything is told so many times (or one of several counts)."""
    calls: list[Any] = []
    watcher = session.param.watch(lambda *events: calls.append(events), ALL)
    yield
    session.param.unwatch(watcher)
    assert len(calls) in ((times,) if isinstance(times, int) else times)


def lines(session: Session) -> set[Line]:
    """The moves of every line, from the start to its end."""
    found = set()
    for index in range(len(session.tree)):
        if not session.children(index):
            line, node = [], index
            while node >= 0:
                parent, trace = session.tree[node]
                line.append(game.format_move(trace.before, trace.move))
                node = parent
            found.add(tuple(reversed(line)))
    return found


def played(session: Session) -> Line:
    """The moves that led to the present state."""
    return tuple(game.format_move(trace.before, trace.move) for trace in session.history[: session.ply])


class Table(RuleBasedStateMachine):
    """Play, undo, redo, jump and reload in any order, beside a model that keeps every line as a list of moves."""

    def __init__(self) -> None:
        super().__init__()
        self.session = Session(game)
        self.known: set[Line] = set()
        self.here: Line = ()

    @initialize(ruleset=st.sampled_from(["usual", "short", "open"]), seats=st.sampled_from([2, 3]))
    def begin(self, ruleset: str, seats: int) -> None:
        with told(self.session, 1 if (ruleset, seats) != ("usual", 2) else (0, 1)):
            self.session.reset(ruleset=ruleset, seats=seats)

    @precondition(lambda self: game.legal_moves(self.session.state))
    @rule(data=st.data(), as_text=st.booleans())
    def play(self, data: st.DataObject, as_text: bool) -> None:
        session = self.session
        move = data.draw(st.sampled_from(game.legal_moves(session.state)))
        text = game.format_move(session.state, move)
        with told(session, 1):
            trace = session.play(text if as_text else move)
        self.here = (*self.here, text)
        self.known.add(self.here)
        assert session.trace is trace
        assert (session.state, session.shown, session.cursor) == (trace.after, trace.before, 0)

    @rule(text=st.sampled_from(["take 3", "sweep", "roll 2", "secret 1", "take 9", "", "take 1\n", "\x00", "🐂"]))
    def try_something(self, text: str) -> None:
        session = self.session
        before = {name: getattr(session, name) for name in ALL}
        try:
            legal = game.is_legal(session.state, game.parse_move(session.state, text))
        except NotationError:
            legal = False
        if legal:
            return
        with told(session, 0), pytest.raises((IllegalMoveError, NotationError)):
            session.play(text)
        assert before == {name: getattr(session, name) for name in ALL}

    @rule(decision=st.booleans())
    def undo(self, decision: bool) -> None:
        session = self.session
        ply, was = session.ply, session.state
        with told(session, 1 if ply else 0):
            assert session.undo(decision=decision) == bool(ply)
        if not ply:
            return
        if decision:
            assert session.ply == 0 or game.current_player(session.state) >= 0
        else:
            assert session.ply == ply - 1
            back = (session.line, session.history, session.ply, session.cursor)
            assert session.redo()
            assert session.state == was
            assert session.undo()
            assert back == (session.line, session.history, session.ply, session.cursor)
        self.here = self.here[: session.ply]

    @rule(decision=st.booleans())
    def redo(self, decision: bool) -> None:
        session = self.session
        ply, more = session.ply, session.ply < len(session.history)
        with told(session, 1 if more else 0):
            assert session.redo(decision=decision) == more
        assert session.ply > ply or not more
        self.here = played(session)

    @rule(data=st.data())
    def goto(self, data: st.DataObject) -> None:
        session = self.session
        count = len(session.history)
        ply = data.draw(st.integers(-count - 3, count + 2))
        cursor = data.draw(st.none() | st.integers(-2, 6))
        wanted = ply if ply >= 0 else count + 1 + ply
        if not 0 <= wanted <= count:
            with told(session, 0), pytest.raises(GameError, match=f"no move {ply}; this line has {count}"):
                session.goto(ply, cursor)
            return
        with told(session, (0, 1)):
            session.goto(ply, cursor)
        assert session.ply == wanted
        steps = len(session.trace.steps) if session.trace else 0
        assert 0 <= session.cursor <= steps
        if cursor is None:
            assert session.cursor == steps
            assert session.shown == session.state
        self.here = played(session)

    @precondition(lambda self: self.session.tree)
    @rule(data=st.data())
    def goto_node(self, data: st.DataObject) -> None:
        session = self.session
        node = data.draw(st.integers(0, len(session.tree) - 1))
        with told(session, (0, 1)):
            session.goto_node(node)
        assert session.trace is session.tree[node].trace
        assert session.line[session.ply - 1] == node
        self.here = played(session)

    @rule(how=st.sampled_from(["record", "json", "link"]))
    def save_and_load(self, how: str) -> None:
        session = self.session
        record = session.record()
        if how == "json":
            record = parse_record(record.to_json(), game="toy")
        elif how == "link":
            record = parse_link(record.to_link(), game="toy")
        assert record == session.record()
        before, history = lines(session), [trace.move for trace in session.history]
        with told(session, (0, 1)):
            session.load(record, ply=session.ply, cursor=session.cursor)
        assert lines(session) == before
        assert [trace.move for trace in session.history] == history
        assert session.record() == record

    @invariant()
    def no_line_is_lost(self) -> None:
        found = lines(self.session)
        for known in self.known:
            assert any(line[: len(known)] == known for line in found)
        assert all(any(line == known[: len(line)] for known in self.known) for line in found)

    @invariant()
    def all_that_is_shown_agrees(self) -> None:
        session = self.session
        assert played(session) == self.here
        assert session.history == tuple(session.tree[index].trace for index in session.line)
        assert [session.tree[index].parent for index in session.line] == [-1, *session.line][: len(session.line)]
        assert not session.line or not session.children(session.line[-1])
        state = session.start
        for trace in session.history[: session.ply]:
            assert trace.before == state
            state = game.apply(state, trace.move)
        assert session.state == state
        assert session.ruleset == session.start.ruleset


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=60, stateful_step_count=40)


def session_with_lines() -> Session:
    """``roll 3, take 1`` with another second move and another first one."""
    session = Session(game, "open")
    for move in ("roll 3", "take 1"):
        session.play(move)
    session.undo()
    session.play("take 2")
    session.goto(0)
    session.play("roll 1")
    session.goto_node(1)
    return session


def test_a_record_keeps_the_lines_in_the_order_they_leave() -> None:
    record = session_with_lines().record()
    assert record.moves == ("roll 3", "take 1")
    assert record.branches == (
        Branch(line=0, ply=0, moves=("roll 1",)),
        Branch(line=0, ply=1, moves=("take 2",)),
    )


def test_playing_a_known_move_goes_on_in_its_line() -> None:
    session = session_with_lines()
    session.goto(0)
    tree = session.tree
    session.play("roll 1")
    assert session.tree is tree
    assert len(session.history) == 1


def test_a_node_that_is_not_there() -> None:
    session = session_with_lines()
    for wrong in (lambda: session.goto_node(99), lambda: session.goto(0, node=-1)):
        with told(session, 0), pytest.raises(GameError, match="no move number"):
            wrong()


def test_going_to_a_ply_of_another_line() -> None:
    session = session_with_lines()
    session.goto(-1, node=3)
    assert played(session) == ("roll 1",)


def test_the_cursor_may_be_set_from_outside() -> None:
    session = session_with_lines()
    session.cursor = 1
    assert session.shown == session.trace.steps[0].state
    session.cursor = 99
    assert session.shown == session.state


def test_what_methods_write_is_not_written_otherwise() -> None:
    session = session_with_lines()
    for name in ("game", "ruleset", "start", "tree", "history", "line", "ply"):
        with pytest.raises(TypeError, match="Constant parameter"):
            setattr(session, name, 99 if name == "ply" else ("other",))


def test_a_wrong_reset_changes_nothing() -> None:
    session = session_with_lines()
    record = session.record()
    with told(session, 0), pytest.raises(PositionError, match="expected 2 or 3 players, got 7"):
        session.reset(seats=7)
    with told(session, 0), pytest.raises(PositionError, match="no ruleset 'long'"):
        session.reset(ruleset="long")
    assert session.record() == record


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (Record(game="matadoon", position=""), "record: game: is a game of matadoon, not of toy"),
        (Record(game="toy", position="left: -1"), "record: position: left: expected a number from 0 to 12, got -1"),
        (
            Record(game="toy", position="{}", moves=("take 1",)),
            "record: moves, move 1: take 1 is not legal here: It is not the time for this.",
        ),
        (Record(game="toy", position="{}", moves=("dance",)), "record: moves, move 1: 'dance': 'dance' is not a move"),
        (
            Record(game="toy", position="{}", branches=(Branch(ply=0, moves=("secret 1",)),)),
            "record: branch 1.ply: line 0 has 0 moves, none numbered 0",
        ),
        (
            Record(game="toy", position="{}", moves=("secret 1",), branches=(Branch(line=1, ply=0, moves=("x",)),)),
            "record: branch 1.line: expected 0 to 0, an earlier line; got 1",
        ),
        (
            Record(game="toy", position="{}", moves=("secret 1",), branches=(Branch(ply=0, moves=("take 1",)),)),
            "record: branch 1, move 1: take 1 is not legal here: It is not the time for this.",
        ),
    ],
)
def test_a_wrong_record_is_refused_whole(record: Record, message: str) -> None:
    session = session_with_lines()
    before = {name: getattr(session, name) for name in ALL}
    with told(session, 0), pytest.raises(DataError) as caught:
        session.load(record)
    assert str(caught.value).startswith(message)
    assert before == {name: getattr(session, name) for name in ALL}


def test_a_session_begins_from_any_state() -> None:
    state = game.parse_position({"rules": "short", "left": 2, "secrets": [1, 1], "die": 1})
    session = Session("toy", state=state)
    assert session.ruleset == game.ruleset("short")
    session.play(Move("take", 1))
    assert session.play("sweep").after.heap == 0
    assert Session(game, ruleset="open", seats=3).state == game.initial_state("open", 3)


def test_a_long_game_loads_and_saves() -> None:
    rng = random.Random(1)
    session = Session(game)
    for _ in range(300):
        legal = game.legal_moves(session.state)
        if not legal:
            session.goto(rng.randrange(len(session.history)))
            continue
        session.play(sample(game, session.state, rng) if game.chance_outcomes(session.state) else rng.choice(legal))
    record = session.record()
    other = Session(game)
    other.load(record)
    assert lines(other) == lines(session)
    assert other.state == session.history[-1].after
