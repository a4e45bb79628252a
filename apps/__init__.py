"""Matadojo's pages and their parts. Nothing is loaded until it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine import Game, Ruleset
    from engine.lessons import Lesson
    from engine.session import Session

    from .parts.explorer import Explorer
    from .parts.learn import Learn
    from .parts.matadoon_odds import Odds

__all__ = ["explore", "lesson", "odds"]


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

    return Explorer(Session(game, ruleset, seats, state, **params), sync=sync, draw=state is None)


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


def lesson(game: Game[Any, Any] | str, which: int | str | Lesson = 1, *, language: str = "en") -> Learn:
    """Take a lesson, in a notebook or inside a page of one's own. Progress is kept as long as the view is.

    Args:
        game: a game or its id.
        which: the number of a lesson, the name of its file, a lesson, or the text of a new one (see
            ``docs/add-a-lesson.md``).
        language: of the words.

    Returns:
        a Viewer.

    Raises:
        GameError: there is no such lesson, or its text does not hold; says why.

    >>> lesson("matadoon", 3)  # doctest: +SKIP
    """
    from engine import get_game
    from engine.lessons import read

    from .parts.learn import Learn

    game = get_game(game) if isinstance(game, str) else game
    if isinstance(which, str) and "\n" in which:
        which = read(which, "lesson", game)
    return Learn(game, language, lesson=which)
