"""Who may import whom, read from the source and seen in a fresh interpreter."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import GAMES

ROOT = Path(__file__).parents[1]
TOOLKITS = {"panel", "bokeh", "holoviews", "panel_material_ui", "hvplot", "ipywidgets", "IPython"}
SOLVER = ("solver", "look", "back", "forward", "compiled", "check")
HEAVY = {"param", "numpy", "pandas", "pydantic", "numba", "sqlalchemy"}


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, anywhere in it, by its full name."""
    package = [*path.relative_to(ROOT).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            yield ".".join([*base, *([node.module] if node.module else [])])


def sources(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def roots(path: Path) -> set[str]:
    return {name.partition(".")[0] for name in imports(path)}


@pytest.mark.parametrize("path", sources("engine"), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_engine_knows_no_toolkit_and_no_page(path: Path) -> None:
    assert not roots(path) & (TOOLKITS | {"apps", "tests"})


@pytest.mark.parametrize("id", GAMES)
def test_a_room_imports_nothing_heavy_and_no_other_room(id: str) -> None:
    for path in sources(f"engine/{id}"):
        names = set(imports(path))
        others = {f"engine.{other}" for other in GAMES if other != id}
        # These count; nobody plays through them.
        if path.stem not in ("odds", "retro", "chances", *SOLVER):
            assert not {name.partition(".")[0] for name in names} & HEAVY, path
        assert not {name for name in names if ".".join(name.split(".")[:2]) in others}, path
        assert "engine.session" not in names, path


def test_only_the_session_imports_param() -> None:
    users = [path.relative_to(ROOT).as_posix() for path in sources("engine") if "param" in roots(path)]
    assert users == ["engine/session.py"]


def test_only_pages_and_tests_import_apps() -> None:
    users = {path.relative_to(ROOT).parts[0] for path in sources("engine", "benchmarks") if "apps" in roots(path)}
    assert "engine" not in users


def loaded_after(statement: str) -> set[str]:
    """The names of top-level modules in a fresh interpreter after a statement."""
    code = f"{statement}\nimport json, sys\nprint(json.dumps(sorted({{n.partition('.')[0] for n in sys.modules}})))"
    out = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT)
    return set(json.loads(out.stdout))


def test_importing_the_engine_is_light() -> None:
    """Under 0.3 s: no toolkit, nothing compiled beyond the standard library and YAML's own loader."""
    loaded = loaded_after("import engine")
    assert not loaded & (TOOLKITS | HEAVY | {"apps"})


def test_playing_a_game_loads_nothing_heavy() -> None:
    """The rules run in a bare Python, in a browser too."""
    games = "\n".join(
        f"game = engine.get_game({id!r}); state = game.initial_state()\n"
        "for move in game.candidate_moves(state)[:9]: game.trace(state, move).table()\n"
        "game.scene(state)"
        for id in GAMES
    )
    loaded = loaded_after(f"import engine\n{games}")
    assert not loaded & (TOOLKITS | HEAVY | {"apps"})


@pytest.mark.parametrize("command", ["trace", "replay", "lessons"])
def test_the_command_starts_without_a_toolkit(command: str) -> None:
    code = (
        "import sys, contextlib\nfrom apps.cli import main\n"
        f"with contextlib.suppress(SystemExit), contextlib.redirect_stdout(None): main([{command!r}, '--help'])"
    )
    assert not loaded_after(code) & (TOOLKITS | {"numpy", "pandas", "param"})
