# SPDX-License-Identifier: AGPL-3.0-or-later
"""The field over the page in which a figure's caption is written."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from app.core.wording import tr


class CaptionField(QLineEdit):
    """Its keys are its own: what it does not use must not turn the page below it."""

    left = Signal()  # by Esc

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Caption of the figure"))
        self.setPlaceholderText(tr("Caption"))
        self.hide()

    def event(self, event: QEvent) -> bool:
        """Esc is no shortcut of the window's while this is open."""
        override = event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent)
        if override and event.key() == Qt.Key.Key_Escape:  # type: ignore[attr-defined]
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
        event.accept()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        super().keyReleaseEvent(event)
        event.accept()
