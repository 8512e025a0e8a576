# SPDX-License-Identifier: AGPL-3.0-or-later
"""The table of the performance panel: one row a page, the row under the mouse told and shown."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from app.core.wording import tr
from app.desktop.figures.columns import COLUMNS, NOT_REPORTED
from app.desktop.figures.model import FiguresModel
from app.desktop.look import Look

Index = QModelIndex | QPersistentModelIndex
PADDING = 4
"""Logical pixels beside the words of a cell."""
NARROW = 6
"""Average characters of a column that stays so wide whatever stands in it; its tool tip has all of it."""
REST_MS = 60
"""Rest of the scroll bar before rows are asked for."""


class FiguresTable(QTableView):
    chosen = Signal(int)  # page
    hovered = Signal(int)  # page under the mouse, -1 for none

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.figures = FiguresModel(self)
        self.setModel(self.figures)
        self.setAccessibleName(tr("Figures of the pages"))
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
            wide = self.fontMetrics().averageCharWidth() * (column.wide + 3)
            if column.measured and column.wide > NARROW:  # so that its absence can be read
                wide = max(wide, self.fontMetrics().horizontalAdvance(tr(NOT_REPORTED)) + 2 * PADDING + 2)
            self.setColumnWidth(number, wide)
        self._narrow = [
            number for number, column in enumerate(COLUMNS) if column.measured and column.wide <= NARROW
        ]  # they get the room that is left
        self._least = {number: self.columnWidth(number) for number in self._narrow}
        self._spreading = False
        head.sectionResized.connect(self._pulled)
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

    def _spread(self) -> None:
        """Narrow columns get room for the words that a figure was not reported, where there is some left."""
        wanted = self.fontMetrics().horizontalAdvance(tr(NOT_REPORTED)) + 2 * PADDING + 2
        others = self.horizontalHeader().length() - sum(self.columnWidth(number) for number in self._narrow)
        room = self.viewport().width() - others - sum(self._least[number] for number in self._narrow)
        self._spreading = True
        for number in self._narrow:
            more = max(0, min(wanted - self._least[number], room))
            room -= more
            self.setColumnWidth(number, self._least[number] + more)
        self._spreading = False

    def _pulled(self, number: int, _: int, wide: int) -> None:
        """The user has pulled a column: it stays as he left it, the narrow ones take what is left."""
        if self._spreading:
            return
        if number in self._narrow:
            self._narrow.remove(number)
        self._spread()

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
        self._spread()
        self._rest.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._rest.start()


class _Delegate(QStyledItemDelegate):
    """Paints a cell in one go: a row is painted anew with every figure that comes, and the style's own way
    would ask the model a dozen questions for each cell."""

    def __init__(self, look: Look, table: FiguresTable) -> None:
        super().__init__(table)
        self._look, self._table = look, table
        self._not_reported = tr(NOT_REPORTED)
        self._sides = tuple(
            Qt.AlignmentFlag.AlignVCenter
            | (Qt.AlignmentFlag.AlignLeading if column.text else Qt.AlignmentFlag.AlignTrailing)
            for column in COLUMNS
        )

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        page, column = index.row(), index.column()
        words = self._table.figures.words(page)[column]
        colours, rect, state = self._look.colours, option.rect, option.state
        selected, hovered = bool(state & QStyle.StateFlag.State_Selected), page == self._table.figures.hovered
        ink = colours.dim if words == self._not_reported else colours.ink
        if selected:
            painter.fillRect(rect, QColor(colours.accent))
            ink = colours.on_accent
        elif hovered:
            painter.fillRect(rect, QColor(colours.accent_ground))
        if hovered:
            painter.setPen(QColor(colours.accent))
            painter.drawLine(rect.topLeft(), rect.topRight())
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if words:
            room = rect.adjusted(PADDING, 0, -PADDING, 0)
            if COLUMNS[column].text or words == self._not_reported:
                words = option.fontMetrics.elidedText(words, Qt.TextElideMode.ElideRight, room.width())
            painter.setPen(QColor(ink))
            painter.drawText(room, QStyle.visualAlignment(option.direction, self._sides[column]), words)
