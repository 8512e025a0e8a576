# SPDX-License-Identifier: AGPL-3.0-or-later
"""Other windows and commands on the same library: what they save of the documents that are open here is shown here: the
page on screen at once, its document's pages (edited, checked, flags left) with it, other documents by and by."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from app.core.changes import AppCode, Notice, Problem
from app.core.errors import ProblemError
from app.core.session.desk import Desk
from app.core.session.saving import Saving
from app.core.session.showing import Showing
from app.core.versions.compare import compare

log = logging.getLogger(__name__)

SECONDS = 1.0
"""Between two looks; a look is one number out of the file's head."""
AT_ONCE = 8
"""Documents that are compared with the library in one look, after that of the page on screen."""


class Others:
    def __init__(self, desk: Desk, saving: Saving, showing: Showing, told: Sequence[Callable[[], None]]) -> None:
        """All of `told` are called when another program has changed the library."""
        self._desk = desk
        self._saving = saving
        self._showing = showing
        self._told = told
        self._version: int | None = None
        self._due: dict[int, None] = {}  # documents that are still to be compared, in this order
        self._look()

    def _look(self) -> None:
        try:
            version = self._desk.library.version()
            if self._version is not None and version != self._version:
                self._saving.find_deleted()
                self._tell_replaced()
                self._refresh()
                for tell in self._told:
                    tell()
                self._due |= dict.fromkeys(self._desk.documents)
            self._compare_some()
        except ProblemError as error:
            log.info("the library cannot be watched any more: %s", error)
            return
        self._version = version
        self._desk.actor.after(SECONDS, self._look)

    def _refresh(self) -> None:
        """Show the page on screen anew if somebody else has edited it. What is being typed here stays: it is saved
        after theirs, and both are in the page's history."""
        number, page = self._desk.viewed or (0, 0)
        document = self._desk.documents.get(number)
        if document is None or document.stored is None or not document.has(page):
            return
        edits = self._desk.library.edits
        if edits.newer(document.stored, page):
            document.edited |= edits.edited_pages(document.stored)
            if not edits.texts(document.stored, page, 1)[page].edited:
                document.edited.discard(page)
            self._showing.refresh(document, page)
            self._showing.row(document, page)

    def _tell_replaced(self) -> None:
        """Say where another program saved a text without what was typed here: it had not seen it, or took it out."""
        for document in self._desk.documents.values():
            if document.stored is None:
                continue
            for page, before, ours, now in self._desk.library.edits.followed(document.stored):
                if lost(before, ours, now):
                    problem = Problem(AppCode.EDITED_OVER, str(page + 1))
                    self._desk.tell(Notice(problem, document.title, "warning"))

    # ------------------------------------------------------------ marks of pages

    def _compare_some(self) -> None:
        viewed = self._desk.viewed[0] if self._desk.viewed else None
        if viewed in self._due:
            del self._due[viewed]
            self._compare(viewed)
        for number in list(self._due)[:AT_ONCE]:
            del self._due[number]
            self._compare(number)

    def _compare(self, number: int) -> None:
        """Which pages are edited and checked, and how many flags they have left. What is still to be written from here
        counts more than what is there."""
        document = self._desk.documents.get(number)
        if document is None or document.stored is None or not document.ready:
            return
        library, stored = self._desk.library, document.stored
        waiting = self._saving.unsaved_pages(document)
        checked = {page for page, mark in library.documents.marks(stored).items() if mark.checked}
        left = {page: flags for page, (_, flags) in library.proofs.digests(stored).items()}
        changed = document.checked ^ checked
        edited = library.edits.edited_pages(stored)
        changed |= document.edited ^ edited
        changed |= {page for page, flags in left.items() if document.flags.get(page) != flags}
        if changed & waiting:
            self._due[number] = None  # looked at again when they are written: nothing else may change until then
        changed -= waiting
        for page in changed:
            _put(document.checked, page, page in checked)
            _put(document.edited, page, page in edited)
            if page in left:
                document.flags[page] = left[page]
        if changed:
            self._showing.rows(document)
            self._desk.tell_row(document)


def lost(before: str, ours: str, now: str) -> bool:
    """Whether something that we wrote over the text before is not in the present one, or what we took out is there
    again. Words that the page has several times are counted."""
    for hunk in compare(before, ours).hunks:
        old, new = before[slice(*hunk.old)].strip(), ours[slice(*hunk.new)].strip()
        if new and now.count(new) < ours.count(new):
            return True
        if not new and old and now.count(old) >= before.count(old):
            return True
    return False


def _put(pages: set[int], page: int, there: bool) -> None:
    if there:
        pages.add(page)
    else:
        pages.discard(page)
