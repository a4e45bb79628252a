"""Write every golden text anew, and the README's picture."""

from __future__ import annotations

from tests.golden import PICTURE, golden_text, picture, specs

written = {spec.with_suffix(".txt"): golden_text(spec) for spec in specs()} | {PICTURE: picture()}
for path, text in written.items():
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
        print(path)
