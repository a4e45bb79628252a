"""Explore a game: play all seats by tapping, step through every move, go back, try something else."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import panel as pn
import param
from panel.custom import Child, JSComponent

from engine.players import has_opponents
from engine.session import Session

from .board import Board
from .channel import channel
from .esm import module
from .menu import Menu
from .moves import Moves
from .pane import guarded, sheet
from .play import Play
from .rivals import Rivals
from .steps import RuleCard, StepList
from .turn import Turn

Make = Callable[[Any], Any]
"""Makes a part for a :class:`Play`."""


class Desk(JSComponent):
    """Lays the parts out: beside each other where there is room, below each other on a phone or in a narrow cell."""

    channel = param.String(doc="Name of the cursor that the parts share.")
    menu = Child()
    board = Child()
    turn = Child()
    steps = Child()
    card = Child()
    moves = Child()
    rivals = Child(default=None)

    _esm = module("desk", "renderDesk")
    _stylesheets = [sheet("theme", "desk")]  # noqa: RUF012 (Panel's own convention)


class Explorer(pn.viewable.Viewer):
    """Everything one needs to explore a game.

    Args:
        session: the game as this person looks at it.
        rng: for tests and demonstrations: what chance draws from.
        draw: whether to draw what has to be drawn before anybody can move; not where a state was asked for.
        sync: whether ``session.cursor`` follows the step on show (in a notebook; a page in a classroom sends nothing).
        play: what taps do, where that is not the usual.
        menu: makes what stands above the board.
        turn: makes what tells whose turn it is.
        moves: makes the list of moves.
        rivals: makes what lets the computer play, where the game has such players; None: people play here.
    """

    session = param.ClassSelector(class_=Session, constant=True)
    play = param.ClassSelector(class_=Play, constant=True)

    def __init__(
        self, session: Session, rng: random.Random | None = None, sync: bool = False, draw: bool = True,
        play: Play | None = None, menu: Make = Menu, turn: Make = Turn, moves: Make = Moves,
        rivals: Make | None = Rivals,
    ) -> None:  # fmt: skip
        play = play or Play(session, rng)
        super().__init__(session=session, play=play)
        if draw:
            play.begin()
        self._rivals = rivals(play) if rivals and has_opponents(session.game) else None
        self._desk = Desk(
            channel=channel(session).id,
            menu=menu(play),
            board=Board(
                session, on_tap=self.tap, can=self._can, chosen=self._chosen, trace=self._shown, sync=sync
            ),
            turn=turn(play),
            steps=StepList(session, trace=self._shown),
            card=RuleCard(session, trace=self._shown),
            moves=moves(play),
            rivals=self._rivals,
            css_classes=["md-root"],
            sizing_mode="stretch_width",
        )  # fmt: skip

    def __panel__(self) -> JSComponent:
        return self._desk

    def tap(self, tap: str) -> None:
        """What a tap on the board does."""
        guarded(lambda: self.play.tap(tap), self.play.say, self.session.language)

    _now = (
        "play.said", "play.computers", "session.start", "session.tree", "session.ply", "session.line", "session.viewer",
    )  # fmt: skip

    @param.depends(*_now)
    def _can(self) -> tuple[str, ...]:
        return self.play.can

    @param.depends(*_now)
    def _chosen(self) -> tuple[str, ...]:
        return self.play.chosen

    @param.depends(*_now)
    def _shown(self) -> Any:
        return self.play.shown
