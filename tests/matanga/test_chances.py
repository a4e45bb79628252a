"""The exact chances against the rules themselves, the simulation against the exact chances, and what they are worth."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from engine import CHANCE, TERMINAL, GameError, PositionError, get_game, sample
from engine.matanga import MatangaRules, State, race
from engine.matanga import chances as count

GAME = get_game("matanga")
RACES: list[tuple[int, dict[str, Any]]] = [
    (2, {"end": 3, "mark_time": 1000}),
    (2, {"end": 4, "mark_time": [700, 1500], "pencil_faces": 3}),
    (2, {"end": 3, "mark_time": [2500, 2200], "start": [0, 1]}),
    (3, {"end": 2, "mark_time": 1000}),
    (3, {"end": 3, "mark_time": [1500, 400, 2100], "pencil_faces": 4, "three": True}),
    (3, {"end": [2, 3, 2], "mark_time": [800, 1200, 1000], "symbol": [True, False, False], "symbol_factor": 1.5}),
    (3, {"end": 2, "down": [True, False, True], "mark_time": 333, "pencil_faces": 2}),
]


def by_the_rules(state: State, until: float) -> tuple[dict[int, list[float]], float]:
    """Follow every race from a state, move by move as the rules carry it out.

    Returns:
        time of the end -> chance of each winner; and the chance of all the races that are not over.
    """
    now: dict[State, float] = {state: 1.0}
    ends: dict[int, list[float]] = defaultdict(lambda: [0.0] * state.players)
    while sum(now.values()) > until:
        after: dict[State, float] = defaultdict(float)
        for one, weight in now.items():
            if GAME.current_player(one) == TERMINAL:
                winner = GAME.outcome(one).winner  # type: ignore[union-attr]
                ends[one.time][winner] += weight  # type: ignore[index]
            elif GAME.current_player(one) == CHANCE:
                for move, chance in GAME.chance_outcomes(one):
                    after[GAME.apply(one, move)] += weight * float(chance)
            else:
                (move,) = GAME.legal_moves(one)
                after[GAME.apply(one, move)] += weight
        now = after
    return ends, sum(now.values())


@pytest.mark.parametrize(("players", "options"), RACES, ids=[f"{n} {r[0]} players" for n, r in enumerate(RACES)])
def test_exact_chances_and_length_are_what_the_rules_make_of_it(players: int, options: dict[str, Any]) -> None:
    rules = MatangaRules().with_options(options)
    rest = 1e-4 if players == 3 or options["mark_time"] == [2500, 2200] else 1e-7
    for first in range(players):
        ends, open_races = by_the_rules(GAME.initial_state(rules, players, start=first), rest)
        found = count.chances(rules, players, first)
        for seat in range(players):
            assert found.win[seat] == pytest.approx(sum(end[seat] for end in ends.values()), abs=open_races + 1e-12)
        assert found.method == count.EXACT
        assert found.error < 1e-12
        long = count.length(rules, players, first)
        for time, win in ends.items():
            where = long.times.index(time)
            assert long.shares[where] == pytest.approx(sum(win), abs=open_races + 1e-9)
            assert [part[where] for part in long.by_seat] == pytest.approx(win, abs=open_races + 1e-9)
        assert long.mean == pytest.approx(found.mean, rel=1e-6)


def exact_fractions(length: int, roll: int, mark: int, faces: int) -> Fraction:
    """Chance of whoever takes the pencil first in a race of two of equal paces, in whole fractions."""
    p, q = Fraction(faces, 6), 1 - Fraction(faces, 6)
    known: dict[tuple[int, int], Fraction] = {}
    # v(a, b): I have just taken the pencil, a left to me, b to the other. A hold without a mark leads from v(a, b) to
    # 1 - v(b, a), and from there back.
    for level in range(2, 2 * length + 1):
        for a in range(max(1, level - length), min(length, level - 1) + 1):
            b = level - a
            rows = []
            for mine, other in ((a, b), (b, a)):
                none = sum((p * q ** (g - 1) for g in range(1, 99) if g * roll < mark), Fraction(0))
                sure = q ** (-(-mine * mark // roll) - 1)
                for g in range(1, -(-mine * mark // roll)):
                    if g * roll >= mark:
                        sure += p * q ** (g - 1) * (1 - known[other, mine - g * roll // mark])
                rows.append((none, sure))
            (n1, s1), (n2, s2) = rows
            known[a, b] = (s1 + n1 * (1 - s2 - n2)) / (1 - n1 * n2)
    return known[length, length]


@pytest.mark.parametrize(("roll", "mark", "faces"), [(1000, 1500, 2), (1000, 3100, 3), (700, 250, 1), (500, 500, 5)])
def test_double_precision_is_enough(roll: int, mark: int, faces: int) -> None:
    taker = exact_fractions(12, roll, mark, faces)
    q = 1 - Fraction(faces, 6)
    first = Fraction(1, 1) / (1 + q)  # the first to roll takes the first pencil with this chance
    exact = first * taker + (1 - first) * (1 - taker)
    rules = MatangaRules().with_options({"end": 12, "roll_time": roll, "mark_time": mark, "pencil_faces": faces})
    assert count.chances(rules, 2).win[0] == pytest.approx(float(exact), abs=1e-13)


@pytest.mark.parametrize(
    ("players", "options"),
    [(2, {}), (3, {}), (3, {"three": True, "mark_time": [1200, 1500, 1300]}),
     (2, {"mark_time": [900, 1600], "start": [0, 20], "pencil_faces": 3}), (2, {"symbol": [True, False]})],
)  # fmt: skip
def test_simulation_agrees_with_the_exact_chances(players: int, options: dict[str, Any]) -> None:
    rules = MatangaRules().with_options(options)
    exact = count.chances(rules, players)
    rough = count.chances(rules, players, method=count.SIMULATION, races=20_000, seed=3)
    assert (rough.method, rough.races) == (count.SIMULATION, 20_000)
    assert exact.model == rough.model
    assert rough.error < 0.0075
    for a, b in zip(exact.win, rough.win, strict=True):
        assert abs(a - b) < 2 * rough.error
    assert rough.mean == pytest.approx(exact.mean, rel=0.01)


@pytest.mark.parametrize(("players", "options"), [(2, {}), (2, {"mark_time": [600, 1400]}), (3, {"end": 25})])
def test_the_simulated_length_agrees_with_the_exact_one(players: int, options: dict[str, Any]) -> None:
    rules = MatangaRules().with_options(options)
    exact = count.length(rules, players)
    rough = count.length(rules, players, method=count.SIMULATION, races=20_000, seed=4)
    assert sum(exact.shares) + exact.rest == pytest.approx(1, abs=1e-9)
    for share in (0.1, 0.25, 0.5, 0.75, 0.9):
        time = rough.quantile(share)
        until = sum(part for when, part in zip(exact.times, exact.shares, strict=True) if when <= time)
        before = sum(part for when, part in zip(exact.times, exact.shares, strict=True) if when < time)
        assert before - 0.014 < share < until + 0.014  # 4 standard errors


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_simulation_agrees_with_races_by_the_rules(players: int) -> None:
    rules = MatangaRules().with_options({"end": 6, "mark_time": 800})
    rng, races = random.Random(8), 400
    wins = [0] * players
    total = 0
    for _ in range(races):
        state = GAME.initial_state(rules, players, start=1)
        while GAME.current_player(state) != TERMINAL:
            chance = GAME.current_player(state) == CHANCE
            move = sample(GAME, state, rng) if chance else GAME.parse_move(state, f"mark {state.next[state.holder]}")
            state = GAME.apply(state, move)
        wins[state.winner] += 1
        total += state.time
    found = count.chances(rules, players, 1, method=count.SIMULATION, races=40_000, seed=5)
    for seat in range(players):
        p = found.win[seat]
        assert abs(wins[seat] / races - p) < 4 * (p * (1 - p) / races) ** 0.5
    assert total / races == pytest.approx(found.mean, rel=0.12)
    assert count.chances(rules, players, 1, method=count.SIMULATION, races=40_000, seed=5) == found, "a seed fixes it"


@pytest.mark.parametrize("players", [2, 3])
def test_the_chances_of_a_moment_are_those_of_what_may_happen_next(players: int) -> None:
    rules = MatangaRules().with_options({"mark_time": [1300, 1700, 900][:players], "three": True})
    rng = random.Random(players)
    state: State = GAME.initial_state(rules, players)
    start = count.chances_from(state)
    assert start.win == pytest.approx(count.chances(rules, players).win, abs=1e-12)
    assert start.mean == pytest.approx(count.chances(rules, players).mean, rel=1e-9)
    while GAME.current_player(state) != TERMINAL:
        now = count.chances_from(state)
        moves = GAME.chance_outcomes(state) or tuple((move, Fraction(1)) for move in GAME.legal_moves(state))
        after = [(float(chance), GAME.apply(state, move)) for move, chance in moves]
        for seat in range(players):
            expected = sum(chance * count.chances_from(one).win[seat] for chance, one in after)
            assert now.win[seat] == pytest.approx(expected, abs=1e-9)
        mean = sum(chance * (count.chances_from(one).mean + one.time - state.time) for chance, one in after)
        assert now.mean == pytest.approx(mean, rel=1e-9)
        state = rng.choice(after)[1]
    assert max(count.chances_from(state).win) == 1


def test_the_course_of_a_race_ends_with_its_winner() -> None:
    state = GAME.initial_state(MatangaRules().with_options({"end": 2, "mark_time": 600}), 2)
    traces = race(state, ["blank", "pencil", "mark 1", "blank", "mark 2"])
    course = count.course(traces)
    assert [time for time, _ in course] == [0, 1000, 2000, 2600, 3000, 3200]
    assert course[0][1] == count.chances(state.ruleset, 2).win
    assert course[-1][1] == (0.0, 1.0)
    assert all(a[1][1] <= b[1][1] for a, b in pairwise(course[1:]))
    recorded = replace(state, schedule=((1000, traces[0].move),), roll_due=None)
    assert count.chances_from(recorded) == count.chances_from(state), "a record goes on with the paces"


def test_what_going_first_is_worth() -> None:
    for players in (2, 3):
        found = count.first_worth(MatangaRules(), players)
        assert all(0 < worth < 0.02 for worth in found["worth"])
        assert found["error"] < 1e-9
        for wins in found["wins"]:
            assert sum(wins) == pytest.approx(1, abs=1e-12)
        assert found["wins"][0] == pytest.approx(found["wins"][1][1:] + found["wins"][1][:1], abs=1e-12)


def test_what_a_handicap_is_worth() -> None:
    rows = {row["handicap"]: row for row in count.handicaps(MatangaRules(), 2, 1)}
    assert rows["none"]["change"] == 0
    assert rows["symbol"]["change"] < -0.2
    for kind in ("start 10", "start 20", "start 30"), ("end 50", "end 40", "end 30"):
        gains = [rows[name]["win"] for name in ("none", *kind)]
        assert all(a < b for a, b in pairwise(gains))
    for number in (10, 20, 30):
        assert rows[f"start {number}"]["win"] == pytest.approx(rows[f"end {60 - number}"]["win"], abs=1e-12)
    assert {row["model"] for row in rows.values() if row["handicap"] != "symbol"} == {rows["none"]["model"]}
    short = count.handicaps(MatangaRules().with_options({"end": 20}), 2, 0)
    assert "start 20" not in {row["handicap"] for row in short}


def test_more_players_are_simulated_and_say_so() -> None:
    found = count.chances(MatangaRules(), 4, races=500)
    assert (found.method, found.races) == (count.SIMULATION, 500)
    assert sum(found.win) == pytest.approx(1)
    with pytest.raises(GameError, match="2 and 3 players"):
        count.chances(MatangaRules(), 4, method=count.EXACT)


def test_a_length_with_too_many_states_is_simulated_and_says_so() -> None:
    rules = MatangaRules().with_options({"mark_time": 1499})
    found = count.length(rules, 3, races=300)
    assert (found.method, found.races) == (count.SIMULATION, 300)
    assert sum(share for _, share in found.bins(10_000)) == pytest.approx(1)
    with pytest.raises(GameError, match="simulate"):
        count.length(rules, 3, method=count.EXACT)


@pytest.mark.parametrize("players", [0, 1, 6, True, None, "2"])
def test_bad_numbers_of_players_are_explained(players: Any) -> None:
    with pytest.raises(PositionError, match="2 to 5"):
        count.chances(MatangaRules(), players)


def test_other_bad_questions_are_explained() -> None:
    with pytest.raises(PositionError, match="seat"):
        count.chances(MatangaRules(), 2, 2)
    with pytest.raises(PositionError, match="method"):
        count.chances(MatangaRules(), 2, method="guess")
    with pytest.raises(PositionError, match="races"):
        count.chances(MatangaRules(), 4, races=0)
    with pytest.raises(GameError, match="hardly anybody"):
        count.chances(MatangaRules().with_options({"mark_time": 60_000, "pencil_faces": 5}), 2)
    away = replace(GAME.initial_state("printed", 3), away=(1,))
    with pytest.raises(GameError, match="at the table"):
        count.chances_from(away)
