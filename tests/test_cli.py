"""The ``matadojo`` command: what it says, and one line with exit code 2 for whatever is wrong."""

from __future__ import annotations

import io
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from apps.cli import main
from engine import GAMES, get_game
from engine.record import Branch, Record, save

ROOT = Path(__file__).parents[1]
POSITION = "arena: vs5\nboard: |\n  . . R . .\n  . . J A .\n  . . . . .\n  . B . . .\n  . . ^ . .\n"
COMMAND = [sys.executable, "-m", "apps.cli"]


@pytest.fixture
def position(tmp_path: Path) -> str:
    path = tmp_path / "position.yaml"
    path.write_text(POSITION, encoding="utf-8")
    return str(path)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit code, output and errors of the command."""
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def give(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    """Put data on standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))


def test_a_trace_is_told_in_words(capsys: pytest.CaptureFixture[str], position: str) -> None:
    code, out, err = run(capsys, "trace", "matadoon", position, "bull")
    assert (code, err) == (0, "")
    assert out.startswith("Matadoon: bull\n   1. The bull runs up to c4.  [bull.advance]\n")
    assert "The bull jumps over the chip on c1. It stays face down.  [mantle.ignored]" in out
    assert out.endswith("\n")


def test_a_position_comes_from_a_file_from_standard_input_or_as_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, position: str
) -> None:
    expected = run(capsys, "trace", "matadoon", position, "bull")
    give(monkeypatch, b"\xef\xbb\xbf" + POSITION.encode())
    assert run(capsys, "trace", "matadoon", "-", "bull") == expected
    assert run(capsys, "trace", "matadoon", POSITION, "bull") == expected


def test_a_refused_move_is_told_with_its_rule(capsys: pytest.CaptureFixture[str], position: str) -> None:
    code, out, err = run(capsys, "trace", "matadoon", position, "R@a1", "bull")
    assert (code, err) == (1, "")
    assert out == (
        "Matadoon: R@a1\n   1. It is the bull's turn to run.  [refuse.not-your-turn]\n"
        "Not legal: Something else comes first\n"
    )


def test_moves_follow_each_other(capsys: pytest.CaptureFixture[str], position: str) -> None:
    code, out, _ = run(capsys, "trace", "matadoon", position, "bull", "draw R", "draw L")
    assert code == 0
    assert re.findall(r"^Matadoon: (.*)$", out, re.MULTILINE) == ["bull", "draw R", "draw L"]


@pytest.fixture
def record(tmp_path: Path) -> tuple[Record, str]:
    game = get_game("matadoon")
    ended = "arena: vs5\nboard: |\n  . . . . .\n  . . . A .\n  . . . . .\n  . . b . .\n  . . ^ . .\n"
    text = game.format_position(game.parse_position(ended))
    made = Record(game="matadoon", position=text, moves=("bull",))
    path = tmp_path / "game.json"
    save(made, path)
    return made, str(path)


def test_a_record_is_checked_and_its_result_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, record: tuple[Record, str]
) -> None:
    made, path = record
    code, out, err = run(capsys, "replay", path)
    assert (code, err) == (0, "")
    assert out == (
        f"{path}: Matadoon, 1 move; every move is legal.\n"
        "Result: Blue is the last one in the ring and is the Matadoon Maestro!\n"
    )
    give(monkeypatch, made.to_json().encode())
    assert run(capsys, "replay", "-", "--steps")[1].startswith("Matadoon: bull\n   1. The bull runs up to c4.")


def test_a_record_of_a_game_that_goes_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "open.json"
    branch = Branch(line=0, ply=1, moves=("draw L",))
    save(Record(game="matadoon", position=POSITION, moves=("bull", "draw R"), branches=(branch,)), path)
    code, out, _ = run(capsys, "replay", str(path))
    assert code == 0
    assert out.endswith("2 moves, 1 more line; every move is legal.\nResult: the game is not over.\n")


def test_the_first_wrong_move_of_a_record_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "wrong.json"
    save(Record(game="matadoon", position=POSITION, moves=("bull", "draw R", "R@a1", "hop")), path)
    code, out, err = run(capsys, "replay", str(path))
    assert (code, out) == (2, "")
    assert re.fullmatch(
        r"matadojo: .*wrong\.json: moves, move 3: R@a1 is not legal here: First .* draws a chip.*\n", err
    )
    branch = Branch(line=0, ply=0, moves=("hop",))
    save(Record(game="matadoon", position=POSITION, moves=("bull",), branches=(branch,)), path)
    assert "wrong.json: branch 1, move 1: 'hop'" in run(capsys, "replay", str(path))[2]


def test_a_page_is_written(capsys: pytest.CaptureFixture[str], position: str, tmp_path: Path) -> None:
    """That it steps without a server is tested with the other parts, in a browser."""
    path = tmp_path / "page.html"
    code, out, err = run(capsys, "export", "matadoon", position, "--move", "bull", "--move", "draw R", "-o", str(path))
    assert (code, out, err) == (0, f"{path}\n", "")
    text = path.read_text(encoding="utf-8")
    assert "jumps over the chip on c1" in text
    assert not re.search(r"""(?:src|href)=["']?(?:https?:)?//""", text)


def test_a_lesson_is_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """By its number, its name, or the file of one. That it can be taken is tested in a browser."""
    path, own = tmp_path / "lesson.html", tmp_path / "mine.yaml"
    own.write_text("title: Mine\nteaches: [end.catch]\nactivities:\n- tell: Hello.\n", encoding="utf-8")
    asked = [["--lesson", "matanga/1"], ["--lesson", "matanga/01-one-pencil-for-all"], ["lion", "--lesson", str(own)]]
    for one in asked:
        assert run(capsys, "export", *one, "-o", str(path)) == (0, f"{path}\n", "")
        assert not re.search(r"""(?:src|href)=["']?(?:https?:)?//""", path.read_text(encoding="utf-8"))
    assert "<title>Mine</title>" in path.read_text(encoding="utf-8")
    code, _, err = run(capsys, "export", "lion", "--lesson", str(own), "-o", str(own))
    assert code == 2
    assert "another file" in err


WRONG: list[tuple[list[str], str]] = [
    ([], "COMMAND"),
    (["dance"], "'dance'"),
    (["trace"], "GAME, POSITION, MOVE"),
    (["trace", "chess", "x", "y"], "there is no game 'chess'; there are matadoon"),
    (["trace", "matadoon", POSITION], "MOVE"),
    (["trace", "matadoon", POSITION, "hop"], "'hop' is not a move of Matadoon"),
    (["trace", "matadoon", POSITION, "hop\nhop"], "is not a move"),
    (["trace", "matadoon", POSITION, ""], "is not a move"),
    (["trace", "matadoon", "none.yaml", "bull"], "none.yaml: cannot be read: No such file"),
    (["trace", "matadoon", "nothing", "bull"], "'nothing' is neither a file nor a position"),
    (["trace", "matadoon", "", "bull"], "neither a file nor a position"),
    (["trace", "matadoon", "/", "bull"], "/: cannot be read"),
    (["trace", "matadoon", "x" * 5000, "bull"], "neither a file nor a position"),
    (["trace", "matadoon", "arena: [1", "bull"], "is not YAML"),
    (["trace", "matadoon", "arena: ring9", "bull"], "arena: expected"),
    (["trace", "matadoon", "a\udcffb", "bull"], "neither a file nor a position"),
    (["trace", "--language", "xx", "matadoon", POSITION, "bull"], "'xx'"),
    (["replay"], "RECORD"),
    (["replay", "none.json"], "none.json: cannot be read: No such file"),
    (["replay", "/"], "/: cannot be read"),
    (["export", "matadoon", POSITION, "-o", "x.html"], "--move"),
    (["export", "matadoon", POSITION, "--move", "bull"], "-o"),
    (["export", "matadoon", POSITION, "--move", "R@a1", "-o", "x.html"], "R@a1 is not legal here"),
    (["export", "matadoon", POSITION, "--move", "bull", "-o", "/no/such/folder/x.html"], "cannot be written"),
    (["export", "matadoon", POSITION, "--move", "bull", "-o", "-"], "expected the name of a file"),
    (["export", "--lesson", "matadoon/99", "-o", "x.html"], "has lessons 1 to"),
    (["export", "--lesson", "chess/1", "-o", "x.html"], "there is no game 'chess'"),
    (["export", "--lesson", "matadoon/1", "lion", POSITION, "-o", "x.html"], "either a lesson, or a position"),
    (["export", "--lesson", "none.yaml", "-o", "x.html"], "none.yaml: cannot be read"),
    (["serve", "--origin", "a:99999"], "expected a host"),
    (["serve", "--port", "99999"], "expected a port from 0 to 65535, got '99999'"),
    (["serve", "--port", "-1"], "--port"),
    (["serve", "--port", "http"], "expected a port"),
    (["serve", "--origin", "http://x"], "expected a host"),
    (["serve", "--address", "203.0.113.9"], "there is no address '203.0.113.9' on this computer"),
]


@pytest.mark.parametrize(("arguments", "expected"), WRONG, ids=range(len(WRONG)))
def test_whatever_is_wrong_is_one_line_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], expected: str
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert expected in err
    assert len(err) < 700
    assert err.startswith("matadojo")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"\xff\xfea\x00", "standard input: is not UTF-8 text (byte 0)"),
        (b"a: " + b"x" * 2_000_000, "standard input: is too long for a position"),
        (b"", "standard input: "),
        (b"\x00" * 100, "standard input: "),
    ],
)
def test_what_is_no_position_at_all(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, data: bytes, expected: str
) -> None:
    give(monkeypatch, data)
    code, out, err = run(capsys, "trace", "matadoon", "-", "bull")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert expected in err
    give(monkeypatch, data)
    assert run(capsys, "replay", "-")[0] == 2


@pytest.mark.parametrize("command", ["", "serve", "trace", "replay", "export"])
def test_the_help_says_what_there_is(capsys: pytest.CaptureFixture[str], command: str) -> None:
    code, out, err = run(capsys, *filter(None, [command]), "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"usage: matadojo {command}".strip())
    if command in ("trace", "export"):
        assert all(id in out for id in GAMES)


def test_a_page_does_not_take_the_place_of_its_position(capsys: pytest.CaptureFixture[str], position: str) -> None:
    code, out, err = run(capsys, "export", "matadoon", position, "--move", "bull", "-o", position)
    assert (code, out) == (2, "")
    assert "holds the position" in err
    assert Path(position).read_text(encoding="utf-8") == POSITION


def test_whoever_stops_reading_is_no_error(position: str) -> None:
    """Also where so much is written that the pipe is full when its reader goes."""
    moves = ["bull", *["draw R"] * 4000]
    with subprocess.Popen(
        [*COMMAND, "trace", "matadoon", position, *moves], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode in (0, 1)


def test_words_reach_a_terminal_that_knows_only_ascii(position: str) -> None:
    run = subprocess.run(
        [*COMMAND, "trace", "matadoon", position, "büll"], capture_output=True, cwd=ROOT, check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    )  # fmt: skip
    assert run.returncode == 2
    assert b"Traceback" not in run.stderr


@pytest.fixture
def served() -> Any:
    """A server started by the command on a free port, and its address."""
    process = subprocess.Popen(
        [*COMMAND, "serve", "--port", "0", "--no-open"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        cwd=ROOT,
    )  # fmt: skip
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http://localhost:(\d+)", line)
    assert found, line
    yield process, int(found[1])
    process.kill()
    process.communicate()


def test_the_pages_are_served_and_packed_and_stop_when_told(served: tuple[subprocess.Popen[str], int]) -> None:
    process, port = served
    for page in ("", "index", "matadoon"):
        request = urllib.request.Request(f"http://localhost:{port}/{page}", headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            assert answer.status == 200
            assert answer.headers["Content-Encoding"] == "gzip"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (0, "", "")


def test_a_port_in_use_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, out, err = run(capsys, "serve", "--address", "127.0.0.1", "--port", str(port), "--no-open")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"port {port} is in use already" in err


LESSON = "title: Bull\nteaches: [bull.stop]\nposition:\n  arena: vs5\n  board: |\n{board}\nactivities:\n{activities}\n"
BOARD = "\n".join(f"    {row}" for row in POSITION.splitlines()[2:])


def lesson(tmp_path: Path, activities: str) -> str:
    path = tmp_path / "lesson.yaml"
    path.write_text(LESSON.format(board=BOARD, activities=activities), encoding="utf-8")
    return str(path)


def test_all_lessons_are_checked(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "lessons", "check")
    assert (code, err) == (0, "")
    assert re.fullmatch(r"\d+ lessons checked; nothing is wrong\.\n", out)
    assert run(capsys, "lessons", "check", "--game", "matadoon")[0] == 0


def test_a_lesson_file_is_checked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    good = lesson(tmp_path, "- predict: stop\n  move: bull\n  text: Where?")
    assert run(capsys, "lessons", "check", "--game", "matadoon", good) == (
        0,
        "1 lesson checked; nothing is wrong.\n",
        "",
    )


def test_the_faults_of_a_lesson_are_told_one_a_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bad = lesson(tmp_path, "- why: bull\n  text: Why?\n  among: [bull.stop, bull.wall]\n- find: draw\n  text: Draw.")
    code, out, err = run(capsys, "lessons", "check", "--game", "matadoon", bad)
    assert (code, out) == (2, "")
    assert err.splitlines() == [
        f"{bad}:12: activities.0.why: bull is legal, so no rule refuses it",
        f"{bad}:15: activities.1.find: the goal cannot be reached in 1 moves",
    ]
    code, _, err = run(capsys, "lessons", "check", bad, str(tmp_path / "no.yaml"))
    assert code == 2
    assert len(err.splitlines()) == 2
    assert "lies in no folder <game>/lessons" in err
    assert "cannot be read" in err
