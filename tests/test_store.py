"""Where progress is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from apps import db
from apps import store as module
from apps.parts.keep import Keep, Kept, Stored
from apps.parts.progress_file import FORM, MAX_BYTES, progress_text, read_progress
from apps.store import MAX_ROW, MAX_ROWS, Store, StoreError, is_name, new_name
from engine import DataError, get_game, progress
from engine.learner import Learner
from engine.lessons import get_lesson
from engine.progress import Progress

GAME = get_game("matadoon")
LESSON = get_lesson(GAME, 3)


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    opened = Store(url)
    yield opened
    opened.close()


@pytest.fixture
def kept(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stored]:
    """A learner's keep whose database is new."""
    monkeypatch.setenv(module.URL, url)
    module.store.cache_clear()
    db._opened.cache_clear()
    yield Stored(lambda name: None)
    db._opened.cache_clear()


def rows(url: str, table: str) -> list[tuple[object, ...]]:
    engine = create_engine(url)
    with engine.connect() as connection:
        found = [tuple(row) for row in connection.exec_driver_sql(f"select * from {table}")]
    engine.dispose()
    return found


def run(activity: int = 3) -> Progress:
    graded = sum(one.graded for one in LESSON.activities[:activity])
    return Progress(LESSON.id, activity, clean=(True,) * graded)


def test_what_is_saved_comes_back(store: Store) -> None:
    name = new_name()
    assert store.load(name) == ({}, {})
    store.save(name, {"a/1": ({"activity": 2}, 1)}, {"a": {"level": 2}})
    store.save(name, {"a/1": ({"activity": 0}, 0), "a/2": ({}, 3)})
    assert store.load(name) == ({"a/1": ({"activity": 0}, 1), "a/2": ({}, 3)}, {"a": {"level": 2}})
    assert store.load(new_name()) == ({}, {})


def test_names_cannot_be_guessed_and_are_not_in_the_database(store: Store, url: str) -> None:
    names = {new_name() for _ in range(100)}
    assert len(names) == 100
    assert all(is_name(name) and len(name) >= 43 for name in names)
    name = new_name()
    store.save(name, {"a/1": ({}, 1)})
    assert name not in str(rows(url, "progress"))


@pytest.mark.parametrize("name", ["", "short", "../../etc/passwd", "a" * 65, "x" * 31 + "'", None, 7])
def test_what_is_no_name_opens_nothing(store: Store, name: object) -> None:
    assert not is_name(name)
    if isinstance(name, str):
        with pytest.raises(StoreError):
            store.load(name)


def test_all_or_nothing_is_written(store: Store) -> None:
    name = new_name()
    with pytest.raises(StoreError, match="more than"):
        store.save(name, {"a/1": ({}, 1)}, {"a": {"text": "x" * MAX_ROW}})
    assert store.load(name) == ({}, {})
    with pytest.raises(StoreError, match="more than"):
        store.save(name, {f"a/{n}": ({}, 0) for n in range(MAX_ROWS + 1)})
    assert store.load(name) == ({}, {})


def test_many_write_at_once(url: str) -> None:
    """Each with a connection of its own, as several processes have; nobody's stars are lost."""
    name = new_name()
    stores = [Store(url) for _ in range(4)]

    def write(number: int) -> None:
        stores[number % 4].save(name, {"a/1": ({"n": number}, number % 4), f"a/{number}": ({}, 1)})

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(2, 42)))
    lessons, _ = stores[0].load(name)
    assert len(lessons) == 41
    assert lessons["a/1"][1] == 3
    for one in stores:
        one.close()


def test_a_learner_is_forgotten_and_no_other(store: Store, url: str) -> None:
    name, other = new_name(), new_name()
    for one in (name, other):
        store.save(one, {"a/1": ({}, 1)}, {"a": {}})
    store.forget(name)
    assert store.load(name) == ({}, {})
    assert len(store.load(other)[0]) == 1
    assert len(rows(url, "progress")) == len(rows(url, "learner")) == 1


@pytest.mark.parametrize("url", ["nonsense", "mysql://host/name", "sqlite:////proc/no/such.db"])
def test_a_database_that_cannot_be_opened_is_said_in_words(url: str) -> None:
    with pytest.raises(StoreError) as caught:
        Store(url)
    assert "\n" not in str(caught.value)


def test_the_database_is_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert module.default_url().startswith("sqlite:///")
    assert "matadojo" in module.default_url()


def test_a_learner_goes_on_where_he_stopped(kept: Stored) -> None:
    kept.save_run(LESSON, progress.begin(LESSON, 5))
    assert kept.name is None, "who has only looked is not kept"
    kept.save_run(LESSON, run())
    again = Stored(lambda name: None)
    again.use(kept.name)
    assert again.run(LESSON) == run()
    assert (again.done(LESSON), again.stars(LESSON)) == (3, 0)
    again.save_run(LESSON, run(len(LESSON.activities)))
    again.save_run(LESSON, progress.begin(LESSON))
    assert (again.done(LESSON), again.stars(LESSON)) == (0, 3), "stars stay"


def test_a_run_of_a_lesson_that_has_changed_begins_anew(kept: Stored) -> None:
    kept.lessons[LESSON.id] = Kept({**progress.to_data(run()), "activity": 99}, 2)
    assert kept.run(LESSON) is None
    assert kept.stars(LESSON) == 2


def test_two_pages_of_one_browser_come_together(kept: Stored) -> None:
    kept.save_run(LESSON, run(2))
    other = Stored(lambda name: None)
    other.save_learner(Learner("matadoon", level=2))
    lost = other.name
    other.join(kept.name)
    third = Stored(lambda name: None)
    third.use(kept.name)
    assert third.run(LESSON) == run(2)
    assert third.learner("matadoon").level == 2
    assert lost is not None
    assert module.store().load(lost) == ({}, {})


def test_without_a_database_a_lesson_can_still_be_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(module.URL, "mysql://host/name")
    module.store.cache_clear()
    kept = Stored(lambda name: None)
    kept.use(new_name())
    kept.save_run(LESSON, run())
    assert kept.trouble
    assert kept.run(LESSON) == run()


def test_where_the_browser_keeps_no_name_nothing_is_written(kept: Stored, url: str) -> None:
    kept.keeps = False
    kept.save_run(LESSON, run())
    assert kept.run(LESSON) == run()
    Store(url).close()  # makes the tables
    assert rows(url, "progress") == []


def test_a_file_brings_progress_back(kept: Stored) -> None:
    keep = Keep()
    keep.save_run(LESSON, run())
    keep.save_learner(Learner("matadoon", level=3, recent=(True,), asked=4))
    kept.put(*read_progress(progress_text(keep), "progress.json"))
    assert kept.run(LESSON) == run()
    assert kept.learner("matadoon") == keep.learner("matadoon")
    kept.lessons[LESSON.id] = Kept(kept.lessons[LESSON.id].data, 2)
    kept.put(*read_progress(progress_text(keep), "progress.json"))
    assert kept.stars(LESSON) == 2


def broken(**changes: object) -> str:
    return json.dumps({"form": FORM, "version": 1, "lessons": {}, "practice": {}, **changes})


@pytest.mark.parametrize(
    "text",
    [
        "", "[", "[]", "{}", "[" * 100_000, "x" * (MAX_BYTES + 1), broken(version=2), broken(lessons=[]),
        broken(practice=3), broken(lessons={LESSON.id: 3}), broken(lessons={LESSON.id: {"stars": 4, "run": {}}}),
        broken(practice={"matadoon": {"level": "x"}}),
    ],
)  # fmt: skip
def test_a_file_of_something_else_is_refused_in_words(text: str) -> None:
    with pytest.raises(DataError):
        read_progress(text, "progress.json")


def test_what_is_not_there_any_more_is_left_out() -> None:
    lessons = {
        "matadoon/no-such": {"stars": 1, "run": {}}, "chess/1": {"stars": 1, "run": {}},
        LESSON.id: {"stars": 2, "run": {"lesson": "another"}},
    }  # fmt: skip
    found, games = read_progress(broken(lessons=lessons, practice={"chess": {}}), "progress.json")
    assert found == {LESSON.id: Kept({}, 2)}
    assert games == {}


def test_numbers_that_practice_could_not_go_on_with_are_left_out() -> None:
    memory = {
        "rule": "bull.stop", "state": 2, "step": None, "stability": 1e308, "difficulty": 5.0, "wrong": 0,
        "due": "2026-01-01T00:00:00+00:00", "last": "2026-01-01T00:00:00+00:00",
    }  # fmt: skip
    data = {"game": "matadoon", "level": 99, "recent": [], "memories": [memory], "asked": 3}
    _, games = read_progress(broken(practice={"matadoon": data}), "progress.json")
    assert games["matadoon"]["memories"] == []
    assert games["matadoon"]["level"] < 99
