# SPDX-License-Identifier: AGPL-3.0-or-later
"""The field in which a table's cell is typed: Return ends it, Shift+Return is a new line."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.core.wording import tr

Index = QModelIndex | QPersistentModelIndex


class CellDelegate(QStyledItemDelegate):
    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = QPlainTextEdit(parent)
        editor.setAccessibleName(tr("Cell"))
        editor.setFrameShape(QFrame.Shape.NoFrame)
        editor.setTabChangesFocus(True)
        editor.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        editor.document().setDocumentMargin(2)
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        assert isinstance(editor, QPlainTextEdit)
        editor.setPlainText(str(index.data(Qt.ItemDataRole.EditRole) or ""))
        editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        assert isinstance(editor, QPlainTextEdit)
        text = editor.document().toRawText().replace("\u2029", "\n")  # toPlainText would lose no-break spaces
        if text != str(index.data(Qt.ItemDataRole.EditRole) or ""):
            model.setData(index, text, Qt.ItemDataRole.EditRole)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            isinstance(event, QKeyEvent)
            and event.type() is QEvent.Type.KeyPress
            and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            and isinstance(watched, QPlainTextEdit)
        ):
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                watched.insertPlainText("\n")
            else:
                self.commitData.emit(watched)
                self.closeEditor.emit(watched)
            return True
        return super().eventFilter(watched, event)
