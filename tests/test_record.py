"""Records: what is written is read back, and whatever else is given gets one clear sentence."""

from __future__ import annotations

import base64
import json
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import DataError
from engine.record import MAX_BYTES, Branch, Record, load, parse_link, parse_record, replay, save

pytestmark = pytest.mark.usefixtures("toy_room")

RECORD = Record(
    game="toy",
    position="rules: open\nleft: 3\n",
    moves=("roll 3", "take 1"),
    branches=(Branch(line=0, ply=1, moves=("take 2", "roll 1")),),
    players=("Ada", "Björn"),
)


def link(data: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")


def message(call: Any, *args: Any, **kwargs: Any) -> str:
    with pytest.raises(DataError) as caught:
        call(*args, **kwargs)
    text = str(caught.value)
    assert "\n" not in text
    assert len(text) < 300
    return text


def test_json_and_links_are_read_back() -> None:
    assert parse_record(RECORD.to_json()) == RECORD
    assert parse_record(RECORD.to_json().encode()) == RECORD
    assert parse_record(b"\xef\xbb\xbf" + RECORD.to_json().encode()) == RECORD
    assert parse_link(RECORD.to_link()) == RECORD
    assert parse_link(RECORD.to_link(), game="toy") == RECORD


def test_a_record_is_json_that_says_what_it_is() -> None:
    data = json.loads(RECORD.to_json())
    assert data["format"] == "matadojo.record"
    assert data["version"] == 1
    assert data["branches"] == [{"line": 0, "ply": 1, "moves": ["take 2", "roll 1"]}]


def test_a_link_is_short_and_fit_for_an_address() -> None:
    text = Record(game="toy", position="left: 3\n", moves=("roll 3", "take 1") * 50).to_link()
    assert len(text) < 150
    assert set(text) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def test_a_file_is_written_whole_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "Spiel für Zwei.json"
    save(RECORD, path)
    assert load(path) == load(str(path), "toy") == RECORD
    assert [one.name for one in tmp_path.iterdir()] == [path.name]
    assert "cannot be written" in message(save, RECORD, tmp_path / "no" / "folder.json")


def test_replay_gives_the_traces_of_the_main_line() -> None:
    traces = replay(RECORD)
    assert [trace.move.number for trace in traces] == [3, 1]
    assert traces[-1].after.heap == 2


def test_replay_says_the_first_wrong_move_and_why() -> None:
    wrong = RECORD.model_copy(update={"moves": ("roll 1", "take 3", "dance")})
    assert message(replay, wrong, "game.json") == (
        "game.json: moves, move 2: take 3 is not legal here: The die allows 1 pebble, not 3. (refuse.too-many)"
    )


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"format": "chess.pgn"}, "f.json: format: expected 'matadojo.record', got 'chess.pgn'"),
        ({"format": ["x" * 10_000]}, "f.json: format: expected 'matadojo.record', got"),
        ({"version": 2}, "f.json: version: was written by a later version (2); this one reads up to 1"),
        ({"version": "one"}, "f.json: version: "),
        ({"version": 0}, "f.json: version: "),
        ({"game": "chess"}, "f.json: game: there is no game 'chess'; there are matadoon"),
        ({"game": "x" * 100_000}, "f.json: game: there is no game"),
        ({"game": 7}, "f.json: game: "),
        ({"game": None}, "f.json: game: "),
        ({"position": ["left: 3"]}, "f.json: position: "),
        ({"moves": "roll 3"}, "f.json: moves: "),
        ({"moves": ["roll 3", 7]}, "f.json: moves.1: "),
        ({"branches": [{"ply": -1, "moves": ["x"]}]}, "f.json: branches.0.ply: "),
        ({"branches": [{"ply": 0, "moves": []}]}, "f.json: branches.0.moves: "),
        ({"comment": "mine"}, "f.json: comment: "),
    ],
)
def test_a_wrong_record_is_named_with_its_key(change: dict[str, Any], expected: str) -> None:
    text = json.dumps({**json.loads(RECORD.to_json()), **change})
    assert message(parse_record, text, "f.json").startswith(expected)


def test_a_record_needs_its_game_and_position() -> None:
    assert message(parse_record, "{}", "f.json").startswith("f.json: game: ")
    assert message(parse_record, '{"game": "toy"}', "f.json").startswith("f.json: position: ")


def test_a_record_of_another_game_is_said_to_be_so() -> None:
    text = '{"game": "matadoon", "position": ""}'
    assert message(parse_record, text, game="toy") == "record: game: is a game of Matadoon, not of Pebbles"
    assert message(parse_link, link(text.encode()), game="toy").endswith("is a game of Matadoon, not of Pebbles")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "f.json: line 1: is not JSON"),
        ("{\n oops", "f.json: line 2: is not JSON"),
        ("[]", "f.json: is not a record: expected a JSON object"),
        ("null", "f.json: is not a record"),
        ("[" * 100_000, "f.json: is not JSON that can be read"),
        ('{"version": ' + "9" * 5000 + "}", "f.json: is not JSON that can be read"),
        ('{"a":' * 5000 + "1" + "}" * 5000, "f.json: "),
        (b"\xff\xfe{}", "f.json: is not UTF-8 text (byte 0)"),
        ("{}".encode("utf-16"), "f.json: is not UTF-8 text (byte 0)"),
        (b"\x00" * 50, "f.json: line 1: is not JSON"),
        (" " * (MAX_BYTES + 1), "f.json: is too long: 1000001 characters, at most 1000000 are read"),
        (b"{" * (MAX_BYTES + 1), "f.json: is too long: 1000001"),
    ],
    ids=range(12),
)
def test_what_is_no_record_is_refused(text: str | bytes, expected: str) -> None:
    assert message(parse_record, text, "f.json").startswith(expected)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert message(load, tmp_path / "none.json").endswith("none.json: cannot be read: No such file or directory")
    assert "cannot be read" in message(load, tmp_path)
    assert "cannot be read" in message(load, "a\x00b.json")
    big = tmp_path / "big.json"
    big.write_bytes(b" " * 3_000_000)
    assert "is too long" in message(load, big)


def test_a_link_that_is_cut_or_damaged_asks_for_another_copy() -> None:
    text = RECORD.to_link()
    for cut in range(len(text)):
        assert message(parse_link, text[:cut]) == "link: is damaged or incomplete: please copy it again"
    for wrong in ("!" + text, text[:5] + "é" + text[6:], text[5:], "a" * 5, text + "=" * 7, link(b"x" * 99)[:-3]):
        assert message(parse_link, wrong) == "link: is damaged or incomplete: please copy it again"
    assert message(parse_link, link(b"not json")).startswith("link: line 1: is not JSON")
    assert message(parse_link, link(b"\xff")).startswith("link: is not UTF-8")


def test_a_link_that_unpacks_to_a_flood_is_refused() -> None:
    bomb = link(b" " * 500_000_000)
    assert len(bomb) < MAX_BYTES
    assert message(parse_link, bomb).startswith("link: is too long")
    assert message(parse_link, "A" * (MAX_BYTES + 1)) == "link: is too long"


@given(st.text() | st.binary())
def test_nothing_typed_ends_in_another_error(text: str | bytes) -> None:
    for read in (parse_record, *((parse_link,) if isinstance(text, str) else ())):
        with pytest.raises(DataError):
            read(text)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(list(Record.model_fields)) | st.text(), inner),
    )
)
def test_no_json_ends_in_another_error(data: Any) -> None:
    with suppress(DataError):
        replay(parse_record(json.dumps(data)))
