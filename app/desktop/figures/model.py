# SPDX-License-Identifier: AGPL-3.0-or-later
"""The rows of the performance panel: fetched in windows as they come into sight, told anew while they are
wanted. Holds no more than a few thousand figures whatever the document's length."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from app.core.version_changes import FigureRows, PageFigures
from app.core.wording import tr
from app.desktop.figures.columns import COLUMNS, shown

Index = QModelIndex | QPersistentModelIndex
WINDOW = 64
"""Rows of one request."""
WANTED = 4
"""Windows that the session goes on telling of; one that fell out is asked for again."""
KEPT = 4096
"""Rows that are kept."""


class FiguresModel(QAbstractTableModel):
    rows_wanted = Signal(int, int, int)  # document, first, count

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document: int | None = None
        self.hovered = -1
        self._count = 0
        self._rows: OrderedDict[int, PageFigures] = OrderedDict()  # by page, the least lately told first
        self._cells: dict[int, tuple[str, ...]] = {}  # the words of rows that were painted
        self._asked: deque[int] = deque(maxlen=WANTED)

    def set_document(self, document: int | None, pages: int) -> None:
        self.beginResetModel()
        self.document, self._count, self.hovered = document, pages, -1
        self._rows.clear()
        self._cells.clear()
        self._asked.clear()
        self.endResetModel()

    def take(self, change: FigureRows) -> None:
        if change.document != self.document or not change.rows:
            return
        for row in change.rows:
            self._rows[row.row.page] = row
            self._rows.move_to_end(row.row.page)
            self._cells.pop(row.row.page, None)
        while len(self._rows) > KEPT:
            page, _ = self._rows.popitem(last=False)
            self._cells.pop(page, None)
        last = min(change.first + len(change.rows), self._count) - 1
        self.dataChanged.emit(self.index(change.first, 0), self.index(last, len(COLUMNS) - 1))

    def want(self, first: int, last: int) -> None:
        """These rows are in sight."""
        if self.document is None or not self._count:
            return
        for window in range(max(first, 0) // WINDOW, min(last, self._count - 1) // WINDOW + 1):
            if window not in self._asked:
                self._asked.append(window)
                start = window * WINDOW
                self.rows_wanted.emit(self.document, start, min(WINDOW, self._count - start))

    def hover(self, page: int) -> None:
        """The page under the mouse, wherever that is; -1 for none."""
        before, self.hovered = self.hovered, page
        for row in {before, page} - {-1}:
            self.dataChanged.emit(self.index(row, 0), self.index(row, len(COLUMNS) - 1))

    def figures(self, page: int) -> PageFigures | None:
        return self._rows.get(page)

    def words(self, page: int) -> tuple[str, ...]:
        """What stands in the columns of a page; made once, since a row is painted often."""
        known = self._cells.get(page)
        if known is None:
            row = self._rows.get(page)
            if row is None:
                return (f"{page + 1:,}", *[""] * (len(COLUMNS) - 1))
            known = self._cells[page] = tuple(shown(column, row) for column in COLUMNS)
        return known

    # ------------------------------------------------------------ for the view

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's own default
        return 0 if parent.isValid() else self._count

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return tr(COLUMNS[section].name)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return self.words(index.row())[index.column()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            words = self.words(index.row())[index.column()] or tr("none")
            return f"{tr(COLUMNS[index.column()].name)}: {words}"
        return None
