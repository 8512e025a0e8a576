# SPDX-License-Identifier: AGPL-3.0-or-later
"""A whole document is looked through because somebody waits for it: page after page, those whose pictures are to be
read included. Each is told when nothing more is to come of it: the pages after it were looked at for running heads."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from app.core.session.desk import Desk, Document
from app.core.session.kept_proofs import Proof
from app.core.session.looking import Looking
from app.core.session.page_facts import pages_with_text
from app.core.session.progress import NEAR

Tell = Callable[[Document, int, "Proof | None"], None]


class WholeDocument:
    """`tell` gets each page; `read` has a page's picture read at once, if it is to be read."""

    def __init__(self, desk: Desk, looking: Looking, tell: Tell, read: Callable[[Document, int], bool]) -> None:
        self._desk = desk
        self._looking = looking
        self._tell = tell
        self._read = read
        self._todo: deque[tuple[Document, int, bool]] = deque()  # the last: it is told
        self._present: tuple[Document, int, bool] | None = None  # being looked through, or read

    @property
    def busy(self) -> bool:
        return self._present is not None and self._desk.documents.get(self._present[0].id) is self._present[0]

    def begin(self, document: Document) -> None:
        """After what was begun before."""
        pages = sorted(pages_with_text(self._desk, document))
        for at in range(len(pages) + NEAR):
            if at < len(pages):
                self._todo.append((document, pages[at], False))
            if at >= NEAR:
                self._todo.append((document, pages[at - NEAR], True))
        if not self.busy:
            self._next()

    def again(self, document: Document, page: int) -> None:
        """The page's picture was read, or could not be."""
        if self._present is not None and self._present[:2] == (document, page):
            self._look(document, page)

    def _next(self) -> None:
        self._present = self._todo.popleft() if self._todo else None
        if self._present is not None:
            self._look(*self._present[:2])

    def _look(self, document: Document, page: int) -> None:
        if self._desk.documents.get(document.id) is document:
            self._looking.look(document, page, None, self._looked, urgent=False, mapped=False)
        else:
            self._go_on()

    def _looked(self, document: Document, page: int, proof: Proof | None) -> None:
        if self._present is None or self._present[:2] != (document, page):
            return
        if proof is not None and not proof.whole and self._read(document, page):
            return  # `again` will be called
        if self._present[2]:
            self._tell(document, page, proof)
        self._go_on()

    def _go_on(self) -> None:
        self._desk.actor.post(self._next)
