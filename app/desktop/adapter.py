# SPDX-License-Identifier: AGPL-3.0-or-later
"""The only Qt class that knows the session.

The session calls `receive` on its own thread; the change waits in a queue and one wake-up
goes to the interface thread, which hands the changes out as signals, one a kind. A turn of the
event loop spends at most BUDGET on that, so that painting and typing go between; what the views
need only once (pieces of one page, figures of the status line) is folded together first.

Intentions go the other way through `Desk.session`: its methods return at once and may be
connected to signals directly.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.core import changes as c
from app.core import version_changes as v
from app.desktop.background import in_background
from app.desktop.pictures import LoadedPicture, load
from engine.protocol import ErrorCode

if TYPE_CHECKING:
    from app.core.session import Session

log = logging.getLogger(__name__)

BUDGET = 0.008
"""Seconds of one event-loop turn spent on handing out changes: half a frame of 60 Hz."""


class Desk(QObject):
    documents_changed = Signal(object)
    document_changed = Signal(object)
    document_chosen = Signal(object)
    document_opened = Signal(object)
    page_rows = Signal(object)
    page_shown = Signal(object)
    page_piece = Signal(object)
    picture_loaded = Signal(object)  # pictures.LoadedPicture, from PictureReady
    picture_failed = Signal(object)
    words_ready = Signal(object)
    engine_status = Signal(object)
    engine_waiting = Signal(object)
    consent_needed = Signal(object)
    consent_given = Signal(object)
    queue_held = Signal(object)
    spent = Signal(object)
    queue_status = Signal(object)
    queue_finished = Signal(object)
    page_ended = Signal(object)
    saved = Signal(object)
    page_proofed = Signal(object)
    flag_found = Signal(object)
    unchecked_found = Signal(object)
    versions_listed = Signal(object)
    reading_fetched = Signal(object)
    reread_status = Signal(object)
    figure_rows = Signal(object)
    drafts_summed = Signal(object)
    figures_shown = Signal(object)
    spreads_found = Signal(object)
    pages_split = Signal(object)
    replaced = Signal(object)
    text_found = Signal(object)
    exporting = Signal(object)
    assembly_shown = Signal(object)
    exported = Signal(object)
    export_failed = Signal(object)
    notice = Signal(object)
    search_found = Signal(object)
    storage_info = Signal(object)
    _arrived = Signal()

    def __init__(
        self, make_session: Callable[[Callable[[c.Change], None]], Session], parent: QObject | None = None
    ) -> None:
        """`make_session` gets the function that the session shall call with each change."""
        super().__init__(parent)
        self._waiting: deque[c.Change] = deque()
        self._ready: deque[c.Change] = deque()
        self._woken = self._over = False
        self._signals: dict[type, Callable[[object], None]] = {
            c.DocumentsChanged: self.documents_changed.emit,
            c.DocumentChanged: self.document_changed.emit,
            c.DocumentChosen: self.document_chosen.emit,
            c.DocumentOpened: self.document_opened.emit,
            c.PageRows: self.page_rows.emit,
            c.PageShown: self.page_shown.emit,
            c.PagePiece: self.page_piece.emit,
            c.PictureReady: self._load,
            c.PictureFailed: self.picture_failed.emit,
            c.WordsReady: self.words_ready.emit,
            c.EngineStatus: self.engine_status.emit,
            c.EngineWaiting: self.engine_waiting.emit,
            c.ConsentNeeded: self.consent_needed.emit,
            c.ConsentGiven: self.consent_given.emit,
            c.QueueHeld: self.queue_held.emit,
            c.Spent: self.spent.emit,
            c.QueueStatus: self.queue_status.emit,
            c.QueueFinished: self.queue_finished.emit,
            c.PageEnded: self.page_ended.emit,
            c.Saved: self.saved.emit,
            c.PageProofed: self.page_proofed.emit,
            c.FlagFound: self.flag_found.emit,
            c.UncheckedFound: self.unchecked_found.emit,
            v.VersionsListed: self.versions_listed.emit,
            v.ReadingFetched: self.reading_fetched.emit,
            v.RereadStatus: self.reread_status.emit,
            v.FigureRows: self.figure_rows.emit,
            v.DraftsSummed: self.drafts_summed.emit,
            c.FiguresShown: self.figures_shown.emit,
            c.SpreadsFound: self.spreads_found.emit,
            c.PagesSplit: self.pages_split.emit,
            c.Replaced: self.replaced.emit,
            c.TextFound: self.text_found.emit,
            c.AssemblyShown: self.assembly_shown.emit,
            c.Exporting: self.exporting.emit,
            c.Exported: self.exported.emit,
            c.ExportFailed: self.export_failed.emit,
            c.Notice: self.notice.emit,
            c.SearchFound: self.search_found.emit,
            c.StorageInfo: self.storage_info.emit,
        }
        self._arrived.connect(self._drain, Qt.ConnectionType.QueuedConnection)
        self.session = make_session(self.receive)

    def receive(self, change: c.Change) -> None:
        """Called by the session, on any thread."""
        self._waiting.append(change)
        if not self._woken:  # a second wake-up, if two threads meet here, only drains nothing
            self._woken = True
            self._arrived.emit()

    def close(self) -> None:
        """The window is closed: what the session tells from now on, or has told and waits here, is told to nobody. The
        views may be gone."""
        self._over = True

    def _drain(self) -> None:
        self._woken = False
        if self._over:
            self._waiting.clear()
            self._ready.clear()
            return
        fresh = []
        while self._waiting:
            fresh.append(self._waiting.popleft())
        self._ready = deque(fold([*self._ready, *fresh]))
        until = time.monotonic() + BUDGET
        while self._ready:
            change = self._ready.popleft()
            self._signals[type(change)](change)
            if self._over or time.monotonic() >= until:  # asked last: each turn hands out something, however late it is
                break
        if self._ready:
            QTimer.singleShot(0, self._drain)

    def _load(self, change: object) -> None:
        assert isinstance(change, c.PictureReady)
        ready = change

        def failed(error: Exception) -> None:
            problem = c.Problem(ErrorCode.NOT_FOUND, str(error))
            if not self._over:
                self.picture_failed.emit(c.PictureFailed(ready.document, ready.page, ready.purpose, problem))

        def done(picture: LoadedPicture) -> None:
            if not self._over:
                self.picture_loaded.emit(picture)

        in_background(lambda: load(ready), done, failed)


def fold(changes: Iterable[c.Change]) -> list[c.Change]:
    """The same story in fewer changes: consecutive pieces of a page become one; of a whole-value
    change (the list, a row, a status) only the last stays, at its own place."""
    folded: list[c.Change] = []
    latest: set[object] = set()
    for change in reversed(list(changes)):
        key = _whole_value_key(change)
        if key is not None:
            if key in latest:
                continue
            latest.add(key)
        if isinstance(change, c.PagePiece) and folded and isinstance(folded[-1], c.PagePiece):
            later = folded[-1]
            if (change.document, change.page, change.at + len(change.text)) == (later.document, later.page, later.at):
                folded[-1] = c.PagePiece(
                    change.document, change.page, change.text + later.text, change.at, change.committed
                )
                continue
        folded.append(change)
    folded.reverse()
    return folded


def _whole_value_key(change: c.Change) -> object | None:
    match change:
        case c.QueueStatus() | c.DocumentsChanged() | c.StorageInfo() | c.EngineWaiting() | c.QueueHeld() | c.Spent():
            return type(change)
        case c.EngineStatus():
            return (c.EngineStatus, change.name)
        case c.DocumentChanged():
            return (c.DocumentChanged, change.row.document)
        case c.PageProofed():
            return (c.PageProofed, change.document, change.page)
        case _:
            return None
