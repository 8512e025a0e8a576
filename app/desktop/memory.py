# SPDX-License-Identifier: AGPL-3.0-or-later
"""The settings as the window holds them, and what it remembers of its own arrangement.

A change counts at once and is written in the background; writes do not overtake each other.
"""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from PySide6.QtCore import QObject, Signal

from app.core import settings as files
from app.core.errors import ProblemError
from app.core.places import Places
from app.core.settings import Settings
from app.desktop.background import in_background

log = logging.getLogger(__name__)


class Arrangement(msgspec.Struct, frozen=True, kw_only=True):
    """How the window was left. Byte strings of Qt are kept as base64."""

    geometry: str = ""
    state: str = ""
    splitter: str = ""
    fit: str = "width"
    documents: bool = True
    strip: bool = True
    export_format: str = "md"
    export_folder: str = ""  # "" means beside each document
    open_folder: str = ""


class Memory(QObject):
    changed = Signal()
    failed = Signal(object)  # Problem: the settings could not be written

    def __init__(self, places: Places, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = places.settings
        self.settings = settings
        self._saving = self._again = False

    @property
    def arrangement(self) -> Arrangement:
        try:
            return msgspec.json.decode(self.settings.layout or "{}", type=Arrangement)
        except msgspec.DecodeError:
            log.info("the remembered arrangement is not understood; the plain one is used")
            return Arrangement()

    def change(self, **values: Any) -> None:
        """Settings by name; written in the background."""
        fresh = msgspec.structs.replace(self.settings, **values)
        if fresh != self.settings:
            self.settings = fresh
            self.changed.emit()
            self._save()

    def arrange(self, **values: Any) -> None:
        arrangement = msgspec.structs.replace(self.arrangement, **values)
        self.change(layout=msgspec.json.encode(arrangement).decode())

    def _save(self) -> None:
        if self._saving:
            self._again = True
            return
        self._saving = True
        settings = self.settings
        in_background(lambda: files.save(self._path, settings), self._saved, self._not_saved)

    def _saved(self, _: None) -> None:
        self._saving = False
        if self._again:
            self._again = False
            self._save()

    def _not_saved(self, error: Exception) -> None:
        self._saving = self._again = False
        if isinstance(error, ProblemError):
            self.failed.emit(error.problem)

    def save_now(self) -> None:
        """At quit, when there is no time for the background."""
        try:
            files.save(self._path, self.settings)
        except ProblemError as error:
            log.info("the settings were not saved: %s", error)
