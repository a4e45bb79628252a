"""A session as an address: the game, the move and the step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from engine.errors import DataError, GameError
from engine.record import Record, parse_link
from engine.session import Session

LONGEST = 12_000
"""Longer addresses are cut or refused by servers and mail programs."""


def link(session: Session) -> tuple[str, bool]:
    """The query of an address that opens this state at this step.

    Returns:
        the query, and whether it holds the whole game: of a game too long for an address, only the position on show.
    """
    record = session.record()
    for shorter in (record, record.model_copy(update={"branches": ()})):
        text = shorter.to_link()
        if len(text) <= LONGEST:
            return urlencode({"s": text, "ply": session.ply, "step": session.cursor}), True
    position = Record(game=session.game.id, position=session.game.format_position(session.state))
    return urlencode({"s": position.to_link(), "ply": 0, "step": 0}), False


def open_link(session: Session, args: Mapping[str, Sequence[bytes]]) -> bool:
    """Show what an address asks for.

    Args:
        args: the address's query: name -> values, as Panel hands it over.

    Returns:
        whether it held a game.

    Raises:
        GameError: the link is damaged or of another game; the session is as it was.
    """
    if "s" not in args:
        return False
    try:
        text = args["s"][0].decode("ascii")
    except UnicodeDecodeError as error:
        raise DataError("link", "", "is damaged or incomplete: please copy it again") from error
    record = parse_link(text, session.game.id)
    session.load(record, _number(args, "ply"), _number(args, "step"))
    return True


def _number(args: Mapping[str, Sequence[bytes]], name: str) -> int | None:
    if name not in args:
        return None
    text = args[name][0]
    if not text.isdigit() or len(text) > 6:
        raise GameError(
            "link: {name}: expected a number, got {given!r}", name=name, given=text[:20].decode("ascii", "replace")
        )
    return int(text)
