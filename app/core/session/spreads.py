# SPDX-License-Identifier: AGPL-3.0-or-later
"""Double pages: looked for in the background where pages are wider than high, and cut in two when the user says so.

A few pages are looked at first; only where most of them are double pages is the user told, and only when he wants to
cut them are all others looked at. Cutting changes the numbers of pages: in the library, in one transaction, then here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median

from app.core.changes import AppCode, Notice, Problem
from app.core.errors import ProblemError
from app.core.session.asking import Asking
from app.core.session.desk import Desk, Document
from app.core.session.documents import Documents
from app.core.session.link import Answer, PagesLink, Urgency
from app.core.session.saving import Saving
from app.core.session.showing import Showing
from app.core.spreads import Guess, PagesSplit, Split, SpreadsFound, cut_outline, cut_sizes, leaves, renumbered, sound
from engine.protocol import GutterFound

SAMPLE = 12
"""Pages that are looked at first."""

MOST = 0.6
"""Share of them, without those on which is nothing, that must be double pages."""

SURE = 0.5
"""Confidence from which on a page counts as one."""

NARROWEST, WIDEST = 1.15, 2.1
"""Width to height of a page that is looked at."""


@dataclass(slots=True, eq=False)
class _Look:
    """What is known of a document's pages, by their numbers counted whole. `all_`: every page is to be looked at."""

    round: int
    pages: list[int]
    found: dict[int, GutterFound | None] = field(default_factory=dict)
    all_: bool = False
    known: bool = False
    under_way: bool = False

    @property
    def sample(self) -> list[int]:
        step = max(1, len(self.pages) // SAMPLE)
        return self.pages[::step][:SAMPLE]

    @property
    def next(self) -> int | None:
        return next((page for page in (self.pages if self.all_ else self.sample) if page not in self.found), None)


class Spreads:
    """On the session's thread. `cancel` gives up jobs, `changed` is told of documents whose pages are counted anew."""

    def __init__(
        self, desk: Desk, link: PagesLink, saving: Saving, showing: Showing, asking: Asking, documents: Documents,
        cancel: Callable[[Sequence[int]], None], changed: Callable[[Document], None],
    ) -> None:  # fmt: skip
        self._desk, self._link, self._saving, self._showing = desk, link, saving, showing
        self._asking, self._documents, self._cancel, self._changed = asking, documents, cancel, changed
        self._looks: dict[int, _Look] = {}

    # ------------------------------------------------------------ looking for them

    def opened(self, document: Document) -> None:
        """Look at some of its pages, if it has any that are wide enough and nothing is cut yet."""
        self._looks = {number: look for number, look in self._looks.items() if number in self._desk.documents}
        if document.whole is None or document.splits:
            self._desk.tell(SpreadsFound(document.id, splits=document.splits))
        else:
            self._look(document, all_=False)

    def find(self, document: Document) -> None:
        """Look at all pages; answered by SpreadsFound."""
        if document.ready and document.whole is not None:
            self._look(document, all_=True)
        else:
            self._desk.tell(SpreadsFound(document.id, complete=True))

    def _look(self, document: Document, *, all_: bool) -> None:
        look = self._looks.get(document.id)
        if look is None or look.round != document.round:
            known = bool(document.has_reading or document.edited)
            look = self._looks[document.id] = _Look(document.round, _wide(document), known=known)
        look.all_ = look.all_ or all_
        self._go_on(document, look)

    def _go_on(self, document: Document, look: _Look) -> None:
        if look.under_way:
            return
        page = look.next
        if page is None:
            self._tell(document, look)
            return

        def answered(answer: Answer) -> None:
            look.under_way = False
            look.found[page] = answer if isinstance(answer, GutterFound) else None
            if self._looks.get(document.id) is look and document.round == look.round:
                self._go_on(document, look)

        look.under_way = True
        urgency = Urgency.OPEN if look.all_ else Urgency.LAST
        self._link.find_gutter(document, page, _turn(document, page), answered, urgency)

    def _tell(self, document: Document, look: _Look) -> None:
        told = [found for found in look.found.values() if found is not None]
        double = [found for found in told if _is_double(found)]
        printed = sum(not found.empty for found in told)
        proposed = bool(double) and len(double) >= MOST * printed
        if not look.all_ and not proposed:
            self._desk.tell(SpreadsFound(document.id))
            return
        usual = median(found.gutter for found in double if found.gutter is not None) if double else 0.5
        guesses = []
        for page in look.pages:
            found = look.found.get(page)
            own = found.gutter if found is not None and _is_double(found) else None
            sure = own is not None or (proposed and (page not in look.found or (found is not None and found.empty)))
            gutter = usual if own is None else own
            guesses.append(Guess(Split(page, round(gutter, 4), _turn(document, page)), sure))
        self._desk.tell(SpreadsFound(document.id, tuple(guesses), look.all_, document.splits, look.known))

    # ------------------------------------------------------------ cutting and joining

    def split(self, document: Document, wanted: Sequence[Split]) -> None:
        """Cut these pages and no others; told by PagesSplit, also where that failed and nothing is changed."""
        whole = document.whole
        if not document.ready or whole is None:
            return
        splits = sound(wanted, len(whole.sizes))
        if splits == document.splits:
            return
        self._saving.retry()
        if self._saving.unsaved_pages(document):
            self._desk.tell(Notice(Problem(AppCode.NOT_SPLIT), document.title))
            self._refuse(document, len(document.sizes))
            return
        old, new = leaves(len(whole.sizes), document.splits), leaves(len(whole.sizes), splits)
        if document.stored is not None:
            sizes, outline = cut_sizes(whole.sizes, new), cut_outline(whole.outline, new)
            spreads = self._desk.library.spreads
            try:
                done = spreads.change(document.stored, document.splits, splits, old, new, sizes, outline)
            except ProblemError as error:
                self._desk.trouble(error.problem, error.subject)
                self._refuse(document, len(old))
                return
            if not done:
                self._documents.reopen(document)
                return
            self._desk.library.edits.forget_seen(document.stored)
        self._count_anew(document, splits, renumbered(old, new))

    def _refuse(self, document: Document, pages: int) -> None:
        self._desk.tell(PagesSplit(document.id, document.splits, tuple(range(pages))))

    def _count_anew(self, document: Document, splits: tuple[Split, ...], now: tuple[int, ...]) -> None:
        """What is known here follows what the library has: pages that were asked for are asked for again."""
        desk = self._desk
        asked = set(desk.queue.asked_pages(document.id))
        position = desk.queue.order.index(document.id)
        flying = desk.queue.drop(document.id)
        desk.queue.add(document.id)
        desk.queue.move(document.id, position)
        self._cancel(flying)
        self._showing.forget_pictures(document.id, None)
        before = leaves(len(now), ()) if not document.leaves else document.leaves
        wanted = {before[page].page for page in asked}
        document.splits = splits
        document.recount(now)
        self._saving.recall(document)
        if desk.viewed is not None and desk.viewed[0] == document.id and desk.viewed[1] < len(now):
            desk.viewed = (document.id, now[desk.viewed[1]])
            desk.queue.look_at(*desk.viewed)
        self._changed(document)
        desk.tell(PagesSplit(document.id, splits, now))
        self._documents.known(document)
        self._documents.lay_out(document)
        if asked:
            after = document.leaves or leaves(document.pages, ())
            pages = [number for number, leaf in enumerate(after) if leaf.page in wanted]
            self._asking.read(document, pages, again=False)

    def changed_elsewhere(self) -> None:
        """Another program has changed the library: pages that it cut are cut here, too."""
        for document in [d for d in self._desk.documents.values() if d.ready and d.stored is not None]:
            if self._desk.library.spreads.of(document.stored or 0) != document.splits:
                self._documents.reopen(document)


def _wide(document: Document) -> list[int]:
    assert document.whole is not None
    found = []
    for page, (width, height) in enumerate(document.whole.sizes):
        if _turn(document, page) % 180:
            width, height = height, width
        if NARROWEST <= width / height <= WIDEST:
            found.append(page)
    return found


def _turn(document: Document, page: int) -> int:
    """How a page (counted whole) is turned, or was when it was cut."""
    if not document.leaves:
        return document.turns.get(page, 0)
    number = next((n for n, leaf in enumerate(document.leaves) if leaf.page == page), 0)
    leaf = document.leaves[number]
    return leaf.turn if leaf.half is not None else document.turns.get(number, 0)


def _is_double(found: GutterFound) -> bool:
    return found.gutter is not None and found.confidence >= SURE and not found.empty
