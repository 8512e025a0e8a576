# SPDX-License-Identifier: AGPL-3.0-or-later
"""The lines below the text in which one searches, and replaces. They decide nothing: see `editing.searching`."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from app.core.wording import tr


class FindBar(QWidget):
    changed = Signal()  # what is searched for, or how
    stepped = Signal(int)  # to the next place (1) or the one before (-1)
    replace_asked = Signal()  # the place that is selected
    replace_all_asked = Signal(bool)  # in the whole document, else on the page
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("head")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.field = _field(self, tr("Find"), tr("Find"))
        self.replacement = _field(self, tr("Replace by"), tr("Replace by (nothing: delete)"))
        self.case = _toggle(self, "Aa", tr("Match capitals"), "Alt+C")
        self.words = _toggle(self, "[w]", tr("Whole words only"), "Alt+W")
        self.regex = _toggle(self, ".*", tr("Regular expression"), "Alt+X")
        self.message = QLabel(self)
        self.message.setObjectName("hint")
        self.message.setWordWrap(True)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.hide()
        self._replacing = QWidget(self)
        self._lay_out()
        self.field.textChanged.connect(self.changed)
        self._replacing.hide()
        self.hide()

    def _lay_out(self) -> None:
        top = _row()
        top.addWidget(self.field, 1)
        for toggle in (self.case, self.words, self.regex):
            toggle.toggled.connect(self.changed)
            top.addWidget(toggle)
        for text, name, step in (("‹", tr("Previous place (Shift+F3)"), -1), ("›", tr("Next place (F3)"), 1)):
            button = _button(self, text, name)
            button.clicked.connect(lambda _=False, step=step: self.stepped.emit(step))
            top.addWidget(button)
        close = _button(self, "✕", tr("Close the search"))
        close.clicked.connect(self.close_bar)
        top.addWidget(close)
        below = QHBoxLayout(self._replacing)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(5)
        below.addWidget(self.replacement, 1)
        one = _button(self, tr("Replace"), tr("Replace this place, and go to the next"))
        one.clicked.connect(self.replace_asked)
        page = _button(self, tr("All on page"), tr("Replace all places on this page"))
        page.clicked.connect(lambda: self.replace_all_asked.emit(False))
        document = _button(self, tr("All in document"), tr("Replace all places in this document"))
        document.clicked.connect(lambda: self.replace_all_asked.emit(True))
        for button in (one, page, document):
            below.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 4, 8, 4)
        layout.setSpacing(4)
        layout.addLayout(top)
        layout.addWidget(self._replacing)
        layout.addWidget(self.message)

    @property
    def replaces(self) -> bool:
        return self.isVisible() and not self._replacing.isHidden()

    @property
    def plain(self) -> bool:
        """No more than some words are searched for, in capitals or not."""
        return not (self.case.isChecked() or self.words.isChecked() or self.regex.isChecked())

    def open_bar(self, *, replace: bool = False, text: str = "") -> None:
        """Show it, with `text` to search for if there is any."""
        self._replacing.setVisible(replace)
        self.show()
        if text and text != self.field.text():
            self.field.setText(text)
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def close_bar(self) -> None:
        self.hide()
        self.say("")
        self.closed.emit()

    def show_found(self, found: bool) -> None:
        """Say, where it is known, that there is no such place."""
        self.field.setAccessibleDescription("" if found else tr("Not found"))
        self.field.setProperty("missing", not found)
        self.field.style().unpolish(self.field)
        self.field.style().polish(self.field)

    def say(self, sentence: str, *, found: bool = True) -> None:
        """A sentence below the fields; none takes it away."""
        self.show_found(found)
        self.message.setText(sentence)
        self.message.setVisible(bool(sentence))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.replacement.hasFocus():
                self.replace_asked.emit()
            else:
                self.stepped.emit(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)


def _row() -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(5)
    return row


def _field(parent: QWidget, name: str, hint: str) -> QLineEdit:
    field = QLineEdit(parent)
    field.setAccessibleName(name)
    field.setPlaceholderText(hint)
    field.setClearButtonEnabled(True)
    field.setMinimumWidth(60)
    return field


def _button(parent: QWidget, text: str, name: str) -> QToolButton:
    button = QToolButton(parent)
    button.setText(text)
    button.setAccessibleName(name)
    button.setToolTip(name)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
    return button


def _toggle(parent: QWidget, text: str, name: str, key: str) -> QToolButton:
    button = _button(parent, text, name)
    button.setCheckable(True)
    button.setShortcut(key)
    button.setToolTip(f"{name} ({key})")
    return button
