"""New game, position, files, links, whose eyes to look with: all that does not belong to a single move."""

from __future__ import annotations

import base64
import binascii
from typing import Any

import panel as pn
import param

from engine import GameError
from engine.record import MAX_BYTES, parse_record

from .esm import module
from .forms import new_game_form, state_from_form
from .link import link
from .pane import Pane, guarded
from .play import DRAWS, Play
from .seats import viewers
from .texts import MENU, words
from .turn import draw_choices


class MenuPane(Pane):
    """The browser's side."""

    _esm = module("menu", "renderMenu")


class Menu(pn.viewable.Viewer):
    """The bar above the board, and its dialogs.

    The texts of a dialog are sent when it is opened: most visitors open none. A dialog closes when its wish could be
    granted; otherwise it stays and says why not.
    """

    play = param.ClassSelector(class_=Play, constant=True)

    def __init__(self, play: Play, **params: Any) -> None:
        super().__init__(play=play)
        self._pane = MenuPane(self._hear, play.say, lambda: play.session.language, content=self.content, **params)

    def __panel__(self) -> Pane:
        return self._pane

    @param.depends("play.draws", "play.careful", "play.session.start", "play.session.viewer", "play.session.language")
    def content(self) -> dict[str, Any]:
        """What the script draws."""
        session = self.play.session
        count = session.game.seat_count(session.start)
        return {
            "viewers": [[viewer, label] for viewer, label in viewers(session.game, count, session.language)],
            "viewer": session.viewer,
            "draws": draw_choices(self.play),
            "careful": self.play.careful,
            "words": words(MENU, session.language),
            "limit": MAX_BYTES,
            "game": session.game.id,
        }

    def _hear(self, message: dict[str, Any]) -> None:
        match message:
            case {"look": None | int() as viewer}:
                self.play.look_as(viewer)
            case {"draws": str(mode)} if mode in DRAWS:
                self.play.draws = mode
            case {"careful": bool(careful)}:
                self.play.careful = careful
            case {"random": True}:
                self.play.random_game()
            case {"open": "new"}:
                session = self.play.session
                count = session.game.seat_count(session.start)
                form = new_game_form(session.game, session.ruleset, count, session.language)
                self._pane.send({"dialog": "new", "form": form})
            case {"open": "position"}:
                session = self.play.session
                book = session.game.rulebook
                signs = book.word("position", session.language) if "position" in book.words else ""
                self._pane.send({"dialog": "position", "text": self._position(), "signs": signs})
            case {"save": True}:
                session = self.play.session
                self._pane.send({"file": f"{session.game.id}.json", "text": session.record().to_json() + "\n"})
            case {"link": True}:
                query, whole = link(self.play.session)
                note = "link_copied" if whole else "link_position"
                self._pane.send({"link": query, "note": words(MENU, self.play.session.language)[note]})
            case {"new": {"preset": str(preset), "seats": int(seats), "start": int(start), "values": dict(values)}}:
                self._try(lambda: self._new_game(preset, seats, start, values))
            case {"position": str(text)}:
                self._try(lambda: self._show_position(text))
            case {"load": str(data), "name": str(name)}:
                self._try(lambda: self._load(data, name[:80] or "record"))

    def _try(self, action: Any) -> None:
        """Grant a wish of a dialog and close it, or let the dialog say why not."""
        failed: list[str] = []
        guarded(action, failed.append, self.play.session.language)
        self._pane.send({"error": failed[0]} if failed else {"close": True})

    def _position(self) -> str:
        session = self.play.session
        state = session.state
        if session.viewer is not None:
            state = session.game.observation(state, session.viewer)
        return session.game.format_position(state)

    def _new_game(self, preset: str, seats: int, start: int, values: dict[str, Any]) -> None:
        play = self.play
        play.reset(state_from_form(play.session.game, preset, seats, start, values, play.rng))

    def _show_position(self, text: str) -> None:
        language = self.play.session.language
        if len(text) > MAX_BYTES:
            raise GameError(words(MENU, language)["too_long"])
        self.play.session.reset(self.play.session.game.parse_position(text))
        self.play.say()

    def _load(self, data: str, name: str) -> None:
        language = self.play.session.language
        if len(data) > 2 * MAX_BYTES:
            raise GameError(words(MENU, language)["too_long"])
        try:
            content = base64.b64decode(data, validate=True)
        except (binascii.Error, ValueError) as error:
            raise GameError(words(MENU, language)["not_sent"]) from error
        session = self.play.session
        session.load(parse_record(content, name, session.game.id))
        self.play.say()
