"""Above the board of a table: who sits there, how others come to it, and what is seldom needed."""

from __future__ import annotations

from typing import Any

import panel as pn
import param

from ..school.game_keys import DOOR, HOST, WATCH
from ..school.games import BACK, ENOUGH
from . import serving
from .esm import module
from .moves import Moves
from .pane import Pane
from .pane import sheet as style
from .seats import seat_name, signs
from .table_play import TablePlay, eyes
from .texts import MENU, MOVES, TABLE_BAR, words


class TableBarPane(Pane):
    """The browser's side."""

    _esm = module("table_bar", "renderTableBar")
    _stylesheets = [*Pane._stylesheets, style("table_bar")]  # noqa: RUF012 (Panel's own convention)


class TableBar(pn.viewable.Viewer):
    """The people at a table."""

    play = param.ClassSelector(class_=TablePlay, constant=True)

    def __init__(self, play: TablePlay, **params: Any) -> None:
        super().__init__(play=play)
        hosts = play.sight.right.role == HOST
        self._invites = play.games.invites(play.key) if hosts else {}
        self._pane = TableBarPane(self._hear, play.say, content=self.content, **params)

    def __panel__(self) -> Pane:
        return self._pane

    @param.depends("play.sight", "play.here", "play.session.viewer", "play.session.language")
    def content(self) -> dict[str, Any]:
        """What the script draws."""
        play, sight, language = self.play, self.play.sight, self.play.session.language
        line, game = sight.line, sight.game
        playing = line.begun and not line.over
        hidden = game.views == "eyes" and play.seat is None and sight.right.role == HOST
        places = [seat_name(game, seat, language) for seat in range(len(sight.nicks))]
        return {
            "seats": [
                {
                    "nick": nick,
                    "place": places[seat],
                    "you": seat == play.seat,
                    "here": seat in play.here,
                    "turn": playing and line.turn == seat,
                    "key": self._invites.get(str(seat)),
                }
                for seat, nick in enumerate(sight.nicks)
            ],
            "door": self._invites.get(DOOR),
            "watch": self._invites.get(WATCH),
            "waiting": not line.begun,
            "watching": play.seat is None,
            "all": play.session.viewer is None if hidden else None,
            "can": {
                "back": playing and play.seat is not None and line.last_move_of(play.seat) is not None,
                "resign": playing and play.seat is not None and len(sight.nicks) == 2,
                "end": playing and play.seat is not None,
                "stop": playing and play.seat is None and sight.right.role == HOST,
            },
            "seed": sight.seed,
            "host": serving.reached_at,
            "signs": signs(game, len(sight.nicks)),
            "yours": play.word("yours") if playing and line.turn == play.seat else "",
            "words": {**words(TABLE_BAR, language), **{key: words(MENU, language)[key] for key in ("more", "close")}},
        }

    def _hear(self, message: dict[str, Any]) -> None:
        play = self.play
        games, key = play.games, play.key
        match message:
            case {"back": True}:
                play.act(lambda: games.ask(key, BACK))
            case {"end": True}:
                play.act(lambda: games.ask(key, ENOUGH))
            case {"resign": True}:
                play.act(lambda: games.resign(key, play.sight.line.count))
            case {"stop": True}:
                play.act(lambda: games.stop(key))
            case {"all": bool(all)} if play.seat is None:
                play.session.viewer = eyes(play.sight.game, play.sight.right, all)


class TableMoves(Moves):
    """The moves of a table: one looks back, and takes nothing back by that."""

    @param.depends(
        "play.session.start", "play.session.tree", "play.session.line", "play.session.ply", "play.session.viewer",
        "play.session.language",
    )  # fmt: skip
    def content(self) -> dict[str, Any]:
        """What the script draws."""
        language = self.play.session.language
        own = {"undo": words(TABLE_BAR, language)["earlier"], "redo": words(TABLE_BAR, language)["later"]}
        return {**super().content(), "words": {**words(MOVES, language), **own}}
