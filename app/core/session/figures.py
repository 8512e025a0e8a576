# SPDX-License-Identifier: AGPL-3.0-or-later
"""What reading took, page by page in windows, and how drafts fared in a whole document. Readings are fetched
on helper threads; a page that changes is told again as long as its window is wanted."""

from __future__ import annotations

from collections import deque

from app.core.changes import PageRow, PageState
from app.core.library import Library
from app.core.session.desk import Desk, Document
from app.core.session.saving import Saving
from app.core.session.showing import Showing
from app.core.version_changes import DraftsSummed, FigureRows, PageFigures
from engine.protocol import Reading

WINDOWS = 4
"""How many wanted windows are remembered."""

LARGEST = 256
"""Rows of the largest window that is told of again; a larger one is for a copy."""

STEP = 200
"""Readings taken at once from the library, so that a large document does not fill the memory."""


class PageFiguring:
    def __init__(self, desk: Desk, saving: Saving, showing: Showing) -> None:
        self._desk, self._saving, self._showing = desk, saving, showing
        self._windows: deque[tuple[int, int, int]] = deque(maxlen=WINDOWS)  # document, first, end
        showing.follow(self._changed)

    def want(self, document: int, first: int, count: int) -> None:
        """Answered by FigureRows. A count of 0 says that no window of the document is wanted any more."""
        found = self._desk.get(document)
        first = max(0, first)
        count = min(count, found.pages - first)
        if count <= 0:
            self._windows = deque((w for w in self._windows if w[0] != document), WINDOWS)
            return
        window = (document, first, first + count)
        if window in self._windows:
            self._windows.remove(window)
        if count <= LARGEST:
            self._windows.append(window)
        stored, path = found.stored, self._desk.library.path

        def fetch() -> dict[int, Reading]:
            if stored is None:
                return {}
            with Library(path) as library:
                return library.readings.presents(stored, first, count)

        def fetched(readings: dict[int, Reading]) -> None:
            if self._desk.documents.get(document) is found:
                rows = self._showing.page_rows(found, first, min(count, found.pages - first))
                told = tuple(figures_of_page(row, readings.get(row.page)) for row in rows)
                self._desk.tell(FigureRows(document, first, told))

        self._desk.actor.work(fetch, fetched, self._desk.trouble)

    def sum_drafts(self, document: int) -> None:
        """Answered by DraftsSummed."""
        found = self._desk.get(document)
        stored, path, pages = found.stored, self._desk.library.path, found.pages

        def add_up() -> tuple[int, int, list[int]]:
            read, steps, accepted = 0, 0, list[int]()
            if stored is None:
                return read, steps, accepted
            with Library(path) as library:
                for first in range(0, pages, STEP):
                    for reading in library.versions.drafted(stored, first, STEP):
                        counts = reading.accepted_per_position
                        if counts and reading.steps:
                            read, steps = read + 1, steps + reading.steps
                            accepted += [0] * (len(counts) - len(accepted))
                            for at, count in enumerate(counts):
                                accepted[at] += count
            return read, steps, accepted

        def added(found: tuple[int, int, list[int]]) -> None:
            read, steps, accepted = found
            self._desk.tell(DraftsSummed(document, read, tuple(count / steps for count in accepted)))

        self._desk.actor.work(add_up, added, self._desk.trouble)

    def _changed(self, document: Document, page: int) -> None:
        if not any(number == document.id and first <= page < end for number, first, end in self._windows):
            return
        (row,) = self._showing.page_rows(document, page, 1)
        reading = self._saving.present(document, page)[0] if row.state is PageState.READ else None
        self._desk.tell(FigureRows(document.id, page, (figures_of_page(row, reading),)))


def figures_of_page(row: PageRow, reading: Reading | None) -> PageFigures:
    """While a page is being read, only what its row says counts: the rest would be of an earlier reading."""
    if reading is None or row.state is PageState.READING:
        return PageFigures(row)
    seconds = reading.seconds
    counts, steps = reading.accepted_per_position, reading.steps
    return PageFigures(
        row=row,
        engine=reading.engine,
        draft_tokens=reading.draft_tokens,
        output_tokens=reading.output_tokens,
        total=seconds.total,
        vision=seconds.vision,
        prefill=seconds.prefill,
        decode=seconds.decode,
        tokens_per_step=reading.mean_tokens_per_step,
        positions=tuple(count / steps for count in counts) if counts and steps else None,
    )
