# SPDX-License-Identifier: AGPL-3.0-or-later
"""What each engine of the engine's dialog asks for, one part a kind of engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from app.core.addresses import AddressError, service
from app.core.engines import OPENAI
from app.core.keys import Keys
from app.core.places import Places
from app.core.settings import Settings
from app.core.wording import mark, tr
from app.desktop.dialogs.key import link_to_keys
from app.desktop.dialogs.key_field import KeyField
from app.desktop.dialogs.profile_field import ProfileField

Save = Callable[[str], None]


class Part(QWidget):
    """The base, for an engine that asks for nothing."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.form = QFormLayout(self)
        self.form.setContentsMargins(0, 8, 0, 0)
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)

    def add(self, text: str, field: QWidget, buddy: QWidget | None = None) -> None:
        """A row. All parts have labels of one width, so that fields stay where they are."""
        label = QLabel(text, self)
        label.setBuddy(buddy or field)
        label.setMinimumWidth(self.fontMetrics().horizontalAdvance(tr("Model folder:")) + 6)
        self.form.addRow(label, field)

    def values(self) -> dict[str, Any]:
        """The settings that stand here."""
        return {}

    def wrong(self) -> str:
        """What is missing or cannot be, as a sentence; empty if nothing."""
        return ""

    def save(self, host: str, then: Save) -> None:
        """Keep a key that was typed for `host`; `then` gets it if it is for this run alone."""
        then("")


class Nothing(Part):
    pass


class Local(Part):
    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self.model = QLineEdit(settings.model, self)
        self.model.setPlaceholderText(tr("Folder with config.json and the weights"))
        self.python = QLineEdit(settings.engine_python, self)
        self.python.setPlaceholderText(tr("Found by itself; else the python of an environment"))
        self.add(tr("&Model folder:"), _with_button(self.model, self._choose_model, tr("Model folder")), self.model)
        self.add(
            tr("P&ython:"), _with_button(self.python, self._choose_python, tr("Python with the libraries")), self.python
        )
        licence = QLabel(tr("The weights of jina-ocr-v1 are under CC BY-NC 4.0: not for commercial use."), self)
        licence.setObjectName("hint")
        licence.setWordWrap(True)
        self.add("", licence)
        self.setFocusProxy(self.model)

    def values(self) -> dict[str, Any]:
        return {"model": self.model.text().strip(), "engine_python": self.python.text().strip()}

    def wrong(self) -> str:
        return "" if self.model.text().strip() else tr("Choose the folder of the model.")

    def _choose_model(self) -> None:
        dialog = QFileDialog(self, tr("Model folder"), self.model.text())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self.model.setText)
        dialog.open()

    def _choose_python(self) -> None:
        dialog = QFileDialog(self, tr("Python of an environment"), self.python.text())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.python.setText)
        dialog.open()


class Jina(Part):
    """`url` is the address of the service; both of Jina's share a key."""

    def __init__(self, url: str, keys: Keys, parent: QWidget) -> None:
        super().__init__(parent)
        self.key = KeyField(keys, self)
        self.add(tr("&Key:"), self.key, self.key.field)
        self.add("", link_to_keys(self))
        self.setFocusProxy(self.key)
        try:
            self.key.set_host(service(url).host)
        except AddressError:  # said when the choice is checked
            self.key.set_host("")

    def save(self, host: str, then: Save) -> None:
        self.key.set_host(host)
        self.key.save(then)


class Server(Part):
    def __init__(self, settings: Settings, places: Places, keys: Keys, parent: QWidget) -> None:
        super().__init__(parent)
        named = settings.engine.removeprefix(OPENAI) if settings.engine.startswith(OPENAI) else ""
        self.url = QLineEdit(settings.openai_url or named, self)
        self.url.setAccessibleName(tr("Address"))
        self.url.setPlaceholderText("http://localhost:8000/v1")
        self.model = QLineEdit(settings.openai_model, self)
        self.model.setAccessibleName(tr("Model"))
        self.model.setPlaceholderText(tr("The name that the server knows it by"))
        self.key = KeyField(keys, self, tr("Only if the server asks for one"))
        self.profile = ProfileField(settings.openai_profile, places, self)
        self.profile.set_model(settings.openai_model)
        self.model.textChanged.connect(lambda text: self.profile.set_model(text.strip()))
        self.add(tr("&Address:"), self.url)
        self.add(tr("&Model:"), self.model)
        self.add(tr("Pro&file:"), self.profile, self.profile.box)
        self.add(tr("&Key:"), self.key, self.key.field)
        self.url.editingFinished.connect(self._look)
        self.setFocusProxy(self.url)
        self._look()

    def _look(self) -> None:
        try:
            self.key.set_host(service(self.url.text()).host)
        except AddressError:
            self.key.set_host("")

    def values(self) -> dict[str, Any]:
        try:
            url = service(self.url.text()).base
        except AddressError:
            url = self.url.text().strip()
        return {
            "openai_url": url, "openai_model": self.model.text().strip(), "openai_profile": self.profile.profile
        }  # fmt: skip

    def wrong(self) -> str:
        try:
            service(self.url.text())
        except AddressError as error:
            return str(error)
        return "" if self.model.text().strip() else tr("Name the model that the server is to be asked for.")

    def save(self, host: str, then: Save) -> None:
        self.key.set_host(host)
        self.key.save(then)


PRESETS = (
    ("default", mark("As the model was trained")),
    ("strict", mark("Formulas and HTML tables")),
    ("own", mark("My own words")),
)


class Prompt(Part):
    """What the model is asked to write."""

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        known = settings.prompt or "default"
        own = known not in ("default", "strict")
        self.preset = QComboBox(self)
        self.preset.setAccessibleName(tr("Prompt"))
        for value, words in PRESETS:
            self.preset.addItem(tr(words), value)
        self.text = QPlainTextEdit(known if own else "", self)
        self.text.setAccessibleName(tr("Prompt in your own words"))
        self.text.setPlaceholderText(tr("Convert the page to Markdown …"))
        self.text.setTabChangesFocus(True)
        self.text.setFixedHeight(self.fontMetrics().lineSpacing() * 4)
        self.add(tr("&Prompt:"), self.preset)
        self.add("", self.text)
        self.preset.currentIndexChanged.connect(self._switch)
        self.preset.setCurrentIndex([value for value, _ in PRESETS].index("own" if own else known))
        self._switch()

    def _switch(self) -> None:
        self.form.setRowVisible(self.text, self.preset.currentData() == "own")

    def values(self) -> dict[str, Any]:
        chosen = self.preset.currentData()
        own = self.text.toPlainText().strip()
        return {"prompt": (own or "default") if chosen == "own" else chosen}


def _with_button(field: QLineEdit, choose: Callable[[], None], name: str) -> QWidget:
    """A field with a button that finds what belongs into it."""
    row = QWidget(field.parentWidget())
    field.setAccessibleName(name)
    button = QPushButton(tr("Choose…"), row)
    button.setAutoDefault(False)
    button.setAccessibleName(tr("Choose: {name}").format(name=name))
    button.clicked.connect(choose)
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(field, 1)
    layout.addWidget(button)
    row.setFocusProxy(field)
    return row
