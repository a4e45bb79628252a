"""Answers, moves, hints and solutions."""

from __future__ import annotations

import pytest

from engine.errors import DataError, GameError
from engine.goals import Line, check_goal, goal_rules, reached, wants_refusal
from engine.grading import Solution, grade, line_of, solve
from engine.questions import Feedback, answer_text
from engine.solving import MAX_TRACES, find, simple_move
from engine.tasks import Task, question, remarks, show_traces, task, words
from tests.lessons import GAME, LAST_TURN, RUN, lesson


def one(activity: str, position: str = RUN) -> Task:
    return task(lesson(activity, position), 0)


STOP = "- predict: stop\n  move: bull\n  text: Where?\n  explain: So it is."
FLOOR = "- find: {floored: 1}\n  text: Hit Orange.\n  hints: [Look., Turn.]\n  explain: Bump!"


def test_a_cell_is_judged() -> None:
    stop = one(STOP)
    asked = question(stop)
    assert (asked.kind, asked.text, asked.answers, asked.at) == ("cell", "Where?", ("a4",), 0)
    right = grade(stop, " A4 ")
    assert (right.right, right.message) == (True, "Yes, that is it! So it is.")
    assert right.traces[0].after.bull == "a4"
    wrong = grade(stop, "d7")
    assert (wrong.right, wrong.counted, "So it is" in wrong.message) == (False, True, False)
    for given in ("", "h9", "d77", None, 3, "d4; drop"):
        assert grade(stop, given) == Feedback(False, "Tap a cell of the board.", counted=False)


def test_a_number_is_judged() -> None:
    count = one("- predict: {count: mantle.right}\n  move: bull\n  text: How many?")
    assert question(count).answers == ("1",)
    assert grade(count, 1).right
    assert grade(count, " +01 ").right
    assert not grade(count, "2").right
    for given in ("one", "1.0", "", "९", "1" * 20):
        assert not grade(count, given).counted


def test_a_choice_is_judged() -> None:
    first = one("- predict: first-hit\n  move: bull\n  text: Whom?")
    asked = question(first)
    assert [option.label for option in asked.options] == ["Blue", "Orange", "Yellow", "Nobody"]
    assert (asked.answers, answer_text(asked)) == (("nobody",), "Nobody")
    assert grade(first, "nobody").right
    assert grade(first, 1).counted
    assert not grade(first, 7).counted


def test_the_next_rule_is_asked_in_the_middle_of_a_trace() -> None:
    among = "[mantle.right, mantle.ignored, mantle.return]"
    text = f"- predict: next\n  move: bull\n  among: {among}\n  text: What?\n  after: "
    for after, answer in (("mantle.jump", "mantle.return"), ("{rule: bull.advance, nth: 3}", "mantle.ignored")):
        asked = question(one(text + after))
        assert asked.answers == (answer,)
        assert asked.trace is not None
        assert asked.trace.steps[asked.at].rule == answer
        assert asked.shown == asked.trace.steps[asked.at - 1].state


@pytest.mark.parametrize(
    ("term", "answer"),
    [
        ("{value: {of: bull.advance, arg: cell, which: last}}", "a4"),
        ("{value: {of: mantle.right, arg: heading}}", "W"),
        ("{value: {of: mantle.right, arg: chip}}", "R"),
        ("{value: {of: bull.stop, arg: number}}", "2"),
        ("{happens: mantle.ignored}", "yes"),
        ("{happens: {rule: fighter.out, seat: 0}}", "no"),
        ("{count: bull.advance}", "12"),
    ],
)
def test_the_engine_finds_the_answer(term: str, answer: str) -> None:
    assert question(one(f"- predict: {term}\n  move: bull\n  text: What?")).answers == (answer,)


def test_why_names_the_rule_in_its_own_words() -> None:
    why = one('- why: "R@c3"\n  text: Why?\n  among: [refuse.not-in-hand, turn.place]', LAST_TURN)
    assert [option.value for option in question(why).options] == ["refuse.not-in-hand", "turn.place"]
    right = grade(why, "turn.place")
    assert right.message == "Yes, that is it! A bullfighter is on c3. A chip needs an empty cell."
    assert right.refusal is not None
    assert not grade(why, "refuse.not-in-hand").right
    assert not grade(why, "bull.stop").counted


def test_any_move_that_reaches_the_goal_is_right() -> None:
    floor = one(FLOOR, LAST_TURN)
    assert grade(floor, "R@d4").message == "Well done! Bump!"
    assert [trace.move.kind for trace in grade(floor, "R@d4").traces] == ["place", "bull"]
    assert grade(floor, "L@d4").right, "by way of the other wall"


def test_a_wrong_move_is_answered_on_the_board() -> None:
    floor = one(FLOOR, LAST_TURN)
    missed = grade(floor, "R@a1")
    assert (missed.right, missed.more, missed.refusal, len(missed.traces)) == (False, False, None, 2)
    refused = grade(floor, "R@c3")
    assert refused.refusal is not None
    assert (refused.right, refused.refusal.rule) == (False, "turn.place")
    assert refused.message == "This is not allowed. A bullfighter is on c3. A chip needs an empty cell."
    unread = grade(floor, "fly")
    assert (unread.right, unread.counted, unread.traces) == (False, False, ())


def test_a_find_of_two_moves_goes_on_and_starts_again() -> None:
    position = LAST_TURN.replace('[RL, "", ""]', '[RL, T, ""]')
    two = one("- find: {all: [{floored: 1}, {rule: mantle.through}]}\n  moves: 2\n  text: Both.", position)
    assert solve(two).answers == ("R@d4", "T@d5") or len(solve(two).answers) == 2
    first = grade(two, "R@d4")
    assert (first.right, first.more, first.message) == (True, True, "Go on.")
    assert grade(two, "T@d5", ["R@d4"]).right
    assert not grade(two, "T@a1", ["R@d4"]).right
    assert line_of(two, ["R@d4", "T@d5"]).state != line_of(two, []).state
    assert line_of(two, []).state == two.state, "nothing that was tried stays"


def test_after_the_last_move_there_is_no_more() -> None:
    others = LAST_TURN.replace('[RL, "", ""]', "[RL, T, J]")
    for activity in ("- find: {rule: move.spent}\n  moves: 2\n  text: a", "- find: {rule: move.step}\n  text: a"):
        given = one(activity, others)
        made = [] if "moves" not in activity else ["R@a1"]
        assert grade(given, "R@a1").more == bool(made)
        feedback = grade(given, "T@b1" if made else "R@a1", made)
        assert (feedback.right, feedback.more) == (False, False)


def test_when_luck_comes_first_there_is_no_more() -> None:
    two = one("- find: {out: 0}\n  moves: 2\n  text: a", LAST_TURN)
    feedback = grade(two, "R@a1")
    assert (feedback.right, feedback.more) == (False, False), "the next move is a draw from the pouch"


def test_what_could_happen_as_far_as_one_knows() -> None:
    """A standing bullfighter who is floored and then removed is hit once; one who is down only needs removing."""
    board = ". . . . .\n. . A . .\n. . {} . .\n. . . . .\n. . ^ . .\n".replace("\n", "\n  ").strip()
    for sign, chip, seat, answer in (
        ("B", "", 1, "surely"), ("b", "", 1, "surely"), ("?", "", 0, "perhaps"), ("T", "", 0, "surely"),
        ("R", "", 0, "never"), ("R", "placed_by: {c3: 1}", 0, "perhaps"),
    ):  # fmt: skip
        position = f"arena: vs5\nplayers: 2\n{chip}\nboard: |\n  {board.format(sign)}"
        could = one(f"- predict: {{could: {{hit: {seat}, viewer: 0}}}}\n  text: Could it?", position)
        assert question(could).answers == (answer,), (sign, chip)


def test_a_goal_may_be_a_refusal() -> None:
    refused = one("- find: {refused: turn.place}\n  text: What is not allowed?", LAST_TURN)
    assert grade(refused, solve(refused).answers[0]).right
    assert wants_refusal({"any": [{"refused": "turn.place"}, "draw"]})
    assert not wants_refusal({"not": {"refused": "turn.place"}})


def test_goals_are_put_together() -> None:
    line = Line(GAME, GAME.parse_position(LAST_TURN)).then(GAME.parse_move(GAME.parse_position(LAST_TURN), "R@d4"))
    for term, holds in (
        ({"floored": 1}, True),
        ({"out": 1}, True),
        ({"out": 0}, False),
        ({"stands": 0}, True),
        ({"stands": 1}, False),
        ({"stops": "a4"}, True),
        ({"crosses": "e4"}, True),
        ({"crosses": "a1"}, False),
        ({"rule": "mantle.right"}, True),
        ({"step": {"rule": "fighter.out", "seat": 1}}, True),
        ({"step": {"rule": "fighter.out", "seat": 2}}, False),
        ({"piece": {"shape": "fighter", "at": "c3"}}, True),
        ({"piece": {"shape": "fighter", "at": "c3", "owner": 1}}, False),
        ({"not": {"floored": 1}}, False),
        ({"all": [{"floored": 1}, {"not": "draw"}]}, True),
        ({"all": [{"floored": 1}, "over"]}, False),
        ({"any": ["draw", {"winner": 0}, {"out": 1}]}, True),
        ({"any": ["draw", {"refused": "turn.place"}]}, False),
    ):
        check_goal(GAME, line.start, term)
        assert reached(line, term) is holds, term
    assert goal_rules(GAME, {"all": [{"floored": 1}, {"not": {"out": 1}}]}) == ("fighter.down",)


def test_a_search_finds_the_fewest_moves_and_has_an_end() -> None:
    start = Line(GAME, GAME.parse_position(LAST_TURN))
    moves = find(start, {"floored": 1}, 3)
    assert moves is not None
    assert len(moves) == 1
    assert find(start, "draw", 1) is None
    opening = Line(GAME, GAME.parse_position(LAST_TURN.replace('[RL, "", ""]', "[RLJT, RLJT, RLJT]")))
    with pytest.raises(GameError, match=f"more than {MAX_TRACES} moves"):
        find(opening, "draw", 3)


def test_a_play_goes_to_its_end() -> None:
    position = LAST_TURN.replace('[RL, "", ""]', "[RL, T, J]")
    play = one("- play: {floored: 1}\n  moves: 4\n  text: Hit Orange.", position)
    solution = solve(play)
    assert solution == solve(play), "the same moves lead to the same game"
    made: list[str] = []
    for move in solution.answers:
        feedback = grade(play, move, made)
        made.append(move)
        assert feedback.right
        assert feedback.more == (len(made) < len(solution.answers))
    assert isinstance(solution, Solution)
    assert {GAME.current_player(trace.before) for trace in solution.traces} > {0}, "others move too"


def test_the_simple_opponent_takes_a_win_that_it_can_see() -> None:
    import random

    state = GAME.parse_position({"arena": "vs5", "phase": "place", "lap": 3, "hands": ["R", ""], "board": WIN})
    line = Line(GAME, state).then(simple_move(GAME, state, random.Random(1)))
    outcome = GAME.outcome(line.state)
    assert outcome is not None
    assert outcome.winner == 0


WIN = ". . . . .\n. A . . .\n. . b . .\n. . . . .\n. . ^ . .\n"


def test_a_show_has_remarks_at_the_first_step_of_a_rule() -> None:
    show = one("- show: bull\n  remarks: {mantle.right: See!}")
    ((place, text),) = remarks(show).items()
    trace = show_traces(show)[place[0]]
    assert (trace.steps[place[1]].rule, text) == ("mantle.right", "See!")


def test_what_is_not_graded_has_no_answer() -> None:
    tell = one("- tell: Hello.")
    assert words(tell) == "Hello."
    with pytest.raises(GameError, match="nothing to answer"):
        grade(tell, "d4")
    with pytest.raises(GameError, match="has points 0 to 0, not 1"):
        task(lesson("- tell: Hello."), 1)


def test_a_goal_out_of_reach_has_no_solution() -> None:
    with pytest.raises(DataError, match="cannot be reached"):
        solve(one("- find: draw\n  text: Draw.", LAST_TURN))
