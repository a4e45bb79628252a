"""Tables at which people play each other, on a database, without a page."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from apps.db import Base, Database
from apps.school.bus import Bus
from apps.school.game_keys import DOOR, WATCH, TableRefusal, derived, seat_key
from apps.school.games import AGAIN, BACK, ENOUGH, Games, topic
from apps.school.line import MOVE, Entry, Line
from apps.school.names import new_secret
from engine import CHANCE, FORCED, GAMES, Game, GameError, IllegalMoveError, get_game
from engine.record import Record, replay

from .conftest import Clock, Listen

LION = get_game("lion")
MATADOON = get_game("matadoon")


@pytest.fixture
def games(database: Database, bus: Bus, clock: Clock) -> Games:
    return Games(database, bus, clock)


def seated(games: Games, game: Game[Any, Any], state: Any = None) -> list[str]:
    """A table at which all sit; gives the keys of the seats. The host is seat 0."""
    state = game.initial_state() if state is None else state
    host = games.open(game, state, seat=0, nicks=["Anna"])
    rest = [games.sit(derived(host, DOOR), f"Player {seat}") for seat in range(1, game.seat_count(state))]
    return [host, *rest]


def any_move(line: Any, rng: random.Random) -> str:
    """Some legal move, as a page sends it: empty for what chance or the rules decide."""
    if line.mover in (CHANCE, FORCED):
        return ""
    return str(line.game.format_move(line.state, rng.choice(line.game.legal_moves(line.state))))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_whole_game(games: Games, game: Game[Any, Any]) -> None:
    keys, rng = seated(games, game), random.Random(5)
    for _ in range(400):
        line = games.look(keys[0]).line
        if line.over:
            break
        assert line.turn is not None, "the server has gone on as far as it can"
        games.move(keys[line.turn], line.count, any_move(line, rng))
    line = games.look(keys[0]).line
    assert line.traces
    moves = tuple(game.format_move(trace.before, trace.move) for trace in line.traces)
    assert replay(Record(game=game.id, position=game.format_position(line.start), moves=moves))[-1].after == line.state


def test_only_the_one_whose_turn_it_is_moves(games: Games) -> None:
    anna, ben = seated(games, LION)
    line = games.look(anna).line
    with pytest.raises(TableRefusal, match="not your turn"):
        games.move(ben, line.count, "b3b2")
    with pytest.raises(TableRefusal, match="watch"):
        games.move(derived(anna, WATCH), line.count, "b3b2")
    with pytest.raises(TableRefusal, match="leads to no game"):
        games.move(new_secret(), line.count, "b3b2")
    with pytest.raises(IllegalMoveError):
        games.move(anna, line.count, "b3b1")
    with pytest.raises(GameError, match="expected"):
        games.move(anna, line.count, "x" * 5000)
    assert games.look(anna).line.count == line.count
    games.move(anna, line.count, "b3b2")
    assert games.look(ben).line.turn == 1


def test_a_move_that_is_sent_again_is_one_move(games: Games) -> None:
    anna, ben = seated(games, LION)
    games.move(anna, 1, "b3b2")
    games.move(anna, 1, "b3b2")
    assert games.look(anna).line.count == 2
    with pytest.raises(TableRefusal, match="too late"):
        games.move(anna, 1, "c4c3")
    with pytest.raises(TableRefusal, match="too late"):
        games.move(ben, 1, "b3b2")
    with pytest.raises(TableRefusal, match="too late"):
        games.move(ben, 7, "b1b2")


def test_a_game_begins_when_all_sit(games: Games) -> None:
    host = games.open(MATADOON, MATADOON.initial_state(seats=3), seat=1, nicks=[None, "Anna", None])
    with pytest.raises(TableRefusal, match="begins when"):
        games.move(host, 0, "@d4")
    ben = games.sit(derived(host, DOOR), "Ben")
    assert games.look(ben).right.seat == 0
    assert games.look(ben).free == (2,)
    own = seat_key(host, 2)
    assert games.look(own).right.seat == 2, "a link of its own for that seat"
    assert games.sit(own, "Cem") == own
    assert games.look(host).line.begun
    with pytest.raises(TableRefusal, match="All seats are taken"):
        games.sit(derived(host, DOOR), "Dan")
    with pytest.raises(TableRefusal, match="just taken"):
        games.sit(own, "Dan")
    with pytest.raises(TableRefusal, match="only players"):
        games.sit(derived(host, WATCH), "Dan")


def test_a_host_alone_hands_out_links(games: Games) -> None:
    host = games.open(LION, LION.initial_state(), seat=0, nicks=["Anna"])
    invites = games.invites(host)
    assert set(invites) == {DOOR, WATCH, "1"}
    assert games.look(invites[WATCH]).right.seat is None
    for key in invites.values():
        with pytest.raises(TableRefusal, match="does not allow"):
            games.invites(key)


def test_no_key_is_in_the_database(games: Games, database: Database) -> None:
    host = games.open(LION, LION.initial_state(), seat=0, nicks=["Anna"])
    keys = [host, *games.invites(host).values()]
    with database.reading() as session:
        kept = str([session.execute(table.select()).all() for table in Base.metadata.sorted_tables])
    assert "Anna" in kept
    assert not any(key in kept for key in keys)


def test_of_two_at_once_one_is_played(games: Games, database: Database, bus: Bus) -> None:
    """As when somebody has two tabs, at two server processes."""
    anna, _ = seated(games, LION)
    processes = [Games(database, bus) for _ in range(4)]
    tries = ("b3b2", "a4a3", "c4c3", "b4a3")

    def send(number: int) -> bool:
        try:
            processes[number].move(anna, 1, tries[number])
        except TableRefusal:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(send, range(4)))
    assert done.count(True) == 1
    for one in processes:
        line = one.look(anna).line
        assert line.count == 2
        assert line.game.format_move(line.start, line.traces[0].move) == tries[done.index(True)]


def test_what_chance_drew_can_be_checked_afterwards_and_not_before(games: Games) -> None:
    keys = seated(games, MATADOON)
    assert games.look(keys[0]).seed == ""
    rng = random.Random(1)
    while not (line := games.look(keys[0]).line).over:
        games.move(keys[line.turn or 0], line.count, any_move(line, rng))
    seed = games.look(keys[1]).seed
    again = Line(line.game, 1, line.start)
    for number, (trace, by) in enumerate(zip(line.traces, line.by, strict=True), 1):
        text = line.game.format_move(trace.before, trace.move)
        if by is None:
            assert again.follows(seed) == text
        again = again.after(Entry(number, MOVE, text, by))
    assert again.state == line.state


def test_taking_back_needs_everybody(games: Games) -> None:
    anna, ben = seated(games, LION)
    with pytest.raises(TableRefusal, match="no move yet"):
        games.ask(anna, BACK)
    games.move(anna, 1, "b3b2")
    with pytest.raises(TableRefusal, match="no move yet"):
        games.ask(ben, BACK)
    games.ask(anna, BACK)
    assert games.look(ben).ask is not None
    games.decline(ben)
    assert games.look(anna).ask is None
    with pytest.raises(TableRefusal, match="Nobody asks"):
        games.ask(ben, BACK, agree=True)
    games.ask(anna, BACK)
    games.ask(ben, BACK, agree=True)
    line = games.look(anna).line
    assert (line.traces, line.turn, line.count) == ((), 0, 3)
    games.move(anna, 3, "c4c3")
    with pytest.raises(TableRefusal, match="too late"):
        games.move(anna, 1, "b3c3")


def test_a_wish_is_gone_when_somebody_moves(games: Games) -> None:
    anna, ben = seated(games, LION)
    games.move(anna, 1, "b3b2")
    games.ask(anna, BACK)
    line = games.look(ben).line
    games.move(ben, line.count, any_move(line, random.Random(1)))
    assert games.look(anna).ask is None


def test_giving_up_and_another_game(games: Games) -> None:
    anna, ben = seated(games, LION)
    with pytest.raises(TableRefusal, match="not over yet"):
        games.ask(anna, AGAIN)
    games.resign(ben, 1)
    games.resign(ben, 1)
    line = games.look(anna).line
    assert (line.over, line.winner, line.turn) == (True, 0, None)
    with pytest.raises(TableRefusal, match="over"):
        games.move(anna, line.count, "b3b2")
    seed = games.look(anna).seed
    games.ask(anna, AGAIN)
    games.ask(ben, AGAIN)
    sight = games.look(anna)
    assert (sight.line.over, sight.line.traces, sight.seed) == (False, (), "")
    games.resign(anna, sight.line.count)
    assert games.look(anna).seed not in ("", seed)


def test_more_than_two_end_a_game_together(games: Games) -> None:
    keys = seated(games, MATADOON)
    with pytest.raises(TableRefusal, match="does not allow"):
        games.resign(keys[1], games.look(keys[0]).line.count)
    for key in keys:
        assert not games.look(key).line.over
        games.ask(key, ENOUGH)
    line = games.look(keys[0]).line
    assert (line.over, line.winner) == (True, None)


def test_a_teacher_ends_a_game_and_a_player_does_not(games: Games) -> None:
    teacher = games.open(LION, LION.initial_state(), nicks=["Anna", "Ben"])
    with pytest.raises(TableRefusal, match="does not allow"):
        games.stop(seat_key(teacher, 0))
    with pytest.raises(TableRefusal, match="only players"):
        games.move(teacher, 1, "b3b2")
    games.stop(teacher)
    assert games.look(teacher).line.over


def test_all_are_told(games: Games, listen: Listen) -> None:
    anna, _ = seated(games, LION)
    told = listen(topic(games.look(anna).right.table))
    games.move(anna, 1, "b3b2")
    assert told == [{"changed": True}]


def test_old_tables_go(games: Games, clock: Clock) -> None:
    keys = seated(games, LION)
    clock.on(days=29)
    games.move(keys[0], 1, "b3b2")
    clock.on(days=29)
    assert games.clean() == 0
    clock.on(days=2)
    assert games.clean() == 1
    with pytest.raises(TableRefusal, match="leads to no game"):
        games.look(keys[0])
