"""The addresses of the classroom, besides its pages: what ``serving`` adds to the server."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any

from tornado.ioloop import IOLoop, PeriodicCallback

from engine.errors import GameError

from . import cleaning
from .classes import classes
from .games import games
from .hall import BEAT, Hall
from .join import JoinPage
from .limits import Doors
from .sockets import ClassSocket

log = logging.getLogger("matadojo")


class School:
    """The classroom of one server process.

    Args:
        cleaners: each deletes what nobody has used for long; called now and then, in a thread.
    """

    running = False
    """Whether there is one: `panel serve` has the pages, but no screens of pupils."""

    def __init__(self, hall: Hall, doors: Doors, cleaners: Sequence[Callable[[], Any]] = ()) -> None:
        self.hall, self.doors, self.cleaners = hall, doors, cleaners
        self._timers = [
            PeriodicCallback(self.hall.beat, BEAT * 1000),
            PeriodicCallback(self._clean, cleaning.EVERY * 1000, jitter=0.5),
        ]

    @property
    def patterns(self) -> list[tuple[Any, ...]]:
        """For the server's ``extra_patterns``."""
        return [
            (r"/join", JoinPage),
            (r"/class/socket", ClassSocket, {"hall": self.hall, "doors": self.doors}),
        ]

    def start(self, loop: IOLoop) -> None:
        """Begin what is done from time to time."""
        School.running = True
        for timer in self._timers:
            loop.add_callback(timer.start)
        loop.add_callback(self._clean)

    async def _clean(self) -> None:
        for clean in self.cleaners:
            try:
                await self.hall.read(clean)
            except GameError as error:
                log.warning("classroom: old things are not deleted: %s", error)

    def close(self) -> None:
        """Write what has come, and let go of everything."""
        for timer in self._timers:
            timer.stop()
        self.hall.close()


def open_school() -> School:
    """The classroom of this process.

    Raises:
        GameError: the database cannot be opened, or an environment variable says what cannot be.
    """
    own = classes()
    cleaning.kept(cleaning.LEARNER_DAYS)
    return School(Hall(own), Doors(), [own.clean, games().clean, lambda: cleaning.forget_learners(own.database)])
