"""A small made-up game, so that the parts are tested without any room.

A bull walks round the edge of the board; a chip lies in its way, whose face only its owner knows. ``put d4`` places a
chip, ``walk N`` lets the bull look and walk N cells.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.core import CHECK, EFFECT, Game, Mark, Ruleset, Step
from engine.errors import NotationError
from engine.scene import Arrow, Badge, Cell, Piece, Scene, Tray, cell_name, cell_xy, grid

SIZE = 5
SIDES = {0: (0, -1), 90: (1, 0), 180: (0, 1), 270: (-1, 0)}


@dataclass(frozen=True, slots=True)
class State:
    bull: str = "a5"
    heading: int = 0
    chips: tuple[tuple[str, str], ...] = (("a2", "R"),)
    hand: int = 3
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    kind: str
    where: str = ""
    count: int = 0


class Walk(Game[State, Move]):
    id = "walk"
    title = "Walk"
    seats = (2,)
    folder = Path(__file__).parent
    ruleset_class = Ruleset

    def _initial_state(self, ruleset: Any, seats: int, start: int) -> State:
        return State()

    def current_player(self, state: State) -> int:
        return 0

    def candidate_moves(self, state: State) -> tuple[Move, ...]:
        return (*(Move("put", cell) for cell in grid(SIZE, SIZE)), Move("walk", count=8))

    def _steps(self, state: State, move: Move) -> Any:
        if move.kind == "put":
            taken = {state.bull, *(cell for cell, _ in state.chips)}
            ok = move.where not in taken
            args = {"cell": move.where}
            mark = Mark("to" if ok else "blocked", (move.where,))
            if not ok:
                yield Step(CHECK, "refuse.occupied", state, args, ok=False, marks=(mark,))
                return
            chips = (*state.chips, (move.where, "R"))
            yield Step(EFFECT, "refuse.occupied", replace(state, chips=chips, hand=state.hand - 1), args, marks=(mark,))
            return
        state = replace(state, path=(state.bull,))
        for _ in range(move.count):
            dx, dy = SIDES[state.heading]
            x, y = cell_xy(state.bull)
            if not (0 <= x + dx < SIZE and 0 <= y + dy < SIZE):
                state = replace(state, heading=(state.heading + 90) % 360)
                marks = (Mark("edge", (state.bull,), "NESW"[(state.heading - 90) % 360 // 90]),)
                yield Step(EFFECT, "walk.turn", state, {"heading": state.heading}, marks=marks)
                continue
            cell = cell_name(x + dx, y + dy)
            yield Step(CHECK, "walk.look", state, {"cell": cell}, marks=(Mark("vacant", (cell,)),))
            marks = (Mark("from", (state.bull,)), Mark("to", (cell,)))
            state = replace(state, bull=cell, path=(*state.path, cell))
            yield Step(EFFECT, "walk.step", state, {"cell": cell}, marks=marks)
            face = dict(state.chips).get(cell)
            if face:
                state = replace(state, chips=tuple(chip for chip in state.chips if chip[0] != cell))
                args = {"cell": cell, "face": face}
                yield Step(EFFECT, "walk.reveal", state, args, marks=(Mark("reveal", (cell,)),))

    def chance_outcomes(self, state: State) -> tuple[Any, ...]:
        return ()

    def outcome(self, state: State) -> None:
        return None

    def observation(self, state: State, seat: int) -> State:
        return replace(state, chips=tuple((cell, "?" if seat else face) for cell, face in state.chips))

    def parse_position(self, position: Any) -> State:
        return State()

    def format_position(self, state: State) -> str:
        return "walk: 1"

    def parse_move(self, state: State, text: str) -> Move:
        kind, _, rest = text.partition(" ")
        if kind == "put":
            return Move("put", rest)
        if kind == "walk":
            return Move("walk", count=int(rest))
        raise NotationError(f"not a move of the walk: {text!r}")

    def format_move(self, state: State, move: Move) -> str:
        return f"put {move.where}" if move.kind == "put" else f"walk {move.count}"

    def taps(self, state: State, move: Move) -> tuple[str, ...]:
        return ("R", move.where) if move.kind == "put" else ("walk",)

    def scene(self, state: State, viewer: int | None = None, language: str = "en") -> Scene:
        if viewer is not None:
            state = self.observation(state, viewer)
        cells = tuple(
            Cell(cell, *map(float, cell_xy(cell)), tint="frame" if set(cell) <= set("bcd234") else "")
            for cell in grid(SIZE, SIZE)
        )
        chips = tuple(
            Piece(
                "chip-back" if face == "?" else f"chip-{face}",
                cell,
                "a face-down chip" if face == "?" else f"a face-down chip, {face}",
                badges=() if face == "?" else (Badge(text=face, x=0.3, y=-0.3),),
            )
            for cell, face in state.chips
        )
        hand = tuple(Piece("chip-R", "hand 0", "chip R", tap="R") for _ in range(state.hand))
        others = (
            Piece("fighter", "c3", "blue bullfighter", id="fighter 0", owner=0),
            Piece("fighter-down", "d3", "orange bullfighter, down", id="fighter 1", owner=1),
            Piece("bull", state.bull, "the bull", id="bull", turn=state.heading),
        )
        arrows = (Arrow(state.path),) if len(state.path) > 1 else ()
        return Scene(
            SIZE, SIZE, f"A board; the bull stands on {state.bull}", cells, (*chips, *hand, *others),
            trays=(Tray("hand 0", "Blue's hand", 0, SIZE + 0.2, SIZE, 1, 0, active=True),),
            arrows=arrows, facts=(("Lap", "1"), ("Pouch", "12")),
        )  # fmt: skip


WALK = Walk()
