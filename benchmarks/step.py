"""What a step costs: milliseconds in the browser, messages to the server, bytes of a trace.

Run ``python -m benchmarks.step`` from the project's folder. It drives the system's Chromium.
"""

from __future__ import annotations

import statistics
import time
from typing import Any

import panel as pn
from panel.io.state import state
from panel.tests.util import serve_component
from playwright.sync_api import Page, sync_playwright

from apps.parts.board import Board, BoardView
from apps.parts.frames import compact, frames
from apps.parts.steps import RuleCard, RuleCardView, StepList, StepListView
from engine import get_game
from engine.session import Session

POSITION = """
arena: ring7
board: |
  . . . . . . .
  . . . R . . .
  . . A J . L .
  . . . . B . .
  . . . d . . T
  . . . . . . .
  . . . ^ . . .
placed_by: {d2: 0, d3: 1, f3: 2, g5: 3}
"""
STEP = """async ([from, to]) => {
    const find = (node, selector) => {
        for (const child of node.querySelectorAll('*')) {
            if (child.matches(selector)) return child;
            const inside = child.shadowRoot && find(child.shadowRoot, selector);
            if (inside) return inside;
        }
        return null;
    };
    const button = (name) => find(document, `.md-board button.${name}`);
    const result = { work: [], picture: [] };
    button('first').click();
    for (let step = from; step < to; step += 1) {
        await new Promise((done) => setTimeout(done, 120));
        const start = performance.now();
        button('forward').click();
        result.work.push(performance.now() - start);
        // After the frame that shows the change: a task queued from inside requestAnimationFrame runs when it is drawn.
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        result.picture.push(performance.now() - start);
    }
    return result;
}"""


def main() -> None:
    """Measure and print."""
    game = get_game("matadoon")
    session = Session(game, state=game.parse_position(POSITION))
    trace = session.play("bull")
    count = len(trace.steps)

    start = time.process_time()
    for _ in range(20):
        sent = frames(trace)
    made = (time.process_time() - start) / 20 * 1000
    row("frames of the trace", f"{count + 1}")
    row("python makes them in (CPU)", f"{made:.1f} ms")
    row("bytes of the trace", f"{size(sent['trace']):,}")
    row("bytes of its art, once", f"{size(sent['art']):,}")
    row("bytes of the ground, once", f"{len(sent['ground'].encode()):,}")
    for view in (BoardView, StepListView, RuleCardView):
        row(f"bytes of {view.__name__}'s JavaScript and style", f"{len(view._esm.encode()):,}")

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
        )
        try:
            measure(browser.new_page(), session, count)
        finally:
            browser.close()
            state.kill_all_servers()


def measure(page: Page, session: Session, count: int) -> None:
    """Step through the trace three times."""
    sent: list[Any] = []

    def hear(text: Any) -> None:
        sent.append(text)

    page.on("websocket", lambda socket: socket.on("framesent", hear))
    serve_component(page, lambda: pn.Column(Board(session), StepList(session), RuleCard(session)))
    page.locator(".md-board .item").first.wait_for()
    page.wait_for_timeout(1000)
    before = len(sent)
    work, picture = [], []
    for _ in range(3):
        result = page.evaluate(STEP, [0, count])
        work += result["work"]
        picture += result["picture"]
    row("a step: work in the browser, median / 95%", spread(work))
    row("a step: click to picture, median / 95%", spread(picture))
    row(f"messages sent in {len(work)} steps", str(len(sent) - before))


def size(value: Any) -> int:
    """Bytes of the JSON that is sent."""
    return len(compact(value).encode())


def spread(values: list[float]) -> str:
    """Median and 95th percentile in milliseconds."""
    return f"{statistics.median(values):.1f} / {statistics.quantiles(values, n=20)[-1]:.1f} ms"


def row(what: str, value: str) -> None:
    """Print a row of the table."""
    print(f"| {what} | {value} |")


if __name__ == "__main__":
    main()
