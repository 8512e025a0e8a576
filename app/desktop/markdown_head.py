# SPDX-License-Identifier: AGPL-3.0-or-later
"""The two lines above a page's text: what is shown and where it comes from, and what is
wrong or doubtful with it."""

from __future__ import annotations

import time

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.core.changes import PageShown, PageState
from app.core.errors import is_doubt, note_words, sentence
from app.desktop.phrases import count, engine_name


class MarkdownHead(QWidget):
    """Preview or source, and whose text it is."""

    source_chosen = Signal(bool)
    revert_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("head")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._preview = _choice(self, "Preview", "Show the text as it will look (Ctrl+E switches)")
        self._source = _choice(self, "Source", "Show the Markdown, to correct it (Ctrl+E switches)")
        self._preview.setChecked(True)
        group = QButtonGroup(self)
        group.addButton(self._preview)
        group.addButton(self._source)
        self._source.toggled.connect(self.source_chosen)
        self._info = ElidedLabel(self)
        self._info.setAccessibleName("Where this text comes from")
        self.revert = QToolButton(self)
        self.revert.setText("Undo edits")
        self.revert.setAccessibleName("Back to the engine's text")
        self.revert.setToolTip("Back to the engine's text; your edits stay in the library")
        self.revert.clicked.connect(self.revert_asked)
        self.revert.hide()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 4, 8, 4)
        layout.setSpacing(5)
        layout.addWidget(self._preview)
        layout.addWidget(self._source)
        layout.addSpacing(8)
        layout.addWidget(self._info, 1)
        layout.addWidget(self.revert)

    @property
    def source(self) -> bool:
        """Whether the source is chosen."""
        return self._source.isChecked()

    @property
    def info(self) -> str:
        return self._info.full_text

    def choose(self, source: bool) -> None:
        (self._source if source else self._preview).setChecked(True)

    def show_page(self, shown: PageShown | None, edited_at: float | None) -> None:
        """`edited_at` is the time of the last edit, seconds since the epoch."""
        self._info.set_full_text(info_text(shown, edited_at) if shown else "")
        notes = shown.reading.notes if shown and shown.reading else []
        self._info.setToolTip("\n".join([self.info, *(note_words(note) for note in notes)]))
        self.revert.setVisible(edited_at is not None and shown is not None and shown.readings > 0)


class ProblemStrip(QFrame):
    """Why a page could not be read, or what to look at more closely; hidden if nothing is."""

    read_again_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._frame = QFrame(self)
        self._frame.setObjectName("notice")
        self._label = QLabel(self._frame)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._label.setAccessibleName("About this page")
        self.again = QPushButton("Read again", self._frame)
        self.again.setAccessibleName("Read this page again")
        self.again.clicked.connect(self.read_again_asked)
        inner = QHBoxLayout(self._frame)
        inner.setContentsMargins(12, 7, 8, 7)
        inner.addWidget(self._label, 1)
        inner.addWidget(self.again)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(12, 8, 12, 8)
        outer.addWidget(self._frame)
        self.hide()

    @property
    def text(self) -> str:
        return self._label.text()

    def show_page(self, shown: PageShown | None) -> None:
        words, severity = problem_text(shown) if shown else ("", "")
        self._label.setText(words)
        self.again.setVisible(severity == "error")
        if self._frame.property("severity") != severity:
            self._frame.setProperty("severity", severity)
            self._frame.style().unpolish(self._frame)
            self._frame.style().polish(self._frame)
        self.setVisible(bool(words))


class ElidedLabel(QLabel):
    """One line of plain text that ends in … where there is no room for all of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.full_text = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def set_full_text(self, text: str) -> None:
        self.full_text = text
        self.setAccessibleDescription(text)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.setText(self.fontMetrics().elidedText(self.full_text, Qt.TextElideMode.ElideRight, self.width()))


def info_text(shown: PageShown, edited_at: float | None) -> str:
    """"jina-ocr-v1 · 3 readings · edited 14:02"."""
    parts: list[str] = []
    if shown.reading is not None:
        parts.append(shown.reading.model or engine_name(shown.reading.engine))
    if shown.readings > 1:
        parts.append(count(shown.readings, "reading"))
    if edited_at is not None:
        parts.append(f"edited {clock(edited_at)}")
    return " · ".join(parts)


def clock(at: float) -> str:
    """The hour if it was today, else the day."""
    then, now = time.localtime(at), time.localtime()
    return time.strftime("%H:%M" if then[:3] == now[:3] else "%Y-%m-%d", then)


def problem_text(shown: PageShown) -> tuple[str, str]:
    """What the strip says, and how seriously ("error", "info" or "")."""
    if shown.problem is not None:
        return sentence(shown.problem, f"Page {shown.page + 1}"), "error"
    doubts = [note_words(note) for note in shown.reading.notes if is_doubt(note)] if shown.reading else []
    if not doubts or shown.state is not PageState.READ:
        return "", ""
    words = "; ".join(dict.fromkeys(doubts))
    return f"Worth a look: {words}.", "info"


def hint_text(state: PageState) -> str:
    """What stands in the place of a text that is empty."""
    return {
        PageState.NEW: "This page has not been read yet.",
        PageState.QUEUED: "Waiting to be read…",
        PageState.READING: "Being read…",
        PageState.READ: "There is no text on this page.",
        PageState.FAILED: "This page could not be read.",
    }[state]


def _choice(parent: QWidget, text: str, tip: str) -> QToolButton:
    button = QToolButton(parent)
    button.setText(text)
    button.setAccessibleName(f"{text} of the page's text")
    button.setToolTip(tip)
    button.setCheckable(True)
    return button
