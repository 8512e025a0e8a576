# SPDX-License-Identifier: AGPL-3.0-or-later
"""Search, storage, settings, languages, help, and the end."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.core.wording import tr
from app.desktop.adapter import Desk
from app.desktop.dialogs.about import AboutDialog
from app.desktop.dialogs.languages import LanguagesDialog
from app.desktop.dialogs.search import SearchDialog
from app.desktop.dialogs.settings import SettingsDialog
from app.desktop.dialogs.shortcuts import ShortcutsDialog
from app.desktop.dialogs.storage import StorageDialog
from app.desktop.library.landing import Landing
from app.desktop.look import Look
from app.desktop.looking import Looking
from app.desktop.memory import Memory
from app.desktop.notice_bar import NoticeBar
from app.desktop.status_bar import StatusBar

NEXT_START = {"language", "preview", "workers", "picture_cache_mb"}
"""Settings that the parts of the program are given when they start."""


class ToolCommands(QObject):
    settings_changed = Signal(object)  # names of those that were changed in a dialog

    def __init__(
        self,
        desk: Desk,
        looking: Looking,
        memory: Memory,
        look: Look,
        status: StatusBar,
        notices: NoticeBar,
        landing: Landing,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._desk, self._looking, self._memory = desk, looking, memory
        self._look, self._status, self._notices, self._window = look, status, notices, window
        self._landing = landing

    # ------------------------------------------------------------ the library

    def search(self) -> None:
        desk = self._desk
        dialog = SearchDialog(self._look, self._looking.rows.values(), self._window)
        dialog.search_asked.connect(desk.session.search)
        dialog.hits.picture_wanted.connect(desk.session.picture)
        dialog.hits.pictures_unwanted.connect(desk.session.forget_pictures)
        desk.search_found.connect(dialog.found)
        desk.documents_changed.connect(dialog.documents_changed)
        desk.document_changed.connect(dialog.document_changed)
        desk.picture_loaded.connect(dialog.hits.picture_loaded)
        dialog.opened.connect(lambda hit, query: self._landing.open(hit))
        dialog.show()

    def storage(self) -> None:
        dialog = StorageDialog(self._window)
        self._desk.storage_info.connect(dialog.show_info)
        dialog.delete_asked.connect(self._desk.session.delete_from_library)
        dialog.clear_asked.connect(self._desk.session.clear_cache)
        dialog.move_asked.connect(self._desk.session.move_library)
        dialog.open_asked.connect(self._open_stored)
        dialog.show()
        self._desk.session.storage()

    def _open_stored(self, stored: int) -> None:
        self._looking.expect_new()
        self._desk.session.open_stored(stored)

    # ------------------------------------------------------------ settings

    def settings(self) -> None:
        dialog = SettingsDialog(self._memory.settings, self._window)
        dialog.chosen.connect(self._set)
        dialog.open()

    def languages(self) -> None:
        dialog = LanguagesDialog(self._memory.settings.languages, self._window)
        dialog.chosen.connect(lambda codes: self._set({"languages": codes}))
        dialog.open()

    def _set(self, values: dict[str, Any]) -> None:
        self._memory.change(**values)
        self._desk.session.use_settings(self._memory.settings)
        self.settings_changed.emit(set(values))
        if NEXT_START & set(values):
            self._notices.tell(tr("This counts from the next start of Copyholder."), severity="info")

    # ------------------------------------------------------------ help and the end

    def why(self) -> None:
        self._status.show_why()

    def shortcuts(self) -> None:
        ShortcutsDialog(self._window).show()

    def about(self) -> None:
        AboutDialog(self._window).show()

    def quit(self) -> None:
        self._window.close()
