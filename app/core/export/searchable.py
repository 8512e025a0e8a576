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
from app.core.files import as_problem
from engine.protocol import ErrorCode


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
    for sheet in sheets(snapshot, watch):
        laid = {
            "page": sheet.page,
            "turn": snapshot.original.turns.get(sheet.page, 0),
            "size": sizes[sheet.page],
            "words": [_line(line) for block in sheet.blocks for line in block.lines],
        }
        yield msgspec.json.encode(laid) + b"\n"


def _line(line: PlacedLine) -> list[tuple[str, Any]]:
    return [(word.text + ("-" if word.goes_on else ""), word.box) for word in line.words]
