"""The addresses of the classroom, besides its pages: what ``serving`` adds to the server."""

from __future__ import annotations

from typing import Any

from tornado.ioloop import IOLoop, PeriodicCallback

from .classes import classes
from .hall import BEAT, Hall
from .join import JoinPage
from .limits import Doors
from .sockets import ClassSocket


class School:
    """The classroom of one server process."""

    def __init__(self, hall: Hall, doors: Doors) -> None:
        self.hall, self.doors = hall, doors
        self._timers = [PeriodicCallback(self.hall.beat, BEAT * 1000)]

    @property
    def patterns(self) -> list[tuple[Any, ...]]:
        """For the server's ``extra_patterns``."""
        return [
            (r"/join", JoinPage),
            (r"/class/socket", ClassSocket, {"hall": self.hall, "doors": self.doors}),
        ]

    def start(self, loop: IOLoop) -> None:
        """Begin what is done from time to time."""
        for timer in self._timers:
            loop.add_callback(timer.start)

    def close(self) -> None:
        """Write what has come, and let go of everything."""
        for timer in self._timers:
            timer.stop()
        self.hall.close()


def open_school() -> School:
    """The classroom of this process.

    Raises:
        DatabaseError: the database cannot be opened.
    """
    return School(Hall(classes()), Doors())
