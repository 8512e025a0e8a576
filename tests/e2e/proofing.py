# SPDX-License-Identifier: AGPL-3.0-or-later
# mypy: allow-untyped-calls
"""Pages with known lines, as text layers and as scans, and texts of them, for tests of proofreading."""

from __future__ import annotations

from pathlib import Path

import pymupdf
from reportlab.pdfgen.canvas import Canvas

from app.core.changes import PageProofed
from app.core.checks import Kind
from app.core.session import Session
from tests.e2e.sessions import Watcher

LINES = (
    "The committee met on 14 March 1987 in the old town hall.",
    "It heard 23 witnesses and read 1,204 pages of evidence.",
    "The report was printed in an edition of 5,000 copies.",
    "Members were paid travelling expenses of 36 pounds each.",
)
TEXT = "\n\n".join(LINES) + "\n"
WRONG = TEXT.replace("1,204", "1,294")


def write_pages(path: Path, *pages: tuple[str, ...]) -> Path:
    """A PDF with these lines on its pages, as a text layer."""
    canvas = Canvas(str(path))
    for lines in pages:
        for number, line in enumerate(lines):
            canvas.drawString(72, 700 - 40 * number, line)
        canvas.showPage()
    canvas.save()
    return path


def scan(path: Path, *pages: tuple[str, ...]) -> Path:
    """The same as pictures without a text layer."""
    written = write_pages(path.with_suffix(".written.pdf"), *pages)
    with pymupdf.open(written) as source, pymupdf.open() as made:
        for page in source:
            picture = page.get_pixmap(dpi=150)
            made.new_page(width=page.rect.width, height=page.rect.height).insert_image(page.rect, pixmap=picture)
        made.save(path)
    return path


def script(*texts: str, **more: object) -> dict[str, object]:
    pages = {str(number): {"text": text} for number, text in enumerate(texts, 1)}
    return {"pages": {**pages, **more}}


def proofed(watcher: Watcher, page: int = 0, text: str | None = None, since: int = 0) -> PageProofed:
    return watcher.wait(
        PageProofed, lambda c: c.page == page and not c.pending and (text is None or c.text == text), since
    )


def kinds(told: PageProofed) -> list[Kind]:
    return [flag.kind for flag in told.flags]


def prove(session: Session, watcher: Watcher, page: int) -> PageProofed:
    since = len(watcher.changes)
    session.proof(watcher.row.document, page)
    return proofed(watcher, page, since=since)


def scans(text: str, pages: int) -> dict[str, object]:
    return {f"scan.pdf:{number}": {"text": text} for number in range(1, pages + 1)}
