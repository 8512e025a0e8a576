# SPDX-License-Identifier: AGPL-3.0-or-later
"""Fields for numbers that are as high as the choices beside them, in every style, at every scale and size of type."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QDoubleSpinBox, QSpinBox


class WholeField(QSpinBox):
    def sizeHint(self) -> QSize:
        return _as_high_as_a_choice(self, super().sizeHint())

    def minimumSizeHint(self) -> QSize:
        return _as_high_as_a_choice(self, super().minimumSizeHint())


class FractionField(QDoubleSpinBox):
    def sizeHint(self) -> QSize:
        return _as_high_as_a_choice(self, super().sizeHint())

    def minimumSizeHint(self) -> QSize:
        return _as_high_as_a_choice(self, super().minimumSizeHint())


def _as_high_as_a_choice(field: QAbstractSpinBox, size: QSize) -> QSize:
    """Styles ask for less room for a number than for a choice (19 to 27 pixels)."""
    choice = QComboBox()  # of no window: it has the program's style sheet, and is gone at the end
    choice.setFont(field.font())
    choice.ensurePolished()
    return QSize(size.width(), max(size.height(), choice.sizeHint().height()))
