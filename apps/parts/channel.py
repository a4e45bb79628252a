"""What the parts of one session agree on, so that in the browser they share one cursor."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4
from weakref import WeakKeyDictionary

from engine.core import Trace
from engine.session import Session


@dataclass
class Channel:
    """The name of a session in the browser, and names for the traces shown there.

    Two parts that ask in turn get the same name for the same trace; a trace played anew gets a new one.
    """

    id: str = field(default_factory=lambda: uuid4().hex[:12])
    _serial: int = 0
    _seen: tuple[Any, Any, int] = (None, None, -1)
    _other: Any = None
    _other_serial: int = 0
    _requests: int = 0

    def request(self, session: Session, cursor: int, other: Trace[Any, Any] | None = None) -> list[Any]:
        """A wish to see a step, with a number of its own: the browser heeds each once, whichever part brings it."""
        self._requests += 1
        return [self.key(session, other), cursor, self._requests]

    def key(self, session: Session, other: Trace[Any, Any] | None = None) -> str:
        """The name of the trace on show: the session's last one, or another one shown in its place."""
        if other is not None:
            if other is not self._other:
                self._other = other
                self._other_serial += 1
            return f"other {self._other_serial}"
        start, trace, ply = self._seen
        if session.start is not start or session.trace is not trace or session.ply != ply:
            self._seen = (session.start, session.trace, session.ply)
            self._serial += 1
        return f"trace {self._serial}"


_channels: WeakKeyDictionary[Session, Channel] = WeakKeyDictionary()


def channel(session: Session) -> Channel:
    """The channel of a session."""
    if session not in _channels:
        _channels[session] = Channel()
    return _channels[session]
