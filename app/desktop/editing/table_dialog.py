# SPDX-License-Identifier: AGPL-3.0-or-later
"""A table as a grid of cells to edit: the dialog; what it means is in `app.core.editing`."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import partial

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QTableWidgetSelectionRange,
    QVBoxLayout,
    QWidget,
)

from app.core.editing.grid import Align, Cell, Grid
from app.core.editing.tables import Table, becomes_html
from app.core.wording import mark, tr
from app.desktop.editing.cell_editor import CellDelegate
from app.desktop.editing.leaving import ask_to_discard
from app.desktop.tab_order import by_layout

WIDEST = 280
"""Logical pixels of a column at first; the user may pull it wider."""

_SIDES = (
    (Align.NONE, mark("Not set")),
    (Align.LEFT, mark("Left")),
    (Align.CENTRE, mark("Centre")),
    (Align.RIGHT, mark("Right")),
)


class TableDialog(QDialog):
    """Tells `finished_grid` when the user is done; nothing is told when he cancels. `table` None makes a new one."""

    finished_grid = Signal(object)  # Grid

    def __init__(self, table: Table | None, grid: Grid, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Table"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._table = table
        self.grid = deepcopy(grid)
        self._past: list[Callable[[], None]] = []  # each takes the last change back
        self._cover: dict[tuple[int, int], Cell] = {}  # by every place that it covers
        self._filling = False
        self.cells = QTableWidget(self)
        self.cells.setAccessibleName(tr("Cells of the table"))
        self.cells.setItemDelegate(CellDelegate(self.cells))
        self.cells.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.cells.setWordWrap(True)
        self.head = QCheckBox(tr("The &first row has the headings"), self)
        self.side = QComboBox(self)
        self.side.setAccessibleName(tr("Align the column"))
        for align, text in _SIDES:
            self.side.addItem(tr(text), align)
        self.note = QLabel(self)
        self.note.setObjectName("hint")
        self.note.setWordWrap(True)
        self.buttons: dict[str, QPushButton] = {}
        self._lay_out()
        by_layout(self)
        self.cells.itemChanged.connect(self._typed)
        self.cells.itemSelectionChanged.connect(self._show_place)
        self.head.toggled.connect(self._set_head)
        self.side.activated.connect(self._set_side)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self, self.undo)
        self._fill()
        self.resize(720, 480)
        self.select(0, 0)

    def _lay_out(self) -> None:
        tools = QGridLayout()
        tools.setSpacing(5)
        table: tuple[tuple[str, Callable[[], None]], ...] = (
            (mark("Row &above"), lambda: self.grid.add_row(self._rows()[0])),
            (mark("Row &below"), lambda: self.grid.add_row(self._rows()[1])),
            (mark("&Delete row"), lambda: self.grid.delete_rows(self._rows()[0], self._rows()[1] - self._rows()[0])),
            (mark("&Merge"), self._merge),
            (mark("Column to the &left"), lambda: self.grid.add_column(self._columns()[0])),
            (mark("Column to the &right"), lambda: self.grid.add_column(self._columns()[1])),
            (
                mark("D&elete column"),
                lambda: self.grid.delete_columns(self._columns()[0], self._columns()[1] - self._columns()[0]),
            ),
            (mark("&Split"), lambda: self.grid.split(self._rows()[0], self._columns()[0])),
        )
        for number, (text, call) in enumerate(table):
            button = QPushButton(tr(text), self)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _=False, call=call: self._change(call))
            self.buttons[text.replace("&", "")] = button
            tools.addWidget(button, number // 4, number % 4)
        below = QHBoxLayout()
        below.addWidget(self.head)
        below.addStretch(1)
        label = QLabel(tr("Al&ign the column"), self)
        label.setBuddy(self.side)
        below.addWidget(label)
        below.addWidget(self.side)
        boxes = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self)
        boxes.accepted.connect(self._finish)
        boxes.rejected.connect(self._discard)
        boxes.button(QDialogButtonBox.StandardButton.Ok).setAutoDefault(False)
        boxes.button(QDialogButtonBox.StandardButton.Ok).setDefault(False)
        layout = QVBoxLayout(self)
        layout.addLayout(tools)
        layout.addWidget(self.cells, 1)
        layout.addLayout(below)
        layout.addWidget(self.note)
        layout.addWidget(boxes)

    # ------------------------------------------------------------ what the user does

    def undo(self) -> None:
        """Take the last change of the grid back."""
        if self._past:
            self._past.pop()()
            self._fill()

    def say(self, sentence: str) -> None:
        self.note.setText(sentence)

    def reject(self) -> None:
        """Escape, or the frame's button."""
        self._take_typed()
        if self._past:
            ask_to_discard(self, self._discard)
        else:
            self._discard()

    def _discard(self) -> None:
        super().reject()

    def _finish(self) -> None:
        self._take_typed()
        self.finished_grid.emit(self.grid)

    def _take_typed(self) -> None:
        """Of a cell that is still being typed into."""
        current = self.cells.indexWidget(self.cells.currentIndex())
        if current is not None:
            self.cells.commitData(current)

    def _typed(self, item: QTableWidgetItem) -> None:
        row, column, text = item.row(), item.column(), item.text()
        if not self._filling and (cell := self.grid.at(row, column)).text != text:
            self._past.append(partial(self._put_back, row, column, cell.source, cell.edited))
            self.grid.set_text(row, column, text)
            self._say_what_it_becomes()

    def _put_back(self, row: int, column: int, source: str, edited: bool) -> None:
        cell = self.grid.at(row, column)
        cell.source, cell.edited = source, edited

    def _merge(self) -> None:
        (top, bottom), (left, right) = self._rows(), self._columns()
        self.grid.merge(top, left, bottom - top, right - left)

    def _set_head(self, on: bool) -> None:
        if not self._filling:
            self._change(lambda: self.grid.set_head(on))

    def _set_side(self, number: int) -> None:
        align = self.side.itemData(number)
        (left, right) = self._columns()

        def change() -> None:
            for column in range(left, right):
                self.grid.set_align(column, Align(align))

        self._change(change)

    def _change(self, call: Callable[[], None]) -> None:
        """Do something to the grid, and show it; the selection stays where it can."""
        place = self._rows()[0], self._columns()[0]
        self._past.append(partial(setattr, self, "grid", deepcopy(self.grid)))
        call()
        self._fill()
        self.select(min(place[0], self.grid.height - 1), min(place[1], self.grid.width - 1))

    # ------------------------------------------------------------ what is shown

    def _fill(self) -> None:
        self._filling = True
        self.cells.clearSpans()
        self.cells.setRowCount(self.grid.height)
        self.cells.setColumnCount(self.grid.width)
        bold = self.font()
        bold.setBold(True)
        sides = {Align.LEFT: Qt.AlignmentFlag.AlignLeft, Align.CENTRE: Qt.AlignmentFlag.AlignHCenter}
        sides[Align.RIGHT] = Qt.AlignmentFlag.AlignRight
        self._cover = {place: cell for cell in self.grid.cells for place in cell.places()}
        for cell in self.grid.cells:
            item = QTableWidgetItem(cell.text)
            if cell.head:
                item.setFont(bold)
            side = sides.get(self.grid.aligns[cell.column])
            if side is not None:
                item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
            self.cells.setItem(cell.row, cell.column, item)
            if cell.rows > 1 or cell.columns > 1:
                self.cells.setSpan(cell.row, cell.column, cell.rows, cell.columns)
        self.head.setChecked(self.grid.has_head)
        self.side.setEnabled(self._table is None or not self._table.html)
        self.cells.resizeColumnsToContents()
        for column in range(self.grid.width):
            self.cells.setColumnWidth(column, max(70, min(WIDEST, self.cells.columnWidth(column) + 12)))
        self.cells.resizeRowsToContents()
        self._filling = False
        self._show_place()
        self._say_what_it_becomes()

    def _show_place(self) -> None:
        column = self._columns()[0]
        if column < len(self.grid.aligns):
            self.side.setCurrentIndex(self.side.findData(self.grid.aligns[column]))

    def _say_what_it_becomes(self) -> None:
        notes = list(self.grid.notes)
        if self._table is not None and becomes_html(self._table, self.grid):
            notes.append(
                tr("A table like this is written as HTML, because Markdown has no merged cells and needs headings.")
            )
        self.note.setText(" ".join(notes))
        self.note.setVisible(bool(notes))

    def _rows(self) -> tuple[int, int]:
        """The selected rows, the last one not included."""
        found = self._selected()
        return (min(top for top, *_ in found), max(bottom for _, _, bottom, _ in found)) if found else (0, 1)

    def _columns(self) -> tuple[int, int]:
        found = self._selected()
        return (min(left for _, left, *_ in found), max(right for *_, right in found)) if found else (0, 1)

    def _selected(self) -> list[tuple[int, int, int, int]]:
        """The cells at the edges of what is selected: what is between does not go beyond them."""
        cells = self.cells
        areas = cells.selectedRanges() or [
            QTableWidgetSelectionRange(
                cells.currentRow(), cells.currentColumn(), cells.currentRow(), cells.currentColumn()
            )
        ]
        found: set[Cell] = set()
        for area in areas:
            top, left, bottom, right = area.topRow(), area.leftColumn(), area.bottomRow(), area.rightColumn()
            edges = {(row, column) for row in range(top, bottom + 1) for column in (left, right)}
            edges |= {(row, column) for row in (top, bottom) for column in range(left, right + 1)}
            found.update(self._cover[place] for place in edges if place in self._cover)
        return [(cell.row, cell.column, cell.row + cell.rows, cell.column + cell.columns) for cell in found]

    def select(self, row: int, column: int, rows: int = 1, columns: int = 1) -> None:
        """Select a rectangle of cells, whatever was selected before and whichever keys are held."""
        model = self.cells.model()
        self.cells.selectionModel().setCurrentIndex(
            model.index(row, column), QItemSelectionModel.SelectionFlag.ClearAndSelect
        )
        for down in range(rows):
            for right in range(columns):
                self.cells.selectionModel().select(
                    model.index(row + down, column + right), QItemSelectionModel.SelectionFlag.Select
                )
