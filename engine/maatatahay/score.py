"""The points of Maatatahay and who wins."""

from __future__ import annotations

from typing import NamedTuple

from .state import DEATHS_LIMIT, SPACE_LIMIT, State


class Score(NamedTuple):
    """A tribe's points and what they are made of."""

    diamonds: int
    spirit: int
    relics: int

    @property
    def total(self) -> int:
        """The sum."""
        return self.diamonds + self.spirit + self.relics


def score(state: State) -> tuple[Score, Score]:
    """The points of both tribes, by seat, as if the game ended now."""
    balan, wazu = (_score(state, tribe) for tribe in (0, 1))
    return balan, wazu


def _score(state: State, tribe: int) -> Score:
    living = state.living(tribe)
    return Score(
        sum(warrior.tile.diamonds for warrior in living),
        sum(warrior.spirit for warrior in living),
        sum(relic_worth(state, tribe)),
    )


def relic_worth(state: State, tribe: int) -> tuple[int, ...]:
    """What each Relic of a tribe is worth, in the order of taking."""
    taken = state.taken[tribe]
    return taken if state.ruleset.relic_mode == "standard" else tuple(range(1, len(taken) + 1))


def decide(state: State) -> tuple[int | None, str]:
    """Who has won, and by what: ``points``, ``living``, ``relic`` or ``draw``."""
    comparisons = (
        ("points", [points.total for points in score(state)]),
        ("living", [len(state.living(tribe)) for tribe in (0, 1)]),
        ("relic", [max(taken, default=0) for taken in state.taken]),
    )
    for case, (balan, wazu) in comparisons:
        if balan != wazu:
            return (0 if balan > wazu else 1), case
    return None, "draw"


def ending(state: State) -> str:
    """The rule that ends the game after a turn, or ""."""
    dead = [state.dead(tribe) for tribe in (0, 1)]
    if (sum(dead) if state.ruleset.deaths == "total" else max(dead)) >= DEATHS_LIMIT:
        return "end.deaths"
    if len(state.free_spaces()) <= SPACE_LIMIT:
        return "end.space"
    return "" if state.pairs or state.can_draw_pair else "end.tiles"
