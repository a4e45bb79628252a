"""Maatatahay's words for lessons, and its practice answered in another way: by the naive referee."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine import get_game
from engine.core import EFFECT
from engine.goals import Line, check_goal, goal_rules, reached
from engine.lesson_format import Predict
from engine.lessons import lessons
from engine.maatatahay.state import Move, State
from engine.practice import kinds, levels, question
from engine.questions import Ask, Question, put
from engine.rulebook import parse_yaml
from engine.tasks import question as lesson_question
from engine.tasks import task, task_count
from tests.maatatahay import naive

GAME = get_game("maatatahay")
CORNER = """
warriors:
  a1: {tribe: wazu, tile: weaver, energy: 1, spirit: 2}
  b1: {tribe: balan, tile: hunter}
  a3: {tribe: balan, tile: archer}
storage: {balan: E}
to_place: {tribe: balan, tile: runner}
then: {tribe: wazu, tile: guard}
"""


def state(text: str = CORNER) -> State:
    """A position."""
    found: State = GAME.parse_position(text)
    return found


def line(*moves: str, text: str = CORNER) -> Line:
    """Moves from a position."""
    found = Line(GAME, state(text))
    for move in moves:
        found = found.then(GAME.parse_move(found.state, move))
    return found


# Goals ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "yes", "no"),
    [
        (
            ("a2 N", "charge E"),
            [{"dies": "a1"}, {"falls": 1}, {"strikes": 0}, {"lives": "a2"}, {"strength": 3}, {"supported": 1}],
            [{"falls": 0}, {"strikes": 1}, {"lives": "a1"}, {"lives": "c3"}, {"strength": 4}, {"supported": 2},
             {"survives": "a1"}, {"relic": 0}, {"keeps": {"seat": 0, "crystals": "E"}}],
        ),
        (("e5 N", "charge -"), [{"keeps": {"seat": 0, "crystals": "E"}}], [{"dies": "a1"}, {"strength": 2}]),
        ((), [], [{"strength": 1}, {"supported": 1}, {"strikes": 0}]),
    ],
)  # fmt: skip
def test_goals(moves: tuple[str, ...], yes: list[Any], no: list[Any]) -> None:
    played = line(*moves)
    for goal in (*yes, *no):
        check_goal(GAME, played.start, goal)
        assert reached(played, goal) == (goal in yes), goal


def test_a_strike_is_the_work_of_the_one_who_places() -> None:
    own = "warriors:\n  a1: {tribe: wazu, tile: weaver}\n  b1: {tribe: balan, tile: hunter}\n"
    suicide = line("a2 N", text=own + "to_place: {tribe: wazu, tile: guard}")
    assert reached(suicide, {"falls": 1})
    assert not reached(suicide, {"strikes": 0})
    assert not reached(suicide, {"strikes": 1})
    charged = own + "  a2: {tribe: balan, tile: guard}\nnew: a2\nstorage: {balan: E}\n"
    assert reached(line("charge E", text=charged), {"strikes": 0})


def test_a_warrior_that_survives_and_a_relic() -> None:
    strong = CORNER.replace("energy: 1", "energy: 9")
    assert reached(line("a2 N", "charge -", text=strong), {"survives": "a1"})
    temple = CORNER.replace("{balan: E}", "{balan: EESS}")
    assert reached(line("b2 N", "pay ESS", text=temple), {"relic": 0})
    assert goal_rules(GAME, {"relic": 0}) == ("place.relic",)


@pytest.mark.parametrize(
    ("goal", "says"),
    [
        ({"dies": "z9"}, "expected a cell"),
        ({"falls": 2}, "expected a seat"),
        ({"strength": 0}, "expected a whole number from 1"),
        ({"supported": "two"}, "expected a whole number from 1"),
        ({"keeps": {"seat": 0}}, "expected crystals, seat"),
        ({"keeps": {"seat": 5, "crystals": "E"}}, "expected a seat"),
        ({"keeps": {"seat": 0, "crystals": "X"}}, "expected letters E and S"),
        ({"keeps": {"seat": 0, "crystals": ""}}, "expected letters E and S"),
    ],
)
def test_goals_that_cannot_be_read(goal: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        check_goal(GAME, state(), goal)


# Questions ------------------------------------------------------------------------------------------------------------


def ask(move: str | None = None, text: str = CORNER) -> Ask:
    """The place where a question is asked."""
    before = state(text)
    return Ask(GAME, before, None if move is None else GAME.trace(before, GAME.parse_move(before, move)))


@pytest.mark.parametrize(
    ("term", "answers"),
    [
        ({"strength": "a1"}, ("3",)),
        ({"against": "a1"}, ("4",)),
        ({"sides": "a1"}, ("1",)),
        ({"sides": "a3"}, ("3",)),
        ({"vacant": "a1"}, ("a2",)),
        ({"aims": "a3"}, ("a2", "b2")),
        ("temple", ("b2", "d2", "c3", "b4", "d4")),
        ("tiles", ("12",)),
        ({"crystals": "E"}, ("45",)),
        ({"crystals": "all"}, ("60",)),
        ({"lie": "a1"}, ("3",)),
        ({"lie": "c3"}, ("0",)),
        ("limit", ("4",)),
        ({"least": 0}, ("0",)),
        ({"storage": 0}, ("1",)),
        ({"price": "b2"}, ("3",)),
        ("free", ("17",)),
        ({"points": {"seat": 1}}, ("4",)),
        ({"points": {"seat": 1, "of": "spirit"}}, ("2",)),
    ],
)
def test_questions_about_a_position(term: Any, answers: tuple[str, ...]) -> None:
    found = put(ask(), term)
    assert found.answers == answers
    assert set(found.rules) <= set(GAME.rules)


def test_questions_about_a_move() -> None:
    bare = CORNER.replace("{balan: E}", "{balan: -}")
    assert put(ask("a2 N", bare), {"strength": "a2"}).answers == ("2",), "with support"
    assert put(ask("a2 N", bare), {"against": "a1"}).answers == ("6",)
    assert put(ask("a2 N", bare), {"fate": "a1"}).answers == ("dies",)
    assert put(ask("a2 N", bare), {"fate": "a2"}).answers == ("open",)
    assert put(ask("a2 N", bare.replace("energy: 1", "energy: 4")), {"fate": "a1"}).answers == ("lives",)
    assert put(ask("a2 N", bare), {"spirit": "a1"}).answers == ("new",)
    assert put(ask("a2 N", bare), {"points": {"seat": 1}}).answers == ("0",)
    assert put(ask("a2 N", bare), {"points": {"seat": 0}}).answers == ("6",)


@pytest.mark.parametrize(
    ("term", "move", "says"),
    [
        ({"strength": "c3"}, None, "no living Warrior on c3"),
        ({"fate": "c3"}, "e5 N", "no living Warrior on c3"),
        ({"fate": "a1"}, None, "needs a move"),
        ({"vacant": "z1"}, None, "expected a cell"),
        ({"crystals": "X"}, None, "expected E, S, all"),
        ({"price": "c1"}, None, "expected a temple"),
        ({"points": {"seat": 0, "of": "gold"}}, None, "expected one of diamonds"),
        ({"points": {"seat": 2}}, None, "expected a seat"),
        ({"spirit": "a1"}, "e5 N", "never comes"),
        ({"limit": 3}, None, "expected nothing"),
        ({"vacant": "a1"}, "a2 N", "never comes"),
        ({"aims": "c5"}, None, "never comes"),
    ],
)
def test_questions_that_cannot_be_asked(term: Any, move: str | None, says: str) -> None:
    text = CORNER.replace("{balan: E}", "{balan: -}").replace("  a3:", "  c5: {tribe: wazu, tile: champion}\n  a3:")
    with pytest.raises(ValueError, match=says):
        put(ask(move, text), term)


# Practice -------------------------------------------------------------------------------------------------------------

SEEDS = range(20)


def plain(asked: State) -> dict[str, Any]:
    """A position as the naive referee reads it."""
    return dict(parse_yaml(GAME.format_position(asked), "position"))


def placed(asked: Question) -> dict[str, Any]:
    """What the naive referee says to the placement that is asked about."""
    assert asked.trace is not None
    move = asked.trace.move
    assert isinstance(move, Move)
    return naive.place(plain(asked.state), move.cell, move.facing, "-")


def at_cell(asked: Question) -> str:
    """The space that is named last in what is asked."""
    return [word.strip(".,?") for word in asked.text.split() if word.strip(".,?") in naive.CELLS][-1]


@pytest.mark.parametrize("level", range(1, levels(GAME) + 1))
@pytest.mark.parametrize("kind", ["fate", "deaths", "strength", "support", "spirit"])
def test_the_naive_referee_answers_alike(kind: str, level: int) -> None:
    for seed in SEEDS:
        asked = question(GAME, seed, level, kind)
        result = placed(asked)
        assert "refused" not in result
        if kind == "fate":
            judged = result["judged"].get(at_cell(asked))
            expected = "open" if judged is None else "dies" if judged["dies"] else "lives"
        elif kind == "deaths":
            expected = str(len(result["dead"]))
        elif kind == "support":
            expected = str(result["support"])
        elif kind == "spirit":
            assert at_cell(asked) in result["dead"]
            expected = "removed" if result["spirit_removed"] else "new"
        else:
            assert asked.trace is not None
            cell = asked.trace.move.cell
            position = plain(asked.state)
            new = {**position["to_place"], "energy": result["support"]}
            expected = str(naive.strength_of({**position.get("warriors", {}), cell: new}, cell))
        assert asked.answers == (expected,), asked.text


@pytest.mark.parametrize("level", range(1, levels(GAME) + 1))
def test_prices_and_storages(level: int) -> None:
    for seed in SEEDS:
        asked = question(GAME, seed, level, "price")
        position = plain(asked.state)
        assert asked.trace is not None
        tribe = position["to_place"]["tribe"]
        cell = asked.trace.move.cell
        assert asked.answers == (str(naive.price_of(position.get("warriors", {}), cell, tribe)),)
        asked = question(GAME, seed, level, "least")
        position = plain(asked.state)
        assert asked.trace is not None
        here = asked.trace.move
        least = int(asked.answers[0])
        stored = position.get("storage", {}).get(position["to_place"]["tribe"], "")
        both = "".join(sorted(stored + position["crystals"][here.cell]))
        for number in range(len(both) + 1):
            refused = naive.place(position, here.cell, here.facing, both[:number]).get("refused")
            assert (refused is None) == (number >= least)


@pytest.mark.parametrize("level", range(1, levels(GAME) + 1))
def test_points_and_winners(level: int) -> None:
    for seed in SEEDS:
        for kind in ("points", "wins"):
            asked = question(GAME, seed, level, kind)
            assert asked.trace is not None
            after = plain(asked.trace.after)
            mode = after.get("ruleset", "progressive")
            if kind == "points":
                seat = 0 if "has Balan?" in asked.text else 1
                expected = str(naive.score(after, mode)[naive.TRIBES[seat]])
                assert naive.score(plain(asked.state), mode)[naive.TRIBES[seat]] != int(expected), "no reading off"
            else:
                found = naive.winner(after, mode)
                expected = "draw" if found is None else str(found)
            assert asked.answers == (expected,)


REASONS = {
    "occupied": "place.free", "relic-cost": "place.relic", "relic-spirit": "place.relic",
    "not-in-storage": "refuse.not-in-storage", "storage-over-four": "material.storage",
}  # fmt: skip


@pytest.mark.parametrize("level", range(1, levels(GAME) + 1))
def test_what_is_refused(level: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(80):
        asked = question(GAME, seed, level, "allowed")
        assert asked.trace is not None
        seen[asked.answers[0]] += 1
        position, move = plain(asked.state), asked.trace.move
        if asked.answers[0] == "refuse.not-your-turn":
            assert "to_place" not in position
            continue
        if move.kind == "charge":
            result = _charged(position, move)
        elif move.kind == "pay":
            where, facing = position.pop("new"), position.pop("facing")
            result = naive.place(position, where, facing, "-", pay=move.crystals)
        elif move.cell in naive.relics_of(position):
            result = _before_a_temple(position, move)
        else:
            result = naive.place(position, move.cell, move.facing, "-")
        reason = result.get("refused")
        assert asked.answers == ("allowed" if reason is None else REASONS[reason],), asked.text
    assert len(seen) == (3 if level == 1 else 6)
    assert max(seen.values()) < 50


def _charged(position: dict[str, Any], move: Any) -> dict[str, Any]:
    """The charge of a Warrior that stands there already, for a referee who places and charges at once."""
    new = position.pop("new")
    warrior = position["warriors"].pop(new)
    position["to_place"] = {"tribe": warrior["tribe"], "tile": warrior["tile"]}
    position["relics"] = [cell for cell in naive.relics_of(position) if cell != new]
    return naive.place(position, new, warrior["facing"], move.crystals)


def _before_a_temple(position: dict[str, Any], move: Any) -> dict[str, Any]:
    """Whether any payment would do."""
    ways = ["E" * energy + "S" * spirit for energy in range(5) for spirit in range(5)]
    results = [naive.place(position, move.cell, move.facing, "-", pay=way) for way in ways]
    return {} if any("refused" not in one for one in results) else {"refused": "relic-cost"}


@pytest.mark.parametrize("level", range(1, levels(GAME) + 1))
def test_who_decides_and_what_ends(level: int) -> None:
    for seed in SEEDS:
        asked = question(GAME, seed, level, "first")
        assert asked.trace is not None
        position = plain(asked.state)
        pair = position["pairs"][asked.trace.move.number - 1]
        strengths = [naive.TILES[tile]["strength"] for tile in pair]
        active = naive.TRIBES.index(position.get("active", "balan"))
        chooser = active if strengths[0] == strengths[1] else strengths.index(min(strengths))
        assert asked.answers == (str(chooser),)

        asked = question(GAME, seed, level, "ends")
        assert asked.trace is not None
        assert ("pairs" in plain(asked.state)) == (asked.answers[0] != "end.tiles"), "it can be seen"
        after = plain(asked.trace.after)
        warriors = after["warriors"]
        dead = Counter(one["tribe"] for one in warriors.values() if one.get("dead"))
        free = [cell for cell in naive.CELLS if cell not in warriors and cell not in naive.relics_of(after)]
        if max(dead.values(), default=0) >= 6:
            expected = "end.deaths"
        elif len(free) <= 1:
            expected = "end.space"
        else:
            expected = "end.tiles" if after["phase"] == "over" else "turn.next"
        assert asked.answers == (expected,)


@pytest.mark.parametrize("kind", kinds(GAME))
def test_no_answer_is_right_most_of_the_time(kind: str) -> None:
    for level in range(1, levels(GAME) + 1):
        answers = Counter(question(GAME, seed, level, kind).answers for seed in range(60))
        assert max(answers.values()) < 52, (level, answers)
        assert len(answers) >= 2


def test_what_acts_next_is_what_the_trace_says() -> None:
    for seed in SEEDS:
        asked = question(GAME, seed, 3, "next")
        assert asked.trace is not None
        rest = asked.trace.steps[asked.at :]
        assert next(step.rule for step in rest if step.kind is EFFECT) == asked.answers[0]


def test_points_asked_for_in_a_lesson_do_not_stand_beside_the_board() -> None:
    asked = 0
    for lesson in lessons(GAME):
        for number in range(task_count(lesson)):
            now = task(lesson, number)
            if isinstance(now.activity, Predict) and isinstance(now.activity.predict, dict):
                argument = now.activity.predict.get("points")
                if argument is not None:
                    before = put(Ask(GAME, now.state), {"points": argument}).answers
                    assert lesson_question(now).answers != before, (lesson.id, number)
                    asked += 1
    assert asked >= 6
