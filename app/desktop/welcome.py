# SPDX-License-Identifier: AGPL-3.0-or-later
"""What stands in the middle of a window without documents: what to do, and the recent files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.desktop.fit_text import one_line
from app.desktop.look import program_icon

RECENT = 5
ICON = 64
NAME_MOST = 48
"""Letters of a recent file's name; the tool tip has all of it."""


class Welcome(QWidget):
    open_asked = Signal()
    folder_asked = Signal()
    recent_asked = Signal(str)  # path

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("welcome")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        sign = QLabel(self)
        sign.setPixmap(program_icon().pixmap(QSize(ICON, ICON), self.devicePixelRatioF()))
        title = _label(self, "PDFs and pictures become Markdown that you can check against the page", "welcome_title")
        how = _label(
            self,
            "Drop files or folders anywhere in this window, or paste a picture. "
            "The built-in reader works on this computer and needs no network.",
            "hint",
        )
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        for text, asked in (("&Choose files…", self.open_asked), ("Choose a &folder…", self.folder_asked)):
            button = QPushButton(text, self)
            button.clicked.connect(asked)
            buttons.addWidget(button)
        buttons.addStretch(1)
        self._recent = QVBoxLayout()
        self._recent.setSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(12)
        column.addStretch(1)
        column.addWidget(sign, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(title)
        column.addWidget(how)
        column.addLayout(buttons)
        column.addLayout(self._recent)
        column.addStretch(1)

    def show_recent(self, paths: Sequence[str]) -> None:
        """Files that were opened last, the newest first."""
        while (item := self._recent.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        if paths:
            self._recent.addWidget(_label(self, "Opened last", "hint"))
        for path in paths[:RECENT]:
            self._recent.addWidget(self._recent_button(path), 0, Qt.AlignmentFlag.AlignHCenter)

    def _recent_button(self, path: str) -> QPushButton:
        name = one_line(Path(path).name)
        short = name if len(name) <= NAME_MOST else f"{name[: NAME_MOST - 10]}…{name[-9:]}"
        button = QPushButton(short.replace("&", "&&"), self)
        button.setObjectName("link")
        button.setFlat(True)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.setToolTip(one_line(path))
        button.setAccessibleName(f"Open {name}")
        button.clicked.connect(lambda: self.recent_asked.emit(path))
        return button


def _label(parent: QWidget, text: str, name: str) -> QLabel:
    label = QLabel(text, parent)
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    label.setWordWrap(True)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label
