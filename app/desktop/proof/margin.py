# SPDX-License-Identifier: AGPL-3.0-or-later
"""A narrow margin beside a text: a sign at each line that has a flag, the worst one of the line."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from app.core.checks import Severity
from app.desktop.look import LIGHT, Colours
from app.desktop.proof.marks import SIGNS, colour

WIDTH = 14
"""Logical pixels."""

Signs = Sequence[tuple[float, float, Severity]]
"""Top and height of each marked line in the viewport, and its severity."""


class FlagMargin(QWidget):
    """Lies over the text's own margin, so that no line is laid out anew when flags come and go."""

    def __init__(self, view: QAbstractScrollArea, signs: Callable[[], Signs]) -> None:
        super().__init__(view)
        self._view, self._signs = view, signs
        self.colours: Colours = LIGHT
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def place(self) -> None:
        """Beside the viewport's leading edge."""
        port = self._view.viewport().geometry()
        right = self._view.isRightToLeft()
        self.setGeometry(port.right() - WIDTH + 1 if right else port.left(), port.top(), WIDTH, port.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        worst: dict[int, tuple[float, float, Severity]] = {}
        for top, height, severity in self._signs():
            known = worst.get(round(top))
            if known is None or known[2] < severity:
                worst[round(top)] = (top, height, severity)
        font = self.font()
        font.setBold(True)
        font.setPixelSize(WIDTH - 4)
        painter.setFont(font)
        for top, height, severity in worst.values():
            ground = colour(severity, self.colours)
            side = min(WIDTH - 2.0, height)
            disc = QRectF(1, top + (height - side) / 2, side, side)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            if severity is Severity.FAULT:
                painter.drawRoundedRect(disc, 2, 2)
            else:
                painter.drawEllipse(disc)
            painter.setPen(QColor(self.colours.field))
            painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, SIGNS[severity])
        painter.end()
