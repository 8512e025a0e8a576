# SPDX-License-Identifier: AGPL-3.0-or-later
"""Search in all texts of the library; a hit opens its page."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QLineEdit, QVBoxLayout, QWidget

from app.core.changes import DocumentChanged, DocumentRow, DocumentsChanged, SearchFound
from app.core.wording import tr
from app.desktop.library.hits import HitList
from app.desktop.look import Look
from app.desktop.phrases import count

TYPING_MS = 250
"""Rest in typing before it is searched for."""
MOST = 200
"""Hits that the library gives at once."""


class SearchDialog(QDialog):
    search_asked = Signal(str)
    opened = Signal(object, str)  # SearchHit, the query

    def __init__(self, look: Look, rows: Iterable[DocumentRow], parent: QWidget) -> None:
        """`rows` are the documents in the list."""
        super().__init__(parent)
        self.setWindowTitle(tr("Search the library"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._rows = {row.document: row for row in rows}
        self._query = QLineEdit(self)
        self._query.setPlaceholderText(tr("Words to find in everything you have read"))
        self._query.setAccessibleName(tr("Words to find"))
        self._query.setClearButtonEnabled(True)
        self._query.installEventFilter(self)
        self.hits = HitList(look, self)
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
        self.hits.opened.connect(lambda hit: self.opened.emit(hit, self._query.text().strip()))
        self.finished.connect(lambda result: self.hits.forget())
        self._know()
        self.resize(620, 560)

    # ------------------------------------------------------------ what arrives

    def found(self, found: SearchFound) -> None:
        if found.query != self._query.text().strip():
            return  # an answer that typing has overtaken
        self.hits.show_hits(found.hits)
        number = len(found.hits)
        words = (
            tr("The best {pages}; more words find fewer").format(pages=count(number, "page"))
            if number >= MOST
            else count(number, "page")
        )
        self._summary.setText(words if found.hits else tr("Nothing found"))

    def documents_changed(self, change: DocumentsChanged) -> None:
        self._rows = {row.document: row for row in change.rows}
        self._know()

    def document_changed(self, change: DocumentChanged) -> None:
        self._rows[change.row.document] = change.row
        self._know()

    def _know(self) -> None:
        self.hits.know_documents({row.stored: row.document for row in self._rows.values() if row.stored and row.pages})

    # ------------------------------------------------------------ what the user does

    def _typed(self) -> None:
        self._typing.start()

    def _search(self) -> None:
        query = self._query.text().strip()
        if query:
            self.search_asked.emit(query)
        else:
            self.hits.show_hits(())
            self._summary.clear()

    def _first(self) -> None:
        item = self.hits.item(max(self.hits.currentRow(), 0))
        if item is not None and not self._typing.isActive():
            self.hits.itemActivated.emit(item)
        else:
            self._typing.stop()
            self._search()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Down leads from the field into the list."""
        pressed = event if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress else None
        down = (Qt.Key.Key_Down, Qt.Key.Key_PageDown)
        if watched is self._query and pressed is not None and pressed.key() in down and self.hits.count():
            self.hits.setFocus(Qt.FocusReason.TabFocusReason)
            if pressed.key() == Qt.Key.Key_Down and self.hits.currentRow() == 0 and self.hits.count() > 1:
                self.hits.setCurrentRow(1)
            return True
        return super().eventFilter(watched, event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.hits.forget()
        super().closeEvent(event)
