"""Who plays each seat: a person, or a computer that thinks beside the page and tells in numbers why it moved so."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any, NamedTuple

import panel as pn
import param

from engine import GameError
from engine.players import Choice, Reason, names, player

from . import thinking
from .esm import module
from .hiding import hidden
from .pane import Pane, sheet
from .play import Play, long
from .seats import seat_name, signs
from .texts import RIVALS, words

PERSON = "person"
PAUSE = 1.2
"""Seconds before the computer moves, so that one sees one's own move first."""
STEP = 0.85
"""Seconds that a step of a long move is on show; the computer lets it be seen."""
LONGEST = 8.0
log = logging.getLogger(__name__)


class Answer(NamedTuple):
    """A move of the computer, and the state in which it was made."""

    state: Any
    seat: int
    choice: Choice[Any]


class RivalsPane(Pane):
    """The browser's side."""

    _esm = module("rivals", "renderRivals")
    _stylesheets = [*Pane._stylesheets, sheet("rivals")]  # noqa: RUF012 (Panel's own convention)


class Rivals(pn.viewable.Viewer):
    """The computer players of a page.

    They get what their seat may know. What a person does meanwhile (takes back, begins anew, plays for them) ends their
    thinking without a trace.
    """

    play = param.ClassSelector(class_=Play, constant=True)
    answers = param.Dict(default={}, doc="What the computer has played: node of the session's tree -> Answer.")
    asked = param.Boolean(doc="Whether somebody wants to see the reasons.")
    opened = param.Boolean(doc="Whether somebody looks at this.")

    def __init__(self, play: Play, **params: Any) -> None:
        super().__init__(play=play)
        self.session = play.session
        self._thought: tuple[object, Future[Any] | None] = (None, None)
        self._pane = RivalsPane(self._hear, play.say, lambda: self.session.language, content=self.content, **params)
        self._watchers = [
            (self.session, self.session.param.watch(self._follow, ["start", "history", "ply"])),
            (play, play.param.watch(self._follow, ["computers"])),
        ]
        if pn.state.curdoc:
            pn.state.on_session_destroyed(lambda _: self.leave())

    def __panel__(self) -> Pane:
        return self._pane

    def leave(self) -> None:
        """Stop following the session, and thinking."""
        for owner, watcher in self._watchers:
            owner.param.unwatch(watcher)
        self._watchers = []
        self._stop()

    # Thinking --------------------------------------------------------------------------------------------------------

    def _follow(self, *events: Any) -> None:
        self._stop()
        if any(event.name == "start" for event in events):
            self.answers = {}
        if self.play.waits and not self.play.back:
            self._thought = (turn := object(), None)

            async def think() -> None:
                await self._think(turn)

            pn.state.execute(think)

    def _stop(self) -> None:
        future = self._thought[1]
        self._thought = (None, None)
        if future is not None:
            future.cancel()

    async def _think(self, turn: object) -> None:
        """Ask for a move, and play it unless something else has happened."""
        if turn is not self._thought[0]:
            return
        play, session = self.play, self.session
        game, state, seat = session.game, session.state, play.mover
        chooser = player(game, play.computers[seat])
        future = thinking.THINKERS.ask(chooser, game.observation(state, seat), seat, play.rng.randrange(2**32))
        self._thought = (turn, future)
        try:
            choice, _ = await asyncio.gather(asyncio.wrap_future(future), asyncio.sleep(self._pause()))
        except asyncio.CancelledError:
            return
        except Exception:
            log.exception("a computer player could not move")
            if turn is self._thought[0]:
                play.say(words(RIVALS, session.language)["failed"])
            return
        if turn is self._thought[0]:
            ply = session.ply
            play.play(choice.move)
            self.answers = {**self.answers, session.line[ply]: Answer(state, seat, choice)}

    def _pause(self) -> float:
        trace = self.session.trace
        return min(LONGEST, PAUSE + STEP * len(trace.steps)) if trace is not None and long(trace) else PAUSE

    # What is shown ---------------------------------------------------------------------------------------------------

    @param.depends(
        "answers", "asked", "opened", "play.computers", "play.session.start", "play.session.line", "play.session.ply",
        "play.session.viewer", "play.session.language",
    )  # fmt: skip
    def content(self) -> dict[str, Any]:
        """What the script draws."""
        session, computers = self.session, self.play.computers
        game, language = session.game, session.language
        say, count = words(RIVALS, language), game.seat_count(session.start)
        levels = [name for name in names(game) if name != "random"] if self.opened or computers else []
        thinks = self.play.waits and not self.play.back
        return {
            "words": {key: say[key] for key in ("title", "help", "chosen")},
            "signs": signs(game, count),
            "seats": [[seat, seat_name(game, seat, language), computers.get(seat, PERSON)] for seat in range(count)],
            "players": [[PERSON, say[PERSON]], *([name, say[name]] for name in levels)],
            "thinks": say["thinks"].format(seat=seat_name(game, self.play.mover, language)) if thinks else "",
            "why": None if hidden() else self._why(say),
        }

    def _why(self, say: Mapping[str, str]) -> dict[str, Any] | None:
        """Why the computer made the last of its moves up to the one on show."""
        session = self.session
        node = next((node for node in reversed(session.line[: session.ply]) if node in self.answers), None)
        if node is None:
            return None
        answer, game, language = self.answers[node], session.game, session.language
        name = seat_name(game, answer.seat, language)
        seen = game.observed_trace(session.tree[node].trace, session.viewer)
        told: dict[str, Any] = {"title": say["why"].format(seat=name, move=game.show_move(seen.before, seen.move))}
        if not self.asked:
            return told
        if not self._may_see(answer):
            return {**told, "says": say["secret"]}
        choice = answer.choice
        if not choice.looks:
            return {**told, "says": say["no_look"].format(seat=name)}
        about = say["looked" if choice.reasons[0].visits else "knew"].format(seat=name, count=choice.looks)
        return {**told, "says": about, **self._table(answer, say)}

    def _may_see(self, answer: Answer) -> bool:
        """Whether the reasons tell nothing that is hidden from the one who looks."""
        session = self.session
        game, viewer = session.game, session.viewer
        if viewer in (None, answer.seat) or game.observation(answer.state, viewer) == answer.state:
            return True
        return game.outcome(session.history[-1].after) is not None

    def _table(self, answer: Answer, say: Mapping[str, str]) -> dict[str, Any]:
        game, reasons = self.session.game, answer.choice.reasons
        figures = list(dict.fromkeys(key for reason in reasons for key in reason.figures))
        counted = any(reason.visits for reason in reasons)
        plain = [say["move"], *([say["visits"]] if counted else []), say["result"]]
        heads = [[head, None, ""] for head in plain] + [self._head(key, say) for key in figures]
        rows = []
        for reason in reasons:
            cells = [*([str(reason.visits)] if counted else []), f"{reason.result:.0%}"]
            cells += [_figure(key, reason) for key in figures]
            chosen = reason.move == answer.choice.move
            rows.append({"move": game.show_move(answer.state, reason.move), "cells": cells, "chosen": chosen})
        return {"heads": heads, "rows": rows}

    def _head(self, key: str, say: Mapping[str, str]) -> list[Any]:
        """The head of a column: its word, the seat that it is about, and the name of that."""
        what, _, seat = key.partition(" ")
        if not seat:
            return [say[what], None, ""]
        return [say[what], int(seat), seat_name(self.session.game, int(seat), self.session.language)]

    # What is heard ---------------------------------------------------------------------------------------------------

    def _hear(self, message: dict[str, Any]) -> None:
        match message:
            case {"seat": int(seat), "player": str(name)}:
                self.choose(seat, name)
            case {"asked": bool(asked)}:
                self.asked = asked
            case {"open": bool(opened)}:
                self.opened = opened

    def choose(self, seat: int, name: str) -> None:
        """Let a person or the computer play a seat.

        Args:
            name: ``person``, or a player of the game.

        Raises:
            GameError: there is no such seat or player.
        """
        session = self.session
        if seat not in range(session.game.seat_count(session.start)):
            raise GameError("there is no seat {viewer}", viewer=seat)
        computers = {one: level for one, level in self.play.computers.items() if one != seat}
        if name != PERSON:
            player(session.game, name)
            computers[seat] = name
        self.play.let_play(computers)


def _figure(key: str, reason: Reason[Any]) -> str:
    value = reason.figures.get(key)
    if value is None:
        return "–"
    if key.startswith("hit"):
        return f"{value:.0%}"
    return f"{value:.0f}" if key == "moves" else f"{value:.1f}"
