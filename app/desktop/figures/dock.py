# SPDX-License-Identifier: AGPL-3.0-or-later
"""The performance panel's place: at any edge of the window or in a window of its own. Its head is what it is moved
by, and has buttons that Tab reaches."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QToolButton, QVBoxLayout, QWidget

from app.core.wording import tr
from app.desktop.figures.panel import FiguresPanel
from app.desktop.look import Look, icon

HEIGHT = 220
"""Logical pixels at the first showing."""


class FiguresDock(QDockWidget):
    changed = Signal()  # it was shown, hidden, taken out of the window or put back

    def __init__(self, panel: FiguresPanel, look: Look, window: QMainWindow) -> None:
        super().__init__(tr("Performance"), window)
        self.setObjectName("figures")  # by which the window's state knows it
        self.panel, self._look = panel, look
        feature = QDockWidget.DockWidgetFeature
        self.setFeatures(feature.DockWidgetMovable | feature.DockWidgetFloatable | feature.DockWidgetClosable)
        self.setWidget(panel)
        bar = QWidget(self)  # since the dock asks its bar for a hint alone, and the head has a least height as well
        column = QVBoxLayout(bar)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(panel.head)
        self.setTitleBarWidget(bar)
        self.out = self._button(tr("A window of its own, or back"))
        self.out.clicked.connect(lambda: self.float_panel(not self.isFloating()))
        self.shut = self._button(tr("Close"))
        self.shut.clicked.connect(self.close)
        look.changed.connect(self._recolour)
        self._recolour()
        self.topLevelChanged.connect(self._moved)
        window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, self)
        window.resizeDocks([self], [HEIGHT], Qt.Orientation.Vertical)
        self.hide()

    def _button(self, words: str) -> QToolButton:
        button = QToolButton(self.panel.head)
        button.setToolTip(words)
        button.setAccessibleName(words)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.panel.add_tool(button)
        return button

    def _recolour(self) -> None:
        self.out.setIcon(icon("float", self._look.colours.ink))
        self.shut.setIcon(icon("close", self._look.colours.ink))

    def show_panel(self, on: bool) -> None:
        """The keys go to the table when it is shown."""
        self.setVisible(on)
        if on:
            self.panel.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def float_panel(self, on: bool) -> None:
        """Out of the window, or back to where it was in it."""
        if on and self.isHidden():
            self.show()
        self.setFloating(on)
        if on:
            self.activateWindow()
        if self.isVisible():
            self.panel.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _moved(self, _floating: bool) -> None:
        self.changed.emit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.changed.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.changed.emit()
