"""Saved games: a start position and the moves from it, with every line that was tried.

A record is JSON: ``{"format": "matadojo.record", "version": 1, "game": "matadoon", "position": "...", "moves": [...],
"branches": [...]}``. A branch ``{"line": 0, "ply": 3, "moves": [...]}`` is what was played instead of move 3 (counted
from 0) of a line: line 0 is the main one, line n the n-th branch. The same text, compressed, is what a link carries.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from . import get_game
from .core import Game, Trace
from .errors import DataError, GameError, IllegalMoveError, Phrase, shown
from .schema import told

MAX_BYTES = 1_000_000
"""A longer record is refused before it is read."""
FORMAT = "matadojo.record"
VERSION = 1


class Branch(BaseModel):
    """A line that leaves another one (0: the main line, n: the n-th branch) before its move number ``ply`` (from 0)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    line: int = Field(default=0, ge=0)
    ply: int = Field(ge=0)
    moves: tuple[str, ...] = Field(min_length=1)


class Record(BaseModel):
    """A saved game."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: Literal["matadojo.record"] = "matadojo.record"
    version: Literal[1] = 1
    game: str
    position: str
    moves: tuple[str, ...] = ()
    branches: tuple[Branch, ...] = ()
    players: tuple[str, ...] = ()

    def to_json(self) -> str:
        """The record as JSON text."""
        return self.model_dump_json(indent=1)

    def to_link(self) -> str:
        """The record as a short text that fits into an address."""
        data = json.dumps(self.model_dump(exclude_defaults=True), separators=(",", ":"), ensure_ascii=False)
        return base64.urlsafe_b64encode(zlib.compress(data.encode(), 9)).decode().rstrip("=")


def parse_record(text: str | bytes, file: object = "record", game: str | None = None) -> Record:
    """Read a record.

    Args:
        text: JSON; bytes must be UTF-8.
        file: its name, for the message.
        game: the id that it must be of, if any.

    Raises:
        DataError: too long, not UTF-8, not JSON, not a record, of a later version, or of another game.
    """
    if len(text) > MAX_BYTES:
        raise DataError(
            file,
            "",
            "is too long: {count} characters, at most {most} are read",
            count=len(text),
            most=MAX_BYTES,
        )
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise DataError(file, "", "is not UTF-8 text (byte {number})", number=error.start) from error
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise DataError(
            file, f"line {error.lineno}", "is not JSON: it cannot be read from column {column} on", column=error.colno
        ) from error
    except (RecursionError, ValueError) as error:
        raise DataError(file, "", "is not JSON that can be read") from error
    return _checked(data, file, game)


def _checked(data: Any, file: object, game: str | None) -> Record:
    if not isinstance(data, dict):
        raise DataError(file, "", "is not a record: expected a JSON object")
    if data.get("format", FORMAT) != FORMAT:
        raise DataError(file, "format", "expected {format!r}, got {given}", format=FORMAT, given=shown(data["format"]))
    version = data.get("version", VERSION)
    if isinstance(version, int) and version > VERSION:
        raise DataError(
            file,
            "version",
            "was written by a later version ({version}); this one reads up to {known}",
            version=version,
            known=VERSION,
        )
    try:
        record = Record.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        raise DataError(
            file, ".".join(map(str, first["loc"])), "{fault}", fault=told(first, _keys(first["loc"]))
        ) from error
    try:
        get_game(record.game)
    except GameError as error:
        raise DataError(file, "game", "{error}", error=error) from error
    if game is not None and record.game != game:
        raise DataError(
            file,
            "game",
            "is a game of {title}, not of {other}",
            title=Phrase(get_game(record.game).title),
            other=Phrase(get_game(game).title),
        )
    return record


def _keys(place: Sequence[int | str]) -> Collection[str]:
    """The keys known where a fault is."""
    return (Branch if place[:1] == ("branches",) else Record).model_fields


def parse_link(text: str, game: str | None = None) -> Record:
    """Read the text of :meth:`Record.to_link`.

    Raises:
        DataError: as :func:`parse_record`.
    """
    file = "link"
    if len(text) > MAX_BYTES:
        raise DataError(file, "", "is too long")
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        inflate = zlib.decompressobj()
        data = inflate.decompress(packed, MAX_BYTES + 1)
    except (binascii.Error, ValueError, zlib.error) as error:
        raise DataError(file, "", "is damaged or incomplete: please copy it again") from error
    if not inflate.eof and len(data) <= MAX_BYTES:
        raise DataError(file, "", "is damaged or incomplete: please copy it again")
    return parse_record(data, file, game)


def load(path: str | Path, game: str | None = None) -> Record:
    """Read a record from a file.

    Raises:
        DataError: it cannot be read, or as :func:`parse_record`.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise DataError(path, "", "cannot be read: {reason}", reason=error.strerror) from error
    except ValueError as error:  # a zero character in the name
        raise DataError(repr(str(path)), "", "cannot be read: {error}", error=error) from error
    return parse_record(data, path, game)


def save(record: Record, path: str | Path) -> None:
    """Write a record to a file, whole or not at all.

    Raises:
        DataError: it cannot be written.
    """
    path = Path(path)
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(record.to_json() + "\n", encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise DataError(path, "", "cannot be written: {reason}", reason=error.strerror) from error


class Node(NamedTuple):
    """A move in the tree of all lines: the index of the node before it (-1: the start) and its trace."""

    parent: int
    trace: Trace[Any, Any]


def replay(record: Record, file: object = "record") -> tuple[Trace[Any, Any], ...]:
    """Play the main line of a record again.

    Returns:
        the trace of each move.

    Raises:
        DataError: the first position or move that is wrong, and why.
    """
    game = get_game(record.game)
    return tuple(_play_line(game, _start_state(record, file), record.moves, file, "moves"))


def replay_lines(record: Record, file: object = "record") -> tuple[Any, tuple[Node, ...], tuple[int, ...]]:
    """Play every line of a record again.

    Returns:
        the state before the first move, the tree of all moves, and the nodes of the main line.

    Raises:
        DataError: the first position, branch or move that is wrong, and why.
    """
    game, start = get_game(record.game), _start_state(record, file)
    tree: list[Node] = []
    lines: list[tuple[int, ...]] = []

    def grow(before: tuple[int, ...], moves: Sequence[str], key: str) -> None:
        line = list(before)
        state = tree[line[-1]].trace.after if line else start
        for trace in _play_line(game, state, moves, file, key):
            tree.append(Node(line[-1] if line else -1, trace))
            line.append(len(tree) - 1)
        lines.append(tuple(line))

    grow((), record.moves, "moves")
    for number, branch in enumerate(record.branches, 1):
        key = f"branch {number}"
        if branch.line >= number:
            raise DataError(
                file,
                f"{key}.line",
                "expected 0 to {last}, an earlier line; got {given}",
                last=number - 1,
                given=branch.line,
            )
        line = lines[branch.line]
        if branch.ply >= len(line):
            raise DataError(
                file,
                f"{key}.ply",
                "line {branch} has {count} moves, none numbered {number}",
                branch=branch.line,
                count=len(line),
                number=branch.ply,
            )
        grow(line[: branch.ply], branch.moves, key)
    return start, tuple(tree), lines[0]


def _start_state(record: Record, file: object = "record") -> Any:
    """The state in which a record begins.

    Raises:
        DataError: the position is wrong.
    """
    try:
        return get_game(record.game).parse_position(record.position)
    except GameError as error:
        raise DataError(file, "position", "{error}", error=error) from error


def _play_line(
    game: Game[Any, Any], state: Any, moves: Sequence[str], file: object, key: str
) -> Iterator[Trace[Any, Any]]:
    """Play moves from a state, one trace after the other.

    Raises:
        DataError: the first move that cannot be read or is not legal, and why.
    """
    for number, text in enumerate(moves, 1):
        try:
            trace = game.trace(state, game.parse_move(state, text))
            game.refuse(trace)
        except IllegalMoveError as error:
            raise DataError(file, f"{key}, move {number}", "{error}", error=error) from error
        except GameError as error:
            raise DataError(
                file, f"{key}, move {number}", "{given}: {error}", given=shown(text), error=error
            ) from error
        yield trace
        state = trace.after
