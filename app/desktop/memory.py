# SPDX-License-Identifier: AGPL-3.0-or-later
"""The settings as the window holds them, and what it remembers of its own arrangement.

A change counts at once and is written in the background; writes do not overtake each other.
"""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from PySide6.QtCore import QObject, Signal

from app.core import settings_file as files
from app.core.errors import ProblemError
from app.core.places import Places
from app.core.settings import Settings
from app.desktop.background import in_background

log = logging.getLogger(__name__)


class OpenDocument(msgspec.Struct, frozen=True, kw_only=True):
    stored: int  # number in the library
    unfinished: bool = False


class Arrangement(msgspec.Struct, frozen=True, kw_only=True):
    """How the window was left. Byte strings of Qt are kept as base64."""

    geometry: str = ""
    state: str = ""
    splitter: str = ""
    fit: str = "width"
    documents: bool = True
    strip: bool = True
    figures: bool = False  # the performance panel
    in_step: bool = True  # page and text scroll together
    export_format: str = "md"
    export_folder: str = ""  # "" means beside each document
    export_steps: str = ""  # as app.core.export.steps_of reads them; "" means the usual ones
    export_front_matter: bool = False
    export_math: str = "dollars"
    export_width: int = 0
    export_html_tables: str = "auto"
    export_per_page: bool = False
    export_figures: str = "files"
    export_side_by_side: bool = False
    open_folder: str = ""
    history_list: int = 0  # logical pixels of the list's width; 0: what its texts need
    characters: str = ""  # special ones that were used lately, the newest first
    open: tuple[OpenDocument, ...] = ()  # documents in the list, in their order
    shown: str = ""  # path of the one that was looked at
    shown_page: int = 0


class Memory(QObject):
    changed = Signal()
    failed = Signal(object)  # Problem: the settings could not be written

    def __init__(self, places: Places, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = places.settings
        self.settings = self._stored = settings
        self._saving = self._again = self._closed = False

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
        settings, before = self.settings, self._stored

        def write() -> Settings:
            files.save(self._path, settings, before)
            return settings

        in_background(write, self._saved, self._not_saved)

    def _saved(self, settings: Settings) -> None:
        self._saving = False
        self._stored = settings
        if self._again:
            self._again = False
            self._save()

    def _not_saved(self, error: Exception) -> None:
        self._saving = self._again = False
        if isinstance(error, ProblemError) and not self._closed:
            self.failed.emit(error.problem)

    def close_down(self) -> None:
        """The window is closing: there is nobody left to be told."""
        self._closed = True

    def save_now(self) -> None:
        """At quit, when there is no time for the background."""
        try:
            files.save(self._path, self.settings, self._stored)
        except ProblemError as error:
            log.info("the settings were not saved: %s", error)
