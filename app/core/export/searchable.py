# SPDX-License-Identifier: AGPL-3.0-or-later
"""A PDF of the original's pages with the proofread text unseen over them, word by word, so that it can be searched
and copied. A child program writes it, since the app opens no document itself.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from app.core.changes import Problem
from app.core.errors import ProblemError
from app.core.export.child import run
from app.core.export.placed import PlacedLine
from app.core.export.sheets import sheets
from app.core.export.snapshot import Snapshot
from app.core.export.watch import Watch
from app.core.figure_boxes import turned_box
from app.core.files import as_problem
from app.core.spreads import Leaf, inner
from engine.protocol import Box, ErrorCode


def written(snapshot: Snapshot, watch: Watch) -> bytes:
    """The file. Raises ProblemError: CANCELLED, and whatever is wrong with the original."""
    original = snapshot.original
    if original is None:
        raise ProblemError(Problem(ErrorCode.NOT_FOUND), snapshot.source)
    with tempfile.TemporaryDirectory(prefix="copyholder-") as folder:
        lines, target = Path(folder) / "lines", Path(folder) / "made.pdf"
        with as_problem(Path(folder)), lines.open("wb") as stream:
            for line in _lines(snapshot, watch.part(0, 0.6)):
                stream.write(line)
        job = {
            "parts": original.parts, "lines": str(lines), "target": str(target), "password": original.password,
            "title": snapshot.title,
        }  # fmt: skip
        run("engine.pages.searchable", job, len(snapshot.pages), watch.part(0.6, 1), snapshot.source)
        with as_problem(target):
            return target.read_bytes()


def _lines(snapshot: Snapshot, watch: Watch) -> Iterator[bytes]:
    """What is to be laid over each page."""
    assert snapshot.original is not None
    sizes = {page.page: page.size for page in snapshot.pages}
    last: dict[str, Any] | None = None
    for sheet in sheets(snapshot, watch):
        leaf = snapshot.original.leaf(sheet.page)
        turn = snapshot.original.turns.get(sheet.page, 0)
        words = [_line(line, leaf, turn) for block in sheet.blocks for line in block.lines]
        if last is not None and last["page"] == leaf.page:  # the other half
            last["words"] += words
            continue
        if last is not None:
            yield msgspec.json.encode(last) + b"\n"
        last = {
            "page": leaf.page,
            "turn": turn if leaf.half is None else leaf.turn,
            "size": _size(sizes[sheet.page], leaf, turn),
            "words": words,
        }
    if last is not None:
        yield msgspec.json.encode(last) + b"\n"


def _line(line: PlacedLine, leaf: Leaf, turn: int) -> list[tuple[str, Any]]:
    return [(word.text + ("-" if word.goes_on else ""), _place(word.box, leaf, turn)) for word in line.words]


def _place(box: Box, leaf: Leaf, turn: int) -> Box:
    """On the original's page, which stays whole."""
    return box if leaf.half is None else inner(leaf.region, turned_box(box, -turn))


def _size(size: tuple[float, float] | None, leaf: Leaf, turn: int) -> tuple[float, float] | None:
    """Of the original's page; `size` is that of the half as it is turned."""
    if size is None or leaf.half is None:
        return size
    width, height = size if turn % 180 == 0 else size[::-1]
    left, top, right, bottom = leaf.region
    return width / (right - left), height / (bottom - top)
