"""A class in any order of acts, with restarts of the server in between, against a simple model of it.

No acknowledged answer is lost, none counts twice or after the close, nothing is told before the reveal, and only who
holds the secret acts.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from apps.db import Database
from apps.school.asks import prepare
from apps.school.bus import LocalBus
from apps.school.classes import Classes
from apps.school.names import new_secret
from apps.school.refusal import Refusal

from .asked import ASK, RIGHT
from .conftest import Clock

VALUES = prepare(ASK).accepts or ()


@dataclass
class Known:
    """A pupil of the model."""

    token: str
    id: int
    n: int = 0


@dataclass
class Vote:
    """An asking of the model."""

    id: int
    before: int | None
    closed: bool = False
    revealed: bool = False
    answers: dict[int, tuple[int, str]] = field(default_factory=dict)
    """Pupil -> number and value of the last answer that was acknowledged."""


class School(RuleBasedStateMachine):
    """The class, and what it must be."""

    database: Database

    @initialize(pupils=st.integers(1, 2))
    def begin(self, pupils: int) -> None:
        self.clock = Clock()
        self.classes = Classes(self.database, LocalBus(), self.clock)
        self.made = self.classes.open()
        self.pupils: list[Known] = []
        self.votes: list[Vote] = []
        self.gone: list[str] = []
        self.listen()
        for _ in range(pupils):
            self.join("Anna")
        self.ask()

    def listen(self) -> None:
        self.told: list[Any] = []
        self.classes.bus._listeners[f"class:{self.made.id}"] = {0: (None, self.told.append)}

    def teardown(self) -> None:
        if hasattr(self, "classes"):
            self.classes.end(self.made.secret)

    @property
    def now(self) -> Vote | None:
        """The question on the screens."""
        return self.votes[-1] if self.votes else None

    def tried(self, act: Any) -> str | None:
        """Carry something out; gives why it was refused."""
        try:
            act()
        except Refusal as refusal:
            return refusal.key
        return None

    some = precondition(lambda self: self.pupils)
    asked = precondition(lambda self: self.votes)

    # What may happen

    @precondition(lambda self: len(self.pupils) < 4)
    @rule(nick=st.sampled_from(["Anna", "Ben"]))
    def join(self, nick: str) -> None:
        joined = self.classes.join(self.made.code, nick)
        assert joined.pupil not in {one.id for one in self.pupils}
        self.pupils.append(Known(joined.token, joined.pupil))

    @some
    @rule(data=st.data())
    def join_again(self, data: Any) -> None:
        pupil = data.draw(st.sampled_from(self.pupils))
        assert self.classes.join(self.made.code, "Other", pupil.token).pupil == pupil.id

    @some
    @rule(data=st.data(), by_teacher=st.booleans())
    def go(self, data: Any, by_teacher: bool) -> None:
        pupil = data.draw(st.sampled_from(self.pupils))
        if by_teacher:
            self.classes.remove(self.made.secret, pupil.id)
        else:
            self.classes.leave(pupil.token)
        self.pupils.remove(pupil)
        self.gone.append(pupil.token)
        for vote in self.votes:
            vote.answers.pop(pupil.id, None)

    @rule()
    def ask(self) -> None:
        still_open = self.now is not None and not self.now.closed
        why = self.tried(lambda: self.votes.append(Vote(self.classes.ask(self.made.secret, ASK), None)))
        assert why == ("still_open" if still_open else None)

    @asked
    @rule()
    def ask_again(self) -> None:
        old = self.votes[-1]
        why = self.tried(lambda: self.votes.append(Vote(self.classes.ask_again(self.made.secret), old.id)))
        assert why == (None if old.closed else "still_open")

    @some
    @asked
    @rule(data=st.data(), value=st.sampled_from(VALUES))
    def answer(self, data: Any, value: str) -> None:
        """A new answer to any question, to those that are over too."""
        pupil, vote = data.draw(st.sampled_from(self.pupils)), data.draw(st.sampled_from(self.votes))
        pupil.n += 1
        why = self.tried(lambda: self.classes.answer(pupil.token, vote.id, value, pupil.n))
        assert why == ("closed" if vote.closed else None)
        if why is None:
            vote.answers[pupil.id] = (pupil.n, value)

    @precondition(lambda self: any(vote.answers for vote in self.votes))
    @rule(data=st.data(), value=st.sampled_from(VALUES), back=st.integers(0, 3))
    def answer_sent_again(self, data: Any, value: str, back: int) -> None:
        """An old message comes once more: it is acknowledged as it was before, and changes nothing."""
        answered = [(one, vote) for vote in self.votes for one in self.pupils if one.id in vote.answers]
        pupil, vote = data.draw(st.sampled_from(answered))
        n, _ = vote.answers[pupil.id]
        assert self.tried(lambda: self.classes.answer(pupil.token, vote.id, value, max(0, n - back))) is None

    @asked
    @rule(value=st.sampled_from(VALUES), data=st.data())
    def strangers_answer_nothing(self, value: str, data: Any) -> None:
        token = data.draw(st.sampled_from([*self.gone, new_secret(), self.made.secret, ""]))
        assert self.tried(lambda: self.classes.answer(token, self.votes[-1].id, value, 99)) == "no_pupil"

    @asked
    @rule()
    def close(self) -> None:
        self.classes.close(self.made.secret)
        self.votes[-1].closed = True

    @asked
    @rule()
    def reveal(self) -> None:
        vote = self.votes[-1]
        assert self.tried(lambda: self.classes.reveal(self.made.secret)) == (None if vote.closed else "open")
        vote.revealed = vote.closed

    @rule(data=st.data())
    def others_do_nothing(self, data: Any) -> None:
        secret = data.draw(st.sampled_from(["", new_secret(), self.made.code, *(one.token for one in self.pupils)]))
        do = self.classes
        acts = (do.close, do.reveal, do.ask_again, do.end, do.lock, do.spread, do.roster, lambda s: do.present(s, None))
        assert {self.tried(lambda act=act: act(secret)) for act in acts} == {"no_secret"}

    @rule()
    def restart(self) -> None:
        """The server is killed; another begins on the same database."""
        before = self.told
        self.classes = Classes(self.database, LocalBus(), self.clock)
        self.listen()
        self.told += before

    # What must hold

    @invariant()
    def what_is_counted_is_what_was_acknowledged(self) -> None:
        for vote in self.votes:
            spread = self.classes.spread(self.made.secret, vote.id)
            assert spread is not None
            wanted = Counter(value for _, value in vote.answers.values())
            assert {one.value: one.count for one in spread.choices if one.count} == dict(wanted)
            assert (spread.answers, spread.pupils) == (len(vote.answers),) * 2  # no screen is connected
            assert (spread.closed, spread.revealed, spread.before) == (vote.closed, vote.revealed, vote.before)
            right = {one.value: one.right for one in spread.choices if one.count}
            assert right == {value: (value == RIGHT if vote.revealed else None) for value in wanted}

    @invariant()
    def every_screen_shows_it(self) -> None:
        for pupil in self.pupils:
            state = self.classes.come_back(pupil.token)
            vote = self.now
            if vote is not None:
                assert (state.asking, state.closed, state.revealed) == (vote.id, vote.closed, vote.revealed)
                assert state.mine == vote.answers.get(pupil.id, (0, None))[1]

    @invariant()
    def nothing_is_told_before_the_reveal(self) -> None:
        revealed = {vote.id for vote in self.votes if vote.revealed}
        told = [one["send"]["reveal"]["id"] for one in self.told if "reveal" in one["send"]]
        assert sorted(told) == sorted(revealed), "each once"
        for one in self.told:
            assert set(one["send"]) <= {"ask", "closed", "reveal", "show", "gone", "you"}


def test_in_any_order(url: str) -> None:
    fast = url.startswith("sqlite")
    database = Database("sqlite://" if fast else url)  # in memory, in place of a file
    machine = type("Here", (School,), {"database": database})
    run_state_machine_as_test(machine, settings=settings(max_examples=60 if fast else 15, stateful_step_count=40))
    database.close()
