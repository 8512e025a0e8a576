# SPDX-License-Identifier: AGPL-3.0-or-later
# mypy: allow-untyped-calls
"""Looking through pages in a real session: words of real files, the real small OCR, texts of the scripted and the
built-in engine."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pymupdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from app.core.changes import (
    AppCode,
    DocumentChanged,
    FlagFound,
    Notice,
    PageProofed,
    PageRows,
    QueueFinished,
    UncheckedFound,
)
from app.core.checks import SECOND, Kind, Origin, Unfit
from app.core.choice import BUILTIN
from app.core.library import Library
from app.core.places import Places
from app.core.settings import Settings
from engine.protocol import ErrorCode
from tests.e2e.sessions import HANG, Watcher, make_pdf, running

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
        assert told.findings.origin is Origin.TEXT_LAYER
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


def test_the_walk_goes_over_the_flags_of_all_pages_both_ways_and_round(tmp_path: Path) -> None:
    twice = WRONG.replace("5,000", "6,000")
    path = write_pages(tmp_path / "a.pdf", LINES, LINES, LINES, LINES)
    with running(tmp_path / "home", script(WRONG, TEXT, twice, TEXT)) as (session, watcher):
        session.add([path])
        assert session.wait_idle(HANG)
        document = watcher.row.document

        def walk(step: int, page: int, position: int) -> list[tuple[int, int]]:
            seen = []
            for _ in range(4):
                since = len(watcher.changes)
                session.next_flag(document, page, position, step)
                found = watcher.wait(FlagFound, since=since)
                assert found.flag is not None
                page, position = found.page, found.flag.start
                seen.append((page, found.number))
            return seen

        assert walk(1, 0, 0) == [(0, 1), (2, 1), (2, 2), (0, 1)]
        assert walk(-1, 3, 0) == [(2, 2), (2, 1), (0, 1), (2, 2)]


def test_a_page_is_looked_through_as_it_is_typed(tmp_path: Path) -> None:
    """With an emoji and rare Han characters before the flag, which are one code point each."""
    path = write_pages(tmp_path / "a.pdf", LINES)
    with running(tmp_path / "home", script(WRONG)) as (session, watcher):
        session.add([path])
        assert session.wait_idle(HANG)
        document = watcher.row.document
        session.view(document, 0)
        (flag,) = proofed(watcher).flags
        typed = "\U0001f600 \U00020bb7\U00020b9f\n\n" + WRONG
        session.proof(document, 0, typed)
        moved = [f for f in proofed(watcher, 0, typed).flags if f.kind is Kind.NUMBER_DIFFERS]
        assert [typed[f.start : f.end] for f in moved] == ["1,294"] and moved[0].start == flag.start + 6
        gone = typed.replace("and read 1,294 pages of evidence", "")
        session.proof(document, 0, gone)
        assert all(f.end <= len(gone) for f in proofed(watcher, 0, gone).flags)
        session.dismiss(document, 0, flag.mark(WRONG))  # of a text that is no longer there
        session.edit(document, 0, TEXT)
        session.proof(document, 0, TEXT)
        assert proofed(watcher, 0, TEXT).flags == ()
        assert session.wait_idle(HANG)
        assert watcher.row.flags == 0


def test_rows_tell_the_flags_left_and_a_reopened_document_has_them_at_once(tmp_path: Path) -> None:
    path = write_pages(tmp_path / "a.pdf", LINES, LINES, LINES)
    with running(tmp_path / "home", script(TEXT, WRONG, WRONG)) as (session, watcher):
        session.add([path])
        assert session.wait_idle(HANG)
        document = watcher.row.document
        session.want_rows(document, 0, 3)
        session.view(document, 0)
        for page, flags in ((0, 0), (1, 1), (2, 1)):
            watcher.wait(PageRows, lambda c, p=page, f=flags: any((r.page, r.flags) == (p, f) for r in c.rows))  # type: ignore[misc]
        (flag,) = told.flags if (told := prove(session, watcher, 1)) else ()
        session.dismiss(document, 1, flag.mark(WRONG))
        assert session.wait_idle(HANG)
        assert watcher.row.flags == 1
    with Library(Places(tmp_path / "home").library) as library:
        kept = {page: proof.left for page, proof in library.proofs.proofs(1, 0, 9).items()}
        assert kept == {0: 0, 1: 0, 2: 1}
        assert all(proof.map is None for proof in library.proofs.proofs(1, 0, 9).values())
        first = library.proofs.proof(1, 1)
        assert first is not None and first.map is not None
    with running(tmp_path / "home", script(TEXT, WRONG, WRONG)) as (session, watcher):
        session.add([path])
        assert session.wait_idle(HANG)
        session.want_rows(watcher.row.document, 0, 3)
        session.view(watcher.row.document, 1)
        told = proofed(watcher, 1)
        assert (told.flags, told.dismissed, told.alignment) == ((), 1, None)  # at once; places come a moment later
        mapped = watcher.wait(PageProofed, lambda c: c.alignment is not None)
        assert (mapped.flags, mapped.dismissed) == ((), 1)
        assert mapped.alignment is not None and mapped.alignment.place(0, 3) is not None
        assert watcher.row.flags == 1
        counted = watcher.wait(PageRows, lambda c: len(c.rows) == 3 and c.rows[2].flags is not None)
        assert [row.flags for row in counted.rows] == [0, 0, 1]
    with Library(Places(tmp_path / "home").library) as library:
        assert library.proofs.proof(1, 1) == first  # nothing was found anew


def prove(session: object, watcher: Watcher, page: int) -> PageProofed:
    since = len(watcher.changes)
    session.proof(watcher.row.document, page)  # type: ignore[attr-defined]
    return proofed(watcher, page, since=since)


def test_a_scan_is_read_by_the_small_ocr_once(tmp_path: Path) -> None:
    path = scan(tmp_path / "scan.pdf", LINES)
    with running(tmp_path / "home", script(WRONG)) as (session, watcher):
        session.add([path])
        assert session.wait_idle(HANG)
        session.view(watcher.row.document, 0)
        first = watcher.wait(PageProofed)
        assert first.pending and first.alignment is None and first.findings.unfit is Unfit.NONE
        told = proofed(watcher)
        assert told.findings.origin is Origin.OCR and told.alignment is not None
        assert [(f.kind, f.suggestion) for f in told.flags] == [(Kind.NUMBER_DIFFERS, "1,204")]
    with Library(Places(tmp_path / "home").library) as library:
        second = library.proofs.second(1, 0, 0, "ocr")
        assert second is not None and "witnesses" in [word.text for word in second.words]
    with running(tmp_path / "home", script(WRONG)) as (session, watcher):
        session.add([path])
        assert session.wait_idle(HANG)
        session.view(watcher.row.document, 0)
        assert watcher.wait(PageProofed).flags == told.flags  # the first answer is the last
        assert session.wait_idle(HANG)
    with Library(Places(tmp_path / "home").library) as library:
        assert library.proofs.second(1, 0, 0, "ocr") == second


def test_the_second_reading_can_be_off(tmp_path: Path) -> None:
    path = scan(tmp_path / "scan.pdf", LINES)
    off = Settings(second_reading="off")
    with running(tmp_path / "home", script(WRONG), settings=off) as (session, watcher):
        session.add([path])
        assert session.wait_idle(HANG)
        session.view(watcher.row.document, 0)
        told = watcher.wait(PageProofed)
        assert not told.pending and told.findings.unfit is Unfit.NONE and told.findings.silent
        session.read_picture(watcher.row.document, 0)  # asked for, it is read all the same
        assert watcher.wait(PageProofed, lambda c: c.findings.origin is Origin.OCR).flags


def test_the_built_in_engines_own_words_show_places_and_prove_nothing(tmp_path: Path) -> None:
    layered, scanned = write_pages(tmp_path / "layer.pdf", LINES), scan(tmp_path / "scan.pdf", LINES)
    with running(tmp_path / "home", engines=(BUILTIN,), settings=Settings(workers=1)) as (session, watcher):
        session.add([layered, scanned])
        assert session.wait_idle(HANG)
        for name in ("layer.pdf", "scan.pdf"):
            document = watcher.rows[name].document
            since = len(watcher.changes)
            session.view(document, 0)
            told = watcher.wait(PageProofed, lambda c, d=document: c.document == d, since)  # type: ignore[misc]
            assert not told.pending and told.findings.origin is None
            assert told.findings.silent and not SECOND & set(kinds(told))
            at = told.text.index("witnesses")
            place = told.alignment.place(at, at + 9) if told.alignment is not None else None
            assert place is not None and place.sure
        since = len(watcher.changes)
        session.read_picture(watcher.rows["scan.pdf"].document, 0)  # the same once more would prove nothing
        assert watcher.wait(PageProofed, since=since).findings.origin is None
        session.view(watcher.rows["layer.pdf"].document, 0)
        session.read_picture(watcher.rows["layer.pdf"].document, 0)
        told = watcher.wait(PageProofed, lambda c: c.findings.origin is Origin.OCR)
        assert told.flags == () and not told.findings.silent


def test_a_text_layer_that_is_garbage_is_not_used_and_the_page_says_so(tmp_path: Path) -> None:
    """What the page shows is read by the OCR instead; where that agrees no better, no flag rests on it."""
    cipher = tuple(line.translate(str.maketrans("aeiourstn1234567890", "xqzvwkjbpqqqqqqqqqq")) for line in LINES)
    path = write_pages(tmp_path / "a.pdf", cipher)
    with running(tmp_path / "home", script(WRONG)) as (session, watcher):
        session.add([path])
        assert session.wait_idle(HANG)
        session.view(watcher.row.document, 0)
        first = watcher.wait(PageProofed)
        assert (first.findings.unfit, first.pending, first.flags) == (Unfit.DISAGREES, True, ())
        told = proofed(watcher)
        assert (told.findings.origin, told.findings.unfit) == (Origin.OCR, Unfit.DISAGREES)
        assert told.flags == () and Kind.NUMBER_DIFFERS in told.findings.silent


def test_switches_and_turns_count_at_once(tmp_path: Path) -> None:
    path = write_pages(tmp_path / "a.pdf", LINES)
    with running(tmp_path / "home", script(WRONG)) as (session, watcher):
        session.add([path])
        assert session.wait_idle(HANG)
        document = watcher.row.document
        session.view(document, 0)
        assert kinds(proofed(watcher)) == [Kind.NUMBER_DIFFERS]
        since = len(watcher.changes)
        session.use_settings(Settings(flags_off=("number-differs",)))
        assert proofed(watcher, since=since).flags == ()
        since = len(watcher.changes)
        session.use_settings(Settings())
        assert kinds(proofed(watcher, since=since)) == [Kind.NUMBER_DIFFERS]
        assert session.wait_idle(HANG)
        before = watcher.of(PageProofed)[-1].flags[0].boxes[0]
        since = len(watcher.changes)
        session.turn(document, 0, 90)
        turned = watcher.wait(PageProofed, lambda c: bool(c.flags) and c.flags[0].boxes[0] != before, since)
        box = turned.flags[0].boxes[0]
        assert box[3] - box[1] > box[2] - box[0]  # it stands upright now


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
    scanned, other = scan(tmp_path / "scan.pdf", LINES, LINES), make_pdf(tmp_path / "other.pdf", 60)
    slow = {"text": "Words of page {page}. ", "repeat": 50, "chars_per_s": 6000}
    with running(tmp_path / "home", {"pages": {"default": slow, **scans(WRONG, 2)}}) as (session, watcher):
        session.add([scanned])
        assert session.wait_idle(HANG)
        document = watcher.row.document
        session.want_rows(document, 0, 2)
        session.add([other])
        watcher.wait(DocumentChanged, lambda c: c.row.path == other and c.row.read > 0)
        session.view(document, 0)
        seen = watcher.wait(PageProofed, lambda c: c.findings.origin is Origin.OCR)
        by_and_by = watcher.wait(PageRows, lambda c: any((row.page, row.flags) == (1, 1) for row in c.rows))
        done = [watcher.changes.index(change) for change in (seen, watcher.of(QueueFinished)[-1], by_and_by)]
        assert done == sorted(done)


def scans(text: str, pages: int) -> dict[str, object]:
    return {f"scan.pdf:{number}": {"text": text} for number in range(1, pages + 1)}


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
