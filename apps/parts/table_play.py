"""Playing at a table with others: what a tap does goes to the server's log, and what the log says is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import param

from engine import CHANCE, FORCED, PUBLIC, Game, GameError, Trace
from engine.record import Record
from engine.session import Session

from ..school.game_keys import HOST, Right
from ..school.game_sight import Sight
from ..school.games import Games
from ..school.limits import Patience
from .play import Play, Way, legal_ways
from .seats import seat_name
from .table import joined
from .texts import TABLE_PLAY, words


def eyes(game: Game[Any, Any], right: Right, all: bool = False) -> int | None:
    """Whose eyes somebody at a table looks with: a player's own, otherwise those of everybody.

    Args:
        all: show what is hidden, too; only to a host who does not play.
    """
    if right.seat is not None:
        return right.seat
    return None if all and right.role == HOST else PUBLIC


class TablePlay(Play):
    """What a person does at a table. The session shows the table's game and is never ahead of it.

    Args:
        games: the tables.
        key: of this person's link.
        language: of the words.
        all: for a host who does not play: show what is hidden, too.
    """

    sight = param.ClassSelector(class_=Sight, doc="The table as it was last read.")
    here = param.ClassSelector(class_=frozenset, default=frozenset(), doc="The seats whose players look at it now.")

    def __init__(self, games: Games, key: str, language: str, all: bool = False) -> None:
        sight = games.look(key)
        self._told: tuple[Any, Trace[Any, Any] | None] = (None, None)
        self.story: tuple[Trace[Any, Any], ...] = ()
        session = Session(
            sight.game, state=sight.position, viewer=eyes(sight.game, sight.right, all), language=language
        )
        super().__init__(session, sight=sight)
        self._patience = Patience(30, 4)
        self.games, self.key = games, key
        self._replay()

    # Reading ---------------------------------------------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        """The seat of the one who looks; None: only watches."""
        seat: int | None = self.sight.right.seat
        return seat

    @property
    def latest(self) -> bool:
        """Whether the last move is on show, and not an earlier one."""
        return self.session.ply == len(self.session.history)

    @property
    def mine(self) -> bool:
        """Whether this person is to move, on the board that is on show."""
        return self.latest and self.seat is not None and self.sight.line.turn == self.seat

    @property
    def ways(self) -> tuple[Way, ...]:
        """The moves that may be made by tapping."""
        if not self.mine or self.mover == CHANCE:
            return ()
        return legal_ways(self.session.game, self.session.state)

    @property
    def shown(self) -> Trace[Any, Any] | None:
        """What to look at instead of the last move: a refused one, a preview, or all that has happened since."""
        return self.refusal or self.preview or self._as_one()

    def _as_one(self) -> Trace[Any, Any] | None:
        story, viewer = self.story, self.session.viewer
        if not story or story[-1] is not self.session.trace:
            return None
        if self._told[0] != (story, viewer):  # the parts know a trace by its identity
            self._told = ((story, viewer), joined(story, viewer))
        return self._told[1]

    def player(self, seat: int) -> str:
        """What a player is called."""
        return self.sight.nicks[seat] or seat_name(self.session.game, seat, self.session.language)

    def word(self, key: str, **fields: Any) -> str:
        """A sentence about the table."""
        return words(TABLE_PLAY, self.session.language)[key].format(**fields)

    # Writing ---------------------------------------------------------------------------------------------------------

    def tap(self, tap: str) -> None:
        """A cell, piece or button was tapped."""
        line = self.sight.line
        if not line.begun:
            self.say(self.word("not_begun"))
        elif line.over:
            self.say(self.word("is_over"))
        elif not self.latest:
            self.say(self.word("earlier"))
        elif self.seat is None:
            self.say(self.word("only_watching"))
        elif line.turn != self.seat:
            self.say(self.word("wait_for", name=self.player(line.turn)))
        elif self.mover == CHANCE:
            self.say(self.word("draw_first"))
        else:
            super().tap(tap)

    def play(self, move: Any) -> None:
        """Make a move."""
        self._send(self.session.game.format_move(self.session.state, move))

    def draw(self) -> None:
        """Let chance decide, where that is in this player's hand."""
        if self.mine and self.mover in (CHANCE, FORCED):
            self._send("")

    def _send(self, text: str) -> None:
        self.say()
        self.act(lambda: self.games.move(self.key, self.sight.line.count, text))

    def act(self, verb: Any) -> None:
        """Do something at the table, and show what has come of it; what is refused is said."""
        notice = ""
        if not self._patience.spend():
            self.say(self.word("often"))
            return
        try:
            verb()
        except GameError as error:
            notice = error.told(self.session.language)
        self.refresh()
        if notice:
            self.say(notice)

    def last(self) -> None:
        """Back to the last move."""
        self.session.goto(len(self.session.history))
        self.say()

    def refresh(self) -> None:
        """Read the table and show what is new, as one story."""
        before = self.sight
        self.sight = self.games.look(self.key)
        line, session = self.sight.line, self.session
        if line.count == before.line.count:
            return
        played = session.history
        same = session.start == self.sight.position and [t.move for t in played] == [
            t.move for t in line.traces[: len(played)]
        ]
        if not same:
            self._replay()
        elif len(line.traces) > len(played):
            with param.parameterized.batch_call_watchers(session):
                session.goto(len(played))
                new = [session.play(trace.move) for trace in line.traces[len(played) :]]
                self.story = story(new)
        self.say()

    def _replay(self) -> None:
        """Show the table's game from its start, at its last move."""
        line, session = self.sight.line, self.session
        game = session.game
        moves = tuple(game.format_move(trace.before, trace.move) for trace in line.traces)
        with param.parameterized.batch_call_watchers(session):
            session.load(Record(game=game.id, position=game.format_position(self.sight.position), moves=moves))


def story(traces: Sequence[Trace[Any, Any]]) -> tuple[Trace[Any, Any], ...]:
    """What is worth a look of all that has happened: of several draws one after the other, the last."""
    kept = [
        trace
        for trace, following in zip(traces, [*traces[1:], None], strict=True)
        if following is None or not (_drawn(trace) and _drawn(following))
    ]
    return tuple(kept) if len(kept) > 1 else ()


def _drawn(trace: Trace[Any, Any]) -> bool:
    return trace.game.current_player(trace.before) == CHANCE and trace.game.hand(trace.before) is None
