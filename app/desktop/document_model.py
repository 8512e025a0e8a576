# SPDX-License-Identifier: AGPL-3.0-or-later
"""The documents as Qt's list views want them: rows in the order of the queue, which dragging
changes by asking for it (the model itself never reorders; the session does)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QByteArray,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from app.core.changes import DocumentRow
from app.core.errors import sentence
from app.desktop.phrases import document_line, step_of

Index = QModelIndex | QPersistentModelIndex
ROW_MIME = "application/x-copyholder-document"
ROW_ROLE = Qt.ItemDataRole.UserRole + 1


class DocumentModel(QAbstractListModel):
    move_asked = Signal(int, int)  # document, new position in the list

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[DocumentRow] = []

    # ------------------------------------------------------------ from the session

    def set_rows(self, rows: Sequence[DocumentRow]) -> None:
        """The whole list; the view keeps its selection where the documents stay the same."""
        if [row.document for row in rows] == [row.document for row in self.rows]:
            for number, row in enumerate(rows):
                if row != self.rows[number]:
                    self._replace(number, row)
            return
        if len(rows) > len(self.rows) and [r.document for r in rows[: len(self.rows)]] == [
            r.document for r in self.rows
        ]:
            old = len(self.rows)
            self.beginInsertRows(QModelIndex(), old, len(rows) - 1)
            self.rows = list(rows)
            self.endInsertRows()
            self.dataChanged.emit(self.index(0), self.index(max(old - 1, 0)))
            return
        self.beginResetModel()
        self.rows = list(rows)
        self.endResetModel()

    def set_row(self, row: DocumentRow) -> None:
        number = self.place_of(row.document)
        if number is not None and row != self.rows[number]:
            self._replace(number, row)

    def _replace(self, number: int, row: DocumentRow) -> None:
        """Tells the views whether the row's height may have changed (the role of the size hint)."""
        old, self.rows[number] = self.rows[number], row
        index = self.index(number)
        same_shape = (old.problem, step_of(old)) == (row.problem, step_of(row))
        role = Qt.ItemDataRole.DisplayRole if same_shape else Qt.ItemDataRole.SizeHintRole
        self.dataChanged.emit(index, index, [role])

    def place_of(self, document: int | None) -> int | None:
        return next((n for n, row in enumerate(self.rows) if row.document == document), None)

    # ------------------------------------------------------------ for the view

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's own default
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not 0 <= index.row() < len(self.rows):
            return None
        row = self.rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.title
            case Qt.ItemDataRole.ToolTipRole:
                said = f"\n{sentence(row.problem, row.title)}" if row.problem else ""
                return f"{row.path}\n{document_line(row)}{said}"
            case Qt.ItemDataRole.AccessibleTextRole:
                said = f". {sentence(row.problem)}" if row.problem else ""
                return f"{row.title}, {document_line(row)}{said}"
            case _ if role == ROW_ROLE:
                return row
        return None

    # ------------------------------------------------------------ dragging rows

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if index.isValid():
            return flags | Qt.ItemFlag.ItemIsDragEnabled
        return flags | Qt.ItemFlag.ItemIsDropEnabled

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:
        return [ROW_MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        data.setData(ROW_MIME, QByteArray(f"{os.getpid()} {self.rows[indexes[0].row()].document}".encode()))
        return data

    def ask_move(self, document: int, before: int) -> None:
        """`document` was dropped before the row `before` (the number of rows: after all)."""
        old = self.place_of(document)
        if old is None:
            return
        target = before - 1 if before > old else before  # counted without the row that leaves
        if target != old:
            self.move_asked.emit(document, target)


def dragged_document(data: QMimeData) -> int | None:
    """The document of a dragged row; None for anything else, and for rows of another window."""
    if not data.hasFormat(ROW_MIME):
        return None
    process, document = data.data(ROW_MIME).toStdString().split()
    return int(document) if int(process) == os.getpid() else None
