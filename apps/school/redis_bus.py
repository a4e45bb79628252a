"""The bus between several server processes, on one machine or many: Redis carries each message once to each of them.

Listeners of the own process hear at once, whether or not Redis can be reached. Without it the others hear nothing until
it is back; then all listeners are told that they may have missed something.
"""

from __future__ import annotations

import json
import logging
from collections import deque
from secrets import token_hex
from threading import Condition, Event, Thread
from typing import Any

import redis
from redis.exceptions import RedisError

from engine.errors import GameError

from .bus import AGAIN, URL, Bus, Message

CHANNEL = "matadojo:"
MOST = 10_000
"""Messages that wait for Redis to come back; the oldest are dropped."""
LONGEST = 3.0
"""Seconds between two tries to reach Redis, at most."""
log = logging.getLogger("matadojo")


class RedisBus(Bus):
    """Through Redis.

    Args:
        url: such as ``redis://localhost:6379``.

    Raises:
        GameError: this is no address of Redis.
    """

    def __init__(self, url: str) -> None:
        super().__init__()
        try:
            self._redis: Any = redis.Redis.from_url(
                url, socket_connect_timeout=3, socket_timeout=3, health_check_interval=15, decode_responses=True
            )
        except ValueError as error:
            raise GameError("{name}: {reason}", name=URL, reason=str(error)) from error
        self._own = token_hex(8)
        self._waiting: deque[tuple[str, str]] = deque(maxlen=MOST)
        self._more = Condition()
        self._closing = Event()
        self.connected = Event()
        """Set as long as Redis is listened to."""
        self._threads = [
            Thread(target=work, name=f"redis-{work.__name__}", daemon=True) for work in (self._listen, self._send)
        ]
        for thread in self._threads:
            thread.start()

    def publish(self, topic: str, message: Message) -> None:
        """Tell everybody who listens to a topic, in any process."""
        text = json.dumps({"from": self._own, "is": message}, ensure_ascii=False, separators=(",", ":"))
        with self._more:
            self._waiting.append((CHANNEL + topic, text))
            self._more.notify()
        self._deliver(topic, message)

    def close(self) -> None:
        """Stop listening."""
        self._closing.set()
        with self._more:
            self._more.notify()
        for thread in self._threads:
            thread.join()
        self._redis.close()

    # In threads

    def _send(self) -> None:
        tries = 0
        while True:
            with self._more:
                while not self._waiting and not self._closing.is_set():
                    self._more.wait()
                batch = list(self._waiting)
            if not batch or (tries and self._closing.is_set()):
                return
            try:
                with self._redis.pipeline(transaction=False) as pipe:
                    for channel, text in batch:
                        pipe.publish(channel, text)
                    pipe.execute()
            except RedisError:
                tries += 1
                self._pause(tries)
                continue
            tries = 0
            with self._more:
                for sent in batch:
                    if self._waiting and self._waiting[0] is sent:
                        self._waiting.popleft()

    def _listen(self) -> None:
        tries = 0
        while not self._closing.is_set():
            try:
                self._hear_all(again=tries > 0)
            except RedisError as error:
                if not tries:
                    log.warning("classroom: Redis cannot be reached: %s", error)
                tries = 1 if self.connected.is_set() else tries + 1
                self.connected.clear()
                self._pause(tries)
        self.connected.clear()

    def _hear_all(self, *, again: bool) -> None:
        """Listen until the connection breaks, or the bus is closed."""
        with self._redis.pubsub() as heard:
            heard.psubscribe(f"{CHANNEL}*")
            while not self._closing.is_set():
                message = heard.get_message(timeout=0.5)
                if message is None:
                    continue
                if message["type"] == "psubscribe":  # what is told from now on is heard
                    self.connected.set()
                    if again:
                        log.warning("classroom: Redis is back")
                        self._all_again()
                elif message["type"] == "pmessage":
                    self._hear(message["channel"].removeprefix(CHANNEL), message["data"])

    def _pause(self, tries: int) -> None:
        self._closing.wait(min(LONGEST, 0.05 * 2 ** min(tries, 10)))

    def _hear(self, topic: str, text: str) -> None:
        with self._lock:
            if topic not in self._listeners:
                return
        said = json.loads(text)
        if said["from"] != self._own:
            self._deliver(topic, said["is"])

    def _all_again(self) -> None:
        with self._lock:
            topics = list(self._listeners)
        for topic in topics:
            self._deliver(topic, AGAIN)
