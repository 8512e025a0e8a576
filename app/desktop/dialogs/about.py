# SPDX-License-Identifier: AGPL-3.0-or-later
"""What this program is, what it is made of, and under which licences."""

from __future__ import annotations

import platform
from pathlib import Path

import PySide6
from PySide6.QtCore import QSize, Qt, qVersion
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QTabWidget,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from app import __version__
from app.core.wording import tr
from app.desktop.look import RESOURCES, program_icon

LICENCES = RESOURCES / "licences"
PARTS = LICENCES / "THIRD-PARTY.md"


class AboutDialog(QDialog):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("About Copyholder"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        picture = QLabel(self)
        picture.setPixmap(program_icon().pixmap(QSize(64, 64)))
        versions = f"Python {platform.python_version()}, Qt {qVersion()}, PySide6 {PySide6.__version__}"
        what = tr("Turns PDFs and page pictures into Markdown that you can check against the page.")
        title = QLabel(f"<b>Copyholder {__version__}</b><br>{what}<br>{versions}", self)
        title.setTextFormat(Qt.TextFormat.RichText)
        title.setWordWrap(True)
        head = QHBoxLayout()
        head.addWidget(picture)
        head.addWidget(title, 1)
        self.tabs = QTabWidget(self)
        self.tabs.setAccessibleName(tr("Licences"))
        parts = QTextBrowser()
        parts.setMarkdown(PARTS.read_text(encoding="utf-8"))
        parts.setAccessibleName(tr("Parts and their licences"))
        self.tabs.addTab(parts, tr("Parts"))
        self._unread: dict[int, Path] = {}  # tabs whose text is read when it is looked at
        texts = [*LICENCES.glob("*.txt"), *(RESOURCES / "fonts").glob("OFL-*.txt")]
        for path in sorted(texts, key=lambda path: path.name):
            self._unread[self.tabs.addTab(_text(""), path.stem)] = path
        self.tabs.currentChanged.connect(self._read)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addLayout(head)
        layout.addWidget(self.tabs, 1)
        layout.addWidget(buttons)
        self.resize(640, 520)

    def _read(self, number: int) -> None:
        path = self._unread.pop(number, None)
        tab = self.tabs.widget(number)
        if path is not None and isinstance(tab, QPlainTextEdit):
            tab.setPlainText(path.read_text(encoding="utf-8"))


def _text(text: str) -> QPlainTextEdit:
    edit = QPlainTextEdit(text)
    edit.setReadOnly(True)
    edit.setAccessibleName(tr("Text of the licence"))
    return edit
