"""The vocabulary that all games share: rules, steps, traces, and the abstract :class:`Game`.

A *state* is what lies on the table; a *move* is what somebody, or chance, or the rules themselves do to it. A move is
carried out step by step: each :class:`Step` is one rule that looks or acts, with the whole state right after it. A move
is legal when none of its steps refused it. So the question "why not?" has an answer for every move one can think of.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar

from .errors import Either, GameOverError, IllegalMoveError, NotationError, Phrase, PositionError, StepLimitError, shown
from .rulebook import Rule, Rulebook, Said, load_rulebook

if TYPE_CHECKING:
    import random

    from .scene import Scene

__all__ = [
    "CHANCE", "CHECK", "EFFECT", "END", "FORCED", "PUBLIC", "TERMINAL",
    "Game", "Kind", "Mark", "Outcome", "Rule", "Ruleset", "Step", "Trace", "option", "sample",
]  # fmt: skip

CHANCE = -1
"""``current_player`` when dice or a draw decide."""
FORCED = -2
"""``current_player`` when the rules leave one move and no choice (the bull runs)."""
TERMINAL = -3
"""``current_player`` when the game is over."""
PUBLIC = -4
"""A viewer who sits at no seat and sees only what everybody sees."""


class Kind(StrEnum):
    """What a step does."""

    CHECK = "CHECK"
    """A rule looks, or adds something up. The state stays as it was."""
    EFFECT = "EFFECT"
    """A rule acts."""
    END = "END"
    """A rule ends the game."""


CHECK, EFFECT, END = Kind.CHECK, Kind.EFFECT, Kind.END


@dataclass(frozen=True, slots=True)
class Mark:
    """Something to show on the board.

    Args:
        role: what it shows: ``from``, ``to``, ``path``, ``reveal``, ``attacker``, ``defender``, ``friend``, ``vacant``,
            ``edge``, ``blocked``, ...
        cells: where.
        side: for ``edge``: which side of the cell (``N``, ``E``, ``S``, ``W``).
    """

    role: str
    cells: tuple[str, ...]
    side: str = ""


class StateLike(Hashable, Protocol):
    """States are frozen, equal by value and hashable."""


S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """One rule looking or acting.

    Args:
        kind: :data:`CHECK`, :data:`EFFECT` or :data:`END`.
        rule: id of the rule, a key of the game's ``rules``.
        state: the whole state right after this step.
        args: what the rule worked with; cells are strings, seats are ints. Not to be changed.
        ok: False where this check refused the move.
        marks: what to show on the board.
    """

    kind: Kind
    rule: str
    state: S
    args: Mapping[str, Any] = field(default_factory=dict)
    ok: bool = True
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Trace(Generic[S, M]):
    """A move and everything that came of it."""

    game: Game[S, M] = field(repr=False)
    before: S
    move: M
    steps: tuple[Step[S], ...]

    @property
    def refusal(self) -> Step[S] | None:
        """The check that refused the move, or None."""
        return next((step for step in self.steps if not step.ok), None)

    @property
    def legal(self) -> bool:
        """True when no check refused the move."""
        return self.refusal is None

    @property
    def after(self) -> S:
        """The state after the move; the state before it where it was refused."""
        return self.steps[-1].state if self.steps and self.legal else self.before

    def table(self, language: str = "en") -> list[dict[str, Any]]:
        """The steps as rows for a data frame: number, kind, rule, title, sentence."""
        book = self.game.rulebook
        return [
            {
                "step": number,
                "kind": str(step.kind),
                "rule": step.rule,
                "title": book.title(step.rule, language),
                "says": book.sentence(step, language),
            }
            for number, step in enumerate(self.steps, 1)
        ]

    def _repr_html_(self) -> str:
        from .report import trace_html

        return trace_html(self)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Args:
        winner: the seat that won, or None for a draw.
        rule: id of the rule that ended the game.
        scores: points by seat, where the game counts points; otherwise empty.
    """

    winner: int | None
    rule: str
    scores: tuple[int, ...] = ()


def option(
    default: Any, doc: str, *, choices: Sequence[Any] = (), bounds: tuple[int, int] | None = None, convert: Any = None
) -> Any:
    """Declare an option of a ruleset.

    Args:
        default: its value in the game as we play it.
        doc: what it decides, in a few words for a form.
        choices: the values allowed, if they are a short list.
        bounds: lowest and highest value of a whole number.
        convert: a function from what a file holds to the value; it raises ValueError with what was expected.
    """
    return field(
        default=default, metadata={"doc": doc, "choices": tuple(choices), "bounds": bounds, "convert": convert}
    )


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The options and data of a way to play a game; each game adds its own fields with :func:`option`."""

    name: str = field(default="printed", compare=False)

    @classmethod
    def option_fields(cls) -> dict[str, Mapping[str, Any]]:
        """Name -> metadata (``doc``, ``choices``, ``bounds``, ``convert``, ``default``) of each option."""
        return {
            f.name: {**f.metadata, "default": None if f.default is MISSING else f.default}
            for f in fields(cls)
            if f.metadata
        }

    def options(self) -> dict[str, Any]:
        """The value of each option."""
        return {name: getattr(self, name) for name in self.option_fields()}

    def with_options(self, values: Mapping[str, Any], name: str | None = None) -> Self:
        """A ruleset with some options changed.

        Raises:
            PositionError: an unknown option, or a value that it cannot take.
        """
        known = self.option_fields()
        changed = {key: _option_value(key, value, known) for key, value in values.items()}
        return replace(self, **changed, name=self.name if name is None else name)


def _option_value(key: str, value: Any, known: Mapping[str, Mapping[str, Any]]) -> Any:
    if key not in known:
        raise PositionError(
            "{given} is not an option; the options are {choices}", given=shown(key), choices=sorted(known)
        )
    meta = known[key]
    if meta["convert"] is not None:
        try:
            return meta["convert"](value)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise PositionError("option {key}: {error}", key=key, error=error) from error
    default = meta["default"]
    wanted = type(meta["choices"][0]) if meta["choices"] else type(default)
    if type(value) is not wanted:
        raise PositionError(
            "option {key}: expected {kind}, got {given}",
            key=key,
            kind=_KINDS.get(wanted, wanted.__name__),
            given=shown(value),
        )
    if meta["choices"] and value not in meta["choices"]:
        raise PositionError(
            "option {key}: expected one of {choices}, got {given}",
            key=key,
            choices=list(meta["choices"]),
            given=shown(value),
        )
    if meta["bounds"] and not meta["bounds"][0] <= value <= meta["bounds"][1]:
        low, high = meta["bounds"]
        raise PositionError(
            "option {key}: expected a whole number from {low} to {high}, got {given}",
            key=key,
            low=low,
            high=high,
            given=shown(value),
        )
    return value


_KINDS = {int: Phrase("a whole number"), bool: Phrase("true or false"), str: Phrase("a word")}


class Game(ABC, Generic[S, M]):
    """A game: its rules as functions from states to states. One instance a room, without any state of its own."""

    id: ClassVar[str]
    """The name in addresses and records."""
    title: ClassVar[str]
    seats: ClassVar[tuple[int, ...]]
    """The numbers of players it can be played with."""
    folder: ClassVar[Path]
    """The room's folder: ``rules.yaml``, ``art/`` and ``lessons/`` lie there."""
    ruleset_class: ClassVar[type[Ruleset]]
    views: ClassVar[str] = "same"
    """What a viewer's seat changes: ``same`` (nothing), ``sides`` (the board turns), ``eyes`` (things are hidden)."""
    max_steps: ClassVar[int] = 10_000
    """A move with more steps than this is a fault of the game, not a long move."""

    # What a room writes ------------------------------------------------------------------------------------------

    @abstractmethod
    def _initial_state(self, ruleset: Any, seats: int, start: int) -> S:
        """The state before the first move; what is given has been checked (see :meth:`initial_state`)."""

    @abstractmethod
    def current_player(self, state: S) -> int:
        """The seat to move, or :data:`CHANCE`, :data:`FORCED` or :data:`TERMINAL`."""

    @abstractmethod
    def candidate_moves(self, state: S) -> tuple[M, ...]:
        """Every move that one might try here: all the legal ones, and those a learner may ask "why not?" about."""

    @abstractmethod
    def _steps(self, state: S, move: M) -> Iterator[Step[S]]:
        """Carry out a move, one rule at a time.

        Checks that can refuse come before the first effect; a refused check is the last step.
        """

    @abstractmethod
    def chance_outcomes(self, state: S) -> tuple[tuple[M, Fraction], ...]:
        """The moves of :data:`CHANCE` here with their exact probabilities, which add up to 1; empty elsewhere."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the game ended; None while play goes on."""

    @abstractmethod
    def observation(self, state: S, seat: int) -> S:
        """The state as a seat may know it: what is hidden from that seat is replaced by "unknown".

        Args:
            seat: a seat, or :data:`PUBLIC`.
        """

    @abstractmethod
    def parse_position(self, position: Mapping[str, Any] | str) -> S:
        """Read a position in the format of the game's rules page: a mapping, or its YAML text.

        Raises:
            PositionError: says which key, what was found and what was expected.
        """

    @abstractmethod
    def format_position(self, state: S) -> str:
        """The YAML text of a state; ``parse_position`` reads it back to an equal state."""

    @abstractmethod
    def parse_move(self, state: S, text: str) -> M:
        """Read a move. It need not be legal.

        Raises:
            NotationError: not a move of this game.
        """

    @abstractmethod
    def format_move(self, state: S, move: M) -> str:
        """The text of a move; ``parse_move`` reads it back to an equal move."""

    def show_move(self, state: S, move: M) -> str:
        """A move as people write it; the text of :meth:`format_move` where they write it like that."""
        return self.format_move(state, move)

    @abstractmethod
    def taps(self, state: S, move: M) -> tuple[str, ...]:
        """How a move is made by tapping: ids of cells, of pieces in trays, and of buttons, in order.

        A tap that is neither a cell nor a piece of the scene becomes a button, labelled from ``buttons`` in
        ``rules.yaml``.
        """

    @abstractmethod
    def scene(self, state: S, viewer: int | None = None, language: str = "en") -> Scene:
        """The picture of a state.

        Args:
            viewer: the seat that looks (sees its ``observation`` and nothing else), :data:`PUBLIC`, or None to see all.
            language: of the words in it.
        """

    def observed_trace(self, trace: Trace[S, M], viewer: int | None) -> Trace[S, M]:
        """The trace as a viewer may see it. Games without secrets show it as it is."""
        return trace

    def shows_first(self, move: M) -> bool:
        """True for a move whose consequences are worth a look before it is played (see :meth:`preview`)."""
        return False

    def preview(self, state: S, move: M) -> Trace[S, M]:
        """What a move would do, to be shown before it is played: its trace.

        A game whose move is only complete with a later choice of the same player may go on with the plainest choice;
        never over a decision of chance or of somebody else.
        """
        return self.trace(state, move)

    def hand(self, state: S) -> int | None:
        """The seat whose hand does what chance or the rules decide (who rolls); None: nobody's in particular."""
        return None

    def rematch(self, state: S) -> S:
        """The state in which the same players begin their next game."""
        return self.initial_state(getattr(state, "ruleset", None), self.seat_count(state))

    def next_games(self, state: S) -> tuple[tuple[str, tuple[int, ...], S], ...]:
        """Other games that grow out of this one: (word in ``next.<word>``, the seats that play it, its first state)."""
        return ()

    def position_key(self, state: S) -> Hashable | None:
        """What two states have in common that count as the same position; None where a game does not ask."""
        return None

    def prompt(self, state: S, language: str = "en") -> str:
        """What is to be done now, in one sentence."""
        return ""

    def seats_for(self, ruleset: Any) -> tuple[int, ...]:
        """The numbers of players that a ruleset allows, the usual one first."""
        return self.seats

    # What the base gives -----------------------------------------------------------------------------------------

    def initial_state(self, ruleset: Ruleset | str | None = None, seats: int | None = None, *, start: int = 0) -> S:
        """The state before the first move.

        Args:
            ruleset: a ruleset or the name of a preset; by default the first preset.
            seats: number of players; by default the game's usual number.
            start: the seat that begins, where the game leaves that open.

        Raises:
            PositionError: no such ruleset, not a number of players that it allows, or no such seat.
        """
        chosen = self.ruleset(ruleset)
        allowed = self.seats_for(chosen)
        count = allowed[0] if seats is None else seats
        if type(count) is not int or count not in allowed:
            raise PositionError(
                "{title} ({name}): expected {players} players, got {given}",
                title=Phrase(self.title),
                name=chosen.name,
                players=Either(sorted(allowed)),
                given=shown(seats),
            )
        self.check_seat(start, count, "start")
        return self._initial_state(chosen, count, start)

    def check_seat(self, seat: object, count: int, what: str = "seat") -> None:
        """Refuse what is no seat at a table of so many players (``True`` is no seat either).

        Raises:
            PositionError: says what was given and which seats there are.
        """
        if type(seat) is not int or not 0 <= seat < count:
            raise PositionError(
                "{title}: {what}: expected a seat from 0 to {last}, got {given}",
                title=Phrase(self.title),
                what=what,
                last=count - 1,
                given=shown(seat),
            )

    def check_viewer(self, state: S, viewer: object) -> None:
        """Refuse a viewer who is neither None (sees all), :data:`PUBLIC` nor a seat of the state.

        Raises:
            PositionError: says who was given and who can look.
        """
        if viewer is not None and (type(viewer) is bool or viewer != PUBLIC):
            self.check_seat(viewer, self.seat_count(state), "viewer")

    @property
    def rulebook(self) -> Rulebook:
        """The texts of ``rules.yaml``."""
        return load_rulebook(self.folder / "rules.yaml")

    @property
    def rules(self) -> Mapping[str, Rule]:
        """Rule id -> :class:`Rule`, in the order of the rulebook."""
        return self.rulebook.rules

    @cached_property
    def rulesets(self) -> Mapping[str, Ruleset]:
        """Name -> preset; the first is the default."""
        return {
            name: self.ruleset_class(name=name).with_options(options or {})
            for name, options in self.rulebook.rulesets.items()
        }

    def ruleset(self, ruleset: Ruleset | str | None = None) -> Ruleset:
        """A preset by its name, a ruleset as it is, the default for None.

        Raises:
            PositionError: there is no such preset.
        """
        if isinstance(ruleset, self.ruleset_class):
            return ruleset
        if ruleset is None:
            return next(iter(self.rulesets.values()))
        if not isinstance(ruleset, str) or ruleset not in self.rulesets:
            raise PositionError(
                "{title} has no ruleset {given}; it has {choices}",
                title=Phrase(self.title),
                given=shown(ruleset),
                choices=list(self.rulesets),
            )
        return self.rulesets[ruleset]

    def trace(self, state: S, move: M) -> Trace[S, M]:
        """Carry out a move, legal or not, and keep every step.

        Raises:
            StepLimitError: more than ``max_steps`` steps.
            NotationError: a text instead of a move.
        """
        if isinstance(move, str):
            raise NotationError(
                "expected a move, got the text {given}: parse_move(state, text) reads it", given=shown(move)
            )
        return Trace(self, state, move, tuple(self._bounded_steps(state, move)))

    def apply(self, state: S, move: M) -> S:
        """The state after a legal move.

        Raises:
            GameOverError: the game is over.
            IllegalMoveError: the rules refuse the move; the error carries the trace.
        """
        after = state
        for step in self._bounded_steps(state, move):
            if not step.ok:
                self.refuse(self.trace(state, move))
            after = step.state
        return after

    def refuse(self, trace: Trace[S, M]) -> None:
        """Raise the error of a refused trace."""
        refusal = trace.refusal
        if refusal is None:
            return
        kind = GameOverError if self.current_player(trace.before) == TERMINAL else IllegalMoveError
        move = self.format_move(trace.before, trace.move)
        raise kind(
            "{move} is not legal here: {sentence} ({rule})",
            trace,
            move=move,
            sentence=Said(self.rulebook, refusal),
            rule=refusal.rule,
        )

    def is_legal(self, state: S, move: M) -> bool:
        """True when no check refuses the move."""
        for step in self._steps(state, move):
            if not step.ok:
                return False
            if step.kind is not CHECK:
                return True
        return True

    def legal_moves(self, state: S) -> tuple[M, ...]:
        """The moves that nobody refuses; of an ended game, none."""
        if self.current_player(state) == TERMINAL:
            return ()
        return tuple(move for move in self.candidate_moves(state) if self.is_legal(state, move))

    def returns(self, state: S) -> tuple[float, ...]:
        """Reward of each seat, adding up to 0: the winner 1, the others share -1; zeros in a draw and during play."""
        count = self.seat_count(state)
        outcome = self.outcome(state)
        if outcome is None or outcome.winner is None:
            return (0.0,) * count
        return tuple(1.0 if seat == outcome.winner else -1.0 / (count - 1) for seat in range(count))

    def seat_count(self, state: S) -> int:
        """Number of players in a state."""
        return self.seats[0]

    def _bounded_steps(self, state: S, move: M) -> Iterator[Step[S]]:
        for count, step in enumerate(self._steps(state, move), 1):
            if count > self.max_steps:
                raise StepLimitError(
                    "{title}: a move ran for more than {most} steps", title=Phrase(self.title), most=self.max_steps
                )
            yield step

    def __repr__(self) -> str:
        return f"<Game {self.id}>"

    def __reduce__(self) -> str | tuple[Any, ...]:
        from . import get_game

        return (get_game, (self.id,))


def sample(game: Game[S, M], state: S, rng: random.Random) -> M:
    """Draw a move of chance.

    Args:
        rng: ``random.Random``; the engine itself never makes a random number.

    Raises:
        PositionError: it is not chance's turn.
    """
    outcomes = game.chance_outcomes(state)
    if not outcomes:
        raise PositionError("{title}: nothing is left to chance here", title=Phrase(game.title))
    point = Fraction(rng.randrange(_SAMPLE_GRAIN), _SAMPLE_GRAIN)
    for move, probability in outcomes:
        point -= probability
        if point < 0:
            return move
    return outcomes[-1][0]


_SAMPLE_GRAIN = 2**53
