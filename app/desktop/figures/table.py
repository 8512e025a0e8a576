# SPDX-License-Identifier: AGPL-3.0-or-later
"""The table of the performance panel: one row a page, the row under the mouse told and shown."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPalette, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from app.desktop.figures.columns import COLUMNS
from app.desktop.figures.model import HOVER_ROLE, FiguresModel
from app.desktop.look import Look

Index = QModelIndex | QPersistentModelIndex
REST_MS = 60
"""Rest of the scroll bar before rows are asked for."""


class FiguresTable(QTableView):
    chosen = Signal(int)  # page
    hovered = Signal(int)  # page under the mouse, -1 for none

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.figures = FiguresModel(self)
        self.setModel(self.figures)
        self.setAccessibleName("Figures of the pages")
        self.setItemDelegate(_Delegate(look, self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        height = self.fontMetrics().height() + 6
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(height)
        head = self.horizontalHeader()
        head.setHighlightSections(False)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        for number, column in enumerate(COLUMNS):
            self.setColumnWidth(number, self.fontMetrics().averageCharWidth() * (column.wide + 3))
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._ask)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.entered.connect(lambda index: self.hovered.emit(index.row()))
        self.clicked.connect(lambda index: self.chosen.emit(index.row()))
        self.activated.connect(lambda index: self.chosen.emit(index.row()))

    def show_document(self, document: int | None, pages: int) -> None:
        self.figures.set_document(document, pages)
        self._rest.start()

    def show_page(self, page: int) -> None:
        """The page that the window shows."""
        index = self.figures.index(page, max(self.currentIndex().column(), 0))
        if index.isValid() and index.row() != self.currentIndex().row():
            self.setCurrentIndex(index)

    def in_sight(self) -> range:
        first = self.rowAt(0)
        last = self.rowAt(self.viewport().height() - 1)
        end = self.figures.rowCount() if last < 0 else last + 1
        return range(max(first, 0), end)

    def _scrolled(self, value: int) -> None:
        self._rest.start()

    def _ask(self) -> None:
        rows = self.in_sight()
        if rows and self.isVisible():
            self.figures.want(rows.start, rows.stop - 1)

    # ------------------------------------------------------------ Qt's own

    def dataChanged(self, first: Index, last: Index, roles: Sequence[int] = ()) -> None:
        """Painting is enough: no row and no column changes its size."""
        self.viewport().update()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Leave:
            self.hovered.emit(-1)
        return super().viewportEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._rest.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._rest.start()


class _Delegate(QStyledItemDelegate):
    """The hovered row has a ground of its own; what was not reported is pale."""

    def __init__(self, look: Look, table: FiguresTable) -> None:
        super().__init__(table)
        self._look, self._table = look, table

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        if self._table.figures.is_unreported(index):
            option.palette.setColor(QPalette.ColorRole.Text, QColor(self._look.colours.dim))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        if index.data(HOVER_ROLE):
            painter.fillRect(option.rect, QColor(self._look.colours.accent_ground))
        super().paint(painter, option, index)
        if index.data(HOVER_ROLE):
            painter.setPen(QColor(self._look.colours.accent))
            rect = option.rect
            painter.drawLine(rect.topLeft(), rect.topRight())
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())
