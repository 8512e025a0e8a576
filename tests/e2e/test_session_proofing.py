# SPDX-License-Identifier: AGPL-3.0-or-later
# mypy: allow-untyped-calls
"""Looking through pages in a real session: words of real files, the real small OCR, texts of the scripted and the
built-in engine."""

from __future__ import annotations

from pathlib import Path

from app.core.changes import (
    FlagFound,
    PageProofed,
    PageRows,
    UncheckedFound,
)
from app.core.checks import SECOND, Kind, Origin, Unfit
from app.core.choice import BUILTIN
from app.core.library import Library
from app.core.places import Places
from app.core.proof_changes import PictureUse
from app.core.settings import Settings
from tests.e2e.proofing import LINES, TEXT, WRONG, kinds, proofed, prove, scan, script, write_pages
from tests.e2e.sessions import HANG, running


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
            assert told.picture is (PictureUse.OFFERED if name == "layer.pdf" else PictureUse.OWN)
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
        assert told.flags == () and not told.findings.silent and told.picture is PictureUse.NONE


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
