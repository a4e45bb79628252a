"""What takes a page some tenths of a second, done beside the server's loop, so that nobody else waits for it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from bokeh.document import Document
from tornado.ioloop import IOLoop

from .pane import guarded

_threads = ThreadPoolExecutor(2, "aside")


def aside(
    doc: Document | None, slow: Callable[[], Any], then: Callable[[], None], say: Callable[[str], None], language: str
) -> None:
    """Do something slow in a thread, and go on in the page's own time when it is done.

    Args:
        doc: that of the page; None where there is no page: then all is done at once.
        say: gets the sentence about what went wrong.
    """
    if doc is None:
        slow()
        then()
        return

    def finished(done: Future[Any]) -> None:
        def go_on() -> None:
            done.result()
            then()

        doc.add_next_tick_callback(lambda: guarded(go_on, say, language))

    IOLoop.current().add_future(_threads.submit(slow), finished)
