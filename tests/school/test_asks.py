"""Questions to a class, made from data."""

from __future__ import annotations

import json
from typing import Any

import pytest

from apps.school.asks import Prepared, lesson_ask, move_ask, practice_ask, predict_ask, prepare, why_ask
from apps.school.pupils import accepted
from apps.school.refusal import Refusal
from engine import GAMES, GameError, get_game, practice
from engine.examples import example, example_rules
from engine.grading import solve
from engine.lessons import lessons
from engine.questions import CELL, NUMBER
from engine.tasks import question, task, task_count
from engine.words import languages

from .conftest import BULL

BULLS = get_game("matadoon")
STATE = BULLS.parse_position(BULL)
ASK = {"from": "predict", "game": "matadoon", "position": BULL, "predict": "next", "text": "?", "move": "bull"}


def made(data: Any) -> Prepared:
    """From data that went through the database."""
    return prepare(json.loads(json.dumps(data)))


def keys(content: Any) -> set[str]:
    return {"kind", "text", "board"} | {
        "cell": {"taps"}, "choice": {"choices"}, "number": set(), "move": {"ways", "labels", "prompt"},
    }[content["kind"]]  # fmt: skip


@pytest.mark.parametrize("id", GAMES)
def test_the_questions_of_lessons(id: str) -> None:
    """Each is asked as the lesson asks it, judged as the lesson judges it, and holds nothing else."""
    asked = 0
    for lesson in lessons(get_game(id)):
        for number in range(task_count(lesson)):
            one = task(lesson, number, 3)
            data = lesson_ask(lesson.id, number, 3)
            if not one.graded or (one.by_moves and (one.kind == "play" or one.activity.moves > 1)):
                with pytest.raises(Refusal):
                    prepare(data)
                continue
            if one.by_moves and not one.game.is_legal(one.state, one.game.parse_move(one.state, solve(one).answers[0])):
                with pytest.raises(Refusal):
                    prepare(data)
                continue
            asked += 1
            if asked % 4:  # a quarter of them is enough
                continue
            ready = made(data)
            assert set(ready.content) == keys(ready.content)
            right = solve(one).answers[0]
            if not one.by_moves:
                assert ready.content["text"] == question(one).text
                assert ready.content["board"]["move"]["count"] == question(one).at
            assert ready.right(accepted(ready.content["kind"], ready.accepts, right)) is True
            answers, words, drawn, at = ready.solution()
            assert right in answers
            assert words
            assert 0 <= at <= drawn["move"]["count"]
            wrong = [value for value in ready.accepts or ("99999",) if value not in answers]
            assert one.by_moves or not any(ready.right(value) for value in wrong[:5])
    assert asked


@pytest.mark.parametrize("id", GAMES)
def test_fresh_questions(id: str) -> None:
    for kind in practice.kinds(get_game(id)):
        data = practice_ask(id, 11, 2, kind)
        ready = made(data)
        assert set(ready.content) == keys(ready.content)
        answers, _, _, _ = ready.solution()
        assert ready.right(answers[0])


@pytest.mark.parametrize("id", [id for id in GAMES if id != "matanga"])
def test_what_would_you_play_here(id: str) -> None:
    game = get_game(id)
    state = positions(game)[0]
    ready = made(move_ask(game, state))
    assert ready.accepts == tuple(game.format_move(state, move) for move in game.legal_moves(state))
    ways: Any = ready.content["ways"]
    assert [value for _, value, _ in ways] == list(ready.accepts)
    assert len({tuple(taps) for taps, _, _ in ways}) == len(ways), "each move is tapped in its own way"
    assert ready.right(ready.accepts[0]) is None
    assert ready.solution()[0] == ()


def test_where_nobody_chooses_there_is_nothing_to_play() -> None:
    game = get_game("matanga")
    with pytest.raises(Refusal, match="No player"):
        prepare(move_ask(game, game.initial_state()))


def positions(game: Any) -> list[Any]:
    """Positions in which a player is to move."""
    states = [example(game, rule).before for rule in example_rules(game)]
    return [state for state in states if game.current_player(state) >= 0 and game.legal_moves(state)]


def test_what_comes_next_in_a_move() -> None:
    trace = BULLS.trace(STATE, BULLS.parse_move(STATE, "bull"))
    ready = made(predict_ask(BULLS, STATE, "next", "What now?", move=trace.move, at=2))
    assert ready.content["board"]["move"]["count"] == 2
    choices: Any = ready.content["choices"]
    assert len(choices) == 4
    answers, words, drawn, at = ready.solution()
    assert len(answers) == 1
    assert words in [label for _, label in choices]
    assert (drawn["move"]["count"], at) == (len(trace.steps), 2)
    board = json.dumps(ready.content, ensure_ascii=False)
    told = [one["says"] for one in json.loads(drawn["move"]["steps"])]
    assert told[1] in board
    assert not [says for says in told[2:] if says in board and says not in told[:2]], "what comes is not there yet"


def test_why_a_move_is_not_allowed() -> None:
    move = BULLS.parse_move(STATE, "@a1")
    ready = made(why_ask(BULLS, STATE, move))
    refusal = BULLS.trace(STATE, move).refusal
    assert refusal is not None
    assert ready.right(refusal.rule)
    assert [value for value in ready.accepts or () if ready.right(value)] == [refusal.rule]
    assert "@a1" in ready.content["text"]


@pytest.mark.parametrize("language", languages())
def test_in_the_readers_language(language: str) -> None:
    assert made(practice_ask("lion", 4, language=language)).language == language


@pytest.mark.parametrize(
    "data",
    [
        {}, {"from": "nowhere"}, {"from": "lesson"}, {"from": "lesson", "lesson": "matadoon/99", "task": 1},
        {"from": "lesson", "lesson": "chess/1", "task": 0}, {"from": "practice", "game": "matadoon"},
        {"from": "practice", "game": "matadoon", "seed": 1, "kind": "x"}, {"from": "move", "game": "lion"},
        {"from": "move", "game": "lion", "position": "nonsense"},
        {"from": "predict", "game": "matadoon", "position": BULL},
        {**ASK, "at": 999}, {**ASK, "move": "M-"}, {**ASK, "predict": "x"}, {**ASK, "predict": "value"},
        {"from": "why", "game": "matadoon", "position": BULL, "move": "bull"},
        {"from": "lesson", "lesson": "matadoon/03-the-bull-runs", "task": "x"},
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_said_in_words(data: Any) -> None:
    with pytest.raises(GameError) as caught:
        prepare(data)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("kind", "accepts", "given", "kept"),
    [
        (NUMBER, None, " 007 ", "7"), (NUMBER, None, "-3", "-3"), (NUMBER, None, 12, "12"), (NUMBER, None, "+-5", None),
        (NUMBER, None, "1e3", None), (NUMBER, None, "9" * 11, None), (NUMBER, None, "", None),
        (NUMBER, None, "-", None),
        (NUMBER, None, "\u0663", None), (NUMBER, None, True, None), (CELL, ("d4",), "D4", "d4"),
        (CELL, ("d4",), "e5", None), (CELL, ("d4",), None, None), (CELL, ("d4",), ["d4"], None),
        ("move", ("b3b2",), "b3b2", "b3b2"), ("move", ("b3b2",), "x" * 5000, None),
    ],
)  # fmt: skip
def test_what_is_an_answer(kind: str, accepts: Any, given: Any, kept: str | None) -> None:
    if kept is None:
        with pytest.raises(Refusal):
            accepted(kind, accepts, given)
    else:
        assert accepted(kind, accepts, given) == kept
