"""Positions of Let's Catch the Lion! thrown together by luck, for questions: the higher the level, the more animals."""

from __future__ import annotations

import random

from . import game
from .fast import outcome
from .position import format_line
from .state import CELLS, EMPTY, FAR, LionRules, State, position_key, sort_hand

LEVELS = 5
_ANIMALS = ("", "EGC", "EEGGC", "EEGGCC", "EEGGCC", "EEGGCC")
"""The animals besides the Lions, on the board or waiting, by level."""
_WAITS = (0.0, 0.0, 0.2, 0.25, 0.3, 0.4)
"""How likely an animal waits beside the board, by level."""


def board(rng: random.Random, level: int, side: int | None = None) -> State | None:
    """A position in which the game goes on; None when luck was out.

    Args:
        side: who is to move; by default anybody.
    """
    side = (rng.randrange(2) if level > 1 else 0) if side is None else side
    board = [EMPTY] * len(CELLS)
    hands = ["", ""]
    for lion in "Ll":
        free = [place for place, letter in enumerate(board) if letter == EMPTY and place not in FAR["Ll".index(lion)]]
        board[rng.choice(free)] = lion
    for animal in _ANIMALS[level]:
        owner = rng.randrange(2)
        if rng.random() < _WAITS[level]:
            hands[owner] += animal
            continue
        grown = animal == "C" and level > 1 and rng.random() < 0.35
        far = FAR[owner] if animal == "C" and not grown else ()
        place = rng.choice([place for place, letter in enumerate(board) if letter == EMPTY and place not in far])
        letter = "H" if grown else animal
        board[place] = letter.lower() if owner else letter
    rules = game.rulesets["printed"]
    assert isinstance(rules, LionRules)
    text, held = "".join(board), (sort_hand(hands[0]), sort_hand(hands[1]))
    state = State(
        rules, text, held, side, (position_key(rules, text, held, side),), start=format_line(text, held, side)
    )
    return state if outcome(state) is None else None
