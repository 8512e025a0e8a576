# SPDX-License-Identifier: AGPL-3.0-or-later
"""The status line: told at most four times a second, and the end of a run of the queue."""

from __future__ import annotations

import time

from app.core.changes import QueueFinished, QueueStatus
from app.core.session.desk import Desk, Document
from engine.protocol import Throughput

INTERVAL = 0.25
"""Seconds between two changes of the status line."""


class Status:
    """`throughput` is what the engine reported last."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.throughput: Throughput | None = None
        self._told = 0.0
        self._due = False
        self._paused = False
        self._began: float | None = None  # of the present run of the queue
        self._read = self._failed = 0  # pages that ended in it

    def ended(self, read: bool) -> None:
        """A page was read, or failed."""
        self._read += read
        self._failed += not read

    def touch(self) -> None:
        """Something that the line shows may have changed."""
        self._note_run()
        self._note_pause()
        if not self._due:
            self._due = True
            self._desk.actor.after(max(0.0, self._told + INTERVAL - time.monotonic()), self._tell)

    def _tell(self) -> None:
        self._due = False
        self._told = now = time.monotonic()
        queue = self._desk.queue
        counts = queue.counts()
        rates = self.throughput if counts.flying else None
        status = QueueStatus(
            paused=queue.paused,
            running=counts.flying,
            waiting=counts.waiting,
            done=counts.read,
            failed=counts.failed,
            seconds_left=queue.seconds_left(now),
            pages_per_s=rates.pages_per_s if rates else None,
            tokens_per_s=rates.tokens_per_s if rates else None,
            chars_per_s=rates.chars_per_s if rates else None,
            acceptance=rates.acceptance if rates else None,
            memory=rates.memory if rates else None,
            opening=sum(map(to_come, self._desk.documents.values())),
        )
        self._desk.tell(status)

    def _note_pause(self) -> None:
        """Rows say whether their document is paused: by the user, by a full disk, or because
        the document to stop after is through."""
        if self._desk.queue.paused is not self._paused:
            self._paused = self._desk.queue.paused
            for document in self._desk.documents.values():
                counts = self._desk.queue.counts(document.id)
                if counts.waiting or counts.flying:
                    self._desk.tell_row(document)

    def _note_run(self) -> None:
        """Note when the queue begins to have work, and tell when it has none any more."""
        now = time.monotonic()
        working = self._desk.queue.has_work
        if working and self._began is None:
            self._began, self._read, self._failed = now, 0, 0
        elif not working and self._began is not None and not any(map(to_come, self._desk.documents.values())):
            seconds, self._began = now - self._began, None
            self._desk.tell(QueueFinished(self._read, self._failed, seconds))


def to_come(document: Document) -> bool:
    """It is on its way to being open, and pages of it are wanted."""
    return bool(document.wishes) and not (document.ready or document.failed or document.locked)
