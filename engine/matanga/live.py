"""A table at which people race in real time: who sits there, what they may do, and what has happened.

This is the server's side without any server: no sockets, no clock, no threads. Whoever runs it passes in the time
(milliseconds of a clock that never goes back) and a source of random numbers, calls a method for everything that
arrives, calls :meth:`Table.tick` when :meth:`Table.next_due` says so, and sends :meth:`Table.view` to the browsers.

The table decides everything. It rolls the die; the order in which things arrive is the order in which they count;
what counts is decided by the same rules as in step mode (:mod:`.rules`). A client can only ask. What it asks for
without the pencil, out of order, too fast or too often comes back as a :class:`Reply` that says why not, and changes
nothing.

Everything that happens is kept in a log with its true time. :meth:`Table.replay` gives it as a start position and
moves for step mode.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..core import sample
from ..errors import Either, GameError, shown
from .position import MAX_ENTRIES
from .rules import initial_state, mark_problem, record_problem, roller
from .sheet import MAX_SEED, PATTERNS
from .state import MAX_TIME, NUMBERS, PLAYERS, MatangaRules, Move, State, each

LOBBY, RACE, OVER = "lobby", "race", "over"
CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels: a code is never a word."""
CODE_LENGTH = 5
NAME_LENGTH = 20
HANDICAPS: dict[str, tuple[Any, ...]] = {
    "start": (0, 10, 20, 30), "end": (60, 50, 40, 30), "down": (False, True), "symbol": (False, True),
}  # fmt: skip
"""What can be arranged for each player at the table: option, and what there is to choose from."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a computer player is.

    Args:
        roll: milliseconds from getting the die to the roll.
        mark: milliseconds for a mark.
        jitter: percent that it takes more or less each time.
    """

    roll: int
    mark: int
    jitter: int = 25


PACES = {"slow": Pace(1500, 2600), "medium": Pace(1100, 1700), "fast": Pace(800, 1000)}


@dataclass(frozen=True, slots=True)
class Limits:
    """What people can do at most, and how long a table is kept; milliseconds.

    Args:
        roll: the die takes so long to roll: from getting the die to the result, at least.
        mark: from one mark to the next, or from taking the pencil to the first one, at least.
        press: how long somebody with the harder symbol has to press, at least.
        idle: the table rolls for somebody who has the die and does not roll.
        messages: how many things one client may ask for in a second.
        misses: how many presses that do not count are kept in the log for each player.
        returns: how often one may come back in a race.
        seat: a seat in a race that has not begun is kept so long for somebody whose connection is lost.
        empty: a table where no person is connected is dropped after this.
    """

    roll: int = 400
    mark: int = 150
    press: int = 700
    idle: int = 10_000
    messages: int = 25
    misses: int = 100
    returns: int = 50
    seat: int = 30_000
    empty: int = 120_000


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to what somebody asked for.

    Args:
        ok: it was done.
        reason: why not: a key of the ``words`` in ``rules.yaml`` (``live.*``); "" where it was done.
        args: what the sentence is filled with; of ``join`` also ``token`` and ``player``.
        rule: id of the rule that refused it, where one did.
    """

    ok: bool
    reason: str = ""
    args: Mapping[str, Any] = field(default_factory=dict)
    rule: str = ""


DONE = Reply(True)


@dataclass(slots=True)
class Player:
    """Somebody at the table.

    Args:
        token: secret; whoever shows it is this player.
        colour: 0 to 4, chosen; the seat follows from the order of joining.
        links: open connections.
        pace: of a computer player; None for a person.
        handicap: options of this player alone, from :data:`HANDICAPS`.
    """

    name: str
    token: str
    colour: int
    links: int = 1
    pace: Pace | None = None
    handicap: dict[str, Any] = field(default_factory=dict)
    lost: int = 0
    pressed: tuple[int, int] | None = None
    paused: int = 0
    misses: int = 0
    returns: int = 0
    asked: int = 0
    window: int = -1

    @property
    def here(self) -> bool:
        """At the table: connected, or a computer."""
        return self.pace is not None or self.links > 0


class Table:
    """One table.

    Args:
        code: what others type to join.
        ruleset: options as in step mode; ``roll_time`` and ``mark_time`` do not count here.
        now: the time.
        source: of random numbers; ``random.SystemRandom()`` where people play.
        pattern: of the sheets.
    """

    def __init__(
        self,
        code: str,
        ruleset: MatangaRules,
        now: int,
        source: random.Random,
        *,
        pattern: str = PATTERNS[0],
        limits: Limits | None = None,
    ) -> None:
        self.code, self.ruleset, self.source, self.pattern = code, ruleset, source, pattern
        self.limits = limits or Limits()
        self.players: list[Player] = []
        self.phase = LOBBY
        self.state: State | None = None
        self.start_state: State | None = None
        self.log: list[tuple[int, Move]] = []
        self.rolled: dict[str, Any] | None = None
        self.version = 0
        self.sheet_seeds: tuple[int, ...] = ()
        self.now = self.begun = self.alone_since = now
        self._die_at = self._mark_at = self._taken_at = self._roll_due = self._mark_due = 0

    # Coming and going

    def join(self, now: int, name: object, colour: object = None) -> Reply:
        """Take a seat before the race.

        Returns:
            with ``token``, which this player shows from now on, and ``player``, the seat.
        """
        self._clock(now)
        if self.phase != LOBBY:
            return Reply(False, "live.begun")
        if len(self.players) >= PLAYERS[-1]:
            return Reply(False, "live.full", {"number": PLAYERS[-1]})
        called = " ".join(name.split()) if isinstance(name, str) else ""
        if not 1 <= len(called) <= NAME_LENGTH or not called.isprintable():
            return Reply(False, "live.name", {"number": NAME_LENGTH})
        if any(player.name.casefold() == called.casefold() for player in self.players):
            return Reply(False, "live.same-name", {"name": called})
        return self._sit(called, colour, None)

    def add_computer(self, now: int, token: object, pace: object = "medium") -> Reply:
        """Seat a computer player.

        Args:
            pace: a key of :data:`PACES`, or a :class:`Pace`.
        """
        self._clock(now)
        if self._seat(token) is None:
            return Reply(False, "live.stranger")
        chosen = PACES.get(pace) if isinstance(pace, str) else pace
        if not isinstance(chosen, Pace):
            return Reply(False, "live.pace", {"paces": tuple(PACES)})
        if self.phase != LOBBY:
            return Reply(False, "live.begun")
        if len(self.players) >= PLAYERS[-1]:
            return Reply(False, "live.full", {"number": PLAYERS[-1]})
        taken = {player.name.casefold() for player in self.players}
        name = next(name for n in range(1, 9) if (name := f"Robo {n}").casefold() not in taken)
        return self._sit(name, None, chosen)

    def _sit(self, name: str, colour: object, pace: Pace | None) -> Reply:
        free = [one for one in range(PLAYERS[-1]) if all(player.colour != one for player in self.players)]
        chosen = colour if type(colour) is int and colour in free else free[0]
        token = f"{self.source.getrandbits(128):032x}"
        self.players.append(Player(name, token, chosen, links=0 if pace else 1, pace=pace))
        self.version += 1
        return Reply(True, args={"token": token, "player": len(self.players) - 1})

    def connect(self, now: int, token: object) -> Reply:
        """Somebody with a token opens a connection, again or in one more tab; ``join`` counts as the first."""
        self._clock(now)
        seat = self._seat(token)
        if seat is None:
            return Reply(False, "live.stranger")
        player = self.players[seat]
        if not player.links:
            if player.returns >= self.limits.returns:
                return Reply(False, "live.restless")
            player.returns += 1
        player.links += 1
        self._present(seat)
        return DONE

    def drop(self, now: int, token: object) -> Reply:
        """A connection is lost: a closed tab, a dead phone. Marks, seat and pencil stay; the die does not wait."""
        self._clock(now)
        seat = self._seat(token)
        if seat is None:
            return Reply(False, "live.stranger")
        player = self.players[seat]
        player.links = max(0, player.links - 1)
        if not player.links:
            player.lost = now
            self._absent(seat)
        return DONE

    def leave(self, now: int, token: object) -> Reply:
        """Somebody goes. Before the race the seat is free again; in it, one may come back with the token."""
        self._clock(now)
        seat = self._seat(token)
        if seat is None:
            return Reply(False, "live.stranger")
        self.players[seat].links = 0
        self.players[seat].lost = now
        if self.phase == LOBBY:
            del self.players[seat]
            self.version += 1
        self._absent(None if self.phase == LOBBY else seat)
        return DONE

    def remove_computer(self, now: int, token: object, seat: object) -> Reply:
        """Send a computer player away before the race."""
        self._clock(now)
        if self._seat(token) is None:
            return Reply(False, "live.stranger")
        if self.phase != LOBBY:
            return Reply(False, "live.begun")
        if type(seat) is not int or not 0 <= seat < len(self.players) or self.players[seat].pace is None:
            return Reply(False, "live.garbage")
        del self.players[seat]
        self.version += 1
        return DONE

    def arrange(self, now: int, token: object, seat: object, option: object, value: object) -> Reply:
        """Give a player a handicap before the race; anybody at the table may.

        Args:
            option: a key of :data:`HANDICAPS`.
            value: one of its values.
        """
        self._clock(now)
        if self._seat(token) is None:
            return Reply(False, "live.stranger")
        if self.phase != LOBBY:
            return Reply(False, "live.begun")
        values = HANDICAPS.get(option, ()) if isinstance(option, str) else ()
        known = any(type(one) is type(value) and one == value for one in values)
        if type(seat) is not int or not 0 <= seat < len(self.players) or not known:
            return Reply(False, "live.garbage")
        self.players[seat].handicap[str(option)] = value
        self.version += 1
        return DONE

    def _arranged(self) -> MatangaRules:
        """The options with each player's own.

        Raises:
            GameError: somebody would have nothing to cross off.
        """
        rules = self.ruleset
        own = {
            name: tuple(self._handicap(seat, name) for seat in range(len(self.players)))
            for name in HANDICAPS
            if any(name in player.handicap for player in self.players)
        }
        return rules.with_options(own) if own else rules

    def _handicap(self, seat: int, name: str) -> Any:
        value = getattr(self.ruleset, name)
        usual = value[min(seat, len(value) - 1)] if isinstance(value, tuple) else value
        return self.players[seat].handicap.get(name, usual)

    def _present(self, seat: int) -> None:
        self.version += 1
        if self.phase == RACE and self.state is not None and seat in self.state.away:
            self._happen(self.now, Move("back", seat=seat))

    def _absent(self, seat: int | None) -> None:
        self.version += 1
        if not self._people_here():
            self.alone_since = self.now
        if seat is not None and self.phase == RACE and self.state is not None and seat not in self.state.away:
            self._happen(self.now, Move("leave", seat=seat))

    def _people_here(self) -> bool:
        return any(player.links > 0 for player in self.players)

    def abandoned(self, now: int) -> bool:
        """No person has been connected for so long that the table may go."""
        return not self._people_here() and now - self.alone_since >= self.limits.empty

    # Racing

    def start(self, now: int, token: object, first: object = None) -> Reply:
        """Begin the race; anybody at the table may.

        Args:
            first: the seat of the youngest, who rolls first; by default the one who came first.
        """
        self._clock(now)
        if self._seat(token) is None:
            return Reply(False, "live.stranger")
        if self.phase != LOBBY:
            return Reply(False, "live.begun")
        players = len(self.players)
        if players < PLAYERS[0]:
            return Reply(False, "live.alone", {"number": PLAYERS[0]})
        youngest = 0 if first is None else first
        if type(youngest) is not int or not 0 <= youngest < players:
            return Reply(False, "live.garbage")
        try:
            self.start_state = initial_state(self._arranged(), players, youngest)
        except GameError as error:
            return Reply(False, "live.options", {"error": error})
        self.state, self.phase, self.log, self.rolled = self.start_state, RACE, [], None
        self.sheet_seeds = tuple(self.source.randrange(MAX_SEED) for _ in self.players)
        self.begun = self._die_at = self._mark_at = self.now
        self.version += 1
        self._plan(None)
        for seat, player in enumerate(self.players):
            if not player.here:
                self._happen(self.now, Move("leave", seat=seat))
        return DONE

    def again(self, now: int, token: object) -> Reply:
        """Back to the lobby after a race, with the same people; whoever has gone is gone."""
        self._clock(now)
        if self._seat(token) is None:
            return Reply(False, "live.stranger")
        if self.phase != OVER:
            return Reply(False, "live.begun")
        self.players = [player for player in self.players if player.here]
        for player in self.players:
            player.pressed, player.paused, player.misses, player.returns = None, 0, 0, 0
        self.phase, self.state = LOBBY, None
        self.version += 1
        return DONE

    def roll(self, now: int, token: object) -> Reply:
        """The die button. The table rolls.

        Returns:
            with ``face``, ``pencil`` or ``blank``.
        """
        found = self._asks(now, token)
        if isinstance(found, Reply):
            return found
        seat, state = found
        if roller(state) != seat:
            return Reply(False, "live.holder" if state.holder == seat else "live.no-die")
        if self.now - self._die_at < self.limits.roll:
            return Reply(False, "live.rolling")
        return Reply(True, args={"face": self._roll_die(self.now)})

    def press(self, now: int, token: object, number: object) -> Reply:
        """The pencil touches a number: the beginning of a harder symbol. ``mark`` is when it is lifted."""
        found = self._asks(now, token)
        if isinstance(found, Reply):
            return found
        if type(number) is not int or not 1 <= number <= NUMBERS:
            return Reply(False, "live.garbage")
        self.players[found[0]].pressed = (number, self.now)
        return DONE

    def mark(self, now: int, token: object, number: object) -> Reply:
        """Cross off a number."""
        found = self._asks(now, token)
        if isinstance(found, Reply):
            return found
        seat, state = found
        player = self.players[seat]
        if type(number) is not int or not 1 <= number <= NUMBERS:
            return Reply(False, "live.garbage")
        pressed, player.pressed = player.pressed, None
        if player.paused > self.now:
            return Reply(False, "live.pause", {"seconds": -(-(player.paused - self.now) // 1000)})
        problem = mark_problem(state, number, seat)
        if problem is not None:
            self._miss(seat, number)
            if state.holder == seat and problem.args["case"] == "number":
                player.paused = self.now + 1000 * state.ruleset.wrong_pause
            return Reply(False, f"live.{problem.args['case']}", problem.args, problem.rule)
        if self.now - self._mark_at < self.limits.mark:
            self._miss(seat, number)
            return Reply(False, "live.too-fast")
        if each(state.ruleset.symbol, seat):
            drawn = pressed is not None and pressed[0] == number and pressed[1] >= self._taken_at
            if not drawn or pressed is None or self.now - pressed[1] < self.limits.press:
                self._miss(seat, number)
                return Reply(False, "live.press")
        self._happen(self.now, Move("mark", number))
        return DONE

    def tick(self, now: int) -> bool:
        """Let the time pass: computer players act, and the table rolls for whoever sleeps.

        Returns:
            whether anything happened.
        """
        before = self.version
        self._clock(now)
        return self.version != before

    def next_due(self) -> int | None:
        """When :meth:`tick` has something to do; None while only people can make something happen."""
        if self.phase == LOBBY:
            return min((one.lost + self.limits.seat for one in self.players if not one.here), default=None)
        if self.phase == OVER:
            return None
        return min((due for due in (self._roll_due, self._mark_due) if due), default=None)

    # Looking

    def view(self, token: object = None) -> dict[str, Any]:
        """All that a browser shows, as plain data for JSON.

        Args:
            token: whose browser; None for an onlooker. Nothing of it but ``you`` and ``sheet`` differs.
        """
        state = self.state
        you = self._seat(token)
        players = []
        for seat, player in enumerate(self.players):
            one: dict[str, Any] = {
                "name": player.name, "colour": player.colour, "here": player.here, "computer": player.pace is not None,
            }  # fmt: skip
            if state is not None and seat < state.players:
                one |= {
                    "next": state.next[seat], "left": state.left(seat), "goal": state.ruleset.length(seat),
                    "symbol": each(state.ruleset.symbol, seat), "down": each(state.ruleset.down, seat),
                }  # fmt: skip
            elif self.phase == LOBBY:
                one["handicap"] = {name: self._handicap(seat, name) for name in HANDICAPS}
            players.append(one)
        racing = state is not None and self.phase == RACE
        return {
            "code": self.code, "version": self.version, "phase": self.phase, "players": players, "you": you,
            "holder": state.holder if state is not None else None,
            "roller": roller(state) if state is not None and racing else None,
            "winner": state.winner if state is not None else None,
            "rolled": self.rolled if state is not None else None,
            "time": self.now - self.begun if racing else self.log[-1][0] if self.log else 0,
            "sheet": {"pattern": self.pattern, "seed": self.sheet_seeds[you]}
            if you is not None and you < len(self.sheet_seeds) and self.phase != LOBBY else None,
            "press": self.limits.press,
        }  # fmt: skip

    def happened(self, since: int = 0) -> list[dict[str, Any]]:
        """What is in the log after so many entries, as plain data."""
        return [
            {"n": n, "time": time, "kind": move.kind, "number": move.number, "player": move.seat}
            for n, (time, move) in enumerate(self.log[since:], since)
        ]

    def replay(self) -> tuple[State, tuple[Move, ...]]:
        """The race for step mode: the start, with the true times as its schedule, and the moves.

        Raises:
            GameError: no race has begun.
        """
        if self.start_state is None or not self.log:
            raise GameError("nothing has happened at this table yet")
        start = replace(self.start_state, schedule=tuple(self.log), roll_due=None, mark_due=None)
        return start, tuple(move for _, move in self.log)

    # Inside

    def _seat(self, token: object) -> int | None:
        if not isinstance(token, str):
            return None
        return next((n for n, one in enumerate(self.players) if one.token == token and one.pace is None), None)

    def _asks(self, now: int, token: object) -> tuple[int, State] | Reply:
        """Who asks for something in the race; or why that cannot be."""
        seat = self._seat(token)
        if seat is None:
            return Reply(False, "live.stranger")
        player = self.players[seat]
        if now // 1000 != player.window:
            player.window, player.asked = now // 1000, 0
        player.asked += 1
        if player.asked > self.limits.messages:
            return Reply(False, "live.flood")
        self._clock(now)
        if self.phase != RACE or self.state is None:
            return Reply(False, "live.not-racing" if self.phase == LOBBY else "live.over")
        if seat in self.state.away:
            return Reply(False, "live.away")
        return seat, self.state

    def _clock(self, now: int) -> None:
        """Let everything happen that was due before something arrives."""
        while self.phase == RACE and (due := self.next_due()) is not None and due <= now:
            self.now = max(self.now, due)
            if self._mark_due and self._mark_due == due:
                assert self.state is not None
                assert self.state.holder is not None
                self._happen(self.now, Move("mark", self.state.next[self.state.holder]))
            else:
                self._roll_die(self.now)
        self.now = max(self.now, now)
        if self.phase == LOBBY:
            kept = [one for one in self.players if one.here or self.now - one.lost < self.limits.seat]
            if len(kept) != len(self.players):
                self.players = kept
                self.version += 1

    def _roll_die(self, now: int) -> str:
        from . import game

        assert self.state is not None
        state = replace(self.state, schedule=(), at=0, roll_due=now, mark_due=None)  # the odds of a roll due now
        face, seat = sample(game, state, self.source), roller(state)
        self.rolled = {"n": len(self.log), "seat": seat, "face": face.kind, "from": state.holder}
        self._happen(now, face)
        return face.kind

    def _miss(self, seat: int, number: int) -> None:
        player = self.players[seat]
        if player.misses < self.limits.misses:
            player.misses += 1
            self._happen(self.now, Move("miss", number, seat))

    def _happen(self, now: int, move: Move) -> None:
        """Let the rules carry out a move at this moment, and write it down."""
        from . import game

        state = self.state
        assert state is not None
        time = now - self.begun
        assert not record_problem(state, move), (state, move)
        due = replace(state, schedule=((time, move),), at=0, roll_due=None, mark_due=None)
        self.state = game.apply(due, move)
        self.log.append((time, move))
        self.version += 1
        if self.state.winner is not None or len(self.log) >= MAX_ENTRIES - 10 or time >= MAX_TIME:
            self.phase = OVER
        if move.kind != "miss":
            self._plan(state, rolled=move.kind in ("pencil", "blank"), marked=move.kind == "mark")

    def _plan(self, before: State | None, *, rolled: bool = False, marked: bool = False) -> None:
        """Set the alarm clocks of computer players and of sleepers, after something changed."""
        state = self.state
        assert state is not None
        seat = roller(state)
        if before is None or rolled or roller(before) != seat:
            self._die_at = self.now
            self._roll_due = 0
            if seat is not None:
                pace = self.players[seat].pace
                self._roll_due = self.now + (self._about(pace.roll, pace) if pace else self.limits.idle)
        taken = before is not None and state.holder != before.holder
        if taken:
            self._taken_at = self.now
        if before is None or marked or taken:
            self._mark_at = self.now
            self._mark_due = 0
            if state.holder is not None and (pace := self.players[state.holder].pace) is not None:
                rules, seat = state.ruleset, state.holder
                slow = each(rules.symbol_factor, seat) if each(rules.symbol, seat) else 1
                self._mark_due = self.now + self._about(round(pace.mark * slow), pace)

    def _about(self, time: int, pace: Pace) -> int:
        """A time, a little more or less."""
        least = max(1, time * (100 - pace.jitter) // 100)
        return least + self.source.randrange(max(1, time * 2 * pace.jitter // 100 + 1))


class Hub:
    """The tables of one server process.

    Args:
        source: of random numbers: codes, tokens and dice.
        most: tables at once.
    """

    def __init__(self, source: random.Random, most: int = 500) -> None:
        self.source, self.most = source, most
        self.tables: dict[str, Table] = {}

    def open(
        self, now: int, ruleset: MatangaRules, *, pattern: str = PATTERNS[0], limits: Limits | None = None
    ) -> Table:
        """Open a table.

        Raises:
            GameError: there are too many, or no such pattern.
        """
        if pattern not in PATTERNS:
            raise GameError("pattern: expected {choices}, got {given}", choices=Either(PATTERNS), given=shown(pattern))
        self.sweep(now)
        if len(self.tables) >= self.most:
            raise GameError("there are {most} tables already; please try again later", most=self.most)
        while True:
            code = "".join(self.source.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            if code not in self.tables:
                break
        table = self.tables[code] = Table(code, ruleset, now, self.source, pattern=pattern, limits=limits)
        return table

    def find(self, code: object) -> Table:
        """The table with a code, in capitals or not.

        Raises:
            GameError: there is none.
        """
        table = self.tables.get(code.strip().upper()) if isinstance(code, str) else None
        if table is None:
            raise GameError("there is no table {given}; it may have been left by everybody", given=shown(code, 24))
        return table

    def sweep(self, now: int) -> tuple[str, ...]:
        """Drop the tables that everybody has left.

        Returns:
            their codes.
        """
        gone = tuple(code for code, table in self.tables.items() if table.abandoned(now))
        for code in gone:
            del self.tables[code]
        return gone


def sentence(reply: Reply, language: str = "en") -> str:
    """What a reply says to the player who asked; "" where all went well."""
    from . import game

    return "" if reply.ok else game.rulebook.word(reply.reason, language, **reply.args)
