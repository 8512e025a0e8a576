# SPDX-License-Identifier: AGPL-3.0-or-later
"""The window with a real session, real children and the scripted engine: what a person does,
from the drop to the export, and at the end nothing typed is lost."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from app.core.changes import DocumentChanged, DocumentState, PageState
from app.core.library import Library
from app.core.places import Places
from app.core.settings_file import load
from app.desktop.dialogs.password import PasswordDialog
from app.desktop.window import Window
from tests.e2e.sessions import make_long_pdf, make_pdf
from tests.gui.desks import HANG_MS, act, real_window

pytestmark = pytest.mark.gui


def drop(window: Window, *paths: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    place = QPointF(window.rect().center())
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(place.toPoint(), Qt.DropAction.CopyAction, data, buttons, keys)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(window, QDropEvent(place, Qt.DropAction.CopyAction, data, buttons, keys))


def states(window: Window) -> dict[str, DocumentState]:
    return {row.path.name: row.state for row in window.looking.rows.values()}


def until(qtbot: QtBot, holds: Callable[[], bool]) -> None:
    qtbot.waitUntil(holds, timeout=HANG_MS)


def is_read(window: Window, name: str) -> Callable[[], bool]:
    return lambda: states(window).get(name) is DocumentState.DONE


def test_a_dropped_file_is_shown_and_its_text_streams_in(qtbot: QtBot, tmp_path: Path) -> None:
    file = make_pdf(tmp_path / "tides.pdf", 2)
    go_on = tmp_path / "go on"
    text = "# Page {page}\n\n" + "So it goes on. " * 40
    slow = {"default": {"text": text, "chars_per_s": 600, "until": str(go_on), "until_at": 300}}
    with real_window(qtbot, tmp_path / "home", slow) as window:
        drop(window, file)
        until(qtbot, lambda: "Page 1" in window.text.text)
        assert window.looking.page_row is not None
        assert window.looking.page_row.state is PageState.READING
        until(qtbot, lambda: len(window.text.text) == 300)
        until(qtbot, lambda: window.page.view._base is not None)
        assert window.windowTitle() == "tides – Copyholder"
        go_on.touch()
        until(qtbot, is_read(window, "tides.pdf"))
        until(qtbot, lambda: window.text.text.endswith("So it goes on. "))


def test_a_document_is_told_as_done_after_its_last_page(qtbot: QtBot, tmp_path: Path) -> None:
    go_on = tmp_path / "go on"
    pages = {"default": {"text": "Short."}, "3": {"text": "Last.", "until": str(go_on)}}
    with real_window(qtbot, tmp_path / "home", pages) as window:
        seen: list[list[PageState | None]] = []

        def told(change: DocumentChanged) -> None:
            if change.row.state is DocumentState.DONE:
                rows = [window.strip.pages.row_of(page) for page in range(3)]
                seen.append([row.state if row is not None else None for row in rows])

        window.desk.document_changed.connect(told)
        drop(window, make_pdf(tmp_path / "tides.pdf", 3))
        until(qtbot, lambda: (row := window.strip.pages.row_of(2)) is not None and row.state is PageState.READING)
        go_on.touch()
        until(qtbot, lambda: bool(seen))
        assert seen[0] == [PageState.READ] * 3


def test_good_and_bad_files_together(qtbot: QtBot, tmp_path: Path) -> None:
    good = [make_pdf(tmp_path / f"good{n}.pdf", text=f"the text {n}") for n in range(2)]
    bad = [tmp_path / f"bad{n}.pdf" for n in range(3)]
    for number, path in enumerate(bad):
        path.write_bytes(b"not a document at all" * number)
    with real_window(qtbot, tmp_path / "home") as window:
        drop(window, *bad, *good)
        until(qtbot, lambda: [*states(window).values()].count(DocumentState.FAILED) == 3)
        until(qtbot, lambda: [*states(window).values()].count(DocumentState.DONE) == 2)
        assert window.notices.titles() == ["3 files could not be opened."]
        assert QApplication.activeModalWidget() is None


def test_a_locked_file_asks_in_its_row_until_the_password_fits(qtbot: QtBot, tmp_path: Path) -> None:
    file = make_pdf(tmp_path / "minutes.pdf", password="open sesame")
    with real_window(qtbot, tmp_path / "home") as window:
        drop(window, file)
        until(qtbot, lambda: states(window).get("minutes.pdf") is DocumentState.NEEDS_PASSWORD)
        assert QApplication.activeModalWidget() is None  # nothing pops up by itself
        (number,) = window.looking.rows
        window.documents.view.step_asked.emit(number, "password")
        (dialog,) = window.findChildren(PasswordDialog)
        closed: list[int] = []
        dialog.finished.connect(closed.append)
        QTest.keyClicks(dialog._field, "guess")
        QTest.keyClick(dialog._field, Qt.Key.Key_Return)
        until(qtbot, lambda: "does not open" in dialog._answer.text())
        assert not closed
        QTest.keyClicks(dialog._field, "open sesame")
        QTest.keyClick(dialog._field, Qt.Key.Key_Return)
        until(qtbot, is_read(window, "minutes.pdf"))
        assert closed == [PasswordDialog.DialogCode.Accepted]
    everything = b"".join(path.read_bytes() for path in (tmp_path / "home").rglob("*") if path.is_file())
    assert b"open sesame" not in everything


def test_what_is_typed_last_is_there_after_closing_at_once(qtbot: QtBot, tmp_path: Path) -> None:
    file, home = make_pdf(tmp_path / "letter.pdf"), tmp_path / "home"
    with real_window(qtbot, home) as window:
        drop(window, file)
        until(qtbot, is_read(window, "letter.pdf"))
        until(qtbot, lambda: bool(window.text.text))
        window.text.focus_source()
        until(qtbot, lambda: not window.text.editor.isReadOnly())  # as it is while a text streams in
        QTest.keyClicks(window.text.editor, "Corrected: ")
        assert window.text.text.startswith("Corrected: ")
    with real_window(qtbot, home) as window:
        drop(window, file)
        until(qtbot, lambda: "Corrected: " in window.text.text)
        until(qtbot, lambda: bool(window.looking.page_row and window.looking.page_row.edited))
        act(window, "revert")
        until(qtbot, lambda: bool(window.text.text) and "Corrected" not in window.text.text)


def test_export_as_before_writes_beside_the_file(qtbot: QtBot, tmp_path: Path) -> None:
    file = make_pdf(tmp_path / "tides.pdf", 2)
    with real_window(qtbot, tmp_path / "home") as window:
        drop(window, file)
        until(qtbot, is_read(window, "tides.pdf"))
        act(window, "export_again")
        until(qtbot, lambda: window.exports.pending == 0 and bool(window.notices.titles()))
        assert window.notices.titles() == [f"“tides.md” is in {tmp_path}."]
    assert (tmp_path / "tides.md").read_text(encoding="utf-8").count("# Page") == 2


def test_closing_during_an_export_asks_once(qtbot: QtBot, tmp_path: Path) -> None:
    with real_window(qtbot, tmp_path / "home") as window:
        window.exports.pending = 1
        assert not window.close()
        (question,) = window.findChildren(QMessageBox)
        button = next(b for b in question.buttons() if b.text() == "Close anyway")
        button.click()
        assert not window.isVisible()


def test_an_export_that_ends_while_closing_asks_takes_its_question_along(qtbot: QtBot, tmp_path: Path) -> None:
    with real_window(qtbot, tmp_path / "home") as window:
        window.exports.pending = 1
        assert not window.close() and not window.close()
        (question,) = window.findChildren(QMessageBox)  # asked again it is the same
        window.exports.pending = 0
        window.exports.pending_changed.emit()
        assert not question.isVisible()
        assert window.isVisible()


def test_closing_asks_where_something_is_not_saved(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with real_window(qtbot, home) as window:
        drop(window, make_pdf(tmp_path / "tides.pdf", 2))
        until(qtbot, is_read(window, "tides.pdf"))
        window.text.show_source(True)
        until(qtbot, lambda: not window.text.editor.isReadOnly())
        with closing(sqlite3.connect(Places(home).library)) as file, file:
            file.execute("CREATE TRIGGER full BEFORE INSERT ON edits BEGIN SELECT raise(ABORT, 'no room'); END")
        QTest.keyClick(window.text.editor, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(window.text.editor, " Typed without room.")
        assert not window.close()
        (question,) = window.findChildren(QMessageBox)
        assert question.text() == "What is new on 1 page is not saved."
        next(b for b in question.buttons() if b.text() == "Wait").click()
        assert window.isVisible()
        with closing(sqlite3.connect(Places(home).library)) as file, file:
            file.execute("DROP TRIGGER full")
        assert window.close()
    with Library(Places(home).library) as library:
        assert library.edits.texts(1)[0].text.endswith("Typed without room.")


def test_checked_and_turned(qtbot: QtBot, tmp_path: Path) -> None:
    file = make_pdf(tmp_path / "tides.pdf", 2)
    with real_window(qtbot, tmp_path / "home") as window:
        drop(window, file)
        until(qtbot, is_read(window, "tides.pdf"))
        until(qtbot, window.actions_["checked"].isEnabled)
        act(window, "checked")
        until(qtbot, lambda: bool(window.looking.row and window.looking.row.checked == 1))
        assert window.actions_["checked"].isChecked()
        act(window, "next_page")
        assert window.looking.page == 1
        until(qtbot, lambda: bool(window.looking.page_row))
        assert not window.actions_["checked"].isChecked()
        act(window, "turn_right")
        until(qtbot, lambda: bool(window.looking.page_row and window.looking.page_row.turn == 90))
        assert window.looking.page_row is not None
        assert window.looking.page_row.width > window.looking.page_row.height


def test_pause_and_resume(qtbot: QtBot, tmp_path: Path) -> None:
    file, go_on = make_pdf(tmp_path / "book.pdf", 40), tmp_path / "go on"
    said = {"text": "x" * 400, "chars_per_s": 2000}
    with real_window(qtbot, tmp_path / "home", {"default": said, "9": {**said, "until": str(go_on)}}) as window:
        drop(window, file)
        until(qtbot, lambda: bool(window.looking.row and window.looking.row.read > 1))
        act(window, "stop")
        until(qtbot, lambda: window.actions_["pause"].text() == "&Resume")
        assert window.looking.row is not None
        stopped = window.looking.row.read
        assert stopped < 40
        go_on.touch()
        act(window, "pause")
        until(qtbot, lambda: bool(window.looking.row and window.looking.row.read > stopped))


def test_a_long_document_is_walked_through(qtbot: QtBot, tmp_path: Path) -> None:
    file = make_long_pdf(tmp_path / "long.pdf", 3000)
    with real_window(qtbot, tmp_path / "home", {"default": {"text": "x", "delay": 0.05}}) as window:
        drop(window, file)
        until(qtbot, lambda: window.looking.pages == 3000)
        act(window, "last_page")
        until(qtbot, lambda: window.page.view._base is not None and window.strip.pages.has_thumb(2999))
        assert window.strip.pages.row_of(1500) is None
        assert window.strip.currentIndex().row() == 2999


def test_a_pasted_picture_becomes_a_document(qtbot: QtBot, tmp_path: Path) -> None:
    image = QImage(80, 60, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    with real_window(qtbot, tmp_path / "home") as window:
        QGuiApplication.clipboard().setImage(image)
        act(window, "paste")
        until(qtbot, lambda: bool(window.looking.rows))
        (row,) = window.looking.rows.values()
        assert row.path.parent == Places(tmp_path / "home").data / "pasted"
        until(qtbot, is_read(window, row.path.name))
        QGuiApplication.clipboard().clear()


def test_a_folder_of_pictures_may_become_one_document(qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path / "scans"
    folder.mkdir()
    for number in (1, 2, 10):
        image = QImage(80 + number, 60, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        image.save(str(folder / f"page{number}.png"))
    with real_window(qtbot, tmp_path / "home") as window:
        drop(window, folder)
        until(qtbot, lambda: len(window.looking.rows) == 3 and bool(window.notices.titles()))
        assert window.notices.titles() == ["The 3 pictures of “scans” are one document each."]
        window.files._join(folder)
        until(qtbot, lambda: [row.pages for row in window.looking.rows.values()] == [3])


def test_the_same_file_twice_is_one_document(qtbot: QtBot, tmp_path: Path) -> None:
    one, other = make_pdf(tmp_path / "one.pdf"), make_pdf(tmp_path / "other.pdf")
    with real_window(qtbot, tmp_path / "home") as window:
        drop(window, one)
        until(qtbot, is_read(window, "one.pdf"))
        drop(window, other)
        until(qtbot, is_read(window, "other.pdf"))
        assert window.looking.row is not None
        assert window.looking.row.path == other
        drop(window, one)
        until(qtbot, lambda: bool(window.looking.row and window.looking.row.path == one))
        assert len(window.looking.rows) == 2


def test_arrangement_and_recent_files_are_remembered(qtbot: QtBot, tmp_path: Path) -> None:
    file, home = make_pdf(tmp_path / "tides.pdf"), tmp_path / "home"
    with real_window(qtbot, home) as window:
        drop(window, file)
        act(window, "show_strip")
        window.resize(760, 560)  # the offscreen screen is 800 wide
        until(qtbot, lambda: window.splitter.width() == 760)
        window.splitter.setSizes([190, 100, 200, 260])
        QApplication.processEvents()
        act(window, "fit_page")
        sizes = window.splitter.sizes()
    settings, notice = load(Places(home).settings)
    assert notice is None
    assert settings.recent == (str(file),)
    with real_window(qtbot, home, settings=settings) as window:
        assert window.strip.isHidden()
        until(qtbot, lambda: window.splitter.sizes() == sizes)
        assert window.page.view.fit == "page"


def test_a_search_marks_the_words_on_the_page(qtbot: QtBot, tmp_path: Path) -> None:
    file = make_pdf(tmp_path / "tides.pdf", 3, text="gauge")
    with real_window(qtbot, tmp_path / "home", {"default": {"text": "The gauge of page {page}."}}) as window:
        drop(window, file)
        until(qtbot, is_read(window, "tides.pdf"))
        with qtbot.waitSignal(window.desk.search_found, timeout=HANG_MS) as found:
            window.desk.session.search("gauge")
        hits = (found.args or [])[0].hits
        assert len(hits) == 3
        window.landing.open(next(hit for hit in hits if hit.page == 2))
        assert window.looking.page == 2
        until(qtbot, lambda: len(window.page.view.highlights) == 1)


def test_an_engine_that_cannot_start_is_said_in_the_foot(qtbot: QtBot, tmp_path: Path) -> None:
    with real_window(qtbot, tmp_path / "home", load={"fail": "out-of-memory"}) as window:
        until(qtbot, lambda: "not running" in window.status._chip.text())
        assert window.status._detail.text()


def test_a_copy_of_a_file_in_the_list_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    file = make_pdf(tmp_path / "tides.pdf")
    copies = [tmp_path / f"copy {number}.pdf" for number in (1, 2)]
    for copy in copies:
        copy.write_bytes(file.read_bytes())
    with real_window(qtbot, tmp_path / "home") as window:
        drop(window, file)
        until(qtbot, is_read(window, "tides.pdf"))
        drop(window, *copies, file)
        until(qtbot, lambda: window.notices.titles() == ["2 files have the same contents as others in the list."])
        assert list(states(window)) == ["tides.pdf"]
