"""``matadojo solve lion``: never a whole solution in here, only little ones."""

from __future__ import annotations

import errno
import io
from pathlib import Path
from typing import Any

import pytest

from apps.cli import main
from apps.parts.solving import bar
from engine.lion import solver
from engine.lion.tablebase import TABLE, open_table


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        code = main(["solve", *arguments])
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Lets the command solve the Lions alone; holds the threads of each time."""
    whole, times = solver.solve, []

    def solve(folder: Path, progress: Any, threads: int) -> Path:
        times.append(threads)
        return whole(folder, progress, threads, material=(0, 0, 0))

    monkeypatch.setattr(solver, "solve", solve)
    return times


def test_a_table_is_made_once_and_found_again(
    small: list[int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "new" / "folder"
    code, out, err = run(capsys, "lion", "--folder", str(folder), "--threads", "1")
    assert (code, err, small) == (0, "", [1])
    assert str(folder / TABLE) in out
    assert "100 %" in out
    assert len(open_table(folder / TABLE)) > 0
    code, out, err = run(capsys, "lion", "--folder", str(folder))
    assert (code, out, err, small) == (0, f"The table is there already: {folder / TABLE}\n", "", [1])


def test_a_damaged_table_is_told_and_made_anew(
    small: list[int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / TABLE).write_bytes(b"x" * 500)
    code, _, err = run(capsys, "lion", "--folder", str(tmp_path))
    assert (code, small) == (0, [2])
    assert "not a table" in err
    open_table(tmp_path / TABLE)


def test_without_numba_one_line_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.parts.solving.find_spec", lambda name: None)
    code, out, err = run(capsys, "lion", "--folder", str(tmp_path))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "matadojo[solve]" in err
    assert "pip install numba" in err


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    code, out, err = run(capsys, "lion", "--folder", str(tmp_path / "file"))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "cannot be written" in err


def test_a_full_disk_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> Path:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(solver, "solve", full)
    code, _, err = run(capsys, "lion", "--folder", str(tmp_path))
    assert (code, err.count("\n")) == (2, 1)
    assert err.endswith("the table cannot be written here: No space left on device\n")


@pytest.mark.parametrize(
    "wrong", [["matadoon"], [], ["lion", "--threads", "0"], ["lion", "--threads", "x"], ["lion", "--threads", "99"]]
)
def test_wrong_arguments_are_one_line(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, *wrong)
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_the_bar_stays_in_one_line_of_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    show = bar(terminal)
    for done in range(5):
        show(done, 4, "done" if done == 4 else "back from 3 plies")
    assert terminal.getvalue().count("\n") == 1
    assert all(len(line) == 79 for line in terminal.getvalue().strip("\r\n").split("\r"))
