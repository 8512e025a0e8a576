# SPDX-License-Identifier: AGPL-3.0-or-later
"""Asks for the password of one document. It goes to the session and is kept nowhere else."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QLayout, QLineEdit, QVBoxLayout, QWidget

from app.core.changes import DocumentRow, DocumentState
from app.core.errors import sentence
from app.core.wording import tr
from app.desktop.fit_text import one_line
from engine.protocol import ErrorCode


class PasswordDialog(QDialog):
    """Stays open until the password fits: a wrong one is said here and asked for again."""

    entered = Signal(int, str)  # document, password

    def __init__(self, row: DocumentRow, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Password"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.document = row.document
        self._tried = False
        question = QLabel(tr("“{title}” is locked. Its &password:").format(title=one_line(row.title)), self)
        question.setWordWrap(True)
        self._field = QLineEdit(self)
        self._field.setEchoMode(QLineEdit.EchoMode.Password)
        self._field.setAccessibleName(tr("Password"))
        question.setBuddy(self._field)
        self._answer = QLabel(self)
        self._answer.setObjectName("problem")
        self._answer.setWordWrap(True)
        self._buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel, self
        )
        self._buttons.accepted.connect(self._try)
        self._buttons.rejected.connect(self.reject)
        hint = QLabel(tr("It is used for this document only and never stored."), self)
        hint.setObjectName("hint")
        width = question.fontMetrics().averageCharWidth() * 52
        layout = QVBoxLayout(self)
        layout.setSizeConstraint(QLayout.SizeConstraint.SetFixedSize)  # follows its texts
        for label in (question, self._answer):
            label.setFixedWidth(width)
        for widget in (question, self._field, hint, self._answer, self._buttons):
            layout.addWidget(widget)
        self._field.textChanged.connect(self._typed)
        self._typed()
        if row.problem is not None and row.problem.code is ErrorCode.PASSWORD_WRONG:
            self._answer.setText(sentence(row.problem))

    def document_changed(self, row: DocumentRow) -> None:
        """The session's answer shows in the document's row."""
        if row.document != self.document or not self._tried:
            return
        if row.state is DocumentState.OPENING:
            return
        if row.state is not DocumentState.NEEDS_PASSWORD:
            if self.isVisible():  # further news of the document may come before this is gone
                self.accept()
        elif row.problem is not None and row.problem.code is ErrorCode.PASSWORD_WRONG:
            self._tried = False
            self._field.setEnabled(True)
            self._field.selectAll()
            self._field.setFocus()
            self._answer.setText(sentence(row.problem))

    def _typed(self) -> None:
        self._buttons.button(QDialogButtonBox.StandardButton.Open).setEnabled(bool(self._field.text()))

    def _try(self) -> None:
        self._tried = True
        self._field.setEnabled(False)
        self._buttons.button(QDialogButtonBox.StandardButton.Open).setEnabled(False)
        self._answer.setText(tr("Trying…"))
        self.entered.emit(self.document, self._field.text())
