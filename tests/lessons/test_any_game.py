"""Lessons need nothing from a room: what every game knows is enough."""

from __future__ import annotations

import pytest

import tests.toy
from engine.errors import GameError
from engine.grading import grade, solve
from engine.lesson_check import check_lesson, coverage
from engine.lessons import Lesson, lessons, read
from engine.practice import question as practice_question
from engine.tasks import question, task, task_count

TEXT = """
title: Pebbles
teaches: [turn.take, turn.sweep]
position: {left: 5, taken: [1, 1], secrets: [2, 3], die: 3}
activities:
- tell: Take pebbles.
- show: [take 2, roll 1]
- predict: {value: {of: turn.take, arg: left}}
  move: take 2
  text: How many are left?
- predict: {value: {of: turn.take, arg: seat}}
  move: take 2
  text: Who takes them?
- predict: {count: turn.take}
  move: take 2
  text: How often?
- find: {rule: turn.sweep}
  text: Leave the secret number.
- find: {all: [over, {winner: 0}, {not: draw}]}
  text: Win.
- why: take 3
  text: Why not?
  among: [refuse.too-many, refuse.heap]
  position: {left: 5, taken: [1, 1], secrets: [2, 3], die: 2}
- play: {winner: 0}
  text: Win.
  seed: 2
  position: {left: 7, taken: [0, 0], secrets: [3, 1], die: 1}
"""
pytestmark = pytest.mark.usefixtures("toy_room")


@pytest.fixture
def pebbles() -> Lesson:
    return read(TEXT, "pebbles.yaml", tests.toy.game)


def test_a_lesson_of_a_game_without_words_of_its_own(pebbles: Lesson) -> None:
    assert [str(fault) for fault in check_lesson(pebbles)] == []
    tasks = [task(pebbles, number) for number in range(task_count(pebbles))]
    assert [question(tasks[n]).answers for n in (2, 3, 4, 7)] == [("3",), ("0",), ("1",), ("refuse.too-many",)]
    assert [option.label for option in question(tasks[3]).options] == ["Ada", "Ben"]
    assert solve(tasks[5]).answers == ("take 3",)
    assert [trace.move.verb for trace in grade(tasks[5], "take 3").traces] == ["take", "sweep"], (
        "force follows by itself"
    )


def test_luck_and_the_opponent_move_in_a_play(pebbles: Lesson) -> None:
    play = task(pebbles, 8)
    verbs = [trace.move.verb for trace in solve(play).traces]
    assert verbs.count("roll") >= 2
    assert solve(play) == solve(play)


def test_chance_is_not_the_learners_to_choose(pebbles: Lesson) -> None:
    text = TEXT.partition("activities:")[0] + "activities:\n- find: {winner: 1}\n  text: a\n  moves: 3"
    (fault,) = check_lesson(read(text.replace("die: 3", "die: 1"), "pebbles.yaml", tests.toy.game))
    assert "cannot be reached in 3 moves" in str(fault)


def test_what_is_not_there(pebbles: Lesson) -> None:
    assert lessons(tests.toy.game) == ()
    with pytest.raises(GameError, match="Pebbles has no practice"):
        practice_question(tests.toy.game, 1)
    text = TEXT.partition("activities:")[0] + "activities:\n- practice: stop"
    (fault,) = check_lesson(read(text, "pebbles.yaml", tests.toy.game))
    assert "Pebbles has no practice" in str(fault)


def test_holes_are_seen(pebbles: Lesson) -> None:
    rows = {row.rule: row for row in coverage(tests.toy.game, [pebbles])}
    assert not rows["turn.take"].hole
    assert not rows["turn.sweep"].hole
    assert rows["refuse.too-many"].hole, "tested, but not taught"
    assert rows["turn.roll"].hole
