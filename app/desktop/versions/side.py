# SPDX-License-Identifier: AGPL-3.0-or-later
"""One of two texts side by side: what only this one has is coloured and underlined or struck out; a small
wedge marks where the other one has more. Only what is in sight is marked, so length costs nothing."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextEdit, QWidget

from app.core.markup.text_units import Units
from app.desktop.look import Look

AROUND = 400
"""UTF-16 units before and after what is in sight that are marked, too: lines run both ways."""
WEDGE = 4
"""Logical pixels: half the width of the wedge."""


class SideView(QPlainTextEdit):
    """`struck`: what only this text has is struck out (it would go), else underlined (it would come)."""

    scrolled = Signal()  # by the user or by `show_place`, not by `set_top`

    def __init__(self, look: Look, name: str, parent: QWidget | None = None, *, struck: bool) -> None:
        super().__init__(parent)
        self._look = look
        self._struck = struck
        self._units = Units("")
        self._text = ""
        self._spans: list[tuple[int, int]] = []  # in UTF-16 units, in order
        self._present: int | None = None
        self._quiet = False
        self._held: int | None = None  # where `show_present` has scrolled to
        self.setAccessibleName(name)
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.document().setDocumentMargin(12)
        option = self.document().defaultTextOption()
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        self.document().setDefaultTextOption(option)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setStyleHint(QFont.StyleHint.Monospace)
        self.setFont(font)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(0)
        self._rest.timeout.connect(self._mark)
        self.verticalScrollBar().valueChanged.connect(self._moved)
        self.verticalScrollBar().rangeChanged.connect(self._hold, Qt.ConnectionType.QueuedConnection)
        look.changed.connect(self._rest.start)

    # ------------------------------------------------------------ what is shown

    @property
    def spans(self) -> int:
        """How many places are marked."""
        return len(self._spans)

    def show_text(self, text: str) -> None:
        """Another text, without marks; the place stays as far as it is there."""
        if text == self._text:
            return
        value = self.verticalScrollBar().value()
        self._text, self._units, self._spans, self._present = text, Units(text), [], None
        self._quiet = True
        self.setPlainText(text)
        self.verticalScrollBar().setValue(value)
        self._quiet = False
        self._rest.start()

    def show_spans(self, spans: Sequence[tuple[int, int]]) -> None:
        """Places to mark, in code points and in order; an empty one is where the other text has more."""
        self._spans = [(self._units.to_utf16(start), self._units.to_utf16(end)) for start, end in spans]
        self._present = None
        self._rest.start()

    def show_present(self, number: int | None) -> None:
        """The place that the user looks at, by number; it is scrolled into sight."""
        self._present = number
        if number is not None and number < len(self._spans):
            cursor = QTextCursor(self.document())
            cursor.setPosition(self._spans[number][0])
            self.setTextCursor(cursor)
            self.centerCursor()
            self._held = self.verticalScrollBar().value()
        self._rest.start()

    def _hold(self) -> None:
        """The lines were laid out anew: the place that is looked at stays in sight, unless one has moved on."""
        if self._held is not None and self.verticalScrollBar().value() == self._held:
            self.centerCursor()
            self._held = self.verticalScrollBar().value()

    def place_at_top(self) -> int:
        """The code point at the upper edge."""
        return self._units.from_utf16(self.cursorForPosition(QPoint(12, 2)).position())

    def set_top(self, position: int) -> None:
        """Scroll so that this code point's line is the first."""
        block = self.document().findBlock(self._units.to_utf16(min(position, len(self._text))))
        line = block.layout().lineForTextPosition(self._units.to_utf16(position) - block.position())
        number = block.firstLineNumber() + (line.lineNumber() if line.isValid() else 0)
        self._quiet = True
        self.verticalScrollBar().setValue(number)
        self._quiet = False
        self._rest.start()

    # ------------------------------------------------------------ marks

    def _in_sight(self) -> range:
        """Numbers of the places in sight, by lines: a whole page may be one paragraph."""
        rect = self.viewport().rect()
        first = self.cursorForPosition(rect.topLeft()).position() - AROUND
        last = self.cursorForPosition(rect.bottomRight()).position() + AROUND
        start = max(0, bisect_left(self._spans, (first, 0)) - 1)  # one may reach in from above
        return range(start, bisect_left(self._spans, (last, 0)))

    def _mark(self) -> None:
        colours = self._look.colours
        plain, looked_at = QTextCharFormat(), QTextCharFormat()
        for format_, ground in (
            (plain, colours.warn_ground if self._struck else colours.accent_ground),
            (looked_at, colours.warn_line if self._struck else colours.accent),
        ):
            format_.setBackground(QColor(ground))
            format_.setFontStrikeOut(self._struck)
            if not self._struck:
                format_.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
        if not self._struck:
            looked_at.setForeground(QColor(colours.on_accent))
        marks = []
        for number in self._in_sight():
            start, end = self._spans[number]
            if start < end:
                mark = QTextEdit.ExtraSelection()
                mark.cursor = QTextCursor(self.document())
                mark.cursor.setPosition(start)
                mark.cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
                mark.format = looked_at if number == self._present else plain
                marks.append(mark)
        self.setExtraSelections(marks)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The text, and a wedge at each place where only the other text has something."""
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        cursor = QTextCursor(self.document())
        for number in self._in_sight():
            start, end = self._spans[number]
            if start == end:
                cursor.setPosition(start)
                self._wedge(painter, self.cursorRect(cursor), number == self._present)
        painter.end()

    def _wedge(self, painter: QPainter, place: QRect, present: bool) -> None:
        """Between two letters: a line, and under it the wedge, below the foot of the letters so that it hides none."""
        colours = self._look.colours
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.accent if self._struck else colours.warn))
        wide = WEDGE + 1 if present else WEDGE
        left, foot = place.left(), place.bottom() + 2
        painter.drawPolygon([QPoint(left, foot - wide), QPoint(left - wide, foot), QPoint(left + wide, foot)])
        if present:
            painter.drawRect(QRect(left - 1, place.top(), 1, place.height()))

    # ------------------------------------------------------------ Qt's own

    def _moved(self) -> None:
        self._rest.start()
        if not self._quiet:
            self.scrolled.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._rest.start()
