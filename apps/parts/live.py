"""Matanga! live: a table with real people, as one of them sees it.

The page decides nothing: it asks, and shows what the table (:mod:`engine.matanga.live`) says. What a browser sends is
checked there and counted here; who sends too much is not heard.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import panel as pn
import param
from tornado.ioloop import IOLoop

from engine import GameError
from engine.drawing import art
from engine.matanga import MatangaRules
from engine.matanga.live import HANDICAPS, NAME_LENGTH, PACES, RACE, Reply, Table, sentence
from engine.matanga.sheet import HEIGHT, MARGIN, PATTERNS, WIDTH, sheet
from engine.matanga.state import PLAYERS

from ..school.limits import Patience
from .esm import module
from .explorer import Explorer
from .floor import FLOOR, Floor, clock
from .pane import Pane, scene_colours
from .pane import sheet as style
from .race import show_race
from .race_names import name_players
from .seats import seat_name, signs
from .texts import LIVE, words

CHOICES: dict[str, tuple[Any, ...]] = {
    "end": (60, 50, 40, 30), "pencil_faces": (1, 2, 3, 4, 5), "wrong_pause": (0, 2, 5), "three": (False, True),
}  # fmt: skip
"""What one chooses for a whole table."""


def _among(value: object, values: tuple[Any, ...]) -> bool:
    """Whether something sent is one of some values, and of the same type (``True`` is not 1)."""
    return any(type(value) is type(one) and value == one for one in values)


_printers = ThreadPoolExecutor(1, "sheets")


def _drawn_sheet(pattern: str, seed: int) -> dict[str, Any]:
    """A sheet as the script draws it."""
    made = sheet(seed, pattern)
    spots = [[spot.x, spot.y, spot.turn, spot.size] for spot in made.spots]
    return {"sheet": {"id": f"{pattern} {seed}", "spots": spots, "lines": made.lines}}


class LivePane(Pane):
    """The browser's side."""

    _esm = module("live", "renderLive")
    _stylesheets = [*Pane._stylesheets, scene_colours() + style("live")]  # noqa: RUF012 (Panel's own convention)


class LiveView(pn.viewable.Viewer):
    """One person's view of the live tables."""

    explorer = param.ClassSelector(class_=Explorer, constant=True)

    def __init__(self, explorer: Explorer, floor: Floor | None = None) -> None:
        super().__init__(explorer=explorer)
        self.floor = floor or FLOOR
        self.table: Table | None = None
        self.token, self.linked, self.heard = "", False, clock()
        self._waiting = self._busy = False
        self._sheet: tuple[str, int] | None = None
        self._often, self._heavy = Patience(60, 40), Patience(6, 1)
        self._doc = pn.state.curdoc
        if self._doc is not None:
            self._doc.on_session_destroyed(self._gone)
        self._pane = LivePane(
            self._hear,
            lambda text: self._pane.send({"said": text}),
            lambda: self.explorer.session.language,
            content=self._content(),
        )

    def __panel__(self) -> Pane:
        return self._pane

    def _content(self) -> dict[str, Any]:
        game, language = self.explorer.session.game, self.explorer.session.language
        usual = MatangaRules()
        return {
            "words": words(LIVE, language),
            "signs": signs(game, PLAYERS[-1]),
            "colours": [seat_name(game, seat, language) for seat in range(PLAYERS[-1])],
            "art": {name: art(game.folder, name) for name in ("pencil", "die-pencil", "die-blank")},
            "patterns": [[name, game.rulebook.word(f"pattern.{name}", language)] for name in PATTERNS],
            "choices": {name: list(values) for name, values in CHOICES.items()},
            "usual": {name: getattr(usual, name) for name in CHOICES},
            "handicaps": {name: list(values) for name, values in HANDICAPS.items()},
            "paces": list(PACES),
            "page": [WIDTH, HEIGHT, MARGIN],
            "longest": NAME_LENGTH,
            "most": PLAYERS[-1],
        }

    # Told by the floor

    def connected(self) -> bool:
        """Whether a browser is at the other end."""
        context = self._doc.session_context if self._doc is not None else None
        session = getattr(context, "session", None)
        return session is None or session.connection_count > 0

    def changed(self) -> None:
        """Show the table, soon: in this page's own time, whoever changed it."""
        if self._waiting or not self.connected():  # who comes back is shown everything
            return
        self._waiting = True
        if self._busy or self._doc is None:  # what is being done here is told at its end
            return
        self._doc.add_next_tick_callback(self._push)

    def closed(self) -> None:
        """The table has gone."""
        self.table, self.token, self.linked = None, "", False
        self._later({"gone": words(LIVE, self.explorer.session.language)["gone"]})

    def _later(self, message: dict[str, Any]) -> None:
        if self._doc is not None:
            self._doc.add_next_tick_callback(lambda: self._pane.send(message))

    def _push(self) -> None:
        self._waiting = False
        table = self.table
        if table is None:
            return
        view = table.view(self.token)
        self._pane.send({"table": view})
        own = view["sheet"]
        key = (own["pattern"], own["seed"]) if own else None
        if key == self._sheet:
            return
        self._sheet = key
        if key is not None:
            # Some hundredths of a second each: for a class that starts at once, beside the server's loop.
            making = _printers.submit(_drawn_sheet, *key)
            if self._doc is None:
                self._pane.send(making.result())
            else:
                loop = IOLoop.current()
                loop.add_future(making, lambda done: self._later(done.result()))

    def _gone(self, _: Any) -> None:
        table, self.table = self.table, None
        if table is not None:
            self.floor.exit(table, self)
        self.token, self._doc = "", None

    # Asked by the browser

    def _hear(self, message: dict[str, Any]) -> None:
        if not self._often.spend():
            return
        self._busy = True
        try:
            if self.table is not None and not self.linked and self.floor.link(self.table, self):
                self._sheet = None
                self._waiting = True
            self.heard = clock()
            self._do(message)
            if self.table is not None:
                self.floor.acted(self.table)
        finally:
            self._busy = False
            if self._waiting:
                self._push()

    def _do(self, message: dict[str, Any]) -> None:
        match message:
            case {"ping": int(number)}:
                self._pane.send({"pong": number})
            case {"hello": {"table": str(code), **rest}}:
                if self._heeded():
                    self._hello(code, rest.get("token"), rest.get("spare"))
            case {"open": dict(wish)}:
                if self._heeded():
                    self._open(wish)
            case {"join": {"table": str(code), "name": name, **rest}}:
                if self._heeded():
                    self._join(code, name, rest.get("colour"))
            case {"explore": True}:
                if self._heeded():
                    self._explore()
            case _ if self.table is not None:
                self._at_table(self.table, message)

    def _heeded(self) -> bool:
        if self._heavy.spend():
            return True
        self._pane.send({"said": words(LIVE, self.explorer.session.language)["often"]})
        return False

    def _at_table(self, table: Table, message: dict[str, Any]) -> None:
        now, token = clock(), self.token
        match message:
            case {"roll": True}:
                self._answer(table.roll(now, token), message)
            case {"press": number}:
                self._answer(table.press(now, token, number), message)
            case {"mark": number}:
                self._answer(table.mark(now, token, number), message)
            case {"computer": pace}:
                self._answer(table.add_computer(now, token, pace if isinstance(pace, str) else ""), message)
            case {"remove": seat}:
                self._answer(table.remove_computer(now, token, seat), message)
            case {"arrange": {"seat": seat, "option": option, "value": value}}:
                self._answer(table.arrange(now, token, seat, option, value), message)
            case {"start": first}:
                self._answer(table.start(now, token, first), message)
            case {"again": True}:
                self._answer(table.again(now, token), message)
            case {"leave": True}:
                self._leave()

    def _answer(self, reply: Reply, message: dict[str, Any]) -> None:
        if not reply.ok:
            said = sentence(reply, self.explorer.session.language)
            about = {name: message[name] for name in ("mark", "press") if isinstance(message.get(name), int)}
            self._pane.send({"said": said, "why": reply.reason, **about})

    # Coming and going

    def _find(self, code: str) -> Table | None:
        try:
            return self.floor.hub.find(code)
        except GameError:
            text = words(LIVE, self.explorer.session.language)["no_table"].format(code=code[:12])
            self._pane.send({"gone": text})
            return None

    def _look_at(self, table: Table) -> None:
        if self.table is not table:
            self._leave()
            self.table = table
        self.floor.enter(table, self)
        self._sheet, self._waiting = None, True

    def _hello(self, code: str, token: object, spare: object) -> None:
        """Come back with a token, or have a look.

        Args:
            token: of this tab.
            spare: of another tab of this browser; it counts where that one is closed.
        """
        table = self._find(code)
        if table is None:
            return
        if self.table is table and self.token:
            self._sheet, self._waiting = None, True
            return
        self._look_at(table)
        for found in (token, spare):
            seat = table.view(found)["you"] if isinstance(found, str) else None
            if seat is not None and (found == token or not table.players[seat].here):
                self.token = str(found)
                self.floor.link(table, self)
                self._pane.send({"seated": {"table": table.code, "token": self.token}})
                return

    def _open(self, wish: dict[str, Any]) -> None:
        rules, pattern = MatangaRules(), wish.get("pattern")
        chosen = {name: wish[name] for name, values in CHOICES.items() if _among(wish.get(name), values)}
        if chosen:
            rules = rules.with_options(chosen)
        self._leave()
        table = self.floor.open(self, rules, pattern if pattern in PATTERNS else PATTERNS[0])
        self.table = table
        self._sit(table, wish.get("name"), wish.get("colour"))
        if not self.token:
            self._leave()

    def _join(self, code: str, name: object, colour: object) -> None:
        table = self._find(code)
        if table is None:
            return
        if self.table is table and self.token and table.view(self.token)["you"] is not None:
            return
        self._look_at(table)
        self._sit(table, name, colour)

    def _sit(self, table: Table, name: object, colour: object) -> None:
        reply = table.join(clock(), name, colour)
        if reply.ok:
            self.token, self.linked = str(reply.args["token"]), True
            self._pane.send({"seated": {"table": table.code, "token": self.token}})
        self._answer(reply, {})

    def _leave(self) -> None:
        table = self.table
        if table is None:
            return
        if self.token:
            table.leave(clock(), self.token)
        self.table, self.token, self.linked, self._sheet = None, "", False, None
        self.floor.exit(table, self)
        self._pane.send({"left": table.code})

    # Afterwards

    def _explore(self) -> None:
        """The finished race in step mode, at its true times."""
        table, session = self.table, self.explorer.session
        if table is None or table.phase == RACE or not table.log:
            return
        start, moves = table.replay()
        show_race(session, start, moves)
        name_players(session, [player.name for player in table.players])
        self._pane.send({"go": "race"})
