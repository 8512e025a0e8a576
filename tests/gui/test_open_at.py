# SPDX-License-Identifier: AGPL-3.0-or-later
"""A double click opens the table or the formula that is there: in the editor's margin, in the preview, on the page's
picture; what is written comes back as one edit, in whichever view."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QWidget
from pytestqt.qtbot import QtBot

from app.desktop.editing.formula_dialog import FormulaDialog
from app.desktop.editing.table_dialog import TableDialog
from tests.gui.desks import HANG_MS
from tests.gui.proof_desk import ProofBench, laid_out

pytestmark = pytest.mark.gui

LINES = ["Tidal gauges", "The gauge at Ostend was read at noon", "Ostend 4217", "Dover 3892", "E = mc2", "The end"]
TABLE = "| Place | mm |\n| --- | --- |\n| Ostend | 4217 |\n| Dover |  |\n"
TEXT = f"# Tidal gauges\n\nThe gauge at Ostend was read at noon\n\n{TABLE}\n$$E = mc^2$$\n\nThe 😀 end $a+b$\n"
LEFT = Qt.MouseButton.LeftButton
D = TypeVar("D", bound=QDialog)


@pytest.fixture
def bench(qtbot: QtBot, tmp_path: Path) -> ProofBench:
    return ProofBench(qtbot, tmp_path / "home")


def double(widget: QWidget, place: QPoint) -> None:
    """As a mouse does it: a click, then the second press that counts as a double click."""
    QTest.mouseClick(widget, LEFT, pos=place)
    QTest.mouseDClick(widget, LEFT, pos=place)
    QTest.mouseRelease(widget, LEFT, pos=place)


def opened(bench: ProofBench, kind: type[D]) -> D:
    found = bench.window.findChildren(kind)
    bench.qtbot.waitUntil(lambda: bool(bench.window.findChildren(kind)), timeout=HANG_MS)
    found = bench.window.findChildren(kind)
    assert len(found) == 1
    return found[0]


def in_preview(bench: ProofBench, words: str) -> QPoint:
    cursor = bench.lite.view.document().find(words)
    assert not cursor.isNull()
    cursor.setPosition(cursor.selectionStart() + 1)
    return bench.lite.view.cursorRect(cursor).center()


def beside(bench: ProofBench, words: str) -> QPoint:
    """The editor's margin at the line of these words."""
    cursor = bench.editor.textCursor()
    cursor.setPosition(bench.editor.toPlainText().index(words))
    return QPoint(5, bench.editor.cursorRect(cursor).center().y())


def finish(bench: ProofBench, dialog: TableDialog | FormulaDialog) -> None:
    kind = type(dialog)
    box = dialog.findChild(QDialogButtonBox)
    assert box is not None
    bench.qtbot.waitUntil(box.button(QDialogButtonBox.StandardButton.Ok).isEnabled, timeout=HANG_MS)
    QTest.mouseClick(box.button(QDialogButtonBox.StandardButton.Ok), LEFT)
    bench.qtbot.waitUntil(lambda: not bench.window.findChildren(kind), timeout=HANG_MS)


def test_a_table_by_the_margin_of_the_editor(bench: ProofBench) -> None:
    bench.show(TEXT)
    double(bench.editor.viewport(), beside(bench, "| Dover"))
    dialog = opened(bench, TableDialog)
    assert [cell.text() for column in range(2) if (cell := dialog.cells.item(1, column))] == ["Ostend", "4217"]
    item = dialog.cells.item(2, 1)
    assert item is not None
    item.setText("3982")
    finish(bench, dialog)
    assert "| Dover | 3982 |" in bench.editor.text
    bench.editor.undo()
    assert bench.editor.text == TEXT  # one step


def test_beside_plain_text_nothing_opens_and_on_it_a_word_is_selected(bench: ProofBench) -> None:
    bench.show(TEXT)
    double(bench.editor.viewport(), beside(bench, "The gauge"))
    bench.qtbot.wait(150)
    assert not bench.window.findChildren(QDialog)
    place = beside(bench, "| Ostend")
    bench.click_word("Ostend", 1)
    QTest.mouseDClick(bench.editor.viewport(), LEFT, pos=QPoint(60, place.y()))
    bench.qtbot.wait(150)
    assert bench.selected and not bench.window.findChildren(QDialog)


@pytest.mark.parametrize("words", ["4217", "Dover"])
def test_a_table_by_the_preview(bench: ProofBench, words: str) -> None:
    bench.show(TEXT, source=False)
    double(bench.lite.view.viewport(), in_preview(bench, words))
    dialog = opened(bench, TableDialog)
    item = dialog.cells.item(2, 0)
    assert item is not None and item.text() == "Dover"
    item.setText("Dieppe")
    finish(bench, dialog)
    assert not bench.window.text.source_visible  # the view that the user chose stays
    assert "| Dieppe |" in bench.window.text.text
    assert bench.asked("edit")[-1][2] == TEXT.replace("| Dover", "| Dieppe")


def test_an_empty_cell_of_the_preview_belongs_to_its_table(bench: ProofBench) -> None:
    bench.show(TEXT, source=False)
    at, across = in_preview(bench, "Dover"), in_preview(bench, "4217")
    double(bench.lite.view.viewport(), QPoint(across.x(), at.y()))
    opened(bench, TableDialog).reject()


@pytest.mark.parametrize(("words", "latex"), [("mc^2", "E = mc^2"), ("a+b", "a+b")])
def test_formulas_by_the_preview(bench: ProofBench, words: str, latex: str) -> None:
    bench.show(TEXT, source=False)
    double(bench.lite.view.viewport(), in_preview(bench, words))
    dialog = opened(bench, FormulaDialog)
    assert dialog.source.toPlainText().strip() == latex
    dialog.reject()


def test_a_table_by_the_page_s_picture(bench: ProofBench) -> None:
    bench.show(TEXT, source=False)
    words = laid_out(LINES)
    bench.proof(TEXT, words)
    double(bench.view.viewport(), bench.on_page(0.9, 0.7))
    bench.qtbot.wait(150)
    assert not bench.window.findChildren(QDialog)  # no word is near
    left, top, right, bottom = next(one.box for one in words if one.text == "4217")
    double(bench.view.viewport(), bench.on_page((left + right) / 2, (top + bottom) / 2))
    opened(bench, TableDialog).reject()


def test_while_the_page_is_being_read_nothing_opens(bench: ProofBench) -> None:
    bench.show(TEXT)
    bench.editor.set_streaming(True)
    double(bench.editor.viewport(), beside(bench, "| Dover"))
    bench.qtbot.wait(150)
    assert not bench.window.findChildren(QDialog)


def test_an_edit_in_between_is_not_written_over(bench: ProofBench) -> None:
    bench.show(TEXT, source=False)
    double(bench.lite.view.viewport(), in_preview(bench, "4217"))
    dialog = opened(bench, TableDialog)
    changed = TEXT.replace("4217", "4271")
    bench.show(changed, source=False)
    box = dialog.findChild(QDialogButtonBox)
    item = dialog.cells.item(1, 0)
    assert box is not None and item is not None
    item.setText("Ghent")
    QTest.mouseClick(box.button(QDialogButtonBox.StandardButton.Ok), LEFT)
    bench.qtbot.waitUntil(lambda: "changed in the meantime" in dialog.note.text(), timeout=HANG_MS)
    assert dialog.isVisible()
    assert bench.window.text.text == changed
    dialog.reject()
