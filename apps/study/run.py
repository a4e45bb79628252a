"""Play a study and keep it in a folder, a piece at a time.

``study.json`` tells what is played, ``chunks/`` holds the pieces that are done, each written whole or not at all, and
``games.csv`` and ``summary.csv`` come at the end. Whatever stops a study, the same call goes on from there; the tables
are the same to the byte, wherever and in whatever order the pieces were played.
"""

from __future__ import annotations

import csv
import multiprocessing
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from engine import GameError
from engine.study import Study, table, wilson

SETTINGS, CHUNKS, GAMES, SUMMARY = "study.json", "chunks", "games.csv", "summary.csv"
AHEAD = 3
"""Pieces that wait for each worker, so that none is idle."""
Tell = Callable[[int, int], None]


def run_study(
    study: Study, folder: Path | str, *, workers: int | None = None, scheduler: str | None = None,
    tell: Tell = lambda done, count: None,
) -> Path:  # fmt: skip
    """Play what is not played yet, and write the tables.

    Args:
        folder: where the study is kept; it is made.
        workers: processes on this computer; 1: this one; None: one for each core.
        scheduler: the address of a Dask scheduler, whose workers play instead (extra ``cluster``).
        tell: hears how many pieces are done, out of how many.

    Returns:
        the table ``games.csv``.

    Raises:
        GameError: the folder holds another study, or Dask is not there.
    """
    folder = Path(folder)
    _claim(folder, study)
    missing = [number for number in range(study.chunks) if not _chunk(folder, number).exists()]
    done = study.chunks - len(missing)
    tell(done, study.chunks)
    for number, text in _played(study, missing, workers, scheduler):
        _write(_chunk(folder, number), text)
        done += 1
        tell(done, study.chunks)
    head = table([study.columns])
    chunks = (_chunk(folder, number).read_text(encoding="utf-8") for number in range(study.chunks))
    _write(folder / GAMES, head + "".join(chunks))
    _write(folder / SUMMARY, table(summary(study, read(folder))))
    return folder / GAMES


def read(folder: Path | str) -> list[dict[str, str]]:
    """The rows of a study that has been played."""
    with (Path(folder) / GAMES).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def summary(study: Study, rows: Iterable[dict[str, str]]) -> list[list[Any]]:
    """Heads and rows: who won how often, by seat, with the 95% interval, and how often nobody did."""
    wins = Counter(row["winner"] for row in rows)
    found: list[list[Any]] = [["seat", "player", "games", "wins", "share", "low", "high"]]
    for seat, name in [*enumerate(study.players), ("", "draw")]:
        count = wins[str(seat)]
        low, high = wilson(count, study.games)
        shares = (f"{share:.6f}" for share in (count / study.games, max(0.0, low), min(1.0, high)))
        found.append([seat, name, study.games, count, *shares])
    return found


def _claim(folder: Path, study: Study) -> None:
    """Make the folder a study's own."""
    file = folder / SETTINGS
    if file.exists():
        if file.read_text(encoding="utf-8") != study.settings():
            raise GameError(
                "{folder} holds a study with other settings (see {file}); choose another folder, or delete this one",
                folder=str(folder), file=SETTINGS,
            )  # fmt: skip
        return
    if folder.exists() and any(folder.iterdir()):
        raise GameError("{folder} is not empty and holds no study; choose another folder", folder=str(folder))
    (folder / CHUNKS).mkdir(parents=True, exist_ok=True)
    _write(file, study.settings())


def _chunk(folder: Path, number: int) -> Path:
    return folder / CHUNKS / f"{number:06d}.csv"


def _write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(exist_ok=True)
    part = path.with_suffix(".part")
    with part.open("w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


# Who plays ------------------------------------------------------------------------------------------------------------


def _played(
    study: Study, missing: list[int], workers: int | None, scheduler: str | None
) -> Iterator[tuple[int, str]]:  # fmt: skip
    """The pieces with their rows, as they come."""
    count = workers or os.cpu_count() or 1
    if not missing:
        return
    if scheduler is not None:
        with _cluster(scheduler) as client:
            yield from _in_turn(
                lambda number: client.submit(study.chunk, number, pure=False), missing, AHEAD * _cores(client), True
            )
    elif count == 1:
        yield from ((number, study.chunk(number)) for number in missing)
    else:
        pool = ProcessPoolExecutor(count, mp_context=multiprocessing.get_context("spawn"))
        try:
            yield from _in_turn(lambda number: pool.submit(study.chunk, number), missing, AHEAD * count, False)
        finally:
            pool.shutdown(cancel_futures=True)


def _in_turn(
    submit: Callable[[int], Any], numbers: list[int], ahead: int, dask: bool
) -> Iterator[tuple[int, str]]:  # fmt: skip
    """Hand pieces out, never many more than are worked at."""
    rest = iter(numbers)
    waiting: dict[Any, int] = {submit(number): number for number in islice(rest, ahead)}
    while waiting:
        finished = _finished(list(waiting), dask)
        for future in finished:
            number = waiting.pop(future)
            yield number, future.result()
            for following in islice(rest, 1):
                waiting[submit(following)] = following


def _finished(futures: list[Any], dask: bool) -> Iterable[Any]:
    if dask:
        from distributed import wait as dask_wait

        return list(dask_wait(futures, return_when=FIRST_COMPLETED).done)
    own: list[Future[str]] = futures
    return wait(own, return_when=FIRST_COMPLETED).done


@contextmanager
def _cluster(address: str) -> Iterator[Any]:
    try:
        from distributed import Client
    except ImportError as error:
        raise GameError("a Dask cluster needs the extra: pip install 'matadojo[cluster]'") from error
    try:
        client = Client(address, timeout=20)
    except (OSError, ValueError, TypeError) as error:
        raise GameError("no Dask scheduler answers at {address}", address=address) from error
    with client:
        yield client


def _cores(client: Any) -> int:
    return max(1, sum(client.nthreads().values()))
