# SPDX-License-Identifier: AGPL-3.0-or-later
"""The walk from flag to flag, over the pages of a document and round once. Pages that were not looked
through are first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from app.core.changes import FlagFound
from app.core.checks.flag import Flag
from app.core.session.desk import Desk, Document
from app.core.session.kept_proofs import Proof
from app.core.session.looking import Looking
from app.core.session.page_facts import pages_with_text
from app.core.session.saving import Saving

STRIDE = 200
"""Pages passed over in one go; between, other calls get their turn."""

Start = tuple[int, int, int]
"""Page, place in its text, step."""

Typed = Callable[[Document, int], "str | None"]
Found = Callable[[Document, int, Proof], None]


class FlagWalk:
    """One walk at a time: a newer one ends it. `typed` gives the text of a page as it is being typed, `found` is told
    of each page that was looked through."""

    def __init__(self, desk: Desk, looking: Looking, saving: Saving, typed: Typed, found: Found) -> None:
        self._desk = desk
        self._looking = looking
        self._saving = saving
        self._typed = typed
        self._found = found
        self._walk = 0  # its number
        self._going = False
        self._last: tuple[int, int, Flag] | None = None  # document, page, flag that was found last

    @property
    def busy(self) -> bool:
        return self._going

    def begin(self, document: Document, page: int, position: int, step: int) -> None:
        self._walk += 1
        self._going = True
        step = 1 if step >= 0 else -1
        pages = sorted({*pages_with_text(self._desk, document), page}, reverse=step < 0)
        at = pages.index(page)
        order = iter([*pages[at:], *pages[:at], page])
        self._go(self._walk, document, order, (page, position, step), True)

    def _go(self, walk: int, document: Document, order: Iterator[int], start: Start, first: bool) -> None:
        if walk != self._walk:
            return
        if self._desk.documents.get(document.id) is not document:
            self._going = False
            return
        for passed, page in enumerate(order):
            if self._is_clean(document, page) and not first:
                if passed >= STRIDE:
                    self._desk.actor.post(partial(self._go, walk, document, order, start, False))
                    return
                continue
            then = partial(self._looked, walk, order, start, first)
            typed = self._typed(document, page)
            self._looking.look(document, page, typed, then, urgent=True, mapped=False)
            return
        self._going = False
        self._desk.tell(FlagFound(document.id, start[0]))

    def _is_clean(self, document: Document, page: int) -> bool:
        """It was looked through, and no flag is left."""
        return page in self._looking.progress(document).through and document.flags.get(page) == 0

    def _looked(
        self, walk: int, order: Iterator[int], start: Start, first: bool,
        document: Document, page: int, proof: Proof | None,
    ) -> None:  # fmt: skip
        if proof is not None:
            self._found(document, page, proof)
        if walk != self._walk:
            return
        left = proof.left(self._saving.dismissals(document, page)) if proof is not None else []
        at = self._place(document, page, left, start, first)
        if at is None:
            self._go(walk, document, order, start, False)
            return
        self._going = False
        self._last = (document.id, page, left[at])
        self._desk.tell(FlagFound(document.id, page, left[at], at + 1))

    def _place(
        self, document: Document, page: int, left: list[Flag], start: Start, first: bool
    ) -> int | None:
        """Which of the page's flags is meant. From the flag that was found last it goes on to the next one, be it at
        the same place."""
        origin, position, step = start
        if not left:
            return None
        if not first or page != origin:
            return 0 if step > 0 else len(left) - 1
        last = self._last[2] if self._last is not None and self._last[:2] == (document.id, page) else None
        if last is not None and last.start <= position <= max(last.end, last.start) and last in left:
            at = left.index(last) + step
            return at if 0 <= at < len(left) else None
        if step > 0:
            return next((n for n, flag in enumerate(left) if flag.start >= position), None)
        return next((n for n in range(len(left) - 1, -1, -1) if left[n].start < position), None)
