# SPDX-License-Identifier: AGPL-3.0-or-later
"""The settings dialog, made from the table of settings: a new setting needs no line here."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QFrame,
    QLabel,
    QLineEdit,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.core.settings import Setting, Settings, table


class SettingsDialog(QDialog):
    chosen = Signal(object)  # dict of the settings that were changed, by name

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Settings")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._settings = settings
        self._read: dict[str, Callable[[], Any]] = {}
        page = QWidget()
        sections = QVBoxLayout(page)
        visible = [setting for setting in table() if not setting.hidden]
        self._labels = max(self.fontMetrics().horizontalAdvance(label_of(setting.name)) for setting in visible)
        for section, rows in groupby(visible, lambda setting: setting.section):
            form = QFormLayout()
            form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
            form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
            for setting in rows:
                self._add(form, setting, getattr(settings, setting.name))
            heading = QLabel(section, page)
            heading.setObjectName("section")
            sections.addWidget(heading)
            sections.addLayout(form)
        sections.addStretch(1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(page)
        area.setAccessibleName("Settings")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(area, 1)
        layout.addWidget(buttons)
        self.accepted.connect(self._choose)
        self.resize(560, 560)

    def _add(self, form: QFormLayout, setting: Setting, value: Any) -> None:
        label = label_of(setting.name)
        widget = self._widget(setting, value)
        widget.setAccessibleName(label)
        widget.setAccessibleDescription(setting.help)
        name = QLabel(label, self)
        name.setMinimumWidth(self._labels + 6)  # of one width in all sections
        name.setBuddy(widget)
        form.addRow(name, widget)
        hint = QLabel(setting.help, self)
        hint.setObjectName("hint")
        hint.setWordWrap(True)
        form.addRow("", hint)

    def _widget(self, setting: Setting, value: Any) -> QWidget:
        if setting.choices:
            combo = QComboBox(self)
            combo.addItems(setting.choices)
            combo.setCurrentText(value)
            self._read[setting.name] = combo.currentText
            return combo
        if setting.kind is bool:
            box = QCheckBox(self)
            box.setChecked(value)
            self._read[setting.name] = box.isChecked
            return box
        if setting.kind in (int, float):
            return self._number(setting, value)
        line = QLineEdit(", ".join(value) if setting.kind is tuple else value, self)
        if setting.kind is tuple:
            self._read[setting.name] = lambda: tuple(part.strip() for part in line.text().split(",") if part.strip())
        else:
            self._read[setting.name] = line.text
        return line

    def _number(self, setting: Setting, value: float) -> QWidget:
        least = setting.least if setting.least is not None else 0
        most = setting.most if setting.most is not None else 1_000_000
        if setting.kind is int:
            whole = QSpinBox(self)
            whole.setRange(int(least), int(most))
            whole.setValue(int(value))
            self._read[setting.name] = whole.value
            return whole
        fraction = QDoubleSpinBox(self)
        fraction.setRange(least, most)
        fraction.setSingleStep(0.1)
        fraction.setValue(value)
        self._read[setting.name] = fraction.value
        return fraction

    def _choose(self) -> None:
        values = {name: read() for name, read in self._read.items()}
        self.chosen.emit({name: value for name, value in values.items() if value != getattr(self._settings, name)})


_WORDS = {"url": "address", "ca": "CA", "ocr": "OCR", "ms": "(milliseconds)", "mb": "(MB)"}


def label_of(name: str) -> str:
    """ "picture_cache_mb" is shown as "Picture cache (MB)"."""
    first, *rest = (_WORDS.get(word, word) for word in name.split("_"))
    return " ".join((first[0].upper() + first[1:], *rest))
