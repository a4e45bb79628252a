"""What stays true whatever is played."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine import EFFECT
from engine.lion import State
from tests.lion.tables import GAME, OPTIONS

PLANS = st.lists(st.integers(min_value=0, max_value=10**6), max_size=60)
RULES = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in OPTIONS.items()})


def play(plan: list[int], options: dict[str, Any]) -> list[State]:
    """The states of a game: each number picks one of the legal moves."""
    states = [GAME.initial_state(GAME.ruleset().with_options(options))]
    for number in plan:
        moves = GAME.legal_moves(states[-1])
        if not moves:
            break
        states.append(GAME.apply(states[-1], moves[number % len(moves)]))
    return states


def animals(state: State) -> Counter[str]:
    """All animals in the two kinds of place, board and hands. A Hen is a Chick."""
    return Counter((state.board.replace(".", "").upper() + "".join(state.hands)).replace("H", "C"))


@given(PLANS, RULES)
def test_eight_animals_on_the_board_and_in_the_hands(plan: list[int], options: dict[str, Any]) -> None:
    for state in play(plan, options):
        assert animals(state) == {"L": 2, "E": 2, "G": 2, "C": 2}
        assert len(state.board) == 12


@given(PLANS, RULES)
def test_the_steps_keep_the_animals_too(plan: list[int], options: dict[str, Any]) -> None:
    states = play(plan, options)
    state = states[max(0, len(states) - 2)]
    for move in GAME.legal_moves(state):
        for step in GAME.trace(state, move).steps:
            lost = animals(states[0]) - animals(step.state)
            assert not lost, "an animal that is caught waits, and one that goes stands somewhere"
            acts = [one.rule for one in GAME.trace(state, move).steps if one.kind == EFFECT]
            assert len(acts) == len(set(acts))


@given(PLANS, RULES)
def test_sides_take_turns_and_every_position_is_counted(plan: list[int], options: dict[str, Any]) -> None:
    states = play(plan, options)
    for number, state in enumerate(states):
        assert state.side == number % 2
        assert len(state.stood) == number + 1
        assert state.times == sum(GAME.position_key(one) == GAME.position_key(state) for one in states[: number + 1])
        assert state.stood == tuple(sorted(state.stood))


@given(PLANS, RULES)
def test_the_game_seen_from_the_other_side_is_the_same(plan: list[int], options: dict[str, Any]) -> None:
    """Turn the board about and swap the sides: the moves are the same, turned about."""
    state = play(plan, options)[-1]
    turned = GAME.parse_position(
        {"start": turned_line(state), **{key: value for key, value in options.items() if key != "repetitions"}}
    )
    if GAME.outcome(state) is None and not (options["reach"] == "on-arrival" and turned.arrived):
        ours = sorted(GAME.format_move(state, move) for move in GAME.legal_moves(state))
        theirs = sorted(turn(GAME.format_move(turned, move)) for move in GAME.legal_moves(turned))
        assert ours == theirs


def turn(move: str) -> str:
    if "*" in move:
        return move[:2] + turn(move[2:])
    plus = "+" if move.endswith("+") else ""
    cells = move.rstrip("+")
    return "".join("cba"["abc".index(cells[n])] + str(5 - int(cells[n + 1])) for n in range(0, len(cells), 2)) + plus


def turned_line(state: State) -> str:
    from engine.lion.position import format_line

    return format_line(state.board[::-1].swapcase(), state.hands[::-1], 1 - state.side)
