# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the library holds and how large it is; delete a document, clear the cache, move it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHeaderView,
    QLabel,
    QMessageBox,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.core.changes import StorageInfo
from app.core.wording import tr
from app.desktop.fit_text import one_line
from app.desktop.phrases import size

STORED = Qt.ItemDataRole.UserRole


class StorageDialog(QDialog):
    delete_asked = Signal(int)  # number in the library
    open_asked = Signal(int)
    clear_asked = Signal()
    move_asked = Signal(object)  # folder

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Library storage"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._sizes = QLabel(tr("Looking…"), self)
        self._sizes.setWordWrap(True)
        self._sizes.setTextFormat(Qt.TextFormat.PlainText)
        self._sizes.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.table = QTreeWidget(self)
        self.table.setAccessibleName(tr("Documents of the library"))
        self.table.setHeaderLabels([tr("Document"), tr("Pages read"), tr("Text")])
        self.table.setRootIsDecorated(False)
        self.table.setUniformRowHeights(True)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.header().setStretchLastSection(False)
        self._open = QPushButton(tr("&Open"), self)
        self._delete = QPushButton(tr("&Delete…"), self)
        clear = QPushButton(tr("&Clear the picture cache"), self)
        move = QPushButton(tr("&Move the library…"), self)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        for button in (self._open, self._delete, clear, move):
            button.setAutoDefault(False)
            buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self._sizes)
        layout.addWidget(self.table, 1)
        layout.addWidget(buttons)
        self._open.clicked.connect(self._ask_open)
        self._delete.clicked.connect(self._ask_delete)
        clear.clicked.connect(self.clear_asked)
        move.clicked.connect(self._ask_move)
        self.table.itemSelectionChanged.connect(self._selected)
        self.table.itemActivated.connect(lambda item: self.open_asked.emit(item.data(0, STORED)))
        self._selected()
        self.resize(620, 460)

    def show_info(self, info: StorageInfo) -> None:
        self._sizes.setText(
            f"{info.path}\n"
            + tr("Library {database} · picture cache {cache}").format(
                database=size(info.database), cache=size(info.cache)
            )
        )
        self.table.clear()
        rows = []
        for stored, title, pages, text in info.documents:
            row = QTreeWidgetItem([one_line(title), f"{pages:,}", size(text)])
            row.setData(0, STORED, stored)
            for column in (1, 2):
                row.setTextAlignment(column, Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
            rows.append(row)
        self.table.addTopLevelItems(rows)
        self._selected()

    def _chosen(self) -> list[QTreeWidgetItem]:
        return self.table.selectedItems()

    def _selected(self) -> None:
        self._open.setEnabled(len(self._chosen()) == 1)
        self._delete.setEnabled(bool(self._chosen()))

    def _ask_open(self) -> None:
        for item in self._chosen():
            self.open_asked.emit(item.data(0, STORED))

    def _ask_delete(self) -> None:
        """Deleting takes edits with it, so this one question is asked."""
        items = self._chosen()
        what = f"“{items[0].text(0)}”" if len(items) == 1 else tr("these {n} documents").format(n=len(items))
        question = QMessageBox(
            QMessageBox.Icon.Question,
            tr("Delete"),
            tr("Delete the readings and edits of {what}?").format(what=what),
            parent=self,
        )
        question.setInformativeText(tr("The file itself stays where it is."))
        question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        question.setStandardButtons(QMessageBox.StandardButton.Cancel)
        delete = question.addButton(tr("Delete"), QMessageBox.ButtonRole.DestructiveRole)
        stored = [item.data(0, STORED) for item in items]
        delete.clicked.connect(lambda: self._delete_all(stored))
        question.open()

    def _delete_all(self, stored: list[int]) -> None:
        for number in stored:
            self.delete_asked.emit(number)

    def _ask_move(self) -> None:
        dialog = QFileDialog(self, tr("Move the library into"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(lambda folder: self.move_asked.emit(Path(folder)))
        dialog.open()
