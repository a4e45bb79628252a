"""Writes what many pupils do at once in few transactions, in a thread of its own, so that the server never waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from engine.errors import GameError

from ..db import unusable
from .classes import Classes
from .pupils import News
from .refusal import Refusal

MOST = 100
"""Acts that are written in one transaction."""
T = TypeVar("T")
Act = Callable[[Session, News], T]


class _Job(NamedTuple):
    act: Act[Any]
    done: Future[Any]


class Writer:
    """Takes acts and writes them in the order in which they came. An act is done when its transaction is written."""

    def __init__(self, classes: Classes) -> None:
        self._classes = classes
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name="classes", daemon=True)
        self._thread.start()

    def do(self, act: Act[T]) -> asyncio.Future[T]:
        """Let something be written.

        Returns:
            what the act gives, once that is in the database; a :class:`GameError` where nothing of it is.
        """
        job = _Job(act, Future())
        self._jobs.put(job)
        return asyncio.wrap_future(job.done)

    def note(self, act: Act[Any]) -> None:
        """Let something be written that nobody waits for."""
        self._jobs.put(_Job(act, Future()))

    def close(self) -> None:
        """Write what has come, then stop."""
        self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        while True:
            jobs = [self._jobs.get()]
            while len(jobs) < MOST and jobs[-1] is not None:
                try:
                    jobs.append(self._jobs.get_nowait())
                except Empty:
                    break
            waiting = [job for job in jobs if job is not None]
            if waiting:
                self._write(waiting)
            if jobs[-1] is None:
                return

    def _write(self, jobs: list[_Job]) -> None:
        """Write jobs together; where that fails, as when two processes wait for each other, one by one."""
        try:
            given = self._together(jobs)
        except Exception as error:  # a thread that dies would keep everybody waiting
            if len(jobs) == 1:
                wrong = error if isinstance(error, GameError) else unusable(error)
                jobs[0].done.set_exception(wrong)
                return
            for job in jobs:
                self._write([job])
            return
        for job, value in zip(jobs, given, strict=True):
            if isinstance(value, Refusal):
                job.done.set_exception(value)
            else:
                job.done.set_result(value)

    def _together(self, jobs: list[_Job]) -> list[Any]:
        given: list[Any] = []
        with self._classes.act() as (session, news):
            for job in jobs:
                own = News()
                try:
                    with session.begin_nested():
                        value = job.act(session, own)
                except Refusal as refusal:
                    value = refusal
                except IntegrityError:  # the pupil, class or question went in this moment
                    value = Refusal("no_pupil")
                else:
                    news.add(own)
                given.append(value)
        return given
