"""From taps to moves, without a browser."""

from __future__ import annotations

import random

import pytest

from apps.parts.forms import new_game_form, ruleset_from_form
from apps.parts.link import LONGEST, link, open_link
from apps.parts.moves import Moves
from apps.parts.play import AUTOMATIC, DONE, PRESS, Play, Way, next_taps
from apps.parts.turn import Turn
from engine import CHANCE, FORCED, PUBLIC, TERMINAL, GameError, PositionError, get_game
from engine.record import Record
from engine.session import Session


@pytest.fixture
def play() -> Play:
    return Play(Session("matadoon"), random.Random(4))


def set_up(play: Play) -> None:
    for cell in ("d4", "c3", "e5"):
        play.tap(cell)


def test_taps_that_go_on_end_with_done() -> None:
    ways = (Way(("a", "b"), 1), Way(("a", "b", "c"), 2), Way(("d",), 3))
    assert next_taps(ways, ()) == ("a", "d")
    assert next_taps(ways, ("a",)) == ("b",)
    assert next_taps(ways, ("a", "b")) == ("c", DONE)


def test_draws_follow_a_players_move_at_once_and_the_bulls_run_when_it_was_seen(play: Play) -> None:
    set_up(play)
    assert play.mover == 0
    assert len(play.session.history) == 15
    while play.mover != FORCED:
        play.play(play.ways[0].move)
    turn = Turn(play)
    play.tap("bull")
    assert (play.mover, play.follows) == (CHANCE, True)
    play.undo()
    play.redo()
    assert not play.follows, "who goes back to look at the run is left there"
    play.undo()
    play.tap("bull")
    turn._hear({"seen": "trace"})
    assert (play.mover >= 0, play.follows) == (True, False)
    turn._hear({"seen": "trace"})
    assert play.mover >= 0


def test_another_game_is_seen_by_all(play: Play) -> None:
    set_up(play)
    play.look_as(2)
    play.random_game()
    assert play.session.viewer is None
    play.look_as(1)
    play.reset(play.session.game.initial_state())
    assert play.session.viewer is None


def test_one_draw_a_press(play: Play) -> None:
    play.draws = PRESS
    set_up(play)
    assert len(play.session.history) == 3
    play.draw()
    assert len(play.session.history) == 4
    play.draws = AUTOMATIC
    play.draw()
    assert len(play.session.history) == 15


def test_what_was_said_holds_only_where_it_was_said(play: Play) -> None:
    play.tap("a1")
    assert play.refusal is not None
    assert play.notice
    play.session.viewer = 1
    assert play.refusal is None
    play.session.viewer = None
    play.session.play("@d4")
    assert not play.notice
    assert play.chosen == ()


def test_every_tap_gets_an_answer(play: Play) -> None:
    rng = random.Random(1)
    for _ in range(120):
        if play.mover == TERMINAL:
            play.reset(play.session.game.rematch(play.session.state))
        before = (play.session.state, play.chosen)
        scene = play.session.game.scene(play.session.state)
        taps = [cell.id for cell in scene.cells] + [piece.tap for piece in scene.pieces if piece.tap] + list(play.can)
        play.tap(rng.choice(taps))
        if (play.session.state, play.chosen) == before:
            assert play.notice
        if play.mover == CHANCE:
            play.draw()


def test_somebody_elses_hand_cannot_be_played(play: Play) -> None:
    set_up(play)
    play.look_as(1)
    assert play.hidden
    assert play.can == ()
    play.tap("a1")
    assert "somebody else" in play.notice
    play.look_as(PUBLIC)
    assert play.can == ()
    with pytest.raises(GameError):
        play.look_as(7)


def test_the_list_of_moves_tells_only_what_the_viewer_knows(play: Play) -> None:
    set_up(play)
    play.play(play.ways[-1].move)
    play.session.play(next(way.move for way in play.ways if way.taps[0] != "hand M"))
    text = play.session.game.format_move(play.session.trace.before, play.session.trace.move)
    moves = Moves(play)
    assert moves.content()["rows"][-1]["text"] == text
    play.session.viewer = 0
    last = moves.content()["rows"][-1]
    assert last["text"] == f"?{text[1:]}"
    assert text[0] not in last["text"]


def test_a_random_game_ends(play: Play) -> None:
    play.random_game()
    assert play.session.ply == 1
    play.session.goto(-1)
    assert play.mover == TERMINAL


def test_a_form_gives_the_ruleset_it_shows() -> None:
    game = get_game("matadoon")
    for name, rules in game.rulesets.items():
        form = new_game_form(game, rules, 3)
        assert form["preset"] == name
        assert ruleset_from_form(game, name, form["values"]) == rules
    with pytest.raises(PositionError, match="option chips"):
        ruleset_from_form(game, "printed", {"chips": "{R: [}"})
    with pytest.raises(PositionError, match="not an option"):
        ruleset_from_form(game, "printed", {"nonsense": 1})
    with pytest.raises(PositionError, match="no ruleset"):
        ruleset_from_form(game, "nonsense", {})


def test_a_link_brings_back_the_game_and_the_step(play: Play) -> None:
    from urllib.parse import parse_qs

    set_up(play)
    play.session.goto(2, 1)
    query, whole = link(play.session)
    assert whole
    other = Session("matadoon")
    assert open_link(other, {name: [text.encode() for text in texts] for name, texts in parse_qs(query).items()})
    assert other.record() == play.session.record()
    assert (other.ply, other.cursor) == (2, 1)


def test_a_game_too_long_for_a_link_keeps_its_position(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    set_up(play)
    text = Record.to_link
    monkeypatch.setattr(Record, "to_link", lambda self: text(self) + "A" * LONGEST * bool(self.moves))
    _, whole = link(play.session)
    assert not whole
