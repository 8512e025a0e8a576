# SPDX-License-Identifier: AGPL-3.0-or-later
"""Asks what the present run may cost at most."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from app.core.changes import Spent
from app.core.money import dollars
from app.core.wording import tr
from app.desktop.dialogs.spin import FractionField


class CapDialog(QDialog):
    chosen = Signal(float)  # US dollars; 0 for no cap

    def __init__(self, spent: Spent, reached: bool, parent: QWidget) -> None:
        """`reached`: the next page would pass the cap, so a higher one is proposed."""
        super().__init__(parent)
        self.setWindowTitle(tr("Spending cap"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        limit = spent.limit or 0.0
        label = QLabel(tr("US dollars that this run may &cost at most:"), self)
        self.field = FractionField(self)
        self.field.setAccessibleName(tr("Spending cap in US dollars"))
        self.field.setPrefix("$")
        self.field.setDecimals(2)
        self.field.setRange(0.0, 10_000.0)
        self.field.setSingleStep(0.5)
        self.field.setSpecialValueText(tr("no cap"))
        self.field.setValue(max(limit * 2, spent.dollars + 0.5) if reached else limit)
        self.field.selectAll()
        label.setBuddy(self.field)
        hint = QLabel(
            tr(
                "Spent so far: about {dollars}, estimated from the tokens. The cap holds until Copyholder "
                "is closed; the one for every run is in the settings."
            ).format(dollars=dollars(spent.dollars)),
            self,
        )
        hint.setObjectName("hint")
        hint.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setSpacing(8)
        for widget in (label, self.field, hint, buttons):
            layout.addWidget(widget)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * 56)
        self.accepted.connect(lambda: self.chosen.emit(self.field.value()))
