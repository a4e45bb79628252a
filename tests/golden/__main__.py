"""Write every golden text anew."""

from __future__ import annotations

from tests.golden import golden_text, specs

for spec in specs():
    path, text = spec.with_suffix(".txt"), golden_text(spec)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
        print(path)
