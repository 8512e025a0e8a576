# SPDX-License-Identifier: AGPL-3.0-or-later
"""Light colouring of Markdown source: enough to find one's way, no more.

What is typed is coloured at once; a long text by and by, so that a page of 200 KB does not hold up the window
(Qt's own highlighter would colour it in one piece). What is coloured is told by `app.core.editing.colouring`; the state
behind each line is kept with it. Positions are converted from code points to UTF-16 units, see
`app.core.markup.text_units`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QColor, QFont, QTextBlock, QTextCharFormat, QTextCursor, QTextDocument, QTextLayout

from app.core.editing.colouring import FORMULA, FORMULA_LINES, PLAIN, Mark, begins, begins_formula, chunk, may_close
from app.core.markup.text_units import Units
from app.desktop.look import Colours

_AT_ONCE = 60
"""Chunks of one change that are coloured with it; about a screen."""
_SLICE_S = 0.004
"""Seconds that are spent on the others before the window has its turn."""


class SourceHighlighter(QObject):
    def __init__(self, document: QTextDocument, colours: Colours) -> None:
        super().__init__(document)
        self._document = document
        self._count = document.blockCount()
        self._next = QTextBlock()
        self._formats: dict[str, QTextCharFormat] = {}
        self._waiting = QTextCursor(document)  # selects what is still to be coloured; it moves with the text
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)
        document.contentsChange.connect(self._changed)
        self.set_colours(colours)

    def set_colours(self, colours: Colours) -> None:
        """Colour all again; called when the theme changes."""
        heading, dim, bold, italic, accent = (QTextCharFormat() for _ in range(5))
        heading.setFontWeight(QFont.Weight.Bold)
        bold.setFontWeight(QFont.Weight.Bold)
        italic.setFontItalic(True)
        dim.setForeground(QColor(colours.dim))
        accent.setForeground(QColor(colours.accent))
        self._formats = {"heading": heading, "dim": dim, "bold": bold, "italic": italic, "accent": accent}
        self._wait_for(0, self._document.characterCount() - 1)

    def _changed(self, position: int, removed: int, added: int) -> None:
        """Qt lays the paragraphs out after this, so that those coloured here are not laid out twice."""
        count = self._document.blockCount()
        end = position + added + (count != self._count)  # a line that went may have begun code: the next one tells
        self._count = count
        block = _first_of(self._document.findBlock(position), position + added)
        place = block.position()
        for _ in range(_AT_ONCE):
            others, more = self._colour(block)
            for other in others:
                if other.position() + other.length() <= position or other.position() > position + added:
                    self._document.markContentsDirty(other.position(), other.length())  # it did not change itself
            block = self._next
            if not block.isValid() or (block.position() > end and not more):
                return
            place = block.position()
        self._wait_for(place, max(end, place + 1))

    def _wait_for(self, start: int, end: int) -> None:
        most = self._document.characterCount() - 1
        if self._waiting.hasSelection():
            start, end = min(start, self._waiting.selectionStart()), max(end, self._waiting.selectionEnd())
        self._waiting.setPosition(min(start, most))
        self._waiting.setPosition(min(end, most), QTextCursor.MoveMode.KeepAnchor)
        self._timer.start()

    def _go_on(self) -> None:
        until = time.perf_counter() + _SLICE_S
        place, end = self._waiting.selectionStart(), self._waiting.selectionEnd()
        block, more = self._document.findBlock(place), True
        first, last = -1, 0
        while block.isValid() and (place <= end or more) and time.perf_counter() < until:
            others, more = self._colour(block)
            for other in others:
                first, last = other.position() if first < 0 else first, other.position() + other.length()
            block = self._next
            place = block.position()
        if first >= 0:  # laid out anew; nobody is told of a change, for the text has not changed
            self._document.markContentsDirty(first, last - first)
        self._waiting.clearSelection()
        if block.isValid() and (place <= end or more):
            self._wait_for(place, max(end, place + 1))

    def _colour(self, block: QTextBlock) -> tuple[list[QTextBlock], bool]:
        """Colour the chunk that begins with this line, and keep what comes after it as `_next`. The lines that look
        otherwise than before, and whether the one after it begins otherwise than before."""
        before, number = block.previous(), block.blockNumber()
        state = before.userState() if before.isValid() else PLAIN

        def line(at: int) -> str | None:
            other = self._document.findBlockByNumber(number + at) if number + at >= 0 else QTextBlock()
            return other.text() if other.isValid() else None

        others: list[QTextBlock] = []
        more = False
        for marks, behind in chunk(max(state, PLAIN), line):
            more = behind != max(block.userState(), PLAIN)
            block.setUserState(behind)
            layout, parts = block.layout(), _parts(block.text(), marks, self._formats)
            if layout.formats() != parts:
                layout.setFormats(parts)
                others.append(block)
            block = block.next()
        self._next = block
        return others, more


def _first_of(block: QTextBlock, end: int) -> QTextBlock:
    """Where colouring starts for lines that changed, from this one up to a position: with the formula that they may be
    in or end, else with the chunk before them, which they may have become a part of, or no part of."""
    first, changed = block, block
    for _ in range(_AT_ONCE):
        if may_close(changed.text()):
            break
        changed = changed.next()
        if not changed.isValid() or changed.position() > end:
            break
    if changed.isValid() and may_close(changed.text()):
        other = block.previous()
        for _ in range(FORMULA_LINES):
            if not other.isValid() or other.userState() > FORMULA:
                break
            if begins_formula(other.text()):
                first = other
                break
            other = other.previous()
    for _ in range(FORMULA_LINES):
        before = first.previous()
        if not before.isValid() or before.userState() > FORMULA:
            break
        if before.userState() == FORMULA:
            first = before
            continue
        text = before.text()
        if not text.strip():
            break
        first = before
        if begins(text):
            break
    return first


def _parts(text: str, marks: Sequence[Mark], formats: Mapping[str, QTextCharFormat]) -> list[QTextLayout.FormatRange]:
    units = None if text.isascii() else Units(text)
    parts: list[QTextLayout.FormatRange] = []
    for mark in marks:
        start, end = (mark.start, mark.end) if units is None else map(units.to_utf16, (mark.start, mark.end))
        part = QTextLayout.FormatRange()
        part.start, part.length, part.format = start, end - start, formats[mark.kind]
        parts.append(part)
    return parts
