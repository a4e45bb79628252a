"""``environment.yml`` and ``pyproject.toml`` ask for the same packages within the same bounds."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
Bounds = dict[str, frozenset[str]]
CONDA = {"redis-py": "redis"}
"""What is called otherwise on conda-forge."""


def bounds(requirements: list[str]) -> Bounds:
    """Name -> bounds; a package that comes twice must have the same bounds each time."""
    found: Bounds = {}
    for text in requirements:
        requirement = Requirement(text)
        assert requirement.extras <= {"binary"}  # of psycopg; conda's comes with what that brings
        assert requirement.marker is None
        limits = frozenset(map(str, requirement.specifier))
        name = canonicalize_name(requirement.name)
        assert found.setdefault(CONDA.get(name, name), limits) == limits, text
    return found


def project() -> dict[str, Any]:
    data: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return data


def test_the_two_lists_agree() -> None:
    wanted = project()
    extras = wanted["optional-dependencies"]
    here = bounds([*wanted["dependencies"], *(one for extra in extras.values() for one in extra)])
    here["python"] = frozenset({wanted["requires-python"]})
    listed: list[Any] = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))["dependencies"]
    conda = [one for one in listed if isinstance(one, str) and one != "pip"]
    pip = [one for entry in listed if isinstance(entry, dict) for one in entry["pip"]]
    assert not set(bounds(conda)) & set(bounds(pip))
    assert bounds([*conda, *pip]) == here
    assert not pip or "pip" in listed


def test_every_requirement_has_a_lower_bound() -> None:
    wanted = project()
    for name, limits in bounds([*wanted["dependencies"], *wanted["optional-dependencies"]["tests"]]).items():
        assert any(limit.startswith(">=") for limit in limits), name


def test_what_is_imported_is_asked_for() -> None:
    """Every package that the engine and the pages import is a core requirement, or comes with the standard library."""
    import ast
    import sys

    known = {"yaml": "pyyaml", "jinja2": "bokeh", "tornado": "bokeh", "markupsafe": "bokeh", "numba": "numba"}
    asked = set(bounds(project()["dependencies"])) | {
        "numba",
        "redis",
        "distributed",
    }  # loaded only where they are wanted
    for path in (*(ROOT / "engine").rglob("*.py"), *(ROOT / "apps").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            for top in {name.partition(".")[0] for name in names} - sys.stdlib_module_names - {"engine", "apps"}:
                assert known.get(top, top) in asked, (path, top)
