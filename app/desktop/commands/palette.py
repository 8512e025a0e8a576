# SPDX-License-Identifier: AGPL-3.0-or-later
"""The command palette, opened."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.desktop.actions import Actions
from app.desktop.dialogs.palette import PaletteDialog


class PaletteCommands:
    def __init__(self, actions: Actions, window: QWidget) -> None:
        self._actions, self._window = actions, window

    def open(self) -> None:
        PaletteDialog(self._actions, self._window).open()
