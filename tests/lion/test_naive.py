"""The engine against the naive referee, game by game, under every reading of the rules."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from engine.lion.position import format_line
from tests.lion import naive
from tests.lion.tables import GAME, OPTIONS, START, line, random_line

WINNERS = {"b": 0, "w": 1, None: None}


@pytest.mark.parametrize("promotion", OPTIONS["promotion"])
@pytest.mark.parametrize("reach", OPTIONS["reach"])
def test_equals_the_naive_referee(promotion: str, reach: str) -> None:
    rng = random.Random(f"{promotion} {reach}")
    ends: Counter[str] = Counter()
    for number in range(120):
        options: dict[str, Any] = {"promotion": promotion, "reach": reach, "repetitions": rng.choice((2, 3))}
        text = START if number % 2 else random_line(rng)
        state = line(text, **options)
        text = format_line(state.board, state.hands, state.side)
        states, played = [state], []
        for _ in range(60):
            # Now and then walk back and forth, so that positions repeat.
            moves = GAME.legal_moves(state)
            if not moves:
                break
            back = [move for move in moves if played[-2:-1] and (move.to, move.source) == played[-2]]
            move = back[0] if back and rng.random() < 0.5 else rng.choice(moves)
            played.append((move.source, move.to))
            state = GAME.apply(state, move)
            states.append(state)
        texts = [GAME.format_move(state, move) for move in state.moves]
        for state, (told, allowed, over) in zip(states, naive.referee(text, texts, **options), strict=True):
            assert format_line(state.board, state.hands, state.side) == told
            outcome = GAME.outcome(state)
            found = None if outcome is None else (outcome.winner, outcome.rule)
            assert found == (None if over is None else (WINNERS[over[0]], over[1])), (text, texts)
            assert sorted(GAME.format_move(state, move) for move in GAME.legal_moves(state)) == allowed
            if outcome is not None:
                ends[outcome.rule] += 1
    assert ends.keys() >= {"end.catch", "end.reach", "end.repetition"}
