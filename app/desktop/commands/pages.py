# SPDX-License-Identifier: AGPL-3.0-or-later
"""Moving through pages and documents, and what is said about the shown page."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from app.desktop.adapter import Desk
from app.desktop.dialogs.pages import PageNumberDialog
from app.desktop.looking import Looking


class PageCommands:
    def __init__(self, desk: Desk, looking: Looking, window: QWidget, flush: Callable[[], None]) -> None:
        """`flush` hands a pending edit to the session, before something else changes the text."""
        self._desk, self._looking, self._window, self._flush = desk, looking, window, flush

    def next(self) -> None:
        self._looking.go(self._looking.page + 1)

    def previous(self) -> None:
        self._looking.go(self._looking.page - 1)

    def step(self, by: int) -> None:
        self._looking.go(self._looking.page + by)

    def first(self) -> None:
        self._looking.go(0)

    def last(self) -> None:
        self._looking.go(self._looking.pages - 1)

    def go_to(self) -> None:
        looking = self._looking
        cut = looking.page_row is not None and looking.page_row.cut
        dialog = PageNumberDialog(looking.page, looking.pages, looking.labels, self._window, cut=cut)
        dialog.chosen.connect(self._looking.go)
        dialog.open()

    def next_document(self) -> None:
        self._other_document(1)

    def previous_document(self) -> None:
        self._other_document(-1)

    def _other_document(self, by: int) -> None:
        order = list(self._looking.rows)
        if self._looking.document in order:
            self._looking.open(order[(order.index(self._looking.document) + by) % len(order)])

    def toggle_checked(self, on: bool) -> None:
        document = self._looking.document
        if document is None:
            return
        self._flush()
        self._desk.session.check(document, self._looking.page, on)

    def revert(self) -> None:
        document = self._looking.document
        if document is None:
            return
        self._flush()
        self._desk.session.revert(document, self._looking.page)

    def turn_right(self) -> None:
        self._turn(90)

    def turn_left(self) -> None:
        self._turn(270)

    def _turn(self, by: int) -> None:
        row = self._looking.page_row
        if self._looking.document is not None and row is not None:
            self._desk.session.turn(self._looking.document, row.page, (row.turn + by) % 360)
