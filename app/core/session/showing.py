# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the user looks at: page rows in windows, the text of the page on screen, its picture
and its words. Nothing is pushed that nobody looks at, so 10,000 pages cost no more than ten."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from app.core.changes import (
    PagePiece,
    PageRow,
    PageRows,
    PageShown,
    PageState,
    PictureFailed,
    PictureReady,
    Problem,
    WordsReady,
)
from app.core.library import Figures
from app.core.session.actor import Gone
from app.core.session.desk import Desk, Document, Stream
from app.core.session.link import Answer, Ask, PagesLink, Urgency
from app.core.session.saving import Saving
from engine.protocol import Box, PageRequestFailed, PageWords, Picture


class Showing:
    def __init__(self, desk: Desk, link: PagesLink, saving: Saving) -> None:
        self._desk = desk
        self._link = link
        self._saving = saving
        self._pictures: dict[tuple[int, int, str], Ask] = {}
        self._followers: list[Callable[[Document, int], None]] = []
        self._changed: Callable[[Document, int], None] = lambda document, page: None

    def when_changed(self, changed: Callable[[Document, int], None]) -> None:
        """`changed` is told of pages that are shown or whose text or state changed otherwise than by typing."""
        self._changed = changed

    # ------------------------------------------------------------ the page on screen

    def view(self, document: int, page: int) -> None:
        """Show it, now or as soon as the document is open."""
        self._desk.get(document)
        self._desk.viewed = (document, page)
        self._desk.queue.look_at(document, page)
        self.refresh(self._desk.get(document), page)

    def refresh(self, document: Document, page: int, *, step: int = 0) -> None:
        """The page's text changed otherwise than by the stream or by typing: if it is on screen, show it. `step` as
        in PageShown."""
        if not document.has(page):
            return
        document.serials[page] = document.serials.get(page, 0) + 1
        if self._desk.viewed == (document.id, page):
            self._desk.tell(replace(self._shown(document, page), step=step))
        self._changed(document, page)

    def piece(self, document: Document, page: int, text: str, arrived: float) -> None:
        """Streamed text: kept, and passed on if its page is on screen and not the user's own."""
        stream = document.streams.setdefault(page, Stream())
        if stream.stale:
            document.streams[page] = Stream([text], len(text), depth=stream.depth)
            self.refresh(document, page)
            return
        at = stream.length
        stream.pieces.append(text)
        stream.length += len(text)
        if self._desk.viewed == (document.id, page) and page not in document.edited:
            self._desk.tell(PagePiece(document.id, page, text, at, arrived))

    def counted(self, document: Document, page: int, tokens: int | None, depth: int, arrived: float) -> None:
        """What a piece says of the page's speed: told with its row, now and then."""
        stream = document.streams.setdefault(page, Stream())
        stream.depth = depth
        stream.pace.add(tokens, arrived)
        if stream.pace.due(arrived):
            self.row(document, page)

    def restarted(self, document: Document, page: int) -> None:
        """The page is read from its beginning again: what came so far stays on screen until the
        next piece, which is told as a whole (PageShown)."""
        document.streams.setdefault(page, Stream()).stale = True

    def _shown(self, document: Document, page: int) -> PageShown:
        desk = self._desk
        state = desk.page_state(document, page)
        if document.stored is not None:
            desk.library.edits.seen(document.stored, page)
        present = self._saving.text(document, page)
        reading, count = self._saving.present(document, page)
        text, edited = (present.text, present.edited) if present else ("", False)
        if state is PageState.READING and not edited:
            stream = document.streams.get(page)
            text = "".join(stream.pieces) if stream else ""
        return PageShown(
            document=document.id,
            page=page,
            state=state,
            text=text,
            edited=edited,
            edited_at=present.at if present else None,
            reading=reading,
            readings=count,
            problem=desk.queue.problem(document.id, page),
            serial=document.serials.get(page, 0),
        )

    # ------------------------------------------------------------ rows

    def want_rows(self, document: int, first: int, count: int) -> None:
        found = self._desk.get(document)
        first = max(0, first)
        count = min(count, found.pages - first)
        if count <= 0:
            return
        window = (first, first + count)
        if window in found.windows:
            found.windows.remove(window)
        found.windows.append(window)
        self._desk.tell(PageRows(document, first, self._rows(found, first, count)))

    def follow(self, changed: Callable[[Document, int], None]) -> None:
        """`changed` hears of every row that changes."""
        self._followers.append(changed)

    def page_rows(self, document: Document, first: int, count: int) -> tuple[PageRow, ...]:
        """The rows of consecutive pages as they stand now."""
        return self._rows(document, first, count)

    def row(self, document: Document, page: int) -> None:
        """The page's row changed: told if it is in a wanted window."""
        for changed in self._followers:
            changed(document, page)
        if any(first <= page < end for first, end in document.windows):
            self._desk.tell(PageRows(document.id, page, self._rows(document, page, 1)))

    def rows(self, document: Document) -> None:
        """Many rows may have changed: the wanted windows are told anew."""
        for first, end in document.windows:
            count = min(end, document.pages) - first  # there may be fewer than there were
            if count > 0:
                self._desk.tell(PageRows(document.id, first, self._rows(document, first, count)))

    def _rows(self, document: Document, first: int, count: int) -> tuple[PageRow, ...]:
        figures = self._saving.figures(document, first, count)
        return tuple(self._row(document, page, figures.get(page)) for page in range(first, first + count))

    def _row(self, document: Document, page: int, figures: Figures | None) -> PageRow:
        width, height = document.sizes[page]
        turn = document.turns.get(page, 0)
        if turn % 180:
            width, height = height, width
        state = self._desk.page_state(document, page)
        speed = figures.tokens_per_s if figures else None
        acceptance = figures.acceptance if figures else None
        if state is PageState.READING:  # of this reading, not of an earlier one
            stream = document.streams.get(page) or Stream()
            speed, acceptance = stream.pace.tokens_per_s(), stream.pace.acceptance(stream.depth)
        return PageRow(
            page=page,
            state=state,
            width=width,
            height=height,
            label=document.labels[page] if page < len(document.labels) else str(page + 1),
            turn=turn,
            edited=page in document.edited,
            checked=page in document.checked,
            notes=figures.doubts if figures else 0,
            seconds=figures.seconds if figures else None,
            chars=figures.chars if figures else None,
            tokens_per_s=speed,
            acceptance=acceptance,
            problem=self._desk.queue.problem(document.id, page),
            flags=document.flags.get(page),
            cut=bool(document.leaves),
        )

    # ------------------------------------------------------------ pictures and words

    def picture(self, document: int, page: int, pixels: int, purpose: str, region: Box | None) -> None:
        """A newer request for the same page and purpose replaces one that is not answered."""
        found = self._desk.page(document, page)
        key = (document, page, purpose)
        if key in self._pictures:
            self._link.drop(self._pictures.pop(key))

        def answered(answer: Answer) -> None:
            self._pictures.pop(key, None)
            self._pictured(answer, document, page, purpose, region)

        urgency = Urgency.SEEN if self._desk.viewed == (document, page) else Urgency.AHEAD
        self._pictures[key] = self._link.render(found, page, pixels, answered, urgency, region)

    def _pictured(self, answer: Answer, document: int, page: int, purpose: str, region: Box | None) -> None:
        if isinstance(answer, Picture):
            ready = PictureReady(
                document=document,
                page=page,
                purpose=purpose,
                path=Path(answer.path),
                width=answer.width,
                height=answer.height,
                stride=answer.stride,
                region=region,
                notes=tuple(answer.notes),
            )
            self._desk.tell(ready)
        elif isinstance(answer, PageRequestFailed):
            self._desk.tell(PictureFailed(document, page, purpose, Problem(answer.code, answer.detail)))

    def whole_picture(self, document: int, page: int, pixels: int, turn: int, purpose: str) -> None:
        """Of a page of the files, counted whole."""
        found = self._desk.get(document)
        if found.whole is None or not 0 <= page < len(found.whole.sizes):
            raise Gone
        key = (document, page, purpose)
        if key in self._pictures:
            self._link.drop(self._pictures.pop(key))

        def answered(answer: Answer) -> None:
            self._pictures.pop(key, None)
            self._pictured(answer, document, page, purpose, None)

        self._pictures[key] = self._link.render_whole(found, page, pixels, turn, answered)

    def forget_pictures(self, document: int, purpose: str | None) -> None:
        """Unanswered requests of this purpose (None: of any) are no longer wanted."""
        for key in [k for k in self._pictures if k[0] == document and purpose in (None, k[2])]:
            self._link.drop(self._pictures.pop(key))

    def words(self, document: int, page: int) -> None:
        found = self._desk.page(document, page)
        number = found.round

        def answered(answer: Answer) -> None:
            if found.round != number:
                return  # pages have other numbers by now
            words = tuple(answer.words) if isinstance(answer, PageWords) else ()
            self._desk.tell(WordsReady(document, page, words))

        self._link.words(found, page, answered)
