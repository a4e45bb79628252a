"""What a study of Maatatahay counts: points, dead Warriors and Relics of both tribes, and turns."""

from __future__ import annotations

from .score import score
from .state import Move, State
from .tiles import TRIBES

COLUMNS = ("turns", *(f"{what}_{tribe}" for what in ("points", "dead", "relics") for tribe in TRIBES))


def begin() -> dict[str, int]:
    """Nothing counted."""
    return dict.fromkeys(COLUMNS, 0)


def watch(counts: dict[str, int], state: State, move: Move) -> None:
    """Count what a move does."""
    counts["turns"] += move.kind == "pair"


def end(counts: dict[str, int], state: State) -> None:
    """Count what can be seen at the end."""
    for seat, (tribe, points) in enumerate(zip(TRIBES, score(state), strict=True)):
        counts[f"points_{tribe}"] = points.total
        counts[f"dead_{tribe}"] = state.dead(seat)
        counts[f"relics_{tribe}"] = len(state.taken[seat])
