# SPDX-License-Identifier: AGPL-3.0-or-later
"""What stands above a page's text: what is shown and where it comes from, and what is wrong or
doubtful with it."""

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
from app.core.errors import is_doubt, sentence
from app.core.wording import mark, several, tr
from app.desktop.phrases import doubt_sentence, reading_facts, reading_line


class MarkdownHead(QWidget):
    """Preview or source, and whose text it is."""

    source_chosen = Signal(bool)
    revert_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("head")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._preview = _choice(
            self, tr("Preview"), tr("Preview of the page's text"), tr("Show the text as it will look (Ctrl+E switches)")
        )
        self._source = _choice(
            self,
            tr("Source"),
            tr("Source of the page's text"),
            tr("Show the Markdown, to correct it (Ctrl+E switches)"),
        )
        self._preview.setChecked(True)
        group = QButtonGroup(self)
        group.addButton(self._preview)
        group.addButton(self._source)
        self._source.toggled.connect(self.source_chosen)
        self._info = ElidedLabel(self)
        self._info.setAccessibleName(tr("Where this text comes from"))
        self.revert = QToolButton(self)
        self.revert.setText(tr("Undo edits"))
        self.revert.setAccessibleName(tr("Back to the engine's text"))
        self.revert.setToolTip(tr("Back to the engine's text; your edits stay in the library"))
        self.revert.clicked.connect(self.revert_asked)
        self.revert.hide()
        self._top, self._bottom = QHBoxLayout(), QHBoxLayout()
        rows = QVBoxLayout(self)
        rows.setContentsMargins(12, 4, 8, 4)
        rows.setSpacing(2)
        for row in (self._top, self._bottom):
            row.setSpacing(5)
            rows.addLayout(row)
        self._top.addWidget(self._preview)
        self._top.addWidget(self._source)
        self._top.addStretch(1)
        self._below: bool | None = None
        self._place_info()

    def _place_info(self) -> None:
        """Beside the buttons where there is room for all of it, else on a line of its own."""
        buttons = [self._preview, self._source] + ([] if self.revert.isHidden() else [self.revert])
        taken = 20 + sum(button.sizeHint().width() + 5 for button in buttons) + 8
        below = self._info.needed_width() > self.width() - taken
        if below == self._below:
            return
        self._below = below
        for widget in (self._info, self.revert):
            self._top.removeWidget(widget)
            self._bottom.removeWidget(widget)
        side = Qt.AlignmentFlag.AlignLeft if below else Qt.AlignmentFlag.AlignRight
        self._info.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
        row = self._bottom if below else self._top
        row.addWidget(self._info, 1000)  # all there is, beside the stretch behind the buttons
        row.addWidget(self.revert)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_info()

    @property
    def source(self) -> bool:
        """Whether the source is chosen."""
        return self._source.isChecked()

    @property
    def info(self) -> str:
        return self._info.full_text

    def set_hovered(self, on: bool) -> None:
        if bool(self.property("hovered")) is not on:
            self.setProperty("hovered", on)
            self.style().unpolish(self)
            self.style().polish(self)

    def choose(self, source: bool) -> None:
        (self._source if source else self._preview).setChecked(True)

    def show_page(self, shown: PageShown | None, edited_at: float | None) -> None:
        """`edited_at` is the time of the last edit, seconds since the epoch."""
        self._info.set_full_text(info_text(shown, edited_at) if shown else "")
        facts = reading_facts(shown.reading) if shown and shown.reading else []
        self._info.setToolTip("\n".join([self.info, *facts]))
        self.revert.setVisible(edited_at is not None and shown is not None and shown.readings > 0)
        self._place_info()


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
        self._label.setAccessibleName(tr("About this page"))
        self.again = QPushButton(tr("Read again"), self._frame)
        self.again.setAccessibleName(tr("Read this page again"))
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

    def needed_width(self) -> int:
        """Logical pixels that the whole text takes."""
        return self.fontMetrics().horizontalAdvance(self.full_text)

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
    """ "Built-in reader · text layer · 3 readings · edited 14:02"; while the page is read, that its
    text can be corrected later."""
    parts: list[str] = []
    if shown.state is PageState.READING:
        parts.append(tr("Being read · can be edited when done"))
    elif shown.reading is not None:
        parts.append(reading_line(shown.reading))
        if shown.readings > 1:
            parts.append(several(mark("{n:,} reading"), mark("{n:,} readings"), shown.readings))
    if edited_at is not None:
        parts.append(tr("edited {time}").format(time=clock(edited_at)))
    return " · ".join(parts)


def clock(at: float) -> str:
    """The hour if it was today, else the day."""
    then, now = time.localtime(at), time.localtime()
    return time.strftime("%H:%M" if then[:3] == now[:3] else "%Y-%m-%d", then)


def problem_text(shown: PageShown) -> tuple[str, str]:
    """What the strip says, and how seriously ("error", "info" or "")."""
    if shown.problem is not None:
        return sentence(shown.problem, tr("Page {page}").format(page=shown.page + 1)), "error"
    doubts = [doubt_sentence(note) for note in shown.reading.notes if is_doubt(note)] if shown.reading else []
    if not doubts or shown.state is not PageState.READ:
        return "", ""
    return " ".join(dict.fromkeys(doubts)), "info"


def hint_text(state: PageState) -> str:
    """What stands in the place of a text that is empty."""
    return {
        PageState.NEW: tr("This page has not been read yet."),
        PageState.QUEUED: tr("Waiting to be read…"),
        PageState.READING: tr("Being read…"),
        PageState.READ: tr("There is no text on this page."),
        PageState.FAILED: tr("This page could not be read."),
    }[state]


def _choice(parent: QWidget, text: str, name: str, tip: str) -> QToolButton:
    button = QToolButton(parent)
    button.setText(text)
    button.setAccessibleName(name)
    button.setToolTip(tip)
    button.setCheckable(True)
    return button
