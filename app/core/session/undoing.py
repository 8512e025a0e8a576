# SPDX-License-Identifier: AGPL-3.0-or-later
"""Undo and redo over the saved states of a page: over restarts, new readings, reverts and replacements."""

from __future__ import annotations

from app.core.editing.past import Line, line_of
from app.core.session.desk import Desk, Document
from app.core.session.saving import Saving
from app.core.session.showing import Showing

LOOK_BACK = 50
"""States that are compared with a text that the editor's own undo came to."""


class Undoing:
    def __init__(self, desk: Desk, saving: Saving, showing: Showing) -> None:
        self._desk = desk
        self._saving = saving
        self._showing = showing

    def step(self, document: int, page: int, step: int) -> None:
        """To the state before the present text (-1) or after it (1), as a new edit; shown with PageShown.step. Where
        there is none, nothing happens."""
        found = self._desk.page(document, page)
        line = self._line(found, page)
        present = self._saving.text(found, page)
        if line is None or found.stored is None:
            return
        now = present.text if present else ""
        texts = self._desk.library.edits
        at = line.at
        if texts.text_at(line.meant(line.states[at])) != now:
            at += step < 0  # the present text is no state of its own (another reading was chosen): it comes after
        while 0 <= at + step < len(line.states):
            at += step
            text = texts.text_at(line.meant(line.states[at]))
            if text is not None and text != now:
                self._go(found, page, line.states[at], text, step)
                return

    def _go(self, document: Document, page: int, key: int, text: str, step: int) -> None:
        reading, _ = self._saving.present(document, page)
        engines = reading is not None and reading.text == text
        self._saving.edit(document, page, None if engines else text, step=step, source=key)
        self._showing.row(document, page)
        self._showing.refresh(document, page, step=step)

    def source(self, document: Document, page: int, text: str, step: int) -> int | None:
        """The key of the state that the editor's own undo or redo came to, if it is one."""
        line = self._line(document, page)
        if line is None:
            return None
        at = line.at + step
        for _ in range(LOOK_BACK):
            if not 0 <= at < len(line.states):
                return None
            if self._desk.library.edits.text_at(line.meant(line.states[at])) == text:
                return line.states[at]
            at += step
        return None

    def _line(self, document: Document, page: int) -> Line | None:
        """None where something of the page is not in the library (a full disk), or it cannot be written."""
        library = self._desk.library
        if document.stored is None or not library.writable:
            return None
        if self._saving.unsaved and not self._saving.retry():
            return None
        return line_of(library.edits.rows(document.stored, page))
