# SPDX-License-Identifier: AGPL-3.0-or-later
"""Special characters: in groups, or found by name; a click puts one at the cursor of the field one was in."""

from __future__ import annotations

import unicodedata

import shiboken6
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.core.editing.characters import GROUPS, name, search
from app.core.wording import mark, tr
from app.desktop.background import in_background

RECENT = mark("Used lately")
RECENT_MOST = 40

Field = QLineEdit | QPlainTextEdit


class CharactersDialog(QDialog):
    """Stays open beside the window; `used` tells what was put in."""

    used = Signal(str)

    def __init__(self, recent: str, first: Field, parent: QWidget) -> None:
        """`first` is the field that characters go into, until another one gets the focus."""
        super().__init__(parent)
        self.setWindowTitle(tr("Special characters"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._field = first
        self._recent = recent
        self._asked = 0
        self.words = QLineEdit(self)
        self.words.setAccessibleName(tr("Search by name"))
        self.words.setPlaceholderText(tr("Search by name: em dash, alpha, U+2014…"))
        self.words.setClearButtonEnabled(True)
        self.group = QComboBox(self)
        self.group.setAccessibleName(tr("Group"))
        for group in (*([RECENT] if recent else []), *(group for group, _ in GROUPS)):
            self.group.addItem(tr(group), group)
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("Characters"))
        self.list.setViewMode(QListWidget.ViewMode.IconMode)
        self.list.setMovement(QListWidget.Movement.Static)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setUniformItemSizes(True)
        font = self.list.font()
        font.setPointSizeF(font.pointSizeF() * 1.5)
        self.list.setFont(font)
        side = self.list.fontMetrics().height() + 14
        self.list.setGridSize(QSize(side, side))
        self.what = QLabel(self)
        self.what.setObjectName("hint")
        self.what.setWordWrap(True)
        top = QHBoxLayout()
        top.addWidget(self.words, 1)
        top.addWidget(self.group)
        layout = QVBoxLayout(self)
        layout.addLayout(top)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.what)
        self.words.textChanged.connect(self._search)
        self.words.returnPressed.connect(self._first)
        self.group.currentTextChanged.connect(lambda: self._show_group(self.group.currentData()))
        self.list.currentItemChanged.connect(self._tell_name)
        self.list.itemClicked.connect(lambda item: self.put(item.data(Qt.ItemDataRole.UserRole)))
        self.list.itemActivated.connect(lambda item: self.put(item.data(Qt.ItemDataRole.UserRole)))
        QApplication.instance().focusChanged.connect(self._focus_changed)  # type: ignore[union-attr]
        self.resize(520, 360)
        self._show_group(self.group.currentData())
        self.words.setFocus()

    def put(self, character: str) -> None:
        """At the cursor of the field, as if it had been typed."""
        if not shiboken6.isValid(self._field) or self._field.isReadOnly():
            self.what.setText(tr("Click into the text first, where the character shall stand."))
            return
        if isinstance(self._field, QLineEdit):
            self._field.insert(character)
        else:
            self._field.textCursor().insertText(character)
        self._recent = (character + self._recent.replace(character, ""))[:RECENT_MOST]
        self.used.emit(self._recent)
        if self.group.itemData(0) != RECENT:
            self.group.insertItem(0, tr(RECENT), RECENT)

    def _first(self) -> None:
        item = self.list.item(0)
        if item is not None:
            self.put(item.data(Qt.ItemDataRole.UserRole))

    def _focus_changed(self, before: QWidget | None, now: QWidget | None) -> None:
        if isinstance(now, QLineEdit | QPlainTextEdit) and not self.isAncestorOf(now):
            self._field = now

    def _show_group(self, group: str) -> None:
        self._asked += 1
        self.words.blockSignals(True)
        self.words.clear()
        self.words.blockSignals(False)
        self._fill(list(self._recent) if group == RECENT else list(dict(GROUPS).get(group, "")))

    def _search(self, words: str) -> None:
        if not words.strip():
            self._show_group(self.group.currentData())
            return
        self._asked += 1
        asked = self._asked

        def found(characters: list[str]) -> None:
            if shiboken6.isValid(self) and asked == self._asked:
                self._fill(characters)
                if not characters:
                    self.what.setText(tr("No character has a name with these words."))

        in_background(lambda: search(words), found)

    def _fill(self, characters: list[str]) -> None:
        self.list.clear()
        for one in characters:
            item = QListWidgetItem(_shown(one), self.list)
            item.setData(Qt.ItemDataRole.UserRole, one)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, name(one))
            item.setToolTip(name(one))
            item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
        self.what.setText("")

    def _tell_name(self, item: QListWidgetItem | None) -> None:
        self.what.setText(name(item.data(Qt.ItemDataRole.UserRole)) if item else "")


def _shown(character: str) -> str:
    """A mark stands on a dotted circle, what cannot be seen on a box."""
    kind = unicodedata.category(character)
    if kind.startswith("M"):
        return "◌" + character
    return "␣" if kind in ("Zs", "Cf") else character
