# SPDX-License-Identifier: AGPL-3.0-or-later
"""The performance panel: a table of pages, two charts, and the figures for a spreadsheet. It
asks for nothing while it is hidden."""

from __future__ import annotations

import time

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSplitter, QToolButton, QVBoxLayout, QWidget

from app.core.changes import PageEnded, QueueStatus
from app.core.version_changes import DraftsSummed, FigureRows
from app.core.wording import mark, several, tr
from app.desktop.background import in_background
from app.desktop.figures.charts import AcceptanceChart, ThroughputChart
from app.desktop.figures.columns import as_csv
from app.desktop.figures.table import FiguresTable
from app.desktop.look import Look

SUM_MS = 1500
"""Rest after a page before the chart of acceptance is made anew."""


class FiguresPanel(QWidget):
    rows_wanted = Signal(int, int, int)  # document, first, count; a count of 0: no more
    sum_wanted = Signal(int)  # document
    chosen = Signal(int)  # page
    hovered = Signal(int)  # page, -1 for none
    copied = Signal(int)  # rows that are in the clipboard now

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Performance"))
        self.table = FiguresTable(look, self)
        self.acceptance = AcceptanceChart(look, self)
        self.throughput = ThroughputChart(look, self)
        self._document: int | None = None
        self._pages = self._page = 0
        self._copying = False
        self._said = QLabel(self)
        self._said.setTextFormat(Qt.TextFormat.PlainText)
        self.copy = QToolButton(self)
        self.copy.setText(tr("Copy as CSV"))
        self.copy.setToolTip(tr("All pages of the document, for a spreadsheet (Ctrl+C in the table)"))
        self.copy.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.copy.clicked.connect(self.copy_all)
        QShortcut(QKeySequence.StandardKey.Copy, self.table, context=Qt.ShortcutContext.WidgetShortcut,
                  activated=self.copy_all)  # type: ignore[call-overload]  # fmt: skip
        self.head = head = QWidget(self)
        head.setObjectName("head")
        head.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._tools = row = QHBoxLayout(head)
        row.setContentsMargins(12, 3, 8, 3)
        row.addWidget(QLabel(tr("Performance"), head))
        row.addWidget(self._said, 1)
        row.addWidget(self.copy)
        charts = QSplitter(Qt.Orientation.Vertical, self)
        charts.addWidget(self.acceptance)
        charts.addWidget(self.throughput)
        self.parts = QSplitter(Qt.Orientation.Horizontal, self)
        self.parts.addWidget(self.table)
        self.parts.addWidget(charts)
        self.parts.setStretchFactor(0, 5)
        self.parts.setStretchFactor(1, 1)
        self.parts.setChildrenCollapsible(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(head)
        layout.addWidget(self.parts, 1)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(SUM_MS)
        self._rest.timeout.connect(self._sum)
        self.table.figures.rows_wanted.connect(self.rows_wanted)
        self.table.chosen.connect(self.chosen)
        self.table.hovered.connect(self.hovered)
        self.throughput.hovered.connect(self.hovered)

    def add_tool(self, tool: QWidget) -> None:
        """A button at the end of the head line."""
        self._tools.addWidget(tool)

    # ------------------------------------------------------------ what is shown

    def show_document(self, document: int | None, pages: int) -> None:
        self._leave()
        self._document, self._pages, self._page = document, pages, 0
        self.acceptance.show_all(())
        self.acceptance.show_page(None, None)
        self.throughput.forget_pages()
        self._said.clear()
        if self.isVisible():
            self._enter()

    def show_page(self, document: int, page: int, pages: int) -> None:
        """The page that the window shows."""
        if document != self._document:
            self.show_document(document, pages)
        self._page = page
        self.table.show_page(page)
        self._show_positions()

    def hover(self, page: int) -> None:
        """The page under the mouse in any of the panes; -1 for none."""
        self.table.figures.hover(page if page < self._pages else -1)
        self.throughput.show_page(self.table.figures.hovered)
        self._show_positions()

    def _show_positions(self) -> None:
        page = self.table.figures.hovered if self.table.figures.hovered >= 0 else self._page
        figures = self.table.figures.figures(page)
        self.acceptance.show_page(page, figures.positions if figures is not None else None)

    # ------------------------------------------------------------ what arrives

    def figure_rows(self, change: FigureRows) -> None:
        if change.document != self._document:
            return
        self.table.figures.take(change)
        self._show_positions()
        if self._copying and change.first == 0 and len(change.rows) == self._pages:
            self._copying = False
            rows = change.rows
            in_background(lambda: as_csv(rows), self._copied)

    def _copied(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._said.setText(several(mark("{n:,} page copied as CSV"), mark("{n:,} pages copied as CSV"), self._pages))
        self.copied.emit(self._pages)

    def drafts_summed(self, change: DraftsSummed) -> None:
        if change.document == self._document:
            self.acceptance.show_all(change.positions)
            words = several(mark("drafts counted on {n:,} page"), mark("drafts counted on {n:,} pages"), change.pages)
            self._said.setText(words if change.pages else "")

    def page_ended(self, change: PageEnded) -> None:
        if change.reading is not None and not change.from_library:
            self.throughput.note_read()
        if change.document != self._document:
            return
        if change.reading is not None and not change.from_library:
            self.throughput.end_page(change.page, time.monotonic())
        if self.isVisible() and not self._rest.isActive():
            self._rest.start()

    def queue_status(self, status: QueueStatus) -> None:
        """Kept also while the panel is hidden: it costs next to nothing, and the last minutes are there."""
        if not status.running:
            return
        if status.tokens_per_s is not None:
            self.throughput.add(time.monotonic(), status.tokens_per_s, tr("tok/s"))
        elif status.chars_per_s is not None:
            self.throughput.add(time.monotonic(), status.chars_per_s, tr("chars/s"))

    # ------------------------------------------------------------ asking

    def copy_all(self) -> None:
        """All pages, seen or not, into the clipboard."""
        if self._document is not None and self._pages:
            self._copying = True
            self.rows_wanted.emit(self._document, 0, self._pages)

    def _enter(self) -> None:
        self.table.show_document(self._document, self._pages)
        if self._document is not None and self._pages:
            self.table.show_page(self._page)
            self._sum()

    def _leave(self) -> None:
        if self._document is not None:
            self.rows_wanted.emit(self._document, 0, 0)
        self.table.show_document(None, 0)

    def _sum(self) -> None:
        if self._document is not None and self._pages:
            self.sum_wanted.emit(self._document)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._enter()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._leave()
