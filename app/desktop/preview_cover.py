# SPDX-License-Identifier: AGPL-3.0-or-later
"""Lies over the preview until it shows what the head above speaks of: it never shows another page's text."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QStackedWidget, QWidget


class Cover(QWidget):
    """Not the preview is hidden: it would lose the focus, and a browser that is not seen paints later."""

    def __init__(self, stack: QStackedWidget) -> None:
        super().__init__(stack)
        self._stack = stack
        self.wanted = True  # the preview shows something else, or nothing yet
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAutoFillBackground(True)
        stack.installEventFilter(self)
        self.hide()

    def over(self, preview: QWidget | None) -> None:
        """Cover it or not, as is `wanted`, where it is seen."""
        on = self.wanted and preview is not None and self._stack.currentWidget() is preview
        if on:
            self.setGeometry(self._stack.rect())
            self.raise_()
        self.setVisible(on)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            self.setGeometry(self._stack.rect())
        return False
