# SPDX-License-Identifier: AGPL-3.0-or-later
"""Asks for the address of a document on the web."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QLineEdit, QVBoxLayout, QWidget

from app.core.addresses import AddressError, document, is_address
from app.core.wording import tr


class AddressDialog(QDialog):
    chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Open URL"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        label = QLabel(tr("&Address of a PDF or picture on the web:"), self)
        self.field = QLineEdit(_from_clipboard(), self)
        self.field.setPlaceholderText("https://example.org/paper.pdf")
        self.field.setAccessibleName(tr("Address"))
        self.field.selectAll()
        label.setBuddy(self.field)
        self.problem = QLabel(self)
        self.problem.setObjectName("problem")
        self.problem.setWordWrap(True)
        hint = QLabel(tr("The file is downloaded into Copyholder's own folder and shown beside its text."), self)
        hint.setObjectName("hint")
        hint.setWordWrap(True)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel, self
        )
        self.buttons.accepted.connect(self._try)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for widget in (label, self.field, self.problem, hint, self.buttons):
            layout.addWidget(widget)
        layout.setSpacing(8)
        self.problem.hide()
        self.field.textEdited.connect(self.problem.hide)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * 64)

    def _try(self) -> None:
        try:
            address = document(self.field.text())
        except AddressError as error:
            self.problem.setText(str(error))
            self.problem.show()
            self.field.setFocus()
            return
        self.chosen.emit(address)
        self.accept()


def _from_clipboard() -> str:
    """An address that was copied a moment ago is most likely meant."""
    text = QGuiApplication.clipboard().text().strip()
    return text if is_address(text) and not any(c.isspace() for c in text) else ""
