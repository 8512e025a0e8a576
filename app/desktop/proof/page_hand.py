# SPDX-License-Identifier: AGPL-3.0-or-later
"""The mouse on the page's picture: a click chooses a word, a drag what it frames, and the sheet is moved by the
middle button, or with the space bar held, as in drawing programs. A page without known words is moved by any drag."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QApplication


class _Doing(Enum):
    NOTHING = 0
    MOVING = 1
    PRESSED = 2  # a click, until it becomes a drag
    FRAMING = 3


class PageHand:
    """`choose(point)` and `frame(rectangle)` are told in the viewport's pixels."""

    def __init__(
        self, area: QAbstractScrollArea, choose: Callable[[QPointF], None], frame: Callable[[QRect], None]
    ) -> None:
        self._area, self._choose, self._frame = area, choose, frame
        self._doing = _Doing.NOTHING
        self._from = self._to = QPoint()
        self._space = self._used_space = False
        self.selects = False  # the words of the page are known

    @property
    def moves(self) -> bool:
        """The space bar is held: the sheet is moved by a drag."""
        return self._space

    @property
    def framing(self) -> QRect | None:
        return QRect(self._from, self._to).normalized() if self._doing is _Doing.FRAMING else None

    def press(self, event: QMouseEvent) -> None:
        self._from = self._to = event.position().toPoint()
        left = event.button() is Qt.MouseButton.LeftButton
        if event.button() is Qt.MouseButton.MiddleButton or (left and (self._space or not self.selects)):
            self._doing = _Doing.MOVING
            self._used_space = self._space
            self._area.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        elif left:
            self._doing = _Doing.PRESSED

    def move(self, event: QMouseEvent) -> None:
        place = event.position().toPoint()
        if self._doing is _Doing.MOVING:
            moved = place - self._to
            for bar, by in (
                (self._area.horizontalScrollBar(), moved.x()), (self._area.verticalScrollBar(), moved.y())
            ):  # fmt: skip
                bar.setValue(bar.value() - by)
        far = (place - self._from).manhattanLength() >= QApplication.startDragDistance()
        if self._doing is _Doing.PRESSED and far:
            self._doing = _Doing.FRAMING
        self._to = place
        if self._doing is _Doing.FRAMING:
            self._area.viewport().update()

    def release(self, event: QMouseEvent) -> None:
        doing, frame = self._doing, self.framing
        self._doing = _Doing.NOTHING
        self.show_cursor()
        if frame is not None:
            self._area.viewport().update()
            self._frame(frame)
        elif doing is _Doing.PRESSED:
            self._choose(event.position())

    def space(self, down: bool) -> bool:
        """The space bar; on its release, whether the sheet was moved with it."""
        self._space = down
        used, self._used_space = self._used_space, False
        self.show_cursor()
        return used

    def show_cursor(self) -> None:
        port = self._area.viewport()
        if self._space:
            port.setCursor(Qt.CursorShape.OpenHandCursor)
        elif self.selects:
            port.setCursor(Qt.CursorShape.IBeamCursor)
        else:
            port.unsetCursor()

    def show_selects(self, on: bool) -> None:
        if on != self.selects:
            self.selects = on
            self.show_cursor()

    def paint(self, painter: QPainter, colour: str) -> None:
        frame = self.framing
        if frame is not None:
            painter.setPen(QPen(QColor(colour), 1, Qt.PenStyle.DashLine))
            fill = QColor(colour)
            fill.setAlphaF(0.12)
            painter.setBrush(fill)
            painter.drawRect(frame)
