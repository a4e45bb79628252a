"""The websocket of a pupil's screen: ``docs/classroom.md`` tells what goes over it."""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlparse

from bokeh.server.util import check_allowlist
from bokeh.settings import settings
from tornado.ioloop import IOLoop
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from engine.errors import GameError
from engine.words import SOURCE_LANGUAGE, languages

from . import pupils, work
from .game_pupils import pupil_key
from .hall import Hall, Room, Text
from .limits import MESSAGE, SOCKETS, WAITING, Doors, Patience
from .names import read_code
from .refusal import Refusal, say

PATIENT = 60
"""Seconds within which a new socket says who it is."""
OVER, BUSY, STRANGE, TROUBLE = 4001, 4002, 4003, 1011
"""Why a socket is closed: in the class no more; too much; nothing that we understand; trouble of the server's own."""
log = logging.getLogger("matadojo")


class ClassSocket(WebSocketHandler):
    """A pupil's screen."""

    open_sockets = 0

    def initialize(self, hall: Hall, doors: Doors) -> None:
        """What all sockets of this process share."""
        self.hall, self.doors = hall, doors
        self.room: Room | None = None
        self.pupil: int | None = None
        self.token = ""
        self.version: int | None = None
        """That of the state which the screen shows; None as long as it shows none."""
        self.patience = Patience(30, 5)
        self.packs = self.get_query_argument("gz", "") == "1"
        asked = self.get_query_argument("lang", "")
        self.language = asked if asked in languages() else SOURCE_LANGUAGE

    # Tornado's side ---------------------------------------------------------------------------------------------------

    @property
    def max_message_size(self) -> int:
        """Bytes of a message; more closes the socket."""
        return MESSAGE

    @property
    def ping_interval(self) -> float:
        """Seconds after which a browser is asked whether it is still there."""
        return 15

    @property
    def ping_timeout(self) -> float:
        """Seconds within which it answers."""
        return 15

    def check_origin(self, origin: str) -> bool:
        """Only pages of this server may connect: those whose origin Bokeh's own sockets take."""
        allowed = settings.allowed_ws_origin() or self.application.websocket_origins  # type: ignore[attr-defined]
        return check_allowlist(urlparse(origin).netloc.lower(), list(allowed))

    def open(self, *args: str, **kwargs: str) -> None:
        """A browser has connected."""
        ClassSocket.open_sockets += 1
        self.set_nodelay(True)
        if ClassSocket.open_sockets > SOCKETS:
            self.close(BUSY, "too many")
            return
        self._timer = IOLoop.current().call_later(PATIENT, self._unknown)

    def on_close(self) -> None:
        """It has gone."""
        ClassSocket.open_sockets -= 1
        if hasattr(self, "_timer"):
            IOLoop.current().remove_timeout(self._timer)
        self._exit()

    def on_message(self, message: str | bytes) -> Awaitable[None] | None:
        """It says something."""
        if not self.patience.spend():
            self.close(BUSY, "too fast")
            return None
        try:
            said = json.loads(message)
        except (ValueError, RecursionError):
            said = None
        if not isinstance(said, dict):
            self.close(STRANGE, "not understood")
            return None
        n = said.get("n")
        n = n if type(n) is int and 0 <= n < 2**53 else None
        for verb, do in self.verbs.items():
            if verb in said:
                return self._answered(do(self, said[verb], n), n)
        self._refuse(n, Refusal("not_understood"))
        return None

    async def _answered(self, doing: Awaitable[None], n: int | None) -> None:
        """Carry something out, and say so when it is in the database."""
        try:
            await doing
        except Refusal as refusal:
            self._refuse(n, refusal)
        except GameError as error:
            log.warning("classroom: %s", error)
            if n is None:
                self.close(TROUBLE, "trouble")  # it comes back by itself
            else:
                self.send({"later": n, "why": self.says("trouble")})
        else:
            if n is not None:
                self.send({"ack": n})

    def _refuse(self, n: int | None, refusal: Refusal) -> None:
        self.send({"refused": n, "key": refusal.key, "why": refusal.told(self.language)})

    def says(self, key: str) -> str:
        """A sentence in the reader's language."""
        return say(key, self.language)

    def _unknown(self) -> None:
        if self.pupil is None:
            self.close(STRANGE, "nobody")

    # What a browser says ----------------------------------------------------------------------------------------------

    async def _join(self, said: Any, n: int | None) -> None:
        """``{"code", "nick", "token"?}``."""
        address = self.request.remote_ip or ""
        if not isinstance(said, dict):
            raise Refusal("not_understood")
        read_code(said.get("code"))  # what cannot be a code is no guess
        self.doors.knock(address)
        classes = self.hall.classes
        try:
            joined = await self.hall.writer.do(
                lambda session, news: pupils.join(
                    session, news, classes.clock(), said.get("code"), said.get("nick"), said.get("token")
                )
            )
        except Refusal as refusal:
            if refusal.key == "no_class":
                self.doors.wrong(address)
            raise
        self.doors.good(address)
        await self._show(joined.token, new=True)

    async def _hello(self, said: Any, n: int | None) -> None:
        """``{"token"}``."""
        await self._show(said.get("token") if isinstance(said, dict) else None)

    async def _answer(self, said: Any, n: int | None) -> None:
        """``{"question", "value"}``."""
        self._known()
        if not isinstance(said, dict):
            raise Refusal("not_understood")
        token, question, value = self.token, said.get("question"), said.get("value")
        at = self.hall.classes.clock
        try:
            kept = await self.hall.writer.do(
                lambda session, news: pupils.answer(session, news, at(), token, question, value, n)
            )
        except Refusal:
            IOLoop.current().spawn_callback(self._answered, self._remind(question), None)
            raise
        for screen in list(self.room.screens) if self.room else []:
            if screen is not self and screen.pupil == self.pupil:
                screen.send({"mine": [question, kept]})

    async def _remind(self, question: Any) -> None:
        """After an answer that was refused, such as a change that came too late: tell which one counts."""
        state = await self.hall.read(lambda: self.hall.classes.come_back(self.token))
        if state.asking == question and state.mine is not None:
            self.send({"mine": [state.asking, state.mine]})

    async def _away(self, said: Any, n: int | None) -> None:
        """``bool``."""
        self._known()
        await self.hall.writer.do(lambda session, news: pupils.away(session, news, self.token, said is True))

    async def _play(self, said: Any, n: int | None) -> None:
        """``true``: the way to the pupil's game."""
        self._known()
        pupil, at = self.pupil or 0, self.hall.classes.clock
        self.send({"go": await self.hall.writer.do(lambda session, news: pupil_key(session, at(), pupil))})

    async def _learner(self, said: Any, n: int | None) -> None:
        """The name under which the browser keeps progress."""
        self._known()
        await self.hall.writer.do(lambda session, news: work.link(session, news, self.token, said))

    async def _leave(self, said: Any, n: int | None) -> None:
        """``true``."""
        self._known()
        await self.hall.writer.do(lambda session, news: pupils.leave(session, news, self.token))

    verbs: dict[str, Callable[[ClassSocket, Any, int | None], Awaitable[None]]] = {  # noqa: RUF012 (never changed)
        "join": _join, "hello": _hello, "answer": _answer, "away": _away, "play": _play, "leave": _leave,
        "learner": _learner,
    }  # fmt: skip

    def _known(self) -> None:
        if self.pupil is None:
            raise Refusal("no_pupil")

    # What a browser is told -------------------------------------------------------------------------------------------

    async def _show(self, token: Any, *, new: bool = False) -> None:
        """Send everything that is to be seen, and from then on what changes."""
        classes = self.hall.classes
        self.version = None
        while True:
            state = await self.hall.read(lambda: classes.come_back(token))
            if self.room is None or self.room.class_id != state.class_id:
                self._exit()
                if self.ws_connection is None:
                    return
                self.room = self.hall.enter(state.class_id, self)
                continue  # what changed before we listened
            room = self.room
            revealed = state.asking if state.revealed else None
            named = (("show", state.show), ("ask", state.asking), ("reveal", revealed))
            shown = [(kind, id) for kind, id in named if id is not None]
            texts = {kind: await self.hall.text(room, kind, id) for kind, id in shown}
            if room.version <= state.version and None not in texts.values():
                break
        if self.ws_connection is None:
            self._exit()
            return
        self.token = token
        if self.pupil != state.pupil:
            self.hall.settle(self, state.pupil)
        self.send({"you": {**state.you, **({"token": token} if new else {})}})
        for kind in ("show", "ask"):
            text = texts.get(kind)
            self._write(text if text is not None else Text({kind: None}))
        if state.show is not None:
            self.send({"step": [state.show, state.cursor]})
        self.send({"work": work.links(state.work, self.language)})
        if state.asking is not None:
            self.send({"mine": [state.asking, state.mine]})
            if state.closed:
                self.send({"closed": state.asking})
        if texts.get("reveal") is not None:
            self._write(texts["reveal"])
        self.send({"game": state.game})
        self.send({"ready": True})
        self.version = state.version

    def tell(self, version: int, text: Text) -> None:
        """Send something that all screens get, unless what is shown is as new."""
        if self.version is not None and version > self.version:
            self.version = version
            self._write(text)

    def refresh(self) -> None:
        """Read everything anew."""
        if self.pupil is not None:
            IOLoop.current().spawn_callback(self._answered, self._show(self.token), None)

    def dismiss(self, why: str) -> None:
        """The pupil is in the class no more."""
        self.send({"gone": why, "why": self.says(why)})
        self.close(OVER, why)

    def send(self, message: dict[str, Any]) -> None:
        """Send something to this screen alone."""
        self._write(Text(message))

    def _write(self, text: Text) -> None:
        if self.ws_connection is None:
            return
        if self.ws_connection.stream is not None and len(self.ws_connection.stream._write_buffer) > WAITING:  # type: ignore[attr-defined]
            self.close(BUSY, "reads too slowly")
            return
        try:
            packed = text.packed if self.packs else None
            if packed is None:
                self.write_message(text.plain)
            else:
                self.write_message(packed, binary=True)
        except WebSocketClosedError:
            pass

    def _exit(self) -> None:
        self.version = None
        room, self.room = self.room, None
        if room is not None:
            self.hall.exit(room, self)
