# SPDX-License-Identifier: AGPL-3.0-or-later
"""Any number of a few words, as boxes to tick in two columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import QCheckBox, QGridLayout, QWidget

COLUMNS = 2


class Boxes(QWidget):
    """`choices` are codes, like "word-differs", and what is shown for each."""

    def __init__(self, choices: Mapping[str, str], values: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 2, 0, 2)
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(COLUMNS, 1)
        self.boxes: dict[str, QCheckBox] = {}
        rows = -(-len(choices) // COLUMNS)
        for number, (name, words) in enumerate(choices.items()):
            box = QCheckBox(words, self)
            self.boxes[name] = box
            grid.addWidget(box, number % rows, number // rows)
        self.set_values(values)
        self.setFocusProxy(next(iter(self.boxes.values())))

    def values(self) -> tuple[str, ...]:
        """Those that are ticked, in the order of the choices."""
        return tuple(name for name, box in self.boxes.items() if box.isChecked())

    def set_values(self, values: Sequence[str]) -> None:
        for name, box in self.boxes.items():
            box.setChecked(name in values)
