# SPDX-License-Identifier: AGPL-3.0-or-later
# mypy: allow-untyped-calls
"""Looking through pages: failures, odd pages, running heads, very many flags, full disks, two sessions, real files."""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from app.core.changes import (
    AppCode,
    DocumentChanged,
    Notice,
    PageProofed,
    PageRows,
    QueueFinished,
)
from app.core.checks import SECOND, Kind, Origin, Unfit
from app.core.choice import BUILTIN
from app.core.library import Library
from app.core.places import Places
from app.core.session import small_ocr
from app.core.settings import Settings
from engine.protocol import ErrorCode
from tests.e2e.proofing import LINES, TEXT, WRONG, kinds, proofed, prove, scan, scans, script, write_pages
from tests.e2e.sessions import HANG, make_pdf, running


def test_failures_limits_and_blank_pages_are_flags(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"))
    for _ in range(3):
        canvas.showPage()  # blank
    canvas.drawString(72, 700, LINES[0])
    canvas.rect(72, 300, 300, 200, fill=1)
    canvas.showPage()
    canvas.save()
    pages = {
        "1": {"text": "", "fail": "engine-failed"},
        "2": {"text": TEXT, "reading": {"finish": "length"}},
        "3": {"text": ""},
        "4": {"text": ""},
    }
    off = Settings(second_reading="off")
    with running(tmp_path / "home", {"pages": pages}, settings=off) as (session, watcher):
        session.add([tmp_path / "a.pdf"])
        assert session.wait_idle(HANG)
        assert kinds(prove(session, watcher, 0)) == [Kind.UNREAD]
        assert kinds(prove(session, watcher, 1)) == [Kind.BLANK_BUT_TEXT, Kind.CUT_OFF]
        assert kinds(prove(session, watcher, 2)) == []
        assert kinds(prove(session, watcher, 3)) == [Kind.INK_BUT_EMPTY]
        document = watcher.row.document
        session.edit(document, 0, "Typed by hand.\n")  # what was not read is there now
        assert Kind.UNREAD not in kinds(prove(session, watcher, 0))
        session.edit(document, 1, TEXT + "and the rest of it.\n")  # what was cut off, too
        assert Kind.CUT_OFF not in kinds(prove(session, watcher, 1))


def test_what_the_model_was_unsure_of_and_pages_far_below_the_usual_acceptance(tmp_path: Path) -> None:
    at = TEXT.index("witnesses")
    usual = {"drafted": 100, "accepted": 80}
    pages = {
        **{str(n): {"text": TEXT, "reading": usual} for n in range(1, 5)},
        "5": {"text": TEXT, "reading": {"drafted": 100, "accepted": 20, "low_confidence": [[at, at + 9]]}},
    }
    path = write_pages(tmp_path / "a.pdf", *[LINES] * 5)
    with running(tmp_path / "home", {"pages": pages}) as (session, watcher):
        session.add([path])
        assert session.wait_idle(HANG)
        assert kinds(prove(session, watcher, 0)) == []
        told = prove(session, watcher, 4)
        assert kinds(told) == [Kind.LOW_ACCEPTANCE, Kind.LOW_CONFIDENCE]
        assert TEXT[told.flags[1].start : told.flags[1].end] == "witnesses"
        typed = "Mine.\n\n" + TEXT
        session.edit(watcher.row.document, 4, typed)
        moved = [f for f in prove(session, watcher, 4).flags if f.kind is Kind.LOW_CONFIDENCE]
        assert [typed[f.start : f.end] for f in moved] == ["witnesses"]  # it moves along
        session.edit(watcher.row.document, 4, TEXT.replace("witnesses", "witness"))
        assert Kind.LOW_CONFIDENCE not in kinds(prove(session, watcher, 4))


def test_running_heads_are_known_from_the_pages_around(tmp_path: Path) -> None:
    """A head close above the text is missing on the page alone; not where it stands on its neighbours too."""
    path = tmp_path / "a.pdf"
    canvas = Canvas(str(path))
    for number in range(5):
        canvas.drawString(72, 790, f"Report of the Committee on Public Works {number + 11}")
        for line, text in enumerate(LINES):
            canvas.drawString(72, 775 - 15 * line, text)
        canvas.showPage()
    canvas.save()
    with running(tmp_path / "home", script(*[TEXT] * 5)) as (session, watcher):
        session.add([path])
        assert session.wait_idle(HANG)
        assert kinds(prove(session, watcher, 0)) == [Kind.MISSING_TEXT]
        session.view(watcher.row.document, 0)
        watcher.wait(PageProofed, lambda c: c.page == 0 and c.flags == ())
        session.want_rows(watcher.row.document, 0, 5)
        for page in range(5):
            watcher.wait(PageRows, lambda c, p=page: any((r.page, r.flags) == (p, 0) for r in c.rows))  # type: ignore[misc]


@pytest.mark.parametrize("count", [500])
def test_a_page_with_very_many_flags_and_one_of_200_kb(tmp_path: Path, count: int) -> None:
    path = tmp_path / "a.pdf"
    canvas = Canvas(str(path), pagesize=(2000, 20 * count))
    lines = [f"Item {number} of the list of goods costs {number * 7 + 10000} pounds" for number in range(count)]
    for number, line in enumerate(lines):
        canvas.drawString(72, 20 * count - 20 * (number + 1), line)
    canvas.showPage()
    canvas.save()
    text = "\n\n".join(line.replace(" costs 1", " costs 2") for line in lines) + "\n"
    large = TEXT * (200_000 // len(TEXT) + 1)
    with running(tmp_path / "home", script(text)) as (session, watcher):
        session.add([path])
        assert session.wait_idle(HANG)
        told = prove(session, watcher, 0)
        assert kinds(told).count(Kind.NUMBER_DIFFERS) == count
        assert watcher.row.flags == len(told.flags)
        session.proof(watcher.row.document, 0, large)
        assert proofed(watcher, 0, large).text == large


def test_what_cannot_be_kept_is_found_all_the_same(tmp_path: Path) -> None:
    """A full disk: flags come, dismissals count in this session, and of the flags nothing is said."""
    path = write_pages(tmp_path / "a.pdf", LINES)
    with running(tmp_path / "home", script(WRONG)) as (session, watcher):
        session.add([path])
        assert session.wait_idle(HANG)
        session._post(lambda parts: parts.desk.library.limit_size(1))
        told = prove(session, watcher, 0)
        assert kinds(told) == [Kind.NUMBER_DIFFERS]
        assert session.wait_idle(HANG)
        assert watcher.of(Notice) == []
        big = told.flags[0].mark(WRONG) + " " * 1_000_000  # what does not fit any more
        session.dismiss(watcher.row.document, 0, big)
        session.dismiss(watcher.row.document, 0, told.flags[0].mark(WRONG))
        assert watcher.wait(PageProofed, lambda c: c.dismissed == 1).flags == ()
        assert [notice.problem.code for notice in watcher.of(Notice)] == [ErrorCode.DISK_FULL]
        session._post(lambda parts: parts.desk.library.limit_size(1 << 30))
        session.resume()  # what waits is written then
        assert session.wait_idle(HANG)
    with Library(Places(tmp_path / "home").library) as library:
        assert told.flags[0].mark(WRONG) in library.proofs.dismissed(1, 0)


def test_a_library_that_may_not_be_written(tmp_path: Path) -> None:
    """One of a newer program, opened read-only: pages have their flags, and a dismissal counts while it runs."""
    path = write_pages(tmp_path / "a.pdf", LINES)
    with running(tmp_path / "home", script(WRONG)) as (session, watcher):
        session.add([path])
        assert session.wait_idle(HANG)
        assert kinds(prove(session, watcher, 0)) == [Kind.NUMBER_DIFFERS]
        assert session.wait_idle(HANG)
    with sqlite3.connect(Places(tmp_path / "home").library) as connection:
        connection.execute("DELETE FROM proofs")
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with running(tmp_path / "home", script(WRONG)) as (session, watcher):
        session.add([path])
        assert session.wait_idle(HANG)
        (flag,) = prove(session, watcher, 0).flags
        session.dismiss(watcher.row.document, 0, flag.mark(WRONG))
        assert watcher.wait(PageProofed, lambda c: c.dismissed == 1).flags == ()
        assert [notice.problem.code for notice in watcher.of(Notice)] == [AppCode.LIBRARY_NEWER]


def test_an_edit_that_was_saved_before_it_was_looked_through(tmp_path: Path) -> None:
    """The pane is left in the middle of typing: what counts later is the saved text, not the one asked about last."""
    path = write_pages(tmp_path / "a.pdf", LINES, LINES)
    with running(tmp_path / "home", script(TEXT, TEXT)) as (session, watcher):
        session.add([path])
        assert session.wait_idle(HANG)
        document = watcher.row.document
        session.view(document, 0)
        session.proof(document, 0, TEXT + "half a")
        session.edit(document, 0, WRONG)
        session.view(document, 1)
        assert session.wait_idle(HANG)
        since = len(watcher.changes)
        session.view(document, 0)
        assert kinds(proofed(watcher, 0, WRONG, since)) == [Kind.NUMBER_DIFFERS]
        since = len(watcher.changes)
        session.view(document, 0)  # whoever looks anew is told anew
        assert proofed(watcher, 0, WRONG, since).alignment is not None


def test_the_small_ocr_stands_back_while_pages_are_read(tmp_path: Path) -> None:
    """But for the page on screen."""
    scanned, other = scan(tmp_path / "scan.pdf", LINES, LINES), make_pdf(tmp_path / "other.pdf", 12)
    go = tmp_path / "go"
    pages = {"default": {"until": str(go), "delay": 0.1}, "other.pdf:1": {}, **scans(WRONG, 2)}
    with running(tmp_path / "home", {"pages": pages}) as (session, watcher):
        session.add([scanned])
        assert session.wait_idle(HANG)
        document = watcher.row.document
        session.want_rows(document, 0, 2)
        session.add([other])
        watcher.wait(DocumentChanged, lambda c: c.row.path == other and c.row.read > 0)
        session.view(document, 0)
        seen = watcher.wait(PageProofed, lambda c: c.findings.origin is Origin.OCR)
        go.touch()
        by_and_by = watcher.wait(PageRows, lambda c: any((row.page, row.flags) == (1, 1) for row in c.rows))
        done = [watcher.changes.index(change) for change in (seen, watcher.of(QueueFinished)[-1], by_and_by)]
        assert done == sorted(done)


def test_two_sessions_on_one_library(tmp_path: Path) -> None:
    """A flag that one has dismissed is dismissed in the other as soon as that looks through the page again."""
    path = write_pages(tmp_path / "a.pdf", LINES)
    with (
        running(tmp_path / "home", script(WRONG)) as (one, seen_by_one),
        running(tmp_path / "home", script(WRONG)) as (other, seen_by_other),
    ):
        for session in (one, other):
            session.add([path])
            assert session.wait_idle(HANG)
        (flag,) = prove(one, seen_by_one, 0).flags
        assert prove(other, seen_by_other, 0).flags == (flag,)
        one.dismiss(seen_by_one.row.document, 0, flag.mark(WRONG))
        assert one.wait_idle(HANG)
        assert prove(other, seen_by_other, 0).flags == ()


def test_a_page_that_was_not_read_has_no_flags(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", 2)
    with running(tmp_path / "home") as (session, watcher):
        session.add([path], read=False)
        assert session.wait_idle(HANG)
        session.view(watcher.row.document, 0)
        assert session.wait_idle(HANG)
        told = watcher.of(PageProofed)[-1]
        assert (told.text, told.flags, told.alignment) == ("", (), None)
        session.want_rows(watcher.row.document, 0, 2)
        assert [row.flags for row in watcher.wait(PageRows).rows] == [None, None]


def test_a_file_that_is_away_for_a_while(tmp_path: Path) -> None:
    """Its pages have no words meanwhile; that is not kept, and the flags are there again with the file."""
    path = write_pages(tmp_path / "a.pdf", LINES)
    with running(tmp_path / "home", script(WRONG)) as (session, watcher):
        session.add([path])
        assert session.wait_idle(HANG)
        stored = watcher.row.stored
    away = path.rename(tmp_path / "away.pdf")
    assert stored is not None
    with running(tmp_path / "home", script(WRONG)) as (session, watcher):
        session.open_stored(stored)
        assert session.wait_idle(HANG)
        session.view(watcher.row.document, 0)
        told = proofed(watcher, 0, WRONG)
        assert told.findings.unfit is Unfit.NONE and told.alignment is None and not told.pending
    with Library(Places(tmp_path / "home").library) as library:
        assert library.proofs.proof(stored, 0) is None
    away.rename(path)
    with running(tmp_path / "home", script(WRONG)) as (session, watcher):
        session.open_stored(stored)
        assert session.wait_idle(HANG)
        session.view(watcher.row.document, 0)
        assert kinds(proofed(watcher, 0, WRONG)) == [Kind.NUMBER_DIFFERS]


def test_real_files_are_looked_through_page_by_page(tmp_path: Path, data: Path) -> None:
    """Damaged, of mixed sizes, a photo that its camera turned, another script: each page is told once, in order."""
    names = ("51-mixed-page-sizes.pdf", "41b-truncated.pdf", "45-image-exif3.jpg", "34-greek-line.jpg")
    with running(tmp_path / "home", engines=(BUILTIN,), settings=Settings(workers=1)) as (session, watcher):
        session.add([data / name for name in names])
        assert session.wait_idle(HANG)
        for name in names:
            row = watcher.rows[name]
            since = len(watcher.changes)
            session.look_through(row.document)
            assert session.wait_idle(HANG)
            told = [change for change in watcher.changes[since:] if isinstance(change, PageProofed)]
            assert [change.page for change in told] == list(range(row.read + row.failed))
            assert not any(SECOND & set(kinds(change)) for change in told)
        photo = watcher.rows["45-image-exif3.jpg"].document
        session.view(photo, 0)
        shown = watcher.wait(PageProofed, lambda c: c.document == photo and c.alignment is not None)
        assert shown.alignment is not None and shown.text.strip() == "我是中国人"
        assert all(shown.alignment.places)
        placed = [box for word in shown.alignment.page.words for box in word.boxes]
        assert all(0 <= left < right <= 1 and 0 <= top < bottom <= 1 for left, top, right, bottom in placed)


def test_what_the_built_in_ocr_read_before_is_the_second_reading_and_nothing_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = scan(tmp_path / "scan.pdf", LINES)
    with running(tmp_path / "home", engines=(BUILTIN,), settings=Settings(workers=1)) as (session, watcher):
        session.add([path])
        assert session.wait_idle(HANG)
    marker = tmp_path / "started"
    starts = [sys.executable, "-c", f"open({str(marker)!r}, 'w')"]
    monkeypatch.setattr(small_ocr, "engine_command", lambda: starts)
    with running(tmp_path / "home", script(WRONG)) as (session, watcher):
        session.add([path])
        assert session.wait_idle(HANG)
        session.view(watcher.row.document, 0)
        told = proofed(watcher)
        assert told.findings.origin is Origin.OCR
        assert [(flag.kind, flag.suggestion) for flag in told.flags] == [(Kind.NUMBER_DIFFERS, "1,204")]
        assert not marker.exists()
        since = len(watcher.changes)
        session.turn(watcher.row.document, 0, 180)  # that picture was never read
        assert session.wait_idle(HANG)
        watcher.wait(PageProofed, lambda c: not c.pending and c.findings.unfit is Unfit.NONE, since)
        assert marker.exists()
