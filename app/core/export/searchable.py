# SPDX-License-Identifier: AGPL-3.0-or-later
"""A PDF of the original's pages with the proofread text unseen over them, word by word, so that it can be searched
and copied. A child program writes it, since the app opens no document itself.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import msgspec

from app.core.changes import Problem
from app.core.children import child_environment
from app.core.errors import ProblemError
from app.core.export.placed import PlacedLine
from app.core.export.sheets import sheets
from app.core.export.snapshot import Snapshot
from app.core.export.watch import Watch
from app.core.files import as_problem
from engine.protocol import ErrorCode

LEAST, EACH = 60.0, 2.0
"""Seconds that the program may take, and those for each page in addition."""

_ASK = 0.1
"""Seconds between two looks at whether the export shall stop."""


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
        _run(msgspec.json.encode(job), snapshot, watch.part(0.6, 1))
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


def _run(job: bytes, snapshot: Snapshot, watch: Watch) -> None:
    command = [sys.executable, "-m", "engine.pages.searchable"]
    limit = LEAST + EACH * len(snapshot.pages)
    with tempfile.TemporaryFile() as said, subprocess.Popen(
        command, env=child_environment(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        told: list[dict[str, Any]] = []
        listener = threading.Thread(target=_listen, args=(child.stdout, told), daemon=True)
        listener.start()
        try:
            child.stdin.write(job)
            child.stdin.close()
        except OSError:
            pass  # it is dead already: its exit says so
        waited = 0.0
        try:
            while listener.is_alive():
                listener.join(_ASK)
                waited += _ASK
                watch.check()
                watch.at(min(1.0, (told[-1].get("done", 0) if told else 0) / max(1, len(snapshot.pages))))
                if waited > limit:
                    raise ProblemError(Problem(ErrorCode.TIME_LIMIT), snapshot.source)
        except ProblemError:
            child.kill()
            raise
        child.wait()
    failed = next((line for line in told if line.get("code")), None)
    if failed is not None:
        raise ProblemError(Problem(ErrorCode(failed["code"]), failed.get("detail", "")), snapshot.source)
    if child.returncode:
        raise ProblemError(Problem(ErrorCode.CRASHED), snapshot.source)


def _listen(stream: IO[bytes], told: list[dict[str, Any]]) -> None:
    told.extend(msgspec.json.decode(line) for line in stream)
