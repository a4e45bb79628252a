"""Sends the page of pupils.

It is the same for all, so it is made and packed once, and a browser that has it need not get it again.
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from hashlib import sha256

from tornado.web import RequestHandler

from engine.words import best_language, languages

from ..parts.join_page import join_page
from ..parts.shell import wishes


@lru_cache
def _packed(language: str) -> tuple[bytes, bytes, str]:
    """The page, plain and packed, and a name for what is in it."""
    plain = join_page(language).encode()
    return plain, gzip.compress(plain, 9, mtime=0), sha256(plain).hexdigest()[:32]


class JoinPage(RequestHandler):
    """``/join``."""

    def get(self) -> None:
        """Send the page in the language that the address asks for, or the browser."""
        asked = self.get_query_argument("lang", "")
        wished = best_language(wishes(self.request.headers.get("Accept-Language", "")))
        plain, packed, name = _packed(asked if asked in languages() else wished)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-cache")  # keep it, and ask whether it is still the same
        self.set_header("Vary", "Accept-Encoding, Accept-Language")
        self.set_header("Referrer-Policy", "same-origin")
        zipped = "gzip" in self.request.headers.get("Accept-Encoding", "")
        self.set_header("Etag", f'"{name}{"z" * zipped}"')
        if self.check_etag_header():
            self.set_status(304)
            return
        if zipped:
            self.set_header("Content-Encoding", "gzip")
        self.finish(packed if zipped else plain)
