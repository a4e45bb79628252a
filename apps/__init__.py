"""Matadojo's pages and their parts. Nothing is loaded until it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine import Game, Ruleset
    from engine.session import Session

    from .parts.explorer import Explorer
    from .parts.matadoon_odds import Odds

__all__ = ["explore", "odds"]


def explore(
    game: Game[Any, Any] | str,
    ruleset: Ruleset | str | None = None,
    seats: int | None = None,
    *,
    state: Any = None,
    sync: bool = True,
    **params: Any,
) -> Explorer:
    """Explore a game, in a notebook or inside a page of one's own.

    Args:
        game: a game or its id.
        ruleset: a ruleset or the name of a preset.
        seats: number of players.
        state: where to begin, instead of a new game.
        sync: whether ``explorer.session.cursor`` follows the step on show.
        params: of the session, such as ``viewer`` and ``language``.

    Returns:
        a Viewer; its ``session`` is there to be read and played with from the next cell.

    >>> explorer = explore("matadoon")  # doctest: +SKIP
    >>> explorer.session.play("@d4")  # doctest: +SKIP
    """
    from engine.session import Session

    from .parts.explorer import Explorer

    return Explorer(Session(game, ruleset, seats, state, **params), sync=sync)


def odds(source: Explorer | Session) -> Odds:
    """The odds of Matadoon's bull in the state that an explorer or a session shows.

    Args:
        source: an explorer of Matadoon, or a session.

    Returns:
        a Viewer; it follows every move and step, and knows no more than ``session.viewer``.

    Raises:
        GameError: a session of another game.

    >>> odds(explore("matadoon"))  # doctest: +SKIP
    """
    from .parts.matadoon_odds import Odds

    return Odds(getattr(source, "session", source))
