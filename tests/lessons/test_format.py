"""Every fault of a lesson is named by file, line and key."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import DataError, GameError
from engine.lesson_check import check_file, check_text
from engine.lessons import get_lesson, lessons, load, read
from tests.lessons import GAME, LAST_TURN, RUN, written

UNKNOWN = RUN.replace("C . .", "C . .\n  . . . ? . . .").replace("  . . . . . . .\n  . . . ^", "  . . . ^")
LEFT = RUN.replace(". . A . B . .", "L . A . B . .")
FAULTS = [
    # activity, position, key, what the message says
    ("- tell: 3", RUN, "activities.0.tell", "expected a text, got 3"),
    ("- tell: ''", RUN, "activities.0.tell", "expected a text, got an empty one"),
    ("- tell: a\n  mark: {}", RUN, "activities.0.mark", "unknown key; expected one of position, viewer, marks, tell"),
    ("- tell: a\n  show: bull", RUN, "activities.0", "exactly one of tell, show, predict"),
    ("- hello: a", RUN, "activities.0", "exactly one of tell, show, predict"),
    ("- tell", RUN, "activities.0", "exactly one of tell, show, predict"),
    ("- tell: a\n  marks: {to: [h9]}", RUN, "activities.0.marks", "'h9' is not a cell here"),
    ("- tell: a\n  marks: {glow: [d4]}", RUN, "activities.0.marks", "'glow' is no mark; expected one of from"),
    ("- tell: a\n  viewer: 5", RUN, "activities.0.viewer", "expected a seat from 0 to 2, got 5"),
    ("- tell: a\n  position: 7", RUN, "activities.0.position", "expected a position, got 7"),
    ("- tell: a\n  position: {arena: moon}", RUN, "activities.0.position", "arena: expected ring7 or vs5"),
    ("- show: []", RUN, "activities.0.show", "at least 1 in the list"),
    ("- show: jump", RUN, "activities.0.show", "is not a move of Matadoon"),
    ("- show: '@d4'", RUN, "activities.0.show", "@d4 is not legal: It is the bull's turn to run."),
    ("- show: bull\n  remarks: {bull.fly: a}", RUN, "activities.0.remarks", "bull.fly does not act here"),
    ("- show: bull\n  remarks: {mantle.left: a}", RUN, "activities.0.remarks", "mantle.left does not act here"),
    ("- predict: stop\n  move: bull", RUN, "activities.0.text", "is missing"),
    ("- predict: 4\n  text: a", RUN, "activities.0.predict", "expected a word, or one word with what belongs to it"),
    ("- predict: stop\n  text: a", RUN, "activities.0.predict", "this question needs a move"),
    ("- predict: luck\n  text: a", RUN, "activities.0.predict", "'luck' is not a question of Matadoon; expected one"),
    ("- predict: winner\n  move: bull\n  text: a", RUN, "activities.0.predict", "never comes to what is asked"),
    ("- predict: {value: {of: mantle.left, arg: cell}}\n  move: bull\n  text: a", RUN, "activities.0.predict",
     "never comes to what is asked"),
    ("- predict: {value: {of: mantle.jump, arg: hat}}\n  move: bull\n  text: a", RUN, "activities.0.predict",
     "mantle.jump has no argument 'hat'; it has cell, chip, heading"),
    ("- predict: {value: {of: mantle.jump, arg: cell, which: third}}\n  move: bull\n  text: a", RUN,
     "activities.0.predict", "which: expected first or last"),
    ("- predict: {value: mantle.jump}\n  move: bull\n  text: a", RUN, "activities.0.predict", "expected arg, of"),
    ("- predict: {value: {of: round.collect, arg: cells}}\n  move: bull\n  text: a", LEFT,
     "activities.0.predict", "cells of round.collect is no cell, seat, number or word"),
    ("- predict: {value: {of: turn.order, arg: case}}\n  move: R@a1\n  text: a", LAST_TURN,
     "activities.0.predict", "case of turn.order is no cell, seat, number or word, but 'skip'"),
    ("- predict: next\n  move: bull\n  after: bull.advance\n  text: a\n  among: [look.face, bull.stop]", UNKNOWN,
     "activities.0.predict", "next: the move never comes to what is asked"),
    ("- predict: {count: bull.fly}\n  move: bull\n  text: a", RUN, "activities.0.predict", "no rule 'bull.fly'"),
    ("- predict: {happens: {rule: fighter.out, seat: 9}}\n  move: bull\n  text: a", RUN, "activities.0.predict",
     "expected a seat from 0 to 2"),
    ("- predict: {knows: a1}\n  text: a", RUN, "activities.0.predict", "there is no chip on a1"),
    ("- predict: {chips: Z}\n  text: a", RUN, "activities.0.predict", "expected all or one of R, L, J, T, M"),
    ("- predict: {size: 9}\n  text: a", RUN, "activities.0.predict", "expected a number of players"),
    ("- predict: {could: {hit: 0, viewer: 8}}\n  text: a", RUN, "activities.0.predict", "viewer: expected a seat"),
    ("- predict: butadoon\n  text: a", RUN, "activities.0.predict", "never comes to what is asked"),
    ("- predict: next\n  move: bull\n  text: a\n  among: [bull.wall, bull.stop]", RUN, "activities.0.predict",
     "the answer is bull.advance, but there is only bull.wall, bull.stop"),
    ("- predict: next\n  move: bull\n  text: a\n  among: [bull.advance, bull.fly]", RUN, "activities.0.among",
     "no rule 'bull.fly'"),
    ("- predict: next\n  move: bull\n  text: a\n  among: [bull.advance, bull.advance]", RUN, "activities.0.among",
     "comes twice"),
    ("- predict: stop\n  move: bull\n  text: a\n  after: {rule: bull.wall, nth: 2}", RUN, "activities.0.after",
     "bull.wall acts 1 times here"),
    ("- predict: stop\n  move: bull\n  text: a\n  after: {rule: bull.wall, nth: 0}", RUN, "activities.0.after.nth",
     "expected 1 or more, got 0"),
    ("- predict: stop\n  move: bull\n  text: a\n  after: [2]", RUN, "activities.0.after", "expected keys and values"),
    ("- predict: stop\n  move: bull\n  text: a\n  tests: [bull.fly]", RUN, "activities.0.tests", "no rule 'bull.fly'"),
    ("- predict: stop\n  move: bull\n  text: a\n  tests: [end.draw]", RUN, "activities.0.tests",
     "end.draw does not act here"),
    ("- find: {floored: 2}\n  text: a", RUN, "activities.0.find", "the goal cannot be reached in 1 moves"),
    ("- find: {floored: 0}\n  text: a", LAST_TURN.replace("RL", "J"), "activities.0.find", "cannot be reached"),
    ("- find: {stands: 0}\n  text: a", LAST_TURN, "activities.0.find", "is reached before the first move"),
    ("- find: {fly: 0}\n  text: a", LAST_TURN, "activities.0.find", "'fly' is not a goal of Matadoon; expected one of"),
    ("- find: {floored: 7}\n  text: a", LAST_TURN, "activities.0.find", "floored: expected a seat from 0 to 2, got 7"),
    ("- find: {stops: z9}\n  text: a", LAST_TURN, "activities.0.find", "stops: expected a cell from a1 to g7"),
    ("- find: {draw: 1}\n  text: a", LAST_TURN, "activities.0.find", "draw: expected nothing after it"),
    ("- find: {all: []}\n  text: a", LAST_TURN, "activities.0.find", "all: expected a list of goals"),
    ("- find: {not: [1]}\n  text: a", LAST_TURN, "activities.0.find", "expected a word, or one word"),
    ("- find: {rule: bull.fly}\n  text: a", LAST_TURN, "activities.0.find", "no rule 'bull.fly'"),
    ("- find: {step: {seat: 1}}\n  text: a", LAST_TURN, "activities.0.find", "expected rule and arguments"),
    ("- find: {piece: {at: d4}}\n  text: a", LAST_TURN, "activities.0.find", "expected at, shape, perhaps owner"),
    ("- find: {floored: 1}\n  moves: 9\n  text: a", LAST_TURN, "activities.0.moves", "expected 3 or less, got 9"),
    ("- find: {floored: 1}\n  moves: two\n  text: a", LAST_TURN, "activities.0.moves", "expected a whole number"),
    ("- why: bull\n  text: a\n  among: [bull.wall, bull.stop]", RUN, "activities.0.why", "bull is legal"),
    ("- why: R@a1\n  text: a\n  among: [bull.wall, bull.stop]", RUN, "activities.0.among",
     "the rule that refuses R@a1 is refuse.not-your-turn, which is not offered"),
    ("- why: R@a1\n  text: a\n  among: [bull.wall]", RUN, "activities.0.among", "at least 2 in the list"),
    ("- why: R@a1\n  text: a\n  among: bull.wall", RUN, "activities.0.among", "expected a list"),
    ("- play: {winner: 1}\n  moves: 1\n  text: a", LAST_TURN, "activities.0.play",
     "no way to the goal was found within 1 moves"),
    ("- practice: dance", RUN, "activities.0.practice", "no questions of kind 'dance'; it has stop, hit"),
    ("- practice: stop\n  level: 99", RUN, "activities.0.practice", "has levels 1 to 5, not 99"),
]  # fmt: skip


@pytest.mark.parametrize(("activity", "position", "key", "says"), FAULTS)
def test_a_fault_is_named(activity: str, position: str, key: str, says: str) -> None:
    faults = check_text(written(activity, position), "01.yaml", GAME)
    assert [fault.key for fault in faults] == [key], [str(fault) for fault in faults]
    assert says in faults[0].what
    text = written(activity, position).splitlines()
    assert faults[0].line is not None
    assert str(faults[0]).startswith(f"01.yaml:{faults[0].line}: {key}: ")
    line = text[faults[0].line - 1]
    last = key.rpartition(".")[2]
    assert line.startswith(f"- {activity[2:6]}") or last in line, line


HEADS = [
    ("teaches: [bull.stop]\n", "title", "is missing"),
    ("title: A\nteaches: []\n", "teaches", "at least 1 in the list"),
    ("title: A\nteaches: bull.stop\n", "teaches", "expected a list"),
    ("title: A\nteaches: [bull.fly]\n", "teaches.0", "no rule 'bull.fly'"),
    (f"title: {'A' * 70}\nteaches: [bull.stop]\n", "title", "at most 60 characters"),
    ("title: A\nteaches: [bull.stop]\nstars: 3\n", "stars", "unknown key; expected one of title, teaches"),
]


@pytest.mark.parametrize(("head", "key", "says"), HEADS)
def test_a_fault_of_the_head_is_named(head: str, key: str, says: str) -> None:
    (fault,) = check_text(written("- tell: a", head=head), "01.yaml", GAME)
    assert (fault.key, says in fault.what) == (key, True), str(fault)


def test_all_faults_are_told_at_once() -> None:
    text = written("- tell: 3\n- why: bull\n- {}")
    assert [fault.key for fault in check_text(text, "01.yaml", GAME)] == [
        "activities.0.tell", "activities.1.text", "activities.1.among", "activities.2",
    ]  # fmt: skip
    text = written("- why: bull\n  text: a\n  among: [bull.stop, bull.wall]\n- find: draw\n  text: a")
    assert [fault.key for fault in check_text(text, "01.yaml", GAME)] == ["activities.0.why", "activities.1.find"]


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("title: A\nteaches: [a", 2, "is not YAML"),
        ("title: A\ntitle: B", 2, "the key 'title' comes twice"),
        ("- a", None, "expected lines of keys and values"),
        ("", None, "expected lines of keys and values"),
        ("title: &a A\nteaches: *a", 2, "aliases"),
        ("a" * 300_000, None, "is too long for a lesson"),
    ],
)
def test_text_that_is_no_lesson(text: str, line: int | None, says: str) -> None:
    (fault,) = check_text(text, "01.yaml", GAME)
    assert (fault.line, says in str(fault)) == (line, True), str(fault)
    with pytest.raises(DataError):
        read(text, "01.yaml", GAME)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (fault,) = check_file(tmp_path / "no.yaml", GAME)
    assert "cannot be read" in str(fault)
    latin = tmp_path / "latin.yaml"
    latin.write_bytes(b"title: caf\xe9")
    assert "is not UTF-8" in str(check_file(latin, GAME)[0])
    good = tmp_path / "good.yaml"
    good.write_text(written("- tell: a"), encoding="utf-8")
    assert check_file(good, GAME) == []
    assert "lies in no folder <game>/lessons" in str(check_file(good)[0])
    with pytest.raises(DataError, match="no game's folder"):
        load(good)


def test_lessons_are_found_by_number_and_name() -> None:
    first = lessons(GAME)[0]
    assert get_lesson(GAME, 1) is get_lesson(GAME, first.id) is get_lesson(GAME, "01-the-story") is first
    for which in (0, len(lessons(GAME)) + 1, "99-nothing"):
        with pytest.raises(GameError, match="has"):
            get_lesson(GAME, which)
