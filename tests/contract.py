"""What every game promises, as checks of one state or one trace. They know no game.

``python -m tests.contract GAME SEED`` prints a random game, to compare one interpreter with another.
"""

from __future__ import annotations

import copy
import pickle
import random
import re
import sys
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from engine import (
    CHANCE,
    CHECK,
    EFFECT,
    END,
    FORCED,
    PUBLIC,
    TERMINAL,
    Game,
    GameOverError,
    IllegalMoveError,
    PositionError,
    Trace,
    get_game,
    sample,
)  # fmt: skip
from engine.drawing import drawing
from engine.report import trace_html, trace_text
from engine.rulebook import parse_yaml
from engine.scene import Scene, svg
from engine.words import languages

AnyGame = Game[Any, Any]
AnyTrace = Trace[Any, Any]
CELL = re.compile(r"[a-z]\d{1,2}")


def setups(game: AnyGame) -> list[tuple[str, int]]:
    """Every ruleset with every number of players that it allows."""
    found = []
    for name in game.rulesets:
        for seats in game.seats:
            try:
                game.initial_state(name, seats)
            except PositionError:
                continue
            found.append((name, seats))
    return found


def walk(game: AnyGame, state: Any, rng: random.Random, limit: int) -> Iterator[AnyTrace]:
    """Play at random, to the end or for so many moves."""
    for _ in range(limit):
        player = game.current_player(state)
        if player == TERMINAL:
            return
        move = sample(game, state, rng) if player == CHANCE else rng.choice(game.legal_moves(state))
        trace = game.trace(state, move)
        yield trace
        state = trace.after


def check_value(state: Any) -> None:
    """A state is a value: equal to its copies, hashed alike, and cannot be written to."""
    for twin in (copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert twin == state
        assert hash(twin) == hash(state)
    with pytest.raises((AttributeError, TypeError)):
        state.anything = 1


def check_position(game: AnyGame, state: Any) -> None:
    """The text of a state is read back to an equal state and written again as the same text."""
    text = game.format_position(state)
    mapping = [parse_yaml(text, "position")] if ":" in text else []  # the Lion's line is no mapping
    for source in (text, *mapping):
        again = game.parse_position(source)
        assert again == state, text
        assert game.format_position(again) == text
    assert game.seat_count(game.parse_position(text)) == game.seat_count(state)


def check_turn(game: AnyGame, state: Any) -> None:
    """Whose turn it is, how it ended, and what chance may do agree with each other."""
    player, outcome = game.current_player(state), game.outcome(state)
    seats = game.seat_count(state)
    assert seats in game.seats
    assert player in (CHANCE, FORCED, TERMINAL, *range(seats))
    assert (player == TERMINAL) == (outcome is not None)
    legal = game.legal_moves(state)
    assert bool(legal) == (player != TERMINAL)
    returns = game.returns(state)
    assert len(returns) == seats
    assert abs(sum(returns)) < 1e-12
    if outcome is not None:
        assert outcome.rule in game.rules
        assert outcome.winner is None or returns[outcome.winner] == max(returns) == 1
        assert len(outcome.scores) in (0, seats)
    if player == FORCED:
        assert len(legal) == 1
    chances = game.chance_outcomes(state)
    assert bool(chances) == (player == CHANCE)
    if chances:
        assert {move for move, _ in chances} == set(legal)
        assert len({move for move, _ in chances}) == len(chances)
        assert all(isinstance(share, Fraction) and share > 0 for _, share in chances)
        assert sum(share for _, share in chances) == 1


def check_moves(game: AnyGame, state: Any) -> list[AnyTrace]:
    """Each candidate has a text of its own and a trace that agrees with what the game says of it; gives the traces."""
    before = copy.deepcopy(state)
    candidates = game.candidate_moves(state)
    assert candidates == game.candidate_moves(state)
    assert len(set(candidates)) == len(candidates)
    texts = [game.format_move(state, move) for move in candidates]
    assert len(set(texts)) == len(texts)
    legal = set(game.legal_moves(state))
    assert legal <= set(candidates)
    traces = []
    for move, text in zip(candidates, texts, strict=True):
        assert game.parse_move(state, text) == move, text
        trace = game.trace(state, move)
        assert trace == game.trace(state, move)
        assert trace.legal == game.is_legal(state, move) == (move in legal)
        check_trace(game, trace)
        if trace.legal:
            assert game.apply(state, move) == trace.after
        else:
            with pytest.raises(IllegalMoveError) as caught:
                game.apply(state, move)
            assert caught.value.trace == trace
        traces.append(trace)
    assert state == before
    return traces


def check_trace(game: AnyGame, trace: AnyTrace) -> None:
    """Steps cite rules, look without changing, refuse before they act, and stand on the board."""
    assert trace.steps
    states = [trace.before, *(step.state for step in trace.steps)]
    for (was, now), step in zip(pairwise(states), trace.steps, strict=True):
        assert step.rule in game.rules, step.rule
        assert step.kind in (CHECK, EFFECT, END)
        assert step.ok or step.kind == CHECK
        assert step.kind != CHECK or now == was, f"{step.rule} only looks"
    refusal = trace.refusal
    if refusal is not None:
        assert trace.steps[-1] is refusal
        assert all(step.kind == CHECK for step in trace.steps), "nothing acts before a refusal"
        assert trace.after == trace.before
    ends = [step.rule for step in trace.steps if step.kind == END]
    outcome = game.outcome(trace.after)
    if trace.legal:
        assert (outcome is not None) == bool(ends)
        assert outcome is None or outcome.rule in ends
    check_words(game, trace)
    cells = board(game, trace.before)
    for step in trace.steps:
        for mark in step.marks:
            assert set(mark.cells) <= cells, (step.rule, mark)
        named = {text for value in step.args.values() for text in flat(value) if CELL.fullmatch(text)}
        assert named <= cells, (step.rule, step.args)


@lru_cache(maxsize=1)
def board(game: AnyGame, state: Any) -> set[str]:
    """The cells of a state's picture."""
    return {cell.id for cell in game.scene(state).cells}


def flat(value: Any) -> Iterator[str]:
    """The texts in an argument, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from flat(one)


def check_words(game: AnyGame, trace: AnyTrace) -> None:
    """Every step has a sentence in every language, with nothing left to fill in."""
    for language in languages():
        for row in trace.table(language):
            assert row["says"].strip(), row
            assert not re.search(r"[{}]|\bNone\b|\bTrue\b|\bFalse\b|Fraction\(", row["says"]), row
        assert trace_text(trace, language).count("\n") >= len(trace.steps)
    ElementTree.fromstring(trace_html(trace))


def check_end(game: AnyGame, state: Any, last: AnyTrace) -> None:
    """After the end there are no moves, every move is refused as such, and the same players may play again."""
    assert game.legal_moves(state) == ()
    assert game.chance_outcomes(state) == ()
    with pytest.raises(GameOverError):
        game.apply(state, last.move)
    check_trace(game, game.trace(state, last.move))
    again = game.rematch(state)
    assert game.outcome(again) is None
    assert game.seat_count(again) in game.seats
    check_turn(game, again)


def check_scene(game: AnyGame, scene: Scene) -> None:
    """A scene is well-formed, everything in it has a place, and it becomes a picture."""
    cells = [cell.id for cell in scene.cells]
    trays = [tray.id for tray in scene.trays]
    assert len(set(cells + trays)) == len(cells) + len(trays)
    assert scene.title
    assert all(piece.at in cells or piece.at in trays for piece in scene.pieces)
    assert all(piece.label for piece in scene.pieces)
    ids = [piece.id for piece in scene.pieces if piece.id]
    assert len(set(ids)) == len(ids)
    ElementTree.fromstring(svg(scene, game.folder))


def check_frames(game: AnyGame, trace: AnyTrace) -> None:
    """The steps of a trace are pictures on one ground."""
    scenes = [game.scene(trace.before)]
    scenes += [game.scene(step.state).marked(step.marks) for step in trace.steps]
    assert len(drawing(scenes, game.folder).frames) == len(trace.steps) + 1


def check_taps(game: AnyGame, state: Any) -> None:
    """Each legal move is made by its own taps, on what is there to be tapped, and none is the beginning of another."""
    scene = game.scene(state)
    there = {cell.id for cell in scene.cells} | {piece.tap for piece in scene.pieces if piece.tap}
    moves = game.legal_moves(state)
    taps = [game.taps(state, move) for move in moves]
    assert len(set(taps)) == len(taps)
    for one in taps:
        assert one
        assert all(tap in there or game.rulebook.button(tap) for tap in one)
        if game.current_player(state) != CHANCE:
            assert all(tap in there or tap in game.rulebook.buttons for tap in one), one
        assert not any(other != one and other[: len(one)] == one for other in taps), one


def check_knowledge(game: AnyGame, state: Any, traces: list[AnyTrace]) -> int:
    """What a seat sees follows from what it may know; gives the number of pairs of moves that it cannot tell apart."""
    pairs = 0
    player = game.current_player(state)
    seats = range(game.seat_count(state))
    if player in seats:
        assert set(game.legal_moves(game.observation(state, player))) == set(game.legal_moves(state))
    for viewer in (*seats, PUBLIC):
        seen = game.observation(state, viewer)
        check_value(seen)
        check_position(game, seen)
        assert game.observation(seen, viewer) == seen
        assert game.observation(seen, PUBLIC) == game.observation(state, PUBLIC)
        assert game.current_player(seen) == player
        assert game.scene(state, viewer) == game.scene(seen, viewer)
        assert game.outcome(seen) == game.outcome(state)
        pairs += _check_indistinct(game, traces, viewer)
    return pairs


def _check_indistinct(game: AnyGame, traces: list[AnyTrace], viewer: int) -> int:
    pairs = 0
    shown: dict[Any, AnyTrace] = {}
    for trace in traces:
        if not trace.legal:
            continue
        observed = game.observed_trace(trace, viewer)
        assert observed.before == game.observation(trace.before, viewer)
        assert observed.after == game.observation(trace.after, viewer)
        for step in observed.steps:
            assert step.state == game.observation(step.state, viewer)
        if observed != trace:
            check_words(game, observed)
        twin = shown.setdefault(observed.after, observed)
        if twin is not observed:
            pairs += 1
            assert twin == observed, "what cannot be seen is not told either"
    return pairs


def main() -> None:
    """Print a random game."""
    game = get_game(sys.argv[1])
    for trace in walk(game, game.initial_state(), random.Random(int(sys.argv[2])), 60):
        print(trace_text(trace))
        print([game.format_move(trace.after, move) for move in game.candidate_moves(trace.after)])
        print(game.format_position(trace.after))


if __name__ == "__main__":
    main()
