"""A run of a lesson is a value; what is tried in one activity never reaches the next."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from typing import Any

import pytest

from engine.errors import DataError, GameError
from engine.progress import (
    Progress,
    answer,
    begin,
    current,
    finished,
    from_data,
    give_up,
    go_on,
    hint,
    stars,
    to_data,
)  # fmt: skip
from tests.lessons import LAST_TURN, lesson

TEXT = """- tell: Hello.
- find: {floored: 1}
  text: Hit Orange.
  hints: [First., Second.]
- predict: {happens: turn.place}
  move: R@a1
  text: Is a chip placed?
- find: {all: [{floored: 1}, {rule: mantle.through}]}
  moves: 2
  text: Both.
  position:
    arena: ring7
    phase: place
    lap: 3
    hands: [RL, T, ""]
    board: |
      . . . . . . .
      . . . . . . .
      . . A . . . .
      . . . . B . .
      . . C . . . .
      . . . . . . .
      . . . ^ . . .
"""
LESSON = lesson(TEXT, LAST_TURN)


def at(number: int) -> Progress:
    progress = begin(LESSON)
    while progress.activity < number:
        if current(LESSON, progress).graded:
            progress = give_up(LESSON, progress)[0]
        progress = go_on(LESSON, progress)
    return progress


def test_a_run_from_beginning_to_end() -> None:
    progress = begin(LESSON)
    progress = go_on(LESSON, progress)
    with pytest.raises(GameError, match="answer first"):
        go_on(LESSON, progress)
    progress, feedback = answer(LESSON, progress, "R@d4")
    assert feedback.right
    assert (progress.solved, progress.clean) == (True, (True,))
    progress = go_on(LESSON, progress)
    progress, _ = answer(LESSON, progress, "no")
    assert (progress.solved, progress.tries) == (False, 1)
    progress, _ = answer(LESSON, progress, "yes")
    assert progress.clean == (True, False)
    progress = go_on(LESSON, progress)
    assert progress == Progress(LESSON.id, 3, clean=(True, False)), "nothing else comes along"
    progress, feedback = answer(LESSON, progress, "R@d4")
    assert (feedback.more, progress.moves) == (True, ("R@d4",))
    progress, _ = answer(LESSON, progress, "T@d5")
    progress = go_on(LESSON, progress)
    assert finished(LESSON, progress)
    assert stars(LESSON, progress) == 2
    with pytest.raises(GameError):
        current(LESSON, progress)


def test_nothing_is_written_to() -> None:
    progress = at(1)
    before = copy.deepcopy(progress)
    state = current(LESSON, progress).state
    for move in ("R@a1", "R@c3", "fly", "R@d4"):
        answer(LESSON, progress, move)
        hint(LESSON, progress)
        give_up(LESSON, progress)
        assert progress == before
        assert current(LESSON, progress).state == state
    assert hash(progress) == hash(before)


def test_a_wrong_try_takes_the_board_back_to_where_the_activity_began() -> None:
    progress, _ = answer(LESSON, at(3), "R@d4")
    progress, feedback = answer(LESSON, progress, "T@a1")
    assert (feedback.right, progress.moves, progress.tries) == (False, (), 1)


def test_what_cannot_be_read_is_no_try() -> None:
    progress = at(1)
    assert answer(LESSON, progress, "fly")[0] == progress


def test_hints_come_one_after_the_other_and_cost_a_star() -> None:
    progress, first = hint(LESSON, at(1))
    progress, second = hint(LESSON, progress)
    again, none = hint(LESSON, progress)
    assert (first, second, none, again) == ("First.", "Second.", "", progress)
    progress, _ = answer(LESSON, progress, "R@d4")
    assert progress.clean == (False,)


def test_after_the_end_of_an_activity_nothing_counts() -> None:
    progress, _ = answer(LESSON, at(1), "R@d4")
    assert answer(LESSON, progress, "R@a1")[0] == progress
    assert give_up(LESSON, progress)[0] == progress


def test_stars() -> None:
    done = replace(begin(LESSON), activity=4)
    assert stars(LESSON, begin(LESSON)) == 0
    for clean, count in (
        ((True, True, True), 3), ((True, True, False), 2), ((True, False, False), 1), ((False, False, False), 0),
    ):  # fmt: skip
        assert stars(LESSON, replace(done, clean=clean)) == count


def test_a_progress_is_kept_as_data() -> None:
    for number in range(5):
        progress = at(number)
        assert from_data(json.loads(json.dumps(to_data(progress))), LESSON) == progress
    progress, _ = answer(LESSON, at(3), "R@d4")
    assert from_data(to_data(progress), LESSON) == progress


GOOD = to_data(answer(LESSON, at(3), "R@d4")[0])


@pytest.mark.parametrize(
    "changes",
    [
        {"lesson": "matadoon/02-other"}, {"activity": -1}, {"activity": 5}, {"activity": "3"}, {"activity": True},
        {"activity": 4}, {"tries": -1}, {"hints": 1.5}, {"moves": "R@d4"}, {"moves": [4]}, {"moves": ["T@a1", "fly"]},
        {"moves": ["fly"]}, {"clean": [True]}, {"clean": [1, 1]}, {"clean": None}, {"solved": 1}, {"solved": True},
        {"seed": "x"}, {"more": 1}, {"activity": 2, "clean": [False]},
    ],
)  # fmt: skip
def test_data_that_does_not_fit_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(DataError, match="progress"):
        from_data({**GOOD, **changes}, LESSON)


@pytest.mark.parametrize("data", [None, [], "x", 3])
def test_something_else_is_refused(data: object) -> None:
    with pytest.raises(DataError):
        from_data(data, LESSON)


def test_the_progress_of_another_lesson() -> None:
    with pytest.raises(GameError, match="not of"):
        current(LESSON, Progress("matadoon/02-other"))
