# SPDX-License-Identifier: AGPL-3.0-or-later
"""What is read, when, and in which order."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from app.core.changes import QueueStatus
from app.desktop.adapter import Desk
from app.desktop.dialogs.pages import PageRangeDialog
from app.desktop.looking import Looking


class ReadingCommands:
    def __init__(self, desk: Desk, looking: Looking, window: QWidget, flush: Callable[[], None]) -> None:
        self._desk, self._looking, self._window, self._flush = desk, looking, window, flush
        self.status: QueueStatus | None = None

    def page_again(self) -> None:
        if self._looking.document is not None:
            self._flush()
            self._desk.session.read(self._looking.document, [self._looking.page], again=True)

    def document_again(self) -> None:
        if self._looking.document is not None:
            self._flush()
            self._desk.session.read(self._looking.document, None, again=True)

    def some_pages(self) -> None:
        document = self._looking.document
        if document is None:
            return
        dialog = PageRangeDialog(self._looking.pages, self._looking.page, self._window)
        dialog.chosen.connect(lambda pages, again: self._desk.session.read(document, list(pages), again=again))
        dialog.open()

    def retry(self) -> None:
        if self._looking.document is not None:
            self._desk.session.retry(self._looking.document)

    def is_paused(self) -> bool:
        return self.status is not None and self.status.paused

    def pause_or_resume(self) -> None:
        if self.is_paused():
            self._desk.session.resume()
        else:
            self._desk.session.pause()

    def stop_now(self) -> None:
        self._desk.session.stop_now()

    def stop_after(self) -> None:
        self._desk.session.stop_after_document()

    def earlier(self) -> None:
        self._move(-1)

    def later(self) -> None:
        self._move(1)

    def _move(self, by: int) -> None:
        document = self._looking.document
        order = list(self._looking.rows)
        if document in order:
            place = order.index(document) + by
            if 0 <= place < len(order):
                self._desk.session.move(document, place)
