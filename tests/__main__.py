"""All checks, one after the other: ``python -m tests``. Further arguments go to pytest.

Stops at the first kind that fails, and fails where no test ran.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    ("pytest", "-n", str(min(os.cpu_count() or 1, 4)), "--dist", "loadfile"),
)


def main(arguments: list[str]) -> int:
    """Run the checks; gives the exit code of the first that fails (pytest's own where no test ran), or 0."""
    for check in CHECKS:
        command = [sys.executable, "-m", *check, *(arguments if check[0] == "pytest" else ())]
        print("$", "python", *command[1:], flush=True)
        code = subprocess.run(command, cwd=ROOT, check=False).returncode
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
