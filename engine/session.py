"""A game as somebody looks at it: the moves played, the lines tried, the step on show.

The only engine module that knows param. Everything is read through parameters and written through methods, each with
one ``param.update``, so a view that depends on several of them is drawn once.
"""

from __future__ import annotations

from typing import Any

import param

from .core import CHANCE, FORCED, Game, Ruleset, Trace
from .errors import DataError, GameError
from .record import Branch, Node, Record, replay_lines
from .words import SOURCE_LANGUAGE


class Session(param.Parameterized):
    """One person's way through a game.

    Args:
        game: the game, or its id.
        ruleset: a ruleset or the name of a preset.
        seats: number of players.
        state: where to begin, instead of a new game.
    """

    game: param.Parameter[Any] = param.Parameter(constant=True, doc="The game.")
    ruleset: param.Parameter[Any] = param.Parameter(constant=True, doc="Its rules in this session.")
    start: param.Parameter[Any] = param.Parameter(constant=True, doc="The state before the first move.")
    tree = param.ClassSelector(class_=tuple, default=(), constant=True, doc="Every move of every line, as nodes.")
    history = param.ClassSelector(
        class_=tuple, default=(), constant=True, doc="The traces of the present line, to its end."
    )
    line = param.ClassSelector(
        class_=tuple, default=(), constant=True, doc="The place in the tree of each trace in history."
    )
    ply = param.Integer(default=0, bounds=(0, None), constant=True, doc="How many moves of history are played.")
    cursor = param.Integer(default=0, bounds=(0, None), doc="The step on show in the last trace; 0 is before it.")
    viewer = param.Integer(default=None, allow_None=True, doc="The seat that looks; None sees all.")
    language = param.String(default=SOURCE_LANGUAGE, doc="Language of the words.")

    def __init__(
        self,
        game: Game[Any, Any] | str,
        ruleset: Ruleset | str | None = None,
        seats: int | None = None,
        state: Any = None,
        **params: Any,
    ) -> None:
        from . import get_game

        game = get_game(game) if isinstance(game, str) else game
        rules = game.ruleset(ruleset)
        start = game.initial_state(rules, seats) if state is None else state
        super().__init__(  # type: ignore[no-untyped-call]
            game=game, ruleset=getattr(start, "ruleset", rules), start=start, **params
        )

    # Reading

    @property
    def state(self) -> Any:
        """The state after the moves played."""
        return self.history[self.ply - 1].after if self.ply else self.start

    @property
    def trace(self) -> Trace[Any, Any] | None:
        """The trace of the last move played."""
        return self.history[self.ply - 1] if self.ply else None

    @property
    def shown(self) -> Any:
        """The state on show: after ``cursor`` steps of the last trace."""
        trace = self.trace
        if trace is None:
            return self.start
        return trace.steps[min(self.cursor, len(trace.steps)) - 1].state if self.cursor else trace.before

    def children(self, node: int) -> tuple[int, ...]:
        """The nodes that follow a node; -1 is the start."""
        return tuple(index for index, one in enumerate(self.tree) if one.parent == node)

    # Writing

    def play(self, move: Any) -> Trace[Any, Any]:
        """Play a move, given as a move or as text. A move played before from here goes on in its line.

        Returns:
            its trace; the cursor stands before its first step.

        Raises:
            NotationError, IllegalMoveError: nothing changes then.
        """
        state = self.state
        if isinstance(move, str):
            move = self.game.parse_move(state, move)
        trace: Trace[Any, Any] = self.game.trace(state, move)
        self.game.refuse(trace)
        here = self.line[self.ply - 1] if self.ply else -1
        known = next((index for index in self.children(here) if self.tree[index].trace.move == move), None)
        if known is not None:
            self._show(self._line_through(known), self.ply + 1, 0)
            known_trace: Trace[Any, Any] = self.tree[known].trace
            return known_trace
        tree = (*self.tree, Node(here, trace))
        line = (*self.line[: self.ply], len(self.tree))
        self._update(
            tree=tree, line=line, history=tuple(tree[index].trace for index in line), ply=self.ply + 1, cursor=0
        )
        return trace

    def undo(self, *, decision: bool = False) -> bool:
        """Go back one move; with ``decision``, to where a player last had a choice.

        Returns:
            whether there was a move to take back.
        """
        if not self.ply:
            return False
        ply = self.ply - 1
        while decision and ply and self._mover(ply) in (CHANCE, FORCED):
            ply -= 1
        self._show(self.line, ply)
        return True

    def redo(self, *, decision: bool = False) -> bool:
        """Go forward one move of the line; with ``decision``, to where a player next has a choice, or the end.

        Returns:
            whether there was a move to play again.
        """
        if self.ply >= len(self.line):
            return False
        ply = self.ply + 1
        while decision and ply < len(self.line) and self._mover(ply) in (CHANCE, FORCED):
            ply += 1
        self._show(self.line, ply)
        return True

    def goto(self, ply: int, cursor: int | None = None, *, node: int | None = None) -> None:
        """Go to a move.

        Args:
            ply: moves played, 0 for the start; negative counts from the end of the line (-1: the end).
            cursor: the step of its trace to show; by default the last.
            node: a node of the tree: its line becomes the present one, and ``ply`` is counted on it.

        Raises:
            GameError: no such move.
        """
        line = self.line
        if node is not None:
            if not 0 <= node < len(self.tree):
                raise GameError("there is no move number {node} in this game's lines", node=node)
            line = self._line_through(node)
        count = len(line)
        wanted = ply + count + 1 if ply < 0 else ply
        if not 0 <= wanted <= count:
            raise GameError("there is no move {ply}; this line has {count}", ply=ply, count=count)
        self._show(line, wanted, cursor)

    def goto_node(self, node: int, cursor: int | None = None) -> None:
        """Go to a node of the tree, on its line."""
        if not 0 <= node < len(self.tree):
            raise GameError("there is no move number {node} in this game's lines", node=node)
        line = self._line_through(node)
        self._show(line, line.index(node) + 1, cursor)

    def reset(self, state: Any = None, ruleset: Ruleset | str | None = None, seats: int | None = None) -> None:
        """Begin anew, from a state or with a new game.

        Raises:
            PositionError: no such ruleset or number of players; nothing changes then.
        """
        if state is None:
            state = self.game.initial_state(self.ruleset if ruleset is None else self.game.ruleset(ruleset), seats)
        rules = getattr(state, "ruleset", self.ruleset)
        self._update(start=state, ruleset=rules, tree=(), line=(), history=(), ply=0, cursor=0)

    def load(self, record: Record, ply: int | None = None, cursor: int | None = None) -> None:
        """Replace everything by a record.

        Args:
            ply: where to go; by default the end.
            cursor: the step to show there; by default the last.

        Raises:
            DataError: the record is of another game or holds a wrong move; nothing changes then.
        """
        if record.game != self.game.id:
            raise DataError("record", "game", "is a game of {game}, not of {id}", game=record.game, id=self.game.id)
        start, tree, line = replay_lines(record)
        count = len(line) if ply is None else max(0, min(ply, len(line)))
        steps = len(tree[line[count - 1]].trace.steps) if count else 0
        self._update(
            start=start, ruleset=getattr(start, "ruleset", self.ruleset), tree=tree, line=line,
            history=tuple(tree[index].trace for index in line), ply=count,
            cursor=steps if cursor is None else max(0, min(cursor, steps)),
        )  # fmt: skip

    def record(self) -> Record:
        """The game with all its lines; the present line is the main one."""
        return Record(
            game=self.game.id,
            position=self.game.format_position(self.start),
            moves=tuple(self._text(trace) for trace in self.history),
            branches=self._branches(),
        )

    # Inside

    def _mover(self, ply: int) -> int:
        return int(self.game.current_player(self.history[ply].before)) if ply < len(self.history) else 0

    def _show(self, line: tuple[int, ...], ply: int, cursor: int | None = None) -> None:
        steps = len(self.tree[line[ply - 1]].trace.steps) if ply else 0
        self._update(
            line=line,
            history=tuple(self.tree[index].trace for index in line),
            ply=ply,
            cursor=steps if cursor is None else max(0, min(cursor, steps)),
        )

    def _update(self, **values: Any) -> None:
        with param.edit_constant(self):
            self.param.update(**values)

    def _line_through(self, node: int) -> tuple[int, ...]:
        """The line of a node: back to the start, and forward along the present line or the first children."""
        back = [node]
        while self.tree[back[-1]].parent >= 0:
            back.append(self.tree[back[-1]].parent)
        line = back[::-1]
        present = set(self.line)
        while children := self.children(line[-1]):
            line.append(next((child for child in children if child in present), children[0]))
        return tuple(line)

    def _branches(self) -> tuple[Branch, ...]:
        """Every line but the present one, each after the line that it leaves."""
        lines = [self.line]
        found: list[Branch] = []
        for number, line in enumerate(lines):  # grows as branches are found
            first = found[number - 1].ply + 1 if number else 0
            for ply in range(first, len(line)):
                for child in self.children(line[ply - 1] if ply else -1):
                    if child == line[ply]:
                        continue
                    own = [child]
                    while children := self.children(own[-1]):
                        own.append(children[0])
                    moves = tuple(self._text(self.tree[index].trace) for index in own)
                    found.append(Branch(line=number, ply=ply, moves=moves))
                    lines.append((*line[:ply], *own))
        return tuple(found)

    def _text(self, trace: Trace[Any, Any]) -> str:
        return str(self.game.format_move(trace.before, trace.move))
