"""Whose turn it is at a table, what the others would like, and how the game ended."""

from __future__ import annotations

from typing import Any

import param

from engine import CHANCE, END, Step

from ..school.games import AGAIN, BACK, ENOUGH
from .table_play import TablePlay
from .texts import TURN, words
from .turn import Turn


class TableTurn(Turn):
    """The turn at a table."""

    play = param.ClassSelector(class_=TablePlay, constant=True)

    @param.depends(
        "play.said", "play.sight", "play.session.start", "play.session.tree", "play.session.ply", "play.session.line",
        "play.session.viewer", "play.session.language",
    )  # fmt: skip
    def content(self) -> dict[str, Any]:
        """What the script draws."""
        play = self.play
        line = play.sight.line
        content = super().content()
        return {
            **content,
            "seat": line.turn if line.begun else None,
            "title": self._headline(),
            "hint": self._rest(),
            "outcomes": [],
            "draws": None,
            "ends": line.over,
            "follows": False,
        }

    def _headline(self) -> str:
        play, line = self.play, self.play.sight.line
        game, language = play.session.game, play.session.language
        if not line.begun:
            return play.word("not_begun")
        if line.over:
            return words(TURN, language)["over"]
        assert line.turn is not None
        if line.turn != play.seat:
            return play.word("wait_for", name=play.player(line.turn))
        prompt = game.prompt(line.state, language)
        return play.word("your_turn", what=prompt) if prompt else play.word("yours")

    def _rest(self) -> str:
        play, line = self.play, self.play.sight.line
        if not line.begun or line.over:
            return ""
        if not play.latest:
            return play.word("earlier")
        if play.mine:
            return self._hint(words(TURN, play.session.language))
        return play.session.game.prompt(line.state, play.session.language)

    def _buttons(self, say: dict[str, str]) -> list[dict[str, Any]]:
        play = self.play
        if not play.latest:
            return [{"message": {"last": True}, "label": play.word("to_last"), "big": True}]
        if not play.mine:
            return []
        if play.mover == CHANCE:
            book, language = play.session.game.rulebook, play.session.language
            label = book.button("chance", language) if "chance" in book.buttons else say["draw"]
            return [{"message": {"draw": True}, "label": label, "big": True}]
        return super()._buttons(say)

    def _result(self, say: dict[str, str]) -> dict[str, Any] | None:
        play, line = self.play, self.play.sight.line
        ask = play.sight.ask
        asked = None if ask is None else self._asked(ask.what, ask.by, play.seat in ask.yes)
        if not line.over:
            return asked
        ends: list[str] = []
        if line.left is not None:
            ends = [play.word("gave_up", name=play.player(line.left))]
        elif line.stopped:
            ends = [play.word("stopped")]
        elif line.traces:
            ends = [play.session.game.rulebook.sentence(step, play.session.language) for step in _ends(line.traces[-1])]
        if line.winner is not None:
            ends.append(say["won"].format(seat=play.player(line.winner)))
        elif not line.stopped and not ends:
            ends.append(say["draw_game"])
        outcome = None if line.left is not None or line.stopped else play.session.game.outcome(line.state)
        scores = outcome.scores if outcome else ()
        again = {"message": {"ask": AGAIN}, "label": say["again"]}
        return {
            "winner": line.winner,
            "says": [*ends, *(asked["says"] if asked else [])],
            "scores": [f"{play.player(seat)}: {score}" for seat, score in enumerate(scores)],
            "buttons": asked["buttons"] if asked else [again] if play.seat is not None else [],
        }

    def _asked(self, what: str, by: int, agreed: bool) -> dict[str, Any]:
        play = self.play
        own = by == play.seat
        yes = {"message": {"agree": what}, "label": play.word("yes")}
        no = {"message": {"decline": True}, "label": play.word("withdraw" if own else "no")}
        wish = play.word(f"own_{what}" if own else f"asks_{what}", name=play.player(by))
        buttons = [] if play.seat is None else [no] if agreed else [yes, no]
        return {"winner": None, "says": [wish], "scores": [], "buttons": buttons}

    def _hear(self, message: dict[str, Any]) -> None:
        play = self.play
        match message:
            case {"tap": str(tap)}:
                play.tap(tap)
            case {"draw": True}:
                play.draw()
            case {"last": True}:
                play.last()
            case {"ask": str(what)} if what in (AGAIN, BACK, ENOUGH):
                play.act(lambda: play.games.ask(play.key, what))
            case {"agree": str(what)} if what in (AGAIN, BACK, ENOUGH):
                play.act(lambda: play.games.ask(play.key, what, agree=True))
            case {"decline": True}:
                play.act(lambda: play.games.decline(play.key))


def _ends(trace: Any) -> list[Step[Any]]:
    return [step for step in trace.steps if step.kind is END]
