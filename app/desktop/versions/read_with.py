# SPDX-License-Identifier: AGPL-3.0-or-later
"""Asks which pages are to be read once more, by which engine, and with which prompt. The engine's part is the
engine's dialog; nothing of it goes into the settings."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QGroupBox, QHBoxLayout, QLineEdit, QRadioButton, QVBoxLayout, QWidget

from app.core.errors import ProblemError, sentence
from app.core.inputs import parse_pages
from app.core.keys import Keys
from app.core.places import Places
from app.core.settings import Settings
from app.core.wording import mark, several, tr
from app.desktop.dialogs.engine import EngineDialog
from app.desktop.tab_order import by_layout


class ReadWithDialog(EngineDialog):
    wanted = Signal(object, object)  # pages, from 0; dict of settings

    def __init__(
        self, settings: Settings, places: Places, keys: Keys, parent: QWidget,
        *, page: int, pages: int, failed: bool, from_web: bool,
    ) -> None:  # fmt: skip
        """`failed`: the document has failed pages. `from_web`: it has an address that a service could fetch."""
        super().__init__(settings, places, keys, parent)
        self.setWindowTitle(tr("Read again with another engine"))
        self._page, self._pages = page, pages
        self.this = QRadioButton(tr("T&his page ({page:,})").format(page=page + 1), self)
        self.some = QRadioButton(tr("Pa&ges"), self)
        self.range = QLineEdit(f"1-{pages}" if pages > 1 else "1", self)
        self.range.setAccessibleName(tr("Pages, 1 to {pages:,}").format(pages=pages))
        self.range.setPlaceholderText("1-3,7,10-")
        self.failed = QRadioButton(tr("All that &failed"), self)
        self.failed.setEnabled(failed)
        self.this.setChecked(True)
        self._scope = QButtonGroup(self)
        row = QHBoxLayout()
        for button in (self.this, self.some, self.failed):
            self._scope.addButton(button)
            row.addWidget(button)
        row.insertWidget(2, self.range)
        row.addStretch(1)
        box = QGroupBox(tr("Which pages"), self)
        box.setLayout(row)
        layout = self.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.insertWidget(0, box)
        by_layout(self)
        self.range.textEdited.connect(lambda: self.some.setChecked(True))
        self.buttons["reader"].setEnabled(from_web)
        self.chosen.connect(self._want)
        self.this.setFocus()

    def pages(self) -> tuple[int, ...] | None:
        """Those that are chosen; None for all that failed. Raises ProblemError for a range that is not understood."""
        if self.failed.isChecked():
            return None
        return (self._page,) if self.this.isChecked() else tuple(parse_pages(self.range.text()).select(self._pages))

    def _try(self) -> None:
        try:
            pages = self.pages()
        except ProblemError as error:
            self._complain(sentence(error.problem, tr("The document")))
            self.range.setFocus()
            return
        if pages == ():
            words = several(mark("{n:,} page"), mark("{n:,} pages"), self._pages)
            self._complain(tr("The document has {pages}: name some of them.").format(pages=words))
            self.range.setFocus()
            return
        super()._try()

    def _want(self, values: object) -> None:
        self.wanted.emit(self.pages(), values)
