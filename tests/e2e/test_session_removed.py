# SPDX-License-Identifier: AGPL-3.0-or-later
"""A document that is open here is deleted from the library by another window or command: what is read and typed of it
afterwards is kept all the same, and nothing of other documents waits for it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from app.core.changes import AppCode, ExportFailed, Notice, PageEnded, PageRows, PageShown, PageState, Saved
from app.core.export import Format
from app.core.library import Library
from app.core.places import Places
from app.core.spreads import Split
from tests.e2e.sessions import HANG, make_pdf, running

TEXTS = {"pages": {"default": {"text": "Page {page} of {name}."}}}


def delete(home: Path, title: str) -> None:
    with Library(Places(home).library) as library:
        (document,) = library.documents.find(title)
        library.documents.remove(document.id)


def kept(home: Path, title: str) -> dict[int, str]:
    with Library(Places(home).library) as library:
        (document,) = library.documents.find(title)
        return {page: present.text for page, present in library.edits.texts(document.id).items()}


def test_what_is_typed_after_it_is_kept_and_so_is_what_is_typed_elsewhere(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with running(home, TEXTS) as (session, watcher):
        session.add([make_pdf(tmp_path / "one.pdf", 2), make_pdf(tmp_path / "two.pdf", 2)])
        assert session.wait_idle(HANG)
        one, two = (watcher.rows[name].document for name in ("one.pdf", "two.pdf"))
        session.view(one, 0)
        delete(home, "one")
        session.edit(one, 0, "Typed after it.")
        session.edit(two, 1, "Typed elsewhere.")
        watcher.wait(Saved, lambda saved: saved.document == one)
        watcher.wait(Saved, lambda saved: saved.document == two)
    assert kept(home, "one") == {0: "Typed after it."}
    assert kept(home, "two") == {0: "Page 1 of two.pdf.", 1: "Typed elsewhere."}


def test_its_pages_are_unread_again_and_it_is_told(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with running(home, TEXTS) as (session, watcher):
        file = make_pdf(tmp_path / "one.pdf", 3)
        session.add([file])
        assert session.wait_idle(HANG)
        document = watcher.row.document
        session.want_rows(document, 0, 3)
        session.view(document, 1)
        session.check(document, 2, True)
        session.turn(document, 0, 180)
        assert session.wait_idle(HANG)
        delete(home, "one")
        told = watcher.wait(Notice)
        assert (told.problem.code, told.subject) == (AppCode.DELETED_ELSEWHERE, str(file))
        watcher.wait(PageShown, lambda shown: shown.page == 1 and shown.state is PageState.NEW and not shown.text)
        assert session.wait_idle(HANG)
        assert (watcher.row.read, watcher.row.checked) == (0, 0)
        rows = [change for change in watcher.of(PageRows) if len(change.rows) == 3][-1].rows
        assert [row.state for row in rows] == [PageState.NEW] * 3
        assert [row.turn for row in rows] == [180, 0, 0]
        session.read(document, [1])
        assert session.wait_idle(HANG)
        assert kept(home, "one") == {1: "Page 2 of one.pdf."}
        delete(home, "one")  # and once more, at a page that nobody looks at
        session.edit(document, 2, "Typed.")
        watcher.wait(Saved)
        assert session.wait_idle(HANG)
    assert kept(home, "one") == {2: "Typed."}


def test_pages_that_are_under_way_are_kept_and_cut_ones_stay_cut(tmp_path: Path) -> None:
    home, gate = tmp_path / "home", tmp_path / "gate"
    slow = {"pages": {"default": {"text": "Page {page}."}, "2": {"text": "Page {page}.", "until": str(gate)}}}
    with running(home, slow) as (session, watcher):
        session.add([make_pdf(tmp_path / "one.pdf", 2)], read=False)
        assert session.wait_idle(HANG)
        document = watcher.row.document
        session.split_pages(document, [Split(0, 0.5), Split(1, 0.5)])
        assert session.wait_idle(HANG)
        session.read(document)
        watcher.wait(PageEnded, lambda ended: ended.page == 1)
        delete(home, "one")
        watcher.wait(Notice)
        gate.touch()
        assert session.wait_idle(HANG)
        with Library(Places(home).library) as library:
            (stored,) = library.documents.all()
            assert (stored.pages, len(library.spreads.of(stored.id))) == (4, 2)
        assert set(kept(home, "one")) >= {2} and not set(kept(home, "one")) & {0, 1}
        assert {notice.problem.code for notice in watcher.of(Notice)} == {AppCode.DELETED_ELSEWHERE}


def test_an_export_writes_nothing_of_what_is_gone(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with running(home, TEXTS) as (session, watcher):
        session.add([make_pdf(tmp_path / "one.pdf", 2)])
        assert session.wait_idle(HANG)
        delete(home, "one")
        session.export(watcher.row.document, Format.MARKDOWN, tmp_path / "one.md")
        failed = watcher.wait(ExportFailed)
        assert failed.problem.code is AppCode.NOT_READ_YET
        watcher.wait(Notice, lambda notice: notice.problem.code is AppCode.DELETED_ELSEWHERE)
    assert not (tmp_path / "one.md").exists()


def test_a_document_that_cannot_be_written_keeps_no_other_from_it(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with running(home, TEXTS) as (session, watcher):
        session.add([make_pdf(tmp_path / "one.pdf", 2), make_pdf(tmp_path / "two.pdf", 2)])
        assert session.wait_idle(HANG)
        one, two = (watcher.rows[name].document for name in ("one.pdf", "two.pdf"))
        with closing(sqlite3.connect(Places(home).library)) as file, file:
            file.execute(
                "CREATE TRIGGER fault BEFORE INSERT ON edits WHEN new.document = "
                "(SELECT id FROM documents WHERE title = 'one') BEGIN SELECT raise(ABORT, 'a fault'); END"
            )
        session.edit(one, 0, "Typed at the fault.")
        session.edit(two, 1, "Typed elsewhere.")
        watcher.wait(Saved, lambda saved: saved.document == two)
        assert [notice.problem.detail for notice in watcher.of(Notice)] == ["a fault"]
        with closing(sqlite3.connect(Places(home).library)) as file, file:
            file.execute("DROP TRIGGER fault")
        session.resume()
        watcher.wait(Saved, lambda saved: saved.document == one)
    assert kept(home, "one")[0] == "Typed at the fault."
    assert kept(home, "two")[1] == "Typed elsewhere."
