# SPDX-License-Identifier: AGPL-3.0-or-later
"""Formulas and special characters with real keys and clicks in the real window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from app.desktop.editing.characters_dialog import RECENT, CharactersDialog
from app.desktop.editing.formula_dialog import FormulaDialog
from app.desktop.find_bar import FindBar
from app.desktop.preview_lite import LitePreview
from app.desktop.window import Window
from tests.e2e.sessions import make_pdf
from tests.gui.desks import act, real_window
from tests.gui.test_window import drop, is_read, until

pytestmark = pytest.mark.gui

KEY, HELD, LEFT = Qt.Key, Qt.KeyboardModifier, Qt.MouseButton.LeftButton
TEXT = "# Waves 😀\n\nHere $x^2$ stands.\n\n$$\na = b\n$$\n\nEnd of it.\n"


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[Window]:
    with real_window(qtbot, tmp_path / "home", {"default": {"text": TEXT}}) as made:
        drop(made, make_pdf(tmp_path / "waves.pdf"))
        until(qtbot, is_read(made, "waves.pdf"))
        until(qtbot, lambda: made.text.text == TEXT and made.actions_["formula"].isEnabled())
        until(qtbot, lambda: made.text.preview is not None)
        made.text.focus_source()
        until(qtbot, lambda: not made.text.editor.isReadOnly())
        yield made


def open_formula(qtbot: QtBot, window: Window, words: str) -> FormulaDialog:
    window.text.editor.go_to(window.text.editor.text.index(words))
    QTest.keyClick(window.text.editor, KEY.Key_M, HELD.ControlModifier)
    until(qtbot, lambda: bool(window.findChildren(FormulaDialog)))
    (dialog,) = window.findChildren(FormulaDialog)
    return dialog


def accept(qtbot: QtBot, window: Window, dialog: FormulaDialog) -> None:
    ok = dialog.boxes.button(QDialogButtonBox.StandardButton.Ok)
    until(qtbot, ok.isEnabled)
    QTest.mouseClick(ok, LEFT)
    until(qtbot, lambda: not window.findChildren(FormulaDialog))


def previewed(dialog: FormulaDialog) -> str:
    assert isinstance(dialog.preview, LitePreview)
    return dialog.preview.view.toPlainText().strip()


def test_a_formula_is_edited_with_a_live_preview(qtbot: QtBot, window: Window) -> None:
    dialog = open_formula(qtbot, window, "x^2")
    until(qtbot, lambda: previewed(dialog) == "x^2")
    assert dialog.latex == "x^2" and dialog.own.isHidden()
    QTest.keyClicks(dialog.source, "\\frac{1}{y")
    until(qtbot, lambda: dialog.note.text().startswith("This formula cannot be set: "))
    QTest.keyClicks(dialog.source, "}")
    until(qtbot, lambda: not dialog.note.text() and previewed(dialog) == "\\frac{1}{y}")
    accept(qtbot, window, dialog)
    assert window.text.editor.text == TEXT.replace("x^2", "\\frac{1}{y}")
    QTest.keyClick(window.text.editor, KEY.Key_Z, HELD.ControlModifier)
    assert window.text.editor.text == TEXT


def test_a_formula_of_its_own_keeps_its_lines(qtbot: QtBot, window: Window) -> None:
    dialog = open_formula(qtbot, window, "a = b")
    assert dialog.latex == "a = b" and dialog.own.isChecked()
    QTest.keyClick(dialog.source, KEY.Key_End)
    QTest.mouseClick(dialog.palette_buttons["Index"], LEFT)
    QTest.keyClicks(dialog.source, "1")
    assert dialog.latex == "a = b_{1}"
    QTest.keyClick(dialog.source, KEY.Key_Return, HELD.ControlModifier)
    until(qtbot, lambda: not window.findChildren(FormulaDialog))
    assert window.text.editor.text == TEXT.replace("a = b", "a = b_{1}")


@pytest.mark.parametrize("own, made", [(False, "$\\sqrt{End}$"), (True, "$$\n\\sqrt{End}\n$$\n\n")])
def test_a_new_formula_of_what_is_selected(qtbot: QtBot, window: Window, own: bool, made: str) -> None:
    start = TEXT.index("End")
    window.text.editor.select(start, start + 3)
    QTest.keyClick(window.text.editor, KEY.Key_M, HELD.ControlModifier)
    until(qtbot, lambda: bool(window.findChildren(FormulaDialog)))
    (dialog,) = window.findChildren(FormulaDialog)
    dialog.source.selectAll()
    QTest.mouseClick(dialog.palette_buttons["Root"], LEFT)
    if own:
        dialog.own.setChecked(True)
    accept(qtbot, window, dialog)
    assert window.text.editor.text == TEXT.replace("End of", made + "of" if own else made + " of")


def test_what_would_break_the_page_is_refused(qtbot: QtBot, window: Window) -> None:
    dialog = open_formula(qtbot, window, "a = b")
    ok = dialog.boxes.button(QDialogButtonBox.StandardButton.Ok)
    dialog.source.setPlainText("a $ b $$ c\n\nd")
    QTest.mouseClick(ok, LEFT)
    assert window.text.editor.text == TEXT and "\\$" in dialog.note.text()
    dialog.source.setPlainText("a \\$ b\n\n\nd\n")
    accept(qtbot, window, dialog)
    assert window.text.editor.text == TEXT.replace("a = b", "a \\$ b\nd")


def test_cancelling_changes_nothing(qtbot: QtBot, window: Window) -> None:
    dialog = open_formula(qtbot, window, "x^2")
    QTest.keyClicks(dialog.source, "other")
    QTest.mouseClick(dialog.boxes.button(QDialogButtonBox.StandardButton.Cancel), LEFT)
    until(qtbot, lambda: not window.findChildren(FormulaDialog))
    assert window.text.editor.text == TEXT and not window.text.editor.unsaved


def characters(window: Window) -> CharactersDialog:
    act(window, "characters")
    (dialog,) = window.findChildren(CharactersDialog)
    return dialog


def test_a_character_found_by_name_goes_to_the_cursor(qtbot: QtBot, window: Window) -> None:
    window.text.editor.go_to(TEXT.index("End"))
    dialog = characters(window)
    QTest.keyClicks(dialog.words, "em dash")
    until(qtbot, lambda: dialog.list.count() > 0 and dialog.list.item(0).text() == "—")
    QTest.keyClick(dialog.words, KEY.Key_Return)
    assert window.text.editor.text == TEXT.replace("End", "—End") and window.text.editor.unsaved
    dialog.words.clear()
    QTest.keyClicks(dialog.words, "U+20BB7")
    until(qtbot, lambda: dialog.list.count() == 1 and dialog.list.item(0).text() == "𠮷")
    place = dialog.list.visualItemRect(dialog.list.item(0)).center()
    QTest.mouseClick(dialog.list.viewport(), LEFT, pos=place)
    assert window.text.editor.text == TEXT.replace("End", "—𠮷End")
    assert window.memory.arrangement.characters == "𠮷—"
    dialog.close()
    until(qtbot, lambda: not window.findChildren(CharactersDialog))
    again = characters(window)
    assert again.group.currentText() == RECENT and again.list.count() == 2


def test_a_character_goes_into_the_field_that_had_the_focus(qtbot: QtBot, window: Window) -> None:
    act(window, "find")
    bar = window.text.findChild(FindBar)
    assert isinstance(bar, FindBar)
    until(qtbot, bar.field.hasFocus)
    dialog = characters(window)
    dialog.group.setCurrentText("Greek")
    item = next(dialog.list.item(n) for n in range(dialog.list.count()) if dialog.list.item(n).text() == "ω")
    QTest.mouseClick(dialog.list.viewport(), LEFT, pos=dialog.list.visualItemRect(item).center())
    assert bar.field.text() == "ω" and window.text.editor.text == TEXT
    assert dialog.what.text() == "Greek small letter omega (U+03C9)"
