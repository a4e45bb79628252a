"""Playthroughs in readable text: ``<game>/<name>.yaml`` says what is played, ``<name>.txt`` what came of it.

The texts are written by ``python -m tests.golden`` and read by people: whoever changes a rule or a sentence sees in the
difference what changed on the table.

A spec holds ``title``, ``position`` (in the game's format) or ``new`` (``ruleset``, ``seats``), and ``moves``. A move
that the rules refuse is told, and leaves the position as it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine import Game, GameError, Trace, get_game
from engine.errors import DataError
from engine.report import trace_text
from engine.rulebook import load_yaml
from engine.scene import svg

FOLDER = Path(__file__).parent
PICTURE = FOLDER.parents[1] / "docs" / "matadoon.svg"
AnyTrace = Trace[Any, Any]


def specs(game: str = "*") -> list[Path]:
    """The specs of a game, or of all games."""
    return sorted(FOLDER.glob(f"{game}/*.yaml"))


def golden_traces(spec: Path) -> Iterator[AnyTrace]:
    """The trace of each move of a spec.

    Raises:
        DataError: the spec does not fit its game.
    """
    data, game = load_yaml(spec), get_game(spec.parent.name)
    unknown = set(data) - {"title", "position", "new", "moves"}
    if unknown:
        raise DataError(spec, sorted(unknown)[0], "unknown key; expected title, position or new, and moves")
    try:
        state = game.parse_position(data["position"]) if "position" in data else game.initial_state(**data["new"])
        for move in data["moves"]:
            trace = game.trace(state, game.parse_move(state, move))
            yield trace
            state = trace.after
    except GameError as error:
        raise DataError(spec, "", str(error)) from error


def golden_text(spec: Path) -> str:
    """The playthrough of a spec."""
    game: Game[Any, Any] = get_game(spec.parent.name)
    traces = list(golden_traces(spec))
    parts = [load_yaml(spec)["title"], _position(game, traces[0].before)]
    parts += [trace_text(trace) for trace in traces]
    parts.append(_position(game, traces[-1].after))
    return "\n\n".join(parts) + "\n"


def picture() -> str:
    """The README's picture: the bull in the middle of a run, with the way it came."""
    (trace,) = golden_traces(FOLDER / "matadoon" / "chips.yaml")
    step = next(step for step in trace.steps if step.rule == "mantle.left")
    scene = trace.game.scene(step.state).marked(step.marks)
    return svg(scene, trace.game.folder, width=560) + "\n"


def _position(game: Game[Any, Any], state: Any) -> str:
    return "\n".join(f"    {line}" for line in game.format_position(state).strip().splitlines())
