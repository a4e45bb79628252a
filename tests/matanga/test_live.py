"""The live table with scripted people: who races, drops, comes back and cheats, on a clock of the test's own."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import TERMINAL, GameError, get_game
from engine.matanga import MatangaRules, race, timeline
from engine.matanga.live import LOBBY, OVER, PACES, RACE, Hub, Limits, Pace, Table, sentence
from engine.matanga.rules import roller
from engine.matanga.state import format_move
from engine.record import Record, parse_link, replay
from tests import contract

GAME = get_game("matanga")


def table(players: int = 3, seed: int = 1, **options: Any) -> tuple[Table, list[str]]:
    """A table with so many people, before the race, and their tokens."""
    made = Hub(random.Random(seed)).open(0, MatangaRules().with_options(options))
    return made, [made.join(0, f"Player {n}").args["token"] for n in range(players)]


def begun(players: int = 3, seed: int = 1, **options: Any) -> tuple[Table, list[str]]:
    made, tokens = table(players, seed, **options)
    assert made.start(1000, tokens[0]).ok
    return made, tokens


def until_pencil(made: Table, tokens: list[str], now: int) -> int:
    """Everybody rolls until somebody has the pencil; gives the time."""
    assert made.state is not None
    before = made.state.holder
    while made.state.holder == before:
        now += 500
        seat = roller(made.state)
        assert seat is not None
        assert made.roll(now, tokens[seat]).ok
    return now


def marks(made: Table) -> int:
    assert made.state is not None
    return sum(made.state.crossed(seat) for seat in range(made.state.players))


def check_log(made: Table) -> None:
    """The log is in order and replays in steps to the same end, with the same times."""
    assert all(a[0] <= b[0] for a, b in pairwise(made.log))
    start, moves = made.replay()
    assert GAME.parse_position(GAME.format_position(start)) == start
    traces = race(start, [GAME.format_move(start, move) for move in moves])
    assert [trace.after.time for trace in traces] == [time for time, _ in made.log]
    last = traces[-1].after
    assert made.state is not None
    assert (last.next, last.holder, last.away, last.winner) == (
        made.state.next, made.state.holder, made.state.away, made.state.winner,
    )  # fmt: skip
    for before, trace in zip([start, *(trace.after for trace in traces)], traces, strict=False):
        if trace.move.kind == "mark":
            assert before.holder not in before.away
    assert timeline(traces).times == tuple(time for time, _ in made.log)


def test_a_whole_race_of_three_people() -> None:
    made, tokens = begun(end=8)
    now = 1000
    while made.phase == RACE:
        now += 200
        view = made.view(tokens[0])
        holder, rolls = view["holder"], view["roller"]
        if holder is not None:
            made.mark(now, tokens[holder], view["players"][holder]["next"])
        made.roll(now + 100, tokens[rolls])
    view = made.view()
    assert view["phase"] == OVER
    assert view["players"][view["winner"]]["left"] == 0
    assert made.state is not None
    assert GAME.current_player(made.state) == TERMINAL
    check_log(made)
    assert made.roll(now + 1000, tokens[0]).reason == "live.over"
    assert made.again(now + 1000, tokens[0]).ok
    assert made.phase == LOBBY
    assert made.start(now + 2000, tokens[1]).ok


def test_computers_race_alone_against_one_person_who_sleeps() -> None:
    made, (token,) = table(1)
    for pace in ("slow", "medium", "fast"):
        assert made.add_computer(0, token, pace).ok
    assert made.start(5, token).ok
    now = 5
    while made.phase == RACE:
        due = made.next_due()
        assert due is not None
        assert due > now or made.log
        now = max(now, due)
        assert made.tick(now)
    winner = made.view()["winner"]
    assert made.players[winner].name == "Robo 3", "the fast one wins"
    assert made.next_due() is None
    check_log(made)
    rolls = [time for time, move in made.log if move.kind in ("pencil", "blank")]
    assert all(b - a <= 10_000 for a, b in pairwise(rolls)), "the table rolls for a sleeper"


def test_only_who_has_the_die_rolls_and_not_faster_than_it_rolls() -> None:
    made, tokens = begun()
    assert made.roll(1100, tokens[1]).reason == "live.no-die"
    assert made.roll(1100, tokens[0]).reason == "live.rolling"
    assert made.roll(1400, tokens[0]).args["face"] in ("pencil", "blank")
    assert made.roll(1400, tokens[1]).reason == "live.rolling"
    assert len(made.log) == 1
    now = until_pencil(made, tokens, 1400)
    assert made.state is not None
    assert made.state.holder is not None
    assert made.roll(now + 500, tokens[made.state.holder]).reason == "live.holder"


def test_cheats_get_nothing() -> None:
    made, tokens = begun(pencil_faces=1)
    assert made.mark(1200, tokens[0], 1).rule == "mark.next"
    now = until_pencil(made, tokens, 1200)
    assert made.state is not None
    holder = made.state.holder
    assert holder is not None
    other = (holder + 1) % 3
    before = marks(made)
    assert made.mark(now + 10, tokens[holder], 1).reason == "live.too-fast"
    assert made.mark(now + 200, tokens[other], 1).reason == "live.other"
    assert made.mark(now + 200, tokens[holder], 2).reason == "live.number"
    for junk in (None, "1", 1.0, True, 0, 61, [1], 10**6000):
        assert made.mark(now + 200, tokens[holder], junk).reason == "live.garbage"
    for stranger in (None, "", "x" * 32, 5, [tokens[0]], tokens[0].upper() + "x"):
        assert made.mark(now + 200, stranger, 1).reason == "live.stranger"
        assert made.roll(now + 200, stranger).reason == "live.stranger"
    assert marks(made) == before
    assert made.mark(now + 200, tokens[holder], 1).ok
    assert made.mark(now + 201, tokens[holder], 1).reason == "live.crossed"
    assert marks(made) == before + 1
    check_log(made)


def test_a_thousand_presses_a_second_get_nothing() -> None:
    made, tokens = begun(pencil_faces=5)
    now = until_pencil(made, tokens, 1000)
    assert made.state is not None
    holder = made.state.holder
    assert holder is not None
    replies = []
    for n in range(5000):  # five seconds, always the right number
        replies.append(made.mark(now + n, tokens[holder], made.state.next[holder]))
    limits = made.limits
    assert sum(reply.ok for reply in replies) <= 5000 // limits.mark
    assert sum(reply.reason == "live.flood" for reply in replies) > 4000
    assert len(made.log) < 5 + 5000 // limits.mark + limits.misses + 10
    for n in range(5000):
        made.mark(now + 10_000 + 10 * n, tokens[(holder + 1) % 3], 7)
    assert sum(move.kind == "miss" for _, move in made.log) <= 2 * limits.misses
    check_log(made)


def test_coming_and_going_all_the_time_has_an_end() -> None:
    made, tokens = begun()
    for n in range(1000):
        made.drop(1000 + n, tokens[1])
        made.connect(1000 + n, tokens[1])
    assert made.connect(3000, tokens[1]).reason == "live.restless"
    assert len(made.log) <= 2 * made.limits.returns + 2
    check_log(made)


def test_the_die_does_not_wait_for_who_has_left_and_no_mark_is_lost() -> None:
    made, tokens = begun(pencil_faces=3)
    now = until_pencil(made, tokens, 1000)
    assert made.state is not None
    holder = made.state.holder
    assert holder is not None
    assert made.mark(now + 300, tokens[holder], 1).ok
    rolls = roller(made.state)
    assert rolls is not None
    made.drop(now + 400, tokens[rolls])
    third = 3 - holder - rolls
    assert roller(made.state) == third, "at once"
    made.leave(now + 500, tokens[holder])
    assert made.state.holder == holder, "the pencil stays until it is rolled"
    assert made.mark(now + 600, tokens[holder], 2).reason == "live.away"
    assert made.connect(now + 700, tokens[holder]).ok
    assert made.mark(now + 900, tokens[holder], 2).ok
    assert made.state.next[holder] == 3
    assert made.view(tokens[holder])["you"] == holder
    assert made.connect(now + 1000, tokens[rolls]).ok
    assert made.state.away == ()
    check_log(made)


def test_a_second_tab_keeps_the_seat() -> None:
    made, tokens = begun()
    assert made.connect(1100, tokens[2]).ok
    made.drop(1200, tokens[2])
    assert made.players[2].here
    made.drop(1300, tokens[2])
    assert not made.players[2].here


def test_everybody_leaves_and_one_comes_back() -> None:
    made, tokens = begun(2)
    for token in tokens:
        made.drop(1500, token)
    assert made.phase == RACE
    assert made.next_due() is None
    assert not made.abandoned(1500 + made.limits.empty - 1)
    assert made.abandoned(1500 + made.limits.empty)
    assert made.connect(5000, tokens[1]).ok
    assert not made.abandoned(10**6)
    assert made.roll(5500, tokens[1]).ok
    check_log(made)


def test_the_harder_symbol_takes_a_long_press() -> None:
    made, tokens = begun(symbol=True)
    now = until_pencil(made, tokens, 1000)
    assert made.state is not None
    holder = made.state.holder
    assert holder is not None
    token, press = tokens[holder], made.limits.press
    assert made.mark(now + 200, token, 1).reason == "live.press"
    assert made.press(now + 300, token, 1).ok
    assert made.mark(now + 300 + press - 1, token, 1).reason == "live.press"
    assert made.press(now + 2000, token, 2).ok
    assert made.mark(now + 2000 + press, token, 1).reason == "live.press"
    assert made.press(now + 4000, token, 1).ok
    assert made.mark(now + 4000 + press, token, 1).ok
    check_log(made)


def test_a_press_from_before_the_pencil_does_not_count() -> None:
    made, tokens = begun(2, symbol=True, pencil_faces=5)
    for token in tokens:
        made.press(1001, token, 1)
    now = until_pencil(made, tokens, 1000)
    assert made.state is not None
    assert made.state.holder is not None
    assert made.mark(now + 200, tokens[made.state.holder], 1).reason == "live.press"


def test_a_wrong_number_costs_a_pause_where_that_is_agreed() -> None:
    made, tokens = begun(wrong_pause=3)
    now = until_pencil(made, tokens, 1000)
    assert made.state is not None
    assert made.state.holder is not None
    token = tokens[made.state.holder]
    assert made.mark(now + 200, token, 9).reason == "live.number"
    reply = made.mark(now + 3100, token, 1)
    assert (reply.reason, reply.args["seconds"]) == ("live.pause", 1)
    assert made.mark(now + 3200, token, 1).ok


def test_the_lobby() -> None:
    made, tokens = table(2)
    assert made.join(1, "player 0").reason == "live.same-name"
    for junk in ("", "   ", "x" * 21, None, 5, "a\x00b", ["x"]):
        assert made.join(1, junk).reason == "live.name"
    assert made.join(1, "Zoë  Ö", 4).ok
    assert (made.players[2].name, made.players[2].colour) == ("Zoë Ö", 4)
    assert made.join(1, "Eve", 4).ok
    assert made.players[3].colour == 2, "a taken colour gives the next free one"
    assert made.add_computer(2, tokens[0], "turbo").reason == "live.pace"
    assert made.add_computer(2, "nobody").reason == "live.stranger"
    assert made.add_computer(2, tokens[0], Pace(500, 500)).ok
    assert made.join(3, "Late").reason == "live.full"
    assert made.remove_computer(3, tokens[0], 1).reason == "live.garbage"
    assert made.remove_computer(3, tokens[0], 4).ok
    made.leave(4, tokens[1])
    assert [player.name for player in made.players] == ["Player 0", "Zoë Ö", "Eve"]
    made.drop(5, tokens[0])
    assert made.next_due() == 5 + made.limits.seat
    made.tick(5 + made.limits.seat)
    assert len(made.players) == 2
    assert made.start(10**5, tokens[0]).reason == "live.stranger"


def test_a_race_needs_two_and_options_that_fit() -> None:
    made, tokens = table(1)
    assert made.start(1, tokens[0]).reason == "live.alone"
    made, tokens = table(3, mark_time=[1, 2])
    assert made.start(1, tokens[0]).reason == "live.options"
    made, tokens = table(3)
    assert made.start(1, tokens[0], first=3).reason == "live.garbage"
    assert made.start(1, tokens[1], first=2).ok
    assert made.view()["roller"] == 2
    assert made.start(2, tokens[1]).reason == "live.begun"
    assert made.join(2, "Late").reason == "live.begun"
    with pytest.raises(GameError, match="nothing has happened"):
        made.replay()


def test_what_browsers_are_sent_is_json_and_holds_no_secret() -> None:
    made, tokens = begun()
    until_pencil(made, tokens, 1000)
    for token in (*tokens, None):
        text = json.dumps(made.view(token))
        assert not any(secret in text for secret in tokens)
    seeds = [made.view(token)["sheet"]["seed"] for token in tokens]
    assert len(set(seeds)) == 3
    assert made.view()["sheet"] is None
    assert json.dumps(made.happened(1)) == json.dumps(made.happened()[1:])


def test_every_reply_has_its_sentence() -> None:
    made, tokens = begun()
    replies = [made.roll(1001, tokens[0]), made.mark(1002, tokens[0], 1), made.mark(1003, "?", 1), made.join(1, "X"),
               made.mark(1004, tokens[0], "x")]  # fmt: skip
    for reply in replies:
        assert not reply.ok
        assert sentence(reply).endswith((".", "!"))
    assert sentence(made.roll(1500, tokens[0])) == ""
    book = GAME.rulebook
    assert {key for key in book.words if key.startswith("live.")} >= {reply.reason for reply in replies}


def test_the_hub_keeps_drops_and_limits_tables() -> None:
    hub = Hub(random.Random(4), most=2)
    one = hub.open(0, MatangaRules(), pattern="spiral")
    two = hub.open(0, MatangaRules())
    assert hub.find(f" {one.code.lower()} ") is one
    with pytest.raises(GameError, match="2 tables"):
        hub.open(1, MatangaRules())
    with pytest.raises(GameError, match="pattern"):
        hub.open(1, MatangaRules(), pattern="stars")
    two.join(5, "Ann")
    assert hub.sweep(one.limits.empty) == (one.code,)
    for code in (one.code, None, 5, "?" * 99):
        with pytest.raises(GameError, match="no table"):
            hub.find(code)
    assert hub.open(one.limits.empty, MatangaRules())


def test_a_recorded_race_keeps_the_contract_of_all_games() -> None:
    made, tokens = begun(3, end=3, pencil_faces=4)
    now, rng = 1000, random.Random(3)
    while made.phase == RACE:
        now += 300
        view, seat = made.view(), rng.randrange(3)
        if made.players[seat].here and rng.random() < 0.4:
            made.drop(now, tokens[seat])
        elif not made.players[seat].here:
            made.connect(now + 10, tokens[seat])
        made.mark(now + 100, tokens[view["holder"] or 0], rng.choice([1, 2, 3, 3]))
        made.roll(now + 150, tokens[view["roller"] or 0])
    start, moves = made.replay()
    assert {"miss", "leave", "back", "mark", "pencil", "blank"} == {move.kind for move in moves}
    for trace in race(start, moves):
        contract.check_value(trace.before)
        contract.check_turn(GAME, trace.before)
        contract.check_moves(GAME, trace.before)
        contract.check_taps(GAME, trace.before)
        contract.check_frames(GAME, trace)
        for step in trace.steps:
            contract.check_position(GAME, step.state)
    record = Record(
        game="matanga", position=GAME.format_position(start), moves=tuple(map(format_move, moves)),
        players=tuple(player.name for player in made.players),
    )  # fmt: skip
    assert replay(parse_link(record.to_link()))[-1].after.winner == made.view()["winner"]


def test_another_side_of_the_die_leaves_the_record() -> None:
    made, tokens = begun(2)
    until_pencil(made, tokens, 1000)
    start, moves = made.replay()
    other = "blank" if moves[0].kind == "pencil" else "pencil"
    (trace,) = race(start, [other])
    assert "time.record" in [step.rule for step in trace.steps]
    assert trace.after.schedule == ()
    assert trace.after.roll_due == trace.after.time + start.ruleset.roll_time


ACTIONS = st.tuples(
    st.sampled_from(["roll", "roll", "mark", "next", "next", "next", "press", "drop", "leave", "connect", "tick"]),
    st.integers(0, 4), st.integers(0, 900), st.integers(1, 60),
)  # fmt: skip


@settings(max_examples=60)
@given(st.integers(2, 4), st.integers(0, 99), st.lists(ACTIONS, max_size=120), st.booleans())
def test_whatever_people_do_the_log_replays(players: int, seed: int, actions: list[Any], computer: bool) -> None:
    made, tokens = table(players, seed, end=9, pencil_faces=3)
    if computer:
        made.add_computer(0, tokens[0], "fast")
    made.start(0, tokens[0])
    now, seen = 0, 0
    for what, who, wait, number in actions:
        now += wait
        token = tokens[who % players]
        assert made.state is not None
        if what == "next":
            made.mark(now, token, made.state.next[who % players])
        elif what in ("mark", "press"):
            getattr(made, what)(now, token, number)
        else:
            getattr(made, what)(*((now,) if what == "tick" else (now, token)))
        assert marks(made) >= seen
        seen = marks(made)
        assert sum(player["next"] - 1 for player in made.view()["players"]) == seen
    if made.log:
        check_log(made)


def test_thirty_tables_of_four_lose_no_mark_and_double_none() -> None:
    hub = Hub(random.Random(11))
    tables = []
    for _ in range(30):
        made = hub.open(0, MatangaRules().with_options({"end": 20}), limits=Limits(idle=2000))
        token = made.join(0, "Ann").args["token"]
        for pace in PACES:
            made.add_computer(0, token, pace)
        made.start(0, token)
        tables.append((made, token))
    now = 0
    while any(made.phase == RACE for made, _ in tables):
        now += 250
        for made, token in tables:
            made.tick(now)
            view = made.view(token)
            if view["holder"] == 0:
                made.mark(now, token, view["players"][0]["next"])
            elif view["roller"] == 0:
                made.roll(now, token)
    for made, _ in tables:
        counted = sum(move.kind == "mark" for _, move in made.log)
        assert counted == marks(made)
        check_log(made)


def test_handicaps_are_arranged_before_the_race() -> None:
    made, tokens = table(2)
    assert made.arrange(0, tokens[0], 1, "start", 20).ok
    assert made.arrange(0, tokens[0], 1, "symbol", True).ok
    assert made.arrange(0, tokens[1], 0, "end", 40).ok
    for seat, option, value in (
        (5, "start", 20), (True, "start", 20), (0, "start", 21), (0, "start", "20"), (0, "roll_time", 1),
        (0, ["start"], 10), (0, "down", 1), (0, "end", [30]), (-1, "start", 10),
    ):  # fmt: skip
        assert made.arrange(0, tokens[0], seat, option, value).reason == "live.garbage"
    assert made.arrange(0, "nobody", 0, "start", 10).reason == "live.stranger"
    assert made.view()["players"][1]["handicap"] == {"start": 20, "end": 60, "down": False, "symbol": True}
    assert made.start(0, tokens[0]).ok
    assert made.arrange(0, tokens[0], 1, "start", 0).reason == "live.begun"
    assert made.state is not None
    assert made.state.next == (1, 21)
    assert [made.state.ruleset.length(seat) for seat in range(2)] == [40, 40]
    assert made.state.ruleset.symbol == (False, True)
    until_pencil(made, tokens, 1000)
    check_log(made)


def test_the_last_roll_is_told() -> None:
    made, tokens = begun(3)
    assert made.view()["rolled"] is None
    until_pencil(made, tokens, 1000)
    assert made.state is not None
    rolled = made.view(tokens[0])["rolled"]
    assert rolled == {"n": len(made.log) - 1, "seat": made.state.holder, "face": "pencil", "from": None}
