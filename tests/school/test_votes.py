"""Asking a class: answers, the close, the spread, the reveal, and asking again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from apps.school import limits
from apps.school.asking import Choice, Spread
from apps.school.asks import move_ask, practice_ask, prepare
from apps.school.bus import LocalBus
from apps.school.classes import Classes, Opened
from apps.school.names import new_secret
from apps.school.pupils import Joined
from apps.school.refusal import Refusal
from engine import get_game
from engine.session import Session

from .asked import ASK, GAME, RIGHT, STATE, WRONG
from .conftest import Listen
from .test_classes import refused


def spread_of(classes: Classes, secret: str, asking: int | None = None) -> Spread:
    spread = classes.spread(secret, asking)
    assert spread is not None
    return spread


def counts(classes: Classes, secret: str, asking: int | None = None) -> dict[str, int]:
    return {one.value: one.count for one in spread_of(classes, secret, asking).choices if one.count}


def test_a_vote(classes: Classes, made: Opened, pupils: list[Joined], listen: Listen) -> None:
    told = listen(f"class:{made.id}")
    anna, ben, cleo = pupils
    id = classes.ask(made.secret, ASK)
    assert told[-1]["send"]["ask"]["id"] == id
    for pupil, value, n in ((anna, RIGHT, 1), (ben, WRONG, 1), (cleo, WRONG, 1), (cleo, RIGHT, 2)):
        classes.answer(pupil.token, id, value, n)
    assert counts(classes, made.secret) == {RIGHT: 2, WRONG: 1}
    classes.close(made.secret)
    with refused("closed"):
        classes.answer(ben.token, id, RIGHT, 2)
    spread = spread_of(classes, made.secret)
    assert (spread.answers, spread.pupils, spread.closed, spread.revealed) == (3, 3, True, False)
    assert {one.right for one in spread.choices} == {None}, "nobody is told before the reveal"
    classes.reveal(made.secret)
    spread = spread_of(classes, made.secret)
    assert {one.value: one.right for one in spread.choices if one.count} == {RIGHT: True, WRONG: False}
    reveal = told[-2]["send"]["reveal"]
    assert reveal["answers"] == [RIGHT]
    assert reveal["spread"] == [[one.value, one.label, one.count, one.right] for one in spread.choices]
    assert told[-1]["send"]["show"]["cursor"] == 1, "what happens then can be stepped through"
    assert [(one.nick, one.value, one.right) for one in classes.answers(made.secret, id)] == [
        ("Anna", RIGHT, True), ("Ben", WRONG, False), ("Cleo", RIGHT, True),
    ]  # fmt: skip


def test_what_comes_again_or_late_changes_nothing(classes: Classes, made: Opened, pupils: list[Joined]) -> None:
    id, token = classes.ask(made.secret, ASK), pupils[0].token
    classes.answer(token, id, RIGHT, 5)
    classes.answer(token, id, WRONG, 4)
    classes.answer(token, id, WRONG, 5)
    assert counts(classes, made.secret) == {RIGHT: 1}
    classes.close(made.secret)
    classes.answer(token, id, RIGHT, 5)  # its acknowledgement was lost: it is in the database
    with refused("closed"):
        classes.answer(token, id, WRONG, 6)
    assert counts(classes, made.secret) == {RIGHT: 1}


def test_what_is_no_answer(classes: Classes, made: Opened, pupils: list[Joined]) -> None:
    id, token = classes.ask(made.secret, ASK), pupils[0].token
    for value in ("", "x" * 5000, None, 7, [RIGHT], {"a": 1}):
        with refused("no_answer"):
            classes.answer(token, id, value, 1)
    for asking in (id + 1, -1, 2**40):
        with pytest.raises(Refusal):
            classes.answer(token, asking, RIGHT, 1)
    with refused("no_pupil"):
        classes.answer(new_secret(), id, RIGHT, 1)
    other = classes.open()
    stranger = classes.join(other.code, "Anna")
    with refused("no_such_question"):
        classes.answer(stranger.token, id, RIGHT, 1)
    assert counts(classes, made.secret) == {}


def test_asking_again_keeps_what_was_before(
    classes: Classes, made: Opened, pupils: list[Joined], listen: Listen
) -> None:
    told = listen(f"class:{made.id}")
    anna, ben, _ = pupils
    first = classes.ask(made.secret, ASK)
    with refused("open"):
        classes.reveal(made.secret)
    with refused("still_open"):
        classes.ask_again(made.secret)
    with refused("still_open"):
        classes.ask(made.secret, ASK)
    classes.answer(anna.token, first, WRONG, 1)
    classes.answer(ben.token, first, WRONG, 1)
    classes.close(made.secret)
    second = classes.ask_again(made.secret)
    assert classes.come_back(anna.token).mine is None
    with refused("closed"):
        classes.answer(anna.token, first, RIGHT, 2)
    classes.answer(anna.token, second, RIGHT, 3)
    classes.close(made.secret)
    classes.close(made.secret)
    classes.reveal(made.secret)
    classes.reveal(made.secret)
    spread = spread_of(classes, made.secret)
    assert spread.before == first
    assert (counts(classes, made.secret, first), counts(classes, made.secret)) == ({WRONG: 2}, {RIGHT: 1})
    (reveal,) = [one["send"]["reveal"] for one in told if "reveal" in one["send"]]
    assert {value: count for value, _, count, _ in reveal["before"] if count} == {WRONG: 2}


def test_nothing_of_the_answer_leaves_before_the_reveal(
    classes: Classes, made: Opened, pupils: list[Joined], listen: Listen
) -> None:
    """Whatever is told, or comes with a new screen, is the same whichever answer is the right one."""
    told = listen(f"class:{made.id}")
    trace = GAME.trace(STATE, GAME.parse_move(STATE, "bull"))
    classes.ask(made.secret, ASK)
    classes.answer(pupils[0].token, classes.look(made.secret).asking or 0, RIGHT, 1)
    classes.close(made.secret)
    state = classes.come_back(pupils[0].token)
    assert (state.closed, state.revealed, state.mine) == (True, False, RIGHT)
    text = json.dumps([told, [state.you]], ensure_ascii=False)
    sentences = {GAME.rulebook.sentence(step) for step in trace.steps[1:]} - {GAME.rulebook.sentence(trace.steps[0])}
    assert not [one for one in sentences if one in text]
    ask = next(one["send"]["ask"] for one in told if "ask" in one["send"])
    assert set(ask) == {"id", "before", "kind", "text", "board", "choices"}
    assert all(len(choice) == 2 for choice in ask["choices"])


def test_what_would_you_play(classes: Classes, made: Opened, pupils: list[Joined]) -> None:
    lion = get_game("lion")
    id = classes.ask(made.secret, move_ask(lion, lion.initial_state()))
    for pupil, move in zip(pupils, ("b2b3", "a1a2", "b2b3"), strict=True):
        ways = [value for _, value, _ in spread_of(classes, made.secret).content["ways"]]
        classes.answer(pupil.token, id, move if move in ways else ways[0], 1)
    with refused("no_answer"):
        classes.answer(pupils[0].token, id, "a1a4", 2)
    classes.close(made.secret)
    classes.reveal(made.secret)
    spread = spread_of(classes, made.secret)
    assert spread.answers == 3
    assert {one.right for one in spread.choices} == {None}
    assert [one.count for one in spread.choices] == sorted((one.count for one in spread.choices), reverse=True)


def test_a_server_that_starts_anew_goes_on(classes: Classes, made: Opened, pupils: list[Joined], clock: Any) -> None:
    id = classes.ask(made.secret, practice_ask("maatatahay", 5))
    value = spread_of(classes, made.secret).content
    answer = value.get("taps", [one[0] for one in value.get("choices", [["3"]])])[0]
    classes.answer(pupils[0].token, id, answer, 1)
    anew = Classes(classes.database, LocalBus(), clock)
    assert anew.come_back(pupils[0].token).mine == answer
    anew.close(made.secret)
    anew.reveal(made.secret)
    assert anew.come_back(pupils[0].token).revealed
    assert spread_of(anew, made.secret).revealed


def test_showing_something_else_ends_the_question(
    classes: Classes, made: Opened, pupils: list[Joined], session: Session
) -> None:
    id = classes.ask(made.secret, ASK)
    classes.present(made.secret, None)
    assert classes.spread(made.secret) is None
    with refused("closed"):
        classes.answer(pupils[0].token, id, RIGHT, 1)
    with refused("no_question"):
        classes.close(made.secret)
    classes.ask(made.secret, ASK)
    classes.dismiss(made.secret)
    classes.dismiss(made.secret)
    assert classes.come_back(pupils[0].token).asking is None


def test_a_pupil_who_goes_is_not_counted(classes: Classes, made: Opened, pupils: list[Joined]) -> None:
    id = classes.ask(made.secret, ASK)
    for pupil in pupils:
        classes.answer(pupil.token, id, RIGHT, 1)
    classes.remove(made.secret, pupils[0].pupil)
    classes.leave(pupils[1].token)
    assert counts(classes, made.secret) == {RIGHT: 1}


def test_only_the_teacher_asks(classes: Classes, made: Opened, pupils: list[Joined]) -> None:
    id = classes.ask(made.secret, ASK)
    other = classes.open()
    for secret in ("", made.code, pupils[0].token, new_secret()):
        for act in (
            lambda s: classes.ask(s, ASK), classes.close, classes.reveal, classes.ask_again, classes.dismiss,
            classes.spread, lambda s: classes.spread(s, id), lambda s: classes.answers(s, id),
        ):  # fmt: skip
            with refused("no_secret"):
                act(secret)
    for theirs in (lambda s: classes.spread(s, id), lambda s: classes.answers(s, id)):
        with refused("no_such_question"):
            theirs(other.secret)


def test_old_questions_are_deleted(classes: Classes, made: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("apps.school.asking.ASKINGS", 3)
    ids = []
    for _ in range(5):
        ids.append(classes.ask(made.secret, ASK))
        classes.close(made.secret)
    for id in ids[:2]:
        with refused("no_such_question"):
            classes.spread(made.secret, id)
    assert all(classes.spread(made.secret, id) for id in ids[2:])
    assert limits.ASKINGS > 3


def test_the_choices_of_a_spread(classes: Classes, made: Opened, pupils: list[Joined]) -> None:
    classes.ask(made.secret, ASK)
    spread = spread_of(classes, made.secret)
    assert [one.value for one in spread.choices] == list(prepare(ASK).accepts or ())
    assert spread.choices[0] == Choice(spread.choices[0].value, spread.choices[0].label, 0)
    assert spread.choices[0].label != spread.choices[0].value
