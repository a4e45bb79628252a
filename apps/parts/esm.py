"""Joins the small JavaScript files of ``js/`` into one module, following their imports. No build step, no packages."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path

from engine.scene import style_sheet

JS = Path(__file__).parent / "js"
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([\w-]+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) )", re.MULTILINE)


@lru_cache
def module(entry: str, render: str = "") -> str:
    """The text of an ES module.

    Args:
        entry: name of a file in ``js/``, without ``.js``.
        render: the function that Panel calls to draw the component; "" for a module that runs by itself.
    """
    parts: dict[str, str] = {}
    _collect(entry, parts)
    if "styles" in parts:
        parts["styles"] = parts["styles"].replace('"SCENE_CSS"', json.dumps(style_sheet(), ensure_ascii=False))
        parts["styles"] = parts["styles"].replace(
            '"PARTS_CSS"', json.dumps((JS / "parts.css").read_text(encoding="utf-8"), ensure_ascii=False)
        )
    text = "\n".join(parts.values())
    return f"{text}\nexport default {{ render: {render} }};\n" if render else text


def _collect(name: str, parts: dict[str, str]) -> None:
    text = (JS / f"{name}.js").read_text(encoding="utf-8")
    for found in _IMPORT.finditer(text):
        if found.group(1) not in parts:
            _collect(found.group(1), parts)
    parts.setdefault(name, _EXPORT.sub("", _IMPORT.sub("", text)))
