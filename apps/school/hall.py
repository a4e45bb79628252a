"""The screens that are connected to this process, by class, and what is told to them.

What all screens of a class show is made into text once, and packed once for browsers that can unpack it.
"""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Protocol, TypeVar

from sqlalchemy import update
from sqlalchemy.orm import Session

from . import pupils
from .bus import Message, Unsubscribe
from .classes import Classes
from .pupils import News
from .tables import PupilRow
from .writer import Writer

BEAT = 10.0
"""Seconds after which the database is told again who is connected."""
HERE = timedelta(seconds=25)
"""So long a screen counts as connected after that."""
AROUND = timedelta(minutes=15)
"""So long a pupil who said that they look around counts as away without any screen."""
PACK = 2_000
"""Longer texts are packed."""
T = TypeVar("T")


class Text:
    """A message as it is sent, made once for all."""

    def __init__(self, message: Mapping[str, Any] | str) -> None:
        compact = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        self.plain = message if isinstance(message, str) else compact

    @cached_property
    def packed(self) -> bytes | None:
        """The same in gzip, where that is worth it."""
        return gzip.compress(self.plain.encode(), 6) if len(self.plain) > PACK else None


class Screen(Protocol):
    """A connected screen."""

    pupil: int | None

    def tell(self, version: int, text: Text) -> None:
        """Send something, unless what is shown is as new."""

    def send(self, message: dict[str, Any]) -> None:
        """Send something to this screen alone."""

    def dismiss(self, why: str) -> None:
        """The pupil is in the class no more, or the class is over."""

    def refresh(self) -> None:
        """Messages may have been lost: read everything anew."""


class Room:
    """The screens of one class in this process."""

    def __init__(self, class_id: str) -> None:
        self.class_id = class_id
        self.screens: set[Screen] = set()
        self.version = 0
        self.texts: dict[tuple[str, int], Text] = {}
        self.unsubscribe: Unsubscribe = lambda: None

    def hear(self, message: Message) -> None:
        """Something was told on the class's topic."""
        if message.get("again"):
            for screen in list(self.screens):
                screen.refresh()
            return
        send, version, to = message["send"], message["v"], message["to"]
        meant = [screen for screen in self.screens if to in (None, screen.pupil)]
        if "gone" in send:
            for screen in meant:
                screen.dismiss(send["gone"])
        elif version > self.version:
            self.version = version
            text = Text(send)
            self._keep(send, text)
            for screen in meant:
                screen.tell(version, text)

    def _keep(self, send: Mapping[str, Any], text: Text) -> None:
        """Those who come later get the same text."""
        for kind in ("show", "ask", "reveal"):
            if kind in send:
                self.texts = {key: kept for key, kept in self.texts.items() if key[0] != kind}
                if send[kind] is not None:
                    self.texts[kind, send[kind]["id"]] = text


class Hall:
    """The classes whose screens are connected to this process. Lives on one event loop."""

    def __init__(self, classes: Classes) -> None:
        self.classes = classes
        self.writer = Writer(classes)
        self.readers = ThreadPoolExecutor(2, "classes-read")
        self.rooms: dict[str, Room] = {}
        self.sockets: dict[int, int] = {}
        """Pupil -> how many screens are connected here."""

    def enter(self, class_id: str, screen: Screen) -> Room:
        """A screen listens to a class from now on."""
        room = self.rooms.get(class_id)
        if room is None:
            room = self.rooms[class_id] = Room(class_id)
            room.unsubscribe = self.classes.bus.subscribe(f"class:{class_id}", room.hear)
        room.screens.add(screen)
        return room

    def settle(self, screen: Screen, pupil: int) -> None:
        """The screen is that of a pupil."""
        screen.pupil = pupil
        self.sockets[pupil] = self.sockets.get(pupil, 0) + 1
        if self.sockets[pupil] == 1:
            self.writer.note(lambda session, news: here(session, news, pupil, self.classes.clock() + HERE))

    def exit(self, room: Room, screen: Screen) -> None:
        """The screen is connected no more."""
        room.screens.discard(screen)
        if not room.screens and self.rooms.get(room.class_id) is room:
            room.unsubscribe()
            del self.rooms[room.class_id]
        pupil, screen.pupil = screen.pupil, None
        if pupil is None:
            return
        self.sockets[pupil] -= 1
        if not self.sockets[pupil]:
            del self.sockets[pupil]
            self.writer.note(lambda session, news: gone(session, news, pupil, self.classes.clock()))

    def beat(self) -> None:
        """Tell the database who is connected."""
        if not self.sockets:
            return
        ids, until = list(self.sockets), self.classes.clock() + HERE
        self.writer.note(
            lambda session, _: session.execute(update(PupilRow).where(PupilRow.id.in_(ids)).values(here=until))
        )

    async def text(self, room: Room, kind: str, id: int) -> Text | None:
        """The text of a show, a question or a reveal; None where it has gone."""
        found = room.texts.get((kind, id))
        if found is None:
            found = await self.read(lambda: self._load(kind, room.class_id, id))
            if found is not None:
                room.texts[kind, id] = found
        return found

    def read(self, what: Callable[[], T]) -> asyncio.Future[T]:
        """Read something in another thread."""
        return asyncio.get_running_loop().run_in_executor(self.readers, what)

    def _load(self, kind: str, class_id: str, id: int) -> Text | None:
        with self.classes.database.reading() as session:
            found = LOADERS[kind](session, class_id, id)
        return None if found is None else Text(f'{{"{kind}":{found}}}')

    def close(self) -> None:
        """Let go of everything."""
        for room in self.rooms.values():
            room.unsubscribe()
        self.rooms.clear()
        self.writer.close()
        self.readers.shutdown()


LOADERS: Mapping[str, Callable[[Session, str, int], str | None]] = {
    "show": pupils.show_text, "ask": pupils.ask_text, "reveal": pupils.reveal_text,
}  # fmt: skip


def here(session: Session, news: News, pupil: int, until: datetime) -> None:
    """A screen of a pupil is connected."""
    row = session.get(PupilRow, pupil)
    if row is not None:
        row.here = until
        news.teacher(row.class_id, "roster")


def gone(session: Session, news: News, pupil: int, at: datetime) -> None:
    """The last screen of a pupil, as far as this process knows, is connected no more."""
    row = session.get(PupilRow, pupil)
    if row is not None:
        row.here = at + AROUND if row.away else at
        news.teacher(row.class_id, "roster")
