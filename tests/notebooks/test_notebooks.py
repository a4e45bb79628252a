"""Every notebook runs from top to bottom, is stored without outputs, and is prose and calls."""

from __future__ import annotations

import ast
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from engine import GAMES

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.For, ast.While, ast.Try)


def read(path: Path) -> nbformat.NotebookNode:
    return nbformat.read(path, as_version=4)


def test_every_game_has_its_notebook() -> None:
    assert set(GAMES) <= {path.stem for path in NOTEBOOKS}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path) -> None:
    notebook = read(path)
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(ROOT)}}).execute()
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(cell.execution_count for cell in code)
    errors = [out for cell in code for out in cell.outputs if out.output_type == "stream" and out.name == "stderr"]
    assert not errors
    kinds = {kind for cell in code for out in cell.outputs for kind in out.get("data", {})}
    assert {"image/svg+xml", "text/html"} <= kinds


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_stored_without_outputs(path: Path) -> None:
    notebook = read(path)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None
    assert set(notebook.metadata) <= {"kernelspec", "language_info"}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_prose_and_calls(path: Path) -> None:
    cells = read(path).cells
    assert cells[0].cell_type == "markdown"
    for cell in cells:
        if cell.cell_type == "code":
            found = [node for node in ast.walk(ast.parse(cell.source)) if isinstance(node, DEFINITIONS)]
            assert not found, cell.source
            assert len(cell.source.splitlines()) <= 15
