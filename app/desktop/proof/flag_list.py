# SPDX-License-Identifier: AGPL-3.0-or-later
"""All flags of the page, on demand: a list in which the arrow keys walk and Return goes to the text."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QWidget

from app.core.wording import tr

LINES = 6
"""Rows in sight."""


class FlagList(QListWidget):
    chosen = Signal(int)  # the number of a flag
    left = Signal()  # Escape
    edit_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("flag_list")
        self.setAccessibleName(tr("Flags of this page"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setUniformItemSizes(True)
        self._told = False
        self.currentRowChanged.connect(self._changed)
        self.itemClicked.connect(lambda item: self.chosen.emit(self.row(item)))
        self.hide()

    def show_lines(self, lines: Sequence[str]) -> None:
        """One for each flag."""
        self._told = True
        self.clear()
        for line in lines:
            QListWidgetItem(line, self).setToolTip(line)
        self._told = False
        self.updateGeometry()

    def show_present(self, present: int | None) -> None:
        """Which flag is looked at."""
        self._told = True
        self.setCurrentRow(-1 if present is None else present)
        self._told = False

    def _changed(self, row: int) -> None:
        if not self._told and row >= 0:
            self.chosen.emit(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.edit_asked.emit()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        rows = max(1, min(LINES, self.count()))
        row = self.sizeHintForRow(0) if self.count() else self.fontMetrics().lineSpacing() + 4
        return QSize(100, rows * row + 2 * self.frameWidth())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())
