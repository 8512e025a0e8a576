# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the user looks at: one document and one page of it, and the facts the views share.

Views ask (`open`, `go`), this object decides, and everyone follows its signals; no view
calls another.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.core.changes import (
    DocumentChanged,
    DocumentChosen,
    DocumentOpened,
    DocumentRow,
    DocumentsChanged,
    DocumentState,
    PageRow,
    PageRows,
    PagesSplit,
)
from engine.protocol import OutlineItem


class Looking(QObject):
    moved = Signal(int, int)  # document, page: show this one
    left = Signal()  # nothing is shown any more
    facts_changed = Signal()  # a row that is looked at, or the list, changed
    document_ready = Signal(int, int)  # document, pages: its pages are known and it is shown

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document: int | None = None
        self.page = 0
        self.rows: dict[int, DocumentRow] = {}  # in the order of the queue
        self.page_row: PageRow | None = None
        self.outline: tuple[OutlineItem, ...] = ()
        self._pages: dict[int, int] = {}
        self._outlines: dict[int, tuple[OutlineItem, ...]] = {}
        self._labels: dict[int, tuple[str, ...]] = {}
        self._last: dict[int, int] = {}  # where the user was in each document
        self._expecting, self._expected_page = False, 0
        self._expected_path = ""

    # ------------------------------------------------------------ what is known

    @property
    def row(self) -> DocumentRow | None:
        return self.rows.get(self.document) if self.document is not None else None

    @property
    def pages(self) -> int:
        """Pages of the shown document; 0 until it is open."""
        return self._pages.get(self.document, 0) if self.document is not None else 0

    def pages_of(self, document: int) -> int:
        row = self.rows.get(document)
        return self._pages.get(document, row.pages if row else 0)

    # ------------------------------------------------------------ what is asked

    def expect_new(self, page: int = 0) -> None:
        """The user added files: show the first document that appears, at this page."""
        self._expecting, self._expected_page, self._expected_path = True, page, ""

    def expect_path(self, path: str, page: int) -> None:
        """Of the documents that appear, show the one at `path`, at this page."""
        self._expected_path, self._expected_page = path, page

    def _open_expected(self, document: int) -> None:
        self._expecting = False
        if self._expected_page:
            self._last[document] = self._expected_page
        self.open(document)

    def open(self, document: int) -> None:
        if document not in self.rows or document == self.document:
            return
        if self.document is not None:
            self._last[self.document] = self.page
        self.document = document
        self.page = min(self._last.get(document, 0), max(self.pages - 1, 0))
        self.page_row = None
        self.outline = self._outlines.get(document, ())
        if self.pages:
            self.document_ready.emit(document, self.pages)
        self.moved.emit(document, self.page)
        self.facts_changed.emit()

    @property
    def labels(self) -> tuple[str, ...]:
        """What is printed on the shown document's pages; empty where that is their number."""
        return self._labels.get(self.document, ()) if self.document is not None else ()

    def go(self, page: int) -> None:
        """To a page of the shown document; outside its bounds, to the nearest."""
        if self.document is None or not self.pages:
            return
        page = max(0, min(page, self.pages - 1))
        if page != self.page:
            self.page = page
            self.page_row = None
            self.moved.emit(self.document, page)
            self.facts_changed.emit()

    def open_at(self, document: int, page: int) -> None:
        """To a page of any document, e.g. from the search."""
        self._last[document] = page
        if document == self.document:
            self.go(page)
        else:
            self.open(document)

    # ------------------------------------------------------------ what arrives

    def documents_changed(self, change: DocumentsChanged) -> None:
        new = [row for row in change.rows if row.document not in self.rows]
        new.sort(key=lambda row: row.state is DocumentState.FAILED)  # one that can be shown first
        self.rows = {row.document: row for row in change.rows}
        if self.document is not None and self.document not in self.rows:
            self._leave()
        wanted = next((row for row in new if str(row.path) == self._expected_path), None)
        if wanted is not None:
            self._expected_path = ""
            self._open_expected(wanted.document)
        elif new and self._expecting:
            self._open_expected(new[0].document)
        elif self.document is None and self.rows:
            self.open(next(iter(self.rows)))
        self.facts_changed.emit()

    def document_changed(self, change: DocumentChanged) -> None:
        if change.row.document in self.rows:
            self.rows[change.row.document] = change.row
            self.facts_changed.emit()

    def document_chosen(self, change: DocumentChosen) -> None:
        """What was added is in the list already."""
        if self._expecting:
            self._open_expected(change.document)

    def pages_split(self, change: PagesSplit) -> None:
        """Pages have other numbers: the one that is shown, or was last, is another. DocumentOpened follows."""
        last = self.page if change.document == self.document else self._last.get(change.document, 0)
        self._last[change.document] = change.now[last] if last < len(change.now) else 0

    def document_opened(self, change: DocumentOpened) -> None:
        self._pages[change.document] = change.pages
        self._outlines[change.document] = change.outline
        self._labels[change.document] = change.labels
        if change.document == self.document:
            self.outline = change.outline
            self.page = min(self._last.get(change.document, self.page), max(change.pages - 1, 0))
            self.document_ready.emit(change.document, change.pages)
            self.moved.emit(change.document, self.page)
            self.facts_changed.emit()

    def page_rows(self, change: PageRows) -> None:
        place = self.page - change.first
        if change.document == self.document and 0 <= place < len(change.rows):
            self.page_row = change.rows[place]
            self.facts_changed.emit()

    def _leave(self) -> None:
        gone = self.document
        self.document, self.page, self.page_row, self.outline = None, 0, None, ()
        if gone is not None:
            self._pages.pop(gone, None)
            self._outlines.pop(gone, None)
            self._labels.pop(gone, None)
            self._last.pop(gone, None)
        self.left.emit()
