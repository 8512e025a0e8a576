# SPDX-License-Identifier: AGPL-3.0-or-later
"""What goes out of the library and what keeps it in order: export, search, storage. The slow
part of each runs on a helper thread, with a library connection of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, TypeVar

from app.core.changes import (
    AppCode,
    AssemblyShown,
    Exported,
    ExportFailed,
    Exporting,
    Notice,
    PageState,
    Problem,
    Reworked,
    SearchFound,
    SearchHit,
    StorageInfo,
)
from app.core.errors import ProblemError
from app.core.export import ExportOptions, Format, PageText, Snapshot, Watch, entries, export, uses_original
from app.core.export.readings import WITH_READINGS, with_readings
from app.core.export.snapshot import Original
from app.core.export.words import engine_of, known_words, with_words
from app.core.files import stamp
from app.core.library import Hit, Library, Size
from app.core.session.desk import Desk, Document
from app.core.session.link import Answer, PagesLink
from app.core.session.saving import Saving
from app.core.web import discard
from engine.protocol import Box, Cutting, PageCut, PageWords, Word

if TYPE_CHECKING:
    from app.core.assemble.pieces import Piece

Result = TypeVar("Result")

PAGES_WAIT = 45.0
"""Seconds that an export waits for what the pages program says of a page."""


class Upkeep:
    """`remove` takes a document from the list."""

    def __init__(self, desk: Desk, link: PagesLink, saving: Saving, remove: Callable[[Document], None]) -> None:
        self._desk = desk
        self._link = link
        self._saving = saving
        self._remove = remove
        self._writing: dict[int, list[Event]] = {}  # by document: set to stop the export

    # ------------------------------------------------------------ export

    def export(self, document: Document, format: Format, target: Path, options: ExportOptions) -> None:
        """A snapshot is taken now; what is read or typed later is not in it."""
        snapshot = self._snapshot(document, options)
        number, stored = document.id, document.stored
        sizes, turns = tuple(document.sizes), dict(document.turns)
        parts = tuple(str(part.path) for part in document.parts)
        boxes = self._saving.all_figures(document)
        original = Original(parts, turns, document.password, partial(self._cut, number), boxes, tuple(document.leaves))
        trouble = _trouble_of_original(document)
        if trouble is not None and format is Format.PDF:
            self._desk.tell(ExportFailed(number, target, trouble))
            return
        if trouble is not None and uses_original(format, options):
            self._desk.tell(Notice(Problem(AppCode.NO_FIGURES), str(document.path), "warning"))
        stop = Event()
        self._writing.setdefault(number, []).append(stop)
        watch = Watch(lambda done, total: self._desk.tell(Exporting(number, target, done, total)), stop.is_set)

        def write(library: Library) -> tuple[Path, ...]:
            ledger = library.exports if library.writable else None
            pages = snapshot
            if format in WITH_READINGS and stored is not None:
                pages = with_readings(snapshot, library, stored)

            def words(page: int) -> Sequence[Word]:
                known = known_words(library, stored, page, turns.get(page, 0)) if stored is not None else ()
                return known or self._layer(number, page)

            def engine(page: int) -> str:
                return engine_of(library, stored, page) if stored is not None else ""

            pages = with_words(pages, words, engine, sizes, original)
            if trouble is not None:
                pages = replace(pages, original=None)
            return export(pages, format, target, options, ledger, watch)

        def ended() -> None:
            self._writing[number].remove(stop)
            if not self._writing[number]:
                del self._writing[number]

        def written(paths: tuple[Path, ...]) -> None:
            ended()
            self._desk.tell(Exported(number, paths))

        def failed(problem: Problem) -> None:
            ended()
            self._desk.tell(ExportFailed(number, target, problem))

        if not any(page.text is not None or page.problem for page in snapshot.pages):
            failed(Problem(AppCode.NOT_READ_YET))
            return
        self._with_library(write, written, failed)

    def show_assembly(self, document: Document, options: ExportOptions) -> None:
        """Pages are put together as for an export, and what that changes is told."""
        snapshot = self._snapshot(document, options)
        number = document.id

        def assemble() -> tuple[Reworked, ...]:
            from app.core.export.compose import composed  # loads the parser

            return tuple(
                Reworked(change.step, change.page, _together(change.before), _together(change.after))
                for change in composed(snapshot, options).changes
            )

        self._desk.actor.work(
            assemble,
            lambda changes: self._desk.tell(AssemblyShown(number, changes)),
            lambda problem: self._desk.tell(AssemblyShown(number, (), problem)),
        )

    def _layer(self, document: int, page: int) -> Sequence[Word]:
        """The words of the page's text layer."""
        answer = self._asked(document, page, lambda found, then: self._link.words(found, page, then))
        return answer.words if isinstance(answer, PageWords) else ()

    def _cut(
        self, document: int, page: int, folder: Path, boxes: Sequence[Box], find: bool, side: int
    ) -> Sequence[Cutting]:
        """Places, figures and a picture of the page, cut out by the pages program; none where it cannot."""

        def ask(found: Document, then: Callable[[Answer], None]) -> None:
            self._link.cut(found, page, str(folder), then, find=find, side=side, boxes=boxes)

        answer = self._asked(document, page, ask)
        return answer.cuttings if isinstance(answer, PageCut) else ()

    def _asked(
        self, document: int, page: int, ask: Callable[[Document, Callable[[Answer], None]], object]
    ) -> Answer | None:
        """What the pages program answers; called on a helper thread, which waits. None where the document or its
        page is not there any more, or nothing comes."""
        found: list[Answer] = []
        there = Event()

        def answered(answer: Answer) -> None:
            found.append(answer)
            there.set()

        def post() -> None:
            known = self._desk.documents.get(document)
            if known is None or not known.has(page):
                there.set()
            else:
                ask(known, answered)

        self._desk.actor.post(post)
        there.wait(PAGES_WAIT)
        return found[0] if found else None

    def stop_exports(self, document: int | None) -> None:
        """Those of one document, or all; each is answered by ExportFailed with CANCELLED, if it is not done by then."""
        for number, stops in self._writing.items():
            for stop in stops if document in (None, number) else ():
                stop.set()

    def _snapshot(self, document: Document, options: ExportOptions) -> Snapshot:
        desk = self._desk
        self._saving.find_deleted()
        texts = {page: present.text for page, present in self._saving.texts(document).items()}
        if options.raw:
            texts = self._saving.engine_texts(document)
        pages = options.pages
        if pages is None:
            pages = tuple(desk.queue.asked_pages(document.id)) or tuple(sorted(texts))
        return Snapshot(
            title=document.title,
            source=str(document.path),
            engine=desk.choice.name,
            author=document.author,
            content=document.content or "",
            changed=0.0 if document.stored is None else desk.library.documents.changed(document.stored),
            outline=entries(document.outline),
            pages=tuple(
                PageText(
                    page=page,
                    label=document.labels[page] if page < len(document.labels) else "",
                    text=texts.get(page),
                    problem=None if page in texts else self._missing(document, page),
                    edited=not options.raw and page in document.edited,
                )
                for page in pages
                if document.has(page)
            ),
        )

    def _missing(self, document: Document, page: int) -> Problem | None:
        failed = self._desk.page_state(document, page) is PageState.FAILED
        return self._desk.queue.problem(document.id, page) if failed else None

    # ------------------------------------------------------------ search

    def search(self, query: str) -> None:
        def found(hits: list[Hit]) -> None:
            numbers = {d.stored: d.id for d in self._desk.documents.values()}
            shown = tuple(
                SearchHit(numbers.get(h.document, 0), h.page, h.title, h.snippet, stored=h.document) for h in hits
            )
            self._desk.tell(SearchFound(query, shown))

        self._with_library(lambda library: library.search.find(query), found, self._desk.trouble)

    # ------------------------------------------------------------ storage

    def storage(self) -> None:
        cache = self._desk.places.cache

        def measure(library: Library) -> tuple[int, int, list[Size]]:
            return library.size(), folder_size(cache), library.documents.sizes()

        def measured(found: tuple[int, int, list[Size]]) -> None:
            database, cached, sizes = found
            rows = tuple((size.id, size.title, size.pages_read, size.bytes) for size in sizes)
            self._desk.tell(StorageInfo(self._desk.library.path, database, cached, rows))

        self._with_library(measure, measured, self._desk.trouble)

    def delete(self, stored: int) -> None:
        for document in [d for d in self._desk.documents.values() if d.stored == stored]:
            self._remove(document)
        known = self._desk.library.documents.get(stored)
        self._desk.library.documents.remove(stored)
        if known is not None:
            discard(known.path, self._desk.places.downloads)
        self.storage()

    def clear_cache(self) -> None:
        self._desk.places.delete_abandoned()
        self.storage()

    def move_library(self, folder: Path) -> None:
        """The session's own connection is closed for it and opened again at the new place; where
        anything fails, the library stays where it was."""
        desk = self._desk
        try:
            desk.library.move_to(folder, desk.places.keep_library_in)
        finally:
            desk.library.close()
            desk.library = Library(desk.places.library)
        self.storage()

    def _with_library(
        self, job: Callable[[Library], Result], done: Callable[[Result], None], failed: Callable[[Problem], None]
    ) -> None:
        path = self._desk.library.path

        def run() -> Result:
            with Library(path) as library:
                return job(library)

        self._desk.actor.work(run, done, failed)


def _together(pieces: Sequence[Piece]) -> str:
    return "\n\n".join(piece.source for piece in pieces)


def _trouble_of_original(document: Document) -> Problem | None:
    """Why its files are not the very ones that were opened: figures of others would be another document's."""
    try:
        same = all(part.stamp == stamp(part.path) for part in document.parts)
    except ProblemError as error:
        return error.problem
    return None if same else Problem(AppCode.OTHER_ORIGINAL)


def folder_size(folder: Path) -> int:
    """Bytes of all files below; files that vanish meanwhile count nothing."""
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size
        except OSError:
            continue
    return total
