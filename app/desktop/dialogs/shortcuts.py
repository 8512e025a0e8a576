# SPDX-License-Identifier: AGPL-3.0-or-later
"""The page of keyboard shortcuts, made from the table of actions, so it cannot be wrong."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHeaderView, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from app.desktop.actions import MENUS, TABLE, key_text, plain, sequences

ELSEWHERE = (
    ("Documents", "Take the next step of a document's problem", "Shift+Enter"),
    ("Documents", "Menu of a document", "Menu"),
    ("Page strip", "Go to a page", "type its number"),
    ("Page picture", "Zoom about the pointer", "Ctrl+wheel"),
    ("Page picture", "Find a place in the text", "click a word, or frame it by dragging"),
    ("Page picture", "Pan", "drag with the middle button or Space, or the arrow keys"),
    ("Page picture", "On, then to the next page", "Space or Page Down"),
    ("Page text", "Find a place on the picture", "click a word"),
    ("Strip of the flag", "Accept the suggestion", "Return"),
    ("Strip of the flag", "Dismiss", "D"),
    ("Strip of the flag", "Edit in the source", "E or Escape"),
)
"""Keys that belong to one view and are no actions."""


class ShortcutsDialog(QDialog):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keyboard shortcuts")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.tree = QTreeWidget(self)
        self.tree.setAccessibleName("Keyboard shortcuts")
        self.tree.setHeaderLabels(["Action", "Keys"])
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
        sections = {plain(menu): [] for menu in MENUS}  # type: dict[str, list[tuple[str, str]]]
        for entry in TABLE:
            keys = " or ".join(key_text(sequence) for sequence in sequences(entry) if on_keyboards(sequence))
            sections[plain(entry.menu)].append((plain(entry.text).rstrip("…"), keys))
        for section, text, keys in ELSEWHERE:
            sections.setdefault(section, []).append((text, keys))
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
