# SPDX-License-Identifier: AGPL-3.0-or-later
"""Find and replace with the real window: keys and clicks, a real session, several pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from app.core.editing import pattern
from app.desktop.find_bar import FindBar
from app.desktop.preview_lite import LitePreview
from app.desktop.window import Window
from tests.e2e.sessions import make_pdf
from tests.gui.desks import act, real_window
from tests.gui.test_window import drop, is_read, until

pytestmark = pytest.mark.gui

KEY, HELD = Qt.Key, Qt.KeyboardModifier
PAGES = {
    "default": {"text": "Page {page}: the tide, a tideway and the Tide. $x_{page}$\n"},
    "2": {"text": "No water here.\n"},
}


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[Window]:
    with real_window(qtbot, tmp_path / "home", PAGES) as made:
        drop(made, make_pdf(tmp_path / "tides.pdf", 4))
        until(qtbot, is_read(made, "tides.pdf"))
        until(qtbot, lambda: made.text.text.startswith("Page 1") and made.text.preview is not None)
        until(qtbot, lambda: in_preview(made).startswith("Page 1"))
        yield made


def in_preview(window: Window) -> str:
    preview = window.text.preview
    return preview.view.toPlainText() if isinstance(preview, LitePreview) else ""


def bar_of(window: Window) -> FindBar:
    found = window.text.findChild(FindBar)
    assert isinstance(found, FindBar)
    return found


def shown(window: Window) -> tuple[int, int, int]:
    page = window.looking.page  # its text may be still to come
    return (page if window.text.place[1] == page else -1, *window.text.editor.selected())


def marked(window: Window) -> tuple[int, int]:
    """What the plain preview has marked: page and place in what it shows, which here is the source's."""
    preview = window.text.preview
    assert isinstance(preview, LitePreview)
    last = window.text.searching._last
    return (window.looking.page, preview.view.textCursor().selectionStart()) if last else (-1, -1)


def press(window: Window, name: str) -> QToolButton:
    """Click the button of this name in the bar."""
    (button,) = [one for one in bar_of(window).findChildren(QToolButton) if one.accessibleName().startswith(name)]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    return button


def search(window: Window, words: str) -> FindBar:
    """Ctrl+F in the source, and these words."""
    window.text.focus_source()
    QTest.keyClick(window.text.editor, KEY.Key_F, HELD.ControlModifier)
    bar = bar_of(window)
    bar.field.clear()
    QTest.keyClicks(bar.field, words)
    return bar


def test_keys_go_through_the_pages_of_the_document(qtbot: QtBot, window: Window) -> None:
    bar = search(window, "tide")
    assert shown(window) == (0, 12, 16)
    for place in ((0, 20, 24), (0, 36, 40), (2, 12, 16)):
        QTest.keyClick(bar.field, KEY.Key_Return)
        until(qtbot, lambda place=place: shown(window) == place)  # type: ignore[misc]
    QTest.keyClick(bar.field, KEY.Key_F3, HELD.ShiftModifier)
    until(qtbot, lambda: shown(window) == (0, 36, 40))
    QTest.keyClick(bar.field, KEY.Key_F3)
    until(qtbot, lambda: shown(window) == (2, 12, 16))
    window.text.editor.setFocus()
    for place in ((2, 20, 24), (2, 36, 40), (3, 12, 16), (3, 20, 24), (3, 36, 40), (0, 12, 16)):
        QTest.keyClick(window.text.editor, KEY.Key_F3)
        until(qtbot, lambda place=place: shown(window) == place)  # type: ignore[misc]
    QTest.keyClick(bar.field, KEY.Key_Escape)
    assert not bar.isVisible() and window.text.editor.hasFocus()


def test_capitals_words_and_expressions(qtbot: QtBot, window: Window) -> None:
    bar = search(window, "tide")
    press(window, "Whole words")
    assert shown(window) == (0, 12, 16)
    QTest.keyClick(bar.field, KEY.Key_Return)
    until(qtbot, lambda: shown(window) == (0, 36, 40))
    press(window, "Match capitals")
    assert shown(window) == (0, 12, 16)
    QTest.keyClick(bar.field, KEY.Key_Return)
    until(qtbot, lambda: shown(window) == (2, 12, 16))
    press(window, "Regular expression")
    bar.field.setText(r"T\w+")
    until(qtbot, lambda: shown(window) == (2, 36, 40))
    bar.field.setText("(")
    until(qtbot, bar.message.isVisible)
    assert bar.message.text() == "The pattern is not complete or not allowed: missing ) (at character 2)."
    QTest.keyClick(bar.field, KEY.Key_Return)
    until(qtbot, lambda: "missing" in bar.message.text())
    bar.field.setText("water")
    until(qtbot, lambda: bar.message.text() == "Not on this page; Return looks on the others.")
    QTest.keyClick(bar.field, KEY.Key_Return)
    until(qtbot, lambda: shown(window) == (1, 3, 8))
    bar.field.setText("fire")
    QTest.keyClick(bar.field, KEY.Key_Return)
    until(qtbot, lambda: bar.message.text() == "Not in this document.")


def test_a_pattern_that_explodes_does_not_stop_the_window(
    qtbot: QtBot, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pattern, "SECONDS", 0.3)
    bar = search(window, "")
    window.text.editor.setFocus()
    QTest.keyClicks(window.text.editor, "a" * 60 + "b ")
    press(window, "Regular expression")
    bar.field.setText(r"(a|aa)+$")
    until(qtbot, lambda: "takes too long" in bar.message.text())


def test_replacing_one_by_one_is_typing_that_can_be_undone(qtbot: QtBot, window: Window) -> None:
    window.text.focus_source()
    QTest.keyClick(window.text.editor, KEY.Key_H, HELD.ControlModifier)
    bar = bar_of(window)
    assert bar.replaces
    QTest.keyClicks(bar.field, r"(t)id(\w+)")
    press(window, "Regular expression")
    until(qtbot, lambda: shown(window) == (0, 12, 16))
    bar.replacement.setFocus()
    QTest.keyClicks(bar.replacement, r"\2-\1")
    press(window, "Replace this place")
    until(qtbot, lambda: shown(window) == (0, 19, 26))
    assert window.text.editor.text.startswith("Page 1: the e-t, a tideway")
    QTest.keyClick(bar.replacement, KEY.Key_Return)
    until(qtbot, lambda: "a eway-t and" in window.text.editor.text)
    until(qtbot, lambda: bool(window.looking.page_row and window.looking.page_row.edited))
    window.text.editor.undo()
    window.text.editor.undo()
    assert window.text.editor.text.startswith("Page 1: the tide, a tideway")


def test_replacing_all_on_the_page_is_one_step(qtbot: QtBot, window: Window) -> None:
    bar = search(window, "tide")
    act(window, "replace")
    QTest.keyClicks(bar.replacement, "flood")
    press(window, "Replace all places on this page")
    until(qtbot, lambda: bar.message.text() == "Replaced 3 places on 1 page.")
    until(qtbot, lambda: window.text.editor.text.startswith("Page 1: the flood, a floodway and the flood."))
    window.text.editor.setFocus()
    QTest.keyClick(window.text.editor, KEY.Key_Z, HELD.ControlModifier)
    assert window.text.editor.text.startswith("Page 1: the tide, a tideway and the Tide.")
    window.looking.go(2)
    until(qtbot, lambda: window.text.text.startswith("Page 3: the tide"))


def test_replacing_all_in_the_document(qtbot: QtBot, window: Window) -> None:
    bar = search(window, "tide")
    act(window, "replace")
    press(window, "Replace all places in this document")
    until(qtbot, lambda: bar.message.text() == "Replaced 9 places on 3 pages.")
    window.looking.go(3)
    until(qtbot, lambda: window.text.editor.text.startswith("Page 4: the , a way and the ."))
    press(window, "Replace all places in this document")
    until(qtbot, lambda: bar.message.text() == "There is no such place.")


def test_in_the_preview_words_are_marked_there(qtbot: QtBot, window: Window) -> None:
    act(window, "find")
    bar = bar_of(window)
    assert not window.text.source_visible
    QTest.keyClicks(bar.field, "tide")
    until(qtbot, lambda: window.text.searching._last is not None)
    for page, start in ((0, 20), (0, 36), (2, 12), (2, 20)):
        QTest.keyClick(bar.field, KEY.Key_Return)
        until(qtbot, lambda at=(page, start): marked(window) == at)  # type: ignore[misc]
    assert not window.text.source_visible
    bar.field.setText("water")
    until(qtbot, lambda: "Return goes to page 2" in bar.message.text())
    QTest.keyClick(bar.field, KEY.Key_Return)
    until(qtbot, lambda: window.looking.page == 1 and not window.text.source_visible)
    bar.field.setText("x_")  # only in the source of a formula
    QTest.keyClick(bar.field, KEY.Key_Return)
    until(qtbot, lambda: window.looking.page == 2)


def test_a_selected_word_is_what_is_looked_for(window: Window) -> None:
    window.text.focus_source()
    window.text.editor.select(18, 27)
    QTest.keyClick(window.text.editor, KEY.Key_F, HELD.ControlModifier)
    assert bar_of(window).field.text() == "a tideway"
