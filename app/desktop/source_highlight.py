# SPDX-License-Identifier: AGPL-3.0-or-later
"""Light colouring of Markdown source: enough to find one's way, no more.

Positions are converted from code points to UTF-16 units, see `app.core.markup.text_units`.
"""

from __future__ import annotations

import re

from PySide6.QtGui import QColor, QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from app.core.markup.text_units import to_utf16
from app.desktop.look import Colours

_LINE_MOST = 5000
"""Longer lines stay plain: colouring them would hold up typing."""

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


class SourceHighlighter(QSyntaxHighlighter):
    def __init__(self, document: QTextDocument, colours: Colours) -> None:
        super().__init__(document)
        self._formats: dict[str, QTextCharFormat] = {}
        self.set_colours(colours)

    def set_colours(self, colours: Colours) -> None:
        """Colour all again; called when the theme changes."""
        heading, dim, bold, accent = (QTextCharFormat() for _ in range(4))
        heading.setFontWeight(QFont.Weight.Bold)
        bold.setFontWeight(QFont.Weight.Bold)
        dim.setForeground(QColor(colours.dim))
        accent.setForeground(QColor(colours.accent))
        self._formats = {"heading": heading, "dim": dim, "bold": bold, "accent": accent}
        self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        if len(text) > _LINE_MOST:
            return
        narrow = text.isascii()
        for name, pattern in _RULES:
            for match in pattern.finditer(text):
                start, end = match.span()
                if not narrow:
                    start, end = to_utf16(text, start), to_utf16(text, end)
                self.setFormat(start, end - start, self._formats[name])
