# SPDX-License-Identifier: AGPL-3.0-or-later
"""High contrast: a thick frame within whatever widget has the focus, in the window and in every dialog. It is a child
of that widget, so it moves, hides and ends with it."""

from __future__ import annotations

import shiboken6
from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QWidget

from app.desktop.look import Look

WIDTH = 3
"""Logical pixels."""


class FocusFrames(QObject):
    """Puts the frame where the focus is, as long as the look is a strong one."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._look = look
        self._frame: FocusFrame | None = None
        look.application.focusChanged.connect(self._moved)
        look.changed.connect(self._recolour)

    @property
    def frame(self) -> FocusFrame | None:
        """The present one; none in the plain looks, and none where nothing has the focus."""
        return self._frame if self._frame is not None and shiboken6.isValid(self._frame) else None

    def _recolour(self) -> None:
        self._put(QApplication.focusWidget())

    def _moved(self, _old: QWidget | None, new: QWidget | None) -> None:
        self._put(new)

    def _put(self, widget: QWidget | None) -> None:
        old, self._frame = self.frame, None
        if old is not None:
            old.hide()
            old.deleteLater()
        if widget is not None and self._look.colours.strong:
            self._frame = FocusFrame(widget, self._look)


class FocusFrame(QWidget):
    def __init__(self, widget: QWidget, look: Look) -> None:
        super().__init__(widget)
        self._look = look
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        widget.installEventFilter(self)
        self.setGeometry(widget.rect())
        self.show()
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
            self.raise_()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Two lines, the outer one in the accent and the inner one in the ground's colour: seen on anything."""
        colours = self._look.colours
        painter = QPainter(self)
        half = WIDTH / 2
        for inset, width, colour in ((WIDTH + 0.5, 1, colours.field), (half, WIDTH, colours.accent)):
            pen = QPen(QColor(colour), width)
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            painter.setPen(pen)
            painter.drawRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset))
        painter.end()
