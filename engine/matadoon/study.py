"""What a study of Matadoon counts: rounds, and by which chip the bull was sent into somebody."""

from __future__ import annotations

from .state import Move, State

CHIPS = {"mantle.right": "R", "mantle.left": "L", "mantle.jump": "J", "mantle.through": "T"}
COLUMNS = ("rounds", "hits_R", "hits_L", "hits_J", "hits_T", "hits_none", "removed")
"""Rounds; bullfighters hit after the bull last obeyed this chip in its run, or none; how many were removed."""


def begin() -> dict[str, int]:
    """Nothing counted."""
    return dict.fromkeys(COLUMNS, 0)


def watch(counts: dict[str, int], state: State, move: Move) -> None:
    """Count what a move does."""
    if move.kind != "bull":
        return
    from . import game

    last = "none"
    for step in game.trace(state, move).steps:
        last = CHIPS.get(step.rule, last)
        if step.rule in ("fighter.down", "fighter.out"):
            counts[f"hits_{last}"] += 1
            counts["removed"] += step.rule == "fighter.out"


def end(counts: dict[str, int], state: State) -> None:
    """Count what can be seen at the end."""
    counts["rounds"] = state.round
