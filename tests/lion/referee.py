"""An independent referee: Fairy-Stockfish through ``pyffish``, variant ``dobutsu``.

``python -m tests.lion.referee`` counts its moves from the positions of ``perft.json`` anew, which takes some
minutes. It differs from the rules page in two ways that are known, and handled here:

* A Lion that reaches its far row where it can be caught, and is not caught, has won by the rules page. For the referee
  the game goes on for one more move. :func:`moves` gives no moves where the mover's own Lion stands on its far row.
* The referee calls a position a draw at its fourth occurrence, the rules page at the third. Here it is asked about
  positions without a history, so it never comes to that.
"""

from __future__ import annotations

import json
import re
from functools import cache, lru_cache
from pathlib import Path

import pyffish

from tests.lion import naive

FILE = Path(__file__).with_name("perft.json")
DEPTH = 5
_MOVE = re.compile(r"(?:([LGECP])@|([abc])([1-4]))([abc])([1-4])(\+?)")


def to_fen(line: str) -> str:
    """The referee's text of a position of the rules page."""
    rows, side, hands = line.split()
    held = re.sub(r"(\d+)(\w)", lambda found: found[2] * int(found[1]), hands.replace("-", ""))
    return f"{rows}[{held}] {'w' if side == 'b' else 'b'} 0 1"


def move_text(move: str) -> str:
    """A move of the referee, which counts rows from the bottom, as the rules page writes it."""
    drop, column, row, to, to_row, plus = _MOVE.fullmatch(move).groups()
    start = f"{drop}*" if drop else f"{column}{5 - int(row)}"
    return f"{start}{to}{5 - int(to_row)}{plus}"


def moves(line: str) -> list[str]:
    """The referee's moves; none where the rules page has ended the game already."""
    rows, side, _ = line.split()
    far = rows.split("/")[0 if side == "b" else 3]
    if ("L" if side == "b" else "l") in far:
        return []
    return sorted(map(move_text, pyffish.legal_moves("dobutsu", to_fen(line), [])))


@cache
def perft(line: str, depth: int) -> int:
    """How many lines of so many moves there are. The moves are the referee's, only the tiles are pushed about here."""
    found = moves_kept(line)
    if depth == 1:
        return len(found)
    table = naive.read(line)
    return sum(perft(naive.write(naive.after(table, move)), depth - 1) for move in found)


moves_kept = lru_cache(maxsize=None)(moves)


def main() -> None:
    """Count anew."""
    table = {}
    for line in json.loads(FILE.read_text(encoding="utf-8")):
        table[line] = [perft(line, depth) for depth in range(1, DEPTH + 1)]
        print(line, table[line], flush=True)
        perft.cache_clear()
        moves_kept.cache_clear()
    lines = ",\n".join(f" {json.dumps(line)}: {counts}" for line, counts in table.items())
    FILE.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
