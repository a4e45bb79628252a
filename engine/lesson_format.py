"""The format of a lesson file: activities, and what each of them may hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    StrictInt,
    StrictStr,
    StringConstraints,
    Tag,
)  # fmt: skip

from .errors import shown
from .goals import split


def _term(value: Any) -> Any:
    split(value)
    return value


def _position(value: Any) -> Any:
    if not isinstance(value, (Mapping, str)):
        raise ValueError(f"expected a position, got {shown(value)}")
    return value


def _moves(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


Term = Annotated[Any, BeforeValidator(_term)]
Position = Annotated[Any, BeforeValidator(_position)]
Words = tuple[StrictStr, ...]
Text = Annotated[StrictStr, StringConstraints(strip_whitespace=True)]
"""Words for people, without the line that YAML leaves at the end."""


class After(BaseModel):
    """A point in a trace: right after the n-th step of a rule."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    rule: StrictStr
    nth: StrictInt = Field(default=1, ge=1)


def _after(value: Any) -> Any:
    return {"rule": value} if isinstance(value, str) else value


class Activity(BaseModel):
    """What all activities may hold.

    Args:
        position: where it happens; by default the lesson's position.
        viewer: the seat that looks; by default the lesson's; -1 sees all.
        marks: role -> cells, shown on the board from the start.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: ClassVar[str]
    graded: ClassVar[bool] = False
    """Something is to be answered."""
    by_moves: ClassVar[bool] = False
    """It is answered by moves on the board, not by an answer to a question."""
    position: Position | None = None
    viewer: StrictInt | None = Field(default=None, ge=-1)
    marks: dict[StrictStr, Words] = Field(default_factory=dict)


class Tell(Activity):
    """A paragraph, with marks on the board."""

    kind = "tell"
    tell: Text = Field(min_length=1)


class Show(Activity):
    """Moves whose traces are stepped through, with remarks at the first step of a rule."""

    kind = "show"
    show: Annotated[Words, BeforeValidator(_moves)] = Field(min_length=1)
    text: Text = ""
    remarks: dict[StrictStr, Text] = Field(default_factory=dict)


class Graded(Activity):
    """What the learner answers.

    Args:
        text: what is asked.
        hints: help, a little more each time.
        explain: said when it is done.
        tests: rules it needs besides those that its question is about.
    """

    graded = True
    text: Text = Field(min_length=1)
    hints: tuple[Text, ...] = ()
    explain: Text = ""
    tests: Words = ()


class Predict(Graded):
    """Say what comes. ``predict`` is the question, ``move`` what happens; without it the position is asked about."""

    kind = "predict"
    predict: Term
    move: StrictStr | None = None
    after: Annotated[After | None, BeforeValidator(_after)] = None
    among: Words = ()


class Find(Graded):
    """Make a move, or a few, that reach a goal."""

    kind = "find"
    by_moves = True
    find: Term
    moves: StrictInt = Field(default=1, ge=1, le=3)


class Why(Graded):
    """Say which rule refuses a move."""

    kind = "why"
    why: StrictStr
    among: Words = Field(min_length=2, max_length=6)


class Play(Graded):
    """Play from a position against the simple opponent until a goal is reached."""

    kind = "play"
    by_moves = True
    play: Term
    seat: StrictInt = Field(default=0, ge=0)
    moves: StrictInt = Field(default=12, ge=1, le=60)
    seed: StrictInt = 0


class Drawn(Activity):
    """Questions drawn at random from the room's practice, new ones each time the lesson is taken.

    Their positions come with them.
    """

    kind = "practice"
    graded = True
    practice: Annotated[Words, BeforeValidator(_moves)] = Field(min_length=1)
    level: StrictInt = Field(default=1, ge=1)
    times: StrictInt = Field(default=1, ge=1, le=20)
    hints: tuple[Text, ...] = ()
    explain: Text = ""


KINDS: Mapping[str, type[Activity]] = {one.kind: one for one in (Tell, Show, Predict, Find, Why, Play, Drawn)}


def _kind(value: Any) -> str | None:
    found = [kind for kind in KINDS if isinstance(value, Mapping) and kind in value]
    return found[0] if len(found) == 1 else None


_AnyActivity = Annotated[
    Annotated[Tell, Tag("tell")] | Annotated[Show, Tag("show")] | Annotated[Predict, Tag("predict")]
    | Annotated[Find, Tag("find")] | Annotated[Why, Tag("why")] | Annotated[Play, Tag("play")]
    | Annotated[Drawn, Tag("practice")],
    Discriminator(
        _kind, custom_error_type="activity",
        custom_error_message=f"expected exactly one of {', '.join(KINDS)} in an activity",
    ),
]  # fmt: skip


class Content(BaseModel):
    """What a lesson file holds."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: Text = Field(min_length=1, max_length=60)
    teaches: Words = Field(min_length=1)
    position: Position | None = None
    viewer: StrictInt | None = Field(default=None, ge=-1)
    activities: tuple[_AnyActivity, ...] = Field(min_length=1)
