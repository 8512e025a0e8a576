# SPDX-License-Identifier: AGPL-3.0-or-later
"""The editor's layout: paragraphs of scripts written from the right stand at the right.

Qt's layout of plain text orders their words rightly, but puts every line at the left.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QTextBlock
from PySide6.QtWidgets import QPlainTextDocumentLayout


class SourceLayout(QPlainTextDocumentLayout):
    def blockBoundingRect(self, block: QTextBlock) -> QRectF:
        """Qt lays the block out here, if it has to be."""
        rect = super().blockBoundingRect(block)
        layout = block.layout()
        if layout is not None and block.textDirection() is Qt.LayoutDirection.RightToLeft:
            for number in range(layout.lineCount()):
                line = layout.lineAt(number)
                place = self.document().documentMargin() + max(0.0, line.width() - line.naturalTextWidth())
                if abs(line.x() - place) > 0.5:
                    line.setPosition(QPointF(place, line.y()))
        return rect
