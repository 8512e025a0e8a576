# SPDX-License-Identifier: AGPL-3.0-or-later
"""The field for a service's key: hidden while it is typed, kept in the keychain, and never shown
again. Where there is no keychain the user chooses between a private file and this run alone."""

from __future__ import annotations

from collections.abc import Callable

import shiboken6
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QRadioButton, QVBoxLayout, QWidget

from app.core.errors import ProblemError, sentence
from app.core.keys import Keys, Where, sound, variable
from app.core.wording import tr
from app.desktop.background import in_background

Then = Callable[[str], None]


class KeyField(QWidget):
    edited = Signal()

    def __init__(self, keys: Keys, parent: QWidget, empty: str = "") -> None:
        """`empty` stands in the field while there is no key; else that it can be pasted."""
        super().__init__(parent)
        self._keys = keys
        self._empty = empty or tr("Paste the key here")
        self._host = ""
        self._where = Where.NOWHERE
        self.field = QLineEdit(self)
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setAccessibleName(tr("Key"))
        self.field.textEdited.connect(self.edited)
        self.setFocusProxy(self.field)
        self.question = QLabel(tr("There is no keychain on this computer that could keep the key."), self)
        self.question.setWordWrap(True)
        self.once = QRadioButton(tr("Use it until Copyholder is &closed"), self)
        self.in_file = QRadioButton(tr("Keep it &unencrypted in a file that only you can read"), self)
        self.in_file.setToolTip(str(keys.file))
        self.once.setChecked(True)
        self.problem = QLabel(self)
        self.problem.setObjectName("problem")
        self.problem.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for widget in (self.field, self.question, self.once, self.in_file, self.problem):
            layout.addWidget(widget)
        self._ask(False)
        self.problem.hide()
        self._say(Where.NOWHERE)

    def set_host(self, host: str) -> None:
        """Show whether there is a key for this host, and where."""
        if host == self._host:
            return
        self._host = host
        self._say(Where.NOWHERE)
        if host:
            keys = self._keys
            in_background(lambda: keys.get(host)[1], lambda where: self._found(host, where), lambda error: None)

    def save(self, then: Then) -> None:
        """Keep what was typed. `then` is called once it is kept, or at once if nothing was typed,
        with the key if it is for this run alone, else with ""."""
        key, host, keys = self.field.text().strip(), self._host, self._keys
        self.problem.hide()
        if not key:
            then("")
        elif wrong := sound(key):
            self._complain(wrong)
        elif self.once.isVisible() and self.once.isChecked():
            then(key)
        else:
            in_file = self.in_file.isVisible()
            in_background(
                lambda: keys.put(host, key, in_file=in_file), lambda where: self._kept(where, then), self._not_kept
            )

    def _found(self, host: str, where: Where) -> None:
        if shiboken6.isValid(self) and host == self._host:
            self._say(where)

    def _say(self, where: Where) -> None:
        self._where = where
        words = {
            Where.NOWHERE: self._empty,
            Where.ENVIRONMENT: tr("Taken from {variable}").format(variable=variable(self._host)),
            Where.KEYCHAIN: tr("Kept in the keychain; type here to replace it"),
            Where.FILE: tr("Kept in a private file; type here to replace it"),
        }
        self.field.setPlaceholderText(words[where])
        self.field.setAccessibleDescription(words[where])

    def _kept(self, where: Where, then: Then) -> None:
        if not shiboken6.isValid(self):
            return
        if where is Where.NOWHERE:
            self._ask(True)
            self.once.setFocus()
            return
        self.field.clear()
        self._ask(False)
        self._say(where)
        then("")

    def _not_kept(self, error: Exception) -> None:
        if shiboken6.isValid(self) and isinstance(error, ProblemError):
            self._complain(sentence(error.problem, error.subject))

    def _complain(self, text: str) -> None:
        self.problem.setText(text)
        self.problem.show()
        self.field.setFocus()

    def _ask(self, on: bool) -> None:
        for widget in (self.question, self.once, self.in_file):
            widget.setVisible(on)
