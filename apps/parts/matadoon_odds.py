"""The odds of Matadoon's bull on the page: where it runs, who gets hit, and where a chip would hurt whom."""

from __future__ import annotations

import asyncio
import sys
import time
from importlib import import_module
from typing import Any

import panel as pn
import param
from panel.custom import Child

from engine import PUBLIC, GameError
from engine.errors import Phrase
from engine.matadoon.advice import changes, chip_effects, placeable
from engine.session import Session

from .channel import channel
from .esm import module
from .odds_reading import (
    GAME,
    Reading,
    advice_refusal,
    advice_words,
    guesses,
    hit_rows,
    mind_name,
    minds,
    percent,
    points,
    table,
    told,
)
from .pane import Pane, sheet
from .seats import seat_name, signs
from .texts import ODDS, words

MAPS = "apps.parts.odds_map"
OWN = "own"
"""The guess of whoever looks."""
PIECE_OF_WORK = 0.02
"""Seconds after which others get their turn."""


class OddsPane(Pane):
    """The browser's side. The maps come once it is there."""

    chance_map = Child(default=None)
    change_map = Child(default=None)

    _esm = module("odds", "renderOdds")
    _stylesheets = [sheet("theme"), *Pane._stylesheets, sheet("odds")]  # noqa: RUF012 (Panel's own convention)


class Odds(pn.viewable.Viewer):
    """The odds of the bull in the state that a session shows.

    HoloViews draws the maps. That costs the server a hundred times more than a step, so nothing is worked out or drawn
    while nobody looks: the browser says when the view is in sight, and which step is on show then.
    """

    session = param.ClassSelector(class_=Session, constant=True)
    mind = param.Parameter(default=OWN, doc="Whose guess: a seat, PUBLIC, None for one who knows all chips, or own.")
    chip = param.String(doc="The kind of chip about to be placed; the first in the hand where it is not there.")
    victim = param.Integer(default=None, allow_None=True, doc="The seat to hurt; the next player by default.")
    live = param.Boolean(doc="Whether somebody sees this.")
    dark = param.Boolean(doc="Whether the page is dark.")
    at = param.Tuple(default=("", 0), doc="The trace and the step on show in the browser.")
    reading = param.ClassSelector(class_=Reading, doc="What is on show.")
    effects = param.Dict(doc="What the chip would change on each free cell; None while that is being worked out.")

    def __init__(self, session: Session, **params: Any) -> None:
        if session.game.id != GAME.id:
            raise GameError(
                "the odds of the bull need a game of {title}, got one of {other}",
                title=Phrase(GAME.title),
                other=Phrase(session.game.title),
            )
        super().__init__(session=session, **params)
        self._maps: dict[str, Any] = {}
        self._work: object = None
        self._loading = False
        self._pane = OddsPane(
            self._hear, language=lambda: session.language, content=self.content, css_classes=["md-root"]
        )
        self._watcher = session.param.watch(
            lambda *_: self._look(), ["start", "history", "ply", "viewer", "language", "cursor"]
        )
        if pn.state.curdoc:
            pn.state.on_session_destroyed(lambda _: self.leave())

    def __panel__(self) -> Pane:
        return self._pane

    def leave(self) -> None:
        """Stop following the session, and let go of the maps."""
        if self._watcher is not None:
            self.session.param.unwatch(self._watcher)
            self._watcher = self._work = None
            self._maps = {}

    # What is shown ---------------------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The state on show: that of the step where the browser is, or else the one after the moves played."""
        session, trace = self.session, self.session.trace
        key, cursor = self.at
        if trace is None or key != channel(session).key(session) or cursor >= len(trace.steps):
            return session.state
        return trace.steps[cursor - 1].state if cursor > 0 else trace.before

    @property
    def kinds(self) -> tuple[str, ...]:
        """The chips that may be asked about."""
        reading = self.reading
        return () if reading is None or reading.placer is None else placeable(reading.state)

    @property
    def asked(self) -> tuple[str, int] | None:
        """The chip and the seat it is to hurt."""
        reading, kinds = self.reading, self.kinds
        if not kinds:
            return None
        seats = [seat for seat in reading.state.clockwise(reading.placer)[1:] if reading.state.fighter_of(seat)]
        seats.append(reading.placer)
        return self.chip if self.chip in kinds else kinds[0], self.victim if self.victim in seats else seats[0]

    @param.depends("mind", "live", "at", watch=True)
    def _look(self) -> None:
        """Read the state anew. Not a dependency of the content: the maps must be fed too, and only when in sight."""
        state, viewer = self.state, self.session.viewer
        if not self.live:
            if self.reading is not None and (self.reading.state, self.reading.viewer) != (state, viewer):
                self._work = self.reading = self.effects = None
            return
        allowed = minds(state, viewer)
        reading = Reading(state, viewer, self.mind if self.mind in allowed else viewer)
        if reading != self.reading:
            self.param.update(reading=reading, effects=None)
            self._draw("chance_map", reading)
            self._consider()

    @param.depends("chip", watch=True)
    def _consider(self) -> None:
        """Work out what the chip would change, a piece at a time."""
        self.effects, self._work = None, None
        if self.asked is not None:
            self._work = work = object()
            reading, chip = self.reading, self.asked[0]

            async def consider() -> None:
                await self._weigh(work, reading, chip)

            pn.state.execute(consider)

    async def _weigh(self, work: object, reading: Reading, chip: str) -> None:
        found = {}
        since = time.perf_counter()
        for cell, after in chip_effects(reading.state, chip, reading.placer):
            found[cell] = changes(reading.now, after)
            if time.perf_counter() - since > PIECE_OF_WORK:
                await asyncio.sleep(0)
                if work is not self._work:
                    return
                since = time.perf_counter()
        if work is self._work:
            self.effects = found

    @param.depends("effects", "victim", watch=True)
    def _show_change(self) -> None:
        if self.effects is not None and self.asked is not None:
            self._draw("change_map", (self.reading, self.effects, self.asked[1]))

    @param.depends("dark", watch=True)
    def _other_colours(self) -> None:
        """Make the maps anew."""
        self._maps = {}
        self._draw_all()

    def _draw_all(self) -> None:
        if self.reading is not None:
            self._draw("chance_map", self.reading)
            self._show_change()

    def _draw(self, slot: str, content: Any) -> None:
        """Show something in a map; the first time, make the map."""
        if slot in self._maps:
            self._maps[slot].show(content)
        elif MAPS in sys.modules:
            maps = import_module(MAPS)  # waits while somebody else's page is loading it
            made = maps.GridMap(getattr(maps, slot), content, dark=self.dark, language=self.session.language)
            self._maps[slot] = made
            setattr(self._pane, slot, made.pane)
        elif not self._loading:
            self._loading = True
            pn.state.execute(self._load)

    async def _load(self) -> None:
        """Load HoloViews beside what the server does for others: once a server, it takes half a second."""
        await asyncio.to_thread(import_module, MAPS)
        self._loading = False
        if self._watcher is not None:
            self._draw_all()

    @param.depends("reading", "effects", "victim")
    def content(self) -> dict[str, Any]:
        """What the script draws."""
        session, reading = self.session, self.reading
        say = words(ODDS, session.language)
        shared = {"channel": channel(session).id, "words": say}
        if reading is None:
            return {**shared, "wait": True}
        trace, state = session.trace, reading.state
        says = told(reading, session.language)
        if trace is not None and trace.move.kind == "bull" and state == trace.after and state.phase != "bull":
            says = [say["has_run"]]
        allowed = minds(state, reading.viewer)
        return {
            **shared,
            "wait": False,
            "says": says,
            "minds": [[mind, mind_name(mind, session.language)] for mind in allowed],
            "mind": reading.mind,
            "alone": reading.viewer is not None,
            "signs": signs(GAME, state.players),
            "hits": hit_rows(reading, session.language),
            "guesses": guesses(reading, session.language),
            "table": table(state, {cell: percent(chance) for cell, chance in reading.odds.crossed.items()}),
            "advice": self._advice(reading, say),
        }

    def _advice(self, reading: Reading, say: dict[str, str]) -> dict[str, Any]:
        language = self.session.language
        if self.asked is None:
            return {"why": advice_refusal(reading, language)}
        chip, victim = self.asked
        name = seat_name(GAME, reading.placer, language)
        state = reading.state
        shown = {} if self.effects is None else {cell: points(one[victim]) for cell, one in self.effects.items()}
        return {
            "why": "",
            "help": say["where_help"].format(seat=name),
            "chip_label": say["chip"].format(seat=name),
            "chips": [[kind, GAME.rulebook.term("chip", kind, language)] for kind in self.kinds],
            "chip": chip,
            "victims": [[one, seat_name(GAME, one, language)] for one in state.seats_in if state.fighter_of(one)],
            "victim": victim,
            "says": advice_words(reading, chip, victim, self.effects, language),
            "table": table(state, shown) if shown else [],
        }

    # What is heard ---------------------------------------------------------------------------------------------------

    def _hear(self, message: dict[str, Any]) -> None:
        match message:
            case {"live": bool(live), "dark": bool(dark), "at": [str(trace), int(cursor)]}:
                # The colours first: a map that is made now has them.
                self.dark = dark
                self.param.update(live=live, at=(trace, cursor))
            case {"mind": None | int() as mind} if mind in (None, PUBLIC, *range(self.session.state.players)):
                self.mind = mind
            case {"chip": str(chip)} if chip in self.kinds:
                self.chip = chip
            case {"victim": int(victim)}:
                self.victim = victim
