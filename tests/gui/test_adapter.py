# SPDX-License-Identifier: AGPL-3.0-or-later
"""The adapter: changes arrive as signals on the interface thread, in order, folded and in
small portions; pictures are loaded elsewhere."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QThread
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.changes import (
    Change,
    DocumentChanged,
    DocumentsChanged,
    PagePiece,
    PageShown,
    PageState,
    PictureFailed,
    PictureReady,
    QueueStatus,
    Saved,
)
from app.desktop import adapter
from app.desktop.adapter import fold
from app.desktop.background import in_background
from app.desktop.pictures import LoadedPicture, load
from tests.gui.desks import HANG_MS, document, recording_desk, recording_window

pytestmark = pytest.mark.gui


def status(done: int) -> QueueStatus:
    return QueueStatus(paused=False, running=1, waiting=1, done=done, failed=0)


def raw(path: Path, width: int, height: int, stride: int) -> PictureReady:
    """A picture whose pixel (x, y) is (x, y, 7), in rows of `stride` bytes."""
    rows = [bytes(v for x in range(width) for v in (x, y, 7)).ljust(stride, b"\xee") for y in range(height)]
    path.write_bytes(b"".join(rows))
    return PictureReady(1, 0, "page", path, width, height, stride)


def test_pieces_of_one_page_become_one() -> None:
    pieces = [PagePiece(1, 0, "ab", 0, 1.0), PagePiece(1, 0, "cd", 2, 2.0), PagePiece(1, 0, "e", 4, 3.0)]
    assert fold(pieces) == [PagePiece(1, 0, "abcde", 0, 1.0)]


def test_pieces_that_do_not_follow_each_other_stay_apart() -> None:
    pieces = [PagePiece(1, 0, "ab", 0), PagePiece(1, 1, "cd", 2), PagePiece(1, 1, "e", 9)]
    assert fold(pieces) == pieces


def test_a_text_between_pieces_keeps_its_place() -> None:
    shown = PageShown(1, 0, PageState.READING, "xy")
    story: list[Change] = [PagePiece(1, 0, "ab", 0), shown, PagePiece(1, 0, "z", 2)]
    assert fold(story) == story


def test_of_whole_values_the_last_stays() -> None:
    row, later = DocumentChanged(document(1, pages=1)), DocumentChanged(document(1, pages=2))
    other, saved = DocumentChanged(document(2)), Saved(1, 0, 5.0)
    story: list[Change] = [status(1), row, other, saved, status(2), later]
    assert fold(story) == story[2:]


def test_changes_arrive_on_the_interface_thread_in_order(qtbot: QtBot) -> None:
    desk, recorder = recording_desk()
    seen: list[tuple[object, bool]] = []

    def note(change: object) -> None:
        application = QApplication.instance()
        assert application is not None
        seen.append((change, QThread.currentThread() is application.thread()))

    desk.saved.connect(note)
    changes = [Saved(1, page, float(page)) for page in range(500)]
    thread = threading.Thread(target=lambda: [recorder.notify(change) for change in changes])
    thread.start()
    qtbot.waitUntil(lambda: len(seen) == 500, timeout=HANG_MS)
    thread.join()
    assert seen == [(change, True) for change in changes]


def test_a_flood_lets_other_events_through(qtbot: QtBot) -> None:
    """While thousands of changes wait, the event loop gets its turns."""
    desk, recorder = recording_desk()
    left: list[int] = []
    count = [0]

    def slow(change: object) -> None:
        count[0] += 1
        sum(range(20_000))

    desk.page_shown.connect(slow)
    for number in range(400):
        recorder.notify(PageShown(1, number, PageState.READ, ""))
    desk.saved.connect(lambda change: left.append(count[0]))
    turns = 0
    while count[0] < 400:
        QApplication.processEvents()
        turns += 1
        assert turns < 100_000
    assert turns > 1


def test_each_turn_hands_something_out_however_late_it_is(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "BUDGET", -1.0)
    desk, recorder = recording_desk()
    told: list[object] = []
    desk.saved.connect(told.append)
    for page in range(3):
        recorder.notify(Saved(1, page, 0.0))
    for number in range(1, 4):
        desk._drain()
        assert len(told) == number


def test_a_closed_window_is_told_nothing_more(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "BUDGET", -1.0)
    window, recorder = recording_window(qtbot, tmp_path)
    told: list[object] = []
    window.desk.saved.connect(told.append)
    for page in range(3):
        recorder.notify(Saved(1, page, 0.0))
    window.desk._drain()
    window.close()
    recorder.notify(status(0))
    recorder.notify(raw(tmp_path / "p.rgb", 4, 4, 12))
    qtbot.wait(50)
    assert len(told) == 1 and window.reading.status is None


def test_a_picture_is_copied_and_its_file_may_go(qtbot: QtBot, tmp_path: Path) -> None:
    ready = raw(tmp_path / "p.rgb", 5, 3, 16)
    picture = load(ready)
    ready.path.unlink()
    colour = picture.image.pixelColor(4, 2)
    assert (colour.red(), colour.green(), colour.blue()) == (4, 2, 7)
    assert (picture.image.width(), picture.image.height()) == (5, 3)


def test_pictures_come_as_loaded_ones(qtbot: QtBot, tmp_path: Path) -> None:
    desk, recorder = recording_desk()
    with qtbot.waitSignal(desk.picture_loaded, timeout=HANG_MS) as got:
        recorder.notify(raw(tmp_path / "p.rgb", 4, 4, 12))
    (picture,) = got.args or []
    assert isinstance(picture, LoadedPicture)
    assert picture.image.width() == 4


@pytest.mark.parametrize("size", [0, 11])
def test_a_picture_that_is_gone_or_cut_off_is_a_failure(qtbot: QtBot, tmp_path: Path, size: int) -> None:
    desk, recorder = recording_desk()
    ready = raw(tmp_path / "p.rgb", 4, 4, 12)
    if size:
        ready.path.write_bytes(b"x" * size)
    else:
        ready.path.unlink()
    with qtbot.waitSignal(desk.picture_failed, timeout=HANG_MS) as got:
        recorder.notify(ready)
    (failure,) = got.args or []
    assert isinstance(failure, PictureFailed)
    assert failure.purpose == "page"


def test_background_work_comes_back_to_the_interface_thread(qtbot: QtBot) -> None:
    results: list[tuple[int, bool]] = []
    main = threading.get_ident()
    in_background(threading.get_ident, lambda there: results.append((there, threading.get_ident() == main)))
    qtbot.waitUntil(lambda: bool(results), timeout=HANG_MS)
    assert results[0][0] != main
    assert results[0][1]


def test_the_list_stands_for_the_rows_before_it() -> None:
    old, new = DocumentsChanged((document(1),)), DocumentsChanged((document(1), document(2)))
    assert fold([old, new]) == [new]
