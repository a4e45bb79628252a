"""The verbs of a class."""

from __future__ import annotations

import json
from typing import Any

import pytest

from apps.school import limits
from apps.school.classes import AWAY, FOLLOWING, GONE, Classes
from apps.school.names import ALPHABET, new_code, new_secret, read_nick, same
from apps.school.refusal import Refusal
from apps.school.shows import show
from engine.session import Session

from .conftest import Clock, Listen, everything


def nicks(classes: Classes, secret: str) -> list[str]:
    return [one.nick for one in classes.roster(secret)]


def refused(key: str) -> Any:
    return pytest.raises(Refusal, match=f"^{Refusal(key, most=limits.PUPILS).args[0]}$")


def test_pupils_join_with_the_code_and_come_back_with_their_token(classes: Classes) -> None:
    made = classes.open("  3 b\n<b>Room</b> ")
    assert set(made.code) <= set(ALPHABET)
    assert classes.look(made.secret).title == "3 b <b>Room</b>"
    anna = classes.join(f" {made.code[:3].lower()}-{made.code[3:]} ", "Anna")
    assert classes.join(made.code, "ANNA").nick == "ANNA 2"
    assert nicks(classes, made.secret) == ["Anna", "ANNA 2"]
    state = classes.come_back(anna.token)
    assert (state.class_id, state.pupil) == (made.id, anna.pupil)
    assert state.you == {"nick": "Anna", "class": {"code": made.code, "title": "3 b <b>Room</b>", "locked": False}}


def test_joining_again_with_the_same_token_is_the_same_joining(classes: Classes) -> None:
    made, token = classes.open(), new_secret()
    first = classes.join(made.code, "Anna", token)
    classes.lock(made.secret)
    assert classes.join(made.code, "Anna", token) == first
    assert nicks(classes, made.secret) == ["Anna"]


def test_nothing_secret_is_in_the_database(classes: Classes) -> None:
    made = classes.open()
    anna = classes.join(made.code, "Anna")
    kept = everything(classes.database)
    assert made.code in kept
    assert made.secret not in kept
    assert anna.token not in kept


def test_a_wrong_code_a_locked_door_and_a_full_class(classes: Classes, monkeypatch: pytest.MonkeyPatch) -> None:
    made = classes.open()
    for wrong in ("", "ABC", "ABCDEFG", None, 7, ["A"], "O00000", new_code() + "' OR 1=1"):
        with refused("no_class"):
            classes.join(wrong, "Anna")  # type: ignore[arg-type]
    classes.lock(made.secret)
    with refused("locked"):
        classes.join(made.code, "Anna")
    classes.lock(made.secret, False)
    monkeypatch.setattr("apps.school.pupils.PUPILS", 2)
    for _ in range(2):
        classes.join(made.code, "Anna")
    with pytest.raises(Refusal, match="full: 2"):
        classes.join(made.code, "Anna")


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Anna", "Anna"), ("  An\nna\t ", "An na"), ("\u202eAnna\u202c\u200b", "Anna"), ("x" * 99, "x" * 24),
        ("<script>alert(1)</script>", "<script>alert(1)</script"), ("e" + "\u0301" * 50, "é\u0301\u0301"),
        ("さくら", "さくら"), ("\ud800Anna\x00", "Anna"), ("🦁", "🦁"),
    ],
)  # fmt: skip
def test_a_nickname_is_one_line_of_plain_text(given: str, kept: str) -> None:
    assert read_nick(given) == kept


@pytest.mark.parametrize("given", ["", "  ", "\u200b\u202e", None, 7, {"a": 1}])
def test_no_name_is_refused(given: Any) -> None:
    with refused("no_nick"):
        read_nick(given)


def test_names_that_look_alike_are_the_same() -> None:
    assert same("Anna") == same("ＡＮＮＡ") == same("an na")
    assert same("Anna") != same("Hanna")


def test_the_teacher_renames_and_removes(classes: Classes) -> None:
    made = classes.open()
    anna, ben = (classes.join(made.code, nick) for nick in ("Anna", "Ben"))
    assert classes.rename(made.secret, anna.pupil, " Anna B. ") == "Anna B."
    with refused("nick_taken"):
        classes.rename(made.secret, anna.pupil, "ben")
    classes.remove(made.secret, ben.pupil)
    with refused("no_pupil"):
        classes.come_back(ben.token)
    with refused("no_such_pupil"):
        classes.remove(made.secret, ben.pupil)
    assert nicks(classes, made.secret) == ["Anna B."]


def test_only_the_holder_of_the_secret_teaches(classes: Classes) -> None:
    made, other = classes.open(), classes.open()
    anna = classes.join(made.code, "Anna")
    for secret in ("", made.code, made.id, anna.token, new_secret(), None):
        for act in (
            classes.look, classes.roster, classes.lock, classes.end,
            lambda s: classes.rename(s, anna.pupil, "B"), lambda s: classes.remove(s, anna.pupil),
            lambda s: classes.present(s, None), lambda s: classes.step(s, 1), lambda s: classes.retitle(s, "x"),
        ):  # fmt: skip
            with refused("no_secret"):
                act(secret)
    with refused("no_such_pupil"):
        classes.remove(other.secret, anna.pupil)
    with refused("no_such_pupil"):
        classes.rename(other.secret, anna.pupil, "B")
    assert nicks(classes, made.secret) == ["Anna"]


def test_what_is_shown_is_kept_and_told(classes: Classes, listen: Listen, session: Session) -> None:
    made = classes.open()
    anna = classes.join(made.code, "Anna")
    told = listen(f"class:{made.id}")
    id = classes.present(made.secret, show(session))
    classes.step(made.secret, 3)
    classes.step(made.secret, 3)
    classes.step(made.secret, 10_000)
    steps = len(session.history[0].steps)
    state = classes.come_back(anna.token)
    assert (state.show, state.cursor) == (id, steps)
    assert [next(iter(one["send"])) for one in told] == ["show", "step", "step"]
    assert told[0]["send"]["show"]["id"] == id
    assert [one["send"]["step"] for one in told[1:]] == [[id, 3], [id, steps]]
    assert [one["v"] for one in told] == sorted({one["v"] for one in told})
    room = classes.look(made.secret)
    assert room.show is not None
    assert room.show["move"]["count"] == steps
    classes.present(made.secret, None)
    assert classes.come_back(anna.token).show is None


def test_what_is_too_long_is_not_shown(classes: Classes, session: Session) -> None:
    made = classes.open()
    with refused("too_long"):
        classes.present(made.secret, {**show(session), "text": "x" * limits.SHOW})
    assert classes.look(made.secret).show is None


def test_who_is_away_and_who_left(classes: Classes, clock: Clock) -> None:
    made = classes.open()
    anna, ben = (classes.join(made.code, nick) for nick in ("Anna", "Ben"))
    classes.away(ben.token, True)
    assert [one.where for one in classes.roster(made.secret)] == [GONE, GONE]
    classes.leave(anna.token)
    classes.leave(anna.token)
    assert nicks(classes, made.secret) == ["Ben"]
    assert {FOLLOWING, AWAY, GONE} == {"following", "away", "gone"}


def test_a_class_that_ends_leaves_nothing(classes: Classes, session: Session) -> None:
    made = classes.open()
    anna = classes.join(made.code, "Anna")
    classes.present(made.secret, show(session))
    classes.end(made.secret)
    with refused("no_secret"):
        classes.look(made.secret)
    with refused("no_pupil"):
        classes.come_back(anna.token)
    with refused("no_class"):
        classes.join(made.code, "Anna")
    with classes.database.reading() as reading:
        for table in ("class", "pupil"):
            assert reading.connection().exec_driver_sql(f'select * from "{table}"').all() == []


def test_a_class_that_is_not_used_is_deleted(classes: Classes, clock: Clock) -> None:
    old, used = classes.open(), classes.open()
    clock.on(days=29)
    classes.lock(used.secret)
    assert classes.clean() == 0
    clock.on(days=2)
    assert classes.clean() == 1
    with refused("no_secret"):
        classes.look(old.secret)
    assert classes.look(used.secret).locked


def test_messages_are_json(classes: Classes, listen: Listen, session: Session) -> None:
    made = classes.open()
    heard = [listen(f"class:{made.id}"), listen(f"class:{made.id}:teacher")]
    anna = classes.join(made.code, "Anna")
    classes.present(made.secret, show(session))
    classes.rename(made.secret, anna.pupil, "Bea")
    classes.end(made.secret)
    assert all(heard)
    assert json.loads(json.dumps(heard)) == heard
