"""The file of a solved table: a short header and one byte a position.

Header, 96 bytes, little-endian: magic (8), version (2), material: Elephants, Giraffes, Chicks (1 each), 3 unused,
stage (4), 4 unused, number of positions (8), fingerprint of the numbering (32), checksum of all that stands before it
and of the bytes after it (32). ``stage`` is `FINISHED`, or how far the work had come when it was saved.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import struct
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from ..errors import DataError, Phrase
from .index import Index, make_index

MAGIC = b"MDJLION\n"
VERSION = 1
FINISHED = 0xFFFFFFFF
_HEAD = struct.Struct("<8sH3B3xI4xQ32s")
_DIGEST = 32
BODY = _HEAD.size + _DIGEST
"""Offset of the first position's byte."""

AGAIN = Phrase("This makes a new one: matadojo solve lion")


@dataclass(frozen=True)
class Contents:
    """A file that has been checked: its index, its stage, and the open map of the whole file."""

    index: Index
    stage: int
    map: mmap.mmap


def fingerprint(index: Index) -> bytes:
    """Return 32 bytes that change when positions are numbered in another way."""
    digest = hashlib.blake2b(repr(index.material).encode(), digest_size=32)
    for name in ("pair_of", "flipped", "group_e", "group_g", "group_c", "start", "before"):
        digest.update(array("q", getattr(index.tables, name)).tobytes())
    return digest.digest()


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Open a new file that takes the place of ``path`` at once when it is complete, and never before."""
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with new.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def write(path: Path, index: Index, stage: int, body: memoryview) -> None:
    """Write a table, or the work on one so far, in one stroke."""
    head = _HEAD.pack(MAGIC, VERSION, *index.material, stage, index.size, fingerprint(index))
    digest = hashlib.blake2b(head, digest_size=_DIGEST)
    digest.update(body)
    with replacing(path) as file:
        file.write(head + digest.digest())
        file.write(body)


def read(path: Path) -> Contents:
    """Map a file and check it from end to end.

    Raises:
        DataError: if there is no such file, or it is foreign, of another version, cut short or damaged.
    """
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size < BODY:
                raise DataError(
                    path,
                    "",
                    "a table has more than {least} bytes, this file has {count}. {again}",
                    least=BODY,
                    count=size,
                    again=AGAIN,
                )
            whole = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except FileNotFoundError:
        raise DataError(
            path, "", "there is no table of the solved Lion here yet. This makes it: matadojo solve lion"
        ) from None
    except OSError as error:
        raise DataError(
            path, "", "the table of the solved Lion cannot be read ({reason}).", reason=error.strerror
        ) from None
    try:
        return _checked(path, whole)
    except BaseException:
        whole.close()
        raise


def _checked(path: Path, whole: mmap.mmap) -> Contents:
    magic, version, *counts, stage, size, mark = _HEAD.unpack_from(whole)
    if magic != MAGIC:
        raise DataError(path, "magic", "this file is not a table of the solved Lion.")
    if version != VERSION:
        raise DataError(
            path,
            "version",
            "this table has version {version}, expected is {known}. {again}",
            version=version,
            known=VERSION,
            again=AGAIN,
        )
    if max(counts) > 2:
        raise DataError(
            path,
            "material",
            "at most two of each animal can be solved, this says {counts}. {again}",
            counts=counts,
            again=AGAIN,
        )
    index = make_index((counts[0], counts[1], counts[2]))
    if size != index.size or mark != fingerprint(index):
        raise DataError(path, "fingerprint", "this table numbers the positions in another way. {again}", again=AGAIN)
    if len(whole) != BODY + size:
        raise DataError(
            path,
            "size",
            "expected are {least} bytes, the file has {count}. {again}",
            least=BODY + size,
            count=len(whole),
            again=AGAIN,
        )
    with memoryview(whole) as view:
        digest = hashlib.blake2b(view[: _HEAD.size], digest_size=_DIGEST)
        digest.update(view[BODY:])
        if digest.digest() != bytes(view[_HEAD.size : BODY]):
            raise DataError(
                path, "checksum", "the file is damaged: its bytes do not match their checksum. {again}", again=AGAIN
            )
    return Contents(index, stage, whole)
