# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which double pages are cut in two, and where."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.core.spreads import SpreadsFound
from app.core.wording import mark, several, tr
from app.desktop.look import Look
from app.desktop.pictures import LoadedPicture
from app.desktop.spreads.sheets import Sheets

PURPOSE = "spread"


class SpreadsDialog(QDialog):
    """`split_asked` gives the pages that are to be cut; none, where all halves are to be joined."""

    split_asked = Signal(object)  # list of Split

    def __init__(self, document: int, title: str, look: Look, parent: QWidget, *, right_first: bool = False) -> None:
        super().__init__(parent)
        self.document = document
        self._cut = 0
        self.setWindowTitle(tr("Split double pages of “{title}”").format(title=title))
        self.summary = QLabel(tr("Looking through the pages…"), self)
        self.summary.setWordWrap(True)
        self.sheets = Sheets(look, self)
        self.all = QPushButton(tr("&All"), self)
        self.none = QPushButton(tr("&None"), self)
        self.order = QComboBox(self)
        self.order.addItem(tr("Left page first"), False)
        self.order.addItem(tr("Right page first (Hebrew, Arabic, vertical Japanese)"), True)
        self.order.setCurrentIndex(int(right_first))
        order_label = QLabel(tr("&Order:"), self)
        order_label.setBuddy(self.order)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.split = self.buttons.addButton(tr("&Split"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.split.setEnabled(False)
        row = QHBoxLayout()
        row.addWidget(self.all)
        row.addWidget(self.none)
        row.addStretch(1)
        row.addWidget(order_label)
        row.addWidget(self.order)
        layout = QVBoxLayout(self)
        layout.addWidget(self.summary)
        layout.addWidget(self.sheets, 1)
        layout.addLayout(row)
        layout.addWidget(self.buttons)
        self.all.clicked.connect(lambda: self.sheets.tick_all(True))
        self.none.clicked.connect(lambda: self.sheets.tick_all(False))
        self.sheets.changed.connect(self._count)
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)
        self.resize(900, 640)
        self.sheets.setFocus()

    def found(self, found: SpreadsFound) -> None:
        """What the session found, when it has looked at every page."""
        self._cut = len(found.splits)
        if found.splits:
            self.order.setCurrentIndex(int(found.splits[0].right_first))
        self.sheets.show_guesses(found.guesses, found.splits)
        if not found.guesses:
            self.summary.setText(tr("No page of this document is wider than it is high: there is nothing to split."))
        elif found.sure:
            self.summary.setText(
                several(
                    mark("{n} page looks like a double page. Drag the line to where its pages meet."),
                    mark("{n} pages look like double pages. Drag the lines to where their pages meet."),
                    found.sure,
                )
            )
        else:
            self.summary.setText(tr("No page looks like a double page. Tick those that are to be split all the same."))

    def picture_loaded(self, picture: LoadedPicture) -> None:
        if picture.purpose == PURPOSE and picture.document == self.document:
            self.sheets.take_picture(picture.page, picture.image)

    def _count(self) -> None:
        number = sum(sheet.on for sheet in self.sheets.sheets)
        self.split.setEnabled(bool(number or self._cut))
        if number:
            self.split.setText(several(mark("&Split {n} page"), mark("&Split {n} pages"), number))
        else:
            self.split.setText(tr("&Join halves again") if self._cut else tr("&Split"))

    def _accept(self) -> None:
        self.split_asked.emit(self.sheets.splits(bool(self.order.currentData())))
        self.accept()
