"""The solver against a second one, plain and slow, that shares nothing with it but the codes of the animals."""

from __future__ import annotations

import random
import shutil
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import DataError, PositionError
from engine.lion import back, check, tablefile
from engine.lion.index import decode, encode, make_index
from engine.lion.solver import solve
from engine.lion.tablebase import CHICK, ELEPHANT, GIRAFFE, HEN, LION, Table, Value, open_table, parse

Position = tuple[tuple[int, ...], tuple[int, ...]]  # board and hands, the side to move positive and playing up

SMALL = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (2, 0, 0), (0, 2, 0), (1, 1, 0), (1, 0, 1), (0, 1, 1)]
CROSS, SLANT = {(-1, 0), (1, 0), (0, -1), (0, 1)}, {(-1, -1), (-1, 1), (1, -1), (1, 1)}
STEPS = {
    LION: CROSS | SLANT,
    GIRAFFE: CROSS,
    ELEPHANT: SLANT,
    CHICK: {(-1, 0)},
    HEN: CROSS | {(-1, -1), (-1, 1)},
}


def targets(board: tuple[int, ...], square: int) -> Iterator[int]:
    """Squares where the mover's animal on ``square`` may go."""
    for down, right in STEPS[board[square]]:
        row, column = square // 3 + down, square % 3 + right
        if 0 <= row < 4 and 0 <= column < 3 and board[3 * row + column] <= 0:
            yield 3 * row + column


def turned(board: tuple[int, ...], hands: tuple[int, ...]) -> Position:
    """What the other side sees."""
    return tuple(-code for code in reversed(board)), hands[3:] + hands[:3]


def can_be_caught(position: Position) -> bool:
    """Whether the mover attacks the other Lion."""
    board = position[0]
    return any(board[to] == -LION for square in range(12) if board[square] > 0 for to in targets(board, square))


def all_moves(position: Position) -> Iterator[tuple[str, Position]]:
    """Each move with what it does ("win", "loss" or "on") and the position after it, as the other side sees it."""
    board, hands = position
    must_catch = -LION in board[9:]  # a reach that can be caught: anything else lets it win
    for square in range(12):
        if board[square] <= 0:
            continue
        for to in targets(board, square):
            after, held = list(board), list(hands)
            after[square], after[to] = 0, board[square]
            if board[square] == CHICK and to < 3:
                after[to] = HEN
            caught = -board[to]
            if caught in (GIRAFFE, ELEPHANT):
                held[caught - GIRAFFE] += 1
            elif caught in (CHICK, HEN):
                held[2] += 1
            then = turned(tuple(after), tuple(held))
            if caught == LION:
                yield "win", then
            elif must_catch:
                yield "loss", then
            elif board[square] == LION and to < 3 and not can_be_caught(then):
                yield "win", then
            else:
                yield "on", then
    for kind, animal in enumerate((GIRAFFE, ELEPHANT, CHICK)):
        for to in range(12):
            if hands[kind] and not board[to]:
                held = list(hands)
                held[kind] -= 1
                then = turned((*board[:to], animal, *board[to + 1 :]), tuple(held))
                yield "loss" if must_catch else "on", then


def all_positions(material: tuple[int, int, int]) -> Iterator[Position]:
    """Every way to put two Lions and the animals on the board or into the hands."""
    elephants, giraffes, chicks = material

    def spots(animals: tuple[int, ...], count: int) -> Iterator[tuple[tuple[int, int], ...]]:
        choices = [(square, sign * code) for square in range(12) for sign in (1, -1) for code in animals]
        choices += [(-1, 1), (-1, -1)]  # in a hand
        one = [(choice,) for choice in choices]
        two = [*combinations(choices, 2), *[(choice, choice) for choice in choices if choice[0] < 0]]
        yield from ([()], one, two)[count]

    for lion, rival in product(range(12), repeat=2):
        if lion == rival:
            continue
        for e, g, c in product(spots((ELEPHANT,), elephants), spots((GIRAFFE,), giraffes), spots((CHICK, HEN), chicks)):
            board, hands, on_board = [0] * 12, [0] * 6, 2
            board[lion], board[rival] = LION, -LION
            for kind, group in ((1, e), (0, g), (2, c)):
                for square, code in group:
                    if square < 0:
                        hands[kind if code > 0 else kind + 3] += 1
                    else:
                        on_board += 1
                        board[square] = board[square] or code
            if 12 - board.count(0) == on_board and board[lion] == LION and board[rival] == -LION:
                yield tuple(board), tuple(hands)


def plain_solution(material: tuple[int, int, int]) -> dict[Position, Value]:
    """Solve by plain retrograde analysis, every position in a dictionary."""
    value: dict[Position, Value] = {}
    before: dict[Position, list[Position]] = defaultdict(list)
    left: dict[Position, int] = {}
    for position in all_positions(material):
        board = position[0]
        moves = list(all_moves(position))
        if LION in board[:3]:
            value[position] = Value("win", 0)
        elif (-LION in board[9:] and not can_be_caught(position)) or not moves:
            value[position] = Value("loss", 0)
        elif any(result == "win" for result, _ in moves):
            value[position] = Value("win", 1)
        elif all(result == "loss" for result, _ in moves):
            value[position] = Value("loss", 1)
        else:
            left[position] = sum(result == "on" for result, _ in moves)
            for result, then in moves:
                if result == "on":
                    before[then].append(position)
    layers: dict[int | None, list[Position]] = defaultdict(list)
    for position, found in value.items():
        layers[found.distance].append(position)
    distance = 0
    while layers[distance] or layers[distance + 1]:
        for position in layers[distance]:
            for earlier in before[position]:
                left[earlier] -= 1
                if earlier not in value and (value[position].result == "loss" or left[earlier] == 0):
                    value[earlier] = Value("win" if value[position].result == "loss" else "loss", distance + 1)
                    layers[distance + 1].append(earlier)
        distance += 1
    return value | {position: Value("draw", None) for position in left if position not in value}


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[int, int, int], Table]:
    folder = tmp_path_factory.mktemp("tables")
    return {m: open_table(solve(folder, material=m, name="-".join(map(str, m)))) for m in [*SMALL, (1, 1, 1)]}


@pytest.mark.parametrize("material", SMALL)
def test_agrees_with_the_plain_solver_everywhere(
    material: tuple[int, int, int], tables: dict[tuple[int, int, int], Table]
) -> None:
    table = tables[material]
    plain = plain_solution(material)
    assert len(plain) > len(table)
    for (board, hands), value in plain.items():
        assert table.probe_raw(board, hands, 0) == value, (board, hands)


def test_either_side_and_mirror_image_have_the_same_value(tables: dict[tuple[int, int, int], Table]) -> None:
    table = tables[1, 1, 1]
    chosen = random.Random(4)
    for _ in range(2000):
        number = chosen.randrange(len(table))
        board, hands = table.position_at(number)
        value = table.value_at(number)
        mirrored = sum((board[row : row + 3][::-1] for row in (0, 3, 6, 9)), ())
        assert table.probe_raw(board, hands, 0) == table.probe_raw(mirrored, hands, 0) == value
        assert table.probe_raw(*turned(board, hands), 1) == value


def test_every_value_follows_from_those_a_move_later(tables: dict[tuple[int, int, int], Table]) -> None:
    assert check.count_wrong(tables[1, 1, 1].path) == 0


def test_counts_the_positions_that_can_be_reached() -> None:
    first = parse("1l1/1c1/1C1/1L1 b -")[:2]
    seen, todo, going_on = {first}, [first], 0
    while todo:
        position = todo.pop()
        if can_be_caught(position) or -LION in position[0][9:]:
            continue
        going_on += 1
        for _, (board, hands) in all_moves(position):
            mirrored = sum((board[row : row + 3][::-1] for row in (0, 3, 6, 9)), ())
            then = min((board, hands), (mirrored, hands))
            if then not in seen:
                seen.add(then)
                todo.append(then)
    row = (0, 0, 0, 1 << 7, 10, 0, 0, 0, 1 << 4, 1, 0, 0, 0)
    assert check.reachable((0, 0, 2), row) == (len(seen), going_on)


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("material", [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (2, 0, 0), (0, 0, 2), (1, 1, 0)])
def test_the_index_has_neither_holes_nor_doubles(material: tuple[int, int, int], whole: bool) -> None:
    index = make_index(material, whole)
    t = index.tables
    found = set()
    for block in range(index.pairs * index.groups):
        pair, group = divmod(block, index.groups)
        for n in range(t.width[block]):
            masks = decode(t, pair, group, n)
            assert encode(t, pair, group, *masks) == t.start[block] + n
            found.add((pair, group, masks))
    assert len(found) == index.size


@settings(deadline=None)
@given(st.integers(0, make_index().size - 1))
def test_numbers_turn_into_positions_and_back(number: int) -> None:
    index = make_index()
    t = index.tables
    block = bisect_right(t.start, number) - 1
    pair, group = divmod(block, index.groups)
    masks = decode(t, pair, group, number - t.start[block])
    squares = [s for mask in (*masks, 1 << t.lion[pair], 1 << t.rival[pair]) for s in range(12) if mask >> s & 1]
    assert len(squares) == len(set(squares))
    assert encode(t, pair, group, *masks) == number


def test_the_index_keeps_its_size() -> None:
    """128,656,283 positions, counted by a separate enumeration; the files of another numbering would be misread."""
    assert make_index().size == 128_656_283


def damaged(data: bytearray, how: str) -> bytes:
    if how == "cut short":
        return bytes(data[:-1])
    if how == "too long":
        return bytes(data) + b"\0"
    if how == "empty":
        return b""
    at = {"foreign": 0, "other version": 8, "other material": 10, "unfinished": 16, "in the middle": len(data) // 2}
    data[at[how]] ^= 1
    return bytes(data)


@pytest.mark.parametrize(
    "how",
    ["cut short", "too long", "empty", "foreign", "other version", "other material", "unfinished", "in the middle"],
)
def test_a_file_that_is_not_a_sound_table_is_refused(
    how: str, tables: dict[tuple[int, int, int], Table], tmp_path: Path
) -> None:
    path = tmp_path / "lion.table"
    path.write_bytes(damaged(bytearray(tables[1, 1, 0].path.read_bytes()), how))
    with pytest.raises(DataError, match=r"lion\.table") as caught:
        open_table(path)
    assert "\n" not in str(caught.value)


def test_a_table_that_changes_after_it_was_opened_is_checked_again(
    tables: dict[tuple[int, int, int], Table], tmp_path: Path
) -> None:
    path = Path(shutil.copy(tables[1, 1, 0].path, tmp_path / "lion.table"))
    assert open_table(path) is open_table(path)
    path.write_bytes(damaged(bytearray(path.read_bytes()), "in the middle"))
    with pytest.raises(DataError):
        open_table(path)


def test_no_table_is_told_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no table"):
        open_table(tmp_path / "lion.table")


def test_other_animals_than_the_table_has_are_refused(tables: dict[tuple[int, int, int], Table]) -> None:
    for text in ("1l1/3/3/1L1 b -", "gle/1c1/1C1/ELG b -", "1l1/3/3/3 b gE", "1ll/3/3/1L1 b gE"):
        with pytest.raises(PositionError):
            tables[1, 1, 0].probe_position(text)
    assert tables[1, 1, 0].probe_position("1l1/3/3/1L1 b gE").result in ("win", "loss", "draw")


@pytest.mark.parametrize("text", ["", "gle/1c1/1C1/ELG b", "gle/1c1/1C1/ELG x -", "gle/1c1/1C1 b -", "gle/4/3/ELG b -",
                                  "gle/1q1/1C1/ELG b -", "gle/1c1/1C1/ELG b 2", "gle/1c1/1C1/ELGG b -"])  # fmt: skip
def test_what_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(PositionError):
        parse(text)


def test_hands_and_sides_are_read() -> None:
    assert parse("1l1/+c2/3/1L1 w G2Ce") == ((0, -1, 0, -5, 0, 0, 0, 0, 0, 0, 1, 0), (1, 0, 2, 0, 1, 0), 1)


class Stopped(Exception):
    pass


@pytest.mark.parametrize("after", [1, 4, 8, 9, 10, 15, 30])
def test_stopped_work_is_taken_up(
    after: int, tables: dict[tuple[int, int, int], Table], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.lion.solver.SAVE_EVERY", 0.0)
    told: list[tuple[int, int, str]] = []

    def progress(done: int, total: int, phase: str) -> None:
        told.append((done, total, phase))
        if len(told) == after:
            raise Stopped

    with pytest.raises(Stopped):
        solve(tmp_path, progress, material=(1, 1, 1))
    assert [path.name for path in tmp_path.iterdir()] == (["lion.table.part"] if after > 1 else [])
    first = list(told)
    path = solve(tmp_path, progress, material=(1, 1, 1))
    assert told[after] == first[-1]  # goes on with what was not saved, not from the beginning
    assert path.read_bytes() == tables[1, 1, 1].path.read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["lion.table"]
    assert told[-1] == (len(tables[1, 1, 1]), len(tables[1, 1, 1]), "done")
    assert all(0 <= done <= total for done, total, _ in told)


def test_damaged_unfinished_work_is_not_trusted(tables: dict[tuple[int, int, int], Table], tmp_path: Path) -> None:
    data = bytearray(tables[1, 1, 1].path.read_bytes())
    (tmp_path / "lion.table.part").write_bytes(damaged(data, "in the middle"))
    path = solve(tmp_path, material=(1, 1, 1))
    assert path.read_bytes() == tables[1, 1, 1].path.read_bytes()


def test_one_thread_finds_the_same(tables: dict[tuple[int, int, int], Table], tmp_path: Path) -> None:
    path = solve(tmp_path, threads=1, material=(1, 1, 1))
    assert path.read_bytes() == tables[1, 1, 1].path.read_bytes()


def test_settling_keeps_what_is_decided() -> None:
    values = np.array([1, 2, 173, 200, 254, 255], np.uint8)
    assert back.count_decided(values) == 3
    assert back.settle(values) == 2
    assert values.tolist() == [1, 2, 173, 0, 0, 255]
    assert tablefile.VERSION == 1
