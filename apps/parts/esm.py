"""Joins the small JavaScript files of ``js/`` into one module, following their imports. No build step, no packages.

Each file keeps a scope of its own, and is a proper ES module by itself. ``"CSS:name.css"`` in it stands for the text
of a style sheet in ``css/``, or of ``engine/art/scene.css``.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path

from engine.drawing import style_sheet

JS = Path(__file__).parent / "js"
CSS = Path(__file__).parent / "css"
_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./([\w-]+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const)) (\w+)", re.MULTILINE)
_SHEET = re.compile(r'"CSS:([\w-]+\.css)"')


@lru_cache
def module(entry: str, render: str = "") -> str:
    """The text of an ES module.

    Args:
        entry: name of a file in ``js/``, without ``.js``.
        render: the function that Panel calls to draw the component; "" for a module that runs by itself.
    """
    scopes: dict[str, str] = {}
    _collect(entry, scopes)
    text = "\n".join(scopes.values())
    return f"{text}\nexport default {{ render: ${entry}.{render} }};\n" if render else text


def _collect(name: str, scopes: dict[str, str]) -> None:
    text = (JS / f"{name}.js").read_text(encoding="utf-8")
    for _, needed in _IMPORT.findall(text):
        if needed not in scopes:
            _collect(needed, scopes)
    exported = ", ".join(found for _, found in _EXPORT.findall(text))
    body = _EXPORT.sub(r"\1 \2", _IMPORT.sub(r"const \1 = $\2;\n", text))
    body = _SHEET.sub(lambda found: json.dumps(_sheet(found.group(1)), ensure_ascii=False), body)
    scopes[name] = f"const ${name} = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();"


def _sheet(name: str) -> str:
    return style_sheet() if name == "scene.css" else (CSS / name).read_text(encoding="utf-8")
