"""What a teacher has on the desk: a game, a lesson or a question; and what of it the class is to see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import param
from panel.viewable import Viewable, Viewer

from engine import Trace, get_game
from engine.session import Session

from ..school.asks import Data, Prepared, Seen, lesson_ask, move_ask
from ..school.shows import show
from .channel import channel
from .explorer import Desk, Explorer
from .learn import Learn
from .lesson_run import LessonRun
from .link import link as address
from .link import open_link
from .pane import guarded
from .table import Table


class Shown(NamedTuple):
    """What is on the desk now.

    Args:
        channel: name of the cursor in the browser.
        trace: name of the trace in the browser.
        key: equal as long as the class need not be shown anything new, but for the step.
        make: makes it for the screens.
    """

    channel: str
    trace: str
    key: tuple[Any, ...]
    make: Callable[[], dict[str, Any]]


class Stage(param.Parameterized):
    """Something on the desk."""

    changed = param.Event(doc="There is something else to be seen, perhaps.")
    presents = True
    """Whether the class is shown what is on the desk, as soon as it is there."""
    name_of_ask = ""
    """``explore`` or ``learn``: what kind of question :meth:`ask` makes."""
    view: Viewable | Viewer

    def shown(self) -> Shown | None:
        """What the class is to see; None for nothing new."""
        raise NotImplementedError

    def ask(self) -> Data | None:
        """What the class can be asked about it, as :mod:`apps.school.asks` has it."""
        return None


class GameStage(Stage):
    """The explorer of a game.

    Args:
        link: query of an address that says where to begin.
    """

    name_of_ask = "explore"
    explorer = param.ClassSelector(class_=Explorer, constant=True)

    def __init__(self, game: str, language: str, say: Callable[[str], None], link: Mapping[str, str]) -> None:
        session = Session(get_game(game), language=language)
        args = {name: [value.encode()] for name, value in link.items()}
        guarded(lambda: open_link(session, args), say, language)
        super().__init__(explorer=Explorer(session))
        self.view = self.explorer

    @param.depends(
        "explorer.session.start", "explorer.session.tree", "explorer.session.line", "explorer.session.ply",
        "explorer.session.viewer", "explorer.play.said", watch=True,
    )  # fmt: skip
    def _follow(self) -> None:
        self.changed = True

    def shown(self) -> Shown:
        """The last move, or a move that is refused or looked at before it is played."""
        session, other = self.explorer.session, self.explorer.play.shown
        name = channel(session).key(session, other)

        def make() -> dict[str, Any]:
            if other is not None:
                found = show(other, session.language, session.viewer, link=self._link())
                return {**found, "cursor": len(other.steps) if other.refusal is not None else 0}
            return show(session, session.language, link=self._link())

        return Shown(channel(session).id, name, (self, name, session.viewer), make)

    def ask(self) -> Data:
        """What somebody would play here."""
        session = self.explorer.session
        return move_ask(session.game, session.state, viewer=session.viewer, language=session.language)

    def _link(self) -> str:
        """Where a pupil can go on from here; nowhere, if that would tell more than the class may see."""
        session = self.explorer.session
        secret = session.viewer is not None and session.game.views == "eyes"
        return "" if secret else address(session)[0]


class LessonStage(Stage):
    """The lessons of a game."""

    name_of_ask = "learn"
    learn = param.ClassSelector(class_=Learn, constant=True)

    def __init__(self, game: str, language: str) -> None:
        super().__init__(learn=Learn(game, language))
        self.view = self.learn

    @param.depends("learn.now", watch=True)
    def _follow(self) -> None:
        self.changed = True

    def shown(self) -> Shown | None:
        """The activity that is open, with its words."""
        now, learn = self.learn.now, self.learn
        if now.get("view") != "task":
            return None
        table = learn.table
        session, trace = table.session, table.trace
        name = channel(session).key(session, trace)
        text = str(now["text"])

        def make() -> dict[str, Any]:
            source: Any = trace or session
            title, at = str(now["title"]), table.opens[0] if table.opens is not None else 0
            found = show(source, session.language, session.viewer, title=title, text=text, marks=table.marks)
            return {**found, "cursor": min(at, found["move"]["count"])}

        return Shown(channel(session).id, name, (self, name, session.viewer, table.marks, text), make)

    def ask(self) -> Data | None:
        """The question that is open."""
        run = self.learn.run
        if not isinstance(run, LessonRun) or run.finished or not run.task.graded:
            return None
        return lesson_ask(run.lesson.id, run.at.activity, run.at.seed, self.learn.language)


class QuestionStage(Stage):
    """A question on the desk: its board, then what happens. The class gets it as a question, not as a show."""

    presents = False

    def __init__(self, question: Prepared, say: Callable[[str], None]) -> None:
        super().__init__()
        self.question = question
        self.table = Table(question.game, question.language, lambda _: None, lambda _: None, say)
        self.view = Desk(
            channel=self.table.channel, board=self.table.board, steps=self.table.steps, card=self.table.card,
            css_classes=["md-root"], sizing_mode="stretch_width",
        )  # fmt: skip
        self.lay(question.before(), play=True)

    def lay(self, seen: Seen, *, play: bool = False) -> None:
        """Lay a view of the question on the desk."""
        self._seen = seen
        source, marks, at = seen
        traces = (source,) if isinstance(source, Trace) else ()
        state = source.before if traces else source
        self.table.lay(state, self.question.viewer, traces=traces, marks=marks, opens=(at, play))

    def heat(self, counts: Mapping[str, int]) -> None:
        """Draw how often each answer was given, on the cells they point at."""
        cells: Counter[str] = Counter()
        for value, count in counts.items():
            cell = self.question.cell(value)
            if cell is not None:
                cells[cell] += count
        most = max(cells.values(), default=1)
        self.table.heat = tuple((cell, count / most, str(count)) for cell, count in cells.items() if count)

    def shown(self) -> Shown:
        """What is laid."""
        session = self.table.session
        name = channel(session).key(session, self.table.trace)
        return Shown(channel(session).id, name, (self, name), lambda: self.question.seen(self._seen))
