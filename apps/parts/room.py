"""A game's page: Explore, Rules and what else the game has to show, and the address that remembers where one is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import param
from panel.custom import Child
from panel.viewable import Viewer

from .channel import channel
from .esm import module
from .explorer import Explorer
from .learn import Learn
from .link import link
from .pane import Pane
from .rules_page import RulesPage

Views = Mapping[str, Callable[[Explorer], Any]]
"""Name of a view (a key of ``texts.SHELL``, and what stands after # in the address) -> a function that makes it."""
RULES: Views = {"rules": lambda explorer: RulesPage(explorer.session.game, explorer.session.language)}
LEARN: Views = {
    "learn": lambda explorer: Learn(explorer.session.game, explorer.session.language, linked=True),
}
_SLOTS = ("view0", "view1", "view2", "view3", "view4", "view5")


class RoomPane(Pane):
    """The browser's side: shows one of the views and keeps the address."""

    explorer = Child()
    view0 = Child(default=None)
    view1 = Child(default=None)
    view2 = Child(default=None)
    view3 = Child(default=None)
    view4 = Child(default=None)
    view5 = Child(default=None)

    _esm = module("room", "renderRoom")


class Room(Viewer):
    """Explore and the other views of one game. Each of those is made when it is first opened."""

    explorer = param.ClassSelector(class_=Explorer, constant=True)

    def __init__(self, explorer: Explorer, views: Views = RULES) -> None:
        super().__init__(explorer=explorer)
        self._slots = dict(zip(views, _SLOTS, strict=False))
        self._views = views
        self._pane = RoomPane(
            self._hear, explorer.play.say, lambda: explorer.session.language, content=self.content, explorer=explorer
        )

    def __panel__(self) -> Pane:
        return self._pane

    @param.depends(
        "explorer.session.start", "explorer.session.tree", "explorer.session.line", "explorer.session.ply",
        "explorer.session.viewer",
    )  # fmt: skip
    def content(self) -> dict[str, Any]:
        """The address. It holds no game for one who looks with a player's eyes: hidden things would be in it."""
        session = self.explorer.session
        untouched = not session.tree and session.start == session.game.initial_state()
        secret = session.viewer is not None and session.game.views == "eyes"
        query, whole = ("", untouched) if secret or untouched else link(session)
        return {
            "query": query,
            "kept": whole,
            "channel": channel(session).id,
            "slots": self._slots,
        }

    def _hear(self, message: dict[str, Any]) -> None:
        name = message.get("open")
        if isinstance(name, str) and name in self._slots and getattr(self._pane, self._slots[name]) is None:
            setattr(self._pane, self._slots[name], self._views[name](self.explorer))
