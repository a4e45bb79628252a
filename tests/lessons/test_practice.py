"""Fresh questions have one right answer, and the learner model follows the answers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from engine import GAMES
from engine.core import CHECK
from engine.errors import DataError, GameError
from engine.learner import Learner, after, due_rule, from_data, next_question, to_data
from engine.lion.position import format_line
from engine.lion.search import value
from engine.lion.tablebase import Value
from engine.matadoon.run import bull_run
from engine.practice import kinds, levels, question, rules, sets
from engine.questions import CELL, CHOICE, MOVE, NUMBER, Question, judge
from tests.lessons import GAME
from tests.lion import naive
from tests.matanga import naive as race

PRACTISED = {id: GAMES[id] for id in GAMES if (GAMES[id].folder / "practice.py").exists()}
CASES = [
    (id, kind, level) for id, game in PRACTISED.items() for kind in kinds(game) for level in range(1, levels(game) + 1)
]
NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)


@pytest.mark.parametrize(("id", "kind", "level"), CASES)
def test_a_question_has_one_right_answer(id: str, kind: str, level: int) -> None:
    game = PRACTISED[id]
    boards = set()
    for seed in range(12):
        asked = question(game, seed, level, kind)
        assert asked == question(game, seed, level, kind)
        assert len(asked.answers) == 1
        assert asked.rules
        assert set(asked.rules) <= set(game.rules)
        assert asked.rules[0] in rules(game)
        assert asked.text
        assert "{" not in asked.text
        boards.add(asked.state)
        answers = [option.value for option in asked.options]
        if asked.kind == CELL:
            answers = [cell.id for cell in game.scene(asked.state).cells]
        elif asked.kind == NUMBER:
            answers = [str(number) for number in range(100)]
        assert len(set(answers)) == len(answers) >= 2
        assert [one for one in answers if judge(asked, one).right] == list(asked.answers)
        game.scene(asked.shown)
        if asked.kind == MOVE:
            assert set(answers) == {game.format_move(asked.state, move) for move in game.legal_moves(asked.state)}
        if id in CHECKS:
            CHECKS[id](kind, asked)
    assert len(boards) > 8


def check_matadoon(kind: str, asked: Question) -> None:
    """Answers found in another way: by the fast run of the bull, and by the trace itself."""
    assert asked.trace is not None
    answer = asked.answers[0]
    if kind in ("stop", "hit", "out"):
        run = bull_run(asked.state)
        if kind == "stop":
            assert answer == run.bull
        elif kind == "out":
            assert answer == (str(run.out[0]) if run.out else "nobody")
            assert len(run.out) <= 1
        else:
            hit = {fighter.cell: fighter.seat for fighter in asked.state.fighters}
            met = next((str(hit[cell]) for cell in run.path if cell in hit), "nobody")
            assert answer == met
    elif kind == "next":
        assert asked.trace.steps[asked.at].rule == answer
        assert asked.shown == asked.trace.steps[asked.at - 1].state
    elif kind == "allowed":
        refusal = asked.trace.refusal
        assert answer == ("allowed" if refusal is None else refusal.rule)
        check_only_refusal(asked)
    else:
        after_it = asked.trace.after
        assert answer == ("bull" if after_it.phase == "bull" else str(after_it.seat))


def check_puzzle(kind: str, asked: Question) -> None:
    """What is said of the answer and of every other move is what looking ahead finds. Played to its end, it wins."""
    state, answer = asked.state, asked.answers[0]
    assert asked.trace is not None
    plies = {"second": 3, "third": 5}.get(*re.findall(r"second|third", asked.text)) if kind == "mate" else 0
    for option in asked.options:
        then = asked.game.apply(state, asked.game.parse_move(state, option.value))
        if kind == "mate":
            found = value(then, plies - 1)
            assert (found == Value("loss", plies - 1)) == (option.value == answer)
        else:
            depth = 3 if "second" in asked.text else 1
            found = value(then, depth)
            assert (found is not None and found.result == "win") == (option.value != answer)
        assert bool(option.note) == (option.value != answer)
    if kind == "mate":
        end = asked.game.outcome(asked.trace.after)
        assert (end.winner, end.rule) == (state.side, asked.rules[0])


def check_lion(kind: str, asked: Question) -> None:
    """Answers found in another way: by the rules told once more, as simply as they can be."""
    if kind in ("mate", "hold"):
        check_puzzle(kind, asked)
        return
    state, answer = asked.state, asked.answers[0]
    table = naive.read(format_line(state.board, state.hands, state.side))
    board, side = table[0], table[2]
    other = "w" if side == "b" else "b"
    move = "" if asked.trace is None else asked.game.format_move(state, asked.trace.move)
    name = "L" if side == "b" else "l"
    lion = naive.find(board, name)
    if kind == "ways":
        found = re.search(r" on (..) go", asked.text)
        assert found
        x, y = "abc".index(found[1][0]), int(found[1][1]) - 1
        own = "b" if board[y][x].isupper() else "w"
        assert int(answer) == sum(not naive.mine(board[b][a], own) for a, b in naive.targets(board, x, y))
    elif kind == "allowed":
        assert (answer == "allowed") == (move in naive.moves(table))
    elif kind == "waiting":
        found = re.search(r"How many (.)", asked.text)
        assert found
        assert int(answer) == naive.after(table, move)[1].count(found[1] if side == "b" else found[1].lower())
    elif kind == "danger":
        assert catching(board, other, lion) == [answer]
    elif kind == "escape":
        steps = [one for one in naive.moves(table) if one.startswith(naive.cell(*lion))]
        after_them = {one[2:4]: naive.after(table, one)[0] for one in steps}
        safe = [to for to, now in after_them.items() if not catching(now, other, naive.find(now, name))]
        assert safe == [answer]
    elif kind == "safe":
        now = naive.after(table, move)[0]
        assert catching(now, other, naive.find(now, name)) == [answer]
    elif kind == "stood":
        seen = [
            line for line, *_ in naive.referee(state.start, [asked.game.format_move(state, m) for m in state.moves])
        ]
        assert int(answer) == seen.count(seen[-1])
    elif kind == "next":
        assert asked.trace is not None
        assert next(step.rule for step in asked.trace.steps[asked.at :] if step.kind is not CHECK) == answer
    else:
        *_, (_, _, over) = naive.referee(naive.write(table), [move])
        winner = {None: "on", ("b",): "0", ("w",): "1"}[over and over[:1]]
        if kind == "ends":
            assert answer == winner
        else:
            wins = [one for one in naive.moves(table) if wins_by(table, one)]
            assert {one.rstrip("+")[-2:] for one in wins} == {answer}


def wins_by(table: Any, move: str) -> bool:
    *_, (_, _, over) = naive.referee(naive.write(table), [move])
    return over is not None and over[0] == table[2]


def catching(board: Any, side: str, place: Any) -> list[str]:
    """The cells of a side's animals that could go to a place."""
    return [
        naive.cell(x, y)
        for y in range(4)
        for x in range(3)
        if naive.mine(board[y][x], side) and place in naive.targets(board, x, y)
    ]


def check_matanga(kind: str, asked: Question) -> None:
    """Answers found in another way: by two alarm clocks and a loop."""
    state, answer = asked.state, asked.answers[0]
    position = {name: list(v) if isinstance(v, tuple) else v for name, v in state.ruleset.options().items()}
    position |= {"players": state.players, "next": list(state.next), "holder": state.holder, "roller": state.roller}
    position |= {"time": state.time, "roll_due": state.roll_due}
    if state.holder is not None:
        position["mark_due"] = state.mark_due
    face = [] if asked.trace is None or asked.trace.move.kind == "mark" else [asked.trace.move.kind]
    if kind == "press" and answer == "refuse.game-over":
        assert state.winner is not None
        return
    before = race.play(position, [])["events"]
    after = race.play(position, face)
    if kind in ("holder", "roller"):
        found = after[kind]
        assert answer == ("middle" if found is None else str(found))
    elif kind == "begins":
        assert answer == str(state.next[after["holder"]])
    elif kind == "lost":
        assert answer == str(state.next[state.holder])
    elif kind in ("then", "left"):
        down, end = race.per(position["down"], state.holder), race.per(position["end"], state.holder)
        number = before[0][3]
        assert answer == str(
            {"then": number + (-1 if down else 1), "left": end - (61 - number if down else number)}[kind]
        )
    elif kind == "press":
        assert asked.trace is not None
        marks = [event[2:] for event in before[:1]]
        assert (answer == "allowed") == (marks == [(state.holder, asked.trace.move.number)])
    elif kind == "coming":
        assert answer == ("mark" if before else "roll")
    elif kind == "marks":
        assert answer == str(len(before))
    else:
        assert asked.trace is not None
        assert next(step.rule for step in asked.trace.steps[asked.at :] if step.kind is not CHECK) == answer


CHECKS: dict[str, Callable[[str, Question], None]] = {
    "matadoon": check_matadoon,
    "lion": check_lion,
    "matanga": check_matanga,
}
"""Game -> what compares an answer with one found in another way."""


def check_only_refusal(asked: Question) -> None:
    """With the one fault mended, the move is allowed, so no other rule could be named."""
    assert asked.trace is not None
    state, move, answer = asked.state, asked.trace.move, asked.answers[0]
    hand = state.hands[state.seat]
    if answer == "refuse.not-in-hand":
        assert GAME.is_legal(state.with_hand(state.seat, hand + move.chip), move)
    elif answer == "duel.rule":
        assert GAME.is_legal(replace(state, duel=False), move)
    elif answer == "turn.place":
        assert move.chip in hand
    elif answer in ("move.step", "move.blocked", "move.recover"):
        assert "M" in hand
        assert not state.duel


@pytest.mark.parametrize("rule", ["duel.rule", "refuse.not-in-hand", "turn.place", "move.blocked", "move.recover"])
def test_a_refused_move_breaks_one_rule_only(rule: str) -> None:
    for seed in range(12):
        asked = question(GAME, seed, 5, "allowed", rule)
        assert asked.answers[0] in (rule, "allowed")
        check_only_refusal(asked)


@pytest.mark.parametrize(("id", "rule"), [(id, rule) for id, game in PRACTISED.items() for rule in rules(game)])
def test_every_rule_can_be_practised_at_every_level(id: str, rule: str) -> None:
    for level in range(1, levels(PRACTISED[id]) + 1):
        assert question(PRACTISED[id], 4, level, None, rule).rules[0] == rule


def test_a_set_of_kinds_is_practised_by_itself() -> None:
    lion = GAMES["lion"]
    assert sets(lion) == ("puzzles",)
    assert sets(GAME) == ()
    for level in range(1, levels(lion) + 1):
        assert {question(lion, seed, level, "puzzles").kind for seed in range(3)} == {MOVE}
    learner = Learner("lion/puzzles")
    for _ in range(8):
        asked = next_question(lion, learner, NOW, "a", kind="puzzles")
        assert asked.kind == MOVE
        learner = after(lion, learner, asked, True, NOW)
    assert learner.level == 2


def test_hard_kinds_do_not_come_to_beginners_by_themselves() -> None:
    assert MOVE not in {question(GAMES["lion"], seed, 1).kind for seed in range(60)}
    assert MOVE in {question(GAMES["lion"], seed, 3).kind for seed in range(60)}


def test_a_wrong_move_is_told_what_it_leads_to() -> None:
    asked = question(GAMES["lion"], 1, 1, "hold")
    wrong = next(option.value for option in asked.options if option.value not in asked.answers)
    assert "wins at once" in judge(asked, wrong).message
    assert judge(asked, "a9a9").counted is False


def test_what_cannot_be_asked() -> None:
    for kind, rule in (("dance", None), (None, "bull.fly"), (None, "material.chips"), ("stop", "turn.order")):
        with pytest.raises(GameError):
            question(GAME, 1, 1, kind, rule)
    assert question(GAME, 1, 99) == question(GAME, 1, levels(GAME))
    assert question(GAME, 1, -4) == question(GAME, 1, 1)


# The learner ----------------------------------------------------------------------------------------------------------


def answered(learner: Learner, right: bool, now: datetime, rule: str | None = None) -> Learner:
    return after(GAME, learner, question(GAME, learner.asked, learner.level, None, rule), right, now)


def test_the_level_follows_success() -> None:
    learner = Learner("matadoon")
    for number in range(50):
        before = learner.level
        learner = answered(learner, True, NOW + timedelta(minutes=number))
        assert learner.level in (before, before + 1)
    assert learner.level == levels(GAME)
    for number in range(50):
        learner = answered(learner, False, NOW + timedelta(minutes=60 + number))
    assert learner.level == 1
    assert learner.asked == 100


def test_a_new_level_begins_with_an_empty_count() -> None:
    learner = Learner("matadoon")
    levels_seen = []
    for _ in range(15):
        learner = answered(learner, True, NOW)
        levels_seen.append(learner.level)
    assert levels_seen == [1] * 4 + [2] * 5 + [3] * 5 + [4]


def test_half_right_stays_where_it_is() -> None:
    learner = Learner("matadoon", level=3)
    for number in range(40):
        learner = answered(learner, number % 2 == 0, NOW)
    assert learner.level == 3


def test_a_rule_answered_wrongly_comes_back_soon_and_a_known_one_late() -> None:
    learner = answered(Learner("matadoon"), False, NOW, "fighter.out")
    learner = answered(learner, True, NOW, "mantle.left")
    assert due_rule(learner, NOW) is None
    assert due_rule(learner, NOW + timedelta(minutes=2)) == "fighter.out"
    later = NOW + timedelta(minutes=2)
    assert next_question(GAME, learner, later).rules[0] == "fighter.out"
    now = later
    due = []
    for _ in range(6):
        learner = answered(learner, True, now, "fighter.out")
        memory = learner.memory("fighter.out")
        assert memory is not None
        due.append(memory.due - now)
        now = memory.due
    assert due == sorted(due)
    assert due[-1] > timedelta(days=7)
    learner = answered(learner, False, now, "fighter.out")
    memory = learner.memory("fighter.out")
    assert memory is not None
    assert memory.due - now < timedelta(hours=1)
    assert memory.wrong == 2


def test_wrong_rules_come_before_others_that_are_due() -> None:
    learner = answered(Learner("matadoon"), True, NOW, "mantle.left")
    learner = answered(learner, False, NOW + timedelta(minutes=30), "mantle.right")
    assert due_rule(learner, NOW + timedelta(days=1)) == "mantle.right"


def test_questions_do_not_repeat_and_follow_from_the_seed() -> None:
    learner = Learner("matadoon")
    first = next_question(GAME, learner, NOW, "a")
    assert first == next_question(GAME, learner, NOW, "a")
    assert first != next_question(GAME, learner, NOW, "b")
    assert first != next_question(GAME, after(GAME, learner, first, True, NOW), NOW, "a")


def test_the_learner_is_a_value_and_kept_as_data() -> None:
    learner = Learner("matadoon")
    for number in range(12):
        hash(learner)
        learner = answered(learner, number % 3 > 0, NOW + timedelta(minutes=number))
    assert from_data(json.loads(json.dumps(to_data(learner)))) == learner


GOOD: dict[str, Any] = to_data(answered(Learner("matadoon"), True, NOW))


@pytest.mark.parametrize(
    "data",
    [
        None, [], {}, {**GOOD, "level": 0}, {**GOOD, "level": "x"}, {**GOOD, "asked": -1}, {**GOOD, "memories": 3},
        {**GOOD, "memories": [{}]}, {**GOOD, "memories": [{**GOOD["memories"][0], "due": "soon"}]},
        {**GOOD, "memories": [{**GOOD["memories"][0], "state": 99}]},
    ],
)  # fmt: skip
def test_other_data_is_refused(data: object) -> None:
    with pytest.raises(DataError):
        from_data(data)


def test_choices_are_offered_in_words() -> None:
    asked = question(GAME, 3, 2, "allowed")
    assert asked.kind == CHOICE
    assert "It is allowed" in [option.label for option in asked.options]
