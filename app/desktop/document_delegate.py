# SPDX-License-Identifier: AGPL-3.0-or-later
"""Draws one document's row: title, a line of figures, a meter; or a problem and its next step."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.core.changes import DocumentRow, DocumentState
from app.core.errors import sentence
from app.desktop.document_model import ROW_ROLE
from app.desktop.fit_text import draw_line, one_line, wrapped
from app.desktop.look import Look
from app.desktop.phrases import document_line, share_done, step_of

Index = QModelIndex | QPersistentModelIndex
MARGIN = 8
PAD = 9
METER = 4
PROBLEM_LINES = 4


class DocumentDelegate(QStyledItemDelegate):
    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.current: int | None = None  # the document that is shown
        self.width = 200  # of the list, logical pixels

    # ------------------------------------------------------------ sizes

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row: DocumentRow = index.data(ROW_ROLE)
        lines = 2 + len(self._problem_lines(row)) + (1 if _link(row) else 0)
        meter = METER + 6 if row.problem is None else 0
        return QSize(60, lines * QFontMetrics(QApplication.font()).lineSpacing() + meter + 2 * PAD + 4)

    def _problem_lines(self, row: DocumentRow) -> tuple[str, ...]:
        if row.problem is None:
            return ()
        room = _body(QRect(0, 0, self.width, 100)).width()
        return wrapped(sentence(row.problem), QApplication.font(), room, PROBLEM_LINES)

    def link_rect(self, rect: QRect, row: DocumentRow) -> QRect:
        """Where the next step can be clicked, in the coordinates of `rect`; empty without one."""
        text = _link(row)
        if not text:
            return QRect()
        metrics = QFontMetrics(QApplication.font())
        body = _body(rect)
        height = metrics.lineSpacing()
        width = min(metrics.horizontalAdvance(text), body.width())
        place = QRect(body.left(), body.bottom() - height + 1, width, height)
        return QStyle.visualRect(QApplication.layoutDirection(), body, place)

    # ------------------------------------------------------------ painting

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: DocumentRow = index.data(ROW_ROLE)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._card(painter, rect, row.document == self.current, state)
        body = _body(rect)
        line = QFontMetrics(QApplication.font()).lineSpacing()
        self._title(painter, QRect(body.left(), body.top(), body.width(), line), row)
        self._figures(painter, QRect(body.left(), body.top() + line + 1, body.width(), line), row)
        if row.problem is not None:
            self._problem(painter, QRect(body.left(), body.top() + 2 * line + 2, body.width(), line), row)
        else:
            bottom = body.bottom() - (line + 2 if _link(row) else 0)
            self._meter(painter, QRect(body.left(), bottom - METER, body.width(), METER), share_done(row))
        self._step(painter, rect, row)
        painter.restore()

    def _card(self, painter: QPainter, rect: QRect, current: bool, state: QStyle.StateFlag) -> None:
        colours = self._look.colours
        card = QRectF(rect.adjusted(MARGIN, 2, -MARGIN, -2)).adjusted(0.5, 0.5, -0.5, -0.5)
        focused = bool(state & QStyle.StateFlag.State_HasFocus)
        if current:
            wide = 3 if colours.strong else 1  # where all grounds are alike, the line alone says which is shown
            painter.setPen(QPen(QColor(colours.accent if focused or colours.strong else colours.line), wide))
            painter.setBrush(QColor(colours.field))
        elif focused or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(QPen(QColor(colours.accent if focused else colours.hover)))
            painter.setBrush(QColor(colours.hover))
        else:
            return
        painter.drawRoundedRect(card, 7, 7)

    def _title(self, painter: QPainter, rect: QRect, row: DocumentRow) -> None:
        font = QFont(QApplication.font())
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(QColor(self._look.colours.ink))
        text = QFontMetrics(font).elidedText(one_line(row.title), Qt.TextElideMode.ElideMiddle, rect.width())
        draw_line(painter, rect, text)

    def _figures(self, painter: QPainter, rect: QRect, row: DocumentRow) -> None:
        painter.setFont(QApplication.font())
        locked = row.state is DocumentState.NEEDS_PASSWORD
        colours = self._look.colours
        painter.setPen(QColor(colours.warn if locked or row.state is DocumentState.FAILED else colours.dim))
        text = QFontMetrics(QApplication.font()).elidedText(
            document_line(row), Qt.TextElideMode.ElideRight, rect.width()
        )
        draw_line(painter, rect, text)

    def _meter(self, painter: QPainter, rect: QRect, share: float) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._look.colours.line))
        painter.drawRoundedRect(rect, METER / 2, METER / 2)
        if share > 0:
            done = QRect(rect.left(), rect.top(), max(METER, round(rect.width() * share)), METER)
            painter.setBrush(QColor(self._look.colours.accent))
            painter.drawRoundedRect(QStyle.visualRect(QApplication.layoutDirection(), rect, done), METER / 2, METER / 2)

    def _problem(self, painter: QPainter, line: QRect, row: DocumentRow) -> None:
        """The sentence, from the line `line` on."""
        painter.setFont(QApplication.font())
        painter.setPen(QColor(self._look.colours.dim))
        for text in self._problem_lines(row):
            draw_line(painter, line, text)
            line = line.translated(0, line.height())

    def _step(self, painter: QPainter, rect: QRect, row: DocumentRow) -> None:
        text = _link(row)
        if not text:
            return
        font = QFont(QApplication.font())
        font.setUnderline(True)
        painter.setFont(font)
        painter.setPen(QColor(self._look.colours.accent))
        place = self.link_rect(rect, row)
        elided = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, place.width() + 1)
        draw_line(painter, place, elided)


def _body(rect: QRect) -> QRect:
    return rect.adjusted(MARGIN + PAD, 2 + PAD - 2, -MARGIN - PAD, -2 - PAD + 2)


def _link(row: DocumentRow) -> str:
    step = step_of(row)
    return step.text if step else ""
