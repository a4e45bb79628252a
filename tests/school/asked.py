"""A question for the tests: what comes next in a run of Matadoon's bull."""

from __future__ import annotations

from apps.school.asks import predict_ask, prepare
from engine import get_game

from .conftest import BULL

GAME = get_game("matadoon")
STATE = GAME.parse_position(BULL)
ASK = predict_ask(GAME, STATE, "next", "What comes next?", move=GAME.parse_move(STATE, "bull"), at=1)
(RIGHT,), _, _, _ = prepare(ASK).solution()
WRONG, OTHER, *_ = [value for value in prepare(ASK).accepts or () if value != RIGHT]
