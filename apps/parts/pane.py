"""The common ground of the parts that a script draws from plain data: turn, moves, menu, rulebook, room.

A pane has one parameter, ``content``, that python fills (mostly by a method that depends on the session), and tells
python by messages what a person did in it. So a pane is one small model, whatever it shows.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

import panel as pn
import param
from panel.custom import JSComponent

from engine import GameError
from engine.drawing import style_sheet
from engine.words import SOURCE_LANGUAGE

from .texts import PLAY, words

CSS = Path(__file__).parent / "css"
log = logging.getLogger("matadojo")


@lru_cache
def sheet(*names: str) -> str:
    """The text of style sheets of ``css/``."""
    return "\n".join((CSS / f"{name}.css").read_text(encoding="utf-8") for name in names)


def seat_colours() -> str:
    """The colours of the seats, as the pictures have them."""
    return "\n".join(re.findall(r"^\.md-scene (\.seat-\d \{[^}]*\})", style_sheet(), re.MULTILINE))


def scene_colours() -> str:
    """The colours of pieces, for art that stands outside a picture."""
    found = re.search(r"^\.md-scene \{[^}]*\}", style_sheet(), re.MULTILINE)
    assert found is not None
    return found[0]


class Pane(JSComponent):
    """A piece of the page.

    Args:
        on_message: gets each message of the script.
        say: gets the sentence about a message that could not be followed.
        language: gives the language of that sentence.
        params: ``content`` and what any Panel component takes.
    """

    content = param.Dict(default={}, doc="What the script draws.")

    __abstract = True
    _render_policy = "manual"
    _stylesheets: ClassVar[list[str]] = [sheet("pane") + seat_colours()]

    def __init__(
        self,
        on_message: Callable[[dict[str, Any]], None] | None = None,
        say: Callable[[str], None] | None = None,
        language: Callable[[], str] = lambda: SOURCE_LANGUAGE,
        **params: Any,
    ) -> None:
        params.setdefault("sizing_mode", "stretch_width")
        super().__init__(**params)
        self._hear = on_message
        self._say = say or log.warning
        self._language = language

    def send(self, message: dict[str, Any]) -> None:
        """Send a message to the script."""
        self._send_msg(message)

    def _handle_msg(self, data: Any) -> None:
        hear = self._hear
        if hear is not None and isinstance(data, dict):
            # What changes before the browser has said that it is ready never reaches it: on a busy server a message can
            # be that early. It waits then.
            pn.state.onload(lambda: guarded(lambda: hear(data), self._say, self._language()))


def guarded(action: Callable[[], Any], say: Callable[[str], Any], language: str = SOURCE_LANGUAGE) -> None:
    """Do what somebody asked for; what goes wrong becomes a sentence.

    The one place where an unexpected error is caught: the person reads a friendly line and goes on, the log has it all.
    """
    try:
        action()
    except GameError as error:
        say(error.told(language))
    except Exception:
        log.exception("a message could not be followed")
        say(words(PLAY, language)["fault"])
