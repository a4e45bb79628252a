"""Set work: what is set, whose tries are counted, who knows what."""

from __future__ import annotations

import csv
import io

import pytest

from apps.school.asks import lesson_ask, move_ask, prepare, questions_of
from apps.school.attempt import Attempt
from apps.school.classes import Classes, Opened
from apps.school.pupils import Joined, News
from apps.school.refusal import Refusal
from apps.school.work import PRACTICE, Work, link, links, title_of, tried
from apps.store import Store, new_name
from engine import GAMES, GameError
from engine.lessons import lessons
from tests.school.conftest import Clock

LION = GAMES["lion"]
FIRST = lessons(LION)[0]
RULE = FIRST.teaches[0]


@pytest.fixture
def work(classes: Classes) -> Work:
    return Work.of(classes)


def join_learner(classes: Classes, pupil: Joined) -> str:
    """A pupil's browser tells the name under which it keeps progress."""
    name = new_name()
    with classes.act() as (session, news):
        link(session, news, pupil.token, name)
    return name


def wrong(value: str = "x", **more: object) -> Attempt:
    return Attempt("lion", RULE, False, {"from": "lesson", "lesson": FIRST.id, "task": 1, "seed": 0, **more}, value)


def test_what_is_set_stands_on_the_screens(
    classes: Classes, made: Opened, pupils: list[Joined], work: Work, clock: Clock
) -> None:
    work.assign(made.secret, FIRST.id)
    clock.on(seconds=1)
    work.assign(made.secret, f"lion{PRACTICE}")
    work.assign(made.secret, FIRST.id)
    assert work.assigned(made.secret) == (FIRST.id, f"lion{PRACTICE}")
    state = classes.come_back(pupils[0].token)
    told = links(state.work)
    assert [one["link"] for one in told] == ["./lion#learn/1", "./lion#learn/practice"]
    assert told[0]["title"] == title_of(FIRST.id)
    work.unassign(made.secret, FIRST.id)
    assert work.assigned(made.secret) == (f"lion{PRACTICE}",)


def test_what_is_not_there_is_not_set(made: Opened, work: Work) -> None:
    for lesson in ("lion/none", "chess/first", "chess#practice", ""):
        with pytest.raises(GameError):
            work.assign(made.secret, lesson)
    with pytest.raises(Refusal, match="not the secret"):
        work.assign("x" * 43, FIRST.id)
    assert links(["lion/none", "chess#practice"]) == []


def test_tries_are_counted_for_the_pupil(classes: Classes, made: Opened, pupils: list[Joined], work: Work) -> None:
    name = join_learner(classes, pupils[0])
    other = join_learner(classes, pupils[1])
    tried(classes, name, wrong())
    tried(classes, name, Attempt("lion", RULE, True))
    tried(classes, other, wrong())
    tried(classes, new_name(), wrong())  # of somebody who is in no class
    grid = work.grid(made.secret, "lion")
    assert grid.rules == (RULE,)
    states = [line.rules[0][0] for line in grid.lines]
    assert states == ["has", "struggles", ""]
    assert grid.lines[2].rules[0][1] is None
    assert work.grid(made.secret, "matanga").rules == ()


def test_the_commonest_wrong_answers_come_first(
    classes: Classes, made: Opened, pupils: list[Joined], work: Work
) -> None:
    names = [join_learner(classes, pupil) for pupil in pupils]
    for name in names:
        tried(classes, name, wrong("all", language="ja"))
    tried(classes, names[0], wrong("one"))
    tried(classes, names[0], wrong("one"))
    found = work.grid(made.secret, "lion").errors
    assert [(one.value, one.pupils) for one in found] == [("all", 3), ("one", 1)]
    seen = work.wrong(made.secret, found[0].tried)
    assert (seen.nick, seen.value) == (pupils[2].nick, "all")
    assert seen.asked == wrong().asked


def test_a_wrong_answer_is_its_teachers_alone(classes: Classes, made: Opened, pupils: list[Joined], work: Work) -> None:
    tried(classes, join_learner(classes, pupils[0]), wrong())
    id = work.grid(made.secret, "lion").errors[0].tried
    other = classes.open("another class")
    with pytest.raises(Refusal, match="not there"):
        work.wrong(other.secret, id)
    classes.remove(made.secret, pupils[0].pupil)
    with pytest.raises(Refusal, match="not there"):
        work.wrong(made.secret, id)
    assert work.grid(made.secret, "lion").errors == ()


def test_answers_in_class_count_too(classes: Classes, made: Opened, pupils: list[Joined], work: Work) -> None:
    lesson, found = next(iter(questions_of(LION)))
    number = next(n for n, _ in found if prepare(lesson_ask(lesson.id, n)).content["kind"] == "choice")
    ready = prepare(lesson_ask(lesson.id, number))
    assert ready.asked is not None
    right = ready.asked.answers[0]
    bad = next(value for value, _ in ready.content["choices"] if value != right)
    id = classes.ask(made.secret, lesson_ask(lesson.id, number))
    classes.answer(pupils[0].token, id, right, 1)
    classes.answer(pupils[1].token, id, bad, 1)
    classes.close(made.secret)
    assert work.grid(made.secret, "lion").rules == (), "nobody knows before it is shown"
    classes.reveal(made.secret)
    grid = work.grid(made.secret, "lion")
    assert [line.rules[0][0] for line in grid.lines] == ["has", "struggles", ""]
    seen = work.wrong(made.secret, grid.errors[0].tried)
    assert prepare(seen.asked).content["text"] == ready.content["text"]
    classes.ask_again(made.secret)
    classes.answer(pupils[1].token, classes.look(made.secret).asking or 0, right, 2)
    classes.close(made.secret)
    classes.reveal(made.secret)
    assert [line.rules[0][0] for line in work.grid(made.secret, "lion").lines] == ["has", "struggles", ""]


def test_progress_in_what_is_set_is_told(
    classes: Classes, made: Opened, pupils: list[Joined], work: Work, clock: Clock
) -> None:
    work.assign(made.secret, FIRST.id)
    store = Store(classes.database)
    first, second = join_learner(classes, pupils[0]), join_learner(classes, pupils[0])
    store.save(first, {FIRST.id: ({"activity": 2}, 0)})
    store.save(second, {FIRST.id: ({"activity": 1}, 3)}, {"lion": {"asked": 7}})
    lines = work.grid(made.secret, "lion").lines
    assert lines[0].lessons[0][0] == 3, "the best of two browsers"
    assert lines[1].lessons[0] == (0, 0, 0)
    clock.on(seconds=1)
    work.assign(made.secret, f"lion{PRACTICE}")
    assert work.grid(made.secret, "lion").lines[0].lessons[1] == (0, 7, 0)


def test_a_pupil_has_only_so_many_browsers(classes: Classes, pupils: list[Joined]) -> None:
    for _ in range(8):
        join_learner(classes, pupils[0])
    with pytest.raises(Refusal, match="too many browsers"):
        join_learner(classes, pupils[0])
    with pytest.raises(Refusal), classes.act() as (session, _):
        link(session, News(), pupils[0].token, "short")


def test_only_the_last_tries_are_kept(
    classes: Classes, made: Opened, pupils: list[Joined], work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.school.work_rows.TRIES", 3)
    name = join_learner(classes, pupils[0])
    for number in range(6):
        tried(classes, name, wrong(str(number)))
    assert {one.value for one in work.grid(made.secret, "lion").errors} == {"3", "4", "5"}


def test_the_table_for_other_programs(classes: Classes, made: Opened, pupils: list[Joined], work: Work) -> None:
    classes.rename(made.secret, pupils[0].pupil, '=1+1, "x"')
    tried(classes, join_learner(classes, pupils[0]), Attempt("lion", RULE, True))
    rows = list(csv.reader(io.StringIO(work.table(made.secret, "lion"))))
    assert rows[0] == ["Pupil", LION.rulebook.title(RULE)]
    assert rows[1] == ['\'=1+1, "x"', "has it"]
    assert rows[2][1] == "not yet"


def test_a_wrong_move_is_looked_at_as_it_was_made() -> None:
    state = LION.initial_state()
    ready = prepare(move_ask(LION, state))
    legal = ready.content["ways"][0][1]
    trace, _, _ = ready.example(legal)
    assert trace.legal
    refused, _, _ = ready.example("b3c2")
    assert refused.refusal is not None
    assert ready.seen((refused, (), 0))["move"]["count"] == len(refused.steps)
