"""Every rule of Let's Catch the Lion! at work, and every refusal."""

from __future__ import annotations

from typing import Any

import pytest

from engine import CHECK, EFFECT, END, PositionError, Trace
from engine.lion import State
from engine.report import trace_text
from engine.rulebook import load_yaml
from tests.lion.tables import GAME, START, line


def trace_of(state: State | str, move: str, **options: Any) -> Trace[Any, Any]:
    if isinstance(state, str):
        state = line(state, **options)
    found: Trace[Any, Any] = GAME.trace(state, GAME.parse_move(state, move))
    return found


def rules(trace: Trace[Any, Any]) -> str:
    """The rules of the steps without their groups; looks in brackets."""
    return " ".join(f"({step.rule})" if step.kind == CHECK else step.rule for step in trace.steps)


EFFECTS = [
    (START, "b4a3", "(look.dot) move.lion move.one"),
    (START, "c4c3", "(look.dot) move.giraffe move.one"),
    (START, "b3b2", "(look.dot) move.capture move.chick move.one (look.danger)"),
    ("gle/1c1/3/ELG b C", "a4b3", "(look.dot) move.elephant move.one"),
    ("g1l/3/1+C1/1L1 b -", "b3a3", "(look.dot) move.hen move.one"),
    ("gle/1c1/3/ELG b C", "C*b3", "move.drop (drop.chick) move.one"),
    ("gle/1c1/3/ELG b G", "G*b3", "move.drop move.one"),
    ("gl1/2e/3/1LG b C", "C*c1", "move.drop (drop.chick) move.one"),
    ("2l/C2/3/1L1 b -", "a2a1+", "(look.dot) move.chick promote.chick move.one"),
    ("1l1/3/2+c/1LG b -", "c4c3", "(look.dot) move.capture capture.hen move.giraffe move.one"),
    ("1l1/1C1/3/1L1 b -", "b2b1+", "(look.dot) move.capture move.chick promote.chick end.catch"),
    ("1l1/1L1/3/3 w -", "b1b2", "(look.dot) move.capture move.lion end.catch"),
    ("2g/1L1/c1l/3 b -", "b2a1", "(look.dot) move.lion (look.catcher) end.reach"),
    ("g2/1L1/2l/3 b -", "b2b1", "(look.dot) move.lion (look.catcher) (end.reach-caught) move.one"),
    (
        "g1g/1Le/2l/3 b -",
        "b2b1",
        "(look.dot) move.lion (look.catcher) (look.catcher) (look.catcher) (end.reach-caught) move.one",
    ),
    ("gL1/3/2l/3 w -", "a1b1", "(look.dot) move.capture move.giraffe end.catch"),
    ("gL1/3/2l/3 w -", "c3b3", "(look.dot) move.lion (end.reach-caught) end.reach"),
    ("gL1/3/2l/3 w C", "a1a2", "(look.dot) move.giraffe (end.reach-caught) end.reach"),
    ("gL1/3/2l/3 w c", "C*b3", "move.drop (drop.chick) (end.reach-caught) end.reach"),
    # Sky does not catch, but brings its own Lion to the far row: Land's was there first
    ("gL1/3/2l/3 w -", "c3c4", "(look.dot) move.lion (end.reach-caught) end.reach"),
    ("lc1/ccL/cc1/cc1 b -", "c2c3", "(look.dot) move.lion move.one end.no-move"),
    # after the move both Lions can be caught
    ("1l1/3/1L1/3 b -", "b3b2", "(look.dot) move.lion move.one (look.danger) (look.danger)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "move", "expected"), EFFECTS)
def test_effects(text: str, move: str, expected: str) -> None:
    trace = trace_of(text, move)
    assert trace.legal
    assert rules(trace) == expected
    assert all(step.marks for step in trace.steps if step.kind == EFFECT and step.rule != "move.one")


REFUSALS = [
    (START, "b4b4", "move.one", "you cannot pass"),
    (START, "b4c4", "move.one", "own Giraffe is on c4"),
    (START, "a4c2", "move.elephant", "no dot that points to c2"),
    (START, "a4a3", "move.elephant", "diagonally"),
    (START, "c4b3", "move.giraffe", "sideways"),
    (START, "b3a2", "move.chick", "straight ahead"),
    (START, "b3b4", "move.chick", "straight ahead"),
    (START, "b4b2", "move.lion", "one step"),
    ("g1l/3/1+C1/1L1 b -", "b3a4", "move.hen", "never diagonally back"),
    (START, "b2b3", "refuse.not-yours", "not Land's"),
    (START, "a2a3", "refuse.nobody-there", "No animal is on a2"),
    (START, "a4a5", "refuse.off-board", "the board ends"),
    (START, "a4z3", "refuse.off-board", "the board ends"),
    (START, "c4d4", "refuse.off-board", "the board ends"),
    ("Cl1/3/3/1L1 b -", "a1a0", "refuse.off-board", "the board ends"),
    (START, "C*a3", "refuse.not-in-hand", "No Chick waits beside Land"),
    ("gle/1c1/3/ELG b c", "C*b3", "refuse.not-in-hand", "No Chick waits beside Land"),
    ("gle/1c1/3/ELG b C", "L*b3", "refuse.not-in-hand", "No Lion"),
    ("gle/1c1/3/ELG b C", "C*b2", "move.drop", "The Chick is on b2"),
    ("gle/1c1/3/ELG b C", "C*a4", "move.drop", "The Elephant is on a4"),
    ("gle/1c1/3/ELG b C", "C*b5", "refuse.off-board", "not a space"),
    ("gl1/2e/3/1LG b C", "C*c1+", "drop.chick", "does not become a Hen"),
    ("gl1/2e/3/1LG b G", "G*c1+", "drop.chick", "nothing to flip"),
    ("2l/C2/3/1L1 b -", "a2a1", "promote.chick", "Write a2a1+"),
    (START, "b3b2+", "promote.chick", "not on the far row"),
    (START, "b4a3+", "promote.chick", "Only a Chick"),
    ("gle/1c1/1C1/ELG ? -", "b3b2", "refuse.not-now", "the lot decides"),
    (START, "first sky", "refuse.not-now", "has begun"),
    ("L2/2g/2l/3 w -", "c3c4", "refuse.game-over", "over"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "move", "rule", "words"), REFUSALS)
def test_refusals(text: str, move: str, rule: str, words: str) -> None:
    trace = trace_of(text, move)
    assert trace.refusal is trace.steps[-1]
    assert trace.refusal.rule == rule
    assert words in trace_text(trace)
    assert trace.after == trace.before


def test_every_refusal_of_the_rulebook_is_tested() -> None:
    tested = {rule for _, _, rule, _ in REFUSALS}
    texts = load_yaml(GAME.folder / "rules.yaml")["rules"]
    refusing = {id for id, entry in texts.items() if "refused" in entry}
    assert tested == refusing


def test_the_dot_is_that_of_the_owner() -> None:
    """Sky's animals look down the board: what is ahead for Land is behind for Sky."""
    assert trace_of(START, "b3b2").steps[0].args["way"] == "ahead"
    assert trace_of("gle/1c1/1C1/ELG w -", "b2b3").steps[0].args["way"] == "ahead"
    assert trace_of("gle/1c1/1C1/ELG w -", "b1c2").steps[0].args["way"] == "ahead-left"
    assert trace_of(START, "b4c3").steps[0].args["way"] == "ahead-right"


def test_edges_are_marked() -> None:
    sides = {move: [mark.side for mark in trace_of(START, move).steps[-1].marks] for move in ("a4z5", "c4d4", "b4a5")}
    assert sides == {"a4z5": ["", "S", "W"], "c4d4": ["", "E"], "b4a5": ["", "S"]}


def test_a_catch_shows_the_animal_changing_sides() -> None:
    trace = trace_of("g1l/3/2+c/1LG b C", "c4c3")
    caught, again, moved = (step for step in trace.steps if step.kind == EFFECT and step.rule != "move.one")
    assert caught.args["loser"] == 1
    assert caught.args["seat"] == 0
    assert caught.state.hands == ("CH", "")
    assert caught.state.at("c3") == "."
    assert again.state.hands == ("CC", "")
    assert moved.state.at("c3") == "G"


def test_a_reach_shows_everyone_who_could_catch() -> None:
    trace = trace_of("g1g/1Le/2l/3 b -", "b2b1")
    looks = [step for step in trace.steps if step.rule == "look.catcher"]
    assert [(step.args["animal"], step.args["from"], step.args["way"]) for step in looks] == [
        ("G", "a1", "left"),
        ("G", "c1", "right"),
        ("E", "c2", "back-right"),
    ]
    verdict = next(step for step in trace.steps if step.rule == "end.reach-caught")
    assert verdict.args["number"] == 3
    assert {mark.role for mark in verdict.marks} == {"to", "attacker"}


def test_the_chick_on_the_far_row_stays_until_it_is_caught() -> None:
    state = trace_of("gl1/2e/3/1LG b C", "C*c1").after
    assert state.at("c1") == "C"
    state = GAME.apply(state, GAME.parse_move(state, "a1a2"))
    assert not [move for move in GAME.legal_moves(state) if move.source == "c1"]
    state = GAME.apply(state, GAME.parse_move(state, "c4c3"))
    state = GAME.apply(state, GAME.parse_move(state, "b1c1"))
    assert state.hands == ("", "C")


def test_promotion_optional() -> None:
    text = "2l/C2/3/1L1 b -"
    state = line(text, promotion="optional")
    stays = trace_of(state, "a2a1")
    assert stays.legal
    assert "promote.chick" not in rules(stays)
    assert stays.after.at("a1") == "C"
    assert trace_of(state, "a2a1+").after.at("a1") == "H"
    assert not trace_of(text, "a2a1").legal
    assert {GAME.taps(state, move) for move in GAME.legal_moves(state) if move.source == "a2"} == {
        ("a2", "a1", "flip"),
        ("a2", "a1", "stay"),
    }


# The three readings of the reach --------------------------------------------------------------------------------------


def after(text: str, *moves: str, **options: Any) -> State:
    state = line(text, **options)
    for move in moves:
        state = GAME.apply(state, GAME.parse_move(state, move))
    return state


def test_the_three_readings_differ() -> None:
    """The Lion arrives where the Giraffe could catch it, and Sky looks away."""
    text = "g2/1L1/2l/3 b -"
    told = {}
    for reach in ("next-turn", "on-arrival", "unconditional"):
        outcomes = [GAME.outcome(after(text, *moves, reach=reach)) for moves in (["b2b1"], ["b2b1", "c3b3"])
                    if reach != "unconditional" or len(moves) == 1]  # fmt: skip
        told[reach] = [None if outcome is None else (outcome.winner, outcome.rule) for outcome in outcomes]
    assert told == {
        "next-turn": [None, (0, "end.reach")],
        "on-arrival": [None, None],
        "unconditional": [(0, "end.reach")],
    }


def test_on_arrival_the_lion_that_stays_does_not_win_later() -> None:
    """Once it has arrived unsafely, it does not win because the attacker goes away; a safe step on the row wins."""
    state = after("g2/1L1/2l/C2 b -", "b2b1", "a1a2", reach="on-arrival")
    assert GAME.outcome(state) is None
    state = GAME.apply(state, GAME.parse_move(state, "a4a3"))
    assert GAME.outcome(state) is None
    assert not state.arrived
    state = GAME.apply(state, GAME.parse_move(state, "c3b3"))
    state = GAME.apply(state, GAME.parse_move(state, "b1c1"))
    assert GAME.outcome(state) == GAME.outcome(line("2L/g2/Cl1/3 w -"))
    assert rules(trace_of(after("g2/1L1/2l/C2 b -", "b2b1", reach="on-arrival"), "c3b3")) == (
        "(look.dot) move.lion (end.reach-caught) move.one (look.danger)"
    )


def test_every_reading_ends_at_a_safe_arrival_and_at_a_catch() -> None:
    for reach in ("next-turn", "on-arrival", "unconditional"):
        assert GAME.outcome(after("2g/1L1/c1l/3 b -", "b2a1", reach=reach)).rule == "end.reach"
        if reach != "unconditional":
            caught = after("g2/1L1/2l/3 b -", "b2b1", "a1b1", reach=reach)
            assert (GAME.outcome(caught).winner, GAME.outcome(caught).rule) == (1, "end.catch")


def test_the_unconditional_reach_needs_no_look() -> None:
    assert rules(trace_of("g2/1L1/2l/3 b -", "b2b1", reach="unconditional")) == "(look.dot) move.lion end.reach"


@pytest.mark.parametrize(
    ("text", "reach", "winner", "rule"),
    [
        ("L2/2g/2l/3 w -", "next-turn", 0, "end.reach"),
        ("L2/g2/2l/3 w -", "next-turn", None, None),
        ("L2/g2/2l/3 b -", "next-turn", 0, "end.reach"),
        ("L2/2g/2l/3 w -", "on-arrival", 0, "end.reach"),
        ("L2/g2/2l/3 w -", "on-arrival", None, None),
        ("L2/2g/2l/3 b -", "on-arrival", None, None),
        ("L2/g2/2l/3 w -", "unconditional", 0, "end.reach"),
        ("L2/g2/2l/3 b -", "unconditional", 0, "end.reach"),
        ("L2/3/3/2l b -", "next-turn", 0, "end.reach"),
        ("L2/3/3/2l w -", "next-turn", 1, "end.reach"),
        ("3/1l1/1G1/3 w l", "next-turn", 1, "end.catch"),
        ("3/1L1/1G1/3 w L", "next-turn", 0, "end.catch"),
        ("lc1/ccL/cc1/cc1 w -", "next-turn", 0, "end.no-move"),
    ],
)
def test_given_positions_may_have_ended(text: str, reach: str, winner: int | None, rule: str | None) -> None:
    state = line(text, reach=reach)
    outcome = GAME.outcome(state)
    assert (winner, rule) == (None, None) if outcome is None else (outcome.winner, outcome.rule) == (winner, rule)
    assert bool(GAME.legal_moves(state)) == (outcome is None)


def test_no_move_may_be_a_draw() -> None:
    state = line("lc1/ccL/cc1/cc1 w -", no_move="draws")
    assert (GAME.outcome(state).winner, GAME.outcome(state).rule) == (None, "end.no-move")
    trace = trace_of("lc1/ccL/cc1/cc1 b -", "c2c3", no_move="draws")
    assert trace.steps[-1].kind == END
    assert "It is a draw" in trace_text(trace)


# Who begins -----------------------------------------------------------------------------------------------------------


def test_who_begins() -> None:
    assert GAME.initial_state().side == 0
    assert GAME.initial_state(start=1).side == 1
    assert GAME.initial_state(GAME.ruleset().with_options({"first": "sky"})).side == 1
    assert GAME.format_position(GAME.initial_state()) == START
    assert GAME.format_position(GAME.initial_state(start=1)) == "gle/1c1/1C1/ELG w -"
    assert rules(trace_of(GAME.initial_state("by-lot"), "first land")) == "setup.first"
    for wrong in (2, -1, None, "b"):
        with pytest.raises(PositionError, match="start: expected a seat from 0 to 1"):
            GAME.initial_state(start=wrong)


def test_prompts_greet() -> None:
    assert GAME.prompt(GAME.initial_state()) == "Onegai-shimasu! Land begins: tap one of your animals."
    assert GAME.prompt(GAME.initial_state("by-lot")) == "Onegai-shimasu! Who begins?"
    assert GAME.prompt(after(START, "b3b2")) == "Sky: tap one of your animals, or one that waits."
    assert "Arigatou-gozaimashita" in GAME.prompt(line("L2/2g/2l/3 w -"))
    assert "Catch!!" in trace_text(trace_of("1l1/1C1/3/1L1 b -", "b2b1+"))
    assert "Reach!!" in trace_text(trace_of("2g/1L1/c1l/3 b -", "b2a1"))
