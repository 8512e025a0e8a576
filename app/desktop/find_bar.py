# SPDX-License-Identifier: AGPL-3.0-or-later
"""The line below the text in which one searches it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QToolButton, QWidget


class FindBar(QWidget):
    searched = Signal(str, bool)  # text, backward
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("head")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.field = QLineEdit(self)
        self.field.setAccessibleName("Find on this page")
        self.field.setPlaceholderText("Find on this page")
        self.field.setClearButtonEnabled(True)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 4, 8, 4)
        layout.setSpacing(5)
        layout.addWidget(self.field, 1)
        for text, name, backward in (("‹", "Previous place", True), ("›", "Next place", False)):
            button = _button(self, text, name)
            button.clicked.connect(lambda _=False, backward=backward: self._search(backward))
            layout.addWidget(button)
        close = _button(self, "✕", "Close the search")
        close.clicked.connect(self.close_bar)
        layout.addWidget(close)
        self.field.textChanged.connect(lambda: self._search(False))
        self.hide()

    def open_bar(self) -> None:
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def close_bar(self) -> None:
        self.hide()
        self.searched.emit("", False)
        self.closed.emit()

    def show_found(self, found: bool) -> None:
        """Say, where it is known, that there is no such place."""
        self.field.setAccessibleDescription("" if found else "Not found")
        self.field.setProperty("missing", not found)
        self.field.style().unpolish(self.field)
        self.field.style().polish(self.field)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._search(bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        else:
            super().keyPressEvent(event)

    def _search(self, backward: bool) -> None:
        self.searched.emit(self.field.text(), backward)


def _button(parent: QWidget, text: str, name: str) -> QToolButton:
    button = QToolButton(parent)
    button.setText(text)
    button.setAccessibleName(name)
    button.setToolTip(name)
    return button
