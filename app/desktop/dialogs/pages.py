# SPDX-License-Identifier: AGPL-3.0-or-later
"""Asks for a page, or for a range of pages."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QWidget

from app.core.errors import ProblemError, sentence
from app.core.inputs import parse_pages
from app.core.wording import tr

_WIDTH = 44
"""Letters of the line that says which page it will be: the dialog keeps its size."""


class PageNumberDialog(QDialog):
    chosen = Signal(int)  # page, from 0

    def __init__(self, page: int, pages: int, labels: Sequence[str], parent: QWidget, *, cut: bool = False) -> None:
        """`labels` as in DocumentOpened, `cut` as in PageRow."""
        super().__init__(parent)
        self.setWindowTitle(tr("Go to page"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._pages, self._labels = pages, labels
        self._label = tr("{label} in the file") if cut else tr("printed {label}")
        self._text = QLineEdit(str(page + 1), self)
        self._text.selectAll()
        self._where = QLabel(self)
        self._where.setMinimumWidth(self._where.fontMetrics().averageCharWidth() * _WIDTH)
        self._buttons = _buttons(self)
        layout = QFormLayout(self)
        asked = tr("&Page (1 to {pages:,}, or as printed)") if labels else tr("&Page (1 to {pages:,})")
        layout.addRow(asked.format(pages=pages), self._text)
        layout.addRow(self._where)
        layout.addRow(self._buttons)
        self._text.textChanged.connect(self._look)
        self.accepted.connect(self._choose)
        self._look()

    def _look(self) -> None:
        found = named_page(self._text.text(), self._pages, self._labels)
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(bool(found))
        if not found:
            self._where.setText(tr("There is no such page.") if self._text.text().strip() else "")
            return
        words = [tr("Page {page:,} of {pages:,}").format(page=found[0] + 1, pages=self._pages)]
        if self._labels and self._labels[found[0]]:
            words.append(self._label.format(label=self._labels[found[0]]))
        if len(found) > 1:
            words.append(tr("{label} is printed on page {page:,}: type /{label} for it").format(
                label=self._text.text().strip(), page=found[1] + 1
            ))  # fmt: skip
        self._where.setText(" · ".join(words))

    def _choose(self) -> None:
        self.chosen.emit(named_page(self._text.text(), self._pages, self._labels)[0])


def named_page(text: str, pages: int, labels: Sequence[str]) -> list[int]:
    """The pages (from 0) that a user may mean, the likeliest first: a number is the page's own, anything else, and what
    follows a slash, what is printed on it. Empty where there is none."""
    text = text.strip()
    printed = text.removeprefix("/").strip().casefold()
    found = [page for page, label in enumerate(labels) if label.casefold() == printed][:1] if printed else []
    if text.isdecimal() and 1 <= int(text[:9]) <= pages:
        found = [int(text) - 1, *(page for page in found if page != int(text) - 1)]
    return found


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
