# SPDX-License-Identifier: AGPL-3.0-or-later
"""Asks for a page, or for a range of pages."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QSpinBox, QWidget

from app.core.errors import ProblemError, sentence
from app.core.inputs import parse_pages
from app.core.wording import tr


class PageNumberDialog(QDialog):
    chosen = Signal(int)  # page, from 0

    def __init__(self, page: int, pages: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Go to page"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._number = QSpinBox(self)
        self._number.setRange(1, max(pages, 1))
        self._number.setValue(page + 1)
        self._number.selectAll()
        buttons = _buttons(self)
        layout = QFormLayout(self)
        layout.addRow(tr("&Page (1 to {pages:,})").format(pages=pages), self._number)
        layout.addRow(buttons)
        self.accepted.connect(lambda: self.chosen.emit(self._number.value() - 1))


class PageRangeDialog(QDialog):
    chosen = Signal(object, bool)  # pages, from 0; read again what was read

    def __init__(self, pages: int, page: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Read pages"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._pages = pages
        self._text = QLineEdit(f"{page + 1}-", self)
        self._text.setPlaceholderText("1-3,7,10-")
        self._again = QCheckBox(tr("Read pages &again that were read already"), self)
        self._problem = QLabel(self)
        self._problem.setObjectName("problem")
        self._problem.setWordWrap(True)
        self._buttons = _buttons(self)
        layout = QFormLayout(self)
        layout.addRow(tr("&Pages (1 to {pages:,})").format(pages=pages), self._text)
        layout.addRow(self._again)
        layout.addRow(self._problem)
        layout.addRow(self._buttons)
        self._text.textChanged.connect(self._check)
        self.accepted.connect(self._choose)
        self._check()

    def _parsed(self) -> tuple[int, ...]:
        return tuple(parse_pages(self._text.text()).select(self._pages))

    def _check(self) -> None:
        try:
            self._parsed()
            problem = ""
        except ProblemError as error:
            problem = sentence(error.problem, tr("The document"))
        self._problem.setText(problem)
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not problem)

    def _choose(self) -> None:
        self.chosen.emit(self._parsed(), self._again.isChecked())


def _buttons(dialog: QDialog) -> QDialogButtonBox:
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, dialog)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    return buttons
