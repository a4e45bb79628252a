"""Tells whoever listens in any server process what has changed. What is told is in the database already.

Topics: ``class:<id>`` for the screens of a class, ``class:<id>:teacher`` for its teacher's pages, ``game:<id>`` for a
table of play. Messages are JSON.
"""

from __future__ import annotations

import asyncio
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from threading import Lock
from typing import Any

URL = "MATADOJO_REDIS_URL"
Message = Mapping[str, Any]
Callback = Callable[[Message], None]
Unsubscribe = Callable[[], None]


class Bus(ABC):
    """Carries messages. It may lose some where a connection breaks: then callbacks get :data:`AGAIN`."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._listeners: dict[str, dict[object, tuple[asyncio.AbstractEventLoop | None, Callback]]] = {}

    @abstractmethod
    def publish(self, topic: str, message: Message) -> None:
        """Tell everybody who listens to a topic. May be called in any thread; never waits, never fails."""

    def subscribe(self, topic: str, callback: Callback) -> Unsubscribe:
        """Listen to a topic.

        Args:
            callback: gets each message, on the event loop in which this is called (without one: in some thread).

        Returns:
            a function that ends it.
        """
        loop: asyncio.AbstractEventLoop | None = None
        with suppress(RuntimeError):
            loop = asyncio.get_running_loop()
        key = object()
        with self._lock:
            first = topic not in self._listeners
            self._listeners.setdefault(topic, {})[key] = (loop, callback)
        if first:
            self._opened(topic)

        def end() -> None:
            with self._lock:
                listeners = self._listeners.get(topic, {})
                last = listeners.pop(key, None) is not None and not listeners
                if last:
                    del self._listeners[topic]
            if last:
                self._closed(topic)

        return end

    def close(self) -> None:  # noqa: B027 (most have nothing to do here, and in the next two)
        """Let go of everything."""

    def _opened(self, topic: str) -> None:  # noqa: B027
        """The first listener of a topic has come."""

    def _closed(self, topic: str) -> None:  # noqa: B027
        """The last listener of a topic has gone."""

    def _deliver(self, topic: str, message: Message) -> None:
        with self._lock:
            listeners = list(self._listeners.get(topic, {}).values())
        for loop, callback in listeners:
            if loop is None:
                callback(message)
            else:
                with suppress(RuntimeError):  # its loop has ended
                    loop.call_soon_threadsafe(callback, message)


AGAIN: Message = {"again": True}
"""Messages may have been lost: read anew what you show."""


class LocalBus(Bus):
    """For one server process."""

    def publish(self, topic: str, message: Message) -> None:
        """Tell everybody who listens to a topic."""
        self._deliver(topic, message)


@lru_cache
def bus() -> Bus:
    """The bus of this process: through Redis where ``MATADOJO_REDIS_URL`` names one."""
    if os.environ.get(URL):
        from .redis_bus import RedisBus

        return RedisBus(os.environ[URL])
    return LocalBus()
