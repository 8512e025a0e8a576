# SPDX-License-Identifier: AGPL-3.0-or-later
"""The walk with a real session: real PDFs with a text layer, a scripted model that misreads them, the real checks."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from app.desktop.proof.editor_places import GROUP
from app.desktop.window import Window
from tests.gui.desks import HANG_MS, real_window

pytestmark = pytest.mark.gui

LINES = [
    "The gauge at Ostend showed {} millimetres above the datum of the survey,",
    "and the one at Dover 3982 millimetres at the same hour of the day.",
    "Both were read by the keeper of the light, who had done so for years",
    "without a single day of rest and with the greatest care for detail.",
]
RIGHT = [4217, 4218, 4219]
TOLD = [4271, 4218, 4291]


def gauges(path: Path) -> Path:
    canvas = Canvas(str(path), pagesize=A4, invariant=1)
    for number in RIGHT:
        canvas.setFont("Times-Roman", 12)
        for row, line in enumerate(LINES):
            canvas.drawString(72, 760 - 20 * row, line.format(number))
        canvas.showPage()
    canvas.save()
    return path


def script() -> dict[str, object]:
    return {
        str(page + 1): {"text": "\n\n".join(LINES).format(number), "chars_per_s": 100_000}
        for page, number in enumerate(TOLD)
    }


def key(window: Window, key: Qt.Key, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(QApplication.focusWidget() or window, key, keys)


def test_two_wrong_numbers_are_found_on_their_pages_and_put_right(qtbot: QtBot, tmp_path: Path) -> None:
    with real_window(qtbot, tmp_path / "home", script()) as window:
        window.text.show_source(True)
        window.add([gauges(tmp_path / "gauges.pdf")])
        flags, editor = window.proof.flags, window.text.editor

        def flagged(page: int, number: int) -> bool:
            return window.proof.place[1] == page and flags.fresh and len(flags.flags) == number

        qtbot.waitUntil(lambda: flagged(0, 1), timeout=HANG_MS)
        qtbot.waitUntil(lambda: (row := window.looking.row) is not None and row.flags == 2, timeout=HANG_MS)
        assert window.status._proof.text() == "checked 0 of 3 · 2 flags left"
        key(window, Qt.Key.Key_F8)
        assert editor.textCursor().selectedText() == "4271"
        assert "4217" in window.proof.strip.reason
        assert len(window.page.view.highlights) == 1
        key(window, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: editor.textCursor().selectedText() == "4291", timeout=HANG_MS)
        assert window.looking.page == 2  # it went on to the next flag of the document by itself
        assert window.proof.strip.hasFocus()
        key(window, Qt.Key.Key_D)
        qtbot.waitUntil(lambda: flagged(2, 0), timeout=HANG_MS)
        key(window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda: window.looking.page == 0, timeout=HANG_MS)
        qtbot.waitUntil(lambda: flagged(0, 0), timeout=HANG_MS)
        assert editor.text == "\n\n".join(LINES).format(4217)
        qtbot.waitUntil(lambda: window.status._proof.text() == "checked 1 of 3", timeout=HANG_MS)


def test_typing_a_mistake_raises_a_flag_and_typing_it_back_takes_it_away(qtbot: QtBot, tmp_path: Path) -> None:
    with real_window(qtbot, tmp_path / "home", script()) as window:
        window.text.show_source(True)
        window.add([gauges(tmp_path / "gauges.pdf")])
        flags, editor = window.proof.flags, window.text.editor
        qtbot.waitUntil(lambda: window.looking.pages == 3, timeout=HANG_MS)
        window.looking.go(1)
        qtbot.waitUntil(lambda: window.proof.place[1] == 1 and "3982" in editor.text, timeout=HANG_MS)
        qtbot.waitUntil(lambda: flags.alignment is not None and not flags.flags, timeout=HANG_MS)
        window.text.focus_source()
        editor.go_to(editor.text.index("3982") + 2)
        QTest.keyClick(editor, Qt.Key.Key_Delete)
        QTest.keyClicks(editor, "7")
        qtbot.waitUntil(lambda: flags.fresh and len(flags.flags) == 1, timeout=HANG_MS)
        assert flags.flags[0].suggestion == "3982"
        QTest.keyClick(editor, Qt.Key.Key_Backspace)
        QTest.keyClicks(editor, "8")
        qtbot.waitUntil(lambda: flags.fresh and not flags.flags, timeout=HANG_MS)


def put_in(window: Window, words: str) -> None:
    """As an input method does: letters beyond the keyboard come in one event."""
    event = QInputMethodEvent()
    event.setCommitString(words)
    QApplication.sendEvent(window.text.editor, event)


def marked(window: Window) -> list[str]:
    """The letters that are marked in the editor: those in sight and around."""
    return [one.cursor.selectedText() for one in window.text.editor._selections.get(GROUP, [])]


ROWS, WRONG = 3000, 500


def long_sheet(path: Path) -> tuple[Path, str]:
    """A page with a number in each of its 3,000 rows, and a reading of it, 200 KB, in which each sixth is wrong."""
    high = 4.0
    canvas = Canvas(str(path), pagesize=(595, ROWS * high + 100), invariant=1)
    canvas.setFont("Times-Roman", 3)
    rows: list[str] = []
    for number in range(ROWS):
        right = number * 7919 + 10013
        canvas.drawString(
            72, ROWS * high + 50 - number * high, f"Row {number} of the gauge stands at {right} millimetres"
        )
        rows.append(f"Row {number} of the gauge stands at {right + (number % 6 == 0)} millimetres")
    canvas.showPage()
    canvas.save()
    return path, "\n\n".join(rows)


def test_500_flags_on_a_page_of_200_kb_behind_an_emoji_with_one_deleted_and_back(qtbot: QtBot, tmp_path: Path) -> None:
    pdf, text = long_sheet(tmp_path / "sheet.pdf")
    told = {"1": {"text": text, "chars_per_s": 10_000_000, "piece": 20_000}}
    with real_window(qtbot, tmp_path / "home", told) as window:
        window.text.show_source(True)
        window.add([pdf])
        flags, editor = window.proof.flags, window.text.editor

        def proofed(number: int) -> bool:
            return flags.fresh and len(flags.flags) == number

        qtbot.waitUntil(lambda: proofed(WRONG), timeout=HANG_MS)
        assert len(editor.text) > 150_000 and not editor.isReadOnly()
        key(window, Qt.Key.Key_F8)
        assert editor.textCursor().selectedText() == "10014"
        second = str(6 * 7919 + 10014)
        window.text.focus_source()
        editor.go_to(0)
        qtbot.waitUntil(lambda: marked(window)[:2] == ["10014", second], timeout=HANG_MS)
        put_in(window, "😀𠀀 ")
        assert not flags.fresh and marked(window)[:2] == ["10014", second], "they stay on their words"
        qtbot.waitUntil(lambda: proofed(WRONG), timeout=HANG_MS)
        assert marked(window)[:2] == ["10014", second]
        for wanted in ("10014", second):  # the cursor stands before both
            key(window, Qt.Key.Key_F8)
            assert editor.textCursor().selectedText() == wanted
        key(window, Qt.Key.Key_E)
        QTest.keyClick(editor, Qt.Key.Key_Delete)
        assert second not in marked(window) and len(flags.flags) == WRONG - 1, "its flag goes with it, at once"
        QTest.keyClick(editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda: proofed(WRONG), timeout=HANG_MS)
        assert marked(window)[1] == second and editor.text.startswith("😀𠀀 Row 0")
        bar = editor.verticalScrollBar()
        QTest.keyClick(editor, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
        last = str((ROWS - 6) * 7919 + 10014)
        qtbot.waitUntil(lambda: last in marked(window), timeout=HANG_MS)
        assert bar.value() > bar.maximum() - 10
