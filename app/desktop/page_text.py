# SPDX-License-Identifier: AGPL-3.0-or-later
"""The text of the page that is looked at, and whose word counts: the session's, the stream's
or the user's. Plain values, no widgets.

The session and the window talk past each other by a few milliseconds. So a text of the
session that is newer than the one shown still gives way to what the user typed until the
library has it (`Saved`): the session did not know of it when it made that text.
"""

from __future__ import annotations

import time

from app.core.changes import PagePiece, PageShown, PageState, Saved


class PageText:
    def __init__(self) -> None:
        self.shown: PageShown | None = None
        self.text = ""
        self.edited_at: float | None = None  # seconds since the epoch
        self._unconfirmed = 0  # edits told to the session that `Saved` has not answered

    @property
    def place(self) -> tuple[int, int]:
        """Document and page; (-1, -1) when there is none."""
        return (self.shown.document, self.shown.page) if self.shown else (-1, -1)

    @property
    def state(self) -> PageState:
        return self.shown.state if self.shown else PageState.NEW

    def is_other(self, shown: PageShown) -> bool:
        """Whether this is another page than the one looked at."""
        return (shown.document, shown.page) != self.place

    def show(self, shown: PageShown) -> bool:
        """Take the session's word; whether the text changed."""
        if self.is_other(shown):
            self.shown, self.text, self._unconfirmed = shown, shown.text, 0
            self.edited_at = shown.edited_at if shown.edited else None
            return True
        before = self.shown
        assert before is not None
        if shown.serial < before.serial:
            return False
        self.shown = shown
        if self._unconfirmed or (shown.serial == before.serial and not self._goes_on(shown)):
            return False
        self.edited_at = shown.edited_at if shown.edited else None
        changed = shown.text != self.text
        self.text = shown.text
        return changed

    def _goes_on(self, shown: PageShown) -> bool:
        """A stream of which pieces were missed."""
        return shown.state is PageState.READING and not shown.edited and shown.text.startswith(self.text)

    def add(self, piece: PagePiece) -> bool:
        """Append streamed text; False if it is not the next of this page."""
        if (piece.document, piece.page) != self.place or piece.at != len(self.text):
            return False
        self.text += piece.text
        return True

    def type(self, text: str) -> bool:
        """The user changed the text; False if there is no page to change."""
        if self.shown is None:
            return False
        self.text = text
        self.edited_at = time.time()
        self._unconfirmed += 1
        return True

    def saved(self, saved: Saved) -> bool:
        """An edit reached the library; False if it is another page's."""
        if (saved.document, saved.page) != self.place:
            return False
        self._unconfirmed = max(0, self._unconfirmed - 1)
        if self.edited_at is not None:
            self.edited_at = saved.at
        return True
