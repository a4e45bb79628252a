"""A game's page: Explore and Rules, and the address that remembers where one is."""

from __future__ import annotations

from typing import Any

import param
from panel.custom import Child
from panel.viewable import Viewer

from .channel import channel
from .esm import module
from .explorer import Explorer
from .link import link
from .pane import Pane
from .rules_page import RulesPage


class RoomPane(Pane):
    """The browser's side: shows one of the two views and keeps the address."""

    explorer = Child()
    rules = Child(default=None)

    _esm = module("room", "renderRoom")


class Room(Viewer):
    """Explore and Rules of one game. The rulebook is made when it is first opened."""

    explorer = param.ClassSelector(class_=Explorer, constant=True)

    def __init__(self, explorer: Explorer) -> None:
        super().__init__(explorer=explorer)
        self._pane = RoomPane(self._hear, explorer.play.say, content=self.content, explorer=explorer)

    def __panel__(self) -> Pane:
        return self._pane

    @param.depends(
        "explorer.session.start", "explorer.session.tree", "explorer.session.line", "explorer.session.ply",
        "explorer.session.viewer",
    )  # fmt: skip
    def content(self) -> dict[str, Any]:
        """The address. It holds no game for one who looks with a player's eyes: hidden things would be in it."""
        session = self.explorer.session
        untouched = not session.tree and session.viewer is None
        return {
            "query": "" if untouched or session.viewer is not None else link(session)[0],
            "channel": channel(session).id,
        }

    def _hear(self, message: dict[str, Any]) -> None:
        if message.get("open") == "rules" and self._pane.rules is None:
            session = self.explorer.session
            self._pane.rules = RulesPage(session.game, session.language)
