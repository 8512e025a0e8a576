# SPDX-License-Identifier: AGPL-3.0-or-later
"""Asks for the key of the service that reads now."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from app.core.keys import JINA, Keys, account
from app.core.wording import tr
from app.desktop.dialogs.key_field import KeyField
from app.desktop.tab_order import by_layout

WHERE_KEYS_ARE_MADE = "https://jina.ai/api-dashboard/"


class KeyDialog(QDialog):
    saved = Signal(str, str)  # host; the key if it is for this run alone, else ""

    def __init__(self, host: str, keys: Keys, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Key of a service"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.host = host
        label = QLabel(tr("&Key for {host}:").format(host=host), self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        self.key = KeyField(keys, self)
        self.key.set_host(host)
        label.setBuddy(self.key.field)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel, self)
        self.save = buttons.button(QDialogButtonBox.StandardButton.Save)
        buttons.accepted.connect(self._try)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setSpacing(8)
        layout.addWidget(label)
        layout.addWidget(self.key)
        if account(host) == JINA:
            layout.addWidget(link_to_keys(self))
        layout.addWidget(buttons)
        by_layout(self)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * 60)
        self.key.edited.connect(self._typed)
        self._typed()

    def _typed(self) -> None:
        self.save.setEnabled(bool(self.key.field.text().strip()))

    def _try(self) -> None:
        self.key.save(self._done)

    def _done(self, temporary: str) -> None:
        self.saved.emit(self.host, temporary)
        self.accept()


def link_to_keys(parent: QWidget) -> QLabel:
    """Where keys of Jina's are made; opened only when the user follows it."""
    link = QLabel(
        tr('<a href="{address}">Get a key at jina.ai</a> (a new one has free tokens)').format(
            address=WHERE_KEYS_ARE_MADE
        ),
        parent,
    )
    link.setOpenExternalLinks(True)
    link.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
    link.setAccessibleName(tr("Get a key at jina.ai"))
    return link
