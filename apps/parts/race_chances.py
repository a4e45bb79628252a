"""Who wins at Matanga!, how long it takes, what going first and a handicap are worth: figures with sliders.

The counting is done beside the server's loop, one figure after the other, and stops when the sliders have moved on.
Every figure says its model: counted exactly, or simulated, with its error.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from importlib import import_module
from itertools import pairwise
from typing import Any

import panel as pn
import param
from panel.custom import Child

from engine import GameError
from engine.matanga import MatangaRules
from engine.matanga import chances as counting
from engine.matanga.rules import seconds
from engine.matanga.state import PLAYERS, each
from engine.words import listed

from .esm import module
from .explorer import Explorer
from .pane import Pane, sheet
from .race import rules_from_form
from .seats import seat_name, signs
from .texts import CHANCES, LIVE, words

FIGURES = "apps.parts.race_figures"
RACES = 10_000
"""Simulated for each figure where there is no exact way."""
SLOTS = ("win", "length", "first", "handicap")
_workers = ThreadPoolExecutor(1, "chances")  # one: whoever else is on this server races meanwhile


class ChancesPane(Pane):
    """The browser's side."""

    win = Child(default=None)
    length = Child(default=None)
    first = Child(default=None)
    handicap = Child(default=None)

    _esm = module("chances", "renderChances")
    _stylesheets = [*Pane._stylesheets, sheet("chances")]  # noqa: RUF012 (Panel's own convention)


@lru_cache(maxsize=256)
def count(slot: str, rules: MatangaRules, players: int, seat: int, exact: bool) -> dict[str, Any]:
    """The numbers of a figure, in percent and seconds.

    Args:
        seat: whose handicaps; for the others, who rolls first.
        exact: count the length of a race of three exactly, which takes seconds.
    """
    if slot == "win":
        found = counting.chances(rules, players, seat, races=2 * RACES)
        whisker = 100 * found.error if found.method == counting.SIMULATION else 0.0
        return {
            "win": [100 * share for share in found.win], "error": [whisker] * players, "method": found.method,
            "off": 100 * found.error, "races": found.races, "mean": found.mean / 1000,
        }  # fmt: skip
    if slot == "length":
        method = "" if players == 2 or exact else counting.SIMULATION
        time = counting.length(rules, players, seat, races=2 * RACES, method=method)
        pairs = list(counting.spread(time))
        width = min((b - a for (a, _), (b, _) in pairwise(pairs)), default=1000)
        full = {start: 100 * share for start, share in pairs}
        starts = range(pairs[0][0], pairs[-1][0] + 1, width)
        return {
            "edges": [start / 1000 for start in (*starts, pairs[-1][0] + width)],
            "shares": [full.get(start, 0.0) for start in starts], "middle": time.quantile(0.5) / 1000,
            "short": time.quantile(0.05) / 1000, "long": time.quantile(0.95) / 1000, "method": time.method,
            "off": 0.0, "races": time.races,
        }  # fmt: skip
    if slot == "first":
        worth = counting.first_worth(rules, players, races=RACES)
        whisker = 100 * worth["error"] if worth["method"] == counting.SIMULATION else 0.0
        return {
            "worth": [100 * one for one in worth["worth"]], "error": [whisker] * players, "method": worth["method"],
            "off": 100 * worth["error"], "races": RACES,
        }  # fmt: skip
    rows = counting.handicaps(rules, players, seat, races=RACES)
    simulated = rows[0]["method"] == counting.SIMULATION
    return {
        "kinds": [row["handicap"] for row in rows], "win": [100 * row["win"] for row in rows],
        "change": [100 * row["change"] for row in rows], "method": rows[0]["method"],
        "error": [100 * row["error"] if simulated else 0.0 for row in rows],
        "off": 100 * max(row["error"] for row in rows), "races": RACES,
    }  # fmt: skip


class ChancesView(pn.viewable.Viewer):
    """The figures and their sliders."""

    explorer = param.ClassSelector(class_=Explorer, constant=True)
    dark = param.Boolean(doc="Whether the page is dark.")
    told = param.Dict(default={}, doc="What stands below each figure.")

    def __init__(self, explorer: Explorer) -> None:
        super().__init__(explorer=explorer)
        self._asked = 0
        self._figures: dict[str, Any] = {}
        self._pane = ChancesPane(
            self._hear, lambda text: self._pane.send({"said": text}), lambda: self.language, content=self._content()
        )

    def __panel__(self) -> Pane:
        return self._pane

    @property
    def language(self) -> str:
        """The reader's."""
        return str(self.explorer.session.language)

    def _content(self) -> dict[str, Any]:
        session, language = self.explorer.session, self.language
        start = session.start
        rules, players = start.ruleset, start.players
        game = session.game
        form = {name: getattr(rules, name) for name in ("pencil_faces", "roll_time", "symbol_factor", "three")}
        form |= {
            name: [each(getattr(rules, name), seat) for seat in range(players)]
            for name in ("mark_time", "symbol", "start", "end")
        }
        return {
            "form": form,
            "players": list(PLAYERS),
            "names": [seat_name(game, seat, language) for seat in range(PLAYERS[-1])],
            "signs": signs(game, PLAYERS[-1]),
            "words": words(CHANCES, language),
        }

    def _hear(self, message: dict[str, Any]) -> None:
        match message:
            case {"ask": {"players": int(players), "values": dict(values), "first": int(first), "seat": int(seat),
                          "exact": bool(exact)}, "dark": bool(dark)}:  # fmt: skip
                if dark != self.dark:
                    self.dark, self._figures = dark, {}
                if players not in PLAYERS or not 0 <= first < players or not 0 <= seat < players:
                    raise GameError(words(CHANCES, self.language)["wrong"])
                rules = rules_from_form(players, values)
                rules.fit(players)
                self._asked += 1
                pn.state.execute(partial(self._count, self._asked, rules, players, first, seat, exact))

    async def _count(self, asked: int, rules: MatangaRules, players: int, first: int, seat: int, exact: bool) -> None:
        """One figure after the other, as long as nothing else is asked."""
        loop = asyncio.get_running_loop()
        if FIGURES not in sys.modules:
            await asyncio.to_thread(import_module, FIGURES)
        for slot in SLOTS:
            who = seat if slot == "handicap" else 0 if slot == "first" else first
            try:
                found = await loop.run_in_executor(_workers, count, slot, rules, players, who, exact)
            except GameError as error:
                if asked == self._asked:
                    self._pane.send({"said": error.told(self.language)})
                return
            if asked != self._asked:
                return
            self._show(slot, found, rules, players, seat)
            await asyncio.sleep(0)
        self._pane.send({"said": "", "done": asked})

    def _show(self, slot: str, found: Mapping[str, Any], rules: MatangaRules, players: int, seat: int) -> None:
        say = words(CHANCES, self.language)
        game = self.explorer.session.game
        names = [seat_name(game, one, self.language) for one in range(players)]
        content = {**found, "axis": say[f"axis_{slot}"], "names": names}
        if slot == "handicap":
            content["names"] = [handicap_name(kind, say) for kind in found["kinds"]]
        if slot in self._figures:
            self._figures[slot].show(content)
        else:
            figures = import_module(FIGURES)
            height = 300 if slot == "handicap" else 260
            made = figures.Figure(getattr(figures, slot), content, dark=self.dark, height=height)
            self._figures[slot] = made
            setattr(self._pane, slot, made.pane)
        in_seconds = words(LIVE, self.language)["seconds"].format
        marks = listed((in_seconds(count=seconds(rules.pace(one))) for one in range(players)), self.language)
        roll = in_seconds(count=seconds(rules.roll_time))
        model = say["model"].format(roll=roll, marks=marks, faces=rules.pencil_faces)
        how = say["exact" if found["method"] == counting.EXACT else "simulated"]
        error = f"{found['off']:.2f}" if found["method"] == counting.SIMULATION else f"{found['off']:.0e}"
        if slot == "length":
            how = say["exact_plain" if found["method"] == counting.EXACT else "simulated_plain"]
        method = how.format(races=f"{found['races']:,}".replace(",", " "), error=error)
        self._pane.send({"slot": slot, "method": method, "model": model, "says": self._says(slot, found, names, seat)})

    def _says(self, slot: str, found: Mapping[str, Any], names: list[str], seat: int) -> str:
        """The figure in a sentence, for those who do not see it too."""
        say = words(CHANCES, self.language)
        if slot == "win":
            shares = (f"{name} {share:.1f} %" for name, share in zip(names, found["win"], strict=True))
            return say["says_win"].format(shares=listed(shares, self.language))
        if slot == "length":
            return say["says_length"].format(
                **{name: _time(found[name], self.language) for name in ("middle", "short", "long")}
            )
        if slot == "first":
            shares = (f"{name} {share:+.2f}" for name, share in zip(names, found["worth"], strict=True))
            return say["says_first"].format(shares=listed(shares, self.language))
        best = min(range(len(found["win"])), key=lambda n: abs(found["win"][n] - 100 / len(names)))
        kind = handicap_name(found["kinds"][best], say)
        return say["says_handicap"].format(name=names[seat], kind=kind, share=f"{found['win'][best]:.1f} %")


def handicap_name(kind: str, say: Mapping[str, str]) -> str:
    """What a handicap is called under its bar."""
    what, _, number = kind.partition(" ")
    return say[f"kind_{what}"].format(number=number)


def _time(length: float, language: str) -> str:
    say = words(LIVE, language)
    if length < 60:
        return say["seconds"].format(count=f"{length:.0f}")
    return say["minutes"].format(minutes=int(length) // 60, count=int(length) % 60)
