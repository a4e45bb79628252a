"""Playing by tapping: from taps to moves, and from a tap that leads nowhere to the reason why.

No view in here. A :class:`Play` stands between a session and the parts that show it; what it says (taps allowed, the
notice, the refused trace) is derived from the session each time, so no part has to be told that something changed.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

import param

from engine import CHANCE, CHECK, FORCED, PUBLIC, TERMINAL, Game, GameError, Trace, sample
from engine.session import Session

from .texts import PLAY, TURN, words

DRAWS = AUTOMATIC, PRESS, CHOOSE = "automatic", "press", "choose"
"""Who draws for chance: chance by itself, one draw a press, or the person."""
DONE = "."
"""The tap that ends a sequence which could go on."""
LONG = 2
"""A move with more acting steps than this is looked at before chance goes on."""
MOST_MOVES = 2000
"""A random game that is not over by then is left as it is."""


luck = random.Random
"""Makes the source of chance of a page; tests put a seeded one here."""


class Way(NamedTuple):
    """A move and how it is tapped."""

    taps: tuple[str, ...]
    move: Any


@lru_cache(maxsize=64)
def legal_ways(game: Game[Any, Any], state: Any) -> tuple[Way, ...]:
    """The legal moves of a state with their taps; kept, because a class often stands in the same position."""
    return tuple(Way(game.taps(state, move), move) for move in game.legal_moves(state))


@lru_cache(maxsize=16)
def refused_ways(game: Game[Any, Any], state: Any) -> tuple[Way, ...]:
    """The moves with their taps that somebody may think of in a state and that the rules refuse."""
    return tuple(
        Way(game.taps(state, move), move) for move in game.candidate_moves(state) if not game.is_legal(state, move)
    )


def next_taps(ways: Sequence[Way], before: tuple[str, ...]) -> tuple[str, ...]:
    """The taps that may follow, each once; :data:`DONE` where a move is complete but could go on."""
    count = len(before)
    fitting = [way.taps for way in ways if way.taps[:count] == before]
    found = dict.fromkeys(taps[count] for taps in fitting if len(taps) > count)
    if found and before and before in fitting:
        found[DONE] = None
    return tuple(found)


class Play(param.Parameterized):
    """What a person is about to do in a session."""

    session: param.Parameter = param.ClassSelector(class_=Session, constant=True)
    draws = param.Selector(default=AUTOMATIC, objects=list(DRAWS), doc="Who draws for chance.")
    careful = param.Boolean(default=False, doc="Whether every move is shown before it is played.")
    computers = param.Dict(default={}, doc="The seats that the computer plays, with the names of its players.")
    said = param.Parameter(default=None, doc="What was tapped or said, and where.")
    awaited = param.Parameter(default=None, doc="A trace to be seen to its end before what chance decides follows.")

    NOTHING: ClassVar[dict[str, Any]] = {"taps": (), "refusal": None, "preview": None, "notice": ""}

    def __init__(self, session: Session, rng: random.Random | None = None, **params: Any) -> None:
        super().__init__(session=session, **params)
        self.rng = rng or luck()
        self._navigated = False

    # Reading ---------------------------------------------------------------------------------------------------------

    @property
    def mover(self) -> int:
        """Whose turn it is."""
        return self.session.game.current_player(self.session.state)

    @property
    def hidden(self) -> bool:
        """True when the one who looks may not know what the one to move may do."""
        session = self.session
        return (
            session.game.views == "eyes"
            and session.viewer is not None
            and self.mover >= 0
            and self.mover != session.viewer
        )

    @property
    def waits(self) -> bool:
        """True when it is the computer's turn."""
        return self.mover in self.computers

    @property
    def back(self) -> bool:
        """True while somebody looks back, at a move after which others were played."""
        return self._navigated and self.session.ply < len(self.session.line)

    @property
    def ways(self) -> tuple[Way, ...]:
        """The moves that may be made by tapping, as far as the viewer may know them."""
        if self.hidden or self.waits or self.mover in (CHANCE, TERMINAL):
            return ()
        return legal_ways(self.session.game, self.session.state)

    @property
    def chosen(self) -> tuple[str, ...]:
        """The taps made so far."""
        return self._said("taps")

    @property
    def refusal(self) -> Trace[Any, Any] | None:
        """The refused trace of the last try."""
        return self._said("refusal")

    @property
    def preview(self) -> Trace[Any, Any] | None:
        """What the chosen move would do; it is played when that is confirmed."""
        return self._said("preview")

    @property
    def shown(self) -> Trace[Any, Any] | None:
        """The trace to look at instead of the last move's: a refused one, or a preview."""
        return self.refusal or self.preview

    @property
    def follows(self) -> bool:
        """Whether chance draws by itself as soon as the last move has been seen to its end."""
        session = self.session
        at_end = session.ply == len(session.line) and session.trace is self.awaited
        return at_end and self.awaited is not None and self.draws == AUTOMATIC and self.mover == CHANCE

    @property
    def notice(self) -> str:
        """A sentence about the last try."""
        return self._said("notice")

    @property
    def can(self) -> tuple[str, ...]:
        """The taps that may come next. With a preview on show: those that choose another way, and :data:`DONE`."""
        if self.preview is not None:
            return (*next_taps(self.ways, self.chosen[:-1]), DONE)
        return next_taps(self.ways, self.chosen)

    @property
    def places(self) -> set[str]:
        """What can be tapped on the board and in its trays."""
        session = self.session
        scene = session.game.scene(session.state, session.viewer, session.language)
        return {cell.id for cell in scene.cells} | {piece.tap for piece in scene.pieces}

    @property
    def buttons(self) -> tuple[str, ...]:
        """The taps that may come next and have no place on the board; and what the rules force, wherever it is."""
        can = self.can
        if self.mover == FORCED:
            return can
        places = self.places if can else set()
        return tuple(sorted((tap for tap in can if tap not in places), key=DONE.__eq__))

    def label(self, tap: str) -> str:
        """What stands on the button of a tap."""
        say = words(TURN, self.session.language)
        if tap == DONE:
            return say["done" if self.preview is None else "play_it"]
        if self.mover == FORCED and tap in self.places:
            return say["go_on"]
        return self.session.game.rulebook.button(tap, self.session.language)

    def _said(self, name: str) -> Any:
        # What was said holds for one state and one viewer; with another on show it is as if never said.
        if self.said is None or self.said[0] != (self.session.state, self.session.viewer):
            return self.NOTHING[name]
        return self.said[1][name]

    def text(self, key: str) -> str:
        """A sentence in the session's language."""
        return words(PLAY, self.session.language)[key]

    # Writing ---------------------------------------------------------------------------------------------------------

    def say(
        self,
        notice: str = "",
        taps: tuple[str, ...] = (),
        refusal: Trace[Any, Any] | None = None,
        preview: Trace[Any, Any] | None = None,
    ) -> None:
        """Show a sentence, the taps so far, a refused trace or a preview, until something else happens."""
        said = {"taps": taps, "refusal": refusal, "preview": preview, "notice": notice}
        self.said = ((self.session.state, self.session.viewer), said)

    def tap(self, tap: str) -> None:
        """A cell, piece or button was tapped."""
        chosen, ways = self.chosen, self.ways
        if chosen and tap == chosen[-1]:
            self.say(taps=chosen[:-1])
        elif self.preview is not None and tap == DONE:
            self.play(self._move(chosen))
        elif self.preview is not None and tap in next_taps(ways, chosen[:-1]):
            self._extend(ways, (*chosen[:-1], tap))
        elif tap in next_taps(ways, chosen):
            self._extend(ways, chosen if tap == DONE else (*chosen, tap))
        elif any(way.taps[:1] == (tap,) for way in ways):
            self._extend(ways, (tap,))
        else:
            self._explain(chosen, tap)

    def _extend(self, ways: Sequence[Way], taps: tuple[str, ...]) -> None:
        complete = next((way for way in ways if way.taps == taps), None)
        goes_on = any(way.taps != taps and way.taps[: len(taps)] == taps for way in ways)
        if complete is not None and (not goes_on or taps == self.chosen):
            self.complete(complete)
        else:
            self.say(taps=taps)

    def complete(self, way: Way) -> None:
        """The taps of a move are made: play it, or show first what it would do."""
        session = self.session
        game, state = session.game, session.state
        if self.mover >= 0 and (self.careful or game.shows_first(way.move)):
            seen = game.observed_trace(game.preview(state, way.move), session.viewer)
            self.say(taps=way.taps, preview=seen)
        else:
            self.play(way.move)

    def _move(self, taps: tuple[str, ...]) -> Any:
        return next(way.move for way in self.ways if way.taps == taps)

    def _explain(self, chosen: tuple[str, ...], tap: str) -> None:
        """Answer "why not?": with the trace of the move that was meant, or with a plain sentence."""
        session = self.session
        game, state = session.game, session.state
        if self.mover == TERMINAL:
            self.say(self.text("over"))
        elif self.mover == CHANCE:
            self.say(self.text("chance"))
        elif self.waits:
            self.say(self.text("computer"))
        elif self.hidden:
            self.say(self.text("other_eyes"))
        else:
            trace = self._refused((*chosen, tap)) or (self._refused((tap,)) if chosen else None)
            if trace is not None:
                self.refuse(trace, chosen)
            elif any(tap in way.taps[1:] for way in legal_ways(game, state)) and not chosen:
                self.say(self.text("choose_first"))
            else:
                self.say(self.text("not_there"), taps=chosen)

    def refuse(self, trace: Trace[Any, Any], chosen: tuple[str, ...] = ()) -> None:
        """Show why the rules do not allow a move."""
        game, session = self.session.game, self.session
        seen = game.observed_trace(trace, session.viewer)
        self.say(game.rulebook.sentence(seen.refusal, session.language), taps=chosen, refusal=seen)

    def _refused(self, taps: tuple[str, ...]) -> Trace[Any, Any] | None:
        game, state = self.session.game, self.session.state
        fitting = [way for way in refused_ways(game, state) if way.taps[: len(taps)] == taps]
        return game.trace(state, min(fitting, key=lambda way: len(way.taps)).move) if fitting else None

    def play(self, move: Any) -> None:
        """Play a move; what chance has to decide then follows, if it is to draw by itself."""
        self._navigated = False
        game = self.session.game
        with param.parameterized.batch_call_watchers(self.session):
            trace = self.session.play(move)
            drawn = game.hand(self.session.state) is None and game.current_player(trace.before) != CHANCE
            self.awaited = trace if drawn and long(trace) else None
            if drawn and not long(trace):
                self._draw_on()
        self.say()

    def draw(self) -> None:
        """Let chance decide: all there is to draw, or one draw where the person watches each."""
        self._navigated = False
        with param.parameterized.batch_call_watchers(self.session):
            if self.draws == AUTOMATIC:
                self._draw_on()
            elif self.mover == CHANCE:
                self._draw_one()
        self.say()

    def begin(self) -> None:
        """At the start of a game: draw what has to be drawn before anybody can move."""
        if not self.session.tree:
            with param.parameterized.batch_call_watchers(self.session):
                self._draw_on()
                self.session.goto(self.session.ply)  # what was drawn lies there: nobody has to step through it first

    def _draw_on(self) -> None:
        while self.draws == AUTOMATIC and self.mover == CHANCE:
            if long(self._draw_one()):
                break

    def _draw_one(self) -> Trace[Any, Any]:
        session = self.session
        return session.play(sample(session.game, session.state, self.rng))

    def undo(self) -> None:
        """Back to the last decision of a person."""
        session, before = self.session, self.session.ply
        self.awaited, self._navigated = None, True
        with param.parameterized.batch_call_watchers(session):
            moved = session.undo(decision=True)
            while moved and self.waits:
                moved = session.undo(decision=True)
            if self.waits:  # the computer began
                session.goto(before)
        self.say("" if session.ply != before else self.text("at_start"))

    def redo(self) -> None:
        """Forward to the next decision of a person, or the end."""
        session, before = self.session, self.session.ply
        self.awaited, self._navigated = None, True
        with param.parameterized.batch_call_watchers(session):
            moved = session.redo(decision=True)
            while moved and self.waits:
                moved = session.redo(decision=True)
        self.say("" if session.ply != before else self.text("at_end"))

    def goto(self, node: int) -> None:
        """To a move of the list; -1 is the start."""
        self.awaited, self._navigated = None, True
        if node < 0:
            self.session.goto(0)
        else:
            self.session.goto_node(node)
        self.say()

    def reset(self, state: Any) -> None:
        """Begin from a state. Who looked as a player sees all again, but for what the computer's rival may not know."""
        self._navigated = False
        with param.parameterized.batch_call_watchers(self.session):
            self.session.viewer = None
            self.session.reset(state)
            self.begin()
            seats = range(self.session.game.seat_count(state))
            self.let_play({seat: name for seat, name in self.computers.items() if seat in seats})
        self.say()

    def random_game(self) -> None:
        """A new game with the same rules, played to its end by chance; the first move is shown."""
        session = self.session
        game = session.game
        self._navigated = True
        state = game.initial_state(session.ruleset, game.seat_count(session.start))
        with param.parameterized.batch_call_watchers(session):
            session.viewer = None
            session.reset(state)
            for _ in range(MOST_MOVES):
                player = self.mover
                if player == TERMINAL:
                    break
                if player == CHANCE:
                    self._draw_one()
                else:
                    session.play(self.rng.choice(legal_ways.__wrapped__(game, session.state)).move)
            session.goto(min(1, len(session.history)), 0)
        self.say()

    def let_play(self, computers: Mapping[int, str]) -> None:
        """Let the computer play some seats, and look with the eyes of a person who plays against it.

        Args:
            computers: seat -> the name of a player of the game.
        """
        session = self.session
        persons = [seat for seat in range(session.game.seat_count(session.start)) if seat not in computers]
        if session.game.views != "same":
            viewer = session.viewer if session.viewer in persons and computers else None
            if computers and persons and viewer is None:
                viewer = persons[0]
            session.viewer = None if session.game.views == "sides" and viewer == 0 else viewer
        self.computers = dict(computers)
        self.say()

    def look_as(self, viewer: int | None) -> None:
        """See what a seat may know; None: everything; ``PUBLIC``: what everybody knows.

        Raises:
            GameError: there is no such seat.
        """
        seats = range(self.session.game.seat_count(self.session.state))
        if viewer not in (None, PUBLIC, *seats):
            raise GameError("there is no seat {viewer}", viewer=viewer)
        self.session.viewer = viewer


def long(trace: Trace[Any, Any]) -> bool:
    """True for a move that one wants to step through before anything else happens."""
    forced = trace.game.current_player(trace.before) == FORCED
    return forced or sum(step.kind is not CHECK for step in trace.steps) > LONG
