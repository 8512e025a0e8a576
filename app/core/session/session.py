# SPDX-License-Identifier: AGPL-3.0-or-later
"""The intentions, and how the session's parts are put together. Every intention may be called
from any thread and returns at once; what comes of it arrives as changes through `notify`, on
the session's thread."""

from __future__ import annotations

import logging
import queue
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from app.core.changes import Change, Notice, Problem
from app.core.children import Child, pages_command
from app.core.choice import BUILTIN, EngineChoice
from app.core.export import ExportOptions, Format
from app.core.figure_boxes import FigureBox
from app.core.files import problem_of
from app.core.library import Library
from app.core.places import Places
from app.core.session.actor import Actor
from app.core.session.chain import Chain
from app.core.session.desk import Desk, shielded
from app.core.session.parts import Parts
from app.core.session.spending import Spending
from app.core.settings import Settings
from app.core.spreads import Split
from app.core.web import MOST_BYTES
from engine.protocol import Box, Scalar

log = logging.getLogger(__name__)

ENGINE_AFTER = 0.25
"""Seconds by which the engine starts after the pages program; opening a file takes as long."""


class Session:
    """`engines` are tried in their order: where one cannot be started, or dies again and again,
    the next one reads. `prompt` is the instruction to those that take one (None: their own), and
    part of a reading's key. `max_cost` is the cap of this run in US dollars. With `eager` False an
    engine is started when the first page waits for one, and not before. The commands start the
    children; None means this interpreter's `-m engine` (for engines that name no command of
    their own) and `-m engine.pages`. `notify` must return soon; what it raises is logged."""

    def __init__(
        self,
        places: Places,
        settings: Settings,
        notify: Callable[[Change], None],
        *,
        engines: Sequence[EngineChoice] = (BUILTIN,),
        prompt: str | None = None,
        max_cost: float | None = None,
        eager: bool = True,
        engine_command: Sequence[str] | None = None,
        pages_command: Sequence[str] | None = None,
    ) -> None:
        self._places = places
        self._settings = settings
        self._notify = shielded(notify)
        self._engines = tuple(engines)
        self._prompt = prompt
        self._max_cost = max_cost
        self._eager = eager
        self._engine_command, self._pages_command = engine_command, pages_command
        self._actor = Actor("session", self._trouble, self._idle)
        self._actor.post(self._begin)
        self._kept = ExitStack()  # what is given back at the end
        self._parts: Parts

    def start(self) -> None:
        """Start the thread: it opens the library and starts the children. Intentions from
        before are done then."""
        self._actor.start()

    def close(self, timeout: float = 8.0) -> None:
        """Clean quit: save what is unsaved, end the children, join. Within `timeout` seconds."""
        if self._actor.alive:
            self._actor.post(self._end)
            if not self._actor.join(timeout):
                log.warning("the session did not end within %g s", timeout)

    def unsaved(self, timeout: float = 2.0) -> int:
        """Of how many pages something that was read or typed would be lost by `close`, after another try to save it;
        0 where that is not known within so many seconds."""
        answer: queue.SimpleQueue[int] = queue.SimpleQueue()
        if not self._actor.alive:
            return 0
        self._post(lambda p: answer.put(p.saving.at_stake()))
        try:
            return answer.get(timeout=timeout)
        except queue.Empty:
            return 0

    def wait_idle(self, timeout: float | None = None) -> bool:
        """Wait until everything asked for before this call has come to an end: nothing is being
        opened, read, rendered, exported or saved, and nothing waits that could go on (a paused
        queue, a missing password or a failed engine can not). False if `timeout` seconds passed."""
        return self._actor.wait_idle(timeout)

    # ------------------------------------------------------------ documents

    def add(self, paths: Sequence[Path], *, as_one: bool = False, read: bool = True) -> None:
        """Add files and folders (recursively). Each file gets its row at once. What is in the
        list already is answered by DocumentChosen, names without anything to read by Notice."""
        self._post(lambda p: p.documents.add(tuple(paths), as_one, read))

    def add_url(self, url: str, *, read: bool = True, most_bytes: int = MOST_BYTES) -> None:
        """Add a document of the web: a row at once, then a download of at most so many bytes. What is
        in the list already is answered by DocumentChosen, what is no address by a Notice."""
        self._post(lambda p: p.documents.add_url(url, read, most_bytes))

    def open_stored(self, stored: int, *, read: bool = False) -> None:
        """Add a document of the library by its number there (SearchHit.stored, StorageInfo)."""
        self._post(lambda p: p.documents.open_stored(stored, read))

    def unlock(self, document: int, password: str) -> None:
        """Try a password; it is kept in memory only. A wrong one leaves NEEDS_PASSWORD with the
        problem PASSWORD_WRONG."""
        self._post(lambda p: p.documents.unlock(p.desk.get(document), password))

    def remove(self, document: int) -> None:
        """Take it from the list, cancelling its pages; the library keeps it."""
        self._post(lambda p: p.remove(document))

    def reopen(self, document: int) -> None:
        """Open again what failed, moved or changed; a changed file becomes a new document in the same row."""
        self._post(lambda p: p.documents.reopen(p.desk.get(document)))

    # ------------------------------------------------------------ what the user looks at

    def view(self, document: int, page: int) -> None:
        """Answered by PageShown; pieces of this page are forwarded (PagePiece) and its jobs go first."""
        self._post(lambda p: p.view(document, page))

    def want_rows(self, document: int, first: int, count: int) -> None:
        """Answered by PageRows, which also come later when a page in one of the last wanted windows changes."""
        self._post(lambda p: p.showing.want_rows(document, first, count))

    def picture(self, document: int, page: int, pixels: int, purpose: str, region: Box | None = None) -> None:
        """Answered by PictureReady or PictureFailed with the same `purpose`. `pixels` is the long
        side. A newer request for the same document, page and purpose replaces an unanswered one."""
        self._post(lambda p: p.showing.picture(document, page, pixels, purpose, region))

    def forget_pictures(self, document: int, purpose: str) -> None:
        """Unanswered requests of this purpose are no longer wanted; they get no answer."""
        self._post(lambda p: p.showing.forget_pictures(document, purpose))

    def words(self, document: int, page: int) -> None:
        """Answered by WordsReady (empty where there is no text layer)."""
        self._post(lambda p: p.showing.words(document, page))

    # ------------------------------------------------------------ reading

    def read(self, document: int, pages: Sequence[int] | None = None, *, again: bool = False) -> None:
        """Ask for pages (None: all). Pages finished in the library with the present engine and
        options count at once, edited ones too; `again` reads them anew beside the old reading."""
        chosen = None if pages is None else tuple(pages)
        self._post(lambda p: p.asking.read(p.desk.get(document), chosen, again))

    def retry(self, document: int, page: int | None = None) -> None:
        """Failed pages (None: all failed ones of the document) are asked for again."""
        self._post(lambda p: p.retry(document, page))

    def pause(self) -> None:
        """Hand out no more pages; those in flight finish."""
        self._post(lambda p: p.pause())

    def resume(self) -> None:
        """Go on, after pause, stop, a hold or a full disk; what is unsaved is saved first. Where
        all engines failed, they are tried again from the first."""
        self._post(lambda p: p.resume())

    def stop_now(self) -> None:
        """Cancel the pages in flight (they wait again) and pause."""
        self._post(lambda p: p.stop_now())

    def stop_after_document(self) -> None:
        """Pause when the document that is being read is through."""
        self._post(lambda p: p.stop_after_document())

    def use_engines(self, engines: Sequence[EngineChoice], prompt: str | None = None) -> None:
        """Read with these from now on. Pages in flight end with the engine they are at, all others
        go to the new one; nothing is lost or read twice. A queue that is held stays so until Resume."""
        if engines:
            chosen = tuple(engines)
            self._post(lambda p: p.use_engines(chosen, prompt))

    def consent(self, host: str, granted: bool, remember: bool = False) -> None:
        """The answer to ConsentNeeded, told to all as ConsentGiven: for the documents named there,
        or with `remember` for everything in this session. Refused: the next engine of the chain
        that keeps the pages on this machine reads them, else the queue is held (NO_CONSENT)."""
        self._post(lambda p: p.consent(host, granted, remember))

    def limit_cost(self, dollars: float | None) -> None:
        """Another cap for this run, None for none; answered by Spent. A queue that is held by the
        old one goes on with Resume."""
        self._post(lambda p: p.reading.limit_cost(dollars))

    def move(self, document: int, position: int) -> None:
        """Place in the queue and list, from 0."""
        self._post(lambda p: p.documents.move(p.desk.get(document), position))

    # ------------------------------------------------------------ the text

    def edit(self, document: int, page: int, text: str, *, run: str = "", step: int = 0) -> None:
        """The user's text of the page: a new row in the library, then Saved. What is typed in one go comes with the
        same `run` (a name that no other window uses) and is one row, which holds the newest of it. `step` is
        -1 where the editor's own undo led to this text, 1 for its redo."""
        self._post(lambda p: p.edit(document, page, text, run, step))

    def undo(self, document: int, page: int, step: int = -1) -> None:
        """Back to the page's saved state before the present one (`step` 1: to the one after it, if that was undone),
        over restarts, readings, reverts and replacements. A new edit, answered by PageShown with its `step`; no
        answer where there is no such state."""
        self._post(lambda p: p.undoing.step(document, page, step))

    def revert(self, document: int, page: int) -> None:
        """Back to the engine's text, as a new edit; answered by PageShown."""
        self._post(lambda p: p.edit(document, page, None))

    def replace_text(self, document: int, page: int, text: str) -> None:
        """The same for a text that was made elsewhere than in the editor: taken over from a reading, or brought
        back. Answered by PageShown and Saved."""
        self._post(lambda p: p.replace_text(document, page, text))

    def check(self, document: int, page: int, checked: bool) -> None:
        """Mark the page as checked by the user, or not."""
        self._post(lambda p: p.check(document, page, checked))

    def turn(self, document: int, page: int, degrees: int) -> None:
        """The user's rotation, in degrees clockwise on top of the file's own (absolute, not added);
        the page is read again if it was asked for."""
        self._post(lambda p: p.turn(document, page, degrees))

    # ------------------------------------------------------------ proofreading

    def proof(self, document: int, page: int, text: str | None = None) -> None:
        """Look through a page: its present text, or `text` as it is being typed. Answered by PageProofed, as is
        every change of the text of the page on screen; a newer call replaces one that is not begun. Pages that
        are not on screen are looked through by and by, and told with their rows."""
        self._post(lambda p: p.proofing.proof(document, page, text))

    def next_flag(self, document: int, page: int, position: int, step: int = 1) -> None:
        """The flag left after (`step` 1) or before (-1) a place of the page's text, going on to the other pages and
        round once. Answered by FlagFound."""
        self._post(lambda p: p.proofing.next_flag(document, page, position, step))

    def look_through(self, document: int) -> None:
        """Look through all pages with a text, in their order, with the second reading of each: told by a PageProofed
        each, without maps. `wait_idle` waits for it."""
        self._post(lambda p: p.proofing.look_through(document))

    def next_unchecked(self, document: int, page: int) -> None:
        """Answered by UncheckedFound."""
        self._post(lambda p: p.proofing.next_unchecked(document, page))

    def dismiss(self, document: int, page: int, mark: str, dismissed: bool = True) -> None:
        """A flag (`Flag.mark` of the page's present text) is not to be shown again, or is after all. Remembered in
        the library; answered by PageProofed."""
        self._post(lambda p: p.proofing.dismiss(document, page, mark, dismissed))

    def bring_back(self, document: int, page: int) -> None:
        """All dismissed flags of the page are shown again."""
        self._post(lambda p: p.proofing.bring_back(document, page))

    def read_picture(self, document: int, page: int) -> None:
        """Have the words of the page's picture read by the built-in OCR as its second reading, also where
        the page has a text layer. Answered by PageProofed."""
        self._post(lambda p: p.proofing.read_picture(document, page))

    def find_text(
        self, document: int, page: int, position: int, pattern: str, *,
        step: int = 1, regex: bool = False, case: bool = False, words: bool = False, request: int = 0,
    ) -> None:  # fmt: skip
        """The next place of `pattern` in the document's present texts (`step` -1: the one that ends before
        `position`), round once. Answered by TextFound with this `request`, unless a newer search came."""
        self._post(lambda p: p.finding.find(document, page, position, pattern, step, regex, case, words, request))

    def replace_all(
        self, document: int, pattern: str, replacement: str, *,
        pages: Sequence[int] | None = None, regex: bool = False, case: bool = False, words: bool = False,
    ) -> None:  # fmt: skip
        """Replace in all given pages (None: all with a text), each as one edit. Answered by Replaced, or by TextFound
        with a problem."""
        chosen = None if pages is None else tuple(pages)
        self._post(lambda p: p.finding.replace(document, chosen, pattern, replacement, regex, case, words))

    # ------------------------------------------------------------ readings and edits of a page

    def versions(self, document: int, page: int) -> None:
        """Answered by VersionsListed."""
        self._post(lambda p: p.versions.list(document, page))

    def fetch_reading(self, document: int, page: int, number: int) -> None:
        """Answered by ReadingFetched."""
        self._post(lambda p: p.versions.fetch(document, page, number))

    def use_reading(self, document: int, page: int, number: int) -> None:
        """Make a reading the page's present one. An edited text stays as it is. Answered by PageShown."""
        self._post(lambda p: p.versions.use(document, page, number))

    def read_with(
        self, document: int, pages: Sequence[int] | None, engines: Sequence[EngineChoice], prompt: str | None = None
    ) -> None:
        """Read pages (None: all that failed) once, beside the present readings, with the first of `engines` that can
        be started: a program of its own, the chain stays as it is. Told like all reading (rows, PageShown) and by
        RereadStatus; a new reading becomes the present one and stays that, an edited text stays."""
        chosen = None if pages is None else tuple(pages)
        self._post(lambda p: p.versions.read_with(document, chosen, tuple(engines), prompt))

    def stop_reading_with(self, document: int | None = None) -> None:
        """Give up what `read_with` has not read yet of a document, or of all."""
        self._post(lambda p: p.aside.stop(document))

    # ------------------------------------------------------------ double pages

    def find_spreads(self, document: int) -> None:
        """Look at every page that is wider than high. Answered by SpreadsFound, which is also told after opening, once
        a few pages were looked at."""
        self._post(lambda p: p.spreads.find(p.desk.get(document)))

    def split_pages(self, document: int, splits: Sequence[Split]) -> None:
        """Have these pages cut in two and all others whole: `()` joins all halves again. Kept in the library, with all
        that is there of the pages; told by PagesSplit and DocumentOpened. What was asked for is asked for again."""
        chosen = tuple(splits)
        self._post(lambda p: p.spreads.split(p.desk.get(document), chosen))

    def whole_picture(self, document: int, page: int, pixels: int, turn: int, purpose: str) -> None:
        """The picture of a page, counted as if none were cut; answered by PictureReady or PictureFailed."""
        self._post(lambda p: p.showing.whole_picture(document, page, pixels, turn, purpose))

    # ------------------------------------------------------------ figures

    def want_figures(self, document: int, first: int, count: int) -> None:
        """Answered by FigureRows, which also come later when a page in one of the last wanted windows changes;
        a count of 0 ends that."""
        self._post(lambda p: p.figures.want(document, first, count))

    def sum_drafts(self, document: int) -> None:
        """Answered by DraftsSummed."""
        self._post(lambda p: p.figures.sum_drafts(document))

    def show_figures(self, document: int, page: int) -> None:
        """Where the figures of a page are: answered by FiguresShown, which also comes later when they change, until
        those of another page are asked for, or none (`hide_figures`)."""
        self._post(lambda p: p.figure_boxes.show(document, page))

    def hide_figures(self) -> None:
        self._post(lambda p: p.figure_boxes.hide())

    def change_figures(
        self, document: int, page: int, put: Sequence[FigureBox] = (), drop: Sequence[int] = ()
    ) -> None:  # fmt: skip
        """Figures of a page are framed, refused or changed (`put`, by their keys) or forgotten (`drop`: keys): saved at
        once, told by FiguresShown, and heeded by the next export."""
        made, gone = tuple(put), tuple(drop)
        self._post(lambda p: p.figure_boxes.change(document, page, made, gone))

    # ------------------------------------------------------------ out

    def export(self, document: int, format: Format, target: Path, options: ExportOptions | None = None) -> None:
        """Write a snapshot of now to `target`; told by Exporting, answered by Exported or ExportFailed."""
        wanted = options or ExportOptions()
        self._post(lambda p: p.upkeep.export(p.desk.get(document), format, target, wanted))

    def show_assembly(self, document: int, options: ExportOptions) -> None:
        """What the steps of these options would change; nothing is written. Answered by AssemblyShown."""
        self._post(lambda p: p.upkeep.show_assembly(p.desk.get(document), options))

    def stop_exports(self, document: int | None = None) -> None:
        """Stop what is being written of one document, or of all; answered by ExportFailed (CANCELLED)."""
        self._post(lambda p: p.upkeep.stop_exports(document))

    def search(self, query: str) -> None:
        """Answered by SearchFound, best first."""
        self._post(lambda p: p.upkeep.search(query))

    # ------------------------------------------------------------ upkeep

    def use_settings(self, settings: Settings) -> None:
        """From now on: languages and model apply to pages handed out later."""
        self._post(lambda p: p.use_settings(settings))

    def storage(self) -> None:
        """Answered by StorageInfo."""
        self._post(lambda p: p.upkeep.storage())

    def delete_from_library(self, stored: int) -> None:
        """Delete a document of the library (its number there) with its readings and edits; it
        leaves the list too. Answered by StorageInfo."""
        self._post(lambda p: p.upkeep.delete(stored))

    def clear_cache(self) -> None:
        """Delete cached pictures of this and ended runs. Answered by StorageInfo."""
        self._post(lambda p: p.upkeep.clear_cache())

    def move_library(self, folder: Path) -> None:
        """Move the library's file into another folder; answered by StorageInfo, or a Notice."""
        self._post(lambda p: p.upkeep.move_library(folder))

    # ------------------------------------------------------------ on the session's thread

    def _post(self, call: Callable[[Parts], None]) -> None:
        self._actor.post(lambda: call(self._parts))

    def _idle(self) -> bool:
        """A session that could not be put together does nothing any more."""
        parts: Parts | None = getattr(self, "_parts", None)
        return parts is None or parts.idle

    def _begin(self) -> None:
        """Open the library, start the children, put the parts together. The pages program comes
        first, since the first picture waits for it; the engine's start would take its processor."""
        pages = self._pages_child()
        pages.start()
        library = Library(self._places.library)
        desk = Desk(
            self._places, self._settings, library, self._actor, self._notify, self._engines[0], self._prompt
        )  # fmt: skip
        spending = Spending(desk, self._max_cost)

        def extra(choice: EngineChoice) -> dict[str, Scalar]:
            workers = desk.settings.workers
            own = {"workers": workers} if workers and "workers" not in choice.speed else {}
            return {**own, **spending.options()}

        chain = Chain(desk, self._engines, extra, self._engine_command, waits=not self._eager)
        self._parts = Parts(desk, pages, chain, spending)
        if library.notice is not None:
            desk.tell(library.notice)
        if self._eager:
            self._actor.after(ENGINE_AFTER, chain.start)

    def _pages_child(self) -> Child:
        cache_bytes = self._settings.picture_cache_mb * 1024 * 1024
        return Child(
            "pages",
            self._pages_command or pages_command(self._run_folder(), cache_bytes),
            lambda event: self._post(lambda p: p.link.take(event)),
            lambda state: None,  # every request gets its ending; that is all the session needs
        )

    def _run_folder(self) -> Path | None:
        """Where the pages program keeps its pictures; None (its own choice) where the cache
        folder cannot be written."""
        try:
            return self._kept.enter_context(self._places.run_folder())
        except OSError as error:
            self._trouble(problem_of(error), str(self._places.cache))
            return None

    def _end(self) -> None:
        try:
            self._parts.end()
        finally:
            self._kept.close()
            self._actor.stop()

    def _trouble(self, problem: Problem, subject: str) -> None:
        self._notify(Notice(problem, subject))
