# SPDX-License-Identifier: AGPL-3.0-or-later
"""What goes wrong on the way: bad files, a dying engine, a full disk. One sentence each, in the
row it belongs to, and everything else goes on."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from app.core.changes import (
    AppCode,
    DocumentOpened,
    DocumentState,
    EngineStatus,
    Exported,
    Notice,
    PageEnded,
    PageShown,
    Problem,
    Saved,
)
from app.core.choice import EngineChoice
from app.core.errors import sentence
from app.core.export import Format
from app.core.library import Library, schema
from app.core.places import Places
from app.core.session import Session
from app.core.settings import Settings
from engine.protocol import ErrorCode
from tests.e2e.sessions import HANG, Watcher, make_long_pdf, make_pdf, running
from tests.servers.chat import ChatServer, Reply, always

SLOW = {"pages": {"default": {"text": "Words of page {page}. ", "repeat": 50, "chars_per_s": 3000}}}


def one_before(happened: Path) -> dict[str, object]:
    """A page that comes at once; the others when something has happened."""
    return {"pages": {"1": {"text": "The first page."}, "default": {"text": "Page {page}.", "until": str(happened)}}}


def code(problem: Problem | None) -> ErrorCode | AppCode | None:
    return problem.code if problem else None


# ---------------------------------------------------------------- files


def test_bad_files_have_their_sentence_in_their_row_and_the_others_are_read(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    good = [make_pdf(folder / f"good {number}.pdf", 1, text=str(number)) for number in range(14)]
    (folder / "empty.pdf").touch()
    (folder / "text.pdf").write_text("This is no PDF at all, however long the text may be. " * 50)
    (folder / "truncated.pdf").write_bytes(good[0].read_bytes()[:20])
    make_long_pdf(folder / "zero.pdf", 0)
    make_pdf(folder / "locked.pdf", password="secret")
    with running(tmp_path / "home") as (session, watcher):
        session.add([*sorted(folder.iterdir()), folder / "missing.pdf"])
        assert session.wait_idle(HANG)
        rows = watcher.rows
        assert len(rows) == 20
        assert sum(row.state is DocumentState.DONE for row in rows.values()) == 14
        bad = {name: code(row.problem) for name, row in rows.items() if row.state is not DocumentState.DONE}
        damaged = (ErrorCode.NOT_A_DOCUMENT, ErrorCode.DAMAGED, ErrorCode.NO_PAGES)
        assert bad.pop("truncated.pdf") in damaged
        assert bad.pop("text.pdf") in damaged
        assert bad.pop("zero.pdf") in damaged
        assert bad == {
            "empty.pdf": ErrorCode.EMPTY_FILE,
            "locked.pdf": ErrorCode.PASSWORD_NEEDED,
            "missing.pdf": ErrorCode.NOT_FOUND,
        }
        for name, row in rows.items():
            assert row.problem is None or sentence(row.problem, name)
        assert not watcher.of(Notice), "never a storm: each has its row"


def test_a_folder_without_files_is_told(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    with running(tmp_path / "home") as (session, watcher):
        session.add([tmp_path / "in"])
        notice = watcher.wait(Notice)
        assert (notice.problem.code, notice.subject) == (AppCode.NO_DOCUMENTS, str(tmp_path / "in"))


@pytest.mark.parametrize("name", ["📄 paper.pdf", "文" * 80 + ".pdf", "two\nlines.pdf", "a'b\"c;$(x).pdf"])
@pytest.mark.skipif(sys.platform == "win32", reason="not all are names there")
def test_odd_names(tmp_path: Path, name: str) -> None:
    with running(tmp_path / "home") as (session, watcher):
        session.add([make_pdf(tmp_path / name, text="x")])
        assert session.wait_idle(HANG)
        assert watcher.row.read == 1
        session.export(watcher.row.document, Format.MARKDOWN, tmp_path / name.replace(".pdf", ".md"))
        assert watcher.wait(Exported).paths[0].exists()


def test_a_file_that_changes_while_it_is_read(tmp_path: Path) -> None:
    path, changed = make_pdf(tmp_path / "a.pdf", 6), tmp_path / "changed"
    with running(tmp_path / "home", one_before(changed)) as (session, watcher):
        session.add([path])
        watcher.wait(PageEnded)
        make_pdf(path, 6, text="another text")
        changed.touch()
        assert session.wait_idle(HANG)
        assert code(watcher.row.problem) is ErrorCode.FILE_CHANGED
        ended = watcher.ended()
        assert len(ended) == 6, "each page got its ending"
        lost = [page for page, e in ended.items() if code(e.problem) is ErrorCode.FILE_CHANGED]
        assert len(lost) >= 4
        first = watcher.row.stored
        session.retry(watcher.row.document)
        assert session.wait_idle(HANG)
        assert (watcher.row.state, watcher.row.problem, watcher.row.read) == (DocumentState.DONE, None, 6)
        assert watcher.row.stored != first, "other contents are another document"
    with Library(Places(tmp_path / "home").library) as library:
        assert first is not None
        assert library.readings.read_pages(first) == set(range(6)) - set(lost), "nothing of the new file under the old"


def test_a_file_that_vanishes_while_it_is_read_and_comes_back(tmp_path: Path) -> None:
    path, gone = make_pdf(tmp_path / "a.pdf", 6), tmp_path / "gone"
    with running(tmp_path / "home", one_before(gone)) as (session, watcher):
        session.add([path])
        watcher.wait(PageEnded)
        path = path.rename(tmp_path / "away.pdf")
        gone.touch()
        assert session.wait_idle(HANG)
        assert code(watcher.row.problem) is ErrorCode.NOT_FOUND
        path.rename(tmp_path / "a.pdf")
        session.retry(watcher.row.document)
        assert session.wait_idle(HANG)
        assert (watcher.row.state, watcher.row.read) == (DocumentState.DONE, 6)


# ---------------------------------------------------------------- the engine


def test_an_engine_that_dies_once_costs_no_page(tmp_path: Path) -> None:
    script = {
        "abilities": {"pages_at_once": 3},
        "pages": {"3": {"misdeed": "kill", "after": 10, "once": str(tmp_path / "died")}},
    }
    with running(tmp_path / "home", script) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 6)])
        assert session.wait_idle(HANG)
        assert (watcher.row.read, watcher.row.failed) == (6, 0)
        assert watcher.wait(EngineStatus, lambda status: status.state == "restarting")
        assert len(watcher.of(PageEnded)) == 6, "one ending a page"


def test_a_page_that_always_kills_the_engine_fails_alone(tmp_path: Path) -> None:
    script = {"abilities": {"pages_at_once": 3}, "pages": {"3": {"misdeed": "exit", "after": 10}}}
    with running(tmp_path / "home", script) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 6)])
        assert session.wait_idle(HANG)
        assert {page for page, e in watcher.ended().items() if code(e.problem) is ErrorCode.CRASHED} == {2}
        assert watcher.row.read == 5
        deaths = [status for status in watcher.of(EngineStatus) if status.state == "restarting"]
        assert len(deaths) == 2


def test_a_page_that_fails_says_why_and_can_be_tried_again(tmp_path: Path) -> None:
    script = {"pages": {"2": {"fail": "engine-failed", "detail": "too dark", "text": "half"}}}
    with running(tmp_path / "home", script) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 3)])
        assert session.wait_idle(HANG)
        assert watcher.ended()[1].problem == Problem(ErrorCode.ENGINE_FAILED, "too dark")
        document = watcher.row.document
        session.view(document, 1)
        assert code(watcher.wait(PageShown).problem) is ErrorCode.ENGINE_FAILED
        session.export(document, Format.MARKDOWN, tmp_path / "a.md")
        assert session.wait_idle(HANG)
        assert "too dark" in (tmp_path / "a.md").read_text(encoding="utf-8"), "a placeholder in its place"
        since = len(watcher.changes)
        session.retry(document, 1)
        assert watcher.wait(PageEnded, since=since).page == 1


def test_an_engine_that_cannot_be_started_is_told_and_the_pages_wait(tmp_path: Path) -> None:
    command = [str(tmp_path / "no such program")]
    with running(tmp_path / "home", engine_command=command) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 3)])
        status = watcher.wait(EngineStatus, lambda status: status.state == "failed")
        assert code(status.problem) is ErrorCode.ENGINE_UNAVAILABLE
        assert session.wait_idle(HANG)
        assert (watcher.row.state, watcher.row.failed) == (DocumentState.WAITING, 0)


def test_an_engine_that_cannot_be_loaded_is_told(tmp_path: Path) -> None:
    script = {"load": {"fail": "engine-unavailable", "detail": "no model"}}
    with running(tmp_path / "home", script) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 3)])
        status = watcher.wait(EngineStatus, lambda status: status.state == "failed")
        assert (code(status.problem), status.problem and status.problem.detail) == (
            ErrorCode.ENGINE_UNAVAILABLE,
            "no model",
        )
        assert session.wait_idle(HANG)


def test_an_engine_that_does_not_answer_a_cancel_is_ended(tmp_path: Path) -> None:
    marker = tmp_path / "hung"
    script = {"pages": {"2": {"misdeed": "hang-in-c", "after": 5, "once": str(marker)}}}
    with running(tmp_path / "home", script) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 3)])
        document = watcher.wait(DocumentOpened).document
        session.view(document, 1)
        while not marker.exists():
            assert not session.wait_idle(0.05), "the page hangs"
        session.stop_now()
        watcher.wait(EngineStatus, lambda status: status.state == "restarting")
        assert session.wait_idle(HANG)
        session.resume()
        assert session.wait_idle(HANG)
        assert watcher.row.read == 3


# ---------------------------------------------------------------- the library


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A mounted file system of 2 MB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    if sys.platform != "linux" or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("may not mount here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)  # also if a program has not let go of it yet


def test_a_full_disk_pauses_and_loses_nothing(tmp_path: Path, small_disk: Path) -> None:
    pages = {str(page): {"text": os.urandom(60_000).hex()} for page in range(1, 31)}
    home = small_disk / "home"
    with running(home, {"pages": pages}) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 30)])
        assert watcher.wait(Notice).problem.code is ErrorCode.DISK_FULL
        assert session.wait_idle(HANG)
        assert watcher.row.state is DocumentState.PAUSED
        assert 0 < watcher.row.read < 30
        document = watcher.row.document
        session.edit(document, 0, "typed on a full disk")
        session.view(document, 0)
        assert watcher.wait(PageShown).text == "typed on a full disk"
        assert session.wait_idle(HANG)
        assert not watcher.of(Saved)
        assert session.unsaved(HANG) >= 1
        subprocess.run(["mount", "-o", "remount,size=64m", str(small_disk)], check=True)
        session.resume()
        watcher.wait(Saved)
        assert session.wait_idle(HANG)
        assert watcher.row.read == 30
        assert session.unsaved(HANG) == 0
        assert len(watcher.of(PageEnded)) == 30, "nothing was read twice"
        assert len(watcher.of(Notice)) == 1, "told once"
    with Library(Places(home).library) as library:
        assert len(library.readings.read_pages(1)) == 30
        assert library.edits.texts(1)[0].text == "typed on a full disk"


def test_on_a_full_disk_no_page_is_bought_that_could_not_be_kept(tmp_path: Path, small_disk: Path) -> None:
    long = Reply(text=f"# Page {{page}}\n\n{os.urandom(60_000).hex()}\n", piece=30_000)
    places = Places(small_disk / "home")
    places.cache = tmp_path / "cache"  # pictures do not need the small disk
    with ChatServer(always(long)) as server, ExitStack() as closed:
        options, speed = {"base_url": server.url, "model": "jina-ocr-v1"}, {"pages_at_once": 2}
        engine = EngineChoice("server", "hosted", options, speed)
        watcher = Watcher()
        session = Session(places, Settings(), watcher, engines=(engine,))
        closed.callback(session.close, HANG)
        session.start()
        session.add([make_pdf(tmp_path / "a.pdf", 30)])
        assert watcher.wait(Notice).problem.code is ErrorCode.DISK_FULL
        session.wait_idle(5)  # what is under way may still come, or waits until there is room
        with Library(places.library) as library:
            kept = len(library.readings.read_pages(1))
        assert len(server.asked) <= kept + 2
        subprocess.run(["mount", "-o", "remount,size=64m", str(small_disk)], check=True)
        session.resume()
        assert session.wait_idle(HANG)
        assert watcher.row.read == 30
        assert len(server.asked) == 30, "each page was bought once"


def test_a_newer_library_is_told_and_the_work_goes_on_in_memory(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", 3)
    with running(tmp_path / "home") as (session, watcher):
        session.add([path], read=False)
        session.wait_idle(HANG)
        session.read(watcher.row.document, [0])
        assert session.wait_idle(HANG)
    library = Places(tmp_path / "home").library
    before = library.read_bytes()
    connection = sqlite3.connect(library)
    connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    connection.close()
    with running(tmp_path / "home") as (session, watcher):
        assert watcher.wait(Notice).problem.code is AppCode.LIBRARY_NEWER
        session.add([path])
        assert session.wait_idle(HANG)
        assert {page: e.from_library for page, e in watcher.ended().items()} == {0: True, 1: False, 2: False}
        document = watcher.row.document
        session.edit(document, 2, "for now")
        session.view(document, 2)
        assert watcher.wait(PageShown).text == "for now"
        session.export(document, Format.MARKDOWN, tmp_path / "a.md")
        assert watcher.wait(Exported)
        assert "for now" in (tmp_path / "a.md").read_text(encoding="utf-8")
    assert len(library.read_bytes()) == len(before)


def test_two_sessions_on_one_library(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", 8)
    with running(tmp_path / "home", SLOW) as (window, seen), running(tmp_path / "home", SLOW) as (command, told):
        window.add([path])
        command.add([path])
        assert window.wait_idle(HANG)
        assert command.wait_idle(HANG)
        window.edit(seen.row.document, 0, "by the window")
        assert window.wait_idle(HANG)
        command.view(told.row.document, 0)
        assert told.wait(PageShown).text == "by the window"
        assert (seen.row.read, told.row.read) == (8, 8)
    with Library(Places(tmp_path / "home").library) as library:
        assert [library.readings.present(1, page)[1] for page in range(8)] == [1] * 8, "each page is kept once"
