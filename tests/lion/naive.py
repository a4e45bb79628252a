"""Let's Catch the Lion! once more, as simply as it can be told: lists and loops, nothing of the engine.

A table is (rows, hands, side): four lists of three tokens (``.``, ``L``, ``+c``, ...), the tokens in hand (``G``,
``c``), and ``b`` or ``w``.
"""

from __future__ import annotations

import re

STRAIGHT = [(-1, 0), (1, 0), (0, -1), (0, 1)]
SLANTED = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
STEPS = {"L": STRAIGHT + SLANTED, "E": SLANTED, "G": STRAIGHT, "C": [(-1, 0)], "+C": [*STRAIGHT, (-1, -1), (-1, 1)]}


def read(line):
    """The table of a line like ``gle/1c1/1C1/ELG b -``."""
    rows, side, hands = line.split()
    board = []
    for row in rows.split("/"):
        board.append([])
        for token in re.findall(r"\+?[A-Za-z]|\d", row):
            board[-1] += ["."] * int(token) if token.isdigit() else [token]
    held = []
    for number, token in re.findall(r"(\d*)([A-Za-z])", hands):
        held += [token] * int(number or 1)
    return board, held, side


def write(table):
    """The line of a table."""
    board, held, side = table
    rows = "/".join("".join(row) for row in board)
    for gap in (3, 2, 1):
        rows = rows.replace("." * gap, str(gap))
    hands = ""
    for token in "GECLgecl":
        number = held.count(token)
        hands += (str(number) if number > 1 else "") + (token if number else "")
    return f"{rows} {side} {hands or '-'}"


def mine(token, side):
    return token != "." and token.isupper() == (side == "b")


def targets(board, x, y):
    """Where the animal on a cell can go, its own animals not looked at."""
    token = board[y][x]
    forward = 1 if token.isupper() else -1
    for down, right in STEPS[token.upper()]:
        if 0 <= y + forward * down < 4 and 0 <= x + right < 3:
            yield x + right, y + forward * down


def cell(x, y):
    return "abc"[x] + str(y + 1)


def moves(table, promotion="mandatory"):
    """All moves, as if the game were going on."""
    board, held, side = table
    found = []
    for y in range(4):
        for x in range(3):
            if not mine(board[y][x], side):
                continue
            for to_x, to_y in targets(board, x, y):
                if mine(board[to_y][to_x], side):
                    continue
                text = cell(x, y) + cell(to_x, to_y)
                grows = board[y][x] in "Cc" and to_y == (0 if side == "b" else 3)
                if grows:
                    found.append(text + "+")
                if not grows or promotion == "optional":
                    found.append(text)
    for token in set(held):
        if mine(token, side):
            found += [f"{token.upper()}*{cell(x, y)}" for y in range(4) for x in range(3) if board[y][x] == "."]
    return sorted(found)


def after(table, move):
    """The table after a move."""
    board, held, side = [row[:] for row in table[0]], table[1][:], table[2]
    to = move.rstrip("+")[-2:]
    x, y = "abc".index(to[0]), int(to[1]) - 1
    if "*" in move:
        token = move[0] if side == "b" else move[0].lower()
        held.remove(token)
        board[y][x] = token
    else:
        if board[y][x] != ".":
            held.append(board[y][x][-1].swapcase())
        from_x, from_y = "abc".index(move[0]), int(move[1]) - 1
        board[y][x] = ("+" if move.endswith("+") else "") + board[from_y][from_x]
        board[from_y][from_x] = "."
    return board, held, "w" if side == "b" else "b"


def find(board, token):
    return next((x, y) for y in range(4) for x in range(3) if board[y][x] == token)


def can_catch(board, side, place):
    """True when an animal of the side could go there."""
    return any(
        mine(board[y][x], side) and place in targets(board, x, y) for y in range(4) for x in range(3)
    )  # fmt: skip


def referee(line, played, *, promotion="mandatory", reach="next-turn", repetitions=3):
    """Play moves and judge after each: yields (line, moves allowed, (winner or None, why) once it is over)."""
    table = read(line)
    stood = [write(table)]
    last = None
    for move in [None, *played]:
        if move is not None:
            last = table[0]["1234".index(move[1])]["abc".index(move[0])] if "*" not in move else "drop"
            table = after(table, move)
            stood.append(write(table))
        board, held, side = table
        lions = {"b": "L", "w": "l"}
        other = "w" if side == "b" else "b"
        far = {"b": 0, "w": 3}
        over = None
        caught = "L" in held or "l" in held
        if caught:
            over = ("b" if "L" in held else "w", "end.catch")
        else:
            home = find(board, lions[side])
            away = find(board, lions[other])
            came = last is None or last == lions[other]
            if reach != "on-arrival" and home[1] == far[side]:
                over = (side, "end.reach")
            elif away[1] == far[other]:
                safe = not can_catch(board, side, away)
                if reach == "unconditional" or (safe and (reach == "next-turn" or came)):
                    over = (other, "end.reach")
            if over is None and stood.count(stood[-1]) >= repetitions:
                over = (None, "end.repetition")
        allowed = [] if over else moves(table, promotion)
        if not over and not allowed:
            over = (other, "end.no-move")
        yield write(table), allowed, over
