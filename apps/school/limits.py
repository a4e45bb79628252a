"""How much is heard, and how much there may be: so that nobody fills the server, or finds a class by trying codes."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from .refusal import Refusal

PUPILS = 400
"""Pupils in a class."""
CLASSES = 2_000
"""Classes in a database."""
ASKINGS = 500
"""Questions that a class may have been asked; the oldest are deleted."""
NICK = 24
"""Characters of a nickname."""
TITLE = 60
"""Characters of a class's title."""
ANSWER = 200
"""Characters of an answer."""
SHOW = 600_000
"""Characters of what is on the screens."""
TABLES = 5_000
"""Tables of play in a database."""
ENTRIES = 3_000
"""Entries in the log of a table of play."""
MOVE_TEXT = 60
"""Characters of a move."""
MESSAGE = 4_000
"""Bytes of a message from a browser."""
GUESSES = 100
"""Wrong codes from one address before it has to wait: a class that all misread the board are thirty at once."""
SOCKETS = 2_000
"""Sockets of one server process."""
WAITING = 2_000_000
"""Bytes that may wait for a browser that reads slowly; then its socket is closed, and it comes back by itself."""


class Patience:
    """How much is heard: so many at once, and so many a second from then on."""

    def __init__(self, burst: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.burst, self.rate, self.clock = burst, rate, clock
        self.left, self.at = burst, clock()

    @property
    def some(self) -> bool:
        """Whether there is some left."""
        now = self.clock()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        return self.left >= 1

    def spend(self) -> bool:
        """Whether there is some left; one is used."""
        if not self.some:
            return False
        self.left -= 1
        return True


class Doors:
    """Who may try a code, and how often. In the memory of one process: with several, each counts by itself.

    A school comes from one address, so joining is hardly limited; wrong codes are, for each address and in all. An
    address from which somebody has joined before is not held up by the wrong codes of others.
    """

    KNOWN = 10_000
    """Addresses that are remembered."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._joins: OrderedDict[str, Patience] = OrderedDict()
        self._wrong: OrderedDict[str, Patience] = OrderedDict()
        self._good: OrderedDict[str, None] = OrderedDict()
        self._all = Patience(5 * GUESSES, 1, clock)

    def knock(self, address: str) -> None:
        """Somebody tries a code or a secret.

        Raises:
            Refusal: too many were wrong, or too many join at once.
        """
        if not self._of(self._wrong, address, GUESSES, 1 / 4).some or not (address in self._good or self._all.some):
            raise Refusal("wrong_codes")
        if not self._of(self._joins, address, 500, 20).spend():
            raise Refusal("too_fast")

    def wrong(self, address: str) -> None:
        """The code was wrong."""
        self._of(self._wrong, address, GUESSES, 1 / 4).spend()
        self._all.spend()

    def good(self, address: str) -> None:
        """Somebody has joined."""
        self._good[address] = None
        self._good.move_to_end(address)
        while len(self._good) > self.KNOWN:
            self._good.popitem(last=False)

    def _of(self, book: OrderedDict[str, Patience], address: str, burst: float, rate: float) -> Patience:
        found = book.get(address)
        if found is None:
            found = book[address] = Patience(burst, rate, self._clock)
            while len(book) > self.KNOWN:
                book.popitem(last=False)
        book.move_to_end(address)
        return found
