"""The Explore page, used as people use it, in a real browser."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from panel.tests.util import wait_until
from playwright.sync_api import Page, expect

from tests.apps.conftest import Watch
from tests.apps.desk import FREE, Desk

POSITION = """\
arena: vs5
board: |
  . . . . .
  . A . . .
  . . R . .
  . . . B .
  . . ^ . .
"""


@pytest.fixture
def desk(page: Page, site: str) -> Desk:
    return Desk(page).open(f"{site}/matadoon")


def test_a_round_is_played_by_tapping(desk: Desk) -> None:
    desk.set_up().round()
    expect(desk.moves).to_contain_text("12 draws")
    desk.button("Run the bull").click()
    expect(desk.page.locator(".md-steps")).to_contain_text("The bull runs up to")
    expect(desk.button("Draw")).to_be_visible()
    desk.page.keyboard.press("End")  # the run has been seen: draws go on by themselves
    expect(desk.title).to_contain_text("choose a chip")
    expect(desk.page.locator(".md-board .facts")).to_have_text(re.compile(r"Round\s*2"))


def test_a_tap_that_is_not_allowed_says_why(desk: Desk) -> None:
    desk.tap("a1")
    expect(desk.notice).to_have_text("Not allowed. a1 is not in the white frame. Bullfighters are set up inside it.")
    expect(desk.page.locator(".md-rule")).to_contain_text("Setting up the bullfighters")
    expect(desk.page.locator(".md-board .mark.blocked")).to_have_count(1)
    expect(desk.moves.locator(".move")).to_have_count(1)  # only "Start"
    desk.tap("d4")
    expect(desk.notice).to_be_hidden()
    desk.tap("d4")
    expect(desk.notice).to_contain_text("is taken")


def test_a_choice_is_changed_and_let_go(desk: Desk) -> None:
    desk.set_up()
    chip = desk.chips()[0]
    desk.tap(chip)
    expect(desk.page.locator(".target.chosen")).to_have_count(1)
    desk.tap(chip)
    expect(desk.page.locator(".target.chosen")).to_have_count(0)
    desk.tap("a1")
    expect(desk.notice).to_contain_text("First choose")


def test_taking_back_and_trying_something_else_keeps_both_lines(desk: Desk) -> None:
    desk.tap("d4", "c3")
    expect(desk.here).to_contain_text("@c3")
    desk.button("Take back").click()
    expect(desk.here).to_contain_text("@d4")
    desk.button("Forward").click()
    expect(desk.here).to_contain_text("@c3")
    desk.button("Take back").click()
    expect(desk.here).to_contain_text("@d4")
    desk.tap("e4")
    expect(desk.here).to_contain_text("@e4")
    other = desk.page.locator(".moves .others .move")
    expect(other).to_contain_text("@c3")
    other.click()
    expect(desk.here).to_contain_text("@c3")
    expect(desk.page.locator(".moves .others .move")).to_contain_text("@e4")
    expect(desk.button("Forward")).to_be_disabled()


def test_taking_back_goes_to_the_last_decision(desk: Desk) -> None:
    desk.set_up()
    desk.button("Take back").click()
    expect(desk.title).to_contain_text("Yellow: set up")
    desk.button("Forward").click()
    expect(desk.title).to_contain_text("choose a chip")


def test_a_view_holds_nothing_that_is_hidden(desk: Desk, page: Page) -> None:
    received: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: received.append(str(text))))
    page.reload()
    desk.open(page.url).set_up().lap(FREE[:3])
    expect(page).to_have_url(re.compile("s="))
    placed = [text for text in desk.moves.locator(".move").all_inner_texts() if re.search(r"[RLJT]@", text)]
    page.wait_for_timeout(500)
    received.clear()
    page.locator("select.view").select_option(label="As Orange")
    expect(desk.title).to_contain_text("Blue")
    expect(page).not_to_have_url(re.compile("s="))
    shown = desk.moves.inner_text()
    for text in placed:
        seat = text.split()[0]
        move = text.split()[-1]
        assert (move in shown) == (seat == "Orange")
    page.wait_for_timeout(300)
    sent = "".join(received)
    hidden = [text.split()[-1] for text in placed if text.split()[0] != "Orange"]
    assert hidden
    for move in hidden:
        assert move not in sent
    assert "draws a chip: R" not in sent
    desk.tap("g7")
    expect(desk.notice).to_contain_text("look as somebody else")
    desk.button("Look as Blue").click()
    expect(page.locator("select.view")).to_have_value("0")
    desk.chips()


def test_a_new_game_takes_players_and_house_rules(desk: Desk, page: Page) -> None:
    desk.button("New game").click()
    dialog = page.locator("dialog[open]")
    dialog.locator("[name=seats]").select_option(label="2 players")
    dialog.locator("summary").click()
    dialog.locator("[name=laps]").fill("1")
    dialog.locator("[name=chips]").fill("{R: 1}")
    dialog.get_by_role("button", name="Start").click()
    expect(dialog.get_by_role("alert")).to_contain_text("option chips: expected a number for each of R, L, J, T, M")
    expect(page.locator(".md-board .target[data-tap=g7]")).to_have_count(1)  # the old game is still there
    dialog.locator("[name=chips]").fill("{R: 20, L: 9, J: 5, T: 5, M: 0}")
    dialog.get_by_role("button", name="Start").click()
    expect(dialog).to_have_count(0)
    expect(page.locator(".md-board .target[data-tap=g7]")).to_have_count(0)
    desk.set_up(("b2", "d4")).lap(("a1", "b1"))
    expect(desk.button("Run the bull")).to_be_visible()


def test_a_position_is_edited_and_a_wrong_one_changes_nothing(desk: Desk, page: Page) -> None:
    desk.menu("Edit the position")
    area = page.locator("dialog[open] textarea")
    expect(area).to_have_value(re.compile("arena: ring7"))
    for text, problem in (
        (POSITION.replace("vs5", "nowhere"), "nowhere"),
        ("a: [", "is not YAML"),
        ("x" * 1_000_100, "too long"),
    ):
        area.evaluate("(el, text) => { el.value = text }", text)
        page.locator("dialog[open]").get_by_role("button", name="Show").click()
        expect(page.locator("dialog[open] [role=alert]")).to_contain_text(problem)
        expect(desk.target("g7")).to_have_count(1)
    area.fill(POSITION)
    page.locator("dialog[open]").get_by_role("button", name="Show").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    desk.run_the_bull()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(desk.place).to_contain_text("1")


def test_a_game_is_saved_and_loaded_again(desk: Desk, page: Page, tmp_path: Path) -> None:
    desk.tap("d4", "c3")
    expect(desk.here).to_contain_text("@c3")
    with page.expect_download() as saving:
        desk.menu("Save this game")
    file = tmp_path / saving.value.suggested_filename
    saving.value.save_as(file)
    assert json.loads(file.read_text(encoding="utf-8"))["moves"] == ["@d4", "@c3"]
    record = json.loads(file.read_text(encoding="utf-8"))
    bad = {
        "not.json": (b"{", "is not JSON"),
        "bytes.json": (b"\xff\xfe\xff", "is not UTF-8"),
        "later.json": (json.dumps({**record, "version": 9}).encode(), "later version"),
        "other.json": (json.dumps({**record, "game": "chess"}).encode(), "chess"),
        "move.json": (json.dumps({**record, "moves": ["@a1"]}).encode(), "move 1"),
        "long.json": (b" " * 1_000_100, "too long"),
        "empty.json": (b"", "is not JSON"),
    }
    desk.menu("Open a saved game")
    dialog = page.locator("dialog[open]")
    for name, (content, problem) in bad.items():
        (tmp_path / name).write_bytes(content)
        dialog.locator("input[type=file]").set_input_files(tmp_path / name)
        dialog.get_by_role("button", name="Open a saved game").click()
        expect(dialog.get_by_role("alert")).to_contain_text(problem)
        expect(desk.here).to_contain_text("@c3")
    dialog.locator("input[type=file]").set_input_files(file)
    dialog.get_by_role("button", name="Open a saved game").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(desk.here).to_contain_text("@c3")


def test_the_address_reopens_the_state_and_the_step(desk: Desk, page: Page) -> None:
    desk.menu("Edit the position")
    page.locator("dialog[open] textarea").fill(POSITION)
    page.locator("dialog[open]").get_by_role("button", name="Show").click()
    entries = page.evaluate("history.length")
    desk.run_the_bull()
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"ply=1&step=3$"))
    said = page.locator(".md-board .says").inner_text()
    assert page.evaluate("history.length") == entries
    desk.open(page.url)
    expect(page.locator(".md-board .says")).to_have_text(said)
    expect(desk.place).to_contain_text("3")
    expect(desk.here).to_have_text("bull")


WRONG = ("s=nonsense", "s=%FF%FE", "s=eJwDAAAAAAE", "s=eNq&ply=-1", f"s={'A' * 20_000}", f"s={'A' * 200_000}")


@pytest.mark.parametrize("query", WRONG, ids=lambda query: f"{query[:20]}{len(query)}")
def test_a_damaged_link_says_so_and_opens_a_new_game(page: Page, site: str, query: str) -> None:
    desk = Desk(page).open(f"{site}/matadoon?{query}")
    expect(desk.notice).to_contain_text("The link could not be opened")
    expect(desk.title).to_contain_text("Blue: set up")
    desk.tap("d4")
    expect(desk.here).to_contain_text("@d4")


def test_a_random_game_is_shown_from_its_first_move(desk: Desk, page: Page) -> None:
    desk.menu("Show a random game")
    expect(desk.moves.locator(".move").nth(4)).to_be_visible()
    expect(desk.moves.locator(".move").nth(1)).to_have_attribute("aria-current", "step")
    desk.moves.locator(".move").last.click()
    expect(page.locator(".turn .result")).to_be_visible()
    desk.button("Play again").click()
    expect(desk.title).to_contain_text("set up")
    expect(desk.moves.locator(".move")).to_have_count(1)


def test_one_may_choose_what_is_drawn(desk: Desk, page: Page) -> None:
    desk.button("More …").click()
    page.locator("dialog[open]").get_by_label("Draws").select_option(label="I choose")
    page.keyboard.press("Escape")
    desk.tap("d4", "c3", "e5")
    outcomes = page.locator(".turn .outcomes button")
    expect(outcomes).to_have_count(5)
    expect(outcomes.first).to_contain_text("9/35")
    outcomes.first.click()
    expect(outcomes.first).to_contain_text("4/17")
    page.locator("select.view").select_option(label="As Blue")
    expect(outcomes).to_have_count(0)  # the chances tell what is in the pouch
    desk.button("Draw").click()
    page.locator("select.view").select_option(label="See all")
    page.locator(".turn .draws select").select_option(label="by themselves")
    desk.button("Draw").click()
    expect(desk.title).to_contain_text("choose a chip")


def test_everything_is_done_by_keyboard(desk: Desk, page: Page) -> None:
    def reach(name: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate(_FOCUSED) == name:
                return
        raise AssertionError(f"Tab does not lead to {name}")

    page.locator("main").focus()
    for cell in ("d4", "c3", "e5"):
        page.locator("main").focus()
        for _ in range(20):
            page.keyboard.press("Tab")
            if page.evaluate(_FOCUSED).startswith(("d4", "c3", "e5", "c4", "d3", "e3", "c5", "d5", "e4", "a1")):
                break
        page.keyboard.type(cell)
        page.keyboard.press("Enter")
        expect(desk.moves).to_contain_text(f"@{cell}")
    expect(desk.title).to_contain_text("choose a chip")
    reach("Take back")
    page.keyboard.press("Enter")
    expect(desk.title).to_contain_text("Yellow: set up")
    page.locator("main").focus()
    reach("New game")
    page.keyboard.press("Enter")
    expect(page.locator("dialog[open]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert page.evaluate(_FOCUSED) == "New game"


_FOCUSED = """() => {
  let el = document.activeElement
  while (el?.shadowRoot?.activeElement) el = el.shadowRoot.activeElement
  return el?.getAttribute("aria-label") || el?.textContent.replace(/^[^\\w]+/, "").trim() || ""
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_it_all_without_scrolling_sideways(page: Page, site: str, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 390, "height": 844})
    desk = Desk(page).open(f"{site}/matadoon")
    desk.set_up().round()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    desk.button("Run the bull").click()
    stage = page.locator(".md-board .stage")
    expect(stage).to_be_in_viewport(ratio=0.9)
    for target in page.locator(".md-board .target.tappable").all()[:3]:
        box = target.bounding_box()
        assert box is not None
        assert box["width"] >= 40
    desk.button("New game").click()
    box = page.locator("dialog[open]").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390


def test_an_unexpected_error_becomes_a_sentence(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a fault made by a test")

    monkeypatch.setattr("apps.parts.play.Play.play", broken)
    desk.tap("d4")
    expect(desk.notice).to_contain_text("Something went wrong here")
    assert "a fault made by a test" in caplog.text


def test_stepping_sends_nothing(desk: Desk, watch: Watch, page: Page) -> None:
    desk.menu("Edit the position")
    page.locator("dialog[open] textarea").fill(POSITION)
    page.locator("dialog[open]").get_by_role("button", name="Show").click()
    desk.run_the_bull()
    page.keyboard.press("Home")
    expect(page).to_have_url(re.compile(r"step=0$"))
    watch.messages()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"step=4$"))
    assert watch.messages() == []


def test_how_a_game_ends_is_told_after_its_last_step(page: Page, site: str) -> None:
    desk = Desk(page).open(f"{site}/lion")
    for _ in range(3):
        page.locator(".md-board .speed").click()  # half as fast
    for taps in (("b3", "b2"), ("a1", "a2")):
        desk.tap(*taps)
        expect(desk.here).to_contain_text(taps[1])
    desk.tap("b2", "b1")
    expect(desk.title).to_have_text("Watch how it ends!")

    def at_start() -> bool:
        page.keyboard.press("Home")  # again where the board began to play the move only after the key
        return "Before the move" in desk.place.inner_text()

    wait_until(at_start, page)
    expect(page.locator(".turn .result")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator(".turn .result")).to_contain_text("caught the Lion")
    page.keyboard.press("Home")
    expect(desk.place).to_contain_text("Before the move")
    expect(page.locator(".turn .result")).to_contain_text("caught the Lion")
