# SPDX-License-Identifier: AGPL-3.0-or-later
"""Other windows and commands on the same library: what they save of the page on screen is shown here."""

from __future__ import annotations

import logging
from collections.abc import Callable

from app.core.errors import ProblemError
from app.core.session.desk import Desk
from app.core.session.showing import Showing

log = logging.getLogger(__name__)

SECONDS = 1.0
"""Between two looks; a look is one number out of the file's head."""


class Others:
    def __init__(self, desk: Desk, showing: Showing, changed: Callable[[], None]) -> None:
        """`changed` is called when another program has changed the library."""
        self._desk = desk
        self._showing = showing
        self._changed = changed
        self._version: int | None = None
        self._look()

    def _look(self) -> None:
        try:
            version = self._desk.library.version()
            if self._version is not None and version != self._version:
                self._refresh()
                self._changed()
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
