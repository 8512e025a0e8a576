# SPDX-License-Identifier: AGPL-3.0-or-later
"""Finding and replacing in the present texts of a document."""

from __future__ import annotations

from app.core.session.desk import Desk
from app.core.session.saving import Saving
from app.core.session.showing import Showing


class Finding:
    def __init__(self, desk: Desk, saving: Saving, showing: Showing) -> None:
        self._desk = desk
        self._saving = saving
        self._showing = showing

    def find(
        self, document: int, page: int, position: int, pattern: str, step: int, regex: bool, case: bool, words: bool
    ) -> None:
        raise NotImplementedError

    def replace(
        self, document: int, pages: tuple[int, ...] | None, pattern: str, replacement: str,
        regex: bool, case: bool, words: bool,
    ) -> None:  # fmt: skip
        raise NotImplementedError
