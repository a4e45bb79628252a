"""Matadoon's table as a picture."""

from __future__ import annotations

from dataclasses import replace

from ..rulebook import Rulebook
from ..scene import Badge, Cell, Piece, Scene, Tray, cell_xy
from .rules import stage
from .state import HEADINGS, UNKNOWN, State

_REAR = {"N": (0.35, 0.35), "E": (-0.35, 0.35), "S": (-0.35, -0.35), "W": (0.35, -0.35)}
_CHIP = 0.8
"""Size of a chip on its cell."""


def scene(state: State, book: Rulebook, language: str) -> Scene:
    """The picture of what the state holds; the caller has already hidden what is to be hidden."""
    size = state.board.size
    cells = tuple(
        Cell(cell, *cell_xy(cell), tint="frame" if cell in state.board.frame else "") for cell in state.board.cells
    )
    return Scene(
        columns=size,
        rows=size,
        title=book.word("scene", language, number=state.round, cell=state.bull, heading=state.heading),
        cells=cells,
        pieces=(*_on_arena(state, book, language), *_hands(state, book, language)),
        trays=_trays(state, book, language),
        facts=_facts(state, book, language),
    )  # fmt: skip


def _on_arena(state: State, book: Rulebook, language: str) -> list[Piece]:
    """Chips, bullfighters and the bull, whoever is with the bull on its cell in front of it and small enough to see."""
    bull = _bull(state, book, language)
    lying, with_bull = [], []
    for piece in (*_chips(state, book, language), *_fighters(state, book, language)):
        if piece.at != bull.at:
            lying.append(piece)
        else:
            x = 0.24 if piece.shape.startswith("fighter") else -0.24
            with_bull.append(replace(piece, x=x, y=0.26, scale=0.6 * piece.scale))
    return [*lying, bull, *with_bull]


def _bull(state: State, book: Rulebook, language: str) -> Piece:
    shape = "pig" if state.arena == "pig4" else "bull"
    x, y = _REAR[state.heading]
    badges = (Badge("badge-jump", x=x, y=y, scale=0.9),) if state.jump else ()
    label = book.word(f"piece.{shape}", language, heading=state.heading)
    return Piece(shape, state.bull, label, id="bull", turn=90 * HEADINGS.index(state.heading), badges=badges)


def _fighters(state: State, book: Rulebook, language: str) -> tuple[Piece, ...]:
    pieces = []
    for number, fighter in enumerate(state.fighters):
        shape = "fighter-down" if fighter.down else "fighter"
        badge = Badge(f"sign-{fighter.seat}", y=0.14, scale=0.95)
        if fighter.down:
            badge = replace(badge, x=0.08, y=0.2, scale=0.9)
        first = state.fighter_of(fighter.seat) == fighter
        id = f"fighter {fighter.seat}" if first else f"fighter {fighter.seat} {number}"
        label = book.word(f"piece.{shape}", language, seat=fighter.seat)
        pieces.append(Piece(shape, fighter.cell, label, id=id, owner=fighter.seat, badges=(badge,)))
    return tuple(pieces)


def _chips(state: State, book: Rulebook, language: str) -> tuple[Piece, ...]:
    pieces = []
    for chip in state.chips:
        up = chip.cell == state.bull and state.under == "acted"
        if chip.face == UNKNOWN:
            word = "chip-hidden" if chip.by is not None else "chip-unknown"
            shape = "chip-back" if chip.by is not None else "chip-unknown"
        else:
            word, shape = "chip-up" if up else "chip", f"chip-{chip.face}"
        signs: list[Badge] = []
        if chip.by is not None:
            signs += [Badge("disc", x=0.32, y=0.32), Badge(f"sign-{chip.by}", x=0.32, y=0.32, scale=0.75)]
        if chip.face != UNKNOWN and not up:  # known to whoever looks, but face down
            signs.append(Badge("chip-back", x=-0.32, y=-0.32, scale=0.4))
        label = book.word(f"piece.{word}", language, chip=chip.face)
        flags = ("up",) if up else ("down",)
        pieces.append(Piece(shape, chip.cell, label, owner=chip.by, scale=_CHIP, badges=tuple(signs), flags=flags))
    return tuple(pieces)


def _trays(state: State, book: Rulebook, language: str) -> tuple[Tray, ...]:
    """The hands below the arena: one row each for two players, otherwise two rows of two."""
    size, count = state.board.size, state.players
    columns = 1 if count == 2 else 2
    width = (size - 0.1 * (columns - 1)) / columns
    waiting = state.seat if stage(state) in ("setup", "place", "draw", "pass") else None
    return tuple(
        Tray(
            id=f"hand {seat}",
            title=book.word("tray", language, seat=seat),
            x=(seat % columns) * (width + 0.1),
            y=size + 0.2 + (seat // columns) * 1.26,
            w=width,
            h=1.16,  # four chips of a small screen are still large enough for a finger
            owner=seat,
            active=seat == waiting,
        )
        for seat in range(count)
    )


def _hands(state: State, book: Rulebook, language: str) -> tuple[Piece, ...]:
    pieces = []
    for seat, hand in enumerate(state.hands):
        for chip in hand:
            hidden = chip == UNKNOWN
            label = book.word("piece.hand-hidden" if hidden else "piece.hand", language, chip=chip)
            tap = f"hand {chip}" if seat == state.seat and stage(state) == "place" else ""
            shape = "chip-back" if hidden else f"chip-{chip}"
            pieces.append(Piece(shape, f"hand {seat}", label, owner=seat, tap=tap))
    return tuple(pieces)


def _facts(state: State, book: Rulebook, language: str) -> tuple[tuple[str, str], ...]:
    laps = f"{state.lap} / {state.ruleset.laps}"
    hits = f"{state.hits} / {state.ruleset.wall_hits}"
    out = book.term("seat", [seat for seat, _ in state.out], language)
    facts = (
        ("round", str(state.round)),
        ("hits", hits) if state.phase == "bull" else ("lap", laps),
        ("pouch", str(state.pouch_size())),
        ("spent", str(state.spent) if state.spent else ""),
        ("duel", book.word("yes", language) if state.duel else ""),
        ("out", out),
    )
    return tuple((book.word(f"fact.{key}", language), value) for key, value in facts if value)
