# SPDX-License-Identifier: AGPL-3.0-or-later
"""Who scrolled: a pane leads only while its user scrolls it. What typing, a stream or the other pane moved does not."""

from __future__ import annotations

import time

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

LINGERS = 0.5
"""Seconds after the last wheel or key in which a pane still moves by it (browsers scroll smoothly)."""

_MOVING = frozenset(
    {
        Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End,
        Qt.Key.Key_Space, Qt.Key.Key_Backspace,
    }
)  # fmt: skip


class UserScroll(QObject):
    """Watches the widgets of one pane. `keys_type`: space and backspace write there."""

    touched = Signal()  # the user begins to scroll here

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._until = 0.0
        self._held = False
        self.keys_type = False

    def watch(self, widget: QWidget) -> None:
        widget.installEventFilter(self)

    def watch_area(self, area: QAbstractScrollArea) -> None:
        for widget in (area, area.viewport(), area.verticalScrollBar()):
            self.watch(widget)

    @property
    def leads(self) -> bool:
        return self._held or time.monotonic() < self._until

    def rest(self) -> None:
        """The other pane was touched."""
        self._until, self._held = 0.0, False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind in (QEvent.Type.Wheel, QEvent.Type.NativeGesture, QEvent.Type.TouchUpdate):
            self._touch()
        elif kind is QEvent.Type.MouseButtonPress:
            self._held = True
            self._touch()
        elif kind is QEvent.Type.MouseButtonRelease:
            self._held = False
            self._touch()
        elif kind is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and self._moves(event):
            self._touch()
        elif kind is QEvent.Type.KeyPress:
            self.rest()
        return False

    def _moves(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        return key in _MOVING and not (self.keys_type and key in (Qt.Key.Key_Space, Qt.Key.Key_Backspace))

    def _touch(self) -> None:
        self._until = time.monotonic() + LINGERS
        self.touched.emit()
