"""The moves played and the other lines tried: a tap goes there."""

from __future__ import annotations

from typing import Any

import panel as pn
import param

from engine import CHANCE, EFFECT, FORCED, Trace

from .esm import module
from .pane import Pane
from .play import Play
from .seats import seat_name, signs
from .texts import MOVES, words


class MovesPane(Pane):
    """The browser's side."""

    _esm = module("moves", "renderMoves")


class Moves(pn.viewable.Viewer):
    """The list of moves with its branches, and the way back and forward."""

    play = param.ClassSelector(class_=Play, constant=True)

    def __init__(self, play: Play, **params: Any) -> None:
        super().__init__(play=play)
        self._told: dict[int, tuple[Any, dict[str, Any]]] = {}
        self._pane = MovesPane(self._hear, play.say, lambda: play.session.language, content=self.content, **params)

    def __panel__(self) -> Pane:
        return self._pane

    @param.depends(
        "play.session.start", "play.session.tree", "play.session.line", "play.session.ply", "play.session.viewer",
        "play.session.language",
    )  # fmt: skip
    def content(self) -> dict[str, Any]:
        """What the script draws."""
        session = self.play.session
        return {
            "rows": self._rows(),
            "ply": session.ply,
            "count": len(session.line),
            "signs": signs(session.game, session.game.seat_count(session.start)),
            "words": words(MOVES, session.language),
        }

    def _rows(self) -> list[dict[str, Any]]:
        """One row a move of the present line; a run of draws is one row, unless another line leaves it."""
        session = self.play.session
        game = session.game
        now = game.position_key(session.state)
        children: dict[int, list[int]] = {}
        for index, node in enumerate(session.tree):
            children.setdefault(node.parent, []).append(index)
        rows: list[dict[str, Any]] = []
        parent = -1
        for ply, node in enumerate(session.line, 1):
            told = self._tell(node)
            others = [self._tell(other) for other in children[parent] if other != node]
            here = ply == session.ply
            last = rows[-1] if rows else None
            if last and last["draws"] and told["draws"] and not others:
                last.update(node=node, here=last["here"] or here, draws=last["draws"] + 1)
            else:
                key = game.position_key(session.tree[node].trace.after)
                alike = key is not None and key == now and not here
                rows.append({**told, "here": here, "alike": alike, "others": others})
            parent = node
        many = words(MOVES, session.language)["many_draws"]
        for row in rows:
            if row["draws"] > 1:
                row.update(text=many.format(count=row["draws"]), says="")
        return rows

    def _tell(self, node: int) -> dict[str, Any]:
        """A move as the viewer may know it; kept, for a long game is told again after every move."""
        session = self.play.session
        trace = session.tree[node].trace
        known = (trace, session.viewer, session.language)
        kept = self._told.get(node)
        if kept is None or any(a is not b for a, b in zip(kept[0], known, strict=True)):
            kept = self._told[node] = (known, {"node": node, **self._words(trace)})
        return kept[1]

    def _words(self, trace: Trace[Any, Any]) -> dict[str, Any]:
        session = self.play.session
        game, language = session.game, session.language
        mover = game.current_player(trace.before)
        seen = game.observed_trace(trace, session.viewer)
        acting = next((step for step in seen.steps if step.kind is EFFECT), None)
        return {
            "text": game.show_move(seen.before, seen.move),
            "says": game.rulebook.sentence(acting, language) if acting else "",
            "seat": mover if mover >= 0 else None,
            "who": seat_name(game, mover, language) if mover >= 0 else "",
            "forced": mover == FORCED,
            "draws": int(mover == CHANCE),
        }

    def _hear(self, message: dict[str, Any]) -> None:
        match message:
            case {"node": int(node)}:
                self.play.goto(node)
            case {"undo": True}:
                self.play.undo()
            case {"redo": True}:
                self.play.redo()
