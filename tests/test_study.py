"""Studies: the same table whoever plays, in whatever order, and after whatever stop."""

from __future__ import annotations

import csv
import json
import random
import sys
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster

from apps.cli import main
from apps.study import pictures, run
from apps.study.run import GAMES, SUMMARY, read, run_study
from engine import GameError, get_game
from engine import study as studying
from engine.players import play, player
from engine.study import Study, wilson

LION = Study("lion", games=23, seed=5)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces of a few games. Other processes have their usual size: what they play is made up of whole pieces there."""
    monkeypatch.setattr(studying, "CHUNK", 5)


def whole(study: Study, folder: Path) -> tuple[bytes, bytes]:
    run_study(study, folder, workers=1)
    return (folder / GAMES).read_bytes(), (folder / SUMMARY).read_bytes()


def test_a_row_is_a_game(tmp_path: Path) -> None:
    study = Study("matadoon", games=4, seed=3, seats=2)
    whole(study, tmp_path / "study")
    rows = read(tmp_path / "study")
    assert [row["game"] for row in rows] == ["0", "1", "2", "3"]
    game = get_game("matadoon")
    for row in rows:
        state = game.initial_state(seats=2, start=int(row["start"]))
        minds = [player(game, "random")] * 2
        moves = list(play(game, state, minds, random.Random(f"3 {row['game']}")))
        end = moves[-1][1]
        outcome = game.outcome(end)
        assert outcome is not None
        assert row["winner"] == ("" if outcome.winner is None else str(outcome.winner))
        assert (row["rule"], int(row["moves"]), int(row["rounds"])) == (outcome.rule, len(moves), end.round)
        assert int(row["removed"]) == len(end.out)
        hits = sum(int(row[f"hits_{chip}"]) for chip in ("R", "L", "J", "T", "none"))
        assert hits >= int(row["removed"]) * 2 - 1


def test_maatatahay_counts_points_and_the_dead(tmp_path: Path) -> None:
    study = Study("maatatahay", games=3, seed=2)
    whole(study, tmp_path / "study")
    for row in read(tmp_path / "study"):
        assert 1 <= int(row["turns"]) <= 12
        points = [int(row[f"points_{tribe}"]) for tribe in ("balan", "wazu")]
        if points[0] != points[1]:
            assert row["winner"] == str(int(points[1] > points[0]))
        assert row["rule"] != "end.deaths" or max(int(row["dead_balan"]), int(row["dead_wazu"])) >= 6


def test_a_study_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    once = whole(LION, tmp_path / "once")
    folder = tmp_path / "stopped"
    told: list[int] = []

    def stop(done: int, count: int) -> None:
        told.append(done)
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_study(LION, folder, workers=1, tell=stop)
    assert not (folder / GAMES).exists()
    (folder / "chunks" / "000003.part").write_text("half a pie")
    played: list[int] = []
    chunk = Study.chunk
    monkeypatch.setattr(Study, "chunk", lambda self, number: played.append(number) or chunk(self, number))
    assert whole(LION, folder) == once
    assert played == [2, 3, 4]
    assert told == [0, 1, 2]


def test_another_study_is_not_mixed_in(tmp_path: Path) -> None:
    whole(LION, tmp_path / "study")
    for other in (Study("lion", games=23, seed=6), Study("lion", games=24, seed=5), Study("lion", 23, 5, ("easy",))):
        with pytest.raises(GameError, match="holds a study with other settings"):
            run_study(other, tmp_path / "study", workers=1)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(GameError, match="not empty"):
        run_study(LION, tmp_path / "mine", workers=1)


def test_processes_give_the_same_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studying, "CHUNK", 100)  # as in the other processes
    study = Study("lion", games=250, seed=9)
    once = whole(study, tmp_path / "once")
    run_study(study, tmp_path / "two", workers=2)
    assert ((tmp_path / "two" / GAMES).read_bytes(), (tmp_path / "two" / SUMMARY).read_bytes()) == once


def test_a_cluster_gives_the_same_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    once = whole(LION, tmp_path / "once")
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None) as cluster:
        run_study(LION, tmp_path / "many", scheduler=cluster.scheduler_address)
    assert (tmp_path / "many" / GAMES).read_bytes() == once[0]


def test_without_a_cluster_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(GameError, match="no Dask scheduler answers at nonsense"):
        run_study(LION, tmp_path / "a", scheduler="nonsense://nowhere")
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(GameError, match=r"matadojo\[cluster\]"):
        run_study(LION, tmp_path / "b", scheduler="tcp://localhost:1")


def test_the_summary_counts_wins_by_seat(tmp_path: Path) -> None:
    whole(LION, tmp_path / "study")
    with (tmp_path / "study" / SUMMARY).open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["seat"] for row in rows] == ["0", "1", ""]
    assert sum(int(row["wins"]) for row in rows) == 23
    low, high = wilson(int(rows[0]["wins"]), 23)
    assert (float(rows[0]["low"]), float(rows[0]["high"])) == (round(low, 6), round(high, 6))


@pytest.mark.parametrize("id", ["matadoon", "maatatahay", "lion"])
def test_pictures_are_one_page_that_asks_nobody(tmp_path: Path, id: str) -> None:
    study = Study(id, games=6)
    whole(study, tmp_path / "study")
    text = pictures.draw(study, tmp_path / "study").read_text(encoding="utf-8")
    assert '<script type="text/javascript" src=' not in text
    assert "Share of the games by winner" in text
    assert ("Bullfighters hit" in text) == (id == "matadoon")
    assert ("Points of balan" in text) == (id == "maatatahay")


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"games": 0}, "at least one game"),
        ({"players": ("easy", "random", "easy")}, "2 players"),
        ({"players": ("easy", "random", "easy"), "seats": 2}, "expected 1 player or 2"),
        ({"players": ("genius",)}, "no player 'genius'"),
        ({"ruleset": "loud"}, "no ruleset"),
        ({"options": {"size": 3}}, "not an option"),
    ],
)
def test_what_cannot_be_played_is_said(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(GameError, match=says):
        Study(**{"game": "lion", "games": 1, **wrong})


def test_the_command_plays_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "a study"
    command = ["study", "matadoon", "--games", "7", "--seed", "2", "--ruleset", "butadoon", "--players", "easy,random",
               "--option", "wall_hits=3", "--workers", "1", "-o", str(folder)]  # fmt: skip
    assert main(command) == 0
    out = capsys.readouterr().out
    assert out.startswith("seat,player,games,wins,share,low,high\n0,easy,7,")
    settings = json.loads((folder / "study.json").read_text(encoding="utf-8"))
    assert settings["options"] == {"wall_hits": 3}
    assert settings["players"] == ["easy", "random"]
    assert {path.name for path in folder.iterdir()} == {"study.json", "study.html", "chunks", GAMES, SUMMARY}
    assert main(command) == 0
    command[command.index("7")] = "8"
    assert main(command) == 2
    assert "other settings" in capsys.readouterr().err


def test_a_setting_is_name_and_value(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["study", "lion", "--option", "reach"])
    assert "NAME=VALUE" in capsys.readouterr().err


def test_pieces_are_handed_out_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting, most = 0, 0

    def submit(number: int) -> Future[str]:
        nonlocal waiting, most
        waiting += 1
        most = max(most, waiting)
        future: Future[str] = Future()
        future.set_result(str(number))
        return future

    seen = []
    for number, text in run._in_turn(submit, list(range(20)), 4, False):
        waiting -= 1
        seen.append(number)
        assert text == str(number)
    assert sorted(seen) == list(range(20))
    assert most <= 4
