# SPDX-License-Identifier: AGPL-3.0-or-later
"""The contents of a dialog that may be higher than a small screen at 200 or 300 %: shown whole where there is room, and
scrolled where there is not, with the dialog's buttons in sight below."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QDialog, QFrame, QScrollArea, QWidget

LINES = 6
"""Lines of text that are in sight at the least."""
FRAME = 48
"""Logical pixels that a window's frame may take of the screen's height."""


class Rolling(QScrollArea):
    def __init__(self, inside: QWidget, parent: QWidget) -> None:
        """`inside` has its layout by now."""
        super().__init__(parent)
        self.setObjectName("rolling")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what is inside takes it, and is scrolled to
        self._inside = inside
        self.setWidget(inside)
        inside.installEventFilter(self)

    def sizeHint(self) -> QSize:
        return self._inside.sizeHint()

    def minimumSizeHint(self) -> QSize:
        wide = self._inside.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width()
        return QSize(wide, self.fontMetrics().lineSpacing() * LINES)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)


def open_whole(dialog: QDialog) -> None:
    """As large as all of it needs, as far as the screen has room; Qt itself would take two thirds of the screen."""
    room = dialog.screen().availableGeometry().size() - QSize(0, FRAME)
    dialog.resize(dialog.sizeHint().boundedTo(room))
