"""A placement is shown before it is played, in the page of a game that asks for it and where somebody wants it."""

from __future__ import annotations

import random

from apps.parts.play import DONE, Play
from engine import get_game
from engine.session import Session


def play(game: str, *, careful: bool = False) -> Play:
    play = Play(Session(game), random.Random(5), careful=careful)
    play.begin()
    return play


def test_a_placement_is_shown_turned_and_then_played() -> None:
    told = play("maatatahay")
    told.tap("pair 1")
    if "first balan" in told.can:
        told.tap("first balan")
    before = told.session.state
    told.tap("a1")
    told.tap("facing E")
    assert told.preview is not None
    assert told.shown is told.preview
    assert told.session.state == before
    assert set(told.can) == {"facing N", "facing E", "facing S", "facing W", DONE}
    told.tap("facing S")
    assert told.preview.move.facing == "S"
    told.tap("facing S")  # let go: the space stays chosen
    assert (told.preview, told.chosen) == (None, ("a1",))
    told.tap("facing W")
    told.tap(DONE)
    assert told.session.trace.move.facing == "W"
    assert told.preview is None


def test_the_preview_of_a_placement_goes_on_to_the_judgement() -> None:
    told = play("maatatahay")
    told.tap("pair 1")
    if "first balan" in told.can:
        told.tap("first balan")
    told.tap("a1")
    told.tap("facing N")
    assert "surround.when" in {step.rule for step in told.preview.steps}


def test_another_place_starts_anew() -> None:
    told = play("lion", careful=True)
    told.tap("b3")
    told.tap("b2")
    assert told.preview is not None
    told.tap("c4")
    assert (told.preview, told.chosen) == (None, ("c4",))
    assert told.session.ply == 0


def test_without_care_a_move_is_played_at_once() -> None:
    told = play("lion")
    told.tap("b3")
    told.tap("b2")
    assert told.session.ply == 1


def test_a_preview_shows_no_more_than_the_viewer_may_know() -> None:
    told = play("matadoon", careful=True)
    for cell in ("c3", "d4", "e5"):
        told.tap(cell)
        told.tap(DONE)
    told.look_as(0)
    hand = told.can[0]
    told.tap(hand)
    told.tap("a1")
    game = get_game("matadoon")
    assert told.preview.steps[0].state == game.observation(told.preview.steps[0].state, 0)
