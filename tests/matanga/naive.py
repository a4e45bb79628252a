"""An independent referee for races in steps: two alarm clocks and a loop, written from the rules page alone."""

from __future__ import annotations

import random
from typing import Any

Event = tuple[int, str, int, int]


def per(value: Any, seat: int) -> Any:
    return value[seat] if isinstance(value, list) else value


def play(position: dict[str, Any], faces: list[str]) -> dict[str, Any]:
    """Let a race run until the given faces of the die are used up, or to its end.

    Returns:
        ``events``: (time, what, seat, number) in order; and ``next``, ``holder``, ``roller``, ``time``, ``winner``.
    """
    n: int = position["players"]
    nexts, holder, roller = list(position["next"]), position["holder"], position["roller"]
    time, roll_at, mark_at = position["time"], position["roll_due"], position.get("mark_due", 0)
    faces = list(faces)
    events: list[Event] = []
    winner = None

    def pace(seat: int) -> int:
        time: int = per(position["mark_time"], seat)
        factor: int = position["symbol_factor"]
        return time * factor if per(position["symbol"], seat) else time

    def last(seat: int) -> int:
        end: int = per(position["end"], seat)
        return 61 - end if per(position["down"], seat) else end

    def skip_to(seat: int) -> int:
        while seat % n == holder:
            seat += 1
        return seat % n

    roller = skip_to(roller)
    while True:
        if holder is not None and mark_at <= roll_at:
            time = mark_at
            events.append((time, "mark", holder, nexts[holder]))
            done = nexts[holder] == last(holder)
            nexts[holder] += -1 if per(position["down"], holder) else 1
            if done:
                winner = holder
                break
            mark_at = time + pace(holder)
            continue
        if not faces:
            break
        time = roll_at
        roll_at += position["roll_time"]
        face = faces.pop(0)
        events.append((time, face, roller, 0))
        if face == "pencil":
            holder = roller
            mark_at = time + pace(holder)
            roller = skip_to(roller + 1)
        elif holder is not None and (n == 2 or (n == 3 and position["three"])):
            pass
        else:
            roller = skip_to(roller + 1)
    return {"events": events, "next": nexts, "holder": holder, "roller": roller, "time": time, "winner": winner}


def random_position(rng: random.Random) -> dict[str, Any]:
    """Any moment of any race."""
    n = rng.randint(2, 5)

    def maybe_each(make: Any) -> Any:
        return [make() for _ in range(n)] if rng.random() < 0.5 else make()

    position: dict[str, Any] = {
        "players": n,
        "three": rng.random() < 0.5,
        "down": maybe_each(lambda: rng.random() < 0.5),
        "symbol": maybe_each(lambda: rng.random() < 0.3),
        "symbol_factor": rng.randint(1, 4),
        "start": maybe_each(lambda: rng.choice([0, 0, 10, 20, 25])),
        "end": maybe_each(lambda: rng.choice([30, 40, 50, 60, 60])),
        "roll_time": rng.choice([100, 250, 1000, rng.randint(1, 2000)]),
        "mark_time": maybe_each(lambda: rng.choice([100, 250, 500, 1500, rng.randint(1, 3000)])),
        "time": rng.randint(0, 99999),
        "holder": rng.choice([None, *range(n)]),
        "roller": rng.randrange(n),
    }
    places = [rng.randint(per(position["start"], s) + 1, per(position["end"], s)) for s in range(n)]
    position["next"] = [61 - place if per(position["down"], s) else place for s, place in enumerate(places)]
    position["roll_due"] = position["time"] + rng.choice([0, 100, rng.randint(0, 1500)])
    if position["holder"] is not None:
        position["mark_due"] = position["time"] + rng.choice([0, 100, rng.randint(0, 2500)])
    return position
