"""The classroom over real websockets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import SessionTransaction
from tornado.httpclient import HTTPClientError

from apps.school import sockets
from apps.school.classes import AWAY, FOLLOWING, GONE, Classes
from apps.school.limits import GUESSES, MESSAGE
from apps.school.shows import show
from engine.session import Session

from .asked import ASK, RIGHT, WRONG
from .clients import Screen, connect, joined, serving

SECONDS = 300
"""No test waits longer; none needs a tenth of it."""


def run(doing: Coroutine[Any, Any, None], seconds: float = SECONDS) -> None:
    """In a thread of its own: a browser that another test used may have left a loop in this one."""

    async def soon() -> None:
        await asyncio.wait_for(doing, seconds)

    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, soon()).result()


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.01)


def where(classes: Classes, secret: str) -> list[str]:
    return [one.where for one in classes.roster(secret)]


def test_a_pupil_joins_follows_and_comes_back(classes: Classes, session: Session) -> None:
    async def play() -> None:
        made = classes.open("3b")
        async with serving(classes) as (address, _):
            anna = await joined(address, made.code, "Anna")
            assert [next(iter(one)) for one in anna.told] == ["you", "show", "ask", "work", "game", "ready", "ack"]
            assert anna.told[0]["you"]["nick"] == "Anna"
            assert anna.token is not None
            id = classes.present(made.secret, show(session))
            assert (await anna.until("show"))["show"]["id"] == id
            classes.step(made.secret, 2)
            assert (await anna.until("step"))["step"] == [id, 2]
            anna.close()
            again = await connect(address)
            state = await again.hello(anna.token)
            assert "token" not in state["you"]
            assert (state["show"]["id"], state["step"], state["ask"]) == (id, [id, 2], None)
            classes.present(made.secret, None)
            assert (await again.until("show"))["show"] is None

    run(play())


def test_long_texts_come_packed_to_who_asks_for_it(classes: Classes, session: Session) -> None:
    async def play() -> None:
        made = classes.open()
        async with serving(classes) as (address, _):
            anna = await joined(address, made.code, "Anna")
            classes.present(made.secret, show(session))
            packed = await connect(address, query="?gz=1")
            assert (await packed.hello(anna.token))["show"] == (await anna.until("show"))["show"]

    run(play())


def test_joining_again_after_a_lost_answer_makes_no_second_pupil(classes: Classes) -> None:
    async def play() -> None:
        made = classes.open()
        async with serving(classes) as (address, _):
            for _ in range(3):
                screen = await connect(address)
                await screen.do(n=7, join={"code": made.code, "nick": "Anna", "token": "t" * 43})
                screen.close()
        assert [one.nick for one in classes.roster(made.secret)] == ["Anna"]

    run(play())


def test_who_is_here_away_and_gone(classes: Classes) -> None:
    async def play() -> None:
        made = classes.open()
        async with serving(classes) as (address, _):
            anna = await joined(address, made.code, "Anna")
            await until(lambda: where(classes, made.secret) == [FOLLOWING])
            second = await connect(address)
            await second.hello(anna.token)
            await anna.do(away=True)
            assert where(classes, made.secret) == [AWAY]
            await anna.do(away=False)
            anna.close()
            await second.do(away=False)
            assert where(classes, made.secret) == [FOLLOWING], "another tab is open"
            second.close()
            await until(lambda: where(classes, made.secret) == [GONE])

    run(play())


def test_a_pupil_who_is_removed_and_a_class_that_ends(classes: Classes) -> None:
    async def play() -> None:
        made = classes.open()
        async with serving(classes) as (address, _):
            anna, ben = [await joined(address, made.code, nick) for nick in ("Anna", "Ben")]
            classes.remove(made.secret, classes.roster(made.secret)[0].id)
            assert await anna.closed() == sockets.OVER
            assert anna.told[-1]["gone"] == "removed"
            classes.rename(made.secret, classes.roster(made.secret)[0].id, "Bea")
            assert (await ben.until("you"))["you"]["nick"] == "Bea"
            classes.end(made.secret)
            assert await ben.closed() == sockets.OVER
            assert ben.told[-1]["gone"] == "ended"
            late = await connect(address)
            assert (await late.hello(ben.token))["key"] == "no_pupil"

    run(play())


def test_leaving(classes: Classes) -> None:
    async def play() -> None:
        made = classes.open()
        async with serving(classes) as (address, _):
            anna = await joined(address, made.code, "Anna")
            await anna.send(leave=True, n=2)
            assert await anna.closed() == sockets.OVER
            assert classes.roster(made.secret) == ()

    run(play())


@pytest.mark.parametrize("origin", ["http://evil.example", "http://localhost", "null"])
def test_other_pages_may_not_connect(classes: Classes, origin: str) -> None:
    async def play() -> None:
        async with serving(classes) as (address, _):
            with pytest.raises(HTTPClientError, match="403"):
                await connect(address, origin)

    run(play())


@pytest.mark.parametrize("said", ["", "[", "[]", "7", "null", "[" * 1500, "x" * (MESSAGE + 1)])
def test_what_is_no_message_closes_the_socket(classes: Classes, said: str) -> None:
    async def play() -> None:
        async with serving(classes) as (address, _):
            screen = await connect(address)
            await screen.socket.write_message(said)
            await screen.closed()

    run(play())


@pytest.mark.parametrize(
    "said",
    [
        {}, {"dance": 1}, {"join": 3}, {"join": {"code": 3, "nick": 4}}, {"hello": None}, {"hello": {"token": 7}},
        {"away": True}, {"leave": True}, {"join": {"code": "A" * 6, "nick": "x"}}, {"n": "x", "away": 1},
    ],
)  # fmt: skip
def test_what_nobody_may_say_is_refused_in_words(classes: Classes, said: dict[str, Any]) -> None:
    async def play() -> None:
        async with serving(classes) as (address, _):
            screen = await connect(address)
            await screen.send(**{"n": 1, **said})
            answer = await screen.until("refused")
            assert answer["why"].endswith(".")

    run(play())


def test_a_change_that_comes_too_late_leaves_the_answer_from_before(classes: Classes) -> None:
    async def play() -> None:
        made = classes.open()
        async with serving(classes) as (address, _):
            anna, ben = [await joined(address, made.code, nick) for nick in ("Anna", "Ben")]
            id = classes.ask(made.secret, ASK)
            assert "ack" in await anna.do(answer={"question": id, "value": RIGHT})
            classes.close(made.secret)
            assert (await anna.do(answer={"question": id, "value": WRONG}))["key"] == "closed"
            assert (await anna.until("mine"))["mine"] == [id, RIGHT]
            assert (await ben.do(answer={"question": id, "value": WRONG}))["key"] == "closed"
            assert (await ben.hello())["mine"] == [id, None]

    run(play())


def test_nobody_waits_for_the_answers_of_those_who_have_gone(classes: Classes) -> None:
    async def play() -> None:
        made = classes.open()

        def counted() -> tuple[int, int]:
            spread = classes.spread(made.secret)
            assert spread is not None
            return spread.answers, spread.pupils

        async with serving(classes) as (address, _):
            anna, ben, cleo = [await joined(address, made.code, nick) for nick in ("Anna", "Ben", "Cleo")]
            await until(lambda: where(classes, made.secret) == [FOLLOWING] * 3)
            id = classes.ask(made.secret, ASK)
            await anna.do(answer={"question": id, "value": RIGHT})
            assert counted() == (1, 3)
            anna.close()
            cleo.close()
            await until(lambda: where(classes, made.secret) == [GONE, FOLLOWING, GONE])
            assert counted() == (1, 2)
            await ben.do(answer={"question": id, "value": WRONG})
            assert counted() == (2, 2)

    run(play())


def test_wrong_codes_are_counted(classes: Classes) -> None:
    async def play() -> None:
        made = classes.open()
        async with serving(classes) as (address, _):
            keys = []
            for code in (*["OOO", None] * 5, *["AAAAAA"] * (GUESSES + 5)):
                if len(keys) % 20 == 0:
                    screen = await connect(address)
                keys.append((await screen.do(join={"code": code, "nick": "x"}))["key"])
            assert keys[: GUESSES + 10] == ["no_class"] * (GUESSES + 10)  # what cannot be a code is not counted
            assert keys[GUESSES + 10 :] == ["wrong_codes"] * 5
            screen = await connect(address)
            assert (await screen.do(join={"code": made.code, "nick": "x"}))["key"] == "wrong_codes"

    run(play())


def test_who_says_too_much_is_not_heard(classes: Classes) -> None:
    async def play() -> None:
        made = classes.open()
        async with serving(classes) as (address, _):
            anna = await joined(address, made.code, "Anna")
            for _ in range(200):
                await anna.send(away=False)
            assert await anna.closed() == sockets.BUSY

    run(play())


def test_three_hundred_join_at_once(classes: Classes, session: Session) -> None:
    async def play() -> None:
        made = classes.open()
        classes.present(made.secret, show(session))
        async with serving(classes) as (address, _):
            screens: list[Screen] = await asyncio.gather(*(joined(address, made.code, "Anna") for _ in range(300)))
            assert len({screen.told[0]["you"]["nick"] for screen in screens}) == 300
            classes.step(made.secret, 1)
            steps = await asyncio.gather(*(screen.until("step") for screen in screens))
            assert all(one["step"][1] in (0, 1) for one in steps)

    run(play())


def test_a_vote(classes: Classes) -> None:
    async def play() -> None:
        made = classes.open()
        async with serving(classes) as (address, _):
            anna, ben = [await joined(address, made.code, nick) for nick in ("Anna", "Ben")]
            id = classes.ask(made.secret, ASK)
            assert (await anna.until("ask"))["ask"]["id"] == id
            assert "ack" in await anna.do(answer={"question": id, "value": WRONG})
            assert "ack" in await anna.do(answer={"question": id, "value": RIGHT})
            assert (await ben.do(answer={"question": id, "value": "nonsense"}))["key"] == "no_answer"
            late = await joined(address, made.code, "Late")
            assert late.told[2]["ask"]["id"] == id
            ben.close()
            classes.close(made.secret)
            assert (await late.until("closed"))["closed"] == id
            assert (await late.do(answer={"question": id, "value": RIGHT}))["key"] == "closed"
            assert "ack" in await anna.do(n=3, answer={"question": id, "value": RIGHT}), "sent again, known already"
            back = await connect(address)
            state = await back.hello(anna.token)
            assert (state["mine"], state["closed"]) == ([id, RIGHT], id)
            assert "reveal" not in state
            classes.reveal(made.secret)
            assert (await late.until("reveal"))["reveal"]["answers"] == [RIGHT]
            state = await (await connect(address)).hello(ben.token)
            assert (state["mine"], state["reveal"]["id"], state["step"][1]) == ([id, None], id, 1)

    run(play())


def test_another_tab_of_a_pupil_sees_the_answer(classes: Classes) -> None:
    async def play() -> None:
        made = classes.open()
        async with serving(classes) as (address, _):
            anna = await joined(address, made.code, "Anna")
            other = await connect(address)
            await other.hello(anna.token)
            id = classes.ask(made.secret, ASK)
            await anna.do(answer={"question": id, "value": RIGHT})
            assert (await other.until("mine"))["mine"] == [id, RIGHT]

    run(play())


def test_three_hundred_vote_at_once_and_the_loop_goes_on(classes: Classes) -> None:
    async def play() -> None:
        made = classes.open()
        async with serving(classes) as (address, school):
            screens = await asyncio.gather(*(joined(address, made.code, "Anna") for _ in range(300)))
            id = classes.ask(made.secret, ASK)
            written: list[int] = []
            together = school.hall.writer._together
            school.hall.writer._together = lambda jobs: written.append(len(jobs)) or together(jobs)  # type: ignore
            answers = await asyncio.gather(*(one.do(answer={"question": id, "value": RIGHT}) for one in screens))
            assert all("ack" in one for one in answers)
            spread = classes.spread(made.secret)
            assert spread is not None
            assert spread.answers == 300
            assert len(written) < 150, "many are written together"

    run(play())


def test_a_database_in_trouble_acknowledges_nothing(classes: Classes, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        made = classes.open()
        async with serving(classes) as (address, _):
            anna = await joined(address, made.code, "Anna")
            id = classes.ask(made.secret, ASK)
            with monkeypatch.context() as patch:
                patch.setattr(SessionTransaction, "commit", broken)
                assert "later" in await anna.do(answer={"question": id, "value": RIGHT})
            assert "ack" in await anna.do(n=anna.n, answer={"question": id, "value": RIGHT})

    run(play())


def broken(self: Any, *args: Any, **options: Any) -> None:
    self.close(True)
    raise OperationalError("commit", {}, Exception("the disk is full"))
