"""Whose turn it is, what can be done now, why something cannot, and how the game ended."""

from __future__ import annotations

from typing import Any

import panel as pn
import param

from engine import CHANCE, END, FORCED, TERMINAL, GameError

from .channel import channel
from .esm import module
from .pane import Pane
from .play import CHOOSE, DONE, DRAWS, Play
from .seats import seat_name, signs
from .texts import TURN, words


class TurnPane(Pane):
    """The browser's side."""

    _esm = module("turn", "renderTurn")


def draw_choices(play: Play) -> dict[str, Any]:
    """Who draws for chance, as a field: its label, its value, and what there is to choose from."""
    say = words(TURN, play.session.language)
    return {"label": say["draws"], "value": play.draws, "options": [[mode, say[mode]] for mode in DRAWS]}


class Turn(pn.viewable.Viewer):
    """The turn, its buttons and its notices."""

    play = param.ClassSelector(class_=Play, constant=True)

    def __init__(self, play: Play, **params: Any) -> None:
        super().__init__(play=play)
        self._pane = TurnPane(self._hear, play.say, lambda: play.session.language, content=self.content, **params)

    def __panel__(self) -> Pane:
        return self._pane

    @param.depends(
        "play.said", "play.awaited", "play.draws", "play.computers", "play.session.start", "play.session.tree",
        "play.session.ply",
        "play.session.line", "play.session.viewer", "play.session.language",
    )  # fmt: skip
    def content(self) -> dict[str, Any]:
        """What the script draws."""
        play, session = self.play, self.play.session
        game, language, state = session.game, session.language, session.state
        say = words(TURN, language)
        count, mover = game.seat_count(state), play.mover
        return {
            "seat": mover if mover >= 0 else None,
            "title": self._title(say),
            "hint": self._hint(say),
            "buttons": self._buttons(say),
            "outcomes": self._outcomes(),
            "notice": play.notice,
            "rule": game.rulebook.title(play.refusal.refusal.rule, language) if play.refusal else "",
            "result": self._result(say),
            "draws": draw_choices(play) if mover == CHANCE else None,
            "signs": signs(game, count),
            "channel": channel(session).id,
            "trace": channel(session).key(session, play.shown),
            "ends": mover == TERMINAL,
            "follows": play.follows,
            "words": {key: say[key] for key in ("not_allowed", "chances", "to_do", "watch")},
        }  # fmt: skip

    def _title(self, say: dict[str, str]) -> str:
        session, mover = self.play.session, self.play.mover
        if self.play.waits and not self.play.back:
            return say["computer"].format(seat=seat_name(session.game, mover, session.language))
        prompt = session.game.prompt(session.state, session.language)
        if prompt:
            return prompt
        if mover >= 0:
            return say["turn"].format(seat=seat_name(session.game, mover, session.language))
        return say[{CHANCE: "chance", FORCED: "forced", TERMINAL: "over"}[mover]]

    def _hint(self, say: dict[str, str]) -> str:
        play = self.play
        if play.mover == TERMINAL:
            return ""
        if play.waits:
            return say["hint_back" if play.back else "hint_computer"]
        if play.hidden:
            return say["hint_hidden"]
        if play.mover == CHANCE:
            return say["hint_choose"] if self._choosing else ""
        if play.mover == FORCED:
            return say["hint_forced"]
        if play.preview is not None:
            return say["hint_preview"]
        if self._on_board:
            return say["hint_then" if play.chosen else "hint_first"]
        return say["hint_button"]

    @property
    def _choosing(self) -> bool:
        # The chances of a draw may tell what lies hidden, so one who looks as a seat does not choose.
        return self.play.draws == CHOOSE and self.play.session.viewer is None

    @property
    def _on_board(self) -> bool:
        places = self.play.places
        return any(tap in places for tap in self.play.can)

    def _buttons(self, say: dict[str, str]) -> list[dict[str, Any]]:
        play, session = self.play, self.play.session
        book, language = session.game.rulebook, session.language
        if play.waits:
            return []
        if play.hidden:
            name = seat_name(session.game, play.mover, language)
            return [
                {"message": {"look": play.mover}, "label": say["look_as"].format(seat=name)},
                {"message": {"look": None}, "label": say["see_all"]},
            ]
        if play.mover == CHANCE:
            label = book.button("chance", language) if "chance" in book.buttons else say["draw"]
            return [] if self._choosing else [{"message": {"draw": True}, "label": label, "big": True}]
        return [
            {
                "message": {"tap": tap},
                "label": play.label(tap),
                "big": play.mover == FORCED or (tap == DONE and play.preview is not None),
                "on": tap in play.chosen,
            }
            for tap in play.buttons
        ]

    def _outcomes(self) -> list[dict[str, Any]]:
        play, session = self.play, self.play.session
        if play.mover != CHANCE or not self._choosing:
            return []
        game, state = session.game, session.state
        return [
            {
                "index": index,
                "label": self._outcome_label(move),
                "chance": f"{probability} · {float(100 * probability):.0f} %",
            }
            for index, (move, probability) in enumerate(game.chance_outcomes(state))
        ]

    def _outcome_label(self, move: Any) -> str:
        session = self.play.session
        book, taps = session.game.rulebook, session.game.taps(session.state, move)
        if taps and all(tap in book.buttons for tap in taps):
            return " ".join(book.button(tap, session.language) for tap in taps)
        return session.game.format_move(session.state, move)

    def _result(self, say: dict[str, str]) -> dict[str, Any] | None:
        session = self.play.session
        game, language, state = session.game, session.language, session.state
        more = [
            {"message": {"next": id}, "label": game.rulebook.word(f"next.{id}", language, seats=seats)}
            for id, seats, _ in game.next_games(state)
        ]
        outcome = game.outcome(state)
        if outcome is None:
            return {"buttons": more} if more else None
        if session.trace is not None:
            ends = [game.rulebook.sentence(step, language) for step in session.trace.steps if step.kind is END]
        else:
            ends = []
        names = [seat_name(game, seat, language) for seat in range(game.seat_count(state))]
        result = say["draw_game"] if outcome.winner is None else say["won"].format(seat=names[outcome.winner])
        if not ends or (outcome.winner is not None and names[outcome.winner] not in " ".join(ends)):
            ends.append(result)
        return {
            "winner": outcome.winner,
            "says": ends,
            "scores": [f"{name}: {score}" for name, score in zip(names, outcome.scores, strict=False)],
            "buttons": [{"message": {"again": True}, "label": say["again"]}, *more],
        }

    def _hear(self, message: dict[str, Any]) -> None:
        play, session = self.play, self.play.session
        match message:
            case {"tap": str(tap)}:
                play.tap(tap)
            case {"draw": True}:
                play.draw()
            case {"seen": str()}:
                if play.follows:
                    play.draw()
            case {"outcome": int(index)}:
                outcomes = session.game.chance_outcomes(session.state) if self._choosing else ()
                if not 0 <= index < len(outcomes):
                    raise GameError(words(TURN, session.language)["gone"])
                play.play(outcomes[index][0])
            case {"draws": str(mode)} if mode in DRAWS:
                play.draws = mode
            case {"look": None | int() as viewer}:
                play.look_as(viewer)
            case {"again": True} if session.game.outcome(session.state) is not None:
                play.reset(session.game.rematch(session.state))
            case {"next": str(wanted)}:
                for id, _, state in session.game.next_games(session.state):
                    if id == wanted:
                        play.reset(state)
