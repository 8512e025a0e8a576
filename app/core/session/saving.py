# SPDX-License-Identifier: AGPL-3.0-or-later
"""Readings, edits and marks on their way into the library.

Each is written at once. One that cannot be written (a full disk, a library that another
program blocks, a document not hashed yet) is kept in memory, in order, and stands over what
the library says; the queue pauses, and the next write, Resume or the end of the program
tries again. So nothing that was read or typed is lost while the program runs.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.core.changes import AppCode, Notice, Problem, Saved
from app.core.errors import ProblemError
from app.core.figure_boxes import FigureBox
from app.core.library import Figures, Origin, PresentText, Recipe, figures_of
from app.core.session.desk import Desk, Document
from app.core.spreads import leaves
from engine.protocol import ErrorCode, Reading

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Write:
    """`run` writes it under the document's number in the library. `reading` and `edit` are what
    stands over the library until then; `edit` is (text or None for the engine's,)."""

    document: Document
    page: int
    run: Callable[[int], float | None]
    reading: Reading | None = None
    edit: tuple[str | None] | None = None


class Saving:
    """`changed` is called when the queue's pausing changed."""

    def __init__(self, desk: Desk, changed: Callable[[], None]) -> None:
        self._desk = desk
        self._changed = changed
        self._waiting: list[_Write] = []
        self._failing = False
        self._deleted: Callable[[Document], None] = lambda document: None

    # ------------------------------------------------------------ writing

    def open(self, document: Document) -> None:
        """Find or make the document in the library, now that its contents are known."""
        documents = self._desk.library.documents
        assert document.content is not None
        known = documents.by_hash(document.content)
        document.stored = known.id if known else None
        self._store(document)
        self.recall(document)
        if document.stored is not None:
            document.splits = self._desk.library.spreads.of(document.stored)

    def recall(self, document: Document) -> None:
        """What the library has of its pages."""
        documents = self._desk.library.documents
        if document.stored is not None:
            marks = documents.marks(document.stored)
            document.turns = {page: mark.turn for page, mark in marks.items() if mark.turn}
            document.checked = {page for page, mark in marks.items() if mark.checked}
            document.edited |= self._desk.library.edits.edited_pages(document.stored)
            document.has_reading |= self._desk.library.readings.read_pages(document.stored)
            document.flags = {p: left for p, (_, left) in self._desk.library.proofs.digests(document.stored).items()}

    def when_deleted(self, call: Callable[[Document], None]) -> None:
        """`call` gets each document that another program has deleted from the library, once it is there anew."""
        self._deleted = call

    def find_deleted(self) -> None:
        """Another program has changed the library: it may have deleted documents that are open here."""
        there = self._desk.library.documents.numbers()
        for document in list(self._desk.documents.values()):
            if document.stored is not None and document.stored not in there:
                try:
                    self._make_anew(document)
                except ProblemError as error:
                    self._failed(error)
                self._told_deleted(document)

    def _make_anew(self, document: Document) -> None:
        """Put it into the library again: its pages lie as they did, of what was read and typed nothing is there."""
        library, whole, turns = self._desk.library, document.whole, dict(document.turns)
        gone = document.stored
        self._store(document)
        if document.stored is None or document.stored == gone:
            document.stored = None
            return
        if whole is not None and document.splits:
            old = leaves(len(whole.sizes), ())
            library.spreads.change(
                document.stored, (), document.splits, old, document.leaves, document.sizes, document.outline
            )
        library.documents.describe(document.stored, document.title, document.pages, document.author, document.outline)
        library.documents.set_page_sizes(document.stored, document.sizes)
        for page, turn in turns.items():
            library.documents.set_turn(document.stored, page, turn)

    def _told_deleted(self, document: Document) -> None:
        for remembered in (document.checked, document.edited, document.has_reading, document.read_again):
            remembered.clear()
        for by_page in (document.flags, document.dismissed, document.figures):
            by_page.clear()
        self.recall(document)
        for write in self._over(document):
            self._mark(write)
        self._deleted(document)

    def _mark(self, write: _Write) -> None:
        """What it says of its page, before it is in the library."""
        document = write.document
        if write.reading is not None:
            document.has_reading.add(write.page)
        if write.edit is not None:
            (document.edited.discard if write.edit[0] is None else document.edited.add)(write.page)

    def _store(self, document: Document) -> bool:
        """Give it its number in the library; whether it has one."""
        if self._desk.library.writable and document.content is not None:
            parts = [part.path for part in document.parts] if document.as_one else []
            try:
                document.stored = self._desk.library.documents.add(document.content, document.path, parts).id
            except ProblemError as error:
                self._failed(error)
        return document.stored is not None

    def reading(
        self, document: Document, page: int, reading: Reading, recipe: Recipe, side: int, *, chosen: bool = False
    ) -> None:
        """Keep a finished page that was read after `recipe`, from a picture with this long side. `chosen`: the
        user asked for just this reading."""
        desk = self._desk
        content, turn = document.content or "", document.turns.get(page, 0)
        place = document.leaves[page].place if document.leaves else None
        again = chosen or page in document.read_again
        if not chosen:
            document.read_again.discard(page)

        def run(stored: int) -> None:
            origin = Origin(stored, content, page, turn, recipe, side, place)
            desk.library.readings.save(origin, reading, again=again, chosen=chosen)

        document.has_reading.add(page)
        self._put(_Write(document, page, run, reading=reading))

    def use(self, document: Document, page: int, number: int, reading: Reading) -> None:
        """Make a reading of the library the page's present one."""

        def run(stored: int) -> None:
            self._desk.library.versions.use(stored, page, number)

        self._put(_Write(document, page, run, reading=reading))

    def edit(
        self, document: Document, page: int, text: str | None, *, run: str = "", step: int = 0,
        source: int | None = None,
    ) -> None:  # fmt: skip
        """Keep the user's text, or None for "back to the engine's"; told by Saved once it is on the disk. What is
        typed in one `run` is one edit; `step` and `source` as in `library.schema`."""
        desk = self._desk
        if text is None:
            document.edited.discard(page)
        else:
            document.edited.add(page)

        def write(stored: int) -> float:
            return desk.library.edits.save(stored, page, text, run=run, step=step, source=source)

        self._put(_Write(document, page, write, edit=(text,)))

    def checked(self, document: Document, page: int, checked: bool) -> None:
        if checked:
            document.checked.add(page)
        else:
            document.checked.discard(page)
        self._put(_Write(document, page, lambda n: self._desk.library.documents.set_checked(n, page, checked)))

    def turn(self, document: Document, page: int, turn: int) -> None:
        document.turns[page] = turn
        self._put(_Write(document, page, lambda n: self._desk.library.documents.set_turn(n, page, turn)))

    def dismissed(
        self, document: Document, page: int, mark: str | None, dismissed: bool, marks: Sequence[str] | None
    ) -> None:
        """A flag (None: all of the page) is dismissed, or shown again; `marks` are those of all its flags, if known."""
        proofs = self._desk.library.proofs
        known = document.dismissed[page] = set(self.dismissals(document, page))
        if not dismissed:
            known.intersection_update(() if mark is None else known - {mark})
        elif mark is not None:
            known.add(mark)

        def run(stored: int) -> None:
            if dismissed and mark is not None:
                proofs.dismiss(stored, page, mark, marks)
            else:
                proofs.restore(stored, page, mark, marks)

        self._put(_Write(document, page, run))

    def figure_boxes(self, document: Document, page: int, put: Sequence[FigureBox], drop: Sequence[int]) -> None:
        """Figures of a page are framed or changed; those with the keys of `drop` are no more."""
        places = self._desk.library.figures
        known = document.figures[page] = {one.key: one for one in self.figures_of(document, page)}
        for key in drop:
            known.pop(key, None)
        known |= {one.key: one for one in put}
        self._put(_Write(document, page, lambda n: places.change(n, page, put, drop)))

    def describe(self, document: Document) -> None:
        """Title, page count, author and outline, as learnt on opening."""
        title, sizes, author, outline = document.title, tuple(document.sizes), document.author, document.outline

        def run(stored: int) -> None:
            documents = self._desk.library.documents
            documents.describe(stored, title, len(sizes), author, outline)
            documents.set_page_sizes(stored, sizes)

        self._put(_Write(document, -1, run))

    def retry(self) -> bool:
        """Try everything that waits, in order; whether all of it is in the library now. What
        belongs to documents that are not hashed yet goes on waiting."""
        if not self._desk.library.writable:
            return False
        waiting, self._waiting = self._waiting, []
        deleted: dict[int, Document] = {}
        try:
            return self._write_all(waiting, deleted)
        finally:
            for document in deleted.values():
                self._told_deleted(document)

    def _write_all(self, waiting: list[_Write], deleted: dict[int, Document]) -> bool:
        """`deleted` gets the documents that another program had deleted from the library."""
        stuck: set[int] = set()  # documents with a fault of their own: the others do not wait for it
        for index, write in enumerate(waiting):
            stored = write.document.stored
            if stored is None and self._store(write.document):
                stored = write.document.stored
            if stored is None or write.document.id in stuck:
                self._waiting.append(write)
                continue
            try:
                at = self._written(write, stored, deleted)
            except ProblemError as error:
                self._failed(error)
                if error.problem.code is ErrorCode.INTERNAL:
                    stuck.add(write.document.id)
                    self._waiting.append(write)
                    continue
                self._waiting += waiting[index:]
                return False
            if write.edit is not None and at is not None:
                self._desk.tell(Saved(write.document.id, write.page, at))
                if self._desk.library.edits.overtook:
                    twice = Problem(AppCode.EDITED_TWICE, str(write.page + 1))
                    self._desk.tell(Notice(twice, write.document.title, "info"))
        self._failing = bool(stuck)
        return not stuck

    def _written(self, write: _Write, stored: int, deleted: dict[int, Document]) -> float | None:
        try:
            return write.run(stored)
        except ProblemError:
            document, library = write.document, self._desk.library
            if not library.writable or document.id in deleted or library.documents.get(stored) is not None:
                raise
            deleted[document.id] = document
            self._make_anew(document)
            if document.stored is None:
                raise
            return write.run(document.stored)

    def forget(self, document: Document) -> None:
        """Drop what can never be written: the document was removed before it was hashed."""
        self._waiting = [w for w in self._waiting if w.document is not document or document.stored is not None]

    @property
    def unsaved(self) -> int:
        """How many writes wait."""
        return len(self._waiting)

    def at_stake(self) -> int:
        """Tries once more to write what waits: of how many pages something would be lost if the program ended now.
        Where nothing can be written at all, readings were never to be kept."""
        self.retry()
        edits_only = not self._desk.library.writable
        return len({(w.document.id, w.page) for w in self._waiting if w.page >= 0 and (w.edit or not edits_only)})

    def unsaved_pages(self, document: Document) -> set[int]:
        """Pages of the document that something waits to be written of."""
        return {write.page for write in self._over(document)}

    def _put(self, write: _Write) -> None:
        self._waiting.append(write)
        self.retry()

    def _failed(self, error: ProblemError) -> None:
        if not self._failing:
            self._failing = True
            log.info("not saved: %s", error)
            self._desk.trouble(error.problem, error.subject)
            self._desk.queue.pause()
            self._changed()

    # ------------------------------------------------------------ what counts now

    def text(self, document: Document, page: int) -> PresentText | None:
        """The page's present text, saved or not."""
        return self.texts(document, page, 1).get(page)

    def texts(self, document: Document, first: int = 0, count: int = 1 << 31) -> dict[int, PresentText]:
        """Present texts of consecutive pages."""
        library = self._desk.library
        texts = {} if document.stored is None else library.edits.texts(document.stored, first, count)
        for write in self._over(document, first, count):
            present = texts.get(write.page)
            if write.reading is not None and not (present and present.edited):
                texts[write.page] = PresentText(write.reading.text)
            elif write.edit is not None and write.edit[0] is not None:
                texts[write.page] = PresentText(write.edit[0], edited=True)
            elif write.edit is not None:
                reading, _ = self.present(document, write.page)
                texts[write.page] = PresentText(reading.text if reading else "")
        return texts

    def dismissals(self, document: Document, page: int) -> frozenset[str]:
        """Marks of the page's dismissed flags; another program may have added some."""
        known = document.dismissed.setdefault(page, set())
        if document.stored is not None and not self._over(document, page, 1):
            known.clear()
            known |= self._desk.library.proofs.dismissed(document.stored, page)
        return frozenset(known)

    def figures_of(self, document: Document, page: int) -> tuple[FigureBox, ...]:
        """What the user made of the page's figures; another program may have changed it."""
        if document.stored is not None and not self._over(document, page, 1):
            return self._desk.library.figures.of_page(document.stored, page)
        return tuple(document.figures.get(page, {}).values())

    def all_figures(self, document: Document) -> dict[int, tuple[FigureBox, ...]]:
        """The same of all pages that have any."""
        stored = {} if document.stored is None else self._desk.library.figures.of_document(document.stored)
        waiting = {write.page for write in self._over(document)} & document.figures.keys()
        return stored | {page: tuple(document.figures[page].values()) for page in waiting}

    def engine_texts(self, document: Document) -> dict[int, str]:
        """The engine's texts, without edits."""
        library = self._desk.library
        texts = {} if document.stored is None else library.edits.engine_texts(document.stored)
        over = self._over(document)
        return texts | {write.page: write.reading.text for write in over if write.reading is not None}

    def present(self, document: Document, page: int) -> tuple[Reading | None, int]:
        """The page's present reading, and how many there are."""
        library = self._desk.library
        reading, count = (None, 0) if document.stored is None else library.readings.present(document.stored, page)
        for write in self._over(document, page, 1):
            if write.reading is not None:
                reading, count = write.reading, count + 1
        return reading, count

    def figures(self, document: Document, first: int, count: int) -> dict[int, Figures]:
        """Figures of the present readings of consecutive pages."""
        library = self._desk.library
        figures = {} if document.stored is None else library.readings.figures(document.stored, first, count)
        for write in self._over(document, first, count):
            if write.reading is not None:
                figures[write.page] = figures_of(write.reading)
        return figures

    def _over(self, document: Document, first: int = 0, count: int = 1 << 31) -> list[_Write]:
        return [w for w in self._waiting if w.document is document and first <= w.page < first + count]
