"""How many lines of moves there are, against published numbers and against an independent engine."""

from __future__ import annotations

import json
import random
import time

import pyffish
import pytest

from engine.lion import State
from tests.lion import referee
from tests.lion.tables import GAME, START, line, random_game, random_line

PUBLISHED = (4, 17, 123, 976, 8122, 71677, 635117)
"""From the first position, depth 1 to 7: the project's rules page, after Tanaka (2009) and Fairy-Stockfish."""
TABLE = json.loads(referee.FILE.read_text(encoding="utf-8"))


def perft(state: State, depth: int, kept: dict[tuple[object, int], int]) -> int:
    """How many lines of so many moves there are. What has been counted once is kept."""
    key = (GAME.position_key(state), depth)
    if key not in kept:
        moves = GAME.legal_moves(state)
        kept[key] = len(moves) if depth == 1 else sum(perft(GAME.apply(state, move), depth - 1, kept) for move in moves)
    return kept[key]


def test_published_numbers() -> None:
    state = GAME.initial_state()
    kept: dict[tuple[object, int], int] = {}
    # In seven moves no position can stand for the third time, so what is kept does not depend on the way there.
    assert tuple(perft(state, depth, kept) for depth in range(1, 8)) == PUBLISHED


def test_the_table_is_large() -> None:
    assert len(TABLE) >= 40
    assert all(len(counts) == referee.DEPTH for counts in TABLE.values())
    sides = {text.split()[1] for text in TABLE}
    assert sides == {"b", "w"}


@pytest.mark.parametrize("text", TABLE)
def test_equals_the_referee_to_depth_5(text: str) -> None:
    """The numbers were counted by the referee (``python -m tests.lion.referee``)."""
    state = line(text)
    kept: dict[tuple[object, int], int] = {}
    assert [perft(state, depth, kept) for depth in range(1, referee.DEPTH + 1)] == TABLE[text]


@pytest.mark.parametrize("text", TABLE)
def test_the_referee_today_agrees_with_its_table(text: str) -> None:
    assert [referee.perft(text, depth) for depth in (1, 2)] == TABLE[text][:2]


@pytest.mark.parametrize("seed", range(4))
def test_the_same_moves_as_the_referee(seed: int) -> None:
    rng = random.Random(seed)
    for number in range(300):
        state = line(random_line(rng)) if number % 2 else rng.choice(list(random_game(rng)))
        text = GAME.format_position(line(GAME.format_position(state))) if not state.moves else one_line(state)
        outcome = GAME.outcome(state)
        if outcome is not None and outcome.rule == "end.repetition":
            continue  # a line without a history
        ours = sorted(GAME.format_move(state, move) for move in GAME.legal_moves(state))
        assert ours == referee.moves(text), text


def one_line(state: State) -> str:
    """A state without its history."""
    from engine.lion.position import format_line

    return format_line(state.board, state.hands, state.side)


def test_known_difference_the_reach_ends_later() -> None:
    """Sky leaves the Lion uncaught: it has won here; the referee lets Land move once more."""
    state = GAME.apply(line("L2/g2/1l1/3 w -"), GAME.parse_move(line("L2/g2/1l1/3 w -"), "b3b2"))
    assert GAME.outcome(state).rule == "end.reach"
    assert GAME.legal_moves(state) == ()
    fen = referee.to_fen(one_line(state))
    assert pyffish.legal_moves("dobutsu", fen, [])
    assert not pyffish.is_immediate_game_end("dobutsu", fen, [])[0]
    assert referee.moves(one_line(state)) == []


def test_known_difference_the_third_or_the_fourth_time() -> None:
    round_trip = ["b4a3", "b1a2", "a3b4", "a2b1"]
    state = GAME.initial_state()
    for move in round_trip * 2:
        state = GAME.apply(state, GAME.parse_move(state, move))
    assert GAME.outcome(state).rule == "end.repetition"
    theirs = ["b1a2", "b4a3", "a2b1", "a3b4"]
    fen = referee.to_fen(START)
    assert not pyffish.is_optional_game_end("dobutsu", fen, theirs * 2)[0]
    assert pyffish.is_optional_game_end("dobutsu", fen, theirs * 3)[0]


def test_random_play_is_fast() -> None:
    """At least 10,000 plies a second through the public functions (measured: about 150,000 a second of CPU)."""
    rng = random.Random(1)
    plies, begin = 0, time.process_time()
    while plies < 5000:
        state = GAME.initial_state()
        while moves := GAME.legal_moves(state):
            state = GAME.apply(state, rng.choice(moves))
            plies += 1
    assert plies / (time.process_time() - begin) > 10_000
