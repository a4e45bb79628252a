"""Matanga! over time: a lane for each player, a head to move along, and why each thing happened.

The lanes are drawn in the browser from plain data. Moving along them is local; python hears, thinned out, to which
move one has gone, and the list of steps and the rule beside it follow.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import panel as pn
import param
from panel.custom import Child

from engine import TERMINAL, GameError, sample
from engine.matanga import MatangaRules, Move, State, timeline
from engine.matanga.rules import due
from engine.matanga.state import PLAYERS, each
from engine.record import Record
from engine.session import Session

from .esm import module
from .explorer import Explorer
from .pane import Pane, scene_colours, sheet
from .race_names import player_names
from .seats import signs
from .steps import RuleCard, StepList
from .texts import RACE, words

MOST_MOVES = 2000
"""A race that is not over by then is shown as far as it has come."""
SHARED = ("pencil_faces", "roll_time", "symbol_factor", "three")
"""Options that are one for all players here; all others are one a player."""
OWN = ("mark_time", "symbol", "down", "start", "end")


def run_race(start: State, rng: random.Random, most: int = MOST_MOVES) -> tuple[Move, ...]:
    """The moves of a race in which the dice fall as they will."""
    from engine.matanga import game

    state, moves = start, []
    while len(moves) < most and game.current_player(state) != TERMINAL:
        if due(state).kind == "roll":
            moves.append(sample(game, state, rng))
        else:
            assert state.holder is not None
            moves.append(Move("mark", state.next[state.holder]))
        state = game.trace(state, moves[-1]).after
    return tuple(moves)


def show_race(session: Session, start: State, moves: tuple[Move, ...]) -> None:
    """Put a race into a session, at its beginning."""
    game = session.game
    texts = tuple(game.format_move(start, move) for move in moves)
    session.load(Record(game=game.id, position=game.format_position(start), moves=texts), ply=0)


def rules_from_form(players: int, values: Mapping[str, Any]) -> MatangaRules:
    """The options that the form asks for.

    Raises:
        GameError: an option that does not fit.
    """
    known = {name: values[name] for name in (*SHARED, *OWN) if name in values}
    for name in OWN:
        if name in known and (not isinstance(known[name], list) or len(known[name]) != players):
            raise GameError("option {name}: expected a list of {players} values", name=name, players=players)
    rules = MatangaRules().with_options(known)
    assert isinstance(rules, MatangaRules)
    return rules


class RacePane(Pane):
    """The browser's side."""

    ply = param.Integer(default=0, doc="How many moves are played.")
    steps = Child()
    card = Child()

    _esm = module("race", "renderRaceView")
    _stylesheets = [*Pane._stylesheets, scene_colours() + sheet("race")]  # noqa: RUF012 (Panel's own convention)


class RaceView(pn.viewable.Viewer):
    """The time line of the session's race."""

    explorer = param.ClassSelector(class_=Explorer, constant=True)

    def __init__(self, explorer: Explorer) -> None:
        super().__init__(explorer=explorer)
        session = explorer.session
        self._pane = RacePane(
            self._hear, lambda text: self._pane.send({"said": text}), lambda: session.language,
            content=self.content, ply=session.param.ply,
            steps=StepList(session), card=RuleCard(session),
        )  # fmt: skip

    def __panel__(self) -> Pane:
        return self._pane

    @param.depends("explorer.session.start", "explorer.session.tree", "explorer.session.line")
    def content(self) -> dict[str, Any]:
        """The lanes, and the options of the race on show."""
        session = self.explorer.session
        start, language = session.start, session.language
        lanes = timeline(session.history, start)
        rules, players = start.ruleset, start.players
        form = {name: getattr(rules, name) for name in SHARED}
        form |= {name: [each(getattr(rules, name), seat) for seat in range(players)] for name in OWN}
        return {
            "lanes": [
                {
                    "rolling": lane.rolling, "holding": lane.holding, "away": lane.away, "rolls": lane.rolls,
                    "progress": lane.progress, "misses": lane.misses, "goal": lane.goal,
                }
                for lane in lanes.lanes
            ],
            "start": lanes.start,
            "end": lanes.end,
            "times": lanes.times,
            "winner": lanes.winner,
            "names": player_names(session),
            "signs": signs(session.game, PLAYERS[-1]),
            "form": form,
            "players": list(PLAYERS),
            "recorded": bool(start.schedule),
            "words": words(RACE, language),
        }  # fmt: skip

    def run(self, players: int, values: Mapping[str, Any]) -> None:
        """Run a new race and show its beginning.

        Raises:
            GameError: options that do not fit.
        """
        if type(players) is not int or players not in PLAYERS:
            raise GameError("expected 2 to 5 players, got {players!r:.40}", players=players)
        game = self.explorer.session.game
        start = game.initial_state(rules_from_form(players, values), players)
        moves = run_race(start, self.explorer.play.rng)
        show_race(self.explorer.session, start, moves)
        if len(moves) >= MOST_MOVES:
            said = words(RACE, self.explorer.session.language)["endless"]
            self._pane.send({"said": said.format(count=MOST_MOVES)})
        else:
            self._pane.send({"said": ""})

    def _hear(self, message: dict[str, Any]) -> None:
        match message:
            case {"goto": int(ply)}:
                session = self.explorer.session
                session.goto(max(0, min(ply, len(session.history))))
            case {"run": {"players": players, "values": dict(values)}}:
                self.run(players, values)
