# SPDX-License-Identifier: AGPL-3.0-or-later
"""What stands in the middle of a window without documents: what to do, a sample, the recent files, and
what this machine could do better."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from app.core.wording import tr
from app.desktop.fit_text import one_line
from app.desktop.look import program_icon

RECENT = 5
CARD_LETTERS = 64
ICON = 64
NAME_MOST = 48
"""Letters of a recent file's name; the tool tip has all of it."""


class Welcome(QWidget):
    open_asked = Signal()
    folder_asked = Signal()
    recent_asked = Signal(str)  # path
    sample_asked = Signal()
    better_asked = Signal()  # the card's offer is to be seen
    better_dismissed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("welcome")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        sign = QLabel(self)
        sign.setPixmap(program_icon().pixmap(QSize(ICON, ICON), self.devicePixelRatioF()))
        title = _label(
            self, tr("PDFs and pictures become Markdown that you can check against the page"), "welcome_title"
        )
        how = _label(
            self,
            tr(
                "Drop files or folders anywhere in this window, or paste a picture. "
                "The built-in reader works on this computer and needs no network."
            ),
            "hint",
        )
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        for text, asked in ((tr("&Choose files…"), self.open_asked), (tr("Choose a &folder…"), self.folder_asked)):
            button = QPushButton(text, self)
            button.clicked.connect(asked)
            buttons.addWidget(button)
        buttons.addStretch(1)
        self.sample = QPushButton(tr("Open a sample &document"), self)
        self.sample.setObjectName("link")
        self.sample.setFlat(True)
        self.sample.setCursor(Qt.CursorShape.PointingHandCursor)
        self.sample.clicked.connect(self.sample_asked)
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
        column.addWidget(self.sample, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addLayout(self._recent)
        column.addStretch(1)
        self.card = Card(self)
        self.card.hide()
        self.card.see.clicked.connect(self.better_asked)
        self.card.close_.clicked.connect(self._dismiss)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.card, 12)
        row.addStretch(1)
        column.addLayout(row)

    def offer(self, text: str) -> None:
        """A card at the foot that says what this machine could do better."""
        self.card.text.setText(text)
        self.card.setAccessibleName(text)
        self.card.show()

    def _dismiss(self) -> None:
        self.card.hide()
        self.better_dismissed.emit()

    def show_recent(self, paths: Sequence[str]) -> None:
        """Files that were opened last, the newest first."""
        while (item := self._recent.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        if paths:
            self._recent.addWidget(_label(self, tr("Opened last"), "hint"))
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
        button.setAccessibleName(tr("Open {name}").format(name=name))
        button.clicked.connect(lambda: self.recent_asked.emit(path))
        return button


class Card(QFrame):
    """One offer, that can be looked into or closed for good."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.text = QLabel(self)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setWordWrap(True)
        self.text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.see = QPushButton(tr("See &how…"), self)
        self.see.setAccessibleName(tr("See how this machine can do better"))
        self.close_ = QToolButton(self)
        self.close_.setText("×")
        self.close_.setToolTip(tr("Do not show this again"))
        self.close_.setAccessibleName(tr("Do not show this again"))
        self.close_.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMaximumWidth(self.fontMetrics().averageCharWidth() * CARD_LETTERS)
        head = QHBoxLayout()
        head.addWidget(self.text, 1)
        head.addWidget(self.close_, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 10, 12)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self.see, 0, Qt.AlignmentFlag.AlignLeft)


def _label(parent: QWidget, text: str, name: str) -> QLabel:
    label = QLabel(text, parent)
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    label.setWordWrap(True)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label
