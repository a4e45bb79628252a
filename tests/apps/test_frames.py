"""What is sent to the browser: all frames, each thing once, and nothing that the viewer may not know."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from apps.parts.channel import channel
from apps.parts.esm import JS, module
from apps.parts.frames import compact, frames
from apps.parts.steps import rules
from apps.parts.texts import BOARD, STEPS
from engine import get_game
from engine.session import Session

from .walk import WALK

POSITION = """
arena: ring7
board: |
  . . . . . . .
  . . . . . . .
  . . A . . . .
  . . . . B . .
  . . . . . . .
  . . . J . . .
  . . . ^ . . .
hands: [RJTM, LTRM]
players: 2
placed_by: {d6: 0}
"""


def test_every_step_has_its_frame() -> None:
    session = Session(WALK)
    trace = session.play("walk 10")
    sent = frames(session)["trace"]
    assert len(sent["frames"]) == len(trace.steps) + 1
    assert sent["frames"][0]["says"] == ""
    assert sent["frames"][2]["says"] == "The bull walks to a4."
    assert sent["frames"][2]["rule"] == "walk.step"
    assert {frame["kind"] for frame in sent["frames"]} == {"", "check", "effect"}
    assert sent == frames(trace)["trace"]


def test_what_stays_is_sent_once() -> None:
    session = Session(WALK)
    session.play("walk 20")
    sent = frames(session)["trace"]
    assert len(sent["things"]) == len({compact(thing) for thing in sent["things"]})
    assert sum(thing[0] == "fighter 0" for thing in sent["things"]) == 1
    assert len(compact(sent)) < 500 * len(sent["frames"])


def test_a_session_without_moves_is_one_frame() -> None:
    assert len(frames(Session(WALK))["trace"]["frames"]) == 1


def test_a_refused_step_says_so() -> None:
    session = Session(WALK)
    refused = WALK.trace(session.state, WALK.parse_move(session.state, "put a2"))
    assert [frame["ok"] for frame in frames(refused)["trace"]["frames"]] == [True, False]
    assert rules(refused, None, "en")["acting"] == ["refuse.occupied"]


@pytest.mark.parametrize(("viewer", "known"), [(0, {"R", "J", "T", "M"}), (1, {"L", "T", "R", "M"}), (-4, set())])
def test_nothing_hidden_is_in_it(viewer: int, known: set[str]) -> None:
    game = get_game("matadoon")
    sent = compact(frames(Session(game, state=game.parse_position(POSITION)), viewer))
    assert set(re.findall(r"chip-([RLJTM])\b", sent)) == known


def test_parts_agree_on_the_name_of_a_trace() -> None:
    session = Session(WALK)
    names = channel(session)
    first = names.key(session)
    assert channel(session).key(session) == first
    session.play("put d1")
    played = names.key(session)
    assert played != first
    session.undo()
    assert names.key(session) not in (first, played)
    before = names.key(session)
    session.reset(replace(session.start, hand=1))
    assert names.key(session) != before, "a new game is another picture, though no move is played in either"
    session.play("put d1")
    trace = session.history[0]
    assert names.key(session, trace) == names.key(session, trace)
    assert channel(Session(WALK)).id != names.id


def test_every_file_of_javascript_is_used() -> None:
    text = "".join(module(entry) for entry in ("page",))
    ours = {"arrange", "board", "channel", "decode", "dom", "keys", "mount", "page", "picture", "player", "rule"}
    for name in ours | {"steps", "targets", "teller", "theme"}:
        assert (JS / f"{name}.js").exists()
        assert f"const ${name} = " in text


def test_every_word_of_the_parts_is_there() -> None:
    text = module("page")
    for name in set(re.findall(r"\bwords\.(\w+)", text)):
        assert name in {**BOARD, **STEPS, "rule": "", "source": "", "no_rule": ""}
