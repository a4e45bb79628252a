"""Matanga's race as a picture: a track of sixty numbers, a token for each player, and who has the die and the pencil.

The sheets themselves, scattered, are drawn from :mod:`.sheet`; here one sees how far everybody has come.
"""

from __future__ import annotations

from ..rulebook import Rulebook
from ..scene import Badge, Cell, Piece, Scene, Tray
from .rules import due, roller, seconds
from .state import NUMBERS, State, each

COLUMNS = 10
ROWS = NUMBERS // COLUMNS
# Where tokens stand that share a cell, by how many they are: x, y, size.
_PLACES = {
    1: ((0.0, 0.0, 0.86),),
    2: ((-0.24, 0.0, 0.52), (0.24, 0.0, 0.52)),
    3: ((-0.24, -0.22, 0.48), (0.24, -0.22, 0.48), (0.0, 0.25, 0.48)),
    4: ((-0.24, -0.24, 0.46), (0.24, -0.24, 0.46), (-0.24, 0.24, 0.46), (0.24, 0.24, 0.46)),
    5: ((-0.27, -0.27, 0.42), (0.27, -0.27, 0.42), (-0.27, 0.27, 0.42), (0.27, 0.27, 0.42), (0.0, 0.0, 0.42)),
}


def scene(state: State, book: Rulebook, language: str) -> Scene:
    """The picture of a state."""
    numbers = range(1, NUMBERS + 1)
    cells = tuple(Cell(str(n), (n - 1) % COLUMNS, (n - 1) // COLUMNS) for n in numbers)
    return Scene(
        columns=COLUMNS,
        rows=ROWS,
        title=_title(state, book, language),
        cells=cells,
        pieces=(*_numbers(book, language), *_tokens(state, book, language), *_things(state, book, language)),
        trays=_trays(state, book, language),
        facts=_facts(state, book, language),
        coordinates=False,
    )


def _title(state: State, book: Rulebook, language: str) -> str:
    now = seconds(state.time)
    if state.winner is not None:
        return book.word("scene.over", language, seat=state.winner, clock=now)
    if state.holder is None:
        return book.word("scene.middle", language, clock=now)
    return book.word("scene", language, seat=state.holder, number=state.next[state.holder], clock=now)


def _numbers(book: Rulebook, language: str) -> tuple[Piece, ...]:
    return tuple(
        Piece(
            "", str(n), book.word("piece.number", language, number=n), id=f"number {n}",
            badges=(Badge(text=str(n), scale=1.5),),
        )
        for n in range(1, NUMBERS + 1)
    )  # fmt: skip


def _tokens(state: State, book: Rulebook, language: str) -> tuple[Piece, ...]:
    """A token on the last number that each player has crossed off."""
    stand: dict[str, list[int]] = {}
    for seat in range(state.players):
        place = state.crossed(seat)
        if place:
            stand.setdefault(str(state.ruleset.number(seat, place)), []).append(seat)
    found = []
    for cell, seats in stand.items():
        for seat, (x, y, size) in zip(seats, _PLACES[len(seats)], strict=True):
            badge = Badge(f"sign-{seat}", scale=1.35)
            label = book.word("piece.token", language, seat=seat, number=int(cell))
            found.append(
                Piece("token", cell, label, id=f"token {seat}", owner=seat, x=x, y=y, scale=size, badges=(badge,))
            )
    return tuple(found)


def _trays(state: State, book: Rulebook, language: str) -> tuple[Tray, ...]:
    """A tray for each player and one for the middle of the table, in two columns below the track."""
    width = (COLUMNS - 0.2) / 2
    found = due(state).kind
    active = {"roll": roller(state), "mark": state.holder}.get(found)
    trays = []
    for seat in range(state.players):
        trays.append(
            Tray(f"player {seat}", "", *_tray_place(seat, width), w=width, h=1.7, owner=seat, active=seat == active)
        )
    place = _tray_place(state.players, width)
    wide = width if state.players % 2 else COLUMNS
    trays.append(Tray("middle", "", *place, w=wide, h=1.7))
    return tuple(trays)


def _tray_place(number: int, width: float) -> tuple[float, float]:
    return (number % 2) * (width + 0.2), ROWS + 0.25 + (number // 2) * 1.85


def _things(state: State, book: Rulebook, language: str) -> tuple[Piece, ...]:
    """What lies in the trays: the next number of each player, the die, the pencil, the harder symbol."""
    found = []
    rolls = roller(state) if state.winner is None else None
    for seat in range(state.players):
        tray = f"player {seat}"
        found.append(_name(state, seat, book, language))
        if state.left(seat) > 0:
            number = state.next[seat]
            label = book.word("piece.next", language, seat=seat, number=number)
            found.append(Piece("", tray, label, id=f"next {seat}", badges=(Badge(text=str(number), scale=2.2),)))
        if each(state.ruleset.symbol, seat):
            found.append(Piece("signature", tray, book.word("piece.symbol", language, seat=seat), id=f"symbol {seat}"))
        if state.holder == seat:
            found.append(Piece("pencil", tray, book.word("piece.pencil", language, seat=seat), id="pencil"))
        if rolls == seat:
            found.append(Piece("die-blank", tray, book.word("piece.die", language, seat=seat), id="die"))
    # The name is wider than its place in the row, so everything there moves to the right.
    badge = Badge(text=book.word("middle", language), scale=1)
    found.append(Piece("", "middle", book.word("piece.middle", language), id="name middle", x=0.45, badges=(badge,)))
    if state.holder is None:
        found.append(Piece("pencil", "middle", book.word("piece.pencil-middle", language), id="pencil", x=0.7))
    if rolls is None:
        found.append(Piece("die-blank", "middle", book.word("piece.die-middle", language), id="die", x=0.7))
    return tuple(found)


def _name(state: State, seat: int, book: Rulebook, language: str) -> Piece:
    """Whose tray it is: sign and colour, and the name below."""
    left = state.left(seat)
    word = "piece.away" if seat in state.away else "piece.player" if left > 0 else "piece.done"
    badges = (
        Badge("token", y=-0.16, scale=0.6),
        Badge(f"sign-{seat}", y=-0.16, scale=0.9),
        Badge(text=book.term("seat", seat, language), y=0.32, scale=1),
    )
    label = book.word(word, language, seat=seat, number=max(left, 0))
    flags = ("faded",) if seat in state.away else ()
    return Piece("", f"player {seat}", label, id=f"name {seat}", owner=seat, badges=badges, flags=flags)


def _facts(state: State, book: Rulebook, language: str) -> tuple[tuple[str, str], ...]:
    nobody = book.word("nobody", language)
    rolls = roller(state)

    def name(seat: int | None) -> str:
        return nobody if seat is None else book.term("seat", seat, language)

    def clock(time: int) -> str:
        return book.word("seconds", language, count=seconds(time))

    found = due(state)
    facts = [("time", clock(state.time)), ("holder", name(state.holder)), ("roller", name(rolls))]
    if found.kind != "over":
        facts.append((f"due-{'roll' if found.kind == 'roll' else 'mark' if found.kind == 'mark' else 'event'}",
                      clock(found.time)))  # fmt: skip
    return tuple((book.word(f"fact.{key}", language), value) for key, value in facts)
