"""The pictures of a study, as one page that needs no server and no other host. HoloViews draws, Bokeh writes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import holoviews as hv
from bokeh.embed import components
from bokeh.resources import Resources

from apps.parts.seats import seat_name
from engine import get_game
from engine.study import Study, wilson

from .run import read

BAR, LINE = "#0072b2", "#d55e00"
"""Blue and vermilion of Okabe and Ito: told apart by everybody. Each picture also names what it shows."""
WIDTH, HEIGHT = 460, 320
INLINE = Resources(mode="inline", components=["bokeh"])
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><link rel="icon" href="data:,">
<script>
{bokeh}
</script>
</head><body><h1>{title}</h1>
{figure}
{script}
</body></html>
"""


def draw(study: Study, folder: Path | str) -> Path:
    """Draw a study that has been played.

    Returns:
        ``study.html`` in its folder.
    """
    hv.extension("bokeh")
    path = Path(folder) / "study.html"
    script, figure = components(hv.render(layout(study, read(folder)), backend="bokeh"))
    title = f"{get_game(study.game).title}: {study.games} games"
    # Not bokeh's own page: with Panel loaded it would ask for files that lie on no disk.
    path.write_text(
        PAGE.format(title=title, bokeh="\n".join(INLINE.js_raw), figure=figure, script=script), encoding="utf-8"
    )
    return path


def layout(study: Study, rows: list[dict[str, str]]) -> hv.Layout:
    """Wins by seat, lengths, and what the game counts beside that."""
    pictures = [wins(study, rows), numbers(rows, "moves", "Moves of a game")]
    first = rows[0]
    if "hits_none" in first:
        chips = {"R": "R", "L": "L", "J": "J", "T": "T", "none": "no chip"}
        hits = [(label, sum(int(row[f"hits_{chip}"]) for row in rows)) for chip, label in chips.items()]
        pictures += [
            bars(hits, "The chip that the bull obeyed last", "Bullfighters hit"),
            numbers(rows, "rounds", "Rounds of a game"),
        ]
    pictures += [numbers(rows, name, name.replace("_", " of ").capitalize()) for name in first if "_" in name
                 and name.partition("_")[0] in ("points", "dead")]  # fmt: skip
    return hv.Layout(pictures).cols(2).opts(shared_axes=False)


def wins(study: Study, rows: list[dict[str, str]]) -> Any:
    """The share of games that each seat has won, with its 95% interval."""
    game, won = get_game(study.game), Counter(row["winner"] for row in rows)
    bars_, errors = [], []
    for seat, name in [*enumerate(study.players), ("", "")]:
        label = f"{seat_name(game, seat)} ({name})" if isinstance(seat, int) else "draw"
        share, (low, high) = won[str(seat)] / len(rows), wilson(won[str(seat)], len(rows))
        bars_.append((label, share))
        errors.append((label, share, max(0.0, share - low), max(0.0, high - share)))
    chart = bars(bars_, "Winner", "Share of the games")
    return chart * hv.ErrorBars(errors, "Winner", ["Share of the games", "below", "above"]).opts(line_color=LINE)


def bars(values: list[tuple[str, float]], across: str, up: str) -> Any:
    """One bar a name."""
    return hv.Bars(values, across, up).opts(
        width=WIDTH, height=HEIGHT, color=BAR, ylim=(0, None), title=f"{up} by {across.lower()}", tools=["hover"]
    )


def numbers(rows: list[dict[str, str]], name: str, label: str) -> Any:
    """How often each number came."""
    found = Counter(int(row[name]) for row in rows)
    values = [(number, found[number]) for number in range(min(found), max(found) + 1)]
    return hv.Spikes(values, label, "Games").opts(
        width=WIDTH, height=HEIGHT, color=BAR, line_width=4, ylim=(0, None), title=label, tools=["hover"]
    )  # fmt: skip
