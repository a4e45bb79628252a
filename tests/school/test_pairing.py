"""Games in a class."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.db import Database
from apps.school.bus import Bus
from apps.school.classes import Classes, Joined
from apps.school.game_keys import HOST, SEAT, WATCH, TableRefusal
from apps.school.game_pupils import KEYS, pupil_key
from apps.school.games import Games
from apps.school.pairing import Pairing, groups
from apps.school.refusal import Refusal

from .conftest import Clock, Listen


@pytest.fixture
def pairing(classes: Classes, database: Database, bus: Bus, clock: Clock) -> Pairing:
    return Pairing(classes, Games(database, bus, clock))


def joined(classes: Classes, code: str, *nicks: str) -> list[Joined]:
    return [classes.join(code, nick) for nick in nicks]


@given(st.integers(0, 60), st.sampled_from([(2,), (2, 3, 4), (2, 3, 4, 5), (3, 4)]), st.integers(2, 4))
def test_groups_leave_as_few_over_as_can_be(count: int, sizes: tuple[int, ...], best: int) -> None:
    made = groups(range(count), sizes, random.Random(count), best)
    assert all(len(group) in sizes for group in made)
    seated = [pupil for group in made for pupil in group]
    assert max(Counter(seated).values(), default=1) == 1
    left = count - len(seated)
    reachable = {0}
    for _ in range(count):
        reachable |= {one + size for one in reachable for size in sizes if one + size <= count}
    assert left == count - max(reachable)


def test_groups_are_of_the_best_size_where_that_goes() -> None:
    assert [len(one) for one in groups(range(12), (2, 3, 4), random.Random(1), 3)] == [3, 3, 3, 3]
    assert sorted(len(one) for one in groups(range(8), (2, 3, 4), random.Random(1), 3)) == [2, 3, 3]
    assert groups(range(1), (2,), random.Random(1)) == []
    assert groups(range(6), (2,), random.Random(1)) != groups(range(6), (2,), random.Random(2))


def test_a_class_is_paired(classes: Classes, pairing: Pairing, listen: Listen) -> None:
    made = classes.open("3b")
    anna, ben, cem, dia, eva = joined(classes, made.code, "Anna", "Ben", "Cem", "Dia", "Eva")
    told = listen(f"class:{made.id}")
    tables = pairing.pair(made.secret, "lion", [[anna.pupil, ben.pupil], [cem.pupil, dia.pupil]])
    assert len(tables) == 2
    screen = classes.come_back(anna.token)
    assert screen.game == {"game": "lion", "with": ["Ben"], "seat": 0}
    assert classes.come_back(dia.token).game == {"game": "lion", "with": ["Cem"], "seat": 1}
    left = classes.come_back(eva.token).game
    assert left is not None
    assert left["seat"] is None, "whoever is left over watches"
    assert [one["to"] for one in told] == [one.pupil for one in (anna, ben, cem, dia, eva)]
    assert told[0]["send"] == {"game": screen.game}
    boards = pairing.boards(made.secret)
    assert {board.nicks for board in boards} == {("Anna", "Ben"), ("Cem", "Dia")}
    assert [(board.moves, board.turn, board.over) for board in boards] == [(0, 0, False)] * 2


def test_pupils_play_with_a_key_of_their_own(classes: Classes, pairing: Pairing, database: Database) -> None:
    made = classes.open()
    anna, ben, cem = joined(classes, made.code, "Anna", "Ben", "Cem")
    (table,) = pairing.pair(made.secret, "lion", [[anna.pupil, ben.pupil]])
    games = pairing.games

    def key(pupil: int) -> str:
        with database.transaction() as session:
            return pupil_key(session, classes.clock(), pupil)

    keys = [key(one.pupil) for one in (anna, ben, cem)]
    rights = [games.look(one).right for one in keys]
    assert [(right.role, right.seat) for right in rights] == [(SEAT, 0), (SEAT, 1), (WATCH, None)]
    games.move(keys[0], 1, "b3b2")
    assert pairing.boards(made.secret)[0].moves == 1
    newest = [key(anna.pupil) for _ in range(KEYS + 2)]
    assert games.look(newest[-1]).right.seat == 0
    teacher = pairing.watch(made.secret, table)
    assert games.look(teacher).right.role == HOST
    with pytest.raises(TableRefusal, match="only players"):
        games.move(teacher, 2, "b1b2")
    pairing.stop(made.secret)
    assert games.look(keys[0]).line.over
    assert pairing.boards(made.secret)[0].over


def test_only_the_teacher_pairs_and_only_the_own_class(classes: Classes, pairing: Pairing) -> None:
    made, other = classes.open(), classes.open()
    anna, ben = joined(classes, made.code, "Anna", "Ben")
    (cem,) = joined(classes, other.code, "Cem")
    with pytest.raises(Refusal, match="secret link"):
        pairing.pair("x" * 43, "lion", [[anna.pupil, ben.pupil]])
    for wrong in ([[anna.pupil, cem.pupil]], [[anna.pupil, anna.pupil]], [], [[anna.pupil, ben.pupil], [ben.pupil]]):
        with pytest.raises(ValueError, match=r"one group|expected 2"):
            pairing.pair(made.secret, "lion", wrong)
    assert pairing.boards(made.secret) == ()
    (table,) = pairing.pair(made.secret, "lion", [[anna.pupil, ben.pupil]])
    with pytest.raises(TableRefusal, match="leads to no game"):
        pairing.watch(other.secret, table)


def test_games_go_with_the_class_and_stay_without_a_pupil(classes: Classes, pairing: Pairing) -> None:
    made = classes.open()
    anna, ben = joined(classes, made.code, "Anna", "Ben")
    pairing.pair(made.secret, "lion", [[anna.pupil, ben.pupil]])
    classes.leave(ben.token)
    board = pairing.boards(made.secret)[0]
    assert (board.nicks, board.pupils) == (("Anna", "Ben"), (anna.pupil, None))
    key = pairing.watch(made.secret, board.table)
    classes.end(made.secret)
    with pytest.raises(TableRefusal, match="leads to no game"):
        pairing.games.look(key)
