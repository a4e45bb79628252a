"""Insight: what every move of the Lion is worth, the best line, and how the game went."""

from __future__ import annotations

import asyncio
import sys
from importlib import import_module
from typing import Any

import panel as pn
import param
from panel.custom import Child

from engine import CHANCE, TERMINAL, DataError, GameError, PositionError
from engine.lion.opponent import search_of
from engine.lion.tablebase import Table, check_rules, open_table

from . import lion_build
from .board import Board
from .esm import module
from .explorer import Explorer
from .lion_reading import GAME, story, value_now
from .lion_telling import game_told, worth_by_search, worth_by_table
from .moves import Moves
from .pane import Pane, sheet
from .seats import signs
from .texts import INSIGHT, words

CHART = "apps.parts.lion_chart"


class InsightPane(Pane):
    """The browser's side. The chart comes once it is in sight."""

    board = Child()
    moves = Child()
    chart = Child(default=None)

    _esm = module("insight", "renderInsight")
    _stylesheets = [sheet("theme"), *Pane._stylesheets, sheet("insight")]  # noqa: RUF012 (Panel's own convention)


class Insight(pn.viewable.Viewer):
    """What the solved game, or a search where it is not solved here, says about the game of an explorer.

    Nothing is looked up or drawn while nobody looks: the browser says when the view is in sight.
    """

    explorer = param.ClassSelector(class_=Explorer, constant=True)
    live = param.Boolean(doc="Whether somebody sees this.")
    dark = param.Boolean(doc="Whether the page is dark.")
    table = param.ClassSelector(class_=Table, doc="The table, once it is open.")
    why = param.String(default=None, allow_None=True, doc="Why there is no table; None before it was looked for.")
    found = param.Parameter(default=None, doc="A state and what a search found there.")
    said = param.String(doc="What went wrong.")
    tick = param.Integer(doc="Grows while the table is being made.")

    def __init__(self, explorer: Explorer) -> None:
        super().__init__(explorer=explorer)
        self.session, self.play = explorer.session, explorer.play
        self._chart: Any = None
        self._loading = self._opening = self._waits = False
        board = Board(
            self.session, on_tap=explorer.tap, can=explorer._can, chosen=explorer._chosen, trace=explorer._shown
        )
        self._pane = InsightPane(
            self._hear,
            self._say,
            lambda: self.session.language,
            content=self.content,
            board=board,
            moves=Moves(self.play),
            css_classes=["md-root"],
        )
        self._watcher = self.session.param.watch(self._follow, ["start", "history", "ply", "language"])
        if pn.state.curdoc:
            pn.state.on_session_destroyed(lambda _: self.leave())

    def __panel__(self) -> Pane:
        return self._pane

    def leave(self) -> None:
        """Stop following the session."""
        if self._watcher is not None:
            self.session.param.unwatch(self._watcher)
            self._watcher = self._chart = None

    # What is known ---------------------------------------------------------------------------------------------------

    @property
    def mover(self) -> int:
        """Who is to move."""
        return int(GAME.current_player(self.session.state))

    def helpful(self) -> tuple[Table | None, str]:
        """The table if it knows about this game, or else why it does not."""
        table = self.table
        if table is None:
            return None, ""
        state = self.session.state
        try:
            check_rules(state.ruleset)
            if state.side >= 0:
                value_now(state, table)
        except PositionError as error:
            return None, error.told(self.session.language)
        return table, ""

    def _follow(self, *_: Any) -> None:
        self.said = ""
        self._consider()

    @param.depends("live", "table", "why", watch=True)
    def _consider(self) -> None:
        """Draw the chart; without a table, look a few moves ahead."""
        if not self.live or self.why is None:
            return
        table = self.helpful()[0]
        if table is not None:
            self._show_chart(table)
        elif self.mover >= 0:
            pn.state.execute(self._search)

    async def _search(self) -> None:
        state = self.session.state
        found = await asyncio.to_thread(search_of, state)
        if self._watcher is not None and state == self.session.state:
            self.found = (state, found)

    async def _open(self) -> None:
        """Open the table beside what the server does for others: it is checked from end to end."""
        if self._opening:
            return
        self._opening = True
        table, why = None, ""
        try:
            table = await asyncio.to_thread(open_table)
        except DataError as error:
            why = words(INSIGHT, self.session.language)[
                "no_table" if isinstance(error.__context__, FileNotFoundError) else "bad_table"
            ].format(why=error.what)
        self._opening = False
        if self._watcher is not None:
            if not lion_build.BUILD.running:
                self._waits = False
            self.param.update(table=table, why=why, tick=self.tick + 1)

    def _show_chart(self, table: Table) -> None:
        data = story(self.session.start, self.session.history, table)
        if self._chart is not None:
            self._chart.show(data)
        elif CHART in sys.modules:
            made = import_module(CHART).Chart(data, dark=self.dark, language=self.session.language)
            self._chart = made
            self._pane.chart = made.pane
        elif not self._loading:
            self._loading = True
            pn.state.execute(self._load)

    async def _load(self) -> None:
        await asyncio.to_thread(import_module, CHART)
        self._loading = False
        if self._watcher is not None:
            self._consider()

    @param.depends("dark", watch=True)
    def _other_colours(self) -> None:
        self._chart = None
        self._consider()

    # What is shown ---------------------------------------------------------------------------------------------------

    @param.depends(
        "live", "table", "why", "found", "said", "tick", "explorer.play.said",
        "explorer.session.start", "explorer.session.history", "explorer.session.ply", "explorer.session.language",
    )  # fmt: skip
    def content(self) -> dict[str, Any]:
        """What the script draws."""
        language = self.session.language
        say = words(INSIGHT, language)
        shared = {"words": say, "wait": True, "signs": signs(GAME, 2), "at": self._at}
        if not self.live or self.why is None:
            return shared
        table, not_here = self.helpful()
        return {
            **shared,
            "wait": False,
            "notice": self.said or self.play.notice,
            **self._worth(table),
            "game": game_told(self.session, table),
            "build": self._build(say, not_here),
        }

    @property
    def _at(self) -> str:
        """Names the position on show, so that a late tap does not play elsewhere."""
        session = self.session
        return f"{session.ply} {session.line[session.ply - 1] if session.ply else id(session.start)}"

    def _worth(self, table: Table | None) -> dict[str, Any]:
        state, language = self.session.state, self.session.language
        if self.mover >= 0 and table is not None:
            return worth_by_table(state, table, language)
        if self.mover >= 0 and self.found is not None and self.found[0] == state:
            return worth_by_search(state, self.found[1], language)
        key = {TERMINAL: "over", CHANCE: "lot"}.get(self.mover, "wait")
        return {"verdict": words(INSIGHT, language)[key], "rows": [], "line": [], "source": ""}

    def _build(self, say: dict[str, str], not_here: str) -> dict[str, Any] | None:
        build = lion_build.BUILD
        if self.table is not None:
            return {"why": say["not_here"].format(why=not_here)} if not_here else None
        self._waits = build.running or (self._waits and not build.error)
        if self._waits:  # also after the end, until the table is open
            return {"why": self.why, "percent": build.percent, "label": say["building"].format(percent=build.percent)}
        failed = say["failed"].format(why=build.error) if build.error else ""
        if not lion_build.possible():
            return {"why": self.why, "note": say["install"]}
        return {"why": self.why, "note": failed or say["offer"], "button": say["build"]}

    # What is heard ---------------------------------------------------------------------------------------------------

    def _say(self, text: str) -> None:
        self.said = text

    def _hear(self, message: dict[str, Any]) -> None:
        match message:
            case {"live": bool(live), "dark": bool(dark)}:
                self.dark = dark
                self.live = live
                if live:
                    pn.state.execute(self._open)
            case {"play": [*moves], "at": str(at)}:
                if at != self._at or not moves:
                    raise GameError(words(INSIGHT, self.session.language)["gone"])
                with param.parameterized.batch_call_watchers(self.session):
                    for move in moves:
                        self.play.play(GAME.parse_move(self.session.state, move))
            case {"ply": int(ply)} if 0 <= ply <= len(self.session.line):
                self.session.goto(ply)
            case {"build": True}:
                if lion_build.possible():
                    lion_build.BUILD.start()
                self.tick += 1
            case {"poll": True}:
                if not lion_build.BUILD.running and not lion_build.BUILD.error:
                    pn.state.execute(self._open)
                self.tick += 1
