"""The table of a lesson: one board, its steps and its rule card, on which each activity lays what it needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import param

from engine import Game, Mark, Trace
from engine.session import Session

from .board import Board
from .channel import channel
from .pane import guarded
from .play import Play, Way
from .steps import RuleCard, StepList


class Taps(Play):
    """Turns taps into moves, which somebody else judges.

    Args:
        answer: gets each complete move as text.
        refused: whether a move that the rules refuse is an answer too. Otherwise it is only explained.
    """

    refused = param.Boolean(default=True)

    def __init__(self, session: Session, answer: Callable[[str], None]) -> None:
        super().__init__(session)
        self._answer = answer

    def play(self, move: Any) -> None:
        """A move is complete."""
        self.say()
        self._answer(self.session.game.format_move(self.session.state, move))

    def complete(self, way: Way) -> None:
        """No preview: what a move does is what the learner is asked to find out."""
        self.play(way.move)

    def refuse(self, trace: Trace[Any, Any], chosen: tuple[str, ...] = ()) -> None:
        """A move was tried that the rules do not allow."""
        if self.refused:
            self.play(trace.move)
        else:
            super().refuse(trace, chosen)


class Table(param.Parameterized):
    """What lies on the table now. Everything is laid at once, so nothing of the activity before is left.

    Args:
        on_tap: gets what is tapped on the board.
        on_move: gets each move that the taps made, as text, where moves are made.
        say: gets the sentence about a tap that could not be followed.
    """

    trace = param.Parameter(default=None, doc="What happens, to be stepped through.")
    marks = param.ClassSelector(class_=tuple, default=())
    opens = param.Parameter(default=None, doc="Where the trace is opened: step, whether to play on.")
    can = param.ClassSelector(class_=tuple, default=())
    chosen = param.ClassSelector(class_=tuple, default=())
    player = param.Boolean(default=False)
    heat = param.ClassSelector(class_=tuple, default=(), doc="A heat map on the board, as the board takes it.")

    def __init__(
        self, game: Game[Any, Any], language: str, on_tap: Callable[[str], None], on_move: Callable[[str], None],
        say: Callable[[str], None],
    ) -> None:  # fmt: skip
        super().__init__()
        self.session = Session(game, language=language)
        self.taps = Taps(self.session, on_move)
        self._laid: tuple[Any, Any] = (None, None)
        refs: dict[str, Any] = {name: self.param[name] for name in ("trace", "marks", "opens")}
        self.board = Board(
            self.session,
            on_tap=lambda tap: guarded(lambda: on_tap(tap), say, language),
            can=self.param.can, chosen=self.param.chosen, player=self.param.player,
            heat=self.param.heat, **refs,
        )  # fmt: skip
        self.steps = StepList(self.session, **refs)
        self.card = RuleCard(self.session, **refs)

    @property
    def channel(self) -> str:
        """The name of the cursor that the parts share in the browser."""
        return channel(self.session).id

    def lay(
        self, state: Any, viewer: int | None, *, traces: Sequence[Trace[Any, Any]] = (), marks: Sequence[Mark] = (),
        opens: tuple[int, bool] | None = None, chosen: tuple[str, ...] = (), moves: bool = False,
    ) -> None:  # fmt: skip
        """Lay a position.

        Args:
            state: where moves are made from; on show where there is no trace.
            viewer: the seat that looks.
            traces: what happens, one after the other.
            opens: where to open them: step, whether to play on.
            moves: whether moves are made by tapping now.
        """
        trace = joined(traces, viewer)
        self._laid = trace, opens
        with param.parameterized.batch_call_watchers(self.session):
            if self.session.start is not state:
                self.session.reset(state)
            self.session.viewer = viewer
            self.taps.say()
            can = self.taps.can if moves else ()
            self.param.update(
                trace=trace, marks=tuple(marks), opens=opens, chosen=chosen, can=can, player=trace is not None
            )

    def tap(self, tap: str) -> None:
        """A tap that belongs to a move."""
        self.taps.tap(tap)

    def show_taps(self) -> None:
        """Show on the board what was tapped so far, and why a move is refused."""
        taps = self.taps
        trace, opens = (taps.refusal, None) if taps.refusal else self._laid
        self.param.update(can=taps.can, chosen=taps.chosen, trace=trace, opens=opens, player=trace is not None)


def joined(traces: Sequence[Trace[Any, Any]], viewer: int | None) -> Trace[Any, Any] | None:
    """Several traces as one to be stepped through, as a viewer may see it."""
    seen = [trace.game.observed_trace(trace, viewer) for trace in traces]
    if not seen:
        return None
    first = seen[0]
    return Trace(first.game, first.before, first.move, tuple(step for trace in seen for step in trace.steps))


def upto(trace: Trace[Any, Any], count: int) -> Trace[Any, Any]:
    """The beginning of a trace: nothing of what comes after is in it."""
    return Trace(trace.game, trace.before, trace.move, trace.steps[:count])
