# SPDX-License-Identifier: AGPL-3.0-or-later
"""Text that has to fit: into one line, or into a few of a given width."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QTextLayout, QTextOption
from PySide6.QtWidgets import QApplication, QStyle


def one_line(text: str) -> str:
    """A file's name may hold newlines; a row may not."""
    return " ".join(text.split())


def wrapped(text: str, font: QFont, width: int, most: int) -> tuple[str, ...]:
    """At most `most` lines no wider than `width` logical pixels, the last one elided."""
    return _wrapped(text, font.key(), width, most)


@lru_cache(maxsize=512)
def _wrapped(text: str, font_key: str, width: int, most: int) -> tuple[str, ...]:
    font = QFont()
    font.fromString(font_key)
    metrics = QFontMetrics(font)
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    lines: list[str] = []
    layout.beginLayout()
    while len(lines) < most:
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(max(width, 1))
        start = line.textStart()
        rest = text[start:] if len(lines) == most - 1 else text[start : start + line.textLength()]
        lines.append(metrics.elidedText(rest.strip(), Qt.TextElideMode.ElideRight, width))
    layout.endLayout()
    return tuple(lines)


def draw_line(painter: QPainter, rect: QRect, text: str, *, trailing: bool = False, top: bool = False) -> None:
    """One line at the leading (or trailing) side of the layout; within it the text runs in its
    own direction, so that an English line stays whole in a right-to-left window."""
    side = Qt.AlignmentFlag.AlignRight if trailing else Qt.AlignmentFlag.AlignLeft
    across = QStyle.visualAlignment(QApplication.layoutDirection(), side) | Qt.AlignmentFlag.AlignAbsolute
    painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
    painter.drawText(rect, across | (Qt.AlignmentFlag.AlignTop if top else Qt.AlignmentFlag.AlignVCenter), text)
