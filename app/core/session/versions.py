# SPDX-License-Identifier: AGPL-3.0-or-later
"""The readings and edits of a page: listed, compared, chosen, and made anew with another engine."""

from __future__ import annotations

from app.core.choice import EngineChoice
from app.core.session.desk import Desk
from app.core.session.saving import Saving
from app.core.session.showing import Showing


class Versions:
    def __init__(self, desk: Desk, saving: Saving, showing: Showing) -> None:
        self._desk = desk
        self._saving = saving
        self._showing = showing

    def list(self, document: int, page: int) -> None:
        raise NotImplementedError

    def fetch(self, document: int, page: int, number: int) -> None:
        raise NotImplementedError

    def use(self, document: int, page: int, number: int) -> None:
        raise NotImplementedError

    def read_with(
        self, document: int, pages: tuple[int, ...], engines: tuple[EngineChoice, ...], prompt: str | None
    ) -> None:
        raise NotImplementedError
