"""From a tap to the new picture: ``python benchmarks/tap.py``.

One visitor sets up bullfighters and takes the moves back again, in Chromium, with the server in a process of its own. A
tap counts from the click to the first frame that shows the piece; the server has played the move, drawn its trace and
sent it in between.
"""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

ROOT = Path(__file__).parents[1]
SERVE = "from apps.parts.serving import serve; serve(port={port}, show=False)"

TAP = """async (cell) => {
  const find = (root, selector) => {
    const found = root.querySelector(selector)
    if (found) return found
    for (const el of root.querySelectorAll("*")) {
      const inside = el.shadowRoot && find(el.shadowRoot, selector)
      if (inside) return inside
    }
    return null
  }
  const target = find(document, `.md-board .target[data-tap="${cell}"]`)
  const start = performance.now()
  target.dispatchEvent(new MouseEvent("click", {bubbles: true, composed: true}))
  for (;;) {
    await new Promise(requestAnimationFrame)
    const now = find(document, `.md-board .target[data-tap="${cell}"]`)
    if (now?.getAttribute("aria-label").includes("bullfighter")) return performance.now() - start
    if (performance.now() - start > 5000) return NaN
  }
}"""


def measure(page: Page, address: str, count: int) -> list[float]:
    """Milliseconds of each tap."""
    page.goto(f"{address}/matadoon")
    page.locator(".md-board .target.tappable").first.wait_for()
    times = []
    for number in range(count):
        cell = ("d4", "c3", "e5", "c4")[number % 4]
        times.append(page.evaluate(TAP, cell))
        expect(page.locator(".moves .list")).to_contain_text(f"@{cell}")
        page.get_by_role("button", name="Take back").click()
        expect(page.locator(f'.md-board .target[data-tap="{cell}"]')).to_have_class(re.compile(r"\bcan\b"))
    return times


def main() -> None:
    """Start a server and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--port", type=int, default=5780)
    options = parser.parse_args()
    server = subprocess.Popen(
        [sys.executable, "-c", SERVE.format(port=options.port)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        server.stdout.readline()
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
            times = sorted(measure(browser.new_page(), f"http://localhost:{options.port}", options.count))
            browser.close()
    finally:
        server.terminate()
        server.wait()
    late = times[int(0.95 * len(times))]
    print(f"a tap to the new picture: median {statistics.median(times):.0f} ms, 95% {late:.0f} ms")


if __name__ == "__main__":
    main()
