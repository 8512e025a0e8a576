# SPDX-License-Identifier: AGPL-3.0-or-later
"""The editor's layout: paragraphs of scripts written from the right stand at the right.

Qt's layout of plain text orders their words rightly, but puts every line at the left.
"""

from __future__ import annotations

import re

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QTextBlock, QTextDocument
from PySide6.QtWidgets import QPlainTextDocumentLayout

_FROM_RIGHT = re.compile("[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
"""Letters of scripts that are written from the right."""

_MANY = 2000
"""Characters of a change from which on the text is looked at as a whole: that is faster than by paragraphs."""


class SourceLayout(QPlainTextDocumentLayout):
    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._from_right = False  # there may be such paragraphs: few texts have any, and then there is nothing to do

    def documentChanged(self, start: int, removed: int, added: int) -> None:
        """Qt tells of each change."""
        document = self.document()
        if document.characterCount() <= 1:
            self._from_right = False
        elif added and not self._from_right:
            self._from_right = self._found(document.findBlock(start), start + added)
        super().documentChanged(start, removed, added)

    def _found(self, block: QTextBlock, end: int) -> bool:
        if end - block.position() > _MANY:
            text = self.document().toRawText().replace("\u2029", "\n")
            return not text.isascii() and _FROM_RIGHT.search(text) is not None
        while block.isValid() and block.position() <= end:
            if _FROM_RIGHT.search(block.text()):
                return True
            block = block.next()
        return False

    def blockBoundingRect(self, block: QTextBlock) -> QRectF:
        """Qt lays the block out here, if it has to be."""
        rect = super().blockBoundingRect(block)
        if not self._from_right:
            return rect
        layout = block.layout()
        if layout is not None and block.textDirection() is Qt.LayoutDirection.RightToLeft:
            for number in range(layout.lineCount()):
                line = layout.lineAt(number)
                place = self.document().documentMargin() + max(0.0, line.width() - line.naturalTextWidth())
                if abs(line.x() - place) > 0.5:
                    line.setPosition(QPointF(place, line.y()))
        return rect
