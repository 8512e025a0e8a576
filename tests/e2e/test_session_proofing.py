# SPDX-License-Identifier: AGPL-3.0-or-later
"""Looking through pages in a real session: words of real files, texts of the scripted and the built-in engine."""

from __future__ import annotations

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from app.core.changes import FlagFound, PageProofed, UncheckedFound
from app.core.checks import Kind
from tests.e2e.sessions import HANG, Watcher, running

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


def script(*texts: str) -> dict[str, object]:
    return {"pages": {str(number): {"text": text} for number, text in enumerate(texts, 1)}}


def proofed(watcher: Watcher, page: int = 0, text: str | None = None, since: int = 0) -> PageProofed:
    return watcher.wait(
        PageProofed, lambda c: c.page == page and not c.pending and (text is None or c.text == text), since
    )


def test_a_wrong_number_is_flagged_walked_to_and_dismissed(tmp_path: Path) -> None:
    path = write_pages(tmp_path / "a.pdf", LINES, LINES, LINES)
    with running(tmp_path / "home", script(TEXT, WRONG, TEXT)) as (session, watcher):
        session.add([path])
        assert session.wait_idle(HANG)
        document = watcher.row.document
        session.proof(document, 1)
        told = proofed(watcher, 1)
        (flag,) = told.flags
        assert (flag.kind, WRONG[flag.start : flag.end], flag.suggestion) == (Kind.NUMBER_DIFFERS, "1,294", "1,204")
        assert told.alignment is not None and flag.boxes
        session.next_flag(document, 2, 0)
        found = watcher.wait(FlagFound)
        assert (found.page, found.flag, found.number) == (1, flag, 1)
        session.dismiss(document, 1, flag.mark(WRONG))
        assert watcher.wait(PageProofed, lambda c: c.dismissed == 1).flags == ()
        session.next_flag(document, 2, 0)
        assert watcher.wait(FlagFound, lambda c: c.flag is None).number == 0
        session.bring_back(document, 1)
        assert session.wait_idle(HANG)
        assert watcher.of(PageProofed)[-1].flags == (flag,)


def test_the_next_unchecked_page(tmp_path: Path) -> None:
    path = write_pages(tmp_path / "a.pdf", LINES, LINES, LINES)
    with running(tmp_path / "home", script(TEXT, TEXT, TEXT)) as (session, watcher):
        session.add([path])
        assert session.wait_idle(HANG)
        document = watcher.row.document
        session.check(document, 2, True)
        for page, following in ((0, 1), (1, 0), (2, 0)):
            since = len(watcher.changes)
            session.next_unchecked(document, page)
            assert watcher.wait(UncheckedFound, since=since).page == following
        for page in (0, 1):
            session.check(document, page, True)
        session.next_unchecked(document, 1)
        assert watcher.wait(UncheckedFound, lambda c: c.page is None)
