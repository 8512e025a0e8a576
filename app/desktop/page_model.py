# SPDX-License-Identifier: AGPL-3.0-or-later
"""The pages of the shown document as a list model that never holds more than it was asked for.

Rows are fetched in windows (`rows_wanted`), thumbnails only for what is on screen; both are
kept in bounded stores, so that 10,000 pages cost no more than 100.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QImage, QPixmap

from app.core.changes import PageRow, PageRows, PageState
from app.desktop.phrases import page_spoken

Index = QModelIndex | QPersistentModelIndex
WINDOW = 64
"""Rows of one request; a screen shows about ten."""
THUMB_BYTES = 24 * 1024 * 1024
"""Bound of the thumbnails kept: about 400 at plain, 100 at double resolution."""
PAGE_ROLE = Qt.ItemDataRole.UserRole + 1
THUMB_ROLE = Qt.ItemDataRole.UserRole + 2


class PageModel(QAbstractListModel):
    rows_wanted = Signal(int, int, int)  # document, first, count

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document: int | None = None
        self._count = 0
        self._rows: dict[int, PageRow] = {}
        self._asked: set[int] = set()  # windows
        self._thumbs: OrderedDict[int, QPixmap] = OrderedDict()  # the least recently seen first
        self._thumb_bytes = 0

    # ------------------------------------------------------------ from the session

    def set_document(self, document: int | None, pages: int) -> None:
        self.beginResetModel()
        self.document, self._count = document, pages
        self._rows.clear()
        self._asked.clear()
        self._thumbs.clear()
        self._thumb_bytes = 0
        self.endResetModel()

    def page_rows(self, change: PageRows) -> None:
        if change.document != self.document:
            return
        for row in change.rows:
            known = self._rows.get(row.page)
            if known is not None and known.turn != row.turn:
                self.drop_thumb(row.page)
            self._rows[row.page] = row
        if change.rows:
            last = min(change.first + len(change.rows), self._count) - 1
            self.dataChanged.emit(self.index(change.first), self.index(last))

    def set_thumb(self, document: int, page: int, image: QImage) -> None:
        if document != self.document:
            return
        self.drop_thumb(page)
        pixmap = QPixmap.fromImage(image)
        self._thumbs[page] = pixmap
        self._thumb_bytes += _bytes(pixmap)
        while self._thumb_bytes > THUMB_BYTES and len(self._thumbs) > 1:
            _, oldest = self._thumbs.popitem(last=False)
            self._thumb_bytes -= _bytes(oldest)
        self.dataChanged.emit(self.index(page), self.index(page))

    def drop_thumb(self, page: int) -> None:
        known = self._thumbs.pop(page, None)
        if known is not None:
            self._thumb_bytes -= _bytes(known)

    def drop_thumbs(self) -> None:
        self._thumbs.clear()
        self._thumb_bytes = 0

    # ------------------------------------------------------------ for the view

    def want(self, first: int, last: int) -> None:
        """Ask for the rows of these pages that were not asked for yet."""
        if self.document is None or not self._count:
            return
        for window in range(max(first, 0) // WINDOW, min(last, self._count - 1) // WINDOW + 1):
            if window not in self._asked:
                self._asked.add(window)
                start = window * WINDOW
                self.rows_wanted.emit(self.document, start, min(WINDOW, self._count - start))

    def has_thumb(self, page: int) -> bool:
        return page in self._thumbs

    def thumb(self, page: int) -> QPixmap | None:
        return self._thumbs.get(page)

    def row_of(self, page: int) -> PageRow | None:
        return self._rows.get(page)

    @property
    def thumb_bytes(self) -> int:
        return self._thumb_bytes

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's own default
        return 0 if parent.isValid() else self._count

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        page = index.row()
        if role == THUMB_ROLE:
            pixmap = self._thumbs.get(page)
            if pixmap is not None:
                self._thumbs.move_to_end(page)
            return pixmap
        row = self._rows.get(page)
        if role == PAGE_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return str(page + 1)
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return page_spoken(row or PageRow(page, PageState.NEW, 0, 0, ""), self._count)
        return None


def _bytes(pixmap: QPixmap) -> int:
    return pixmap.width() * pixmap.height() * pixmap.depth() // 8
