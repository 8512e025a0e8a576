# SPDX-License-Identifier: AGPL-3.0-or-later
"""The table's grid with real keys and clicks: opened at the cursor, edited, written back as one step."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QMessageBox, QPlainTextEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.core.editing.grid import Grid
from app.core.editing.tables import table_at
from app.desktop.chrome import TEXT_MENU
from app.desktop.editing.formula_dialog import FormulaDialog
from app.desktop.editing.table_dialog import TableDialog
from app.desktop.window import Window
from tests.e2e.sessions import make_pdf
from tests.gui.desks import HANG_MS, act, real_window, to_front
from tests.gui.test_window import drop, is_read, until

pytestmark = pytest.mark.gui

KEY, HELD, LEFT = Qt.Key, Qt.KeyboardModifier, Qt.MouseButton.LeftButton
BARS = "| a | b |\n|---|---|\n|  1| $|x|$ |"
HTML = "<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>"
TEXT = f"# Tides 😀\n\n{BARS}\n\nBetween\n\n{HTML}\n\nEnd\n"


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[Window]:
    with real_window(qtbot, tmp_path / "home", {"default": {"text": TEXT}}) as made:
        drop(made, make_pdf(tmp_path / "tides.pdf"))
        until(qtbot, is_read(made, "tides.pdf"))
        until(qtbot, lambda: made.text.text == TEXT and made.actions_["table"].isEnabled())
        made.text.focus_source()
        until(qtbot, lambda: not made.text.editor.isReadOnly())
        yield made


def open_at(qtbot: QtBot, window: Window, words: str) -> TableDialog:
    to_front(qtbot, window)
    window.text.editor.go_to(window.text.editor.text.index(words))
    QTest.keyClick(window.text.editor, KEY.Key_T, HELD.ControlModifier)
    until(qtbot, lambda: bool(window.findChildren(TableDialog)))
    (dialog,) = window.findChildren(TableDialog)
    until(qtbot, dialog.isActiveWindow)
    return dialog


def button(dialog: TableDialog, role: QDialogButtonBox.StandardButton) -> QPushButton:
    box = dialog.findChild(QDialogButtonBox)
    assert isinstance(box, QDialogButtonBox)
    return box.button(role)


def accept(qtbot: QtBot, window: Window, dialog: TableDialog) -> None:
    QTest.mouseClick(button(dialog, QDialogButtonBox.StandardButton.Ok), LEFT)
    until(qtbot, lambda: not window.findChildren(TableDialog))


def type_into(dialog: TableDialog, row: int, column: int, keys: str, end: Qt.Key | None = KEY.Key_Return) -> None:
    """Open the cell's field by F2, write over what is in it, and end it with this key."""
    dialog.cells.setFocus()
    dialog.cells.setCurrentCell(row, column)
    QTest.keyClick(dialog.cells, KEY.Key_F2)
    field = dialog.cells.findChild(QPlainTextEdit)
    assert isinstance(field, QPlainTextEdit)
    QTest.keyClick(field, KEY.Key_A, HELD.ControlModifier)
    QTest.keyClicks(field, keys)
    if end is not None:
        QTest.keyClick(field, end)


def test_a_cell_of_a_table_with_bars(qtbot: QtBot, window: Window) -> None:
    dialog = open_at(qtbot, window, "1|")
    assert [dialog.cells.model().index(1, column).data() for column in range(2)] == ["1", "$|x|$"]
    type_into(dialog, 1, 0, "a|b")
    accept(qtbot, window, dialog)
    assert window.text.editor.text == TEXT.replace("|  1|", "|  a\\|b |")
    QTest.keyClick(window.text.editor, KEY.Key_Z, HELD.ControlModifier)
    assert window.text.editor.text == TEXT, "one step to undo"


@pytest.mark.parametrize("words, cell", [("b |", (0, 1)), ("x|$", (1, 1)), ("1|", (1, 0)), ("2</td>", (1, 1))])
def test_it_opens_on_the_cell_at_the_cursor(qtbot: QtBot, window: Window, words: str, cell: tuple[int, int]) -> None:
    dialog = open_at(qtbot, window, words)
    assert (dialog.cells.currentRow(), dialog.cells.currentColumn()) == cell
    assert [(index.row(), index.column()) for index in dialog.cells.selectedIndexes()] == [cell]


def test_a_cell_far_down_is_seen(qtbot: QtBot, window: Window) -> None:
    window.text.editor.put(0, 0, "| a |\n|---|\n" + "".join(f"| row {number} |\n" for number in range(80)) + "\n")
    dialog = open_at(qtbot, window, "row 70")
    place = dialog.cells.visualItemRect(dialog.cells.currentItem())
    assert dialog.cells.currentItem().text() == "row 70" and dialog.cells.viewport().rect().contains(place)


def test_a_cell_that_is_still_being_typed_into_counts(qtbot: QtBot, window: Window) -> None:
    dialog = open_at(qtbot, window, "<td>2")
    type_into(dialog, 1, 1, "two", end=None)
    accept(qtbot, window, dialog)
    assert window.text.editor.text == TEXT.replace("<td>2</td>", "<td>two</td>")


def test_rows_columns_and_sides(qtbot: QtBot, window: Window) -> None:
    dialog = open_at(qtbot, window, "1|")
    dialog.select(1, 1)
    for name in ("Row below", "Column to the right"):
        QTest.mouseClick(dialog.buttons[name], LEFT)
    type_into(dialog, 2, 2, "new")
    dialog.select(0, 1)
    dialog.side.setFocus()
    QTest.keyClick(dialog.side, KEY.Key_C)
    dialog.side.activated.emit(dialog.side.currentIndex())
    accept(qtbot, window, dialog)
    new = "| a | b |  |\n| --- | :-: | --- |\n|  1| $|x|$ |  |\n|  |  | new |"
    assert window.text.editor.text == TEXT.replace(BARS, new)


def test_merging_says_that_it_becomes_html_and_can_be_split_again(qtbot: QtBot, window: Window) -> None:
    dialog = open_at(qtbot, window, "1|")
    dialog.select(1, 0, 1, 2)
    QTest.mouseClick(dialog.buttons["Merge"], LEFT)
    assert dialog.cells.columnSpan(1, 0) == 2 and "written as HTML" in dialog.note.text()
    QTest.mouseClick(dialog.buttons["Split"], LEFT)
    assert dialog.cells.columnSpan(1, 0) == 1 and not dialog.note.text()
    QTest.keyClick(dialog, KEY.Key_Z, HELD.ControlModifier)
    assert dialog.cells.columnSpan(1, 0) == 2, "the grid has an undo of its own"
    accept(qtbot, window, dialog)
    assert '<td colspan="2">1 $|x|$</td>' in window.text.editor.text


def test_headings_come_and_go(qtbot: QtBot, window: Window) -> None:
    dialog = open_at(qtbot, window, "<td>2")
    assert dialog.head.isChecked() and not dialog.side.isEnabled()
    QTest.mouseClick(dialog.head, LEFT, pos=QPoint(10, dialog.head.height() // 2))
    accept(qtbot, window, dialog)
    assert window.text.editor.text == TEXT.replace(HTML, HTML.replace("th>", "td>"))


def test_cancelling_changes_nothing(qtbot: QtBot, window: Window) -> None:
    dialog = open_at(qtbot, window, "1|")
    type_into(dialog, 0, 0, "changed")
    QTest.mouseClick(dialog.buttons["Delete row"], LEFT)
    QTest.mouseClick(button(dialog, QDialogButtonBox.StandardButton.Cancel), LEFT)
    until(qtbot, lambda: not window.findChildren(TableDialog))
    assert window.text.editor.text == TEXT and not window.text.editor.unsaved


def test_a_new_table_gets_lines_of_its_own(qtbot: QtBot, window: Window) -> None:
    dialog = open_at(qtbot, window, "ween")
    type_into(dialog, 0, 0, "x")
    accept(qtbot, window, dialog)
    table = "| x |  |  |\n| --- | --- | --- |\n|  |  |  |\n|  |  |  |"
    assert window.text.editor.text == TEXT.replace("Between", f"Bet\n\n{table}\n\nween")


def test_the_context_menu_is_of_the_place_that_was_clicked(qtbot: QtBot, window: Window) -> None:
    editor = window.text.editor
    editor.go_to(TEXT.index("<td>2"))
    place = editor.cursorRect().center()
    editor.go_to(0)
    editor.menu_asked.disconnect()  # the offscreen platform warns of every menu that pops up
    click = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, editor.viewport().mapToGlobal(place))
    with qtbot.waitSignal(editor.menu_asked, timeout=HANG_MS) as asked:
        QApplication.sendEvent(editor.viewport(), click)
    assert asked.args == [editor.viewport().mapToGlobal(place)]
    assert TEXT_MENU[-3:] == ("table", "formula", "characters")
    act(window, "table")
    until(qtbot, lambda: bool(window.findChildren(TableDialog)))
    (dialog,) = window.findChildren(TableDialog)
    assert dialog.cells.model().index(0, 0).data() == "A"
    dialog.reject()


def test_a_text_that_changed_in_the_meantime_is_not_written_over(qtbot: QtBot, window: Window) -> None:
    dialog = open_at(qtbot, window, "1|")
    type_into(dialog, 1, 0, "9")
    window.text.editor.replace("Something else altogether.")
    QTest.mouseClick(button(dialog, QDialogButtonBox.StandardButton.Ok), LEFT)
    assert "has changed" in dialog.note.text() and window.text.editor.text == "Something else altogether."


def asked(dialog: TableDialog | FormulaDialog) -> QMessageBox:
    question = dialog.findChild(QMessageBox)
    assert isinstance(question, QMessageBox)
    return question


def answer(question: QMessageBox, words: str) -> None:
    QTest.mouseClick(next(one for one in question.buttons() if one.text() == words), LEFT)


def test_escape_asks_before_it_costs_the_changes(qtbot: QtBot, window: Window) -> None:
    dialog = open_at(qtbot, window, "1|")
    type_into(dialog, 0, 0, "a")  # as it was
    QTest.keyClick(dialog, KEY.Key_Escape)
    until(qtbot, lambda: not window.findChildren(TableDialog))
    dialog = open_at(qtbot, window, "1|")
    type_into(dialog, 0, 0, "changed", KEY.Key_Tab)
    QTest.keyClick(dialog, KEY.Key_Escape)
    answer(asked(dialog), "Go on editing")
    until(qtbot, lambda: dialog.findChild(QMessageBox) is None)
    assert dialog.isVisible() and dialog.grid.at(0, 0).text == "changed"
    dialog.close()
    answer(asked(dialog), "Discard the changes")
    until(qtbot, lambda: not window.findChildren(TableDialog))
    assert window.text.editor.text == TEXT
    dialog = open_at(qtbot, window, "1|")
    type_into(dialog, 0, 0, "typed", None)  # and not ended
    dialog.close()
    assert asked(dialog).isVisible()
    answer(asked(dialog), "Go on editing")
    accept(qtbot, window, dialog)
    assert "| typed |" in window.text.editor.text


def test_escape_asks_before_it_costs_a_formula(qtbot: QtBot, window: Window) -> None:
    window.text.editor.go_to(window.text.editor.text.index("ween"))
    QTest.keyClick(window.text.editor, KEY.Key_M, HELD.ControlModifier)
    until(qtbot, lambda: bool(window.findChildren(FormulaDialog)))
    (dialog,) = window.findChildren(FormulaDialog)
    QTest.keyClicks(dialog.source, "x^2")
    dialog.close()
    answer(asked(dialog), "Go on editing")
    until(qtbot, lambda: dialog.findChild(QMessageBox) is None)
    QTest.keyClick(dialog.source, KEY.Key_Escape)
    answer(asked(dialog), "Discard the changes")
    until(qtbot, lambda: not window.findChildren(FormulaDialog))
    assert window.text.editor.text == TEXT


def test_changes_are_taken_back_one_by_one(qtbot: QtBot, window: Window) -> None:
    dialog = open_at(qtbot, window, "1|")
    before = written(dialog)
    type_into(dialog, 0, 0, "one")
    typed = written(dialog)
    QTest.mouseClick(dialog.buttons["Row below"], LEFT)
    until(qtbot, lambda: dialog.cells.findChild(QPlainTextEdit) is None)  # the field of before
    type_into(dialog, 1, 1, "two")
    dialog.undo()
    dialog.undo()
    assert written(dialog) == typed
    dialog.undo()
    dialog.undo()
    assert written(dialog) == before
    QTest.keyClick(dialog, KEY.Key_Escape)
    until(qtbot, lambda: not window.findChildren(TableDialog))


def written(dialog: TableDialog) -> list[list[str]]:
    return [[cell.text for cell in row] for row in dialog.grid.rows()]


def test_all_cells_of_a_large_table_are_selected_at_once(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    rows, columns = 30, 200
    text = "\n".join(["|" + " x |" * columns, "|" + "---|" * columns, *["|" + " y |" * columns] * (rows - 1)])
    table = table_at(text, 3)
    assert table is not None
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = TableDialog(table, table.grid, parent)
    searched: list[int] = []
    monkeypatch.setattr(Grid, "at", lambda *_: searched.append(1))  # goes through all cells
    dialog.cells.selectAll()
    assert (dialog._rows(), dialog._columns()) == ((0, rows), (0, columns))
    assert not searched
    assert len(dialog._selected()) <= 2 * (rows + columns)
