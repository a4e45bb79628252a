"""Which piece in one picture is which in the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .scene import Piece, Scene


def identify(scenes: Sequence[Scene]) -> list[Scene]:
    """Give every piece an id, so that a thing keeps its id from scene to scene even where it changed place or owner."""
    keyed: list[Scene] = []
    before: dict[str, Piece] = {}
    count = 0
    for scene in scenes:
        named = {piece.id: piece for piece in scene.pieces if piece.id}
        free = {id: piece for id, piece in before.items() if id not in named}
        ids: dict[int, str] = {}
        rest = [n for n, piece in enumerate(scene.pieces) if not piece.id]
        for same in (
            lambda a, b: (a.shape, a.owner, a.at, a.x, a.y) == (b.shape, b.owner, b.at, b.x, b.y),
            lambda a, b: (a.shape, a.owner) == (b.shape, b.owner),
            lambda a, b: a.shape == b.shape,
            lambda a, b: a.at == b.at,
        ):
            for n in [n for n in rest if n not in ids]:
                match = next((id for id, piece in free.items() if same(piece, scene.pieces[n])), None)
                if match is not None:
                    ids[n] = match
                    del free[match]
        for n in rest:
            if n not in ids:
                count += 1
                ids[n] = f"#{count}"
        pieces = tuple(replace(piece, id=ids[n]) if n in ids else piece for n, piece in enumerate(scene.pieces))
        before = {piece.id: piece for piece in pieces}
        keyed.append(replace(scene, pieces=pieces))
    return keyed
