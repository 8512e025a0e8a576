# SPDX-License-Identifier: AGPL-3.0-or-later
"""Pages that nobody waits for are looked through by and by: of documents that the user looks at, the pages after the
one on screen first, one at a time, and less while pages are being read."""

from __future__ import annotations

import time
from collections.abc import Callable

from app.core.session.desk import Desk, Document
from app.core.session.kept_proofs import Proof
from app.core.session.looking import Looking
from app.core.session.page_facts import pages_with_text

PAUSE = 0.005
"""Seconds between two pages; other calls get their turn."""

SHARE = 4
"""While pages are being read, so many times as long is rested as the last page took."""

Found = Callable[[Document, int, Proof], None]


class ByAndBy:
    """`found` is told of each page that was looked through."""

    def __init__(self, desk: Desk, looking: Looking, found: Found) -> None:
        self._desk = desk
        self._looking = looking
        self._found = found
        self._documents: set[int] = set()
        self._failed: set[tuple[int, int]] = set()
        self._going = False
        self._began = 0.0
        self._over = False

    def follow(self, document: Document) -> None:
        """The user looks at this document: its pages are to be looked through."""
        if document.id not in self._documents:
            self._documents.add(document.id)
            self._load(document)
        self.wake()

    def changed(self, document: Document, page: int) -> None:
        """The page is to be looked through again."""
        self._looking.progress(document).through.discard(page)
        self._failed.discard((document.id, page))
        self.wake()

    def wake(self) -> None:
        if not self._going and not self._over and self._documents:
            self._going = True
            self._desk.actor.after(PAUSE, self._step)

    def end(self) -> None:
        self._over = True

    # ------------------------------------------------------------ inside

    def _load(self, document: Document) -> None:
        """What is known from the last time."""
        progress = self._looking.progress(document)
        if progress.known is None and document.stored is not None:
            known = self._desk.library.proofs.digests(document.stored)
            progress.known = {page: digest for page, (digest, _) in known.items()}

    def _step(self) -> None:
        """The next page."""
        if self._over:
            return
        chosen = self._next()
        if chosen is None:
            self._going = False
            return
        document, page = chosen
        progress = self._looking.progress(document)
        if progress.known is None:
            self._load(document)
        known = progress.known or {}
        facts = self._looking.facts(document, page) if page in known else None
        if facts is not None and known[page] == facts.digest and not progress.is_stale(page):
            progress.through.add(page)
            self._desk.actor.after(PAUSE, self._step)
            return
        self._began = time.monotonic()
        self._looking.look(document, page, None, self._looked, urgent=False, mapped=False)

    def _looked(self, document: Document, page: int, proof: Proof | None) -> None:
        if proof is None:
            self._failed.add((document.id, page))
            self._looking.progress(document).through.add(page)
        else:
            self._found(document, page, proof)
        busy = self._desk.queue.counts().flying > 0
        rest = SHARE * (time.monotonic() - self._began) if busy else 0.0
        self._desk.actor.after(PAUSE + rest, self._step)

    def _next(self) -> tuple[Document, int] | None:
        self._documents &= self._desk.documents.keys()
        viewed, at = self._desk.viewed or (0, 0)
        for number in sorted(self._documents, key=lambda one: (one != viewed, one)):
            document = self._desk.documents[number]
            through = self._looking.progress(document).through
            pages = {page for page in pages_with_text(self._desk, document) if page not in through}
            if pages:
                after = (page for page in pages if page >= at) if number == viewed else iter(())
                return document, min(after, default=min(pages))
        return None
