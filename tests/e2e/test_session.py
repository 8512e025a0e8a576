# SPDX-License-Identifier: AGPL-3.0-or-later
"""The session from a file to its text: real children, real library."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import psutil
import pytest

from app.core.changes import (
    AppCode,
    DocumentChosen,
    DocumentOpened,
    DocumentState,
    EngineStatus,
    Exported,
    ExportFailed,
    PageEnded,
    PagePiece,
    PageRows,
    PageShown,
    PageState,
    PictureFailed,
    PictureReady,
    QueueFinished,
    QueueStatus,
    Saved,
    SearchFound,
    StorageInfo,
    WordsReady,
)
from app.core.choice import BUILTIN
from app.core.export import ExportOptions, Format
from app.core.library import Library
from app.core.places import Places
from app.core.session import Session
from app.core.settings import Settings
from engine.protocol import ErrorCode
from tests.conftest import ExpectLog
from tests.e2e.sessions import HANG, Watcher, make_long_pdf, make_pdf, running, scripted

SLOW: dict[str, Any] = {"pages": {"default": {"text": "Words of page {page}. ", "repeat": 50, "chars_per_s": 3000}}}
"""A third of a second a page, in pieces."""


def slow(until: Mapping[str, Path]) -> dict[str, Any]:
    """The same, and some pages do not come before a file is there: what is to be done before, comes in time on any
    machine."""
    page = SLOW["pages"]["default"]
    return {"pages": {"default": page, **{key: {**page, "until": str(path)} for key, path in until.items()}}}


def read(session: Session, watcher: Watcher, *paths: Path) -> None:
    session.add(paths)
    assert session.wait_idle(HANG)


def test_a_file_is_read_page_by_page_and_kept(tmp_path: Path) -> None:
    with running(tmp_path / "home") as (session, watcher):
        read(session, watcher, make_pdf(tmp_path / "a.pdf", 5))
        row = watcher.row
        assert (row.state, row.pages, row.asked, row.read, row.failed) == (DocumentState.DONE, 5, 5, 5, 0)
        assert [ended.page for ended in watcher.of(PageEnded)] == [0, 1, 2, 3, 4]
        finished = watcher.wait(QueueFinished)
        assert (finished.read, finished.failed) == (5, 0)
    with Library(Places(tmp_path / "home").library) as library:
        assert library.edits.texts(1)[3].text.startswith("# Page 4")


def test_the_built_in_engine_reads_a_text_layer(tmp_path: Path) -> None:
    with running(tmp_path / "home", engines=(BUILTIN,), settings=Settings(workers=1)) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 2, text="says hello")])
        assert session.wait_idle(HANG)
        readings = [ended.reading for ended in watcher.of(PageEnded)]
        assert ["says hello" in reading.text for reading in readings if reading] == [True, True]


def test_finished_pages_count_at_once_the_next_time(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", 4)
    with running(tmp_path / "home") as (session, watcher):
        session.add([path], read=False)
        session.wait_idle(HANG)
        session.read(watcher.row.document, [0, 2])
        assert session.wait_idle(HANG)
    path = path.rename(tmp_path / "moved and renamed.pdf")
    with running(tmp_path / "home") as (session, watcher):
        read(session, watcher, path)
        ended = watcher.ended()
        assert {page: e.from_library for page, e in ended.items()} == {0: True, 1: False, 2: True, 3: False}
        assert all(e.reading and e.reading.text for e in ended.values())
        assert watcher.row.read == 4
        session.read(watcher.row.document, [0], again=True)
        assert session.wait_idle(HANG)
        assert not watcher.ended()[0].from_library


def test_other_options_are_another_reading_and_edits_stay(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", 3)
    german, french = (Settings(languages=(code,), workers=1) for code in ("de", "fr"))
    with running(tmp_path / "home", engines=(BUILTIN,), settings=german) as (session, watcher):
        read(session, watcher, path)
        session.edit(watcher.row.document, 1, "mine")
        session.wait_idle(HANG)
    with running(tmp_path / "home", engines=(BUILTIN,), settings=french) as (session, watcher):
        read(session, watcher, path)
        assert {page: e.from_library for page, e in watcher.ended().items()} == {0: False, 1: True, 2: False}
        session.view(watcher.row.document, 1)
        assert watcher.wait(PageShown).text == "mine"


def test_the_same_file_twice_is_one_document(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", 2)
    copy = Path(shutil.copy(path, tmp_path / "copy.pdf"))
    with running(tmp_path / "home") as (session, watcher):
        session.add([path, path])
        session.add([path])
        assert session.wait_idle(HANG)  # of two that come together, either may be the first to be known
        session.add([copy])
        assert session.wait_idle(HANG)
        document = watcher.row.document
        assert watcher.row.path == path
        assert [(c.document, c.path) for c in watcher.of(DocumentChosen)] == [(document, path), (document, copy)]


def test_a_locked_file_asks_again_and_keeps_no_password(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "locked.pdf", 2, password="open sesame")
    with running(tmp_path / "home") as (session, watcher):
        read(session, watcher, path)
        row = watcher.row
        assert row.state is DocumentState.NEEDS_PASSWORD
        assert row.problem and row.problem.code is ErrorCode.PASSWORD_NEEDED
        session.unlock(row.document, "wrong one")
        assert session.wait_idle(HANG)
        assert watcher.row.state is DocumentState.NEEDS_PASSWORD
        assert watcher.row.problem and watcher.row.problem.code is ErrorCode.PASSWORD_WRONG
        session.unlock(row.document, "open sesame")
        assert session.wait_idle(HANG)
        opened = watcher.row
        assert (opened.state, opened.problem, opened.read) == (DocumentState.DONE, None, 2)
    for kept in (tmp_path / "home").rglob("*"):
        assert not kept.is_file() or b"open sesame" not in kept.read_bytes()


def test_pieces_come_for_the_page_on_screen_alone_and_join_to_its_text(tmp_path: Path) -> None:
    with running(tmp_path / "home", SLOW) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 3)], read=False)
        document = watcher.wait(DocumentOpened).document
        session.view(document, 1)
        session.read(document)
        assert session.wait_idle(HANG)
        pieces = watcher.of(PagePiece)
        assert {piece.page for piece in pieces} == {1}
        text = ""
        shown = next(s for s in watcher.of(PageShown) if s.state is PageState.READING).text
        for piece in pieces:
            text = text or shown
            assert piece.at == len(text)
            text += piece.text
        assert text == "Words of page 2. " * 50
        assert watcher.of(PageShown)[-1].text == text
        serials = [shown.serial for shown in watcher.of(PageShown)]
        assert serials == sorted(set(serials))


def test_the_visible_page_goes_first(tmp_path: Path) -> None:
    with running(tmp_path / "home", SLOW) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 6)], read=False)
        document = watcher.wait(DocumentOpened).document
        session.view(document, 3)
        session.read(document)
        assert session.wait_idle(HANG)
        assert [ended.page for ended in watcher.of(PageEnded)] == [3, 4, 5, 0, 1, 2]


def test_edits_marks_and_turns_are_kept(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", 3)
    with running(tmp_path / "home") as (session, watcher):
        read(session, watcher, path)
        document = watcher.row.document
        session.want_rows(document, 0, 3)
        session.view(document, 1)
        session.edit(document, 1, "first")
        session.edit(document, 1, "second 📄")
        session.check(document, 0, True)
        session.turn(document, 2, -90)
        assert session.wait_idle(HANG)
        assert [saved.page for saved in watcher.of(Saved)] == [1, 1]
        assert watcher.row.checked == 1
    with running(tmp_path / "home") as (session, watcher):
        read(session, watcher, path)
        document = watcher.row.document
        assert all(ended.from_library for ended in watcher.ended().values()), "the turned page was read again before"
        session.want_rows(document, 0, 10)
        rows = watcher.wait(PageRows).rows
        marks = [(row.checked, row.edited, row.turn) for row in rows]
        assert marks == [(True, False, 0), (False, True, 0), (False, False, 270)]
        assert rows[2].width > rows[2].height
        session.view(document, 1)
        assert watcher.wait(PageShown).text == "second 📄"
        since = len(watcher.changes)
        session.revert(document, 1)
        shown = watcher.wait(PageShown, since=since)
        assert (shown.edited, shown.text.startswith("# Page 2")) == (False, True)


def test_a_turned_page_is_read_again_in_its_new_turn(tmp_path: Path) -> None:
    with running(tmp_path / "home") as (session, watcher):
        read(session, watcher, make_pdf(tmp_path / "a.pdf", 2))
        document = watcher.row.document
        for degrees, again in ((90, True), (0, False), (90, False), (180, True)):
            since = len(watcher.changes)
            session.turn(document, 1, degrees)
            assert watcher.wait(PageEnded, since=since).from_library is not again
            assert session.wait_idle(HANG)


def test_pictures_and_words(tmp_path: Path) -> None:
    with running(tmp_path / "home") as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 2)], read=False)
        document = watcher.wait(DocumentOpened).document
        session.picture(document, 1, 400, "page")
        picture = watcher.wait(PictureReady)
        assert (picture.page, picture.purpose, picture.height) == (1, "page", 400)
        assert picture.path.stat().st_size == picture.stride * picture.height
        session.words(document, 1)
        assert [word.text for word in watcher.wait(WordsReady).words][:2] == ["Page", "2"]
        for pixels in (100, 110, 120, 130):
            session.picture(document, 0, pixels, "thumb")
        session.picture(document, 1, 50, "gone")
        session.forget_pictures(document, "gone")
        assert session.wait_idle(HANG)
        assert [p.height for p in watcher.of(PictureReady) if p.purpose == "thumb"][-1] == 130
        assert not [p for p in watcher.of(PictureReady) if p.purpose == "gone"]


def test_an_engine_that_needs_pictures_gets_them(tmp_path: Path) -> None:
    script = {"abilities": {"needs_picture": True, "picture_side": 300, "pages_at_once": 2}}
    with running(tmp_path / "home", script) as (session, watcher):
        read(session, watcher, make_pdf(tmp_path / "a.pdf", 5))
        assert watcher.row.read == 5


def test_pause_stop_and_resume(tmp_path: Path) -> None:
    first, then = tmp_path / "first", tmp_path / "then"
    with running(tmp_path / "home", slow({"3": first, "7": then})) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 8)])
        watcher.wait(PageEnded)
        session.pause()
        first.touch()
        assert session.wait_idle(HANG)
        done = watcher.row.read
        assert 1 <= done < 4
        assert watcher.row.state is DocumentState.PAUSED
        session.resume()
        watcher.wait(PageEnded, lambda ended: ended.page == done)
        session.stop_now()
        assert session.wait_idle(HANG)
        assert watcher.row.state is DocumentState.PAUSED
        assert watcher.wait(QueueStatus, lambda status: status.paused).seconds_left is not None
        then.touch()
        session.resume()
        assert session.wait_idle(HANG)
        assert watcher.row.read == 8
        assert sorted(ended.page for ended in watcher.of(PageEnded)) == list(range(8))


def test_stop_after_document_and_another_order(tmp_path: Path) -> None:
    paths, said = [make_pdf(tmp_path / f"{name}.pdf", 2) for name in "abc"], tmp_path / "said"
    with running(tmp_path / "home", slow({"c.pdf:2": said})) as (session, watcher):
        session.pause()
        session.add(paths)
        assert session.wait_idle(HANG)
        session.move(watcher.rows["c.pdf"].document, 0)
        session.resume()
        watcher.wait(PageEnded)
        session.stop_after_document()
        said.touch()
        assert session.wait_idle(HANG)
        assert {name: row.read for name, row in watcher.rows.items()} == {"a.pdf": 0, "b.pdf": 0, "c.pdf": 2}
        assert watcher.rows["a.pdf"].state is DocumentState.PAUSED


def test_a_document_leaves_while_it_is_read(tmp_path: Path) -> None:
    with running(tmp_path / "home", SLOW) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 30), make_pdf(tmp_path / "b.pdf", 1)])
        first = watcher.wait(PageEnded).document
        session.remove(first)
        assert session.wait_idle(HANG)
        assert watcher.row.path.name == "b.pdf"
        assert watcher.row.state is DocumentState.DONE
        session.view(first, 0)
        session.edit(first, 0, "too late")
        assert session.wait_idle(HANG), "nothing happens, nothing fails"


def test_ten_thousand_pages_are_not_pushed_anywhere(tmp_path: Path) -> None:
    with running(tmp_path / "home") as (session, watcher):
        session.add([make_long_pdf(tmp_path / "long.pdf", 10_000)], read=False)
        document = watcher.wait(DocumentOpened, lambda opened: opened.pages == 10_000).document
        session.want_rows(document, 9_990, 50)
        rows = watcher.wait(PageRows)
        assert (rows.first, len(rows.rows), rows.rows[-1].label) == (9_990, 10, "10000")
        session.read(document, [9_995, 3])
        assert session.wait_idle(HANG)
        assert sum(len(change.rows) for change in watcher.of(PageRows)) < 100
        assert watcher.row.read == 2


def test_exports_are_snapshots_with_the_edits(tmp_path: Path) -> None:
    with running(tmp_path / "home") as (session, watcher):
        read(session, watcher, make_pdf(tmp_path / "a.pdf", 2))
        document = watcher.row.document
        session.edit(document, 0, "My own words.")
        session.export(document, Format.MARKDOWN, tmp_path / "out" / "a.md")
        session.edit(document, 0, "Later words.")
        assert session.wait_idle(HANG)
        (target,) = watcher.wait(Exported).paths
        assert target.read_text(encoding="utf-8").startswith("My own words.")
        session.export(document, Format.MARKDOWN, tmp_path / "out" / "a.md", ExportOptions(raw=True))
        session.export(document, Format.HTML, tmp_path / "out" / "a.html")
        assert session.wait_idle(HANG)
        assert target.read_text(encoding="utf-8").startswith("# Page 1"), "ours: replaced"
        assert "Later words." in (tmp_path / "out" / "a.html").read_text(encoding="utf-8")


def test_nothing_to_export_is_told(tmp_path: Path) -> None:
    with running(tmp_path / "home") as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf")], read=False)
        document = watcher.wait(DocumentOpened).document
        session.export(document, Format.MARKDOWN, tmp_path / "a.md")
        assert watcher.wait(ExportFailed).problem.code is AppCode.NOT_READ_YET
        assert not (tmp_path / "a.md").exists()


def test_search_storage_and_delete(tmp_path: Path) -> None:
    script = {"pages": {"default": {"text": "Quick brown fox {page}"}}}
    with running(tmp_path / "home", script) as (session, watcher):
        read(session, watcher, make_pdf(tmp_path / "a.pdf", 2))
        document, stored = watcher.row.document, watcher.row.stored
        assert stored
        session.search("brown fo")
        hits = watcher.wait(SearchFound).hits
        assert [(hit.document, hit.page, hit.stored) for hit in hits] == [(document, 0, stored), (document, 1, stored)]
        session.storage()
        info = watcher.wait(StorageInfo)
        assert info.documents[0][:3] == (stored, "a", 2)
        assert info.database > 0
        session.move_library(tmp_path / "elsewhere")
        moved = watcher.wait(StorageInfo, lambda found: found.path.parent == tmp_path / "elsewhere")
        assert moved.documents == info.documents
        session.delete_from_library(stored)
        assert watcher.wait(StorageInfo, lambda found: not found.documents)
        assert watcher.rows == {}


def test_clearing_the_cache_takes_what_dead_processes_left_and_nothing_else(tmp_path: Path) -> None:
    with running(tmp_path / "home") as (session, watcher):
        read(session, watcher, make_pdf(tmp_path / "a.pdf", 2))
        runs = Places(tmp_path / "home").cache / "runs"
        ours = set(runs.iterdir())
        left = runs / "4711-abcd"
        left.mkdir()
        (left / "alive").touch()
        (left / "page.rgb").write_bytes(bytes(1000))
        session.clear_cache()
        watcher.wait(StorageInfo)
        assert ours
        assert set(runs.iterdir()) == ours
        document = watcher.row.document
        session.picture(document, 1, 200, "page")
        assert watcher.wait(PictureReady).path.exists()


def test_a_document_of_the_library_is_opened_by_its_number(tmp_path: Path) -> None:
    with running(tmp_path / "home") as (session, watcher):
        read(session, watcher, make_pdf(tmp_path / "a.pdf", 2))
        stored = watcher.row.stored
        assert stored
    with running(tmp_path / "home") as (session, watcher):
        session.open_stored(stored)
        assert session.wait_idle(HANG)
        assert (watcher.row.state, watcher.row.read, watcher.row.stored) == (DocumentState.IDLE, 2, stored)
        session.view(watcher.row.document, 1)
        assert watcher.wait(PageShown).text.startswith("# Page 2")
        session.open_stored(stored)
        assert watcher.wait(DocumentChosen).document == watcher.row.document


def test_a_folder_of_pictures_is_one_document(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    folder = tmp_path / "scan"
    folder.mkdir()
    for number in (1, 2, 10):
        image.new("RGB", (200, 100 + number), "white").save(folder / f"p{number}.png")
    (folder / "p3.png").write_bytes(b"no picture")
    with running(tmp_path / "home") as (session, watcher):
        session.add([folder], as_one=True)
        assert session.wait_idle(HANG)
        assert (watcher.row.title, watcher.row.pages, watcher.row.read) == ("scan", 4, 4)
        names = [ended.reading.text.split(" of ")[1] for ended in watcher.of(PageEnded) if ended.reading]
        assert names == ["p1.png.\n", "p2.png.\n", "p3.png.\n", "p10.png.\n"]


def test_a_watcher_that_fails_harms_nobody(tmp_path: Path, expect_log: ExpectLog) -> None:
    expect_log("a watcher of the session failed at PageEnded")
    watcher = Watcher()

    def notify(change: object) -> None:
        if isinstance(change, PageEnded):
            raise ZeroDivisionError
        watcher(change)  # type: ignore[arg-type]  # it is a change

    session = Session(Places(tmp_path / "home"), Settings(), notify, engines=(scripted(),))
    session.start()
    session.add([make_pdf(tmp_path / "a.pdf", 3)])
    assert session.wait_idle(HANG)
    assert watcher.row.read == 3
    session.close()


def test_closing_ends_the_children_and_keeps_what_is_finished(tmp_path: Path) -> None:
    with running(tmp_path / "home", SLOW) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 50)])
        watcher.wait(PageEnded)
        children = psutil.Process().children(recursive=True)
        assert len(children) >= 2
        session.close(timeout=HANG)
        assert not [child for child in children if child.is_running() and child.status() != psutil.STATUS_ZOMBIE]
        read_before = {ended.page for ended in watcher.of(PageEnded)}
        assert not session.wait_idle(1)
        session.close()
    assert not list((tmp_path / "home" / "cache" / "runs").iterdir())
    with Library(Places(tmp_path / "home").library) as library:
        assert library.readings.read_pages(1) == read_before


def test_the_status_line_is_told_at_most_four_times_a_second(tmp_path: Path) -> None:
    with running(tmp_path / "home", SLOW) as (session, watcher):
        read(session, watcher, make_pdf(tmp_path / "a.pdf", 4))
        finished = watcher.wait(QueueFinished)
        assert watcher.wait(EngineStatus, lambda status: status.state == "ready")
        assert len(watcher.of(QueueStatus)) <= 4 * finished.seconds + 8


def test_texts_outlive_their_file(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "gone.pdf", 3)
    with running(tmp_path / "home") as (session, watcher):
        read(session, watcher, path)
        session.edit(watcher.row.document, 1, "The user's own words")
        watcher.wait(Saved)
        stored = watcher.row.stored
    path.unlink()
    assert stored is not None
    with running(tmp_path / "home") as (session, watcher):
        session.open_stored(stored, read=False)
        assert session.wait_idle(HANG)
        row = watcher.row
        assert (row.pages, row.read, row.state) == (3, 3, DocumentState.IDLE)
        assert row.problem is not None and row.problem.code == ErrorCode.NOT_FOUND
        session.view(row.document, 1)
        assert watcher.wait(PageShown).text == "The user's own words"
        session.picture(row.document, 1, 400, "view")
        watcher.wait(PictureFailed)
        session.export(row.document, Format.MARKDOWN, tmp_path / "out.md", ExportOptions())
        watcher.wait(Exported)
        assert "The user's own words" in (tmp_path / "out.md").read_text(encoding="utf-8")
        make_pdf(path, 3)  # the file is there again
        session.retry(row.document)
        assert session.wait_idle(HANG)
        assert watcher.row.problem is None


def test_an_engine_that_falls_silent_costs_its_page_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.core.session.silence.STALL_LIMIT", 2.0)
    script = {"pages": {"default": {"text": "Page {page}."}, "2": {"text": "x", "misdeed": "never"}}}
    with running(tmp_path / "home", script) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 4)])
        assert session.wait_idle(HANG)
        ended = watcher.ended()
        assert sorted(page for page, one in ended.items() if one.reading) == [0, 2, 3]
        assert ended[1].problem is not None and ended[1].problem.code is ErrorCode.CRASHED
