"""Whole games of Maatatahay: what always holds, options, ends, previews, taps and pictures."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import CHANCE, EFFECT, FORCED, TERMINAL, IllegalMoveError, Trace, get_game, sample
from engine.maatatahay import Move, State, judging
from engine.maatatahay.rules import AUTOMATIC
from engine.maatatahay.state import GO
from engine.maatatahay.strength import looked_at
from engine.scene import Piece
from tests.maatatahay import naive

GAME = get_game("maatatahay")
AnyTrace = Trace[State, Move]
TRIBES = ("balan", "wazu")
seeds = st.integers(0, 10_000)
few = settings(max_examples=15, deadline=None)


@lru_cache(maxsize=64)
def whole_game(seed: int, options: tuple[tuple[str, Any], ...] = ()) -> tuple[AnyTrace, ...]:
    """A random game, one that charges and pays now and then."""
    rng = random.Random(seed)
    state = GAME.initial_state(GAME.ruleset().with_options(dict(options)), start=seed % 2)
    traces = []
    while GAME.current_player(state) != TERMINAL:
        chance = GAME.current_player(state) == CHANCE
        move = sample(GAME, state, rng) if chance else rng.choice(GAME.legal_moves(state))
        traces.append(GAME.trace(state, move))
        state = traces[-1].after
    return tuple(traces)


def all_crystals(state: State) -> int:
    """The crystals that lie anywhere: in the bag, on the map, in storage, on Warriors."""
    on_map = sum(len(crystals) for _, crystals in state.crystals)
    on_warriors = sum(warrior.energy + warrior.spirit for warrior in state.warriors)
    return sum(state.bag) + on_map + sum(map(len, state.storage)) + on_warriors


# What always holds ----------------------------------------------------------------------------------------------------


@few
@given(seeds)
def test_crystals_are_conserved(seed: int) -> None:
    """The 60 of the bag and support given, less what was lost, lie somewhere after every step."""
    expected = 60
    for trace in whole_game(seed):
        for step in trace.steps:
            if step.rule == "support.energy":
                expected += 1
            elif step.rule == "death.down":
                expected -= step.args["energy"]
            elif step.rule == "death.spirit" and step.args["case"] == "removed":
                expected -= step.args["number"]
            assert all_crystals(step.state) == expected, step.rule


@few
@given(seeds)
def test_a_game_has_at_most_twelve_turns(seed: int) -> None:
    traces = whole_game(seed)
    acts = Counter(step.rule for trace in traces for step in trace.steps if step.kind is EFFECT)
    assert acts["setup.crystals"] == 40
    assert 1 <= acts["turn.pair"] == acts["turn.first"] == acts["turn.second"] == acts["turn.track"] <= 12
    assert acts["place.free"] + acts["place.relic"] == 2 * acts["turn.pair"]
    assert acts["turn.next"] == acts["turn.pair"] - 1
    assert traces[-1].after.track == acts["death.down"]


@few
@given(seeds, st.sampled_from(["progressive", "standard"]))
def test_the_score_is_that_of_a_recount_from_the_record(seed: int, mode: str) -> None:
    traces = whole_game(seed, (("relic_mode", mode),))
    spirit: Counter[str] = Counter()
    diamonds: dict[str, tuple[int, int]] = {}
    relics: list[int] = []
    for step in (step for trace in traces for step in trace.steps):
        args = step.args
        if step.rule in ("place.free", "place.relic"):
            diamonds[args["cell"]] = (args["seat"], naive.TILES[args["tile"]]["diamonds"])
        if step.rule == "place.relic":
            relics.append(args["seat"])
        if step.rule == "place.charge":
            spirit[args["cell"]] += args["crystals"].count("S")
        if step.rule == "death.down":
            del diamonds[args["cell"]]
        if step.rule == "death.spirit":
            spirit[args["cell"]] = 0
            spirit[args["to"]] += args["number"] * (args["case"] == "new")
    end = traces[-1].after
    totals = []
    for seat in (0, 1):
        own = [cell for cell, (owner, _) in diamonds.items() if owner == seat]
        places = [place for place, taker in enumerate(relics, 1) if taker == seat]
        worth = sum(places) if mode == "standard" else sum(range(1, len(places) + 1))
        totals.append(sum(diamonds[cell][1] + spirit[cell] for cell in own) + worth)
        assert end.taken[seat] == tuple(places)
    outcome = GAME.outcome(end)
    assert outcome is not None
    assert outcome.scores == tuple(totals)


@few
@given(seeds, st.randoms(use_true_random=False))
def test_judging_together_does_not_depend_on_the_order_of_looking(seed: int, order: random.Random) -> None:
    rng = random.Random(seed)
    for _ in range(40):
        state = GAME.parse_position(naive.random_position(rng))
        move = rng.choice(GAME.legal_moves(state))
        trace = GAME.preview(state, move)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(judging, "looked_at", lambda board, new: shuffled(looked_at(board, new), order))
            other = GAME.preview(state, move)
        assert other.after == trace.after
        judged = [sorted((step.args["cell"], step.args["own"], step.args["against"], step.args["dies"])
                         for step in one.steps if step.rule == "surround.judge") for one in (trace, other)]  # fmt: skip
        assert judged[0] == judged[1]
        assert len(set(judged[0])) == len(judged[0])


def shuffled(cells: tuple[str, ...], rng: random.Random) -> tuple[str, ...]:
    found = list(cells)
    rng.shuffle(found)
    return tuple(found)


@pytest.mark.parametrize("seed", range(4))
def test_a_position_between_two_steps_goes_on_to_the_same_end(seed: int) -> None:
    """Every state that a step shows is one from which the placement can go on by itself."""
    gone_on = 0
    rng = random.Random(seed)
    for _ in range(40):
        state = GAME.parse_position({**naive.random_position(rng), "bag": {"E": 5, "S": 5}})
        moves = GAME.legal_moves(state)
        trace = GAME.trace(state, rng.choice(moves))
        if trace.after.phase == "charge":
            trace = GAME.trace(trace.after, rng.choice(GAME.legal_moves(trace.after)))
        for step in (step for step in trace.steps if step.kind is EFFECT):
            again = GAME.parse_position(GAME.format_position(step.state))
            assert again == step.state
            if again.phase in AUTOMATIC and step.rule != "turn.track":
                assert GAME.current_player(again) == FORCED
                assert GAME.apply(again, GO) == trace.after
                gone_on += 1
    assert gone_on > 10


# Single rules ---------------------------------------------------------------------------------------------------------


def rules_of(trace: AnyTrace) -> list[str]:
    return [step.rule for step in trace.steps]


def play(position: dict[str, Any], *moves: str) -> list[AnyTrace]:
    state = GAME.parse_position(position)
    traces = []
    for text in moves:
        traces.append(GAME.trace(state, GAME.parse_move(state, text)))
        GAME.refuse(traces[-1])
        state = traces[-1].after
    return traces


def test_set_up_fills_the_map_in_reading_order() -> None:
    traces = whole_game(1)[:40]
    assert [trace.steps[0].args["cell"] for trace in traces][:8] == ["a1", "a1", "a1", "b1", "b1", "c1", "c1", "d1"]
    end = traces[-1].after
    assert {cell: len(crystals) for cell, crystals in end.crystals} == dict(end.ruleset.layout.crystals)
    assert (sum(end.bag), end.phase, len(end.relics)) == (20, "tiles", 5)
    start = GAME.initial_state()
    assert {move.crystals: odds for move, odds in GAME.chance_outcomes(start)} == {
        "E": Fraction(3, 4), "S": Fraction(1, 4)
    }  # fmt: skip


def test_pairs_are_drawn_uniformly_and_independently() -> None:
    state = GAME.parse_position({"stack": {"balan": ["scout", "guard", "guard"], "wazu": ["elder", "hunter"]}})
    odds = {move.tiles: share for move, share in GAME.chance_outcomes(state)}
    assert odds == {("guard", "elder"): Fraction(1, 3), ("guard", "hunter"): Fraction(1, 3),
                    ("scout", "elder"): Fraction(1, 6), ("scout", "hunter"): Fraction(1, 6)}  # fmt: skip
    (trace,) = play({"pairs": [["guard", "archer"], ["scout", "elder"]], "phase": "tiles"}, "tiles hunter weaver")
    assert [[tile.id for tile in pair] for pair in trace.after.pairs][-1] == ["hunter", "weaver"]
    assert trace.after.phase == "pair"


@pytest.mark.parametrize(
    ("pair", "active", "chooser"),
    [(["scout", "champion"], "wazu", 0), (["champion", "scout"], "balan", 1), (["guard", "archer"], "wazu", 1)],
)
def test_the_weaker_warrior_decides_who_is_first(pair: list[str], active: str, chooser: int) -> None:
    state = GAME.parse_position({"pair": pair, "active": active})
    assert GAME.current_player(state) == chooser
    for seat, tribe in enumerate(TRIBES):
        after = GAME.apply(state, GAME.parse_move(state, f"first {tribe}"))
        assert GAME.current_player(after) == seat
        assert after.then is not None
        assert after.then.tribe == 1 - seat


def test_relics_are_numbered_by_both() -> None:
    base = {"storage": {"balan": "SSSS"}, "bag": {"E": 0, "S": 0}}
    traces = play({**base, "taken": {"wazu": [1, 2]}, "relics": ["c3"],
                   "to_place": {"tribe": "balan", "tile": "guard"}}, "c3 N", "pay SSSS")  # fmt: skip
    assert traces[-1].after.taken == ((3,), (1, 2))
    assert traces[-1].after.relics == ()
    # The bag was empty, but what was paid went into it.
    assert GAME.current_player(traces[-1].after) == CHANCE
    away = play({**base, "paid_to": "away", "to_place": {"tribe": "balan", "tile": "guard"}}, "c3 N", "pay SSSS")
    assert away[-1].after.phase == "tiles", "nothing to draw, nothing to charge with"


def test_crystals_on_a_temple_with_its_relic_stay() -> None:
    traces = play({"crystals": {"c3": "EE"}, "storage": {"balan": "SSSS"}, "bag": {"E": 9},
                   "to_place": {"tribe": "balan", "tile": "guard"}},
                  "c3 N", "pay SSSS", "draw E", "draw E", "charge EE")  # fmt: skip
    assert traces[-1].after.crystals == (("c3", "EE"),)
    assert all("place.collect" not in rules_of(trace) for trace in traces)
    bare = play({"crystals": {"c3": "EE"}, "relics": [], "to_place": {"tribe": "balan", "tile": "guard"}}, "c3 N")
    assert "place.collect" in rules_of(bare[0])


def test_nothing_is_asked_with_an_empty_storage() -> None:
    (trace,) = play({"to_place": {"tribe": "balan", "tile": "guard"}}, "a1 N")
    assert "place.charge" not in rules_of(trace)
    assert "surround.when" in rules_of(trace)


def test_each_warrior_is_judged_once_with_its_sums() -> None:
    position = {
        "storage": {"balan": "S"},
        "warriors": {
            "a1": {"tribe": "wazu", "tile": "hunter"}, "b1": {"tribe": "balan", "tile": "champion"},
            "b2": {"tribe": "wazu", "tile": "champion"}, "a3": {"tribe": "wazu", "tile": "hunter"},
        },
        "to_place": {"tribe": "balan", "tile": "archer"},
    }  # fmt: skip
    _, trace = play(position, "a2 N", "charge S")
    rules = Counter(rules_of(trace))
    assert rules["surround.judge"] == rules["strength.own"] == rules["surround.against"] == 2
    assert rules["surround.check"] == 16
    judged = next(step for step in trace.steps if step.rule == "surround.judge")
    assert {key: judged.args[key] for key in ("cell", "own", "against", "dies")} == {
        "cell": "a2", "own": 3, "against": 13, "dies": True
    }  # fmt: skip
    apart = play({**position, "together": False}, "a2 N", "charge S")[1]
    # Once the new Warrior has fallen, only the champion stands against a1.
    assert [(step.args["cell"], step.args["against"]) for step in apart.steps if step.rule == "surround.judge"] == [
        ("a2", 13), ("a1", 5)
    ]  # fmt: skip


def test_options_of_the_edge_and_of_the_dead() -> None:
    position = {
        "warriors": {"a1": {"tribe": "wazu", "tile": "weaver"}, "b1": {"tribe": "balan", "tile": "champion"}},
        "to_place": {"tribe": "balan", "tile": "archer"},
    }
    assert "death.down" in rules_of(play(position, "a2 N")[0])
    assert "surround.judge" not in rules_of(play({**position, "edge_fills": False}, "a2 N")[0])
    position["warriors"]["b1"]["dead"] = True  # type: ignore[index]
    assert "death.down" in rules_of(play(position, "a2 N")[0])
    assert "surround.judge" not in rules_of(play({**position, "dead_fill": False}, "a2 N")[0])


@pytest.mark.parametrize(("size", "own"), [(0, 2), (1, 3), (3, 5)])
def test_option_of_the_ability(size: int, own: int) -> None:
    (trace,) = play(
        {
            "ability_size": size,
            "warriors": {"a1": {"tribe": "balan", "tile": "elder"}, "b1": {"tribe": "wazu", "tile": "champion"}},
            "to_place": {"tribe": "balan", "tile": "champion"},
        },
        "a2 N",
    )
    assert next(step.args["own"] for step in trace.steps if step.rule == "surround.judge") == own


ENDS: dict[str, tuple[dict[str, Any], str]] = {
    "end.deaths": ({"warriors": {f"a{n}": {"tribe": "wazu", "tile": "scout", "dead": True} for n in (1, 2, 3, 4, 5)}
                    | {"e5": {"tribe": "wazu", "tile": "scout", "dead": True}}}, "c1 N"),
    "end.space": ({"map": "TTTTT/TTTTT/TTTTT/TTTTT/TT00T"}, "c5 N"),
    "end.tiles": ({"stack": {"balan": ["scout"], "wazu": []}}, "c5 N"),
}  # fmt: skip


@pytest.mark.parametrize("rule", ENDS)
def test_ends_come_after_the_turn(rule: str) -> None:
    position, move = ENDS[rule]
    turns = {"to_place": {"tribe": "balan", "tile": "guard"}}
    (trace,) = play({**position, **turns}, move)
    outcome = GAME.outcome(trace.after)
    assert outcome is not None
    assert outcome.rule == rule
    (first,) = play({**position, **turns, "then": {"tribe": "wazu", "tile": "guard"}}, move)
    assert GAME.outcome(first.after) is None, "not between the two placements"


def test_five_deaths_and_two_free_spaces_are_not_the_end() -> None:
    dead = {f"a{n}": {"tribe": "wazu", "tile": "scout", "dead": True} for n in (1, 2, 3, 4, 5)}
    turns = {"to_place": {"tribe": "balan", "tile": "guard"}}
    (trace,) = play({"warriors": dead, **turns}, "c1 N")
    assert GAME.outcome(trace.after) is None
    (trace,) = play({"map": "TTTTT/TTTTT/TTTTT/TTTTT/T000T", **turns}, "c5 N")
    assert GAME.outcome(trace.after) is None
    assert (trace.after.active, trace.after.phase) == (1, "tiles")


def test_the_preview_shows_the_judgement_before_it_is_played() -> None:
    state = GAME.parse_position({
        "warriors": {"a1": {"tribe": "wazu", "tile": "weaver"}, "b1": {"tribe": "balan", "tile": "champion"}},
        "storage": {"balan": "EEES"}, "crystals": {"a2": "EE"}, "to_place": {"tribe": "balan", "tile": "archer"},
    })  # fmt: skip
    trace = GAME.preview(state, GAME.parse_move(state, "a2 N"))
    assert [rule for rule in rules_of(trace) if rule in ("place.charge", "surround.judge", "death.down")] == [
        "place.charge", "surround.judge", "death.down"
    ]  # fmt: skip
    assert trace.after.storage[0] == "EEES", "as little as possible is charged, Energy first"
    refused = GAME.preview(state, GAME.parse_move(state, "b1 N"))
    assert refused.refusal is not None
    pair = GAME.parse_position({"pairs": [["guard", "archer"]]})
    assert GAME.preview(pair, GAME.parse_move(pair, "pair 1")) == GAME.trace(pair, GAME.parse_move(pair, "pair 1"))


def test_taps() -> None:
    state = GAME.parse_position({"storage": {"balan": "ES"}, "to_place": {"tribe": "balan", "tile": "guard"}})
    assert GAME.taps(state, GAME.parse_move(state, "b1 W")) == ("b1", "facing W")
    charge = GAME.apply(state, GAME.parse_move(state, "b1 W"))
    assert GAME.taps(charge, GAME.parse_move(charge, "charge S")) == ("energy 0", "spirit 1")
    assert GAME.taps(charge, GAME.parse_move(charge, "charge -")) == ("energy 0", "spirit 0")
    pairs = GAME.parse_position({"pairs": [["guard", "archer"], ["scout", "elder"]]})
    taps = {piece.tap for piece in GAME.scene(pairs).pieces if piece.tap}
    assert {GAME.taps(pairs, move) for move in GAME.legal_moves(pairs)} == {(tap,) for tap in taps}


def test_a_wrong_move_says_why() -> None:
    state = GAME.parse_position({"to_place": {"tribe": "balan", "tile": "guard"}})
    with pytest.raises(IllegalMoveError, match="costs 4, and Balan has only 0"):
        GAME.apply(state, GAME.parse_move(state, "c3 N"))


# Pictures -------------------------------------------------------------------------------------------------------------


def pieces(position: dict[str, Any]) -> dict[str, Piece]:
    return {piece.at: piece for piece in GAME.scene(GAME.parse_position(position)).pieces}


def test_the_picture_says_what_a_strength_is_made_of() -> None:
    found = pieces({"warriors": {
        "a1": {"tribe": "wazu", "tile": "elder", "facing": "E", "energy": 2, "spirit": 1},
        "b1": {"tribe": "wazu", "tile": "hunter"}, "c1": {"tribe": "balan", "tile": "guard", "dead": True},
    }})  # fmt: skip
    assert found["a1"].label == (
        "Wazu's Elder, Strength 2+2+1 = 5, facing right, Elder, 2 Diamonds, Arrows right, down, up, 2 Energy, 1 Spirit"
    )
    assert found["c1"].label == "Balan's Guard, dead, face down"
    assert found["a1"].turn == 90


def test_a_tile_without_a_picture_is_drawn_by_its_letters() -> None:
    state = GAME.parse_position({
        "tiles": {"yak": {"strength": 4, "diamonds": 4}}, "warriors": {"a1": {"tribe": "wazu", "tile": "yak"}},
    })  # fmt: skip
    (piece,) = [piece for piece in GAME.scene(state).pieces if piece.at == "a1"]
    assert {"yak", "4"} <= {badge.text for badge in piece.badges}


def test_a_tile_keeps_its_id_from_the_open_pairs_to_the_map() -> None:
    traces = whole_game(2)
    ids = [{piece.id for piece in GAME.scene(trace.after).pieces if piece.id.startswith("warrior")} for trace in traces]
    for before, after in pairwise(ids):
        assert before <= after or len(before - after) == 1  # one stands before a temple, not paid for yet


def test_facts_add_up_the_score() -> None:
    state = GAME.parse_position({
        "warriors": {"a1": {"tribe": "wazu", "tile": "guard", "spirit": 2}}, "taken": {"wazu": [1, 3]},
    })  # fmt: skip
    facts = dict(GAME.scene(state).facts)
    assert facts["Wazu"] == "7 (Diamonds 2, Spirit 2, Relics 3)"
    assert facts["In the bag"] == "45 Energy, 13 Spirit"
    assert facts["Turn"] == "1 / 12"


def test_a_random_game_without_traces_takes_less_than_50_ms() -> None:
    def play(rng: random.Random) -> float:
        start = process_time()
        state = GAME.initial_state()
        while (player := GAME.current_player(state)) != TERMINAL:
            move = sample(GAME, state, rng) if player == CHANCE else rng.choice(GAME.legal_moves(state))
            state = GAME.apply(state, move)
        return process_time() - start

    assert sorted(play(random.Random(seed)) for seed in range(9))[4] < 0.05
