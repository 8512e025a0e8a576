# SPDX-License-Identifier: AGPL-3.0-or-later
"""Light colouring of Markdown source: enough to find one's way, no more.

What is typed is coloured at once; a long text by and by, so that a page of 200 KB does not hold up the window
(Qt's own highlighter would colour it in one piece). Positions are converted from code points to UTF-16 units, see
`app.core.markup.text_units`.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QColor, QFont, QTextBlock, QTextCharFormat, QTextCursor, QTextDocument, QTextLayout

from app.core.markup.text_units import to_utf16
from app.desktop.look import Colours

_LINE_MOST = 5000
"""Longer lines stay plain: colouring them would hold up typing."""
_AT_ONCE = 60
"""Paragraphs of one change that are coloured with it; about a screen."""
_SLICE_S = 0.004
"""Seconds that are spent on the others before the window has its turn."""

_RULES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("heading", re.compile(r"^#{1,6}\s.*$")),
    ("dim", re.compile(r"^\s{0,3}(?:[-*+]|\d{1,9}[.)])(?=\s)|^\s{0,3}>|^\s{0,3}(?:---+|\*\*\*+|___+)\s*$")),
    ("dim", re.compile(r"<!--.*?-->|</?[A-Za-z][^<>]*>")),
    ("dim", re.compile(r"(?<!\\)\||^\s*\|?[\s:|-]*-[\s:|-]*$")),
    ("bold", re.compile(r"(\*\*|__)(?=\S).+?(?<=\S)\1")),
    ("accent", re.compile(r"(?<![\\$\d])\$\$?(?!\s*\$)[^$\n]+?(?<!\\)\$\$?(?!\d)|^\s*\$\$\s*$")),
    ("accent", re.compile(r"\\\(.+?\\\)|\\\[.+?\\\]")),
    ("accent", re.compile(r"`[^`\n]+`|^\s*(?:```|~~~).*$")),
    ("accent", re.compile(r"!?\[[^\]\n]*\]\([^)\s]*\)|\[\^[^\]\s]+\]:?")),
)


class SourceHighlighter(QObject):
    def __init__(self, document: QTextDocument, colours: Colours) -> None:
        super().__init__(document)
        self._document = document
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
        heading, dim, bold, accent = (QTextCharFormat() for _ in range(4))
        heading.setFontWeight(QFont.Weight.Bold)
        bold.setFontWeight(QFont.Weight.Bold)
        dim.setForeground(QColor(colours.dim))
        accent.setForeground(QColor(colours.accent))
        self._formats = {"heading": heading, "dim": dim, "bold": bold, "accent": accent}
        self._wait_for(0, self._document.characterCount() - 1)

    def _changed(self, position: int, removed: int, added: int) -> None:
        """Qt lays the paragraphs out after this, so that those coloured here are not laid out twice."""
        block, end = self._document.findBlock(position), position + added
        for _ in range(_AT_ONCE):
            self._colour(block)
            block = block.next()
            if not block.isValid() or block.position() > end:
                return
        self._wait_for(block.position(), end)

    def _wait_for(self, start: int, end: int) -> None:
        most = self._document.characterCount() - 1
        if self._waiting.hasSelection():
            start, end = min(start, self._waiting.selectionStart()), max(end, self._waiting.selectionEnd())
        self._waiting.setPosition(min(start, most))
        self._waiting.setPosition(min(end, most), QTextCursor.MoveMode.KeepAnchor)
        self._timer.start()

    def _go_on(self) -> None:
        until = time.perf_counter() + _SLICE_S
        begin, end = self._waiting.selectionStart(), self._waiting.selectionEnd()
        block = self._document.findBlock(begin)
        first: QTextBlock | None = None
        place = last = begin
        while block.isValid() and place <= end and time.perf_counter() < until:
            if self._colour(block):
                first, last = first or block, block.position() + block.length()
            place = block.position() + block.length()
            block = block.next()
        if first is not None:  # laid out anew; nobody is told of a change, for the text has not changed
            self._document.markContentsDirty(first.position(), last - first.position())
        self._waiting.clearSelection()
        if block.isValid() and place <= end:
            self._waiting.setPosition(place)
            self._waiting.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            self._timer.start()

    def _colour(self, block: QTextBlock) -> bool:
        """Whether the paragraph looks otherwise than before."""
        layout, text = block.layout(), block.text()
        parts = _parts(text, self._formats) if len(text) <= _LINE_MOST else []
        if not parts and not layout.formats():
            return False
        layout.setFormats(parts)
        return True


def _parts(text: str, formats: Mapping[str, QTextCharFormat]) -> list[QTextLayout.FormatRange]:
    narrow = text.isascii()
    parts: list[QTextLayout.FormatRange] = []
    for name, pattern in _RULES:
        for match in pattern.finditer(text):
            start, end = match.span()
            if start == end:
                continue
            if not narrow:
                start, end = to_utf16(text, start), to_utf16(text, end)
            part = QTextLayout.FormatRange()
            part.start, part.length, part.format = start, end - start, formats[name]
            parts.append(part)
    return parts
