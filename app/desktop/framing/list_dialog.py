# SPDX-License-Identifier: AGPL-3.0-or-later
"""The figures of the page as a list with their places in numbers: all that the mouse can do to them, with keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QKeyCombination, QLocale, QObject, QSignalBlocker, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.core.figure_boxes import upright
from app.core.wording import tr
from app.desktop.framing.shown import Kind, Shown

if TYPE_CHECKING:
    from app.desktop.framing.desk import Framing

SIDES = 4
CAPTION = SIDES + 1
"""Its column; that of the tick is the first, those of the sides follow."""
DELETE = QKeyCombination(Qt.Key.Key_Delete)


class FigureList(QDialog):
    def __init__(self, framing: Framing, parent: QWidget) -> None:
        super().__init__(parent)
        self._framing = framing
        self.setWindowTitle(tr("Figures of the page"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(False)
        self.hint = QLabel(self)
        self.hint.setWordWrap(True)
        self.table = QTableWidget(0, CAPTION + 1, self)
        self.table.setAccessibleName(tr("Figures of the page"))
        self.table.setHorizontalHeaderLabels(
            [tr("Figure"), tr("Left %"), tr("Top %"), tr("Right %"), tr("Bottom %"), tr("Caption")]
        )
        self.table.verticalHeader().hide()
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setTabKeyNavigation(False)
        self.table.setWordWrap(False)
        self.table.installEventFilter(self)
        self.table.horizontalHeader().setSectionResizeMode(CAPTION, QHeaderView.ResizeMode.Stretch)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.add = QPushButton(tr("&Add"), self)
        self.remove = QPushButton(tr("&Remove"), self)
        for button in (self.add, self.remove):
            button.setAutoDefault(False)
            buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        layout = QVBoxLayout(self)
        for widget in (self.hint, self.table, buttons):
            layout.addWidget(widget)
        self.resize(640, 320)
        buttons.rejected.connect(self.reject)
        self.add.clicked.connect(framing.add)
        self.remove.clicked.connect(self._remove)
        self.table.itemChanged.connect(self._changed)
        self.table.currentCellChanged.connect(lambda row, *_: framing.layer.choose(row if row >= 0 else None))
        framing.changed.connect(self.fill)
        framing.layer.chosen_changed.connect(self._chosen)
        self.fill()

    def fill(self) -> None:
        """Show the figures as they are now; the cell that is looked at stays that."""
        figures = self._framing.shown
        with QSignalBlocker(self.table):
            row, column = self.table.currentRow(), self.table.currentColumn()
            self.table.setRowCount(len(figures))
            for number, one in enumerate(figures):
                self._fill_row(number, one)
            chosen = self._framing.layer.chosen
            row = chosen if chosen is not None else min(row, len(figures) - 1)
            self.table.setCurrentCell(row, max(column, 0))
            for at in range(CAPTION):
                self.table.resizeColumnToContents(at)
        self.remove.setEnabled(bool(figures))
        self.hint.setText(
            tr("What is ticked goes into exports. Places are in per cent of the page's width and height.")
            if figures
            else tr("No figure was found on this page. Add one here, or draw it on the page with “Add a figure”.")
        )

    def _fill_row(self, number: int, one: Shown) -> None:
        kind = {Kind.FRAMED: tr("framed by you"), Kind.FOUND: tr("found"), Kind.REFUSED: tr("left out")}[one.kind]
        tick = QTableWidgetItem(f"{number + 1}  {kind}" if one.kind is not Kind.REFUSED else kind)
        tick.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
        tick.setCheckState(Qt.CheckState.Unchecked if one.kind is Kind.REFUSED else Qt.CheckState.Checked)
        self.table.setItem(number, 0, tick)
        for at, side in enumerate(one.box, 1):
            item = QTableWidgetItem(QLocale().toString(side * 100, "f", 1))
            item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.table.setItem(number, at, item)
        self.table.setItem(number, CAPTION, QTableWidgetItem(one.caption))

    def _chosen(self, number: int | None) -> None:
        if number is not None and number != self.table.currentRow():
            with QSignalBlocker(self.table):
                self.table.selectRow(number)

    def _changed(self, item: QTableWidgetItem) -> None:
        number, column = item.row(), item.column()
        if number >= len(self._framing.shown):
            return
        one = self._framing.shown[number]
        if column == 0:
            if (item.checkState() is Qt.CheckState.Checked) != (one.kind is not Kind.REFUSED):
                self._framing.remove(number)
        elif column == CAPTION:
            self._framing.name(number, " ".join(item.text().split()))
        else:
            self._place(number, one, column - 1, item.text())
        self.fill()

    def _place(self, number: int, one: Shown, side: int, text: str) -> None:
        """What is no number, or leaves nothing of the figure, changes nothing."""
        value, sound = QLocale().toDouble(text.strip().rstrip("%").strip())
        if not sound:
            value, sound = QLocale.c().toDouble(text.strip().rstrip("%").strip())
        box = list(one.box)
        box[side] = value / 100
        placed = upright((box[0], box[1], box[2], box[3])) if sound else None
        if placed is not None and box[0] < box[2] and box[1] < box[3]:
            self._framing.move(number, placed)

    def _remove(self) -> None:
        if self.table.currentRow() >= 0:
            self._framing.remove(self.table.currentRow())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Delete in the table; in a cell that is being written the key is the cell's."""
        pressed = event if watched is self.table and isinstance(event, QKeyEvent) else None
        if pressed is not None and pressed.type() is QEvent.Type.KeyPress and pressed.keyCombination() == DELETE:
            self._remove()
            return True
        return super().eventFilter(watched, event)
