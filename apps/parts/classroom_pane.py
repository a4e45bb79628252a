"""The browser's side of the teacher's page."""

from __future__ import annotations

import param
from panel.custom import Child

from .classroom_ask import IDLE
from .esm import module
from .pane import Pane, sheet


class ClassroomPane(Pane):
    """The browser's side."""

    words = param.Dict(default={}, doc="Texts of the script.")
    roster = param.List(default=[], doc="Who is in the class: id, nickname, where, whether they have answered.")
    asking = param.Dict(default={"phase": IDLE}, doc="The question, and what was answered so far.")
    choose = param.Dict(default={}, doc="What can be asked about the game on the desk.")
    work = param.Dict(default={}, doc="The set work, and who knows what.")
    stage = Child(default=None, doc="What is on the desk.")
    play = Child(default=None, doc="Who plays whom.")

    _esm = module("classroom", "renderClassroom")
    _stylesheets = [*Pane._stylesheets, sheet("theme", "question", "classroom")]  # noqa: RUF012 (Panel's own convention)
