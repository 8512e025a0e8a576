# SPDX-License-Identifier: AGPL-3.0-or-later
"""Search in all texts of the library; a hit opens its page."""

from __future__ import annotations

import html

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QTextDocument
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.core.changes import SearchFound, SearchHit
from app.desktop.fit_text import one_line
from app.desktop.phrases import count

TYPING_MS = 250
"""Rest in typing before it is searched for."""
HIT = Qt.ItemDataRole.UserRole
START, END = "\ue000", "\ue001"
"""Between these the library puts what was found (SearchHit)."""


class SearchDialog(QDialog):
    search_asked = Signal(str)
    opened = Signal(object, str)  # SearchHit, the query

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Search the library")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._query = QLineEdit(self)
        self._query.setPlaceholderText("Words to find in everything you have read")
        self._query.setAccessibleName("Words to find")
        self._query.setClearButtonEnabled(True)
        self.hits = QListWidget(self)
        self.hits.setAccessibleName("Hits")
        self.hits.setItemDelegate(_HitDelegate(self.hits))
        self.hits.setWordWrap(True)
        self.hits.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._summary = QLabel(self)
        self._summary.setObjectName("hint")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for widget in (self._query, self.hits, self._summary, buttons):
            layout.addWidget(widget)
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPING_MS)
        self._typing.timeout.connect(self._search)
        self._query.textChanged.connect(self._typed)
        self._query.returnPressed.connect(self._first)
        self.hits.itemActivated.connect(self._open)
        self.hits.itemClicked.connect(self._open)
        self.resize(600, 480)

    def found(self, found: SearchFound) -> None:
        if found.query != self._query.text().strip():
            return  # an answer that typing has overtaken
        self.hits.clear()
        for hit in found.hits:
            item = QListWidgetItem(f"{one_line(hit.title)}, page {hit.page + 1}: {one_line(hit.snippet)}")
            item.setData(HIT, hit)
            self.hits.addItem(item)
        self._summary.setText(count(len(found.hits), "hit") if found.hits else "Nothing found")

    def _typed(self) -> None:
        self._typing.start()

    def _search(self) -> None:
        query = self._query.text().strip()
        if query:
            self.search_asked.emit(query)
        else:
            self.hits.clear()
            self._summary.clear()

    def _first(self) -> None:
        if self.hits.count() and not self._typing.isActive():
            self._open(self.hits.item(max(self.hits.currentRow(), 0)))
        else:
            self._typing.stop()
            self._search()

    def _open(self, item: QListWidgetItem) -> None:
        self.opened.emit(item.data(HIT), self._query.text().strip())


class _HitDelegate(QStyledItemDelegate):
    """Title and page in bold above the passage, with the hit in bold, too."""

    def _document(self, hit: SearchHit, width: int) -> QTextDocument:
        passage = html.escape(one_line(hit.snippet)).replace(START, "<b>").replace(END, "</b>")
        document = QTextDocument()
        document.setDefaultFont(QApplication.font())
        document.setTextWidth(width)
        document.setHtml(f"<b>{html.escape(one_line(hit.title))}</b> · page {hit.page + 1}<br>{passage}")
        return document

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        view = self.parent()
        assert isinstance(view, QListWidget)
        width = view.viewport().width() - 8
        return QSize(width, round(self._document(index.data(HIT), width).size().height()) + 4)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        rect, state, palette = option.rect, option.state, option.palette
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, palette.alternateBase())
        painter.translate(rect.left() + 4, rect.top() + 2)
        self._document(index.data(HIT), rect.width() - 8).drawContents(painter)
        painter.restore()
