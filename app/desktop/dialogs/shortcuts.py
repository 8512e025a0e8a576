# SPDX-License-Identifier: AGPL-3.0-or-later
"""The page of keyboard shortcuts, made from the table of actions, so it cannot be wrong."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHeaderView, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from app.core.wording import mark, tr
from app.desktop.actions import MENUS, TABLE, key_text, plain, sequences

ELSEWHERE = (
    (mark("Documents"), mark("Take the next step of a document's problem"), mark("Shift+Enter")),
    (mark("Documents"), mark("Menu of a document"), mark("Menu")),
    (mark("Page strip"), mark("Go to a page"), mark("type its number")),
    (mark("Page picture"), mark("Zoom about the pointer"), mark("Ctrl+wheel")),
    (mark("Page picture"), mark("Find a place in the text"), mark("click a word, or frame it by dragging")),
    (mark("Page picture"), mark("Pan"), mark("drag with the middle button or Space, or the arrow keys")),
    (mark("Page picture"), mark("On, then to the next page"), mark("Space or Page Down")),
    (mark("Page text"), mark("Find a place on the picture"), mark("click a word")),
    (mark("Strip of the flag"), mark("Accept the suggestion"), mark("Return")),
    (mark("Strip of the flag"), mark("Dismiss"), "D"),
    (mark("Strip of the flag"), mark("Edit in the source"), mark("E or Escape")),
)
"""Keys that belong to one view and are no actions."""


class ShortcutsDialog(QDialog):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keyboard shortcuts"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.tree = QTreeWidget(self)
        self.tree.setAccessibleName(tr("Keyboard shortcuts"))
        self.tree.setHeaderLabels([tr("Action"), tr("Keys")])
        self.tree.setRootIsDecorated(False)
        self._fill()
        header = self.tree.header()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.tree)
        layout.addWidget(buttons)
        self.resize(560, 620)

    def _fill(self) -> None:
        sections = {plain(tr(menu)): [] for menu in MENUS}  # type: dict[str, list[tuple[str, str]]]
        for entry in TABLE:
            keys = tr(" or ").join(key_text(sequence) for sequence in sequences(entry) if on_keyboards(sequence))
            sections[plain(tr(entry.menu))].append((plain(tr(entry.text)).rstrip("…"), keys))
        for section, text, keys in ELSEWHERE:
            sections.setdefault(tr(section), []).append((tr(text), tr(keys)))
        for section, rows in sections.items():
            head = QTreeWidgetItem(self.tree, [section])
            font = head.font(0)
            font.setBold(True)
            head.setFont(0, font)
            for text, keys in rows:
                QTreeWidgetItem(head, [text, keys])
            head.setExpanded(True)


def on_keyboards(sequence: QKeySequence) -> bool:
    """Not the keys "Open", "Undo" or F14 that platforms bind, too, and hardly a keyboard has."""
    text = sequence.toString(QKeySequence.SequenceFormat.PortableText)
    return "+" in text[:-1] or text in {f"F{number}" for number in range(1, 13)}
