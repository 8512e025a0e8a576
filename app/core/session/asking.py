# SPDX-License-Identifier: AGPL-3.0-or-later
"""What is asked for: pages go into the queue, unless the library has them already."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from app.core.changes import PageEnded
from app.core.session.desk import Desk, Document
from app.core.session.reading import PageReading
from app.core.session.showing import Showing
from app.core.session.status import Status

BACKLOG_STEP = 100
"""Pages from the library reported in one go; between, other calls get their turn."""


class Asking:
    def __init__(self, desk: Desk, showing: Showing, status: Status, reading: PageReading) -> None:
        self._desk = desk
        self._showing = showing
        self._status = status
        self._reading = reading
        self._backlog: deque[tuple[Document, list[int]]] = deque()

    @property
    def busy(self) -> bool:
        """Pages of the library are still to be reported."""
        return bool(self._backlog)

    def read(self, document: Document, pages: Sequence[int] | None, again: bool) -> None:
        """Ask for pages of an open document, or note the wish until it is open. Pages that the
        library has count at once."""
        if not document.ready:
            document.wishes.append((None if pages is None else tuple(pages), again))
            return
        wanted = range(document.pages) if pages is None else [p for p in pages if document.has(p)]
        if again:
            document.read_again.update(wanted)
            self._desk.queue.ask(document.id, wanted)
        else:
            done = self._finished(document).intersection(wanted)
            self._desk.queue.ask(document.id, set(wanted) - done)
            self._count(document, sorted(done))
        self._showing.rows(document)
        self._desk.tell_row(document)
        self._reading.pump()

    def apply_wishes(self, document: Document) -> None:
        wishes, document.wishes = document.wishes, []
        for pages, again in wishes:
            self.read(document, pages, again)

    def recount(self) -> None:
        """Pages are read in another way from here on: those that wait and were read in that way
        before count at once."""
        for document in self._desk.documents.values():
            waiting = set(self._desk.queue.waiting_pages(document.id)) - document.read_again
            done = self._by_recipe(document) & waiting if waiting else set()
            if done:
                self._count(document, sorted(done))
                self._showing.rows(document)
                self._desk.tell_row(document)

    def turned(self, document: Document, page: int) -> None:
        """The page has another turn: what the library has for it counts, or it is read again."""
        queue = self._desk.queue
        job = queue.recall(document.id, page)
        if job is not None:
            self._reading.cancel([job])
        elif page in queue.waiting_pages(document.id) and page in self._by_recipe(document):
            self._count(document, [page])
        self._reading.changed(document, page)
        self._reading.pump()

    def _finished(self, document: Document) -> set[int]:
        """Pages that need not be read: read already with these options, the user's own text, or a
        reading that the user chose."""
        return self._by_recipe(document) | document.edited | self._chosen(document)

    def _chosen(self, document: Document) -> set[int]:
        library = self._desk.library
        return library.versions.chosen(document.stored) if document.stored is not None and library.writable else set()

    def _by_recipe(self, document: Document) -> set[int]:
        if document.stored is None:
            return set()
        readings, recipe = self._desk.library.readings, self._desk.recipe()
        done = readings.finished(document.stored, recipe)
        if done and self._desk.library.writable:
            for page in readings.choose(document.stored, recipe):
                self._showing.refresh(document, page)
        return done

    def _count(self, document: Document, pages: list[int]) -> None:
        """These pages are finished without being read now."""
        if pages:
            self._desk.queue.count_read(document.id, pages)
            self._backlog.append((document, pages))
            self._desk.actor.post(self._report_backlog)

    def _report_backlog(self) -> None:
        if not self._backlog:
            return
        document, pages = self._backlog.popleft()
        step, rest = pages[:BACKLOG_STEP], pages[BACKLOG_STEP:]
        readings = {}
        if document.stored is not None:
            readings = self._desk.library.readings.presents(document.stored, step[0], step[-1] - step[0] + 1)
        for page in step:
            self._desk.tell(PageEnded(document.id, page, readings.get(page), None, from_library=True))
        if rest and document.id in self._desk.documents:
            self._backlog.appendleft((document, rest))
        self._desk.actor.post(self._report_backlog)
        self._status.touch()
