# SPDX-License-Identifier: AGPL-3.0-or-later
"""A real session for tests: real children, a real library, and a watcher that waits for changes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from app.core.changes import Change, DocumentChanged, DocumentRow, DocumentsChanged, PageEnded
from app.core.choice import EngineChoice
from app.core.places import Places
from app.core.session import Session
from app.core.settings import Settings
from tests.processes import HANG

Kind = TypeVar("Kind", bound=Change)


class Watcher:
    """Keeps all changes, in order."""

    def __init__(self) -> None:
        self.changes: list[Change] = []
        self._more = threading.Condition()

    def __call__(self, change: Change) -> None:
        with self._more:
            self.changes.append(change)
            self._more.notify_all()

    def of(self, kind: type[Kind]) -> list[Kind]:
        with self._more:
            return [change for change in self.changes if isinstance(change, kind)]

    def wait(self, kind: type[Kind], wanted: Callable[[Kind], bool] = lambda change: True, since: int = 0) -> Kind:
        """The first change of this kind from number `since` on that is wanted, now or later."""
        until = time.monotonic() + HANG
        with self._more:
            at = since
            while True:
                for change in self.changes[at:]:
                    if isinstance(change, kind) and wanted(change):
                        return change
                at = len(self.changes)
                assert self._more.wait(until - time.monotonic()), f"{kind.__name__} never came: {self.changes[-8:]}"

    @property
    def row(self) -> DocumentRow:
        """The latest row of the only document."""
        (row,) = self.rows.values()
        return row

    @property
    def rows(self) -> dict[str, DocumentRow]:
        """The latest rows by file name."""
        rows: dict[int, DocumentRow] = {}
        with self._more:
            for change in self.changes:
                if isinstance(change, DocumentsChanged):
                    rows = {row.document: row for row in change.rows}
                elif isinstance(change, DocumentChanged) and change.row.document in rows:
                    rows[change.row.document] = change.row
        return {row.path.name: row for row in rows.values()}

    def ended(self) -> dict[int, PageEnded]:
        """The last ending of each page."""
        return {change.page: change for change in self.of(PageEnded)}


def scripted(script: Mapping[str, Any] | None = None, name: str = "scripted", **more: Any) -> EngineChoice:
    """The scripted engine with this script (engine/backends/scripted.py); `more` are fields of the choice."""
    options = {} if script is None else {"script": msgspec.json.encode(script).decode()}
    return EngineChoice(name, "scripted", options, **more)


@contextmanager
def running(
    home: Path,
    script: Mapping[str, Any] | None = None,
    *,
    engines: Sequence[EngineChoice] = (),
    settings: Settings | None = None,
    engine_command: Sequence[str] | None = None,
    pages_command: Sequence[str] | None = None,
    max_cost: float | None = None,
) -> Iterator[tuple[Session, Watcher]]:
    """A started session, by default with the scripted engine and this script."""
    watcher = Watcher()
    session = Session(
        Places(home),
        settings or Settings(),
        watcher,
        engines=engines or (scripted(script),),
        engine_command=engine_command,
        pages_command=pages_command,
        max_cost=max_cost,
    )
    session.start()
    try:
        yield session, watcher
    finally:
        session.close(timeout=HANG)


def make_pdf(path: Path, pages: int = 1, *, text: str = "", password: str = "") -> Path:
    """A PDF with a line of text a page; its contents differ with `text`."""
    canvas = Canvas(str(path), encrypt=StandardEncryption(password) if password else None)
    for number in range(1, pages + 1):
        canvas.drawString(72, 720, f"Page {number} {text or path.name}")
        canvas.showPage()
    canvas.save()
    return path


def make_long_pdf(path: Path, pages: int) -> Path:
    """A PDF of many empty pages, written by hand because that takes no time."""
    kids = " ".join(f"{number} 0 R" for number in range(3, pages + 3))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Count {pages} /Kids [{kids}] /MediaBox [0 0 300 400] >>",
        *["<< /Type /Page /Parent 2 0 R >>"] * pages,
    ]
    data = bytearray(b"%PDF-1.4\n")
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(data))
        data += f"{number} 0 obj\n{body}\nendobj\n".encode()
    start = len(data)
    data += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    data += b"".join(f"{offset:010} 00000 n \n".encode() for offset in offsets)
    data += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()
    path.write_bytes(data)
    return path


__all__ = ["HANG", "Watcher", "make_long_pdf", "make_pdf", "running", "scripted"]
