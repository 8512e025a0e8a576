# SPDX-License-Identifier: AGPL-3.0-or-later
"""What this program is, what it is made of, and under which licences."""

from __future__ import annotations

import platform

import PySide6
from PySide6.QtCore import QSize, Qt, qVersion
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app import __version__
from app.desktop.background import in_background
from app.desktop.look import RESOURCES, program_icon

PARTS = (
    ("Copyholder", "AGPL-3.0-or-later"),
    ("PyMuPDF and MuPDF (pages)", "AGPL-3.0, Artifex Software"),
    ("pypdfium2 and PDFium (second reader)", "Apache-2.0 or BSD-3-Clause, PDFium authors"),
    ("liteparse (text layers)", "Apache-2.0"),
    ("faster-paddle, or RapidOCR (scans)", "MIT; Apache-2.0"),
    ("PP-OCRv6 model weights (scans)", "Apache-2.0, PaddlePaddle authors"),
    ("Qt and PySide6 (window)", "LGPL-3.0, The Qt Company; Qt WebEngine holds Chromium (BSD and others)"),
    ("STIX Two Math (formulas)", "SIL Open Font License 1.1"),
    ("markdown-it-py, mdit-py-plugins, math-core, nh3, rich, platformdirs", "MIT"),
    ("msgspec, NumPy", "BSD-3-Clause"),
    ("Pillow", "MIT-CMU"),
)
MODEL_NOTE = (
    "The model jina-ocr-v1 is not part of Copyholder. If you choose to download it, its own licence holds: "
    "CC BY-NC 4.0, which permits no commercial use without an agreement with Jina AI."
)


class AboutDialog(QDialog):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("About Copyholder")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        picture = QLabel(self)
        picture.setPixmap(program_icon().pixmap(QSize(64, 64)))
        versions = f"Python {platform.python_version()}, Qt {qVersion()}, PySide6 {PySide6.__version__}"
        title = QLabel(
            f"<b>Copyholder {__version__}</b><br>Turns PDFs and page pictures into Markdown "
            f"that you can check against the page.<br>{versions}",
            self,
        )
        title.setTextFormat(Qt.TextFormat.RichText)
        title.setWordWrap(True)
        head = QHBoxLayout()
        head.addWidget(picture)
        head.addWidget(title, 1)
        self.tabs = QTabWidget(self)
        self.tabs.setAccessibleName("Licences")
        parts = "\n".join(f"{name}: {licence}" for name, licence in PARTS)
        self.tabs.addTab(_text(f"{parts}\n\n{MODEL_NOTE}"), "Parts")
        for path in sorted((RESOURCES / "licences").glob("*.txt")):
            tab = _text("")
            self.tabs.addTab(tab, path.stem)
            in_background(lambda path=path: path.read_text(encoding="utf-8"), tab.setPlainText)  # type: ignore[misc]
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addLayout(head)
        layout.addWidget(self.tabs, 1)
        layout.addWidget(buttons)
        self.resize(640, 520)


def _text(text: str) -> QPlainTextEdit:
    edit = QPlainTextEdit(text)
    edit.setReadOnly(True)
    edit.setAccessibleName("Text of the licence")
    return edit
