"""Learn: the list, the activities, practice, and what is kept of a learner, in a real browser."""

from __future__ import annotations

import gc
import json
import logging
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bokeh.document import Document
from panel.tests.util import wait_until
from playwright.sync_api import Page, WebSocketRoute, expect

from apps import lesson as take_lesson
from apps.parts import drill
from apps.parts.learn import Learn
from apps.parts.lesson_run import LessonRun
from apps.parts.table import Table, joined, upto
from engine import GAMES, GameError, get_game, progress
from engine.grading import solve
from engine.lessons import lesson_files, lessons
from engine.practice import question as practice_question
from engine.tasks import entries, question, task, task_count
from tests.apps.conftest import Watch
from tests.apps.school import School, cells_beside

TAUGHT = [id for id in GAMES if lesson_files(get_game(id))]


def kinds(game: str, lesson: int) -> list[str]:
    one = lessons(get_game(game))[lesson - 1]
    return [task(one, number).kind for number in range(task_count(one))]


# Without a browser ----------------------------------------------------------------------------------------------------


def a_table(game: Any) -> Table:
    return Table(game, "en", lambda tap: None, lambda move: None, lambda text: None)


def sent(table: Table, run: LessonRun) -> str:
    """All that the browser gets to show an activity."""
    views = (table.board, table.steps, table.card)
    drawn = [part._view.param.values().get(name) for part in views for name in ("trace", "steps", "rules", "at")
             if name in part._view.param]  # fmt: skip
    return json.dumps([run.content(), *drawn], default=str)


@pytest.mark.parametrize("id", TAUGHT)
def test_nothing_of_an_answer_is_sent_before_it_was_given(id: str) -> None:
    """Of every question of every lesson: no picture and no step after the point at which it is asked."""
    game = get_game(id)
    table = a_table(game)
    for lesson in lessons(game):
        for number in range(task_count(lesson)):
            one = task(lesson, number)
            if not one.graded or one.by_moves:
                continue
            done = [entry for entry in entries(lesson)[:number] if lesson.activities[entry].graded]
            run = LessonRun(lesson, progress.Progress(lesson.id, number, clean=(True,) * len(done)), table, "en")
            asked = question(one)
            frames = json.loads(table.board._view.trace)["frames"]
            assert len(frames) == asked.at + 1, (lesson.id, number)
            assert len(json.loads(table.steps._view.steps)) == asked.at
            assert len(json.loads(table.card._view.rules)["acting"]) == asked.at
            assert run.content()["told"] is None
            assert all(not state for _, _, state in run.content()["ask"]["options"])
            if one.activity.explain:  # type: ignore[attr-defined]
                assert one.activity.explain.strip() not in sent(table, run)  # type: ignore[attr-defined]


@pytest.mark.parametrize("id", TAUGHT)
def test_what_a_viewer_may_not_know_is_in_no_picture(id: str) -> None:
    """Every activity that is looked at with a seat's eyes shows what its observation holds, before and after."""
    game = get_game(id)
    table = a_table(game)
    for lesson in lessons(game):
        at = progress.begin(lesson)
        for number in range(task_count(lesson)):
            one = task(lesson, number)
            run = LessonRun(lesson, at, table, "en")
            assert table.session.viewer == (one.viewer if run.question is None else run.question.viewer)
            if one.graded:
                run.solve()
            trace = table.trace
            if trace is not None and table.session.viewer is not None:
                viewer = table.session.viewer
                for step in trace.steps:
                    assert game.observation(step.state, viewer) == step.state, (lesson.id, number)
            run.go_on()
            at = run.at


def test_several_traces_are_one_to_step_through() -> None:
    game = get_game("matadoon")
    state = game.initial_state()
    first = game.trace(state, game.parse_move(state, "@d4"))
    second = game.trace(first.after, game.parse_move(first.after, "@c3"))
    both = joined([first, second], None)
    assert both is not None
    assert both.steps == (*first.steps, *second.steps)
    assert both.before == state
    assert upto(both, 1).steps == first.steps[:1]
    assert joined([], None) is None


def test_a_wrong_try_leaves_nothing_behind() -> None:
    game = get_game("matadoon")
    lesson = lessons(game)[4]
    number = kinds("matadoon", 5).index("find")
    done = sum(lesson.activities[entry].graded for entry in entries(lesson)[:number])
    table = a_table(game)
    run = LessonRun(lesson, progress.Progress(lesson.id, number, clean=(True,) * done), table, "en")
    start = table.session.state
    wrong = next(
        move
        for move in game.legal_moves(start)
        if not progress.answer(lesson, run.at, game.format_move(start, move))[1].right
    )
    run.move(game.format_move(start, wrong))
    assert run.content()["phase"] == "wrong"
    assert table.trace is not None
    assert table.can == ()
    run.again()
    assert (table.trace, table.chosen, table.session.state) == (None, (), start)
    assert table.can
    run.solve()
    run.go_on()
    assert run.content()["told"] is None
    assert table.marks == ()
    assert table.chosen == ()


def test_a_lesson_of_ones_own_and_one_that_is_not_there() -> None:
    text = "title: Mine\nteaches: [bull.stop]\nactivities:\n- tell: Hello.\n"
    own = take_lesson("matadoon", text)
    assert own.now["title"] == "Mine"
    assert own.now["lesson"] is None
    assert take_lesson("matadoon", "03-the-bull-runs").now["lesson"] == 3
    with pytest.raises(GameError, match="lessons 1 to"):
        take_lesson("matadoon", 99)
    with pytest.raises(GameError, match="lesson:4"):
        take_lesson("matadoon", text.replace("- tell", "- tale"))


# The list -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", TAUGHT)
def test_every_game_with_lessons_has_its_list(page: Page, site: str, id: str) -> None:
    School(page, site, id).open()
    course = lessons(get_game(id))
    expect(page.locator(".lessons .lesson")).to_have_count(len(course))
    expect(page.locator(".lessons .lesson").first).to_contain_text(course[0].title)
    expect(page.locator(".lessons .lesson").first).to_have_class(re.compile("next"))


def test_back_leads_to_the_list_and_a_link_to_a_lesson(page: Page, site: str) -> None:
    school = School(page, site).open()
    page.locator(".lesson").nth(2).click()
    expect(page).to_have_url(re.compile("#learn/3$"))
    expect(school.text).to_contain_text("Let the bull loose")
    page.go_back()
    expect(page.locator(".lesson").first).to_be_visible()
    page.goto(f"{site}/matadoon#learn/99")
    expect(page.locator(".learn > .notice[role=alert]")).to_contain_text("lessons 1 to")


# Activities -----------------------------------------------------------------------------------------------------------


def test_a_new_learner_takes_a_lesson_and_gets_three_stars(page: Page, site: str) -> None:
    school = School(page, site).open("/3").take(3)
    expect(page.locator(".end .stars")).to_have_attribute("aria-label", "3 of 3 stars")
    expect(page.locator(".end button.main")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#learn/4$"))
    expect(school.page.locator(".task h1")).to_contain_text(school.lesson(4).title)
    school.button("All lessons").click()
    expect(page.locator(".lesson").nth(2).locator(".stars")).to_have_attribute("aria-label", "3 of 3 stars")


def test_a_show_is_stepped_through_with_its_remarks(page: Page, site: str) -> None:
    school = School(page, site).open("/3").next().at(1)
    remark = page.locator(".say .remark")
    expect(remark).to_be_hidden()
    school.button("Next step").click()
    expect(remark).to_have_text("One cell straight ahead.")
    expect(page.locator(".task .md-board .says")).to_contain_text("The bull runs up to d6")
    page.keyboard.press("End")
    expect(remark).to_contain_text("The second wall")
    expect(school.main).to_have_text("Continue")


def test_a_wrong_answer_is_crossed_out_and_the_next_question_knows_nothing_of_it(
    page: Page, site: str, watch: Watch
) -> None:
    number = 3
    school = School(page, site).open("/3").skip_to(number, 3)
    one = task(school.lesson(3), number)
    wrong = cells_beside(one)[0]
    watch.received.clear()
    school.give(one, wrong)
    expect(school.told).to_contain_text("Not quite")
    expect(page.locator(".task .md-board .mark.blocked, .task .md-board .item.mark-blocked").first).to_be_attached()
    assert "runs left" not in "".join(watch.received), "the run is not sent before it was guessed"
    school.button("Hint").click()
    expect(school.told).to_contain_text("horns")
    school.right(one)
    expect(school.told).to_contain_text("Yes, that is it!")
    expect(page.locator(".task .md-steps")).to_contain_text("The bull runs left to f4")
    school.next().at(number + 1)
    expect(school.told).to_be_hidden()
    expect(page.locator(".task .md-steps")).to_be_hidden()


def test_the_solution_is_shown_on_request_and_costs_a_star(page: Page, site: str) -> None:
    school = School(page, site).open("/3")
    lesson = school.lesson(3)
    for number in range(task_count(lesson)):
        school.at(number)
        if number == 3:
            school.button("Show me").click()
            expect(school.told).to_contain_text("The answer: f4.")
        else:
            school.right(task(lesson, number))
        school.next()
    expect(page.locator(".end .stars")).to_have_attribute("aria-label", "2 of 3 stars")
    expect(page.locator(".end")).to_contain_text("5 of 6 right at once")


def test_a_wrong_move_is_shown_and_taken_back(page: Page, site: str) -> None:
    number = kinds("matadoon", 5).index("find")
    school = School(page, site).open("/5").skip_to(number, 5)
    one = task(school.lesson(5), number)
    school.moves(one, ("R@a1",))
    expect(school.told).to_contain_text("look what happens")
    expect(page.locator(".task .md-steps")).to_contain_text("The bull runs")
    school.button("Try again").click()
    expect(page.locator(".task .md-steps")).to_be_hidden()
    expect(school.target("a1")).not_to_have_class(re.compile("filled"))
    school.target("hand R").click()
    school.target("c3").click()
    expect(school.told).to_contain_text("This is not allowed.")
    expect(page.locator(".task .md-board .says")).to_contain_text("Not allowed")
    school.button("Try again").click()
    school.right(one)
    expect(school.told).to_contain_text("Well done!")


def test_a_why_names_the_rule_that_refuses(page: Page, site: str) -> None:
    number = kinds("matadoon", 2).index("why")
    school = School(page, site).open("/2").skip_to(number, 2)
    one = task(school.lesson(2), number)
    wrong = next(option.value for option in question(one).options if option.value not in question(one).answers)
    school.give(one, wrong)
    expect(school.told).to_contain_text(get_game("matadoon").rules[wrong].title)
    expect(page.locator(f'.options [data-key="option {wrong}"]')).to_be_disabled()
    school.right(one)
    expect(school.told).to_contain_text("not in the white frame")
    expect(page.locator(".task .md-rule")).to_contain_text("Setting up the bullfighters")


def test_a_number_is_typed(page: Page, site: str) -> None:
    lesson = School(page, site).lesson(2)
    number = next(n for n in range(task_count(lesson)) if task(lesson, n).kind == "predict"
                  and question(task(lesson, n)).kind == "number")  # fmt: skip
    school = School(page, site).open("/2").skip_to(number, 2)
    one = task(lesson, number)
    school.give(one, "many")
    expect(page.locator(".todo .notice")).to_contain_text("Type a whole number.")
    expect(school.told).to_be_hidden()
    school.right(one)
    expect(school.told).to_contain_text("Yes")


def test_a_game_is_played_against_the_opponent(page: Page, site: str) -> None:
    school = School(page, site).open("/20").next().at(1)
    expect(page.locator(".todo .prompt")).to_contain_text("choose a chip")
    one = task(school.lesson(20), 1)
    school.target("hand M").click()
    school.target("a1").click()
    expect(page.locator(".todo .notice")).to_be_visible()
    expect(school.told).to_be_hidden()  # explained, and no try lost
    school.target("hand M").click()
    school.moves(one, ("R@b1",))
    expect(school.told).to_contain_text("Go on.")
    page.reload()
    school.at(1)
    expect(school.target("b1")).to_have_class(re.compile("filled"))
    school.button("Show me").click()
    expect(school.told).to_contain_text("one way to do it")
    expect(page.locator(".task .md-steps .steps")).to_contain_text("out of the ring")


def test_everything_can_be_done_with_the_keyboard(page: Page, site: str) -> None:
    school = School(page, site).open("/3")
    expect(school.main).to_be_focused()
    page.keyboard.press("Enter")
    school.at(1)
    while school.main.inner_text() != "Continue":
        page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    school.at(2)
    page.keyboard.press("Enter")
    school.at(3)
    expect(school.text).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.type("f4")
    page.keyboard.press("Enter")
    expect(school.told).to_contain_text("Yes")
    expect(school.main).to_be_focused()


# What is kept ---------------------------------------------------------------------------------------------------------


def name_of(page: Page) -> str | None:
    name: str | None = page.evaluate("localStorage.getItem('matadojo-learner')")
    return name


def test_one_goes_on_where_one_stopped(page: Page, site: str, learners: Path) -> None:
    school = School(page, site).open("/3")
    assert name_of(page) is None, "who only looks is not kept"
    school.skip_to(4, 3)
    school.give(task(school.lesson(3), 4), cells_beside(task(school.lesson(3), 4))[0])
    expect(school.told).to_contain_text("Not quite")
    assert name_of(page)
    page.reload()
    school.at(4)
    expect(school.told).to_be_hidden()
    other = page.context.new_page()
    School(other, site).open()
    expect(other.locator(".lesson").nth(2)).to_contain_text("Go on")
    other.close()
    with sqlite3.connect(learners) as connection:
        assert connection.execute("select count(*) from progress").fetchone() == (1,)


def test_progress_is_saved_deleted_and_opened_again(page: Page, site: str, learners: Path, tmp_path: Path) -> None:
    school = School(page, site).open("/3").take(3)
    school.button("All lessons").click()
    with page.expect_download() as download:
        school.button("Save as a file").click()
    file = tmp_path / "saved.json"
    download.value.save_as(file)
    school.button("Delete").click()
    school.button("Cancel").click()
    school.button("Delete").click()
    school.button("Yes, delete").click()
    stars = page.locator(".lesson").nth(2).locator(".stars")
    expect(stars).to_have_attribute("aria-label", "0 of 3 stars")
    page.wait_for_function("localStorage.getItem('matadojo-learner') === null")
    with sqlite3.connect(learners) as connection:
        assert connection.execute("select count(*) from progress").fetchone() == (0,)
    field = page.locator(".kept input[type=file]")
    field.set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": b"[1]"})
    expect(page.locator(".kept .notice")).to_contain_text("x.json: is not progress that was saved here")
    field.set_input_files(file)
    expect(stars).to_have_attribute("aria-label", "3 of 3 stars")
    page.reload()
    expect(stars).to_have_attribute("aria-label", "3 of 3 stars")


def test_a_database_that_fails_stops_nobody(page: Page, site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from apps import store

    monkeypatch.setenv(store.URL, "mysql://host/name")
    store.store.cache_clear()
    school = School(page, site).open("/3").skip_to(4, 3)
    expect(page.locator(".learn > .notice[role=status]")).to_contain_text("cannot be kept right now")
    school.button("All lessons").click()
    expect(page.locator(".lesson").nth(2)).to_contain_text("Go on")


# Practice -------------------------------------------------------------------------------------------------------------


def test_practice_goes_on_and_knows_the_level_after_a_reload(page: Page, site: str) -> None:
    school = School(page, site).open()
    page.locator(".lesson.practice").click()
    expect(page).to_have_url(re.compile("#learn/practice$"))
    head = page.locator(".task > .head")
    expect(head).to_contain_text("Level 1 of 5")
    for count in range(1, 4):
        school.button("I don't know").click()
        expect(school.told).to_contain_text("The answer:")
        expect(head).to_contain_text(f"0 of {count} right")
        school.main.click()
        expect(school.told).to_be_hidden()
    page.reload()
    expect(head).to_contain_text("Level 1 of 5")
    school.button("All lessons").click()
    expect(page.locator(".lesson.practice")).to_contain_text("Level 1 of 5")


def test_practice_rises_with_success_and_says_so() -> None:
    learn = Learn("matadoon", lesson="practice")
    for _ in range(5):
        run: Any = learn._run
        learn._hear({"do": "answer", "at": learn.now["at"], "given": run.question.answers[0]})
        assert learn.now["told"]["good"] is True
        last = learn.now["told"]["text"]
        learn._hear({"do": "go_on", "at": learn.now["at"]})
    assert "level 2" in last
    assert learn.keep.learner("matadoon").level == 2


def test_a_message_for_something_that_has_gone_does_nothing() -> None:
    learn = take_lesson("matadoon", 3)
    old = learn.now["at"]
    learn._hear({"do": "go_on", "at": old})
    assert learn.now["number"] == 1
    learn._hear({"do": "go_on", "at": old})
    assert learn.now["number"] == 1


def test_a_game_whose_practice_has_no_such_question_says_so() -> None:
    with pytest.raises(GameError):
        practice_question(get_game("matadoon"), 1, kind="nonsense")


# Elsewhere ------------------------------------------------------------------------------------------------------------


def test_a_lesson_works_by_itself(page: Page, serve: Callable[..., Page]) -> None:
    """As in a notebook: without the page around it, nothing kept, the address left alone."""
    import panel as pn

    serve(lambda: pn.Column(take_lesson("matadoon", 3)))
    school = School(page, "")
    address = page.url
    school.skip_to(4, 3)
    school.button("All lessons").click()
    expect(page.locator(".lesson").nth(2)).to_contain_text("Go on")
    expect(page.locator(".kept")).to_contain_text("as long as this page is open")
    assert page.url == address
    assert name_of(page) is None


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_it_without_scrolling_sideways(page: Page, site: str, scheme: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme=scheme)
    school = School(page, site).open("/3")
    wide = "document.documentElement.scrollWidth > innerWidth"
    assert not page.evaluate(wide)
    school.skip_to(3, 3)
    one = task(school.lesson(3), 3)
    school.give(one, cells_beside(one)[0])
    expect(school.told).to_be_in_viewport()
    school.right(one)
    expect(school.main).to_be_in_viewport()
    assert not page.evaluate(wide)
    school.button("All lessons").click()
    page.locator(".lesson").first.wait_for()
    assert not page.evaluate(wide)


def test_a_lesson_in_the_address_opens_however_late_the_page_is_ready(page: Page, site: str) -> None:
    """On a busy server a message may come before the browser's word that it is ready; here it surely does."""
    held: list[tuple[Any, list[Any]]] = []

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        parts: list[Any] = []

        def pass_on(part: Any) -> None:
            parts.append(part)
            if len(parts) < 3:  # Bokeh sends a message as header, metadata and content
                return
            message = list(parts)
            parts.clear()
            if "document_ready" in str(message[2]):
                held.append((server, message))
                return
            for one in message:
                server.send(one)

        socket.on_message(pass_on)
        server.on_message(socket.send)

    page.route_web_socket("**/ws", between)
    page.goto(f"{site}/matadoon#learn/4")
    page.locator(".md-board .target").first.wait_for(state="attached")
    page.wait_for_timeout(1500)
    assert len(held) == 1
    for server, message in held:
        for part in message:
            server.send(part)
    expect(School(page, site).text).to_be_visible()


def test_two_pages_of_one_browser_keep_one_learner(page: Page, site: str, learners: Path) -> None:
    other = School(page.context.new_page(), site).open("/3")
    school = School(page, site).open("/4")
    other.next().at(1)
    other.page.wait_for_function("localStorage.getItem('matadojo-learner') !== null")
    school.next().at(1)
    school.button("All lessons").click()
    expect(page.locator(".lesson").nth(2)).to_contain_text("Go on")
    expect(page.locator(".lesson").nth(3)).to_contain_text("Go on")
    with sqlite3.connect(learners) as connection:
        assert connection.execute("select count(distinct learner), count(*) from progress").fetchone() == (1, 2)
    other.page.close()


def test_documents_and_boards_go_when_learners_go(page: Page, site: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "panel")  # the records that pytest keeps hold the documents that they tell of

    def left() -> tuple[int, int]:
        gc.collect()
        things = gc.get_objects()
        return tuple(sum(isinstance(one, kind) for one in things) for kind in (Document, Table))  # type: ignore[return-value]

    def visit() -> None:
        school = School(page, site).open("/5")
        page.locator(".task .md-board .target").first.wait_for()
        school.page.locator('[data-key="list"]').click()
        page.locator(".lesson.practice").click()
        school.button("I don't know").click()
        school.main.wait_for()
        page.wait_for_load_state("networkidle")
        page.goto("about:blank")

    visit()
    page.wait_for_timeout(1500)
    before = left()
    for _ in range(3):
        visit()
    wait_until(lambda: left() <= before, page, timeout=15_000)


# Puzzles --------------------------------------------------------------------------------------------------------------


def test_a_puzzle_is_solved_by_a_move_on_the_board(page: Page, site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drill, "secrets", Luck(7))
    game = get_game("lion")
    school = School(page, site, "lion").open()
    page.locator('[data-key="puzzles"]').click()
    expect(page).to_have_url(re.compile("#learn/puzzles$"))
    first = practice_question(game, "7 0", 1, "puzzles")
    expect(school.text).to_have_text(first.text)
    school.tap_move(first.state, first.answers[0])
    expect(school.told).to_contain_text("Yes, that is it!")
    expect(page.locator(".task .md-steps .steps")).to_be_visible()
    expect(school.main).to_be_focused()
    page.keyboard.press("Enter")
    second = practice_question(game, "7 1", 1, "puzzles")
    expect(school.text).to_have_text(second.text)
    wrong = next(option for option in second.options if option.note)
    school.tap_move(second.state, wrong.value)
    expect(school.told).to_contain_text(wrong.note)
    expect(school.told).to_contain_text("The answer: ")
    page.go_back()
    expect(page.locator('[data-key="puzzles"]')).to_contain_text("Level 1 of 5")


class Luck:
    """Stands for the source of luck of a drill."""

    def __init__(self, number: int) -> None:
        self.number = number

    def randbelow(self, most: int) -> int:
        return self.number


def test_a_puzzle_in_a_lesson_can_be_tried_again() -> None:
    game = get_game("lion")
    lesson = next(one for one in lessons(game) if one.id == "lion/15-win-by-force")
    number = kinds("lion", lessons(game).index(lesson) + 1).index("practice")
    done = sum(lesson.activities[entry].graded for entry in entries(lesson)[:number])
    table = a_table(game)
    run = LessonRun(lesson, progress.Progress(lesson.id, number, clean=(True,) * done, seed=3), table, "en")
    asked = question(task(lesson, number, 3))
    assert set(table.can) == {game.taps(asked.state, move)[0] for move in game.legal_moves(asked.state)}
    wrong = next(option.value for option in asked.options if option.value not in asked.answers)
    run.move(wrong)
    assert run.content()["phase"] == "ask"
    assert run.content()["told"]["good"] is False
    assert run.at.tries == 1
    run.move(wrong)  # known to be wrong: no second try is counted
    assert run.at.tries == 1
    assert table.can
    run.move(asked.answers[0])
    assert run.content()["phase"] == "done"
    assert run.content()["ask"] is None
    assert table.can == ()
    assert table.trace is not None


def test_a_tap_after_a_wrong_try_begins_the_next_one() -> None:
    game = get_game("matadoon")
    lesson = lessons(game)[1]
    number = kinds("matadoon", 2).index("find")
    done = sum(lesson.activities[entry].graded for entry in entries(lesson)[:number])
    table = a_table(game)
    run = LessonRun(lesson, progress.Progress(lesson.id, number, clean=(True,) * done), table, "en")
    table.taps._answer = run.move
    one = task(lesson, number)
    right = game.taps(one.state, game.parse_move(one.state, solve(one).answers[0]))
    wrong = next(
        taps
        for move in game.candidate_moves(one.state)
        if len(taps := game.taps(one.state, move)) == 1 and taps != right
    )
    run.tap(wrong[0])
    assert run.phase == "wrong"
    run.tap("no such place")
    assert run.phase == "ask"
    run.tap(wrong[0])
    assert run.phase == "wrong"
    for tap in right:
        run.tap(tap)
    assert run.phase == "done"


# Reading again, and stars ---------------------------------------------------------------------------------------------


def test_one_goes_back_a_step_to_read_it_again(page: Page, site: str) -> None:
    school = School(page, site).open("/3").skip_to(3, 3)
    one = task(school.lesson(3), 3)
    school.give(one, cells_beside(one)[0])
    expect(school.told).to_contain_text("Not quite")
    school.button("Read the step before again").click()
    school.at(2)
    school.button("Read the step before again").click()
    school.at(1)
    expect(page.locator(".task .md-steps")).to_contain_text("The bull runs")
    school.next().at(2)
    school.next().at(3)
    school.right(one).next().at(4)
    school.button("Read the step before again").click()
    school.at(3)
    expect(school.told).to_contain_text("The answer: f4.")
    school.next().at(4)
    for number in range(4, task_count(school.lesson(3))):
        school.at(number).right(task(school.lesson(3), number)).next()
    expect(page.locator(".end")).to_contain_text("5 of 6 right at once")


@pytest.mark.parametrize("id", TAUGHT)
def test_every_activity_can_be_read_again(id: str) -> None:
    game = get_game(id)
    table = a_table(game)
    for lesson in lessons(game)[::3]:
        count = task_count(lesson)
        graded = sum(task(lesson, number).graded for number in range(count - 1))
        run = LessonRun(lesson, progress.Progress(lesson.id, count - 1, clean=(True,) * graded), table, "en")
        at = run.at
        for number in reversed(range(count - 1)):
            run.back()
            content = run.content()
            assert (content["number"], content["phase"]) == (number, "done")
            assert table.can == ()
        run.back()
        for _ in range(count - 1):
            run.go_on()
        assert run.content()["number"] == count - 1
        assert run.at == at


def test_a_lesson_without_a_right_answer_is_done_without_a_star() -> None:
    learn = Learn("lion")
    learn.open(2)
    run = learn._run
    assert isinstance(run, LessonRun)
    while not run.finished:
        learn._do("solve", None)
        learn._do("go_on", None)
    assert learn.now["stars"] == 0
    learn.show_list()
    row = learn.now["rows"][1]
    assert (row["state"], row["stars"]) == ("done", 0)
    learn.open(1)
    while not learn._run.finished:  # type: ignore[union-attr]
        learn._do("solve", None)
        learn._do("go_on", None)
    learn.show_list()
    assert learn.now["next"] == 3


def test_the_choice_among_rules_says_what_each_rule_means() -> None:
    game = get_game("matadoon")
    number = kinds("matadoon", 2).index("why")
    lesson = lessons(game)[1]
    done = sum(lesson.activities[entry].graded for entry in entries(lesson)[:number])
    run = LessonRun(lesson, progress.Progress(lesson.id, number, clean=(True,) * done), a_table(game), "en")
    ask = run.content()["ask"]
    assert set(ask["about"]) == {value for value, _, _ in ask["options"]}
    for id, text in ask["about"].items():
        assert game.rules[id].text.startswith(text)
        assert text.endswith((".", "!", "?"))


def test_a_lesson_is_answered_by_code() -> None:
    taken = take_lesson("lion", "15-win-by-force")
    assert taken.answer("a4b3") == ""  # nothing is asked yet
    taken.go_on()
    taken.go_on()
    assert "This is not allowed." in taken.answer("a4b4")
    assert taken.now["phase"] == "wrong"
    taken._do("again", None)
    assert taken.answer("a4b3").startswith("Well done!")
    asked = take_lesson("matadoon", 3)
    for _ in range(3):
        asked.go_on()
    assert asked.answer("d4").startswith("Not quite")
    assert asked.answer("f4").startswith("Yes")
    puzzles = take_lesson("lion", "puzzles")
    run = puzzles._run
    assert run is not None
    assert run.question is not None
    assert puzzles.answer(run.question.answers[0]).startswith("Yes")


def test_a_move_that_is_asked_for_is_not_told() -> None:
    game = get_game("matanga")
    lesson = lessons(game)[1]
    number = kinds("matanga", 2).index("find")
    done = sum(lesson.activities[entry].graded for entry in entries(lesson)[:number])
    table = a_table(game)
    run = LessonRun(lesson, progress.Progress(lesson.id, number, clean=(True,) * done), table, "en")
    (answer,) = solve(task(lesson, number)).answers
    wanted = answer.split()[-1]
    asked = run.content()["ask"]
    assert wanted in table.taps.buttons
    assert asked["buttons"] == []
    assert wanted not in asked["prompt"]


def test_the_solution_marks_every_right_cell() -> None:
    game = get_game("lion")
    lesson = lessons(game)[2]
    number = next(
        n for n, kind in enumerate(kinds("lion", 3)) if kind == "predict" and len(question(task(lesson, n)).answers) > 1
    )
    done = sum(lesson.activities[entry].graded for entry in entries(lesson)[:number])
    table = a_table(game)
    run = LessonRun(lesson, progress.Progress(lesson.id, number, clean=(True,) * done), table, "en")
    run.solve()
    assert {cell for mark in table.marks for cell in mark.cells} >= set(question(task(lesson, number)).answers)


@pytest.mark.parametrize(("id", "lesson", "number"), [("lion", 3, 7), ("maatatahay", 5, 7)])
def test_on_a_phone_the_board_is_seen_while_one_chooses(
    page: Page, site: str, id: str, lesson: int, number: int
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    school = School(page, site, id).open(f"/{lesson}")
    school.skip_to(number, lesson)
    expect(page.locator(".do .options")).to_be_visible()

    def seen() -> bool:
        board, asked = (page.locator(one).bounding_box() for one in (".task .stage", ".task .do"))
        assert board is not None
        assert asked is not None
        return board["height"] > 250 and board["y"] >= 0 and board["y"] + board["height"] <= asked["y"] + 1

    wait_until(seen, page)
