# SPDX-License-Identifier: AGPL-3.0-or-later
"""The settings dialog, made from the table of settings: a new setting needs its label here, and no more."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import Any

import shiboken6
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QFrame,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.core import settings_file
from app.core.errors import ProblemError, sentence
from app.core.settings import Setting, Settings, table
from app.core.wording import mark, several, tr
from app.desktop.background import in_background
from app.desktop.dialogs.boxes import Boxes
from app.desktop.dialogs.spin import FractionField, WholeField


class SettingsDialog(QDialog):
    """Import shows the values of a file here, and nothing counts before OK; export writes what counts now."""

    chosen = Signal(object)  # dict of the settings that were changed, by name

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Settings"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._settings = settings
        self._read: dict[str, Callable[[], Any]] = {}
        self._write: dict[str, Callable[[Any], None]] = {}
        self._taken: dict[str, Any] = {}  # of a file, what has no row here
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
            heading = QLabel(tr(section), page)
            heading.setObjectName("section")
            sections.addWidget(heading)
            sections.addLayout(form)
        sections.addStretch(1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(page)
        area.setAccessibleName(tr("Settings"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self)
        for text, ask in ((tr("&Import…"), self._ask_import), (tr("E&xport…"), self._ask_export)):
            button = QPushButton(text, self)
            button.setAutoDefault(False)
            button.clicked.connect(ask)
            buttons.addButton(button, QDialogButtonBox.ButtonRole.ResetRole)
        self.words = QLabel(self)
        self.words.setObjectName("problem")
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.hide()
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(area, 1)
        layout.addWidget(self.words)
        layout.addWidget(buttons)
        self.accepted.connect(self._choose)
        self.resize(560, 560)

    def _add(self, form: QFormLayout, setting: Setting, value: Any) -> None:
        label = label_of(setting.name)
        widget = self._widget(setting, value)
        widget.setAccessibleName(label)
        widget.setAccessibleDescription(tr(setting.help))
        name = QLabel(label, self)
        name.setMinimumWidth(self._labels + 6)  # of one width in all sections
        name.setBuddy(widget)
        form.addRow(name, widget)
        hint = QLabel(tr(setting.help), self)
        hint.setObjectName("hint")
        hint.setWordWrap(True)
        form.addRow("", hint)

    def _widget(self, setting: Setting, value: Any) -> QWidget:
        if setting.choices and setting.kind is tuple:
            boxes = Boxes({choice: choice_of(setting.name, choice) for choice in setting.choices}, value, self)
            self._read[setting.name] = boxes.values
            self._write[setting.name] = boxes.set_values
            return boxes
        if setting.choices:
            combo = QComboBox(self)
            for choice in setting.choices:
                combo.addItem(choice_of(setting.name, choice), choice)
            self._read[setting.name] = combo.currentData
            self._write[setting.name] = lambda value: combo.setCurrentIndex(combo.findData(value))
            self._write[setting.name](value)
            return combo
        if setting.kind is bool:
            box = QCheckBox(self)
            box.setChecked(value)
            self._read[setting.name] = box.isChecked
            self._write[setting.name] = box.setChecked
            return box
        if setting.kind in (int, float):
            return self._number(setting, value)
        line = QLineEdit(", ".join(value) if setting.kind is tuple else value, self)
        if setting.kind is tuple:
            self._read[setting.name] = lambda: tuple(part.strip() for part in line.text().split(",") if part.strip())
            self._write[setting.name] = lambda value: line.setText(", ".join(value))
        else:
            self._read[setting.name] = line.text
            self._write[setting.name] = line.setText
        return line

    def _number(self, setting: Setting, value: float) -> QWidget:
        least = setting.least if setting.least is not None else 0
        most = setting.most if setting.most is not None else 1_000_000
        if setting.kind is int:
            whole = WholeField(self)
            whole.setRange(int(least), int(most))
            whole.setValue(int(value))
            self._read[setting.name] = whole.value
            self._write[setting.name] = whole.setValue
            return whole
        fraction = FractionField(self)
        fraction.setRange(least, most)
        fraction.setSingleStep(0.1)
        fraction.setValue(value)
        self._read[setting.name] = fraction.value
        self._write[setting.name] = fraction.setValue
        return fraction

    def _choose(self) -> None:
        values = self._taken | {name: read() for name, read in self._read.items()}
        self.chosen.emit({name: value for name, value in values.items() if value != getattr(self._settings, name)})

    # ------------------------------------------------------------ to and from a file

    def _ask_import(self) -> None:
        dialog = self._dialog(tr("Import settings"), QFileDialog.AcceptMode.AcceptOpen)
        dialog.fileSelected.connect(self.import_from)
        dialog.open()

    def _ask_export(self) -> None:
        dialog = self._dialog(tr("Export settings"), QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("toml")
        dialog.selectFile("copyholder-settings.toml")
        dialog.fileSelected.connect(self.export_to)
        dialog.open()

    def _dialog(self, title: str, mode: QFileDialog.AcceptMode) -> QFileDialog:
        dialog = QFileDialog(self, title)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setNameFilters([tr("Settings (*.toml)"), tr("All files (*)")])
        dialog.setAcceptMode(mode)
        return dialog

    def import_from(self, name: str) -> None:
        settings = self._settings
        in_background(
            lambda: settings_file.take_over(Path(name), settings),
            self._take,
            lambda error: self._not_taken(Path(name).name, error),
        )

    def _not_taken(self, name: str, error: Exception) -> None:
        self._say(sentence(error.problem, name) if isinstance(error, ProblemError) else str(error))

    def _take(self, taken: Settings) -> None:
        if not shiboken6.isValid(self):
            return
        fields = Settings.__struct_fields__
        changed = {name for name in fields if getattr(taken, name) != getattr(self._settings, name)}
        for name in changed:
            if name in self._write:
                self._write[name](getattr(taken, name))
        self._taken = {name: getattr(taken, name) for name in changed if name not in self._write}
        differ = several(
            mark("{n} setting of the file differs: it counts when you press OK."),
            mark("{n} settings of the file differ: they count when you press OK."),
            len(changed),
        )
        self._say(differ if changed else tr("The file has the settings that count already."))

    def export_to(self, name: str) -> None:
        settings = self._settings
        in_background(
            lambda: settings_file.export(settings, Path(name)),
            lambda _none: self._say(tr("The settings are in {name}.").format(name=name)),
            self._failed,
        )

    def _failed(self, error: Exception) -> None:
        self._say(str(error))

    def _say(self, text: str) -> None:
        if shiboken6.isValid(self):
            self.words.setText(text)
            self.words.show()


_LABELS = {
    "languages": mark("Languages"),
    "ocr_model": mark("OCR model"),
    "workers": mark("Workers"),
    "flags_off": mark("Leave out flags"),
    "second_reading": mark("Second reading"),
    "page_marks": mark("Page marks"),
    "max_cost": mark("Max cost"),
    "pages_at_once": mark("Pages at once"),
    "commercial": mark("Commercial"),
    "offline": mark("Offline"),
    "proxy": mark("Proxy"),
    "ca_file": mark("CA file"),
    "connect_timeout": mark("Connect timeout"),
    "timeout": mark("Timeout"),
    "jina_url": mark("Jina address"),
    "reader_url": mark("Reader address"),
    "hub_url": mark("Hub address"),
    "trusted_hosts": mark("Trusted hosts"),
    "language": mark("Language"),
    "theme": mark("Theme"),
    "preview": mark("Preview"),
    "autosave_ms": mark("Autosave (milliseconds)"),
    "spelling": mark("Spelling"),
    "spelling_folder": mark("Spelling folder"),
    "open_last": mark("Open last"),
    "notifications": mark("Notifications"),
    "suggest_engines": mark("Suggest engines"),
    "keep_awake": mark("Keep awake"),
    "picture_cache_mb": mark("Picture cache (MB)"),
}
"""What stands before each setting that is shown."""

_CHOICES = {
    "auto": mark("auto"),
    "tiny": mark("tiny"),
    "small": mark("small"),
    "off": mark("off"),
    "system": mark("system"),
    "light": mark("light"),
    "dark": mark("dark"),
    "contrast": mark("contrast"),
    "web": mark("web"),
    "lite": mark("lite"),
    "number-differs": mark("number differs"),
    "word-differs": mark("word differs"),
    "missing-text": mark("missing text"),
    "invented-text": mark("invented text"),
    "repetition": mark("repetition"),
    "cut-off": mark("cut off"),
    "blank-but-text": mark("blank but text"),
    "ink-but-empty": mark("ink but empty"),
    "formula-invalid": mark("formula invalid"),
    "table-ragged": mark("table ragged"),
    "list-run-together": mark("list run together"),
    "low-confidence": mark("low confidence"),
    "low-acceptance": mark("low acceptance"),
    "reading-order": mark("reading order"),
    "unread": mark("unread"),
}

_LANGUAGES = {"en": "English", "de": "Deutsch", "zh_CN": "简体中文"}
"""Each in its own words: whoever looks for it reads no other."""


def label_of(name: str) -> str:
    """ "picture_cache_mb" is shown as "Picture cache (MB)"."""
    return tr(_LABELS[name])


def choice_of(name: str, choice: str) -> str:
    """What stands for one of the choices of a setting."""
    if name == "language":
        return _LANGUAGES.get(choice) or tr("that of the system")
    return tr(_CHOICES.get(choice, choice))
