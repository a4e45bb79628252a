"""What is installed holds everything that the project needs."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUILD = "import setuptools.build_meta as b, sys; print(b.build_wheel(sys.argv[1]))"


def test_the_wheel_holds_every_file_of_both_packages(tmp_path: Path) -> None:
    tree, out = tmp_path / "tree", tmp_path / "out"
    forgotten = shutil.ignore_patterns("__pycache__", "*.pyc", "*.egg-info")
    for folder in ("engine", "apps"):
        shutil.copytree(ROOT / folder, tree / folder, ignore=forgotten)
    for file in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / file, tree / file)
    subprocess.run([sys.executable, "-c", BUILD, str(out)], cwd=tree, check=True, capture_output=True)
    (wheel,) = out.glob("matadojo-*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    wanted = {path.relative_to(tree).as_posix() for path in tree.glob("*/**/*") if path.is_file()}
    wanted = {name for name in wanted if name.startswith(("engine/", "apps/"))}
    assert wanted <= held
    assert {name.partition("/")[0] for name in held if ".dist-info" not in name} == {"engine", "apps"}
    entry = next(name for name in held if name.endswith("entry_points.txt"))
    assert b"matadojo = apps.cli:main" in zipfile.ZipFile(wheel).read(entry)
