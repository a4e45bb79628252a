"""Codes, secrets and nicknames."""

from __future__ import annotations

import secrets
import unicodedata
from hashlib import sha256
from typing import Any

from .limits import NICK, TITLE
from .refusal import Refusal

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters and digits that nobody takes for another: 6 of these 32 make a thousand million codes."""
LENGTH = 6


def new_code() -> str:
    """A code for a class, short enough to be typed from the board."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def read_code(given: Any) -> str:
    """A code as somebody typed it.

    >>> read_code(" abc-d23 ")
    'ABCD23'

    Raises:
        Refusal: it is none.
    """
    text = given.upper().replace("-", "").replace(" ", "").strip() if isinstance(given, str) else ""
    if len(text) != LENGTH or not set(text) <= set(ALPHABET):
        raise Refusal("no_class")
    return text


def new_secret() -> str:
    """A secret that nobody can guess."""
    return secrets.token_urlsafe(32)


def hashed(secret: Any) -> str:
    """What the database knows of a secret; "" of what is none."""
    if not isinstance(secret, str) or not 32 <= len(secret) <= 64 or not secret.isascii():
        return ""
    return sha256(secret.encode()).hexdigest()


def read_nick(given: Any) -> str:
    r"""A nickname as it may be shown: one line of plain text, without what is not seen or turns the writing round.

    >>> read_nick("  An\u202ena\n  B. ")
    'Anna B.'

    Raises:
        Refusal: nothing is left.
    """
    nick = _line(given, NICK)
    if not nick:
        raise Refusal("no_nick")
    return nick


def read_title(given: Any) -> str:
    """The title of a class, likewise; it may be empty."""
    return _line(given, TITLE)


def same(nick: str) -> str:
    """A form that is equal for nicknames that look alike: of capitals, of width and of spaces."""
    return "".join(unicodedata.normalize("NFKC", nick).casefold().split())[:80]


def _line(given: Any, most: int) -> str:
    text = unicodedata.normalize("NFC", given[: 8 * most]) if isinstance(given, str) else ""
    kept: list[str] = []
    marks = 0
    for sign in text:
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind[0] == "M" else 0
        if sign.isspace() or kind[0] == "Z":
            kept.append(" ")
        elif kind[0] != "C" and marks <= 2:  # controls, bidi, surrogates, unassigned; towers of accents
            kept.append(sign)
    return "".join(" ".join("".join(kept).split())[:most]).strip()
