# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which languages the scans are in. The order counts: the most frequent first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.core.languages import CODES, NAMES
from app.core.wording import tr

CODE = Qt.ItemDataRole.UserRole


class LanguagesDialog(QDialog):
    chosen = Signal(object)  # tuple of codes

    def __init__(self, languages: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Languages of scans"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        hint = QLabel(
            tr(
                "Tick the languages of your scans and drag the most frequent to the top. "
                "With none ticked the engine finds out itself."
            ),
            self,
        )
        hint.setWordWrap(True)
        self._filter = QLineEdit(self)
        self._filter.setPlaceholderText(tr("Find a language"))
        self._filter.setAccessibleName(tr("Find a language"))
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("Languages"))
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        known = [code for code in languages if code] + sorted((c for c in CODES if c not in languages), key=name_of)
        for code in known:
            item = QListWidgetItem(f"{name_of(code)} ({code})", self.list)
            item.setData(CODE, code)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if code in languages else Qt.CheckState.Unchecked)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for widget in (hint, self._filter, self.list, buttons):
            layout.addWidget(widget)
        self._filter.textChanged.connect(self._narrow)
        self.accepted.connect(self._choose)
        self.resize(380, 460)

    def _narrow(self, text: str) -> None:
        for number in range(self.list.count()):
            item = self.list.item(number)
            item.setHidden(text.casefold() not in item.text().casefold())

    def _choose(self) -> None:
        items = [self.list.item(number) for number in range(self.list.count())]
        self.chosen.emit(tuple(item.data(CODE) for item in items if item.checkState() is Qt.CheckState.Checked))


def name_of(code: str) -> str:
    """The language's name, the code where it has none here (the settings may name any)."""
    return tr(NAMES[code]) if code in NAMES else code
