# SPDX-License-Identifier: AGPL-3.0-or-later
"""Draws one page of the strip: its thumbnail, number, state, time or speed, marks."""

from __future__ import annotations

from collections import OrderedDict

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.core.changes import PageRow, PageState
from app.desktop.fit_text import draw_line
from app.desktop.look import Look
from app.desktop.page_model import PAGE_ROLE, THUMB_ROLE
from app.desktop.phrases import page_caption

Index = QModelIndex | QPersistentModelIndex
MARGIN = 8
GAP = 5
SHAPE = 1.3
"""Height of the room for a thumbnail in widths: between A4 (1.41) and Letter (1.29)."""

CELLS = 60
"""Drawings of pages that are kept: a few screens' full, some 5 MB."""


class PageDelegate(QStyledItemDelegate):
    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.width = 112  # of the strip, logical pixels
        self.hovered = -1  # the page under the mouse, here or in another pane
        self._cells: OrderedDict[tuple[object, ...], QPixmap] = OrderedDict()  # drawings of pages, by all they show

    def small_font(self) -> QFont:
        font = QFont(QApplication.font())
        font.setPointSizeF(font.pointSizeF() * 0.85)
        return font

    def thumb_size(self) -> QSize:
        """Room for the picture, logical pixels."""
        width = max(24, self.width - 2 * MARGIN)
        return QSize(width, round(width * SHAPE))

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self.width, self.cell_height())

    def cell_height(self) -> int:
        return self.thumb_size().height() + QFontMetrics(self.small_font()).height() + 2 * GAP + 3

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """From the drawing of it that was made before, if nothing has changed: a strip that scrolls draws some ten
        pages for each frame."""
        row: PageRow | None = index.data(PAGE_ROLE)
        thumb: QPixmap | None = index.data(THUMB_ROLE)
        rect: QRect = option.rect
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        ratio = painter.device().devicePixelRatioF()
        key = (
            index.row(), row, thumb.cacheKey() if thumb is not None else 0, selected, index.row() == self.hovered,
            rect.width(), rect.height(), ratio, self._look.colours, QApplication.font().key(),
        )  # fmt: skip
        cell = self._cells.get(key)
        if cell is None:
            cell = QPixmap(rect.size() * ratio)
            cell.setDevicePixelRatio(ratio)
            cell.fill(Qt.GlobalColor.transparent)
            drawing = QPainter(cell)
            self._draw(drawing, QRect(0, 0, rect.width(), rect.height()), index.row(), row, thumb, selected)
            drawing.end()
            self._cells[key] = cell
            while len(self._cells) > CELLS:
                self._cells.popitem(last=False)
        else:
            self._cells.move_to_end(key)
        painter.drawPixmap(rect.topLeft(), cell)

    def _draw(
        self, painter: QPainter, rect: QRect, page: int, row: PageRow | None, thumb: QPixmap | None, selected: bool
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        room = self.thumb_size()
        left = rect.left() + (rect.width() - room.width()) // 2
        card = QRect(left, rect.top() + GAP, room.width(), room.height())
        waiting = row is None or row.state in (PageState.NEW, PageState.QUEUED)
        painter.setOpacity(0.55 if waiting else 1.0)
        paper = self._paper(painter, card, thumb)
        painter.setOpacity(1.0)
        if page == self.hovered:
            painter.setPen(QPen(_faded(self._look.colours.accent, 0.6), 1.5, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(paper.adjusted(-4, -4, 4, 4), 4, 4)
        self._outline(painter, paper, row, selected)
        if row is not None:
            self._badge(painter, paper, row)
        line = QRect(card.left(), card.bottom() + 4, card.width(), rect.bottom() - card.bottom() - 4)
        self._caption(painter, line, page, row)

    def _paper(self, painter: QPainter, card: QRect, thumb: QPixmap | None) -> QRectF:
        """The page, as large as fits; a blank sheet until its picture comes."""
        if thumb is None:
            sheet = QRectF(card).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.setPen(QPen(QColor(self._look.colours.line)))
            painter.setBrush(QColor(self._look.colours.field))
            painter.drawRoundedRect(sheet, 3, 3)
            return sheet
        size = QSize(thumb.width(), thumb.height()).scaled(card.size(), Qt.AspectRatioMode.KeepAspectRatio)
        left = card.left() + (card.width() - size.width()) // 2
        place = QRect(left, card.top() + card.height() - size.height(), size.width(), size.height())
        # On whole pixels, and as it is where it has the size: each frame of a scrolling strip draws some ten of them.
        ratio = painter.device().devicePixelRatioF()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, size * ratio != thumb.size())
        painter.drawPixmap(place, thumb, thumb.rect())
        return QRectF(place)

    def _outline(self, painter: QPainter, paper: QRectF, row: PageRow | None, selected: bool) -> None:
        colours = self._look.colours
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if row is not None and row.state is PageState.READING and not selected:
            painter.setPen(QPen(_faded(colours.accent, 0.55), 2, Qt.PenStyle.DotLine))
        elif selected:
            painter.setPen(QPen(QColor(colours.accent), 4 if colours.strong else 2))
        elif row is not None and row.state is PageState.FAILED:
            painter.setPen(QPen(QColor(colours.warn), 1))
        else:
            painter.setPen(QPen(QColor(colours.line), 1))
        painter.drawRoundedRect(paper.adjusted(-1, -1, 1, 1), 3, 3)

    def _badge(self, painter: QPainter, paper: QRectF, row: PageRow) -> None:
        number = row.flags or row.notes
        text = "!" if row.state is PageState.FAILED else f"{number:,}" if number else ""
        if not text:
            return
        flagged = bool(row.flags) and row.state is not PageState.FAILED
        font = self.small_font()
        metrics = QFontMetrics(font)
        pole = round(metrics.height() * 0.55) if flagged else 0
        width = max(metrics.height(), metrics.horizontalAdvance(text) + pole + 10)
        place = QRectF(paper.right() - width - 3, paper.top() + 3, width, metrics.height())
        painter.setPen(QPen(QColor(self._look.colours.warn_line)))
        painter.setBrush(QColor(self._look.colours.warn_ground))
        painter.drawRoundedRect(place, place.height() / 2, place.height() / 2)
        painter.setFont(font)
        painter.setPen(QColor(self._look.colours.warn))
        if flagged:
            self._flag(painter, QRectF(place.left() + 5, place.top() + 3, pole - 2, place.height() - 6))
        painter.drawText(place.adjusted(pole, 0, 0, 0), Qt.AlignmentFlag.AlignCenter, text)

    def _flag(self, painter: QPainter, place: QRectF) -> None:
        """A small flag before the number of flags, drawn, since not every font has one."""
        painter.save()
        colour = QColor(self._look.colours.warn)
        painter.setPen(QPen(colour, 1.2))
        painter.drawLine(place.topLeft(), place.bottomLeft())
        cloth = QRectF(place.left(), place.top(), place.width(), place.height() * 0.6)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon([cloth.topLeft(), QPointF(cloth.right(), cloth.center().y()), cloth.bottomLeft()])
        painter.restore()

    def _caption(self, painter: QPainter, line: QRect, page: int, row: PageRow | None) -> None:
        colours = self._look.colours
        font = self.small_font()
        metrics = QFontMetrics(font)
        painter.setFont(font)
        marks = "".join(sign for sign, holds in ((" ✓", row and row.checked), (" ✎", row and row.edited)) if holds)
        number = f"{page + 1}{marks}"
        failed = row is not None and row.state is PageState.FAILED
        painter.setPen(QColor(colours.warn if failed else colours.accent if marks else colours.dim))
        draw_line(painter, line, number, top=True)
        if row is None:
            return
        used = metrics.horizontalAdvance(number) + 8
        room = QStyle.visualRect(QApplication.layoutDirection(), line, line.adjusted(used, 0, 0, 0))
        if row.acceptance is not None and row.state in (PageState.READ, PageState.READING):
            self._acceptance(painter, room, row.acceptance)
            return
        text = metrics.elidedText(page_caption(row), Qt.TextElideMode.ElideRight, room.width())
        painter.setPen(QColor(colours.warn if failed else colours.dim))
        draw_line(painter, room, text, trailing=True, top=True)

    def _acceptance(self, painter: QPainter, room: QRect, share: float) -> None:
        height = 5
        bar = QRect(
            room.right() - min(36, room.width()),
            room.top() + (room.height() - height) // 2,
            min(36, room.width()),
            height,
        )
        bar = QStyle.visualRect(QApplication.layoutDirection(), room, bar)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._look.colours.line))
        painter.drawRoundedRect(bar, 2.5, 2.5)
        painter.setBrush(QColor(self._look.colours.accent))
        painter.drawRoundedRect(QRect(bar.left(), bar.top(), round(bar.width() * share), height), 2.5, 2.5)


def _faded(name: str, opacity: float) -> QColor:
    colour = QColor(name)
    colour.setAlphaF(opacity)
    return colour
